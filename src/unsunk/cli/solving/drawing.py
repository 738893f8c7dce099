"""A board of shares in the terminal: a percentage a cell, warmer where it is more."""

from collections.abc import Sequence

from rich.text import Text

from unsunk.cli.playing.heat import ninths
from unsunk.cli.screen.colours import heat_style
from unsunk.rules.board import Board
from unsunk.rules.knowledge import Knowledge

WIDTH, LABEL = 4, 3
FINE = 1_000_000
"""Shares are counted in such parts."""


def shares_map(board: Board, shares: Sequence[float]) -> Text:
    """The board with the percentage of each cell, one share (0 to 1) a cell."""
    heat = ninths([round(FINE * share) for share in shares])
    return _grid(board, [(_percent(share), heat[c]) for c, share in enumerate(shares)])


def record_map(record: Knowledge) -> Text:
    """The board with the number of each shot; those that hit are bright."""
    board = record.rules.board
    cells = [("·", 0)] * board.size
    for number, shot in enumerate(record.shots):
        cells[shot.cell] = str(number + 1), 9 if record.hits >> shot.cell & 1 else 2
    return _grid(board, cells)


def _grid(board: Board, cells: Sequence[tuple[str, int]]) -> Text:
    """Texts with their heat, 0 to 9, row by row."""
    names = "".join(f"{board.name(column)[0]:>{WIDTH - 1}} " for column in range(board.columns))
    text = Text(" " * LABEL + names.rstrip(), no_wrap=True)
    for row in range(board.rows):
        text.append(f"\n{row + 1:>2} ")
        for shown, step in cells[row * board.columns : (row + 1) * board.columns]:
            text.append(f"{shown:>{WIDTH - 1}} ", heat_style(step, dark=True))
    return text


def _percent(share: float) -> str:
    if share == 0:
        return "·"
    return "<1" if share < 0.005 else str(round(100 * share))
