"""`unsunk mixture show`, `play` and `verify`: their JSON, their words, and what they refuse."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.solved import SMALL, refused, solved, told
from unsunk.cli.main import main
from unsunk.hunting.mixture import Mixture, load_mixture
from unsunk.rules.notation import parse_layout, parse_record

Captured = pytest.CaptureFixture[str]
KEYS = {
    "worst_win_rate",
    "mean_shots",
    "hunts",
    "weighted",
    "hours",
    "provenance",
    "decoupled_points",
    "decoupled_points_kind",
    "coupled_points",
    "coupled_points_kind",
}


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a solved player."""
    return solved(tmp_path_factory.mktemp("solved") / "a")


@pytest.mark.parametrize("command", ["show", "play", "play --games 20", "verify"])
def test_json_of_all_three_has_the_names_that_others_rely_on(
    command: str, player: Path, capsys: Captured
) -> None:
    found = told(capsys, f"mixture {command} {player}")
    assert found.keys() >= KEYS
    stored = load_mixture(str(player))
    assert found["hunts"] == found["weighted"] == len(stored.hunts)
    assert found["worst_win_rate"] == pytest.approx(stored.figures["worst_win_rate"], abs=1e-12)
    assert found["provenance"] == stored.provenance
    assert found["hours"] == stored.provenance["hours"]
    assert found["decoupled_points_kind"] == "exact"
    assert found["coupled_points"] is None


def test_show_says_where_it_hides_and_fires(player: Path, capsys: Captured) -> None:
    found = told(capsys, f"mixture show {player}")
    assert list(found["hides"]) == ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"]
    assert sum(found["hides"].values()) == pytest.approx(4)
    assert sum(found["fires_first"].values()) == pytest.approx(1)
    assert found["hides"]["A1"] == pytest.approx(found["hides"]["C3"])
    assert main(["mixture", "show", str(player)]) == 0
    out = capsys.readouterr().out
    assert "Where it hides, in percent:\n     A   B   C" in out
    assert f" {round(100 * found['hides']['B2'])} " in out
    assert "Where it fires first" in out


def test_play_shows_one_game_shot_by_shot(player: Path, capsys: Captured) -> None:
    found = told(capsys, f"mixture play {player} --seed 4")
    layout = parse_layout(SMALL, found["layout"])
    record = parse_record(SMALL, found["record"])
    assert record.finished
    assert record.hits == layout.occupied
    assert found["law"] == {str(len(record)): 1}
    assert (found["mean"], found["ci95"]) == (len(record), None)
    assert main(["mixture", "play", str(player), "--seed", "4"]) == 0
    out = capsys.readouterr().out
    assert found["record"] in out
    assert f"Sunk in {len(record)} shots, as the pass over all layouts says." in out


def test_play_tells_the_law_of_many_games(player: Path, capsys: Captured) -> None:
    found = told(capsys, f"mixture play {player} --games 300 --seed 2")
    assert sum(found["law"].values()) == found["games"] == 300
    assert found["ci95"][0] < found["mean"] < found["ci95"][1]
    assert found["mean"] == pytest.approx(found["expected_mean"], abs=0.3)
    assert told(capsys, f"mixture play {player} --games 300 --seed 2") == found
    uniform = told(capsys, f"mixture play {player} --games 300 --seed 2 --uniform")
    assert uniform["law"] != found["law"]
    assert uniform["expected_mean"] == uniform["mean_shots"] != found["expected_mean"]
    assert main(["mixture", "play", str(player), "--games", "300", "--seed", "2"]) == 0
    out = capsys.readouterr().out
    assert "expected" in out
    assert f"300 games, {found['mean']:.4f} shots on average (sampled" in out


def test_verify_finds_all_as_stored(player: Path, capsys: Captured) -> None:
    assert main(["mixture", "verify", str(player)]) == 0
    out = capsys.readouterr().out
    assert "hunts followed on 44 layouts, all as stored" in out


def with_figures(mixture: Mixture, **figures: object) -> Mixture:
    return replace(mixture, figures=dict(mixture.figures) | figures)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda m: with_figures(m, worst_win_rate=m.figures["worst_win_rate"] + 2e-9), "worst_win"),
        (lambda m: with_figures(m, mean_shots=m.figures["mean_shots"] - 2e-9), "mean_shots"),
        (lambda m: with_figures(m, mean_shots=float("nan")), "says mean_shots nan"),
        (lambda m: with_figures(m, mean_shots="6"), "says mean_shots 6"),
        (lambda m: replace(m, figures={}), "says worst_win_rate None"),
        (lambda m: replace(m, weights=m.weights[::-1].copy()), "says worst_win_rate"),
        (
            lambda m: replace(m, pace=m.pace[::-1].copy()),
            "has a pace that is not",
        ),
        (lambda m: replace(m, weights=2 * m.weights), "chances of its hunts"),
        (lambda m: replace(m, hunts=m.hunts[:1] * len(m.hunts)), "says worst_win_rate"),
    ],
    ids=[
        "worst",
        "mean",
        "no number",
        "text",
        "no figures",
        "weights",
        "pace",
        "no lottery",
        "hunts",
    ],
)
def test_verify_refuses_figures_that_the_hunts_do_not_bear_out(
    change: Callable[[Mixture], Mixture],
    sentence: str,
    player: Path,
    tmp_path: Path,
    capsys: Captured,
) -> None:
    file = tmp_path / "changed.mixture"
    file.write_bytes(change(load_mixture(str(player))).to_bytes())
    refused(capsys, f"mixture verify {file}", sentence)


@pytest.mark.parametrize("command", ["show", "play", "verify"])
def test_files_that_are_none_of_ours_are_refused(
    command: str, player: Path, tmp_path: Path, capsys: Captured
) -> None:
    data = player.read_bytes()
    for name, part, sentence in (
        ("cut", data[:-1], "is damaged or cut off"),
        ("changed", data[:99] + bytes([data[99] ^ 4]) + data[100:], "is damaged or cut off"),
        ("foreign", b"PK" + data, "is not a mixture of unsunk"),
        ("empty", b"", "is not a mixture of unsunk"),
    ):
        (tmp_path / name).write_bytes(part)
        refused(capsys, f"mixture {command} {tmp_path / name}", sentence)
    refused(capsys, f"mixture {command} none", "'none' is no mixture")


def test_a_mixture_alone_is_no_command(capsys: Captured) -> None:
    refused(capsys, "mixture", "missing command (see `unsunk mixture --help`)")
    refused(capsys, "mixture sho x", "no such command 'sho'")
    assert main(["mixture", "--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out for name in ("show", "play", "verify"))
