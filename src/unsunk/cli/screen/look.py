"""What a cell looks like: a glyph, what stands left and right of it, and the name of its style.

Every state has a form of its own, so that colour only helps: dots for misses, crosses for hits,
squares for ships; a line runs through the cells of a ship, double when it has sunk; the latest shot
stands in round brackets, the cursor in square ones.
"""

from dataclasses import dataclass, replace

from unsunk.cli.playing.waters import Mark, Waters

GLYPHS = {Mark.WATER: "·", Mark.SHIP: "■", Mark.MISS: "•", Mark.HIT: "╳", Mark.SUNK: "╳"}
GHOST, WRONG = "□", "!"


@dataclass(frozen=True)
class Ghost:
    """A ship that is about to be placed: the mask of its cells, and whether it may lie there."""

    cells: int
    fits: bool


@dataclass(frozen=True)
class Look:
    """The looks of one cell."""

    left: str
    glyph: str
    right: str
    style: str

    @property
    def text(self) -> str:
        """The three characters of the cell."""
        return self.left + self.glyph + self.right


def look(waters: Waters, cell: int, ghost: Ghost | None = None, heat: int | None = None) -> Look:
    """The looks of a cell, without the cursor; `heat` is its step from 0 to 9, None if not shown.

    >>> from unsunk.rules.board import Board
    >>> waters = Waters(Board(1, 3), (Mark.SUNK, Mark.SUNK, Mark.MISS), (0b011,), 1)
    >>> [look(waters, cell).text for cell in range(3)]
    ['╞╳═', '(╳)', ' • ']
    """
    mark = waters.marks[cell]
    if ghost is not None and ghost.cells >> cell & 1:
        style = "ghost" if ghost.fits else "wrong"
        return Look(" ", GHOST if ghost.fits else WRONG, " ", style)
    glyph = GLYPHS[mark]
    if heat is not None and mark in (Mark.WATER, Mark.SHIP):
        glyph = str(heat)
    found = replace(_in_ship(waters, cell), glyph=glyph, style=mark.value)
    if cell == waters.last:
        return replace(found, left="(", right=")")
    return found


def pointed(found: Look) -> Look:
    """The looks of the cell under the cursor."""
    return replace(found, left="[", right="]")


def _in_ship(waters: Waters, cell: int) -> Look:
    """The line that runs through the cells of a ship, double when it has sunk."""
    ship = waters.ship_on(cell)
    if not ship:
        return Look(" ", "", " ", "")
    board, sunk = waters.board, waters.marks[cell] is Mark.SUNK
    start, line, end, wall = "╞═╡║" if sunk else "╶─╴│"
    above, below = cell - board.columns, cell + board.columns
    if ship >> below & 1 or (above >= 0 and ship >> above & 1):
        return Look(wall, "", wall, "")
    column = board.column(cell)
    before = column > 0 and ship >> cell - 1 & 1
    after = column < board.columns - 1 and ship >> cell + 1 & 1
    return Look(line if before else start, "", line if after else end, "")
