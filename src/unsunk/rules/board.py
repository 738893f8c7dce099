"""The grid: its size, the names of its cells, its symmetries."""

import re
from dataclasses import dataclass
from functools import cached_property

from unsunk.errors import InputError

LARGEST_SIDE = 26


@dataclass(frozen=True)
class Board:
    """A grid of `rows` x `columns` cells, each side 1 to 26; InputError otherwise.

    Cells are numbered row by row: cell = row * columns + column, rows and columns from 0.
    Names are a column letter and a row number, A1 at the top left.

    >>> board = Board(3, 7)
    >>> board.name(board.cell("G2")), board.row(13), board.column(13)
    ('G2', 1, 6)
    """

    rows: int = 10
    columns: int = 10

    def __post_init__(self) -> None:
        for side in (self.rows, self.columns):
            if type(side) is not int or not 1 <= side <= LARGEST_SIDE:
                raise InputError(
                    f"'{self.rows}x{self.columns}' is not a board: "
                    f"rows and columns are whole numbers from 1 to {LARGEST_SIDE}"
                )

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Read `ROWSxCOLUMNS`; InputError if the text is anything else.

        >>> Board.parse("3x7")
        Board(rows=3, columns=7)
        """
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*[xX×]\s*([0-9]{1,3})\s*", text)
        if match is None:
            raise InputError(f"'{text}' is not a board: write ROWSxCOLUMNS, for instance 10x10")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @property
    def full(self) -> int:
        """The mask of all cells."""
        return (1 << self.size) - 1

    def row(self, cell: int) -> int:
        """The row of a cell, from 0."""
        return cell // self.columns

    def column(self, cell: int) -> int:
        """The column of a cell, from 0."""
        return cell % self.columns

    def name(self, cell: int) -> str:
        """The name of a cell index; InputError if it is not on the board.

        >>> Board(10, 10).name(99)
        'J10'
        """
        if not 0 <= cell < self.size:
            raise InputError(f"cell {cell} is not on a {self} board: it has {self.size} cells")
        return f"{chr(ord('A') + cell % self.columns)}{cell // self.columns + 1}"

    def cell(self, name: str) -> int:
        """The index of a cell name, in either case; InputError if it is not on the board.

        >>> Board(10, 10).cell("j10")
        99
        """
        match = re.fullmatch(r"\s*([A-Za-z])([1-9][0-9]?)\s*", name)
        if match is None:
            raise InputError(f"'{name}' is not a cell: write a letter and a number such as C7")
        column, row = ord(match[1].upper()) - ord("A"), int(match[2]) - 1
        if row >= self.rows or column >= self.columns:
            last = self.name(self.size - 1)
            raise InputError(f"'{name}' is not on a {self} board: its cells run from A1 to {last}")
        return row * self.columns + column

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The board's symmetries as permutations: cell `c` moves to `symmetry[c]`.

        Eight on a square, four on another rectangle; fewer where images coincide (1 x n, 1 x 1).
        The identity comes first.

        >>> [len(Board(*sides).symmetries) for sides in ((4, 4), (3, 4), (1, 4), (1, 1))]
        [8, 4, 2, 1]
        """
        rows, columns = self.rows, self.columns
        images = []
        for transpose in (False, True) if rows == columns else (False,):
            for flip_rows in (False, True):
                for flip_columns in (False, True):
                    image = []
                    for cell in range(self.size):
                        row, column = divmod(cell, columns)
                        row = rows - 1 - row if flip_rows else row
                        column = columns - 1 - column if flip_columns else column
                        row, column = (column, row) if transpose else (row, column)
                        image.append(row * columns + column)
                    images.append(tuple(image))
        return tuple(dict.fromkeys(images))

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For every cell the mask of its two to four edge neighbours."""
        return tuple(
            self._around(cell, ((-1, 0), (1, 0), (0, -1), (0, 1))) for cell in range(self.size)
        )

    @cached_property
    def around(self) -> tuple[int, ...]:
        """For every cell the mask of its up to eight neighbours, corners included."""
        steps = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        return tuple(self._around(cell, steps) for cell in range(self.size))

    def _around(self, cell: int, steps: tuple[tuple[int, int], ...]) -> int:
        row, column = divmod(cell, self.columns)
        mask = 0
        for down, right in steps:
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                mask |= 1 << (row + down) * self.columns + column + right
        return mask

    def moved(self, mask: int, symmetry: tuple[int, ...]) -> int:
        """Return a mask moved by one of the symmetries."""
        moved = 0
        while mask:
            low = mask & -mask
            moved |= 1 << symmetry[low.bit_length() - 1]
            mask ^= low
        return moved
