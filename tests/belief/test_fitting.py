"""Fleets that answer a record alike, against all layouts."""

from collections.abc import Sequence

from hypothesis import assume, given, settings

from tests.belief.test_density import MOST_LAYOUTS, fitting
from tests.generators import records, told
from unsunk.belief.fitting import fits_alone, some_fitting
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.counting import count_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.ruleset import Ruleset


def cells(knowledge: Knowledge) -> list[int]:
    return [shot.cell for shot in knowledge.shots]


@settings(max_examples=150)
@given(records(20))
def test_a_layout_fits_exactly_when_each_ship_does(played: tuple[Layout, Knowledge]) -> None:
    truth, knowledge = played
    assume(count_layouts(knowledge.rules) <= MOST_LAYOUTS)
    fleet = knowledge.rules.fleet.ships
    for layout in [truth, *fitting(knowledge)]:
        each = all(fits_alone(knowledge, s, m) for s, m in zip(fleet, layout.ships, strict=True))
        whole = each and not knowledge.hits & ~layout.occupied
        assert whole is (told(layout, cells(knowledge)) == knowledge)


@given(records(64))
def test_what_is_found_answers_alike_and_differs(played: tuple[Layout, Knowledge]) -> None:
    _, knowledge = played
    found = list(some_fitting(knowledge, 12, Dice(1)))
    assert len({layout.key for layout in found}) == len(found) <= 12
    for layout in found:
        assert told(Layout(layout.rules, layout.ships), cells(knowledge)) == knowledge


@settings(max_examples=60)
@given(records(12))
def test_few_are_all_found(played: tuple[Layout, Knowledge]) -> None:
    _, knowledge = played
    assume(count_layouts(knowledge.rules) <= 300)
    everywhere = fitting(knowledge)
    assume(len(everywhere) <= 12)
    found = {layout.key for layout in some_fitting(knowledge, 60, Dice(2))}
    if knowledge.rules.announce in (Announce.LENGTH, Announce.SILENT):
        assert found == {layout.key for layout in everywhere}
    else:
        assert found


def test_forty_are_found_late_in_a_classic_game() -> None:
    """After thirty shots, nine of them hits and one ship sunk."""
    for announce in Announce:
        rules = Ruleset(announce=announce)
        truth = next(some_fitting(Knowledge(rules), 1, Dice(3)))
        ship: Sequence[int] = [c for mask in truth.ships[:2] for c in cells_of(mask)]
        water = [c for c in range(100) if not truth.occupied >> c & 1]
        Dice(4).shuffle(water)
        knowledge = told(truth, [*water[:21], *ship])
        assert len(list(some_fitting(knowledge, 40, Dice(5)))) == 40


def test_a_ship_that_was_named_lies_where_it_was() -> None:
    rules = parse_rules("board 1x9; fleet big=3,tug=2; announce named")
    big, tug = rules.fleet.ships
    record = parse_record(rules, "C1:hit=big F1:hit=tug H1:miss")
    assert [m for m in range(5) if fits_alone(record, big, 0b111 << m)] == [0, 1, 2]
    assert [m for m in range(8) if fits_alone(record, tug, 0b11 << m)] == [4, 5]
    shown = parse_record(parse_rules("board 1x9; fleet big=3,tug=2"), "C1:hit D1:sunk2@C1-D1")
    assert [m for m in range(8) if fits_alone(shown, tug, 0b11 << m)] == [2]
    assert [m for m in range(7) if fits_alone(shown, big, 0b111 << m)] == [0, 4, 5, 6]


def test_an_impossible_record_has_none() -> None:
    rules = parse_rules("board 3x3; fleet 3; announce silent")
    record = parse_record(rules, "B1:miss B2:miss B3:miss A2:miss C2:hit C1:miss")
    assert list(some_fitting(record, 5, Dice(1))) == []


def test_ships_are_found_in_every_place() -> None:
    rules = parse_rules("board 4x4; fleet 2")
    found = {layout.ships for layout in some_fitting(Knowledge(rules), 100, Dice(1))}
    assert len(found) == 24
