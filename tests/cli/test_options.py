"""The options that commands share."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from unsunk.cli import main as cli
from unsunk.cli.options import Json, Seed, chosen_rules, named_rules, takes_rules
from unsunk.errors import ImpossibleFleetError, InputError
from unsunk.rules.ruleset import RULESETS, Ruleset


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], Ruleset, int, bool]]:
    """The calls of a command `probe` that takes names and the rules."""
    calls = []

    @takes_rules
    def probe(names: list[str], rules: Ruleset, seed: Seed = 0, json: Json = False) -> None:
        """Probe."""
        calls.append((names, rules, seed, json))

    module = ModuleType("unsunk.cli.probe")
    module.__dict__["probe"] = probe
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(cli.COMMANDS, "probe", "Probe.")
    return calls


Calls = list[tuple[list[str], Ruleset, int, bool]]


def test_without_options_it_is_the_classic_game(called: Calls) -> None:
    assert cli.main(["probe", "density"]) == 0
    assert called == [(["density"], Ruleset(), 0, False)]


def test_every_option(called: Calls) -> None:
    line = "probe a b --board 5x7 --fleet 3,3,2 --touching no --announce length --seed 4 --json"
    assert cli.main(line.split()) == 0
    [(names, rules, seed, json)] = called
    assert (names, seed, json) == (["a", "b"], 4, True)
    assert str(rules) == (
        "board 5x7; fleet 3,3,2; touching no; announce length; order alternate; first 1"
    )


@pytest.mark.parametrize("name", RULESETS)
def test_rules_by_name(name: str, called: Calls) -> None:
    assert cli.main(["probe", "a", "--rules", name]) == 0
    assert called[0][1] == RULESETS[name]


def test_options_change_a_named_ruleset() -> None:
    assert chosen_rules("small", announce="silent") == Ruleset(
        RULESETS["small"].board, RULESETS["small"].fleet, announce="silent"
    )


def test_rules_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('board = "4x6"\nfleet = [3, 2]\norder = "simultaneous"\nfirst = 2\n')
    assert str(named_rules(str(path))) == (
        "board 4x6; fleet 3,2; touching yes; announce shown; order simultaneous; first 2"
    )


@pytest.mark.parametrize(
    "text",
    [
        *("board = 10", "boards = '4x4'", "board", "fleet = []", "first = 3", "first = 'x'"),
        *("\x00", "first = true", "first = 1.5", "fleet = [[3], [2]]", "board = {rows = 3}"),
        f"fleet = {'[' * 5_000}",
        f"fleet = {'[' * 100}{']' * 100}",
        f"first = {'9' * 5_000}",
        f"first = 0x{'f' * 5_000}",
        f"fleet = '{'9' * 5_000}'",
    ],
)
def test_a_bad_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=f"^{re.escape(str(path))}: ") as refused:
        named_rules(str(path))
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


def test_a_file_names_itself_and_an_impossible_fleet_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('board = "2x2"\nfleet = [2, 2]\ntouching = "no"\n')
    with pytest.raises(ImpossibleFleetError, match=re.escape(str(path))) as refused:
        named_rules(str(path))
    assert refused.value.reason == "no_layout"


def test_neither_a_name_nor_a_file() -> None:
    with pytest.raises(InputError, match=r"neither a ruleset .*classic.* nor a file"):
        named_rules("nothing")


@pytest.mark.parametrize(
    "option",
    ["--board 0x4", "--board ten", "--fleet 5;4", "--touching maybe", "--announce x", "--seed -1"],
)
def test_bad_values_are_one_sentence(
    option: str, called: Calls, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["probe", "a", *option.split()]) == 2
    assert called == []
    error = capsys.readouterr().err
    assert error.startswith("unsunk: ")
    assert error.count("\n") == 1


def test_a_fleet_that_has_no_place() -> None:
    with pytest.raises(ImpossibleFleetError):
        chosen_rules(board="2x2")
