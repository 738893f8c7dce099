"""The map of a law in the terminal: how likely a ship is on every cell."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from rich.style import Style
from rich.text import Text

from unsunk.belief.posterior import Posterior
from unsunk.cli.lines.pictures import LETTERS
from unsunk.cli.playing.heat import ninths
from unsunk.cli.playing.waters import Mark, announced_ships
from unsunk.cli.screen.colours import heat_style
from unsunk.cli.screen.look import GLYPHS

LABEL = 3
"""Columns of the terminal for the number of a row."""
PERCENT = 3
"""The least width of a cell in which its percentage has room; in less it is a digit."""
SUNK = LETTERS[Mark.SUNK]
FIRED = {Mark.MISS: Style(), Mark.HIT: Style(bold=True), Mark.SUNK: Style(dim=True)}
SAID = {
    Mark.MISS: "a miss",
    Mark.HIT: "a hit",
    Mark.SUNK: "a hit on a sunk ship",
    Mark.WATER: "surely no ship",
    Mark.SHIP: "surely a ship",
}


@dataclass(frozen=True)
class HeatMap:
    """A law drawn in so many columns; `marked` are the cells to point at, being `what`.

    `plain` draws with ASCII alone.
    """

    law: Posterior
    width: int
    marked: Collection[int] = ()
    what: str = "the likeliest"
    plain: bool = False

    @cached_property
    def cell(self) -> int:
        """The width of a cell, 1 to 4."""
        room = (self.width - LABEL) // self.law.knowledge.rules.board.columns
        return max(1, min(4, room))

    def draw(self) -> Text:
        """The board with its names, row by row."""
        board = self.law.knowledge.rules.board
        heat = ninths(self.law.heat)
        names = "".join(self._fitted(board.name(column)[0]) for column in range(board.columns))
        text = Text(" " * LABEL + names.rstrip(), no_wrap=True)
        for row in range(board.rows):
            text.append(f"\n{row + 1:>2} ")
            for cell in range(row * board.columns, (row + 1) * board.columns):
                text.append(*self._drawn(cell, heat))
        return text

    def legend(self) -> str:
        """What the marks and numbers mean."""
        seen = {self._mark(cell) for cell in range(self.law.knowledge.rules.board.size)}
        parts = [f"{self._glyph(mark)} {said}" for mark, said in SAID.items() if mark in seen]
        if None in seen:
            parts.append(
                "a number is the percentage of the layouts with a ship there"
                if self.cell >= PERCENT
                else "a digit tells how likely a ship is there, 9 the most"
            )
        if self.marked and self.cell > 1:
            parts.append(f"{self._pointer} {self.what}")
        return f"{', '.join(parts)}."

    @property
    def _pointer(self) -> str:
        return ">" if self.plain else "▸"

    def _mark(self, cell: int) -> Mark | None:
        """What is known of a cell; None where a ship is possible."""
        law = self.law
        knowledge = law.knowledge
        if knowledge.hits >> cell & 1:
            sunk = any(ship >> cell & 1 for ship in announced_ships(knowledge))
            return Mark.SUNK if sunk else Mark.HIT
        if knowledge.misses >> cell & 1:
            return Mark.MISS
        if law.kind == "exact" and law.counts[cell] in (0, law.layouts):
            return Mark.SHIP if law.counts[cell] else Mark.WATER
        return None

    def _glyph(self, mark: Mark) -> str:
        if mark is Mark.SUNK:
            return SUNK
        if mark is Mark.WATER and self.plain:
            return "-"
        return (LETTERS if self.plain else GLYPHS)[mark]

    def _drawn(self, cell: int, heat: list[int]) -> tuple[str, Style]:
        mark = self._mark(cell)
        if mark is not None and mark in FIRED:
            return self._fitted(self._glyph(mark)), FIRED[mark]
        best = cell in self.marked
        style = heat_style(heat[cell], dark=True) + Style(bold=best or None)
        if mark is None:
            text = self._percentage(cell) if self.cell >= PERCENT else str(heat[cell])
        else:
            text = self._glyph(mark)
        return self._fitted(text, self._pointer if best else " "), style

    def _percentage(self, cell: int) -> str:
        share = 100 * self.law.chance(cell)
        return "<1" if share < 0.5 else str(min(99, round(share)))

    def _fitted(self, text: str, before: str = " ") -> str:
        """A text in the width of a cell."""
        match self.cell:
            case 1:
                return text
            case 2:
                return before + text
            case _:
                return f"{before}{text:>2}".ljust(self.cell)
