"""A uniformly random layout.

Every ship is placed anywhere, and the whole fleet is thrown away at the first clash: what is left
is uniform over layouts. (Placing each ship where there is still room is not: on 4×4 with {3,2} it
covers a corner in 21.81 % of layouts instead of 22.73 %.)
"""

from unsunk.errors import BudgetError
from unsunk.rules.counting import random_number
from unsunk.rules.dice import Dice
from unsunk.rules.layout import Layout
from unsunk.rules.placement import halo, placements
from unsunk.rules.ruleset import Ruleset

REJECTION_BUDGET = 100_000
"""The most fleets that are tried before counting takes over."""


def draw_layout(rules: Ruleset, dice: Dice, tries: int = REJECTION_BUDGET) -> Layout:
    """Draw a layout, every layout equally likely.

    At most `tries` whole fleets are tried; then the layouts are counted and one is picked by its
    number. BudgetError if they are too many for that as well.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import THREE
    >>> draw_layout(Ruleset(Board(5, 5), THREE), Dice(1)).occupied.bit_count()
    8
    """
    for _ in range(tries):
        ships = _throw(rules, dice)
        if ships is not None:
            return Layout.trusted(rules, ships)
    try:
        return random_number(rules, dice)
    except BudgetError:
        raise BudgetError(
            f"no layout of {rules.fleet} on a {rules.board} board was found in {tries} throws, and the "
            "layouts are too many to count: take fewer ships or a larger board"
        ) from None


def _throw(rules: Ruleset, dice: Dice) -> tuple[int, ...] | None:
    board, taken, ships = rules.board, 0, []
    for length in rules.fleet.lengths:
        options = placements(board, length)
        mask = options[dice.below(len(options))]
        if mask & taken:
            return None
        taken |= mask | halo(board, mask, rules.touching)
        ships.append(mask)
    return tuple(ships)
