"""`unsunk posterior`: the names in its JSON, known counts, kinds of number, what it refuses."""

import io
import json
import math
import signal
import subprocess
import sys
import time

import pytest

from unsunk.belief.posterior import posterior
from unsunk.cli.advising.law import counted, prepare
from unsunk.cli.main import main
from unsunk.errors import InputError
from unsunk.rules.board import Board
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.ruleset import Ruleset

Captured = pytest.CaptureFixture[str]
EXACT = ["layouts", "kind", "effective", "seconds", "rules", "record", "counts", "probabilities"]
MANY = ["--board", "15x15", "--fleet", "5,5,4,4,3,3,3,2,2,2", "E5:hit"]
"""A fleet that is sampled at any budget of ours."""


def told(capsys: Captured, *arguments: str) -> dict:
    """The JSON that `posterior` prints, and nothing else."""
    assert main(["posterior", *arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def drawn(capsys: Captured, *arguments: str) -> list[str]:
    assert main(["posterior", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out.splitlines()


@pytest.mark.parametrize(
    ("options", "layouts"),
    [
        (["--announce", "length"], 15_046_987_768),
        (["--announce", "named"], 30_093_975_536),
        (["--touching", "no"], 1_925_751_392),
    ],
)
def test_the_blank_classic_board(options: list[str], layouts: int, capsys: Captured) -> None:
    found = told(capsys, "", *options)
    assert list(found) == EXACT
    assert (found["layouts"], found["kind"], found["effective"]) == (layouts, "exact", None)
    assert list(found["counts"]) == [Board().name(cell) for cell in range(100)]
    assert sum(found["counts"].values()) == 17 * layouts
    if options[1] == "length":
        assert found["counts"]["A1"] == 1_203_741_932
        assert found["counts"]["E5"] == 3_214_027_020
        assert found["probabilities"]["A1"] == 1_203_741_932 / layouts


def test_cells_fired_at_are_among_them(capsys: Captured) -> None:
    rules = ["--board", "5x5", "--fleet", "3,2", "--announce", "length"]
    found = told(capsys, "A2:hit", "B1:hit,B2:sunk2", *rules)
    assert found["record"] == "A2:hit B1:hit B2:sunk2"
    assert found["layouts"] == 4
    assert found["counts"]["A2"] == found["counts"]["B1"] == 4
    assert [found["probabilities"][cell] for cell in ("A1", "C1", "A3", "D1", "E1")] == [
        0.5, 0.5, 0.5, 0.25, 0,
    ]  # fmt: skip
    assert parse_rules(found["rules"]).fleet.lengths == (3, 2)


def test_no_record_is_a_blank_board(capsys: Captured) -> None:
    small = ["--board", "4x4", "--fleet", "3,2"]
    found = [told(capsys, *record, *small) for record in ([], [""], [" ,\n"])]
    assert {one["layouts"] for one in found} == {264}


def test_a_record_from_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("A1:miss\nB1:hit\n"))
    assert told(capsys, "-", "--announce", "silent")["record"] == "A1:miss B1:hit"
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["posterior", "-"]) == 2
    assert capsys.readouterr().err == (
        "unsunk: standard input is closed: give the record as an argument instead of -\n"
    )


def test_bytes_that_are_no_text_are_refused_in_words() -> None:
    command = [sys.executable, "-m", "unsunk", "posterior", "-"]
    ended = subprocess.run(command, input=b"\xff\xfe", capture_output=True)
    assert ended.returncode == 2
    assert b"is not a shot" in ended.stderr
    assert ended.stderr.count(b"\n") == 1


def test_samples_say_so_with_their_intervals(capsys: Captured) -> None:
    found = told(capsys, *MANY, "--budget", "0", "--seed", "7")
    head = ["layouts", "kind", "layouts_low", "layouts_high", *EXACT[2:], "low", "high"]
    assert list(found) == head
    assert found["kind"] == "sampled"
    assert found["layouts_low"] < found["layouts"] < found["layouts_high"]
    assert found["effective"] > 1000
    for cell, share in found["probabilities"].items():
        assert found["low"][cell] <= share <= found["high"][cell]
    again = told(capsys, *MANY, "--budget", "0", "--seed", "7")
    other = told(capsys, *MANY, "--budget", "0", "--seed", "8")
    assert again["counts"] == found["counts"] != other["counts"]


def test_a_sample_agrees_with_the_exact_count(capsys: Captured) -> None:
    exact = told(capsys, "E5:hit", "--announce", "length")
    rules = parse_rules("announce length")
    law, _ = counted(parse_record(rules, "E5:hit"), 0, 1)
    if law.kind == "sampled":
        low, high = law.interval(rules.board.cell("D5"))
        assert low < exact["probabilities"]["D5"] < high


def test_placements_of_every_kind_of_ship(capsys: Captured) -> None:
    found = told(capsys, "--board", "1x6", "--fleet", "tug=3,2a=2,2b=1", "--placements")
    assert [ship["ships"] for ship in found["ships"]] == [["tug"], ["2a"], ["2b"]]
    for ship in found["ships"]:
        assert sum(ship["placements"].values()) == len(ship["ships"]) * found["layouts"]
        assert all(ship["placements"].values())
    twins = told(capsys, "--board", "2x3", "--fleet", "2,2", "--placements")
    assert sum(twins["ships"][0]["placements"].values()) == 2 * twins["layouts"]
    assert main(["posterior", "--placements"]) == 2
    assert capsys.readouterr().err == "unsunk: --placements goes with --json: add it\n"


def test_seconds_are_those_of_the_counting_alone() -> None:
    """Kernels and tables are ready before the clock is looked at; the count is made in between."""
    times = iter([10.0, 10.25])
    knowledge = Knowledge(Ruleset())
    law, seconds = counted(knowledge, 2.0, 1, lambda: next(times))
    assert seconds == 0.25
    assert law.counts == posterior(knowledge).counts


def test_ctrl_c_stops_a_long_count() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    knowledge = Knowledge(parse_rules("board 15x15; fleet 5,5,4,4,3,3,3,2,2,2"))
    prepare(knowledge.rules)
    before = signal.signal(signal.SIGALRM, interrupt)
    start = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            counted(knowledge, 3600, 1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("budget", [math.nan, math.inf, -1.0, 1e6])
def test_budgets_that_are_none(budget: float) -> None:
    with pytest.raises(InputError, match="it is 0 to 86400"):
        counted(Knowledge(Ruleset()), budget, 1)


def test_the_map(capsys: Captured) -> None:
    lines = drawn(capsys, "A1:miss", "C1:hit", "--board", "2x5", "--fleet", "3")
    assert lines[:3] == [
        "     A   B   C   D   E",
        " 1   •  50   ╳ ▸ ■  50 ",
        " 2   ·   ·   ·   ·   · ",
    ]
    text = " ".join(lines)
    assert "• a miss, ╳ a hit, · surely no ship, ■ surely a ship" in text
    assert "2 layouts fit the record (exact)." in text
    assert "Likeliest: D1, 100 %." in text


@pytest.mark.parametrize("width", [20, 40, 80, 200])
@pytest.mark.parametrize("board", ["10x10", "15x15", "26x26", "1x3"])
def test_the_map_fits(
    width: int, board: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = drawn(capsys, "--board", board, "--fleet", "3")
    rows, columns = map(int, board.split("x"))
    assert all(len(line) <= max(width, 3 + columns) for line in lines)
    assert [int(line[:2]) for line in lines[1 : rows + 1]] == list(range(1, rows + 1))
    assert not any(line.startswith("%") for line in lines)


def test_a_finished_record_and_a_sample_in_words(capsys: Captured) -> None:
    lines = drawn(capsys, "A1:hit", "B1:sunk2", "--board", "2x2", "--fleet", "2", "--announce",
                  "length")  # fmt: skip
    assert "Every cell of the fleet is hit: there is nothing left to fire at." in lines
    assert "1 layout fits the record (exact)." in lines
    text = " ".join(drawn(capsys, *MANY, "--budget", "0"))
    assert "layouts fit the record (sampled, 95 % interval " in text
    assert "About " in text
    assert "Sampled in " in text


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("A1:huh", "shot 1: 'A1:huh' is not a shot: write CELL:miss, CELL:hit or CELL:sunk3"),
        ("A1:miss Z9:hit", "shot 2: 'Z9' is not on a 10x10 board: its cells run from A1 to J10"),
        ("H7:sunk5", "shot 1: H7 sinks a ship, but under 'shown' its cells are announced too"),
        ("A1:miss A1:hit", "the record: these 2 shots cannot all be true: A1:miss A1:hit"),
        ("A1:sunk3@A1-C1", "A1:sunk3@A1-C1 (A1 sinks a ship over B1, which was not hit)"),
    ],
)  # fmt: skip
def test_records_that_are_refused(record: str, sentence: str, capsys: Captured) -> None:
    for command in ("posterior", "advise"):
        assert main([command, record]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("unsunk: ")
        assert captured.err.count("\n") == 1
        assert sentence in captured.err
