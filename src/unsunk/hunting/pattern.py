"""Patterns that cross every ship: checkerboard colours and sets of every-third diagonals."""

from functools import lru_cache

from unsunk.rules.bits import mask_of
from unsunk.rules.board import Board


@lru_cache(maxsize=256)
def colour(board: Board, odd: int) -> int:
    """The cells of one checkerboard colour: row + column even (`odd` 0, that of A1) or odd (1).

    Every ship of two cells or more has a cell of each.

    >>> bin(colour(Board(2, 2), 0))
    '0b1001'
    """
    return mask_of(cell for cell in range(board.size) if _sum(board, cell) % 2 == odd)


@lru_cache(maxsize=256)
def every_third(board: Board, falling: int, which: int) -> int:
    """One of the three sets of every-third diagonals (`which` 0 to 2) of one direction.

    Row + column (diagonals that rise to the right) or, `falling`, row - column leaves the rest
    `which` when divided by three, rows and columns counted from 1. Every straight ship of three
    cells has exactly one of them in the set (Golomb 1954). The diagonals of a set are of the two
    checkerboard colours in turn.

    >>> bin(every_third(Board(1, 7), 0, 0))
    '0b10010'
    """
    cells = range(board.size)
    if falling:
        return mask_of(c for c in cells if (board.row(c) - board.column(c)) % 3 == which)
    return mask_of(c for c in cells if (_sum(board, c) + 2) % 3 == which)


def _sum(board: Board, cell: int) -> int:
    return board.row(cell) + board.column(cell)
