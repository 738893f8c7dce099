"""`unsunk advise`: where to fire, what may be heard, which shots clash, golden pictures."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from unsunk.belief.clash import clash
from unsunk.belief.posterior import posterior
from unsunk.cli.advising import law, record
from unsunk.cli.main import main
from unsunk.errors import BudgetError
from unsunk.hunting.strategy import strategy
from unsunk.rules.notation import parse_record, parse_rules, parse_shots

Captured = pytest.CaptureFixture[str]
TRANSCRIPTS = Path(__file__).parent / "transcripts"
GOLDEN = sorted((TRANSCRIPTS / "advice").glob("*.txt"))
KEYS = [
    "cell", "probability", "layouts", "kind", "effective", "seconds", "rules", "record", "outcomes",
    "strategy", "cells", "best", "finished",
]  # fmt: skip
FAULTS = {
    "2": ("board 5x5; fleet 3,2; announce length", "A2:hit B1:hit B2:sunk2", ["A1", "C1", "A3"]),
    "3": ("board 1x8; fleet 3,2; announce length", "D1:hit E1:hit C1:sunk2", ["F1", "G1"]),
    "4": ("board 4x4; fleet 3,2; announce length", "A1:hit A2:hit B2:sunk2", ["B1", "C1"]),
    "5": ("board 1x6; fleet 3,2; announce length", "", ["B1", "E1"]),
    "6": ("board 1x7; fleet 3,2; announce length", "C1:hit D1:hit", ["B1", "E1"]),
}
"""Records of which the right answers were counted by hand: number, rules, record, best cells."""


def options(rules: str) -> list[str]:
    """The options of the command line for rules in our notation."""
    pairs = [part.strip().split(" ", 1) for part in rules.split(";")]
    return [word for name, value in pairs for word in (f"--{name}", value)]


def told(capsys: Captured, *arguments: str) -> dict:
    assert main(["advise", *arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def drawn(capsys: Captured, *arguments: str) -> str:
    assert main(["advise", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_pictures(path: Path) -> None:
    """The first line is the command, whose output the rest is, byte for byte."""
    head, _, golden = path.read_text(encoding="utf-8").partition("\n")
    width, command = re.fullmatch(r"(\d+)\$ unsunk (.*)", head).groups()
    ended = subprocess.run(
        [sys.executable, "-m", "unsunk", *command.split()],
        capture_output=True,
        text=True,
        env={"COLUMNS": width, "PYTHONIOENCODING": "utf-8", "HOME": str(Path.home())},
    )
    assert ended.returncode == (2 if "unsunk: " in golden else 0)
    assert ended.stdout + ended.stderr == golden


def test_json_has_the_names_that_others_rely_on(capsys: Captured) -> None:
    found = told(capsys, "E5:hit", "E6:miss", "--announce", "length")
    assert list(found) == KEYS
    assert (found["cell"], found["cells"], found["strategy"]) == ("D5", ["D5"], "exact")
    assert found["layouts"] == 1_792_380_690
    assert found["outcomes"].keys() == {"miss", "hit", "sunk2"}
    assert found["probability"] == pytest.approx(1 - found["outcomes"]["miss"])
    assert found["best"][0]["cell"] == "D5"
    for best in found["best"]:
        assert sum(best["outcomes"].values()) == pytest.approx(1)
        assert best["count"] / found["layouts"] == best["probability"]
    shares = [best["probability"] for best in found["best"]]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("number", FAULTS)
def test_what_can_be_inferred(number: str, capsys: Captured) -> None:
    rules, shots, cells = FAULTS[number]
    found = told(capsys, *shots.split(), *options(rules))
    law = posterior(parse_record(parse_rules(rules), shots))
    assert found["cells"] == cells
    assert found["layouts"] == law.layouts
    assert found["probability"] == law.chance(law.knowledge.rules.board.cell(cells[0]))


def test_named_outcomes_are_written_as_in_records(capsys: Captured) -> None:
    rules = ["--board", "4x4", "--fleet", "sub=3,tug=2", "--announce", "named"]
    found = told(capsys, "A1:hit=tug", *rules)
    assert found["cells"] == ["B1", "A2"]
    assert list(found["outcomes"]) == ["miss", "hit=sub", "sunk2=tug"]


@pytest.mark.parametrize("name", ["density", "parity-follow", "random", "exact-lowest"])
def test_another_strategy(name: str, capsys: Captured) -> None:
    rules = "board 6x6; fleet 3,2; announce length"
    found = told(capsys, "C3:hit", "--strategy", name, *options(rules))
    knowledge = parse_record(parse_rules(rules), "C3:hit")
    heat = strategy(name).heat(knowledge)
    board = knowledge.rules.board
    assert found["cells"] == [board.name(c) for c, h in enumerate(heat) if h == max(heat)]
    assert found["probability"] == posterior(knowledge).chance(board.cell(found["cell"]))
    text = drawn(capsys, "C3:hit", "--strategy", name, *options(rules))
    assert f"{name} would fire at " in text


def test_budget_and_seed_are_those_of_the_count_and_not_of_another_strategy(
    capsys: Captured,
) -> None:
    rules = "board 6x6; fleet 3,2; announce length"
    knowledge = parse_record(parse_rules(rules), "C3:hit")
    sampled = posterior(knowledge, budget=0, seed=3)
    for name in ("exact", "exact-lowest"):
        found = told(
            capsys, "C3:hit", *options(rules), "--strategy", name, "--budget", "0", "--seed", "3"
        )
        heat = sampled.heat if name == "exact" else strategy(name).heat(knowledge)
        assert (found["kind"], found["layouts"]) == ("sampled", sampled.layouts)
        assert found["cells"] == [
            knowledge.rules.board.name(c) for c, h in enumerate(heat) if h == max(heat)
        ]


def test_fleets_out_of_reach_may_still_be_known_to_clash(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def beyond(*_: object, **__: object) -> None:
        raise BudgetError("the fleets are too many to count")

    monkeypatch.setattr(law, "prepare", beyond)
    line = ["--board", "1x6", "--fleet", "3,2"]
    for command in ("advise", "posterior"):
        assert main([command, "B1:miss", *line]) == 2
        said = capsys.readouterr().err
        assert said.startswith("unsunk: no layout fits the record: ")
        assert "B1:miss" in said
        assert main([command, "A1:miss", *line]) == 2
        assert capsys.readouterr().err == "unsunk: the fleets are too many to count\n"


def test_a_strategy_of_your_own_and_none(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(
        "from unsunk import Strategy\n"
        "class Page(Strategy):\n"
        "    name, story, source = 'page', 'Reads.', 'this'\n"
        "    def heat(self, knowledge):\n"
        "        first = knowledge.untried & -knowledge.untried\n"
        "        return [first >> c & 1 for c in range(knowledge.rules.board.size)]\n"
    )
    assert told(capsys, "A1:miss", "--strategy", f"{file}:Page")["cell"] == "B1"
    for wrong, said in (("densty", "did you mean density?"), ("optimal", "--board 4x4")):
        assert main(["advise", "--strategy", wrong]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert said in captured.err
        assert captured.err.count("\n") == 1


def test_when_every_cell_is_hit_there_is_nothing_to_fire_at(capsys: Captured) -> None:
    over = ["A1:hit", "B1:hit", "--board", "2x2", "--fleet", "2", "--announce", "silent"]
    for name in ("exact", "density"):
        found = told(capsys, *over, "--strategy", name)
        assert (found["cell"], found["probability"], found["finished"]) == (None, None, True)
        assert (found["cells"], found["best"], found["outcomes"]) == ([], [], {})
    assert "there is nothing left to fire at." in drawn(capsys, *over)


CLASHES = [
    ("board 4x4; fleet 3,2; announce length", "A1:hit C2:miss B2:sunk2 A4:miss"),
    ("board 4x4; fleet 3,2; announce length", "A1:hit D1:hit D4:miss A4:hit"),
    ("board 1x6; fleet 3,2; announce length", "B1:miss"),
    ("touching no; announce length", "E5:hit F6:hit"),
    ("announce silent", "E5:hit A1:hit A10:hit J1:hit J10:hit C3:hit"),
]


@pytest.mark.parametrize(("rules", "text"), CLASHES)
def test_a_smallest_set_of_clashing_shots_is_named(rules: str, text: str, capsys: Captured) -> None:
    ruleset = parse_rules(rules)
    shots = parse_shots(ruleset, text)
    found = clash(ruleset, shots)
    assert found is not None
    assert main(["advise", text, *options(rules)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("unsunk: no layout fits the record: ")
    assert captured.err.count("\n") == 1
    said = re.findall(r"[A-J]\d+:\w+", captured.err)
    assert said == [text.split()[number] for number in found.shots]


def test_where_no_smallest_set_is_found_the_words_of_the_rules_remain(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def beyond(*_: object) -> None:
        raise BudgetError("too many")

    monkeypatch.setattr(record, "clash", beyond)
    assert main(["advise", "A1:miss A1:hit"]) == 2
    assert capsys.readouterr().err == (
        "unsunk: shot 2: A1 is fired at twice: shot 1 was there already (miss)\n"
    )
    assert main(["advise", "B1:miss", "--board", "1x6", "--fleet", "3,2"]) == 2
    assert "no layout fits the record: at least one of its shots" in capsys.readouterr().err


def test_poor_encodings_get_letters() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "unsunk", "advise", "A1:miss", "C1:hit", "--board", "2x5",
         "--fleet", "3"],
        capture_output=True, env={"PYTHONIOENCODING": "ascii", "HOME": str(Path.home())},
    )  # fmt: skip
    assert ended.returncode == 0
    assert ended.stdout.splitlines()[1].split() == b"1 o 50 x > S 50".split()
    assert b"?" not in ended.stdout


@pytest.mark.parametrize(("colour", "escapes"), [({"NO_COLOR": "1"}, False), ({}, True)])
def test_colours_where_they_are_wanted(colour: dict[str, str], escapes: bool) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "unsunk", "advise", "E5:hit"],
        capture_output=True, text=True,
        env={"FORCE_COLOR": "1", "TERM": "xterm-256color", "HOME": str(Path.home()),
             "PYTHONIOENCODING": "utf-8", **colour},
    )  # fmt: skip
    assert ("\x1b[38;5;" in ended.stdout or "48;5;" in ended.stdout) is escapes
