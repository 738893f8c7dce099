"""How boards and texts share the terminal."""

from dataclasses import dataclass
from typing import Literal

from unsunk.rules.board import Board

Mode = Literal["side", "stacked", "single"]

LABEL = 3
"""Columns of the terminal for the number of a row."""
GAP = 2
"""Columns between two boards side by side."""
AROUND = 2
"""Rows for the title and the keys."""
NEWS = 150
"""Characters that the news of a turn may take."""
OF_A_PANE = 2
"""Rows for the heading and the tally of a board."""
LEAST_ROWS = 4
"""Rows of a board, column names included, below which its ships are no longer tracked."""


@dataclass(frozen=True)
class Arrangement:
    """Boards `side` by side, `stacked`, or a `single` one at a time, and the sizes of their parts.

    `cell` is the width of a cell; `width` and `height` are those of a board as it is seen, the
    names of rows and columns included; `tracker` is the number of rows for the ships' fates.
    """

    mode: Mode
    cell: int
    width: int
    height: int
    tracker: int


def news_rows(width: int) -> int:
    """The rows for the news of a turn, two to five.

    >>> news_rows(80), news_rows(40)
    (2, 4)
    """
    return max(2, min(5, -(-NEWS // max(1, width))))


def natural_width(board: Board, cell: int) -> int:
    """The width of a whole board whose cells are so wide."""
    return LABEL + cell * board.columns + 1


def pane_width(width: int, board: Board) -> int:
    """The width that each of two boards and the texts around it have, side by side or not.

    >>> pane_width(80, Board(10, 10)), pane_width(40, Board(10, 10))
    (39, 40)
    """
    return width if _cell_beside(width, board) is None else (width - GAP) // 2


def _cell_beside(width: int, board: Board) -> int | None:
    """The width of the cells with which two boards fit side by side, None if they do not."""
    fitting = (cell for cell in (3, 2) if 2 * natural_width(board, cell) + GAP <= width)
    return next(fitting, None)


def arrange(width: int, height: int, board: Board, tracker: int) -> Arrangement:
    """Fit two boards into a terminal; `tracker` is the number of rows the ships' fates would take.

    >>> arrange(80, 24, Board(10, 10), 3)
    Arrangement(mode='side', cell=3, width=34, height=11, tracker=3)
    >>> arrange(40, 24, Board(10, 10), 3).mode, arrange(40, 42, Board(10, 10), 3).mode
    ('single', 'stacked')
    """
    rows, room = board.rows + 1, height - AROUND - news_rows(width)
    beside = _cell_beside(width, board)
    if beside is not None:
        return _fitted("side", beside, board, width, room, tracker)
    cell = 3 if natural_width(board, 3) <= width else 2
    if natural_width(board, cell) <= width and 2 * (rows + OF_A_PANE + tracker) <= room:
        return _fitted("stacked", cell, board, width, room // 2, tracker)
    return _fitted("single", cell, board, width, room, tracker)


def _fitted(
    mode: Mode, cell: int, board: Board, width: int, room: int, tracker: int
) -> Arrangement:
    """The parts of one pane that has so many rows of room."""
    rows = board.rows + 1
    left = room - OF_A_PANE - tracker
    if left < min(rows, LEAST_ROWS):
        tracker, left = 0, room - OF_A_PANE
    return Arrangement(
        mode, cell, min(natural_width(board, cell), width), max(2, min(rows, left)), tracker
    )
