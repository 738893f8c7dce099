"""A uniformly random layout.

Every ship is placed anywhere, and the whole fleet is thrown away at the first clash: what is left
is uniform over layouts. (Placing each ship where there is still room is not: on 4×4 with {3,2} it
covers a corner in 21.81 % of layouts instead of 22.73 %.) Where ships fill the board hardly any
throw succeeds; there the layouts are counted and one is picked by its number.
"""

from functools import lru_cache

from unsunk.errors import BudgetError
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.dice import Dice
from unsunk.rules.layout import Layout
from unsunk.rules.numbering import random_number
from unsunk.rules.placement import halo, placements
from unsunk.rules.ruleset import Ruleset

REJECTION_BUDGET = 30_000
"""The most fleets that are tried before counting takes over (about 0.1 seconds)."""
LAST_BUDGET = 1_000_000
"""The most fleets that are tried where the layouts are too many to count (a few seconds)."""


def draw_layout(
    rules: Ruleset,
    dice: Dice,
    tries: int = REJECTION_BUDGET,
    *,
    states: int | None = None,
    last: int | None = None,
) -> Layout:
    """Draw a layout, every layout equally likely.

    At most `tries` whole fleets are tried; then the layouts are counted and one is picked by its
    number; if that takes more than `states` states (MEMORY_BUDGET), `last` more fleets
    (LAST_BUDGET) are tried before BudgetError.

    >>> from unsunk.rules.fleet import Fleet
    >>> draw_layout(Ruleset(Board(5, 5), Fleet((3, 3, 2))), Dice(1)).occupied.bit_count()
    8
    """
    last = LAST_BUDGET if last is None else last
    ships = throw_fleets(rules, dice, tries)
    if ships is None:
        try:
            return random_number(rules, dice, states)
        except BudgetError:
            ships = throw_fleets(rules, dice, last)
    if ships is None:
        raise BudgetError(
            f"no layout of {rules.fleet} on a {rules.board} board with touching '{rules.touching}' "
            f"was found in {last:,} throws, and the layouts are too many to count: "
            "take fewer ships or a larger board"
        )
    return Layout.trusted(rules, ships)


def throw_fleets(rules: Ruleset, dice: Dice, tries: int) -> tuple[int, ...] | None:
    """Throw whole fleets until one is legal; None if none of the `tries` is.

    >>> from unsunk.rules.fleet import Fleet
    >>> throw_fleets(Ruleset(Board(1, 2), Fleet((2,))), Dice(1), 1)
    (3,)
    """
    tables = [_table(rules.board, length, rules.touching) for length in rules.fleet.lengths]
    below = dice.below
    for _ in range(tries):
        taken = 0
        ships = []
        for table in tables:
            mask, near = table[below(len(table))]
            if mask & taken:
                break
            taken |= near
            ships.append(mask)
        else:
            return tuple(ships)
    return None


@lru_cache(maxsize=64)
def _table(board: Board, length: int, touching: Touching) -> tuple[tuple[int, int], ...]:
    """Every placement with itself and the cells beside it that no other ship may use."""
    return tuple((mask, mask | halo(board, mask, touching)) for mask in placements(board, length))
