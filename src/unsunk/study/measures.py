"""What the games of a cell say: the paper's measures, and better ones beside them.

The paper takes the 80 games of a cell as independent. They are not: both starts of a packet share
its fleets and its bits. So beside its intervals stand bootstrap ones that draw whole packets, and
beside its t-test one of the packets' means. Sums are of whole numbers and exact, so that no value
hangs on the order of adding.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from unsunk.study.log import Cell, Numbers, Sample

Z = 1.96
"""Half the width of the paper's intervals in standard errors."""
RESAMPLES = 2_000
BOOTSTRAP_SEED = 1
AT_ONCE = 2_000_000
"""Counts of the bootstrap that are drawn at once, 8 bytes each; the block changes no number."""
CHANCE = 0.05
"""Of an interval to miss."""

Draws = NDArray[np.int32]
Interval = tuple[float, float]
Maybe = float | None


@dataclass(frozen=True)
class Mean:
    """A mean with the paper's interval and one by drawing packets; None where it has none."""

    value: float
    sd: Maybe
    low: Maybe
    high: Maybe
    packet_low: Maybe
    packet_high: Maybe


@dataclass(frozen=True)
class Share:
    """A share of games with its exact binomial interval (Clopper and Pearson 1934)."""

    count: int
    of: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rate:
    """Events a shot, with the interval of a ratio of two sums over games."""

    count: int
    value: float
    low: Maybe
    high: Maybe


@dataclass(frozen=True)
class Summary:
    """All measures of a cell."""

    games: int
    packets: int
    turns: Mean
    p1_wins: int
    p2_wins: int
    draws: Share
    starter_wins: Share
    disparity: float
    """|player 1's wins - player 2's| as a share of the games."""
    parity: Maybe
    """1 - |the starter's share of wins where player 1 starts - where player 2 starts|."""
    same_winner: Share | None
    """Packets that the same player wins whoever starts, or that are drawn both times."""
    first_hit: Maybe
    """The mean number of a player's first shot that damaged, of those who had one."""
    first_hits: int
    shots: int
    direct: Rate
    linked: Rate
    sunk: int
    resolved: int
    ends: Mapping[str, Share]
    """By name the games in whose end a link had a part, each way of `FLAGS`."""


@dataclass(frozen=True)
class Paired:
    """A cell less another, game by game of the same packet and start."""

    games: int
    delta: Mean
    d: Maybe
    """The mean difference in standard deviations of the differences."""
    t: Maybe
    p_value: Maybe
    p_packets: Maybe
    """The same test of the packets' mean differences."""


def summarise(sample: Sample) -> Summary:
    """The measures of a cell."""
    games, winner = sample.games, sample.winner
    wins = [int((winner == player).sum()) for player in (1, 2)]
    hits = sample.first_hit[sample.first_hit > 0]
    return Summary(
        games=games,
        packets=len(np.unique(sample.trial)),
        turns=mean(sample.turns, sample.trial),
        p1_wins=wins[0],
        p2_wins=wins[1],
        draws=share(int((winner == 0).sum()), games),
        starter_wins=share(int((winner == sample.start).sum()), games),
        disparity=abs(wins[0] - wins[1]) / games,
        parity=_parity(sample),
        same_winner=_same_winner(sample),
        first_hit=int(hits.sum()) / len(hits) if len(hits) else None,
        first_hits=len(hits),
        shots=int(sample.shots.sum()),
        direct=rate(sample.direct.sum(axis=0), sample.shots.sum(axis=0)),
        linked=rate(sample.linked.sum(axis=0), sample.shots.sum(axis=0)),
        sunk=int(sample.sunk.sum()),
        resolved=int(sample.resolved.sum()),
        ends={name: share(int(flags.sum()), games) for name, flags in sample.flags.items()},
    )


def pair(sample: Sample, base: Sample) -> Paired | None:
    """A cell less a base, on the games that both have; None if those are less than two."""
    one, two = (s.trial * 2 + s.start for s in (sample, base))
    _, ours, theirs = np.intersect1d(one, two, assume_unique=True, return_indices=True)
    if len(ours) < 2:
        return None
    differences, trial = sample.turns[ours] - base.turns[theirs], sample.trial[ours]
    delta = mean(differences, trial)
    d = delta.value / delta.sd if delta.sd else None
    t = None if d is None else d * math.sqrt(len(ours))
    sums, counts = _by_packet(differences, trial)
    return Paired(len(ours), delta, d, t, _t_test(t, len(ours)), _packet_test(sums, counts))


def mean(values: Numbers, packets: Numbers) -> Mean:
    """The mean of whole numbers (games,), whose packets are `packets` (games,).

    >>> found = mean(np.array([3, 5, 4, 4]), np.array([1, 1, 2, 2]))
    >>> found.value, round(found.sd, 4), round(found.high, 4), found.packet_high
    (4.0, 0.8165, 4.8002, 4.0)
    """
    n, total = len(values), int(values.sum())
    if n < 2:
        return Mean(total / n, None, None, None, None, None)
    sd = math.sqrt(_variance(values))
    reach = Z * sd / math.sqrt(n)
    return Mean(total / n, sd, total / n - reach, total / n + reach, *_bootstrap(values, packets))


