"""Fleets and rulesets: what is read, what is refused, and that the sentence names the culprit."""

import pytest
from hypothesis import given

from tests.generators import fleets, rebuilt, rulesets
from unsunk.errors import ImpossibleFleetError, InputError
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Order, Touching
from unsunk.rules.fleet import CLASSIC, FLEETS, MOST_SHIPS, STUDY, THREE, Fleet
from unsunk.rules.notation import parse_rules, rules_text
from unsunk.rules.ruleset import RULESETS, Ruleset


@given(fleets(40))
def test_a_fleet_reads_back_its_text(fleet: Fleet) -> None:
    assert Fleet.parse(str(fleet)) == fleet
    assert rebuilt(fleet) == fleet


@given(fleets(40))
def test_ships_come_longest_first_and_are_found_by_name(fleet: Fleet) -> None:
    assert list(fleet.lengths) == sorted(fleet.lengths, reverse=True)
    assert fleet.cells == sum(ship.length for ship in fleet.ships)
    for ship in fleet.ships:
        assert fleet.index(ship.name) == fleet.index(f" {ship.name} ") == ship.index


def test_named_fleets() -> None:
    assert {"classic": CLASSIC, "three": THREE, "study": STUDY} == FLEETS
    assert [Fleet.parse(f" {name.upper()} ") for name in FLEETS] == list(FLEETS.values())
    assert Fleet.parse("5,4,3,3,2").names == ("5", "4", "3a", "3b", "2")
    assert Fleet.parse("5,4,3,3,2") != CLASSIC


def test_ships_of_one_length_are_named_apart_however_many() -> None:
    names = Fleet((1,) * MOST_SHIPS).names
    assert len(set(names)) == MOST_SHIPS
    assert (names[0], names[25], names[26]) == ("1a", "1z", "1aa")


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("", "''"),
        ("5;4", "'5;4'"),
        ("five", "'five'"),
        ("5,,4", "'5,,4'"),
        ("5,4.5", "'5,4.5'"),
        ("5,-4", "'5,-4'"),
        ("sub=3,2", "'sub=3,2' names some ships only"),
        ("sub=3,SUB=2", "sub, SUB"),
        ("a b=3", "'a b=3'"),
        (f"{'x' * 25}=3", "'xxxxxxxxxxxxxxxxxxxxxxxxx=3'"),
        ("0", "0 cells"),
        ("27", "27 cells"),
        ("999", "999 cells"),
        (",".join(["1"] * (MOST_SHIPS + 1)), f"{MOST_SHIPS + 1} ships"),
    ],
)
def test_unreadable_fleets_are_named(text: str, culprit: str) -> None:
    with pytest.raises(InputError) as error:
        Fleet.parse(text)
    assert culprit in str(error.value)


@pytest.mark.parametrize(
    ("lengths", "names", "culprit"),
    [
        ((), (), "0 ships"),
        ((3, 0), (), "0 cells"),
        ((3, -1), (), "-1 cells"),
        ((3, 2.0), (), "2.0 cells"),
        ((3, True), (), "True cells"),
        ((3, "2"), (), "'2' cells"),
        ((3, 2), ("sub",), "1 names for 2 ships"),
        ((3, 2), ("sub", "tug", "oar"), "3 names for 2 ships"),
        ((3, 2), ("sub", ""), "''"),
        ((3, 2), ("sub", "a:b"), "'a:b'"),
        ((3, 2), ("sub", "a;b"), "'a;b'"),
        ((3, 2), ("sub", 7), "'7'"),
        ((3, 2), ("sub", "Sub"), "sub, Sub"),
    ],
)
def test_impossible_fleets_are_named(lengths: tuple, names: tuple, culprit: str) -> None:
    with pytest.raises(InputError) as error:
        Fleet(lengths, names)
    assert culprit in str(error.value)


def test_a_ship_that_is_none_is_named_with_those_there_are() -> None:
    with pytest.raises(
        InputError, match="'frigate' is not a ship of this fleet: its ships are carrier,"
    ):
        CLASSIC.index("frigate")


@given(rulesets())
def test_a_ruleset_reads_back_its_text(rules: Ruleset) -> None:
    assert parse_rules(rules_text(rules)) == parse_rules(str(rules)) == rules
    assert rebuilt(rules) == rules


def test_words_of_the_rules_are_read_as_text() -> None:
    rules = Ruleset(touching="no", announce="named", order="simultaneous")
    assert (rules.touching, rules.announce, rules.order) == (
        Touching.NO,
        Announce.NAMED,
        Order.SIMULTANEOUS,
    )
    assert parse_rules("") == RULESETS["classic"] == Ruleset()


@pytest.mark.parametrize(
    ("wrong", "culprit"),
    [
        (
            {"touching": "maybe"},
            "'maybe' is not a value of touching: it is one of yes, corners, no",
        ),
        ({"announce": "loud"}, "'loud' is not a value of announce"),
        ({"order": "random"}, "'random' is not a value of order"),
        ({"first": 0}, "player 0 cannot fire first"),
        ({"first": 3}, "player 3 cannot fire first"),
        ({"first": True}, "player True cannot fire first"),
    ],
)
def test_rules_that_are_none_are_named(wrong: dict[str, object], culprit: str) -> None:
    with pytest.raises(InputError) as error:
        Ruleset(**wrong)
    assert culprit in str(error.value)


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("colour red", "'colour red'"),
        ("board 5x5; board 6x6", "'board 6x6'"),
        ("board", "''"),
        ("first 3", "player 3"),
        ("first x", "player x"),
        ("touching", "''"),
        ("board 4x4; fleet 5", "a ship of 5 is too long for a 4x4 board"),
    ],
)
def test_unreadable_rules_are_named(text: str, culprit: str) -> None:
    with pytest.raises(InputError) as error:
        parse_rules(text)
    assert culprit in str(error.value)


def test_ships_are_alike_unless_the_announcement_names_them() -> None:
    for announce in Announce:
        groups = Ruleset(Board(6, 6), Fleet((3, 3, 2)), announce=announce).groups
        assert groups == (((0,), (1,), (2,)) if announce is Announce.NAMED else ((0, 1), (2,)))


def test_a_ruleset_with_an_impossible_fleet_is_never_made() -> None:
    with pytest.raises(
        ImpossibleFleetError, match="the fleet 2,2 has 4 cells and a 1x3 board only 3"
    ):
        Ruleset(Board(1, 3), Fleet((2, 2)))


def test_names_are_found_in_either_case() -> None:
    assert [CLASSIC.index(name.upper()) for name in CLASSIC.names] == [0, 1, 2, 3, 4]
