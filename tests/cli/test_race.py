"""`unsunk race`: the names in its JSON, its words, and what it refuses."""

from pathlib import Path

import pytest

from tests.solved import RULES, refused, solved, told
from unsunk.cli.main import main

Captured = pytest.CaptureFixture[str]
ESTIMATES = (
    "win_rate",
    "worst_win_rate",
    "mean_shots",
    "mean_shots_hider",
    "slowest_mean",
    "mutual_race",
)
KEYS = {
    "strategy",
    "kind",
    "games",
    "worst_layout",
    "slowest_layout",
    *ESTIMATES,
    *(f"{name}_ci95" for name in ESTIMATES),
}


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a solved player."""
    return solved(tmp_path_factory.mktemp("solved") / "a")


def test_json_against_a_player(player: Path, capsys: Captured) -> None:
    names = ["three-parity", "exact-lowest", "random"]
    found = told(capsys, f"race {' '.join(names)} --against {player} --games 12 --seed 2")
    assert (found["against"], found["seed"]) == (str(player), 2)
    results = found["results"]
    assert [result["strategy"] for result in results] == names
    assert [result["kind"] for result in results] == ["sampled", "exact", "sampled"]
    assert [result["games"] for result in results] == [12, None, 12]
    for result in results:
        assert result.keys() == KEYS
        for name in ESTIMATES:
            low, high = result[f"{name}_ci95"]
            assert low <= result[name] <= high
            assert (low == high) is (result["kind"] == "exact")
        assert result["worst_layout"].startswith("2a:")
        assert result["win_rate"] < 0.5
    again = told(capsys, f"race random --against {player} --games 12 --seed 2")
    assert again["results"] == results[2:]


def test_without_a_player_the_first_strategy_sets_the_pace(capsys: Captured) -> None:
    found = told(capsys, f"race exact-lowest random {RULES} --games 8")
    assert found["against"] == "exact-lowest"
    assert "announce length" in found["rules"]
    even, other = found["results"]
    assert even["win_rate"] == pytest.approx(0.5)
    assert other["win_rate_ci95"][1] < 0.5
    for result in (even, other):
        assert result["mean_shots"] == pytest.approx(result["mean_shots_hider"])


def test_words_tell_the_kind_and_the_layouts(player: Path, capsys: Captured) -> None:
    command = f"race random exact-lowest --against {player} --games 8"
    results = told(capsys, command)["results"]
    assert main(command.split()) == 0
    out = capsys.readouterr().out
    assert "random (sampled, 8 hunts drawn)" in out
    assert "exact-lowest (exact)" in out
    for result in results:
        assert f"{100 * result['win_rate']:.2f} %" in out
        assert f"on {result['worst_layout']}\n" in out
    exact = out[out.index("exact-lowest (exact)") :]
    assert "±" not in exact
    assert "±" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("random --against none", "'none' is no mixture"),
        ("random --against {player} --board 3x4 --fleet 2", "not 'board 3x4"),
        ("random --against {player} --games 3", "3 games are too few"),
        ("random random --against {player}", "named twice"),
        ("densty --against {player}", "did you mean density?"),
        ("random", "cannot be listed"),
        ("--against {player}", "missing argument"),
    ],
)
def test_refusals_are_one_sentence(
    arguments: str, sentence: str, player: Path, capsys: Captured
) -> None:
    refused(capsys, f"race {arguments.format(player=player)}", sentence)


def test_rules_that_agree_with_the_player_may_be_said(player: Path, capsys: Captured) -> None:
    told(capsys, f"race exact-lowest --against {player} {RULES}")
