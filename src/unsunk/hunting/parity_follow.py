"""Search a pattern, then follow the hits."""

from unsunk.belief.density import places_left
from unsunk.belief.explained import open_hits
from unsunk.hunting.strategy import Strategy
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge


class ParityFollow(Strategy):
    """A random cell of a pattern while searching; after a hit, beside it or along the line.

    Searching: with k the length of the shortest ship afloat, the cells where row + column, from 1,
    is divisible by k. Under `silent`, where sinks are not heard, that is the shortest ship of the
    fleet, and every hit counts as one to follow. Finishing: where two adjacent hits line up (on one
    ship, where hits are named), the cells that continue a line; else the four neighbours of every
    hit. Cells where no ship afloat has a placement left are never tried; so the last ship afloat is
    looked for only where it covers all hits that are open.
    """

    name = "parity-follow"
    story = "Searches cells a ship's length apart; after a hit, the neighbours, then the line."
    source = "Kaan Baha Sever, Battleship (2026): Normal"

    def heat(self, knowledge: Knowledge) -> list[int]:
        """1 for every cell it would fire at next."""
        board = knowledge.rules.board
        possible = list(cells_of(_possible(knowledge)))
        wanted = self._finishing(knowledge, possible)
        if not wanted:
            step = min(knowledge.afloat, default=1)
            wanted = {c for c in possible if (board.row(c) + board.column(c) + 2) % step == 0}
        return [int(cell in wanted) for cell in range(board.size)]

    def _finishing(self, knowledge: Knowledge, possible: list[int]) -> set[int]:
        board, hits = knowledge.rules.board, _hits_by_ship(knowledge)
        for reach in (2, 1):
            wanted = {c for c in possible if any(_continues(board, h, c, reach) for h in hits)}
            if wanted:
                return wanted
        return set()


def _possible(knowledge: Knowledge) -> int:
    """The cells not fired at where a ship afloat has a place.

    No ship has more cells left to be hit than the fleet has.
    """
    room = knowledge.rules.fleet.cells - knowledge.hits.bit_count()
    mask = 0
    for _, place, hits in places_left(knowledge):
        if place.bit_count() - hits <= room:
            mask |= place
    return mask & knowledge.untried


def _hits_by_ship(knowledge: Knowledge) -> list[int]:
    """The open hits, as one mask or, under `named`, as one mask a ship."""
    unexplained = open_hits(knowledge)
    if knowledge.rules.announce is Announce.NAMED:
        return [mask for mask in knowledge.named_hits.values() if mask & unexplained]
    return [unexplained]


def _continues(board: Board, hits: int, cell: int, reach: int) -> bool:
    """Whether the next `reach` cells from `cell` in some direction are all hits."""
    row, column = board.row(cell), board.column(cell)
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        last_row, last_column = row + reach * down, column + reach * right
        if not (0 <= last_row < board.rows and 0 <= last_column < board.columns):
            continue
        step = down * board.columns + right
        if all(hits >> cell + step * i & 1 for i in range(1, reach + 1)):
            return True
    return False
