"""Answering: what a shooter hears is what the announcement tells, and nothing else."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import naive
from tests.generators import drawn, layouts, rebuilt, rulesets
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.fleet import Fleet
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import HIT, MISS, Kind, Outcome, answer


def as_heard(board: Board, outcome: Outcome) -> naive.Heard:
    cells = frozenset(divmod(cell, board.columns) for cell in cells_of(outcome.cells))
    return (str(outcome.kind), outcome.length, outcome.name, cells)


def answers(layout: Layout, cells: list[int]) -> list[Outcome]:
    return [answer(layout, mask_of(cells[:i]), cell) for i, cell in enumerate(cells)]


@given(layouts(), st.data())
def test_every_shot_is_answered_as_the_rules_say(layout: Layout, data: st.DataObject) -> None:
    rules, board = layout.rules, layout.rules.board
    cells = data.draw(st.permutations(range(board.size)))
    fleet = tuple(
        frozenset(divmod(cell, board.columns) for cell in cells_of(mask)) for mask in layout.ships
    )
    shots = [divmod(cell, board.columns) for cell in cells]
    expected = naive.story(fleet, rules.fleet.names, rules.announce, shots)
    assert [as_heard(board, outcome) for outcome in answers(layout, cells)] == expected


@given(layouts(), st.data())
def test_every_ship_sinks_once_by_its_last_cell(layout: Layout, data: st.DataObject) -> None:
    """Faults 21: whatever else the fleet holds."""
    cells = data.draw(st.permutations(range(layout.rules.board.size)))
    outcomes = answers(layout, cells)
    sinks = [
        cell for cell, outcome in zip(cells, outcomes, strict=True) if outcome.kind is Kind.SUNK
    ]
    if layout.rules.announce is Announce.SILENT:
        assert sinks == []
    else:
        last = sorted(max(cells.index(cell) for cell in cells_of(mask)) for mask in layout.ships)
        assert [cells.index(cell) for cell in sinks] == last


@pytest.mark.parametrize("announce", [Announce.SHOWN, Announce.LENGTH, Announce.NAMED])
@pytest.mark.parametrize("names", [("cruiser", "carrier"), ("cat", "catamaran"), ("3a", "3b")])
def test_ships_of_one_length_or_first_letter_sink_alone(
    announce: Announce, names: tuple[str, str]
) -> None:
    rules = Ruleset(Board(2, 3), Fleet((3, 3), names), announce=announce)
    layout = Layout(rules, (0b000111, 0b111000))
    kinds = [outcome.kind for outcome in answers(layout, [0, 3, 1, 2, 4, 5])]
    assert kinds == [Kind.HIT, Kind.HIT, Kind.HIT, Kind.SUNK, Kind.HIT, Kind.SUNK]


@given(layouts(), st.data())
def test_nothing_is_told_that_is_not_announced(layout: Layout, data: st.DataObject) -> None:
    """Faults 28: hits are not linked to ships unless the rules say so."""
    announce = layout.rules.announce
    for outcome in answers(layout, data.draw(st.permutations(range(layout.rules.board.size)))):
        if outcome.kind is Kind.MISS:
            assert outcome == MISS
        elif announce is Announce.NAMED:
            assert (outcome.length, outcome.name) != (None, None)
            assert outcome.cells == 0
        elif outcome.kind is Kind.HIT:
            assert outcome == HIT
        elif announce is Announce.LENGTH:
            assert outcome == Outcome(Kind.SUNK, outcome.length)
        else:
            assert announce is Announce.SHOWN
            assert outcome.cells.bit_count() == outcome.length


@given(rulesets(), st.data())
def test_ships_that_are_alike_are_not_told_apart_by_hits(
    rules: Ruleset, data: st.DataObject
) -> None:
    """Swapping them changes no answer but the names that are announced."""
    layout = data.draw(drawn(rules))
    cells = data.draw(st.permutations(range(rules.board.size)))
    swapped = Layout.trusted(rules, layout.key)
    one, other = answers(layout, cells), answers(swapped, cells)
    if rules.announce is Announce.SHOWN:
        one, other = ([replace(outcome, name=None) for outcome in story] for story in (one, other))
    assert one == other


def test_rows_and_columns_of_a_board_that_is_no_square() -> None:
    """Faults 19."""
    board = Board(3, 7)
    layout = Layout(Ruleset(board, Fleet((3,))), (mask_of([6, 13, 20]),))
    assert [answer(layout, 0, board.cell(name)).kind for name in ("G3", "F3", "C1")] == [
        Kind.HIT,
        Kind.MISS,
        Kind.MISS,
    ]


@pytest.mark.parametrize("outcome", [MISS, HIT, Outcome(Kind.SUNK, 3, "sub", 7)])
def test_an_outcome_says_how_to_build_it(outcome: Outcome) -> None:
    assert rebuilt(outcome) == outcome
