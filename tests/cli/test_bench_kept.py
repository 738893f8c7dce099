"""`unsunk bench` with `--out`, `--resume`, `--read` and `--hours`."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from unsunk.cli.main import main

Captured = pytest.CaptureFixture[str]
RULES = "--board 6x6 --fleet 3,3,2 --announce length"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(capsys: Captured, arguments: str) -> dict[str, Any]:
    """The JSON that a command prints, and nothing else."""
    assert main([*shlex.split(arguments), "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    found: dict[str, Any] = json.loads(captured.out)
    return found


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    for result in found["results"]:
        del result["seconds"], result["games_per_second"]
    return found


def test_what_is_kept_is_read_back(capsys: Captured) -> None:
    plain = told(capsys, f"bench random density --games 50 --seed 2 {RULES}")
    run = told(capsys, f"bench random density --games 50 --seed 2 {RULES} --out a")
    again = told(capsys, "bench --resume a")
    assert again == run
    read = told(capsys, "bench --read a/games.parquet")
    assert [r["seconds"] for r in read["results"]] == [None, None]
    assert [r["games_per_second"] for r in read["results"]] == [None, None]
    assert list(read["results"][0]) == list(plain["results"][0])
    assert timeless(read) == timeless(run) == timeless(plain)


def test_resuming_takes_rules_and_seed_from_the_folder_or_the_same_again(capsys: Captured) -> None:
    told(capsys, f"bench random --games 20 --seed 2 {RULES} --out a")
    more = told(capsys, "bench --resume a --games 50")
    same = told(capsys, f"bench density --resume a --games 30 --seed 2 {RULES}")
    assert [r["games"] for r in more["results"]] == [50]
    assert [(r["strategy"], r["games"], r["seed"]) for r in same["results"]] == [
        ("random", 50, 2),
        ("density", 30, 2),
    ]
    assert len(same["paired"]) == 1


def test_tables_of_a_file_and_of_uneven_games(capsys: Captured) -> None:
    told(capsys, "bench random --games 20 --out a")
    told(capsys, "bench density --games 30 --resume a")
    assert main(["bench", "--read", "a/games.parquet"]) == 0
    out = capsys.readouterr().out
    for part in ("30 uniform", "games", "random", "20", "density", "–", "Differences"):
        assert part in out


def test_an_hour_that_is_over_ends_a_run_early(capsys: Captured, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        "from unsunk.hunting.one_rule import OneRule\nclass Own(OneRule):\n    pass\n",
        encoding="utf-8",
    )
    found = told(capsys, f"bench own.py:Own random --games 5000 --hours 0 --out a {RULES}")
    assert [r["games"] for r in found["results"]] == [16, 5000]
    own.write_text(own.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    refused(capsys, "bench --resume a", "'own.py:Own' has changed since its games in a were hunted")


def refused(capsys: Captured, arguments: str, sentence: str) -> None:
    assert main(shlex.split(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("unsunk: ")
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--resume a --seed 3", "a holds games of seed 1, not 3"),
        ("--resume a --announce silent", "not under 'board 10x10"),
        ("--resume a --fleet three", "a holds games under 'board 10x10; fleet classic"),
        ("--resume b", "b holds no bench: begin one there with --out b"),
        ("--resume notes.txt", "notes.txt holds no bench"),
        ("--resume a densty", "did you mean density?"),
        ("--resume a --games 1", "1 games are too few"),
        ("--resume a random random", "named twice"),
        ("random --out a", "a holds a bench already: go on with it by --resume a"),
        ("random --out notes.txt", "notes.txt/blocks: not a directory"),
        ("random --out b --resume a", "exclude one another"),
        ("--out b", "no strategy is named"),
        ("densty --out b", "did you mean density?"),
        ("random optimal --out b", "the least expected shots of classic on a 10x10 board"),
        ("optimal --resume a", "the least expected shots of classic on a 10x10 board"),
        ("optimal", "the least expected shots of classic on a 10x10 board"),
        ("random --out b --seed 18446744073709551616", "is not a seed"),
        ("random --out b --games 0", "0 games are too few"),
        ("random --hours -1", "invalid value for '--hours'"),
        ("--read a/games.parquet random", "--read takes all from its file"),
        ("--read a/games.parquet --seed 1", "--read takes all from its file"),
        ("--read a/games.parquet --board 5x5", "--read takes all from its file"),
        ("--read none.parquet", "none.parquet: no such file"),
        ("--read notes.txt", "notes.txt is no whole file of games"),
        ("--read a/blocks/s0-000000000.parquet", "is no whole file of games"),
    ],
)
def test_refusals_are_one_sentence_and_leave_nothing(
    arguments: str, sentence: str, capsys: Captured
) -> None:
    told(capsys, "bench random --games 20 --out a")
    Path("notes.txt").write_text("notes", encoding="utf-8")
    before = {path: path.read_bytes() for path in Path("a").rglob("*.*")}
    refused(capsys, f"bench {arguments}", sentence)
    assert {path: path.read_bytes() for path in Path("a").rglob("*.*")} == before
    assert not Path("b").exists()
