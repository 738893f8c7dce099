"""One number a cell: the hottest cells, and a choice among them."""

from collections.abc import Sequence

from unsunk.errors import TurnError
from unsunk.rules.dice import Dice


def hottest(heat: Sequence[int]) -> list[int]:
    """The cells of the largest value, in ascending order; empty if no value is above zero.

    >>> hottest([0, 3, 1, 3]), hottest([0, 0])
    ([1, 3], [])
    """
    top = max(heat, default=0)
    return [cell for cell, value in enumerate(heat) if value == top] if top > 0 else []


def pick(heat: Sequence[int], dice: Dice) -> int:
    """One of the hottest cells, each equally likely; TurnError if there is none.

    >>> {pick([0, 3, 1, 3], Dice(1, i)) for i in range(20)}
    {1, 3}
    """
    return choose(hottest(heat), dice)


def choose(cells: Sequence[int], dice: Dice) -> int:
    """One of the cells, each equally likely; TurnError if there is none."""
    if not cells:
        raise TurnError("there is no cell left to fire at", "wrong_phase")
    return cells[dice.below(len(cells))]
