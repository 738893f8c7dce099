"""All measures of a log: every cell summarised, and compared with its bases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from unsunk.study.log import Cell, samples
from unsunk.study.measures import Maybe, Paired, Summary, base_of, holm, pair, summarise

if TYPE_CHECKING:
    import polars as pl

MIDDLE = 0.5
"""The chance of a bit that tables 1, 2 and 4 are about, where it was played."""


@dataclass(frozen=True)
class Compared:
    """A cell less another, with its p-value corrected for all comparisons of that kind."""

    cell: Cell
    base: Cell
    paired: Paired
    p_holm: Maybe


@dataclass(frozen=True)
class Results:
    """What a log says; cells in its order."""

    summaries: Mapping[Cell, Summary]
    against_l0: Mapping[Cell, Compared]
    against_main: Mapping[Cell, Compared]
    """By cell at another p, compared with the same layer at the main one."""

    @cached_property
    def main(self) -> float | None:
        """The p of tables 1, 2 and 4: the one nearest to 0.5."""
        return main_p(self.summaries)

    def at_main(self) -> list[Cell]:
        """The cells at L0 and at the main p."""
        return [cell for cell in self.summaries if cell.p in (None, self.main)]


def results(log: "pl.DataFrame") -> Results:
    """Measure a log."""
    found = samples(log)
    main = main_p(found)
    bases: list[dict[Cell, Cell]] = [{}, {}]
    for cell in found:
        if cell.p is not None and base_of(cell) in found:
            bases[0][cell] = base_of(cell)
        if cell.p not in (None, main) and cell._replace(p=main) in found:
            bases[1][cell] = cell._replace(p=main)
    pairs = [
        {cell: (base, pair(found[cell], found[base])) for cell, base in kind.items()}
        for kind in bases
    ]
    summaries = {cell: summarise(sample) for cell, sample in found.items()}
    return Results(summaries, *(_corrected(kind) for kind in pairs))


def main_p(cells: Mapping[Cell, object]) -> float | None:
    """The chance that was played and is nearest to 0.5, the lower of two; None if none was.

    >>> cells = [Cell("paper", "5x5", "4,3,2", "random", "L1", p) for p in (0.25, 0.75)]
    >>> main_p(dict.fromkeys(cells))
    0.25
    """
    known = {cell.p for cell in cells if cell.p is not None}
    return min(known, key=lambda p: (abs(p - MIDDLE), p), default=None)


def _corrected(pairs: Mapping[Cell, tuple[Cell, Paired | None]]) -> dict[Cell, Compared]:
    """P-values are corrected among the comparisons of one reading."""
    done: dict[Cell, Compared] = {}
    for reading in dict.fromkeys(cell.reading for cell in pairs):
        family: Sequence[tuple[Cell, Cell, Paired]] = [
            (cell, base, paired)
            for cell, (base, paired) in pairs.items()
            if cell.reading == reading and paired is not None
        ]
        corrected = holm([paired.p_value for _, _, paired in family])
        for (cell, base, paired), p in zip(family, corrected, strict=True):
            done[cell] = Compared(cell, base, paired, p)
    return done