def packet_reach(values: Numbers, packets: Numbers) -> Maybe:
    """Half the interval of the mean of values (games,), from the spread of the packets' means.

    None unless there are two packets or more, with as many games each.

    >>> packet_reach(np.array([1, 1, 0, 0]), np.array([1, 1, 2, 2]))
    0.98
    """
    sums, counts = _by_packet(values, packets)
    if len(sums) < 2 or len(set(counts.tolist())) > 1:
        return None
    return Z * math.sqrt(_variance(sums) / len(sums)) / int(counts[0])


def share(count: int, of: int) -> Share:
    """A count of games as a share of them.

    >>> found = share(0, 80)
    >>> found.value, found.low, round(found.high, 4)
    (0.0, 0.0, 0.0451)
    """
    from scipy.stats import beta

    low = float(beta.ppf(CHANCE / 2, count, of - count + 1)) if count else 0.0
    high = float(beta.ppf(1 - CHANCE / 2, count + 1, of - count)) if count < of else 1.0
    return Share(count, of, count / of, low, high)


def rate(events: Numbers, shots: Numbers) -> Rate:
    """Events (games,) as a share of shots (games,).

    >>> rate(np.array([1, 3]), np.array([10, 10])).value
    0.2
    """
    n, many, all_shots = len(events), int(events.sum()), int(shots.sum())
    if n < 2:
        return Rate(many, many / all_shots, None, None)
    residuals = events * all_shots - shots * many
    reach = Z * math.sqrt(_variance(residuals) * n) / all_shots**2
    value = many / all_shots
    return Rate(many, value, value - reach, value + reach)


def holm(p_values: Sequence[Maybe]) -> list[Maybe]:
    """P-values corrected for their number (Holm 1979); None stays None.

    >>> holm([0.01, None, 0.04, 0.03])
    [0.03, None, 0.06, 0.06]
    """
    known = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    corrected: list[Maybe] = [None] * len(p_values)
    least = 0.0
    for rank, (p, place) in enumerate(known):
        least = max(least, min(1.0, (len(known) - rank) * p))
        corrected[place] = least
    return corrected


def base_of(cell: Cell) -> Cell:
    """The cell at L0 that a cell is compared with."""
    return cell._replace(layer="L0", p=None)


def _variance(values: Numbers) -> float:
    """With n - 1, from sums of Python's whole numbers."""
    numbers = values.tolist()
    n, total = len(numbers), sum(numbers)
    squares = sum(number * number for number in numbers)
    return float((n * squares - total * total) / (n * (n - 1)))


def _by_packet(values: Numbers, packets: Numbers) -> tuple[Numbers, Numbers]:
    """The sum and the number of values of each packet, packets in ascending order."""
    _, places = np.unique(packets, return_inverse=True)
    sums = np.zeros(int(places.max()) + 1, np.int64)
    np.add.at(sums, places, values)
    return sums, np.bincount(places)


def _bootstrap(values: Numbers, packets: Numbers) -> tuple[Maybe, Maybe]:
    """The percentile interval of the mean when whole packets are drawn again and again."""
    sums, counts = _by_packet(values, packets)
    if len(sums) < 2:
        return None, None
    means = np.concatenate([(drawn @ sums) / (drawn @ counts) for drawn in _draws(len(sums))])
    low, high = np.quantile(means, [CHANCE / 2, 1 - CHANCE / 2])
    return float(low), float(high)


def _draws(packets: int) -> Iterator[Draws]:
    """How often each packet is drawn, RESAMPLES times, in blocks (resamples, packets)."""
    many = max(1, AT_ONCE // packets)
    if many >= RESAMPLES:
        yield _all_draws(packets)
        return
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    for first in range(0, RESAMPLES, many):
        yield _block(rng, packets, min(many, RESAMPLES - first))


@lru_cache(maxsize=4)
def _all_draws(packets: int) -> Draws:
    """The one block of few packets, which many cells have in common."""
    return _block(np.random.default_rng(BOOTSTRAP_SEED), packets, RESAMPLES)


def _block(rng: np.random.Generator, packets: int, many: int) -> Draws:
    return rng.multinomial(packets, [1 / packets] * packets, many).astype(np.int32)


def _t_test(t: Maybe, n: int) -> Maybe:
    """The two-sided p-value of a one-sample t-test."""
    if t is None:
        return None
    from scipy.stats import t as law

    return float(2 * law.sf(abs(t), n - 1))


def _packet_test(sums: Numbers, counts: Numbers) -> Maybe:
    if len(sums) < 2 or len(set(counts.tolist())) > 1:
        return None
    variance = _variance(sums)
    if not variance:
        return None
    n = len(sums)
    return _t_test(int(sums.sum()) / n / math.sqrt(variance / n), n)


def _parity(sample: Sample) -> Maybe:
    won = sample.winner == sample.start
    halves = [won[sample.start == player] for player in (1, 2)]
    if not all(len(half) for half in halves):
        return None
    first, second = (int(half.sum()) / len(half) for half in halves)
    return 1 - abs(first - second)


def _same_winner(sample: Sample) -> Share | None:
    by_start = [
        dict(zip(sample.trial[chosen].tolist(), sample.winner[chosen].tolist(), strict=True))
        for chosen in (sample.start == 1, sample.start == 2)
    ]
    both = by_start[0].keys() & by_start[1].keys()
    if not both:
        return None
    return share(sum(by_start[0][trial] == by_start[1][trial] for trial in both), len(both))
