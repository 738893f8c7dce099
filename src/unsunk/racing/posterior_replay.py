"""A game shot by shot beside the exact posterior: how often a hunter ignores the hottest cell."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed, heard_number
from unsunk.hunting.hunt import heard_at
from unsunk.racing.pace import Floats
from unsunk.rules.knowledge import Knowledge, Shot


@dataclass(frozen=True, eq=False)
class Step:
    """A shot, and what was known before it."""

    shot: Shot
    layouts: int
    """How many layouts were left, all equally likely."""
    counts: NDArray[np.int64]
    """(n,) how many of them cover each cell, 0 at cells fired at."""

    @property
    def chances(self) -> Floats:
        """(n,) the posterior chance of a ship on each cell, 0 at cells fired at."""
        chances: Floats = self.counts / self.layouts
        return chances

    @property
    def hottest(self) -> bool:
        """Whether no cell was likelier than the one fired at."""
        return bool(self.counts[self.shot.cell] == self.counts.max())


def steps(listed: Listed, record: Knowledge) -> list[Step]:
    """The shots of a record, which some layout listed fits.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x4; fleet 2; announce length")
    >>> found = steps(list_layouts_of(rules), parse_record(rules, "A1:miss C1:hit D1:sunk2"))
    >>> [(step.layouts, step.counts.tolist(), step.hottest) for step in found]
    [(3, [1, 2, 2, 1], False), (2, [0, 1, 2, 1], True), (2, [0, 1, 0, 1], True)]
    """
    part, untried, fired = np.arange(len(listed)), np.ones(listed.rules.board.size, np.int64), 0
    found = []
    for shot in record.shots:
        found.append(Step(shot, len(part), listed.covers[part].sum(axis=0) * untried))
        heard = heard_at(listed, part, fired, shot.cell)
        part = part[heard == heard_number(listed.rules, shot.outcome)]
        fired, untried[shot.cell] = fired | 1 << shot.cell, 0
    return found
