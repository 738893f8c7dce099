"""Is there any layout at all?

Four bounds refuse most impossible fleets without a search: a ship longer than the board, more
cells than the board has, more cells of one colour than the board has, and more corner points than
the board has where ships may not touch. What they let pass is searched for by `sweep`.
"""

from functools import lru_cache

from unsunk.errors import BudgetError, ImpossibleFleetError
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.fleet import Fleet
from unsunk.rules.sweep import FIND_BUDGET, Sweep


@lru_cache(maxsize=256)
def require_solvable(board: Board, fleet: Fleet, touching: Touching) -> tuple[int, ...]:
    """Return one layout as masks in fleet order, or raise ImpossibleFleetError.

    The search gives up after FIND_BUDGET states with BudgetError, so it never hangs.

    >>> require_solvable(Board(2, 2), Fleet((2, 2)), Touching.YES)
    (3, 12)
    """
    _require_room(board, fleet)
    if _too_many_of_a_colour(board, fleet) or _too_many_corners(board, fleet, touching):
        raise _does_not_fit(board, fleet, touching)
    try:
        found = Sweep(board, fleet, touching).find()
    except BudgetError:
        raise BudgetError(
            f"whether the fleet {fleet} fits on a {board} board{_rule(touching)} was not found in "
            f"{FIND_BUDGET:,} steps: take fewer ships or a larger board"
        ) from None
    if found is None:
        raise _does_not_fit(board, fleet, touching)
    return found


def _require_room(board: Board, fleet: Fleet) -> None:
    longest = max(board.rows, board.columns)
    if fleet.lengths[0] > longest:
        raise ImpossibleFleetError(
            f"a ship of {fleet.lengths[0]} is too long for a {board} board: {longest} is the most"
        )
    if fleet.cells > board.size:
        raise ImpossibleFleetError(
            f"the fleet {fleet} has {fleet.cells} cells and a {board} board only {board.size}"
        )


def _too_many_of_a_colour(board: Board, fleet: Fleet) -> bool:
    """Colour the cells by (row + column) mod k: a ship of n cells has at least n // k of each.

    >>> _too_many_of_a_colour(Board(10, 10), Fleet((4,) * 25))
    True
    """
    for colours in set(fleet.lengths):
        cells = [0] * colours
        for cell in range(board.size):
            cells[(board.row(cell) + board.column(cell)) % colours] += 1
        if sum(length // colours for length in fleet.lengths) > min(cells):
            return True
    return False


def _too_many_corners(board: Board, fleet: Fleet, touching: Touching) -> bool:
    """A ship of n cells has 2n + 2 corner points of the grid.

    Where ships may not touch no two share one; where only their corners may, two ships at most
    share a point inside the board and none on its border.

    >>> _too_many_corners(Board(5, 5), Fleet((1,) * 14), Touching.CORNERS)
    True
    """
    corners = sum(2 * length + 2 for length in fleet.lengths)
    points = (board.rows + 1) * (board.columns + 1)
    if touching is Touching.CORNERS:
        points += (board.rows - 1) * (board.columns - 1)
    return touching is not Touching.YES and corners > points


def _does_not_fit(board: Board, fleet: Fleet, touching: Touching) -> ImpossibleFleetError:
    return ImpossibleFleetError(
        f"the fleet {fleet} does not fit on a {board} board{_rule(touching)}: "
        "take fewer or shorter ships, or a larger board",
        "no_layout",
    )


def _rule(touching: Touching) -> str:
    return "" if touching is Touching.YES else f" with touching '{touching}'"
