"""What finishing times say: means with their intervals, quantiles, paired differences.

Game i has the same layout for every strategy, so two strategies are compared on the games that
both have hunted.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unsunk.rules.ruleset import Ruleset

Z95 = 1.959963984540054
"""Half the width of a 95 % interval in standard errors."""
SLICE = 1_000_000
"""Games counted at once, so that memory stays small."""
FEWEST = 2
"""The fewest games that have an interval."""

Times = NDArray[Any]
"""Finishing times of games 0, 1, ...: (games,) whole numbers, a byte each where that is enough."""


@dataclass(frozen=True)
class Hunted:
    """The games that one strategy has hunted; `seconds` is None where it is not known."""

    strategy: str
    times: Times
    seconds: float | None = None


@dataclass(frozen=True)
class Result:
    """How one strategy did; shots to sink the whole fleet."""

    strategy: str
    games: int
    seed: int
    announce: str
    mean: float
    ci95: tuple[float, float]
    median: float
    sd: float
    p95: int
    min: int
    max: int
    seconds: float | None
    games_per_second: float | None


@dataclass(frozen=True)
class Pair:
    """The mean of a's shots minus b's on the same layouts."""

    a: str
    b: str
    mean_difference: float
    ci95: tuple[float, float]


@dataclass(frozen=True)
class Bench:
    """What a run found; `histograms[name][t]` is the number of games that took t shots."""

    results: tuple[Result, ...]
    paired: tuple[Pair, ...]
    histograms: dict[str, NDArray[np.int64]]


@dataclass(frozen=True)
class Moments:
    """Statistics of whole numbers from how often each occurs; `first` is the number of entry 0."""

    counts: NDArray[np.int64]
    first: int = 0

    @property
    def values(self) -> NDArray[np.int64]:
        """The number that each entry counts."""
        return np.arange(self.first, self.first + len(self.counts))

    @property
    def games(self) -> int:
        """How many numbers there are."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Their mean."""
        return float(self.counts @ self.values / self.games)

    @property
    def sd(self) -> float:
        """Their standard deviation, with n - 1."""
        squares = float(self.counts @ (self.values - self.mean) ** 2)
        return math.sqrt(squares / (self.games - 1))

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the mean."""
        reach = Z95 * self.sd / self.games**0.5
        return self.mean - reach, self.mean + reach

    def quantile(self, share: float) -> int:
        """The smallest number that at least that share of them does not exceed.

        >>> Moments(np.array([1, 2, 1])).quantile(0.5)
        1
        """
        reached = np.searchsorted(np.cumsum(self.counts), share * self.games - 1e-9)
        return self.first + int(reached)

    @property
    def median(self) -> float:
        """The middle one, or the mean of the middle two."""
        n = self.games
        ends = np.searchsorted(np.cumsum(self.counts), [(n + 1) // 2, n // 2 + 1])
        return self.first + float(ends.mean())

    @property
    def ends(self) -> tuple[int, int]:
        """The smallest and the largest."""
        found = np.flatnonzero(self.counts)
        return self.first + int(found[0]), self.first + int(found[-1])


def summary(rules: Ruleset, seed: int, hunted: Sequence[Hunted]) -> Bench:
    """All statistics; a strategy with fewer than two games is left out.

    >>> times = {"a": [3, 5, 4], "b": [4, 4]}
    >>> hunted = [Hunted(name, np.array(shots)) for name, shots in times.items()]
    >>> found = summary(Ruleset(), 1, hunted)
    >>> found.results[0].mean, found.paired[0].mean_difference
    (4.0, 0.0)
    """
    size = rules.board.size
    told = [one for one in hunted if len(one.times) >= FEWEST]
    histograms = {one.strategy: _histogram(one.times, 0, size) for one in told}
    results = tuple(_result(rules, seed, one, Moments(histograms[one.strategy])) for one in told)
    return Bench(results, tuple(_pair(a, b, size) for a, b in combinations(told, 2)), histograms)


def _result(rules: Ruleset, seed: int, hunted: Hunted, moments: Moments) -> Result:
    least, most = moments.ends
    return Result(
        strategy=hunted.strategy,
        games=moments.games,
        seed=seed,
        announce=str(rules.announce),
        mean=moments.mean,
        ci95=moments.ci95,
        median=moments.median,
        sd=moments.sd,
        p95=moments.quantile(0.95),
        min=least,
        max=most,
        seconds=hunted.seconds,
        games_per_second=moments.games / hunted.seconds if hunted.seconds else None,
    )


def _pair(a: Hunted, b: Hunted, size: int) -> Pair:
    moments = Moments(_histogram(a.times, b.times, size, first=-size), -size)
    return Pair(a.strategy, b.strategy, moments.mean, moments.ci95)


def _histogram(times: Times, less: Times | int, size: int, *, first: int = 0) -> NDArray[np.int64]:
    """How often `times - less` is `first` ... `size`, in the games that both have."""
    both = len(times) if isinstance(less, int) else min(len(times), len(less))
    counts = np.zeros(size - first + 1, np.int64)
    for start in range(0, both, SLICE):
        part = slice(start, min(start + SLICE, both))
        other = less if isinstance(less, int) else less[part].astype(np.int64)
        counts += np.bincount(times[part].astype(np.int64) - other - first, minlength=len(counts))
    return counts
