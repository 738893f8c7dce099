"""The essay's self-play loop for boards whose layouts can be listed but not solved.

    pool = the heat map; pace = its finishing times; lottery = layouts hidden at random
    repeat:
        pool += hunts grown greedily against the lottery, each with favours of its own
        mixture, lottery = the central pair of the pool against the pace
        pace = half-way to the mixture's finishing times against the lottery

A hunt is fixed by what it was grown against: the lottery, rounded to LEVELS steps of an eighth of a
factor of two, and favours for cells that are drawn. The lottery is the central one (`central.py`),
for it is spread and smooth: a linear program's own jumps, and hunts that answer a jump answer
nothing else. The gap of the pair narrows as the pool grows. Hunts that the mixture hardly plays are
left out of what follows.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed
from unsunk.hunting.hunt import grow_timed
from unsunk.racing.pace import Floats, Pace, Times, pace_of
from unsunk.racing.pool import by_class, spread
from unsunk.rules.dice import Dice
from unsunk.solving.central import central_pair
from unsunk.solving.linear_program import best_mixture_of_many

Levels = NDArray[np.uint8]
LEVELS, STEPS_A_DOUBLE = 256, 8
HEAVIEST = 27
"""The weight of the likeliest layout, as a power of two."""
EVEN_FAVOUR, FAVOUR = 1024, 32
"""What a cell's weight is multiplied by: the first, more or less at most twice the second."""
GAPS = (0.5, 0.7, 0.001)
"""The gap with H hunts is the first over H to the power of the second, the third at least."""


@dataclass(frozen=True, eq=False)
class Asked:
    """What a hunt is grown against: with the number of its dice it fixes the hunt."""

    levels: Levels
    """(K,) how likely a layout of each class is, in eighths of a factor of two; 255 the most."""
    dice: int

    def grown(self, listed: Listed) -> Times:
        """(N,) the finishing times of the hunt."""
        return grow_timed(listed, weights_of(self.levels, listed), favours_of(self.dice, listed))[1]


def levels_of(lottery: Floats, listed: Listed) -> Levels:
    """(K,) a lottery over classes in levels, for its layouts.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 1x4; fleet 2"))
    >>> levels_of(np.array([0.5, 0.5]), listed).tolist()
    [247, 255]
    """
    likely = np.log2(np.maximum(lottery / listed.sizes, 1e-300))
    levels = np.rint(STEPS_A_DOUBLE * (likely - likely.max())) + LEVELS - 1
    found: Levels = np.maximum(levels, 0).astype(np.uint8)
    return found


def weights_of(levels: Levels, listed: Listed) -> NDArray[np.int64]:
    """(N,) whole weights of layouts from the levels (K,) of their classes."""
    table = 2.0 ** (HEAVIEST + (np.arange(LEVELS) - LEVELS + 1) / STEPS_A_DOUBLE)
    weights: NDArray[np.int64] = np.rint(table).astype(np.int64)[levels][listed.classes]
    return weights


def favours_of(dice: int, listed: Listed) -> NDArray[np.int64]:
    """(n,) the favours of a hunt's dice: each the sum of two even draws."""
    draws = [Dice(dice, cell) for cell in range(listed.rules.board.size)]
    span = 2 * FAVOUR + 1
    return np.array([EVEN_FAVOUR - 2 * FAVOUR + d.below(span) + d.below(span) for d in draws])


@dataclass(frozen=True)
class Round:
    """What a round has found."""

    number: int
    grown: int
    """Hunts grown so far."""
    pool: int
    """Those that were weighed."""
    worst: float
    """The mixture's win rate on its worst class against its own finishing times."""
    gain: float
    """What the best new hunt wins beyond all others, against the lottery and pace before it."""
    shots: float
    """The mixture's mean shots on layouts hidden at random."""
    seconds: float


@dataclass
class SelfPlay:
    """The loop under way: all that the next round depends on."""

    listed: Listed
    pace: Pace
    lottery: Floats
    """(K,)"""
    mixture: Floats
    """(H,) the weights of `hunts`."""
    hunts: list[Asked]
    rows: list[Times]
    """The finishing times (N,) of each."""
    grown: int = 0
    rounds: list[Round] = field(default_factory=list)

    @classmethod
    def begin(cls, listed: Listed) -> "SelfPlay":
        """Before the first round: the heat map, layouts hidden at random."""
        even = listed.sizes / listed.sizes.sum()
        first = Asked(levels_of(even, listed), 0)
        row = first.grown(listed)
        pace = pace_of(row[None], np.ones(1), spread(listed, even), listed.rules.board.size)
        return cls(listed, pace, even, np.ones(1), [first], [row], grown=1)

    def pace_against(self, lottery: Floats) -> Pace:
        """The law of the mixture's finishing times on layouts hidden by a lottery (K,)."""
        weights, cells = spread(self.listed, lottery), self.listed.rules.board.size
        return pace_of(np.array(self.rows), self.mixture, weights, cells)

    def round(self, hunts: int, most: int, workers: int = 2) -> Round:
        """Grow so many hunts, weigh at most so many, and move the pace half-way."""
        began = perf_counter()
        levels = levels_of(self.lottery, self.listed)
        asked = [Asked(levels, self.grown + number) for number in range(hunts)]
        with ThreadPoolExecutor(workers) as threads:
            grown = list(threads.map(lambda one: one.grown(self.listed), asked))
        before = len(self.rows)
        self.hunts, self.rows = [*self.hunts, *asked], [*self.rows, *grown]
        self.grown += hunts
        wins = by_class(self.listed, [self.pace.wins[row] for row in self.rows])
        won = wins @ self.lottery
        gain = float(won[before:].max() - won[:before].max())
        start, power, least = GAPS
        gap = max(least, start / self.grown**power)
        pair = central_pair(wins, self.listed.sizes.astype(float), gap, self.lottery)
        self.mixture, self.lottery = pair.mixture, pair.lottery
        weighed = len(self.rows)
        own = self.pace_against(self.lottery)
        worst = self.worst_against(own)
        self._keep(most)
        self.pace = self.pace.towards(own, 0.5)
        found = Round(
            number=len(self.rounds) + 1,
            grown=self.grown,
            pool=weighed,
            worst=worst,
            gain=gain,
            shots=self.pace_against(self.listed.sizes / self.listed.sizes.sum()).mean,
            seconds=perf_counter() - began,
        )
        self.rounds.append(found)
        return found

    def settle(self, times: int) -> float:
        """Weigh the pool by the linear program, the pace moving half-way, so many times.

        The mixture's win rate on its worst class against its own finishing times.
        """
        for _ in range(times):
            wins = by_class(self.listed, [self.pace.wins[row] for row in self.rows])
            self.mixture = best_mixture_of_many(wins).mixture
            self.pace = self.pace.towards(self.pace_against(self.lottery), 0.5)
        return self.worst_against(self.pace_against(self.lottery))

    def worst_against(self, pace: Pace) -> float:
        """The mixture's win rate against a pace on its worst class: a pass over all layouts."""
        won = np.zeros(len(self.listed))
        for weight, row in zip(self.mixture, self.rows, strict=True):
            won += weight * pace.wins[row]
        return float(by_class(self.listed, [won]).min())

    def _keep(self, most: int) -> None:
        """Leave out all but the hunts that the mixture plays most."""
        kept = sorted(np.argsort(-self.mixture, kind="stable")[:most].tolist())
        self.hunts = [self.hunts[place] for place in kept]
        self.rows = [self.rows[place] for place in kept]
        self.mixture = self.mixture[kept] / self.mixture[kept].sum()
