"""Is there any layout at all?"""

from functools import lru_cache

from unsunk.errors import BudgetError, ImpossibleFleetError
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.fleet import Fleet
from unsunk.rules.placement import clashes, placements

SEARCH_BUDGET = 200_000


@lru_cache(maxsize=256)
def require_solvable(board: Board, fleet: Fleet, touching: Touching) -> tuple[int, ...]:
    """Return one layout, the placement index of every ship, or raise ImpossibleFleetError.

    The search gives up after SEARCH_BUDGET steps with BudgetError, so it never hangs.

    >>> require_solvable(Board(2, 2), Fleet((2, 2)), Touching.YES)
    (0, 1)
    """
    _require_room(board, fleet)
    search = _Search(board, fleet, touching)
    found = search.extend((), {length: (1 << len(placements(board, length))) - 1 for length in fleet.lengths})
    if found is None:
        raise ImpossibleFleetError(
            f"the fleet {fleet} does not fit on a {board} board"
            + ("" if touching is Touching.YES else f" with touching '{touching}'")
            + ": take fewer or shorter ships, or a larger board",
            "no_layout",
        )
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


class _Search:
    """Depth first over the ships, longest first, remembering the dead ends."""

    def __init__(self, board: Board, fleet: Fleet, touching: Touching) -> None:
        self.board, self.fleet, self.touching = board, fleet, touching
        self.dead: set[tuple[int, ...]] = set()
        self.steps = 0

    def extend(self, chosen: tuple[int, ...], free: dict[int, int]) -> tuple[int, ...] | None:
        ship = len(chosen)
        if ship == len(self.fleet.lengths):
            return chosen
        length = self.fleet.lengths[ship]
        key = (ship, *free.values())
        if key in self.dead:
            return None
        again = ship > 0 and self.fleet.lengths[ship - 1] == length
        options = free[length] & (-1 << (chosen[-1] + 1 if again else 0))
        for place in cells_of(options):
            self.steps += 1
            if self.steps > SEARCH_BUDGET:
                raise BudgetError(
                    f"whether the fleet {self.fleet} fits on a {self.board} board was not found in "
                    f"{SEARCH_BUDGET} steps: take fewer ships or a larger board"
                )
            left = {
                other: bits & ~clashes(self.board, length, other, self.touching)[place]
                for other, bits in free.items()
                if other <= length
            }
            found = self.extend((*chosen, place), left)
            if found is not None:
                return found
        if not again:
            self.dead.add(key)
        return None
