"""The placements of each ship alone, against the answers that it would give to every shot."""

from dataclasses import replace

from hypothesis import given, settings

from tests.generators import records, rulesets
from unsunk.belief.alone import covering, places_alone
from unsunk.belief.fitting import fits_alone
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset


@settings(max_examples=200)
@given(records(49))
def test_a_placement_is_possible_if_every_shot_fits_it(played: tuple[Layout, Knowledge]) -> None:
    """A name that `shown` adds to a sink is left out, since it counts ships alike once."""
    layout, knowledge = played
    rules = knowledge.rules
    if rules.announce is Announce.SHOWN:
        shots = (Shot(s.cell, replace(s.outcome, name=None)) for s in knowledge.shots)
        knowledge = Knowledge(rules, tuple(shots))
    for group, possible in zip(rules.groups, places_alone(knowledge), strict=True):
        masks = placements(rules.board, rules.fleet.lengths[group[0]])
        for ship in group:
            fits = [fits_alone(knowledge, rules.fleet.ships[ship], mask) for mask in masks]
            assert [bool(possible >> place & 1) for place in range(len(masks))] == fits
            assert possible >> masks.index(layout.ships[ship]) & 1


@given(rulesets(100, 6))
def test_on_a_blank_board_every_placement_is_possible(rules: Ruleset) -> None:
    for group, possible in zip(rules.groups, places_alone(Knowledge(rules)), strict=True):
        length = rules.fleet.lengths[group[0]]
        assert possible == (1 << len(placements(rules.board, length))) - 1
        over = covering(rules.board, length)
        for cell in range(rules.board.size):
            for place, mask in enumerate(placements(rules.board, length)):
                assert (over[cell] >> place & 1) == (mask >> cell & 1)


def possible(rules: str, record: str) -> list[list[str]]:
    """The cells of the possible placements of each group of ships."""
    knowledge = parse_record(parse_rules(rules), record)
    board = knowledge.rules.board
    found = []
    for group, places in zip(knowledge.rules.groups, places_alone(knowledge), strict=True):
        masks = placements(board, knowledge.rules.fleet.lengths[group[0]])
        found.append(
            [
                "-".join(board.name(cell) for cell in range(board.size) if mask >> cell & 1)
                for place, mask in enumerate(masks)
                if places >> place & 1
            ]
        )
    return found


def test_a_sink_is_heard_at_the_last_cell_of_the_ship() -> None:
    """No 3 lies at B1, where a 2 sank; the 2's other cell was hit before, not after."""
    rules = "board 1x6; fleet 3,2; announce length"
    threes, apart = ["C1-D1-E1", "D1-E1-F1"], ["D1-E1", "E1-F1"]
    assert possible(rules, "A1:hit C1:hit B1:sunk2") == [
        threes,
        ["A1-B1", "B1-C1", "C1-D1", *apart],
    ]
    assert possible(rules, "A1:hit B1:sunk2 C1:hit") == [threes, ["A1-B1", "C1-D1", *apart]]


def test_a_named_ship_lies_over_its_own_hits() -> None:
    rules = "board 1x6; fleet big=3,tug=2; announce named"
    assert possible(rules, "B1:hit=big F1:miss") == [["A1-B1-C1", "B1-C1-D1"], ["C1-D1", "D1-E1"]]


def test_under_silent_only_misses_count() -> None:
    rules = "board 1x5; fleet 3; announce silent"
    assert possible(rules, "B1:hit C1:hit A1:miss") == [["B1-C1-D1", "C1-D1-E1"]]
