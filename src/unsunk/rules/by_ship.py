"""All layouts of a fleet, counted ship by ship.

The placements still free for each length are a bit set, cut down by `clashes` after each ship. The
choice of the first ship is cut down by the board's symmetries, equal ships come in ascending order,
and the last ship is counted by one popcount. Ships of one length are not told apart here.
"""

from collections import Counter
from math import factorial

from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.fleet import Fleet
from unsunk.rules.placement import clashes, placements, still_free
from unsunk.rules.sweep import Progress

Free = dict[int, int]
"""For each length the placements that are still free, as a bit set."""


class ByShip:
    """The layouts of a fleet on a board, one ship after the other.

    >>> by_ship = ByShip(Board(4, 4), Fleet((3, 3, 2)), Touching.YES)
    >>> by_ship.count(), by_ship.steps()
    (804, 48)
    """

    def __init__(self, board: Board, fleet: Fleet, touching: Touching) -> None:
        self.board, self.touching = board, touching
        many = Counter(fleet.lengths)
        first = max(many, key=lambda length: (-many[length], length))
        rest = sorted((length for length in many if length != first), reverse=True)
        self._lengths = [length for length in (first, *rest) for _ in range(many[length])]
        """In the order in which they are placed, equal ones together."""

    def steps(self) -> int:
        """A rough count, from above, of the placements that a count tries."""
        ways = 1
        for length, many in Counter(self._lengths[:-1]).items():
            ways *= len(placements(self.board, length)) ** many // factorial(many)
        return ways // len(self.board.symmetries)

    def count(self, progress: Progress | None = None) -> int:
        """The number of layouts."""
        first = self._lengths[0]
        orbits = self._orbits(first)
        everything = {
            length: (1 << len(placements(self.board, length))) - 1 for length in self._lengths
        }
        total = 0
        for done, (place, size) in enumerate(orbits.items()):
            if progress is not None:
                progress(done, len(orbits))
            total += size * self._completions(1, self._take(everything, first, place))
        if progress is not None:
            progress(len(orbits), len(orbits))
        return total // self._lengths.count(first)

    def _orbits(self, length: int) -> dict[int, int]:
        """One placement of each class under the board's symmetries, with the size of the class."""
        masks = placements(self.board, length)
        index = {mask: place for place, mask in enumerate(masks)}
        moves = self.board.symmetries
        return Counter(min(index[self.board.moved(mask, move)] for move in moves) for mask in masks)

    def _take(self, free: Free, length: int, place: int) -> Free:
        """What stays free after a ship."""
        return still_free(self.board, self.touching, free, (length, place))

    def _completions(self, depth: int, free: Free) -> int:
        """The number of ways to place the ships from `depth` on."""
        if depth == len(self._lengths):
            return 1
        length = self._lengths[depth]
        if depth == len(self._lengths) - 1:
            return free[length].bit_count()
        last = self._lengths[depth + 1]
        if depth == len(self._lengths) - 2:
            return self._last_two(free[length], free[last], length, last)
        total = 0
        for place in cells_of(free[length]):
            left = self._take(free, length, place)
            left[length] &= -1 << place
            total += self._completions(depth + 1, left)
        return total

    def _last_two(self, options: int, bits: int, length: int, last: int) -> int:
        table, total = clashes(self.board, length, last, self.touching), 0
        for place in cells_of(options):
            left = bits & ~table[place]
            total += (left >> place if last == length else left).bit_count()
        return total
