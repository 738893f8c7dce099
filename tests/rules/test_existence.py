"""Impossible fleets are refused at once: a search stops after a known number of steps."""

from collections import Counter
from itertools import combinations_with_replacement
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import naive
from tests.generators import boards, fleets
from unsunk.errors import BudgetError, ImpossibleFleetError
from unsunk.rules import sweep
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.existence import require_solvable
from unsunk.rules.fleet import Fleet
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.sweep import Sweep


def fits(board: Board, fleet: Fleet, touching: Touching) -> bool:
    try:
        ships = require_solvable(board, fleet, touching)
    except ImpossibleFleetError:
        return False
    assert Layout(Ruleset(board, fleet, touching), ships).ships == ships
    return True


SMALL = [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 3), (2, 5), (3, 4)]


@pytest.mark.parametrize("touching", Touching)
@pytest.mark.parametrize("sides", SMALL)
def test_every_small_fleet_fits_exactly_if_brute_force_finds_a_place(
    sides: tuple[int, int], touching: Touching
) -> None:
    board = Board(*sides)
    for ships in range(1, 5):
        for lengths in combinations_with_replacement(range(1, 5), ships):
            if sum(lengths) <= board.size:
                expected = any(True for _ in naive.each_labelled(*sides, lengths, touching))
                assert fits(board, Fleet(lengths), touching) is expected, lengths


def many(ship: int, times: int) -> tuple[int, ...]:
    return (ship,) * times


FITS = [
    ("2x2", many(2, 2), "yes"),
    ("3x3", many(2, 4), "yes"),
    ("2x4", (3, 3, 1, 1), "yes"),
    ("4x4", many(3, 5), "yes"),
    ("5x5", many(5, 5), "yes"),
    ("5x5", many(4, 6), "yes"),
    ("5x5", (5, 5, 5, 5, 3, 2), "yes"),
    ("5x5", many(1, 13), "corners"),
    ("5x5", many(1, 9), "no"),
    ("5x5", (4, 3, 3, 3), "no"),
    ("6x6", many(3, 12), "yes"),
    ("7x7", many(4, 12), "yes"),
    ("7x7", many(2, 12), "corners"),
    ("7x7", (4, 3, 3, 2, 2, 2, 1, 1, 1, 1), "no"),
    ("8x8", many(3, 21), "yes"),
    ("8x8", many(7, 9), "yes"),
    ("8x8", many(2, 13), "no"),
    ("9x9", many(2, 40), "yes"),
    ("9x9", many(5, 16), "yes"),
    ("10x10", many(5, 20), "yes"),
    ("10x10", many(6, 16), "yes"),
    ("10x10", many(3, 33), "yes"),
    ("10x10", many(1, 25), "no"),
    ("10x10", many(4, 12), "no"),
    ("15x15", many(5, 20), "no"),
    ("26x26", many(26, 26), "yes"),
    ("26x26", many(16, 40), "yes"),
    ("26x26", many(26, 13), "no"),
    ("1x26", many(2, 13), "yes"),
    ("26x1", many(2, 9), "no"),
    ("7x3", many(2, 10), "yes"),
    ("2x13", many(2, 13), "yes"),
]

DOES_NOT_FIT = [
    ("4x4", (5,), "yes"),
    ("1x3", (2, 2), "yes"),
    ("2x2", (2, 2), "corners"),
    ("3x3", (2, 2, 2, 2, 2), "yes"),
    ("3x3", many(1, 5), "no"),
    ("3x3", many(1, 6), "corners"),
    ("5x5", many(1, 14), "corners"),
    ("5x5", many(1, 10), "no"),
    ("6x6", many(4, 9), "yes"),
    ("6x6", (5, 4, 3, 3, 2), "no"),
    ("7x7", many(1, 17), "no"),
    ("7x7", many(2, 13), "corners"),
    ("8x8", many(3, 11), "corners"),
    ("8x8", many(2, 14), "no"),
    ("10x10", many(4, 25), "yes"),
    ("10x10", many(7, 14), "yes"),
    ("10x10", many(1, 26), "no"),
    ("10x10", many(3, 15), "no"),
    ("15x15", many(5, 22), "no"),
    ("26x26", many(17, 39), "yes"),
    ("26x26", many(26, 14), "no"),
    ("2x26", many(3, 17), "yes"),
]


@pytest.mark.parametrize(("board", "lengths", "touching"), FITS)
def test_full_boards_that_have_a_layout(
    board: str, lengths: tuple[int, ...], touching: str
) -> None:
    assert fits(Board.parse(board), Fleet(lengths), Touching(touching))


@pytest.mark.parametrize(("board", "lengths", "touching"), DOES_NOT_FIT)
def test_full_boards_that_have_none(board: str, lengths: tuple[int, ...], touching: str) -> None:
    fleet = Fleet(lengths)
    with pytest.raises(ImpossibleFleetError) as error:
        Ruleset(Board.parse(board), fleet, Touching(touching))
    assert board in str(error.value)
    assert str(fleet) in str(error.value) or "a ship of 5 is too long" in str(error.value)
    roomy = fleet.cells > Board.parse(board).size or max(lengths) > 26 or lengths == (5,)
    assert error.value.reason == ("no_room" if roomy else "no_layout")


@given(boards(), fleets(40), st.sampled_from(Touching), st.integers(1, 2000))
def test_a_search_ends_after_its_budget_whatever_is_asked(
    board: Board, fleet: Fleet, touching: Touching, budget: int
) -> None:
    search = Sweep(board, fleet, touching)
    with patch.object(sweep, "FIND_BUDGET", budget):
        try:
            found = search.find()
        except BudgetError as error:
            assert search.steps == budget
            assert f"more than {budget:,} steps" in str(error)  # noqa: PT017
        else:
            assert search.steps <= budget
            assert found is None or Counter(m.bit_count() for m in found) == Counter(fleet.lengths)


def test_a_fleet_that_stays_unclear_is_refused_with_a_sentence() -> None:
    with pytest.raises(
        BudgetError, match="was not found in 200,000 steps: take fewer ships or a larger"
    ):
        Ruleset(Board(26, 26), Fleet(many(9, 36)), Touching.NO)
