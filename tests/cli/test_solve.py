"""`unsunk solve`: its rounds, its JSON, and what it refuses."""

from pathlib import Path

import pytest

from tests.solved import RULES, refused, solved, told
from unsunk.cli.main import main
from unsunk.hunting.mixture import load_mixture
from unsunk.rules.notation import rules_text
from unsunk.solving.run import PLAYER, ROUNDS, STATE

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_json_tells_of_the_player_and_stands_alone(capsys: Captured) -> None:
    found = told(capsys, f"solve {RULES} --out a --tolerance 0.3 --coupled")
    assert found["settled"] is True
    assert found["file"] == str(Path("a") / PLAYER)
    assert 0.49 < found["worst_win_rate"] <= 0.5
    assert 6 < found["mean_shots"] < 7
    rounds = found["provenance"]["rounds"]
    assert 1 < found["hunts"] == found["weighted"] <= rounds + 1
    assert found["provenance"]["exact_rounds"] == rounds
    for name in ("decoupled", "coupled", "hunting", "hiding"):
        assert found[f"{name}_points"] >= 0
        assert found[f"{name}_points_kind"] == "exact"
    player = load_mixture(found["file"])
    assert player.figures["worst_win_rate"] == found["worst_win_rate"]
    assert found["rules"] == rules_text(player.rules)


def test_sinks_are_announced_by_length_unless_something_else_is_said(capsys: Captured) -> None:
    assert "announce length" in told(capsys, f"solve {RULES} --out a --hours 0")["rules"]
    silent = told(capsys, f"solve {RULES} --announce silent --out b --hours 0")
    assert "announce silent" in silent["rules"]
    Path("own.toml").write_text('board = "3x3"\nfleet = "2"\nannounce = "silent"\n')
    assert "announce silent" in told(capsys, "solve --rules own.toml --out c --hours 0")["rules"]


def test_a_line_a_round(capsys: Captured) -> None:
    assert main(["solve", *RULES.split(), "--out", "a", "--tolerance", "0.3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    table = (Path("a") / ROUNDS).read_text().splitlines()
    assert lines[0].split() == (
        ["round", "pool", "weighted", "value", "gain", "gap", "mean", "shots", "seconds", "memory"]
    )
    rounds = [line.split() for line in lines[1 : len(table)]]
    assert [int(row[0]) for row in rounds] == list(range(1, len(table)))
    assert len(rounds) > 5
    gaps = [float(row.split(",")[-1]) for row in table[1:]]
    assert [float(row[5]) for row in rounds] == pytest.approx(gaps, abs=1e-4)
    assert f"settled: the last reply gained {gaps[-1]:.4f} points" in lines[-1]


def test_narrow_rounds_are_marked(capsys: Captured) -> None:
    assert main(["solve", *RULES.split(), "--out", "a", "--hours", "0", "--narrow", "1,2"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["1", "~"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (RULES, "give --out DIR for a new one or --resume DIR"),
        ("--out b --resume a", "give --out DIR for a new one or --resume DIR"),
        ("--out a --board 3x3 --fleet 2", "a holds a solve already: go on with it by --resume a"),
        ("--resume b", "b holds no solve: begin one there with --out b"),
        ("--resume a --board 3x4 --fleet 2", "a holds a solve of 'board 3x3; fleet 2,2"),
        ("--out b", "best replies are for boards of at most"),
        ("--out b --board 3x3 --fleet 2 --announce shown", "announced 'length' or 'silent'"),
        ("--out b --board 6x6 --fleet 4,3,2", "fleets of at most two lengths"),
        (f"--out b {RULES} --narrow 4", "'4' is not WIDTH,BROAD"),
        (f"--out b {RULES} --narrow 0,9", "'0,9' is not WIDTH,BROAD"),
        (f"--out b {RULES} --tolerance -1", "invalid value for '--tolerance'"),
        (f"--out b {RULES} --hours -1", "invalid value for '--hours'"),
    ],
)
def test_refusals_are_one_sentence_and_leave_nothing(
    arguments: str, sentence: str, capsys: Captured
) -> None:
    solved(Path("a"))
    before = {path: path.read_bytes() for path in Path("a").iterdir()}
    refused(capsys, f"solve {arguments}", sentence)
    assert {path: path.read_bytes() for path in Path("a").iterdir()} == before
    assert not Path("b").exists()


def test_a_damaged_folder_is_refused(capsys: Captured) -> None:
    solved(Path("a"))
    path = Path("a") / STATE
    path.write_bytes(path.read_bytes()[:500])
    refused(capsys, "solve --resume a", "is damaged, its hash does not fit")
