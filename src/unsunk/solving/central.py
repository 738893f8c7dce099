"""A mixture and a lottery between the best and the central, for more classes than can be counted.

The hider's best lottery q against a pool of H hunts concedes the least v with wins[h] @ q <= v for
all h. Here both sides keep away from the edges:

    minimise  kappa v - sum over h of log(v - wins[h] @ q) - sum over c of s[c] log q[c]

with q of sum 1. Where that is least, x[h] = 1 / (kappa (v - wins[h] @ q)) is a mixture; what it
wins on class c lies above a floor by s[c] / (kappa q[c]); and v lies above that floor by the gap,
(H + sum of s) / kappa. So the lottery is spread over all classes, most where the mixture is worst;
both sides are near the best by as much as the gap, and both move smoothly from round to round. (The
analytic centre of `centre.py` with a weight on v in place of a bound for it: Goffin, Haurie and
Vial 1992; Nesterov and Nemirovskii 1994, chapter 2, for Newton's method.)

A step of Newton's method solves a system of H unknowns: the classes stand in it as one sum.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from unsunk.errors import InputError, SolverError

Floats = NDArray[np.float64]
SPREAD = 200.0
"""The sum of s: how many hunts all classes together weigh."""
STEPS = 60
NEAR, FAR = 0.003, 2.0
"""Newton's method stops at the first decrement; at more than the second, times the hunts, a wider
gap comes before."""
ENOUGH = 0.1
"""The least share of what a step promises that it must gain."""
EVEN = 0.01
"""What is even in a start."""
WIDER = 4.0
"""How much wider a gap is than the next."""
LEAST = 1e-15
INSIDE = 0.95
"""The share of the way to the edge that a step may go."""
JITTER = 1e-9


@dataclass(frozen=True, eq=False)
class Centre:
    """Both sides, and what they are worth."""

    mixture: Floats
    """(H,) sums to 1."""
    lottery: Floats
    """(K,) sums to 1."""
    holds: float
    """What the mixture wins on every class at least."""
    concedes: float
    """What the lottery leaves the best hunt."""
    steps: int


def central_pair(wins: Floats, sizes: Floats, gap: float, start: Floats) -> Centre:
    """The central mixture and lottery of a pool, `wins` (H, K) with K above H; see the module.

    `sizes` (K,) share s among the classes, in any unit; `gap` is in win rate; `start` (K,) is a
    lottery. InputError for a gap of 0 or less; SolverError if the solver fails.

    >>> wins = np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> pair = central_pair(wins, np.ones(2), 0.01, np.array([0.7, 0.3]))
    >>> pair.lottery.round(3).tolist(), pair.mixture.round(1).tolist()
    ([0.5, 0.5], [0.5, 0.5])
    """
    if not gap > 0:
        raise InputError(f"a gap must be above 0, not {gap:g}")
    share = SPREAD * sizes / sizes.sum()
    q = (1 - EVEN) * start / start.sum() + EVEN * sizes / sizes.sum()
    taken, wide = 0, gap
    while wide < 1 and _newton(wins, share, *_place(wins, q, wide))[2] > FAR * len(wins):
        taken, wide = taken + 1, wide * WIDER
    while wide > gap / WIDER:
        kappa, q, v = _place(wins, q, max(wide, gap))
        for _ in range(STEPS):
            taken += 1
            step, rise, decrement = _newton(wins, share, kappa, q, v)
            if decrement < (NEAR if wide <= gap else 1.0):
                break
            size = _size(wins, share, kappa, q, v, step, rise, decrement)
            q, v = q + size * step, v + size * rise
        wide /= WIDER
    q /= q.sum()
    slack = 1 / np.maximum(v - wins @ q, LEAST)
    x = slack / slack.sum()
    return Centre(x, q, float((x @ wins).min()), float((wins @ q).max()), taken)


def _place(wins: Floats, q: Floats, gap: float) -> tuple[float, Floats, float]:
    """Kappa for a gap, a lottery, and v above what it concedes."""
    kappa = (len(wins) + SPREAD) / gap
    return kappa, q, float((wins @ q).max()) + len(wins) / kappa


def _newton(
    wins: Floats, share: Floats, kappa: float, q: Floats, v: float
) -> tuple[Floats, float, float]:
    """A step in q that sums to 0, one in v, and the decrement."""
    near = 1 / (v - wins @ q)
    slope, tilt = wins.T @ near - share / q, kappa - near.sum()
    loose = q * q / share
    half = wins * np.sqrt(loose)
    matrix = half @ half.T
    matrix[np.diag_indices_from(matrix)] += near**-2
    sides = np.stack([slope, -(wins.T @ near**2), np.ones_like(q)], axis=1)
    found = loose[:, None] * sides
    found -= loose[:, None] * (wins.T @ _solved(matrix, wins @ found))
    by_slope, by_v, by_sum = found.T
    bent = sides[:, 1]
    system = [[near @ near - bent @ by_v, -(bent @ by_sum)], [by_v.sum(), by_sum.sum()]]
    rise, shift = np.linalg.solve(system, [bent @ by_slope - tilt, -by_slope.sum()])
    step = -(by_slope + by_v * rise + by_sum * shift)
    return step, float(rise), float(-(slope @ step + tilt * rise))


def _solved(matrix: Floats, sides: Floats) -> Floats:
    """The solution of a positive system, with a little on its diagonal where rounding asks it."""
    for jitter in (0.0, JITTER, 1e3 * JITTER):
        try:
            lifted = matrix + jitter * np.trace(matrix) / len(matrix) * np.eye(len(matrix))
            solved: Floats = cho_solve(cho_factor(lifted), sides)
        except LinAlgError:
            continue
        return solved
    raise SolverError("the central lottery cannot be found: its system is singular")


def _size(
    wins: Floats,
    share: Floats,
    kappa: float,
    q: Floats,
    v: float,
    step: Floats,
    rise: float,
    decrement: float,
) -> float:
    """How much of a step to go: inside the edges, and half of it until enough is gained."""
    slack, change = v - wins @ q, rise - wins @ step
    size = 1.0
    for value, by in ((q, step), (slack, change)):
        falls = by < 0
        if falls.any():
            size = min(size, INSIDE * float((-value[falls] / by[falls]).min()))
    while size > LEAST:
        grown = np.log1p(size * change / slack).sum() + share @ np.log1p(size * step / q)
        if kappa * size * rise - grown <= -ENOUGH * size * decrement:
            break
        size /= 2
    return size
