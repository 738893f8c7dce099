"""What a shooter has heard: what may be fired at, and what is refused."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unsunk.errors import InputError
from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.study.reading import Condition, Feedback, Layer, Reading
from unsunk.study.view import View

BOARD = Board(3, 7)
moves = st.lists(
    st.tuples(st.sampled_from(["missed", "resisted", "damage", "linked"]), st.integers(0, 20)),
    max_size=40,
)


def blank(feedback: Feedback = Feedback.OPEN) -> View:
    reading = Reading(feedback=feedback)
    return View(Condition(BOARD, Fleet((3, 2)), Layer.L1, 0.5, reading))


@given(moves, st.sampled_from(Feedback))
def test_a_view_is_what_was_heard(heard: list[tuple[str, int]], feedback: Feedback) -> None:
    view = blank(feedback)
    for what, cell in heard:
        view = getattr(view, what)(cell)
    of = {what: {cell for one, cell in heard if one == what} for what in dict(heard)}
    missed, hurt = of.get("missed", set()), of.get("damage", set()) | of.get("linked", set())
    resisted = [cell for what, cell in heard if what == "resisted"]
    assert view.shots == sum(what != "linked" for what, _ in heard)
    assert view.misses == sum(1 << cell for cell in missed)
    assert view.damaged == sum(1 << cell for cell in hurt)
    assert view.by_link == sum(1 << cell for cell in of.get("linked", set()))
    assert view.by_link == sum(1 << cell for cell in of.get("linked", set()))
    assert view.tries == tuple(resisted.count(cell) for cell in range(BOARD.size))
    assert view.legal == sum(1 << cell for cell in range(BOARD.size) if cell not in missed | hurt)
    known = hurt if feedback is Feedback.AMBIGUOUS else hurt | set(resisted)
    assert view.occupied == sum(1 << cell for cell in known)


def test_spent_cells_are_refused_by_name_and_resisting_ones_are_not() -> None:
    view = blank().missed(0).damage(13).linked(20).resisted(6)
    for cell, sentence in (
        (0, "A1 is known to be empty"),
        (13, "G2 is damaged already"),
        (20, "G3 is damaged already"),
    ):
        with pytest.raises(InputError, match=sentence):
            view.require_legal(cell)
    view.require_legal(6)


@pytest.mark.parametrize("cell", [-1, 21, 100])
def test_cells_off_the_board_are_refused(cell: int) -> None:
    with pytest.raises(InputError, match="is not on a 3x7 board"):
        blank().require_legal(cell)


def test_a_view_has_no_place_for_a_ship_a_branch_a_link_or_a_bit() -> None:
    assert {field.name for field in fields(View)} == {
        "condition",
        "misses",
        "damaged",
        "tries",
        "sunk",
        "by_link",
        "shots",
    }


def test_text() -> None:
    assert str(blank()) == "nothing"
    assert str(blank().missed(0).damage(1).resisted(2).resisted(2)) == (
        "B1 damaged; A1 empty; C1 without damage 2x"
    )
