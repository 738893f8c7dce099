"""Strategies on the same uniform layouts: how many shots they need, and how they differ.

Finishing times are kept as histograms, so a run of any length needs the same small memory, and
every statistic comes from the whole run. The layouts of game i are those of (seed, i) for every
strategy, so differences are paired.
"""

import math
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import InputError
from unsunk.hunting.simulate import Times, compiled, hunt, layouts
from unsunk.hunting.strategy import strategy
from unsunk.rules.ruleset import Ruleset

Z95 = 1.959963984540054
"""Half the width of a 95 % interval in standard errors."""

BLOCK = 200_000
"""Games whose layouts and times are in memory at once."""
CHUNK = {True: 2_000, False: 10}
"""Games that a worker takes at once, with a kernel and without."""

Progress = Callable[[int, int], None]
"""Called with (hunts done, hunts in all)."""


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
    seconds: float
    games_per_second: float


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


def bench(
    names: Sequence[str],
    rules: Ruleset,
    games: int,
    seed: int,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Bench:
    """Hunt the layouts of games 0 to `games - 1` with every strategy.

    The result depends on rules, games and seed alone, not on `workers` (threads; one a core by
    default). InputError for an unknown or doubled strategy, or fewer than two games.

    >>> bench(["random"], Ruleset(), 200, 1).results[0].games
    200
    """
    _check(names, games)
    for name in names:
        hunt(name, rules, layouts(rules, seed, 0, 1), seed, 0)
    run = _Run(list(names), rules, seed, progress, games)
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        for first in range(0, games, BLOCK):
            run.block(pool, first, min(BLOCK, games - first))
    return run.bench()


def _check(names: Sequence[str], games: int) -> None:
    for name in names:
        strategy(name)
    if not names:
        raise InputError("no strategy is named: name one or more, for instance density")
    if len(set(names)) != len(names):
        raise InputError("a strategy is named twice: name each once")
    if games < 2:
        raise InputError(f"{games} games are too few: an interval needs at least 2")


class _Run:
    """The histograms as they fill."""

    def __init__(
        self, names: list[str], rules: Ruleset, seed: int, progress: Progress | None, games: int
    ) -> None:
        self.names, self.rules, self.seed, self.progress = names, rules, seed, progress
        self.total, self.done = games * len(names), 0
        size = rules.board.size
        self.histograms = {name: np.zeros(size + 1, np.int64) for name in names}
        self.differences = {
            pair: np.zeros(2 * size + 1, np.int64) for pair in combinations(names, 2)
        }
        self.seconds = dict.fromkeys(names, 0.0)

    def block(self, pool: ThreadPoolExecutor, first: int, games: int) -> None:
        """Hunt one block of games with every strategy."""
        size = self.rules.board.size
        rows = np.concatenate(
            list(
                pool.map(
                    lambda part: layouts(self.rules, self.seed, *part), _parts(first, games, 20_000)
                )
            )
        )
        times = {name: self._hunt(pool, name, rows, first) for name in self.names}
        for name, found in times.items():
            self.histograms[name] += np.bincount(found, minlength=size + 1)
        for (a, b), histogram in self.differences.items():
            histogram += np.bincount(times[a] - times[b] + size, minlength=2 * size + 1)

    def _hunt(
        self, pool: ThreadPoolExecutor, name: str, rows: NDArray[np.int32], first: int
    ) -> Times:
        """Finishing times of one strategy on a block, shared among the workers."""

        def part(start: int, games: int) -> Times:
            end = start + games
            return hunt(name, self.rules, rows[start:end], self.seed, first + start)[0]

        begun, found = time.perf_counter(), []
        parts = _parts(0, len(rows), CHUNK[compiled(name, self.rules)])
        for times in pool.map(lambda ends: part(*ends), parts):
            found.append(times)
            self.done += len(times)
            if self.progress is not None:
                self.progress(self.done, self.total)
        self.seconds[name] += time.perf_counter() - begun
        return np.concatenate(found)

    def bench(self) -> Bench:
        """What the histograms say."""
        results = tuple(self._result(name) for name in self.names)
        pairs = []
        for (a, b), histogram in self.differences.items():
            moments = Moments(histogram, -self.rules.board.size)
            pairs.append(Pair(a, b, moments.mean, moments.ci95))
        return Bench(results, tuple(pairs), self.histograms)

    def _result(self, name: str) -> Result:
        moments, seconds = Moments(self.histograms[name]), self.seconds[name]
        least, most = moments.ends
        return Result(
            strategy=name,
            games=moments.games,
            seed=self.seed,
            announce=str(self.rules.announce),
            mean=moments.mean,
            ci95=moments.ci95,
            median=moments.median,
            sd=moments.sd,
            p95=moments.quantile(0.95),
            min=least,
            max=most,
            seconds=seconds,
            games_per_second=moments.games / seconds,
        )


def _parts(first: int, games: int, size: int) -> list[tuple[int, int]]:
    """Cut `games` games from `first` on into (first, games) of at most `size` games."""
    ends = [*range(first, first + games, size), first + games]
    return [(start, end - start) for start, end in pairwise(ends)]
