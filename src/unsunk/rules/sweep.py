"""All layouts of a fleet, by going over the board cell by cell.

At every cell a ship begins there or none does. What matters for the cells to come is only which of
them the ships begun so far cover or rule out, and which ships are left: layouts that agree in that
have the same continuations, which are searched or counted once (dynamic programming over a
"broken profile"; the profile is short because the board is swept along its longer side). Where the
ships of a fleet fill most of the board this is quick however many ships there are, and where they
are few, listing them ship by ship (`by_ship`) may be quicker.

Ships of one length are not told apart here.
"""

from collections import Counter
from collections.abc import Callable

from unsunk.errors import BudgetError
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.fleet import Fleet
from unsunk.rules.placement import halo, placements

FIND_BUDGET = 200_000
"""The most states that a search for one layout looks at (under half a second)."""
MEMORY_BUDGET = 400_000
"""The most states that are kept to find layouts by their number (about two seconds, 100 MB)."""
COUNT_BUDGET = 40_000_000
"""The most states that a count goes through (about a minute)."""

BITS = 6
"""The number of ships left of one length takes 6 bits: a fleet has at most 40 ships."""

Progress = Callable[[int, int], None]
"""Called with (parts done, parts in all)."""


class Sweep:
    """The layouts of a fleet on a board in the order in which a sweep meets them.

    >>> sweep = Sweep(Board(1, 6), Fleet((3, 2)), Touching.YES)
    >>> sweep.count(), sweep.total(), sorted({sweep.layout(i) for i in range(6)})[0]
    (6, 6, (7, 24))
    """

    def __init__(self, board: Board, fleet: Fleet, touching: Touching) -> None:
        self.board, self.fleet = board, fleet
        self._turned = board.columns > board.rows
        self._grid = Board(board.columns, board.rows) if self._turned else board
        many = Counter(fleet.lengths)
        lengths = sorted(many, reverse=True)
        self._all = sum(many[length] << BITS * kind for kind, length in enumerate(lengths))
        self._starts: list[list[tuple[int, int, int, int]]] = [[] for _ in range(board.size)]
        """For each cell the ships that can begin there: (kind's shift, length, mask, with halo)."""
        for kind, length in enumerate(lengths):
            for mask in placements(self._grid, length):
                first = next(cells_of(mask))
                near = mask | halo(self._grid, mask, touching)
                self._starts[first].append((BITS * kind, length, mask >> first, near >> first))
        self._ways: dict[tuple[int, int, int], int] = {}
        self._most = self._refused = 0
        """The most states that are kept, and the largest such number that was too small."""
        self._seen: set[tuple[int, int, int]] = set()
        self.steps = 0
        """The states that the last search looked at."""

    def find(self) -> tuple[int, ...] | None:
        """One layout as masks in fleet order, None if there is none.

        BudgetError if neither is clear after FIND_BUDGET states.
        """
        self._seen.clear()
        try:
            found = self._find(0, 0, self._all, self.fleet.cells)
        finally:
            self.steps = len(self._seen)
            self._seen.clear()
        return None if found is None else self._in_fleet_order(found)

    def _find(self, cell: int, blocked: int, left: int, need: int) -> list[int] | None:
        """Place the ships left at or after a cell; bit 0 of `blocked` is that cell."""
        if not left:
            return []
        while need <= self.board.size - cell - blocked.bit_count():
            if not blocked & 1:
                state = (cell, blocked, left)
                if state in self._seen:
                    return None
                if len(self._seen) >= FIND_BUDGET:
                    raise self._over_budget(FIND_BUDGET)
                self._seen.add(state)
                for shift, length, mask, near in self._starts[cell]:
                    if left >> shift & 63 and not mask & blocked:
                        rest = left - (1 << shift)
                        found = self._find(cell + 1, (blocked | near) >> 1, rest, need - length)
                        if found is not None:
                            return [mask << cell, *found]
            cell, blocked = cell + 1, blocked >> 1
        return None

    def count(self, progress: Progress | None = None, most: int = COUNT_BUDGET) -> int:
        """The number of layouts; BudgetError if more than `most` states are met."""
        size, total, states = self.board.size, 0, 0
        need = self._cells_needed()
        layer = {self._all: 1}
        width = BITS * len(set(self.fleet.lengths))
        for cell in range(size):
            if progress is not None:
                progress(cell, size)
            states += len(layer)
            if states > most:
                raise self._over_budget(most)
            layer, done = self._next_layer(cell, layer, width, need)
            total += done
        if progress is not None:
            progress(size, size)
        return total

    def _cells_needed(self) -> dict[int, int]:
        """For every packed number of ships left the number of their cells."""
        need = {0: 0}
        many = Counter(self.fleet.lengths)
        for kind, length in enumerate(sorted(many, reverse=True)):
            need = {
                left + (n << BITS * kind): cells + n * length
                for left, cells in need.items()
                for n in range(many[length] + 1)
            }
        return need

    def _next_layer(
        self, cell: int, layer: dict[int, int], width: int, need: dict[int, int]
    ) -> tuple[dict[int, int], int]:
        """The states at the next cell with their ways, and the ways to be done at this one.

        A state is `blocked << width | left`.
        """
        following: dict[int, int] = {}
        done, here, ships = 0, 1 << width, (1 << width) - 1
        room = self.board.size - cell
        starts = [
            (shift, 1 << shift, mask << width, near << width)
            for shift, _, mask, near in self._starts[cell]
        ]
        for state, ways in layer.items():
            left = state & ships
            if need[left] > room - (state >> width).bit_count():
                continue
            empty = state >> width + 1 << width | left
            following[empty] = following.get(empty, 0) + ways
            if state & here:
                continue
            for shift, one, mask, near in starts:
                if left >> shift & 63 and not state & mask:
                    if left == one:
                        done += ways
                        continue
                    after = (state | near) >> width + 1 << width | left - one
                    following[after] = following.get(after, 0) + ways
        return following, done

    def total(self, most: int | None = None) -> int:
        """The number of layouts, with all that `layout` needs kept.

        BudgetError if that is more than `most` states, MEMORY_BUDGET unless given.
        """
        most = MEMORY_BUDGET if most is None else most
        if most <= self._refused:
            raise self._over_budget(most)
        self._most = most
        try:
            return self._count(0, 0, self._all, self.fleet.cells)
        except BudgetError:
            self._ways.clear()
            self._refused = most
            raise

    def _count(self, cell: int, blocked: int, left: int, need: int) -> int:
        """The ways to place the ships left at or after a cell; bit 0 of `blocked` is that cell."""
        if not left:
            return 1
        met: list[tuple[tuple[int, int, int], int]] = []
        total = 0
        while need <= self.board.size - cell - blocked.bit_count():
            if not blocked & 1:
                state = (cell, blocked, left)
                known = self._ways.get(state)
                if known is not None:
                    total = known
                    break
                if len(self._ways) + len(met) >= self._most:
                    raise self._over_budget(self._most)
                met.append(
                    (state, sum(self._count(*after) for _, after in self._options(*state, need)))
                )
            cell, blocked = cell + 1, blocked >> 1
        for state, ways in reversed(met):
            total += ways
            self._ways[state] = total
        return total

    def _options(
        self, cell: int, blocked: int, left: int, need: int
    ) -> list[tuple[int, tuple[int, int, int, int]]]:
        """The masks of the ships that can begin at a cell, each with what `_count` takes next."""
        return [
            (mask << cell, (cell + 1, (blocked | near) >> 1, left - (1 << shift), need - length))
            for shift, length, mask, near in self._starts[cell]
            if left >> shift & 63 and not mask & blocked
        ]

    def layout(self, number: int) -> tuple[int, ...]:
        """The layout of that number, 0 to `total() - 1`, as masks in fleet order."""
        cell, blocked, left, need = 0, 0, self._all, self.fleet.cells
        chosen: list[int] = []
        while left:
            options = [] if blocked & 1 else self._options(cell, blocked, left, need)
            for mask, after in options:
                ways = self._count(*after)
                if number < ways:
                    chosen.append(mask)
                    cell, blocked, left, need = after
                    break
                number -= ways
            else:
                cell, blocked = cell + 1, blocked >> 1
        return self._in_fleet_order(chosen)

    def _in_fleet_order(self, masks: list[int]) -> tuple[int, ...]:
        if self._turned:
            columns, rows = self.board.columns, self.board.rows
            masks = [
                mask_of(cell % rows * columns + cell // rows for cell in cells_of(m)) for m in masks
            ]
        return tuple(sorted(masks, key=lambda mask: (-mask.bit_count(), mask)))

    def _over_budget(self, budget: int) -> BudgetError:
        return BudgetError(
            f"the layouts of {self.fleet} on a {self.board} board take more than {budget:,} steps: "
            "take fewer ships or a smaller board"
        )
