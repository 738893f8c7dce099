"""Search a pattern, then follow the hits."""

from unsunk.belief.density import density
from unsunk.belief.explained import open_hits
from unsunk.hunting.strategy import Strategy
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge


class ParityFollow(Strategy):
    """A random cell of a pattern while searching; after a hit, beside it or along the line.

    Searching: cells whose row and column numbers, from 1, add up to a multiple of the shortest ship
    afloat. Under `silent`, where sinks are not heard, that is the shortest ship of the fleet, and
    every hit counts as one to follow. Finishing: where two adjacent hits line up (on one ship,
    where hits are named), the cells that continue a line; else the four neighbours of every hit.
    Cells where no ship afloat has a placement left are never tried.
    """

    name = "parity-follow"
    story = "Searches cells a ship's length apart; after a hit, the neighbours, then the line."
    source = "Kaan Baha Sever, Battleship (2026): Normal"

    def heat(self, knowledge: Knowledge) -> list[int]:
        """1 for every cell it would fire at next."""
        board = knowledge.rules.board
        possible = density(knowledge, [1] * (max(knowledge.rules.fleet.lengths) + 1))
        wanted = self._finishing(knowledge, possible)
        if not any(wanted):
            step = min(knowledge.afloat, default=1)
            wanted = [
                int(value > 0 and (board.row(cell) + board.column(cell) + 2) % step == 0)
                for cell, value in enumerate(possible)
            ]
        return wanted

    def _finishing(self, knowledge: Knowledge, possible: list[int]) -> list[int]:
        board = knowledge.rules.board
        hits = _hits_by_ship(knowledge)
        cells = [cell for cell, value in enumerate(possible) if value > 0]
        for reach in (2, 1):
            wanted = [0] * board.size
            for cell in cells:
                wanted[cell] = int(any(_continues(board, mask, cell, reach) for mask in hits))
            if any(wanted):
                return wanted
        return [0] * board.size


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
