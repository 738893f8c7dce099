"""Whole fleets at random, for records whose fleets are too many to count.

Fleets are put on the board ship after ship, those over the open hits first, and each is weighted by
the number of layouts that it stands for (importance sampling). All estimates say what they are
worth: the effective sample size is (sum of weights)² / sum of squared weights.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.fleets import Count, Question, begin, layout_of
from unsunk.belief.tables import fleet_tables
from unsunk.errors import BudgetError
from unsunk.kernels.throw import Start, throw
from unsunk.rules.dice import Dice
from unsunk.rules.layout import Layout

THROWS = 200_000
"""Fleets thrown for one answer."""
Z95 = 1.959963984540054


@dataclass(frozen=True, eq=False)
class Sample:
    """Weighted fleets; `fleets` (m, ships) are numbers of `FleetTables.index`, `weights` (m,).

    Throws that came to nothing have the weight 0 and are among them.
    """

    question: Question
    fleets: NDArray[np.int32]
    weights: NDArray[np.float64]

    @property
    def effective(self) -> float:
        """The number of independent uniform fleets that the sample is worth."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    @property
    def layouts(self) -> tuple[float, float]:
        """The 95 % interval of the number of layouts."""
        mean = float(self.weights.mean())
        error = Z95 * float(self.weights.std(ddof=1)) / len(self.weights) ** 0.5
        return max(mean - error, 0.0), mean + error

    def interval(self, share: float) -> tuple[float, float]:
        """The 95 % interval of a probability estimated as `share` (Wilson 1927)."""
        n, z, share = self.effective, Z95, min(share, 1.0)
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
        return max(min(middle - reach, share), 0.0), min(max(middle + reach, share), 1.0)

    @cached_property
    def shares(self) -> tuple[tuple[float, ...], ...]:
        """For each group, for each placement, the share of the layouts with a ship there."""
        arrays = fleet_tables(self.question.rules)
        sums = np.zeros(len(arrays.tables.clash))
        for ship in range(self.fleets.shape[1]):
            sums += np.bincount(self.fleets[:, ship], self.weights, len(sums))
        return arrays.split((sums / self.weights.sum()).tolist())

    @cached_property
    def count(self) -> Count:
        """Estimates of the layouts in all and with a ship at each placement, rounded."""
        layouts = max(round(float(self.weights.mean())), 1)
        places = [tuple(round(share * layouts) for share in group) for group in self.shares]
        return Count(layouts, tuple(places))

    def draw(self, dice: Dice) -> Layout:
        """One of the fleets, by weight: nearly uniform among the layouts left."""
        sums = np.cumsum(self.weights)
        share = dice.below(1 << 32) / (1 << 32)
        row = self.fleets[int(np.searchsorted(sums, share * sums[-1], side="right"))]
        rules = self.question.rules
        return layout_of(fleet_tables(rules), rules, sorted(row.tolist()))


def sample_fleets(question: Question, seed: int, throws: int = THROWS) -> Sample:
    """Throw whole fleets; BudgetError if none of them fits.

    >>> from unsunk.rules.knowledge import Knowledge
    >>> from unsunk.rules.ruleset import Ruleset
    >>> sample = sample_fleets(Question.of(Knowledge(Ruleset())), seed=1)
    >>> sample.layouts[0] < 30_093_975_536 / 2 < sample.layouts[1]
    True
    """
    arrays = fleet_tables(question.rules)
    tables, state = arrays.tables, begin(arrays, question)
    free, bare, left = state.free[0], state.bare[0], state.left[0]
    start = Start(free, bare, left, free.copy(), bare.copy(), left.copy(), np.zeros_like(free))
    ships = int(left.sum())
    chances = np.random.default_rng(seed).random((throws, ships))
    weights, fleets = np.zeros(throws), np.zeros((throws, ships), np.int32)
    throw(tables.clash, tables.over, tables.cells, tables.start, start, chances, weights, fleets)
    if not weights.any():
        raise BudgetError(
            f"the fleets that fit the record are too many to count and too rare to find: none in "
            f"{throws:,} throws; take fewer ships or a smaller board"
        )
    return Sample(question, fleets, weights)
