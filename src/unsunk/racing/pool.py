"""A pool: fixed hunts with their finishing times on every layout, scored class by class.

When a mixture is scored, a random symmetry of the board is drawn with each hunt; so all layouts of
a symmetry class are found after the same law of shots, the mean over the class.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed
from unsunk.hunting.hunt import Hunt, times
from unsunk.racing.pace import Floats, Pace, Times, pace_of


@dataclass
class Pool:
    """H hunts on N layouts of K symmetry classes."""

    listed: Listed
    hunts: list[Hunt] = field(default_factory=list)
    rows: list[Times] = field(default_factory=list)
    """The finishing times (N,) of each hunt."""

    def __len__(self) -> int:
        return len(self.hunts)

    def add(self, hunt: Hunt, row: Times | None = None) -> bool:
        """Take a hunt in; whether it is another one than all before."""
        if any(hunt.shots == other.shots for other in self.hunts):
            return False
        self.hunts.append(hunt)
        self.rows.append(times(hunt, self.listed) if row is None else row)
        return True

    @property
    def times(self) -> Times:
        """(H, N) the finishing times."""
        return np.array(self.rows, np.uint8).reshape(len(self.rows), len(self.listed))

    def wins(self, pace: Pace, hunts: Sequence[int] | None = None) -> Floats:
        """(H, K) the win rate of each hunt (or of some) on each class against a pace."""
        rows = self.rows if hunts is None else [self.rows[hunt] for hunt in hunts]
        return by_class(self.listed, [pace.wins[row] for row in rows])

    def pace(self, mixture: Floats, hider: Floats) -> Pace:
        """The pace of a mixture (H,) on fleets hidden by a lottery over classes (K,)."""
        cells = self.listed.rules.board.size
        return pace_of(self.times, mixture, spread(self.listed, hider), cells)

    def means(self) -> Floats:
        """(H, K) the mean shots of each hunt on each class."""
        return by_class(self.listed, [row.astype(float) for row in self.rows])

    def laws(self, mixture: Floats) -> Floats:
        """(K, n + 1) the law of the mixture's finishing time on each class."""
        cells = self.listed.rules.board.size
        laws = np.zeros((len(self.listed.sizes), cells + 1))
        for weight, row in zip(mixture, self.rows, strict=True):
            if weight > 0:
                np.add.at(laws, (self.listed.classes, row), weight)
        return laws / self.listed.sizes[:, None]


def by_class(listed: Listed, rows: Sequence[Floats]) -> Floats:
    """(H, K) the means of rows (N,) over each symmetry class."""
    sizes = listed.sizes
    found = [np.bincount(listed.classes, row, len(sizes)) / sizes for row in rows]
    return np.array(found).reshape(len(rows), len(sizes))


def spread(listed: Listed, lottery: Floats) -> Floats:
    """(N,) a lottery over classes (K,) as one over layouts, the same for all of a class."""
    weights: NDArray[np.float64] = (lottery / listed.sizes)[listed.classes]
    return weights
