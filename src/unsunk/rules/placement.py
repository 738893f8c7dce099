"""Where one ship can lie."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from unsunk.errors import LayoutError
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching


@dataclass(frozen=True)
class Placement:
    """A ship of `length` cells from cell `first` to the right (`across`) or downwards.

    A ship of one cell has one placement a cell, written across.

    >>> Placement(3, 2, False).cells(Board(3, 3))
    (3, 6)
    """

    first: int
    length: int
    across: bool = True

    def cells(self, board: Board) -> tuple[int, ...]:
        """The cells in order; LayoutError if not all are on the board, InputError if none is."""
        if type(self.length) is not int or self.length < 1:
            raise LayoutError(
                f"a ship of {self.length!r} cells is not possible: it has 1 or more", "bad_ship"
            )
        step = 1 if self.across else board.columns
        room = (
            board.columns - board.column(self.first)
            if self.across
            else board.rows - board.row(self.first)
        )
        start = board.name(self.first)
        if self.length > room:
            way = "across" if self.across else "down"
            raise LayoutError(
                f"a ship of {self.length} from {start} {way} runs off the {board} "
                f"board: there is room for {room}",
                "off_board",
            )
        return tuple(self.first + step * i for i in range(self.length))

    def mask(self, board: Board) -> int:
        """The cells as a mask; LayoutError if they are not all on the board."""
        return sum(1 << cell for cell in self.cells(board))

    @classmethod
    def of(cls, board: Board, mask: int) -> "Placement":
        """The placement that covers exactly a mask; LayoutError if none does.

        >>> Placement.of(Board(3, 3), 0b001001)
        Placement(first=0, length=2, across=False)
        """
        cells = list(cells_of(mask))
        for across in (True, False):
            if cells and board.size > cells[-1]:
                placement = cls(cells[0], len(cells), across)
                if _fits(board, placement) and placement.mask(board) == mask:
                    return placement
        names = " ".join(board.name(cell) for cell in cells if cell < board.size)
        raise LayoutError(
            f"'{names}' is not a ship: its cells must form one straight line", "bad_ship"
        )

    @classmethod
    def parse(cls, board: Board, text: str) -> "Placement":
        """Read `A1-E1` or, for a ship of one cell, `A1`; InputError or LayoutError otherwise."""
        match = re.fullmatch(r"\s*([A-Za-z][0-9]+)\s*(?:-\s*([A-Za-z][0-9]+)\s*)?", text)
        if match is None:
            raise LayoutError(
                f"'{text}' is not a placement: write its two ends such as A1-E1", "bad_ship"
            )
        first, last = sorted((board.cell(match[1]), board.cell(match[2] or match[1])))
        if board.row(first) == board.row(last):
            return cls(first, last - first + 1, True)
        if board.column(first) == board.column(last):
            return cls(first, (last - first) // board.columns + 1, False)
        raise LayoutError(
            f"'{text}' is not a placement: a ship lies straight, across or down", "bad_ship"
        )

    def text(self, board: Board) -> str:
        """The text that `parse` reads back.

        >>> Placement(0, 5).text(Board())
        'A1-E1'
        """
        cells = self.cells(board)
        ends = [board.name(cells[0]), board.name(cells[-1])]
        return "-".join(ends if self.length > 1 else ends[:1])


def _fits(board: Board, placement: Placement) -> bool:
    room = (
        board.columns - board.column(placement.first)
        if placement.across
        else board.rows - board.row(placement.first)
    )
    return placement.length <= room


@lru_cache(maxsize=256)
def placements(board: Board, length: int) -> tuple[int, ...]:
    """All placements of a ship of `length` as masks: first those across, then those down.

    >>> [len(placements(Board(10, 10), length)) for length in (5, 1, 11)]
    [120, 100, 0]
    """
    return tuple(_placements(board, length))


def _placements(board: Board, length: int) -> Iterator[int]:
    for across in (True, False) if length > 1 else (True,):
        for first in range(board.size):
            placement = Placement(first, length, across)
            if _fits(board, placement):
                yield placement.mask(board)


@lru_cache(maxsize=4096)
def halo(board: Board, mask: int, touching: Touching) -> int:
    """The cells beside a ship that no other ship may use; 0 where ships may touch.

    >>> halo(Board(3, 3), 0b1, Touching.CORNERS), halo(Board(3, 3), 0b1, Touching.NO)
    (10, 26)
    """
    if touching is Touching.YES:
        return 0
    near = board.beside if touching is Touching.CORNERS else board.around
    halo_mask = 0
    for cell in cells_of(mask):
        halo_mask |= near[cell]
    return halo_mask & ~mask


@lru_cache(maxsize=256)
def clashes(board: Board, length: int, other: int, touching: Touching) -> tuple[int, ...]:
    """For each placement of `length` the placements of `other` that it rules out, as a bit set.

    Bit `j` of entry `i` is set when placement `i` of the one and `j` of the other overlap or touch
    against the rule.

    >>> [bin(bits) for bits in clashes(Board(1, 3), 2, 1, Touching.YES)]
    ['0b11', '0b110']
    """
    covering = [0] * board.size
    for place, mask in enumerate(placements(board, other)):
        for cell in cells_of(mask):
            covering[cell] |= 1 << place
    table = []
    for mask in placements(board, length):
        bits = 0
        for cell in cells_of(mask | halo(board, mask, touching)):
            bits |= covering[cell]
        table.append(bits)
    return tuple(table)


def still_free(
    board: Board, touching: Touching, free: dict[int, int], ship: tuple[int, int]
) -> dict[int, int]:
    """What stays free, a bit set of placements for each length, after a ship (length, placement).

    >>> still_free(Board(1, 3), Touching.YES, {2: 0b11, 1: 0b111}, (2, 0))
    {2: 0, 1: 4}
    """
    length, place = ship
    return {
        other: bits & ~clashes(board, length, other, touching)[place]
        for other, bits in free.items()
    }
