"""A board as lines of text."""

from collections.abc import Sequence

from unsunk.cli.playing.heat import ninths
from unsunk.cli.playing.waters import Mark, Waters
from unsunk.rules.board import Board

LETTERS = {Mark.WATER: ".", Mark.SHIP: "S", Mark.MISS: "o", Mark.HIT: "x", Mark.SUNK: "#"}
LEGEND = ". is water, o a miss, x a hit, # a hit on a sunk ship"


def picture(waters: Waters) -> list[str]:
    r"""A board with a letter for every mark.

    >>> marks = (Mark.WATER, Mark.MISS, Mark.HIT, Mark.SHIP)
    >>> print("\n".join(picture(Waters(Board(2, 2), marks, (), None))))
        A B
     1  . o
     2  x S
    """
    return grid(waters.board, [LETTERS[mark] for mark in waters.marks])


def heat_picture(board: Board, heat: Sequence[int], fired: int) -> list[str]:
    r"""A board with a digit for every cell not fired at: its share of the largest value, 0 to 9.

    >>> print("\n".join(heat_picture(Board(1, 3), [0, 5, 10], 0b001)))
        A B C
     1  . 4 9
    """
    digits = ninths(heat)
    return grid(board, ["." if fired >> c & 1 else str(digits[c]) for c in range(board.size)])


def grid(board: Board, letters: Sequence[str]) -> list[str]:
    """One letter a cell, under the names of the columns and beside those of the rows."""
    columns = [board.name(column)[0] for column in range(board.columns)]
    lines = ["    " + " ".join(columns)]
    for row in range(board.rows):
        cells = letters[row * board.columns : (row + 1) * board.columns]
        lines.append(f"{row + 1:2}  {' '.join(cells)}")
    return lines
