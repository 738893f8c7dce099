"""The linear programs, on HiGHS: no other file knows of it.

A pool of hunts against all layouts:

    maximise v    so that    sum over hunts h of x[h] wins[h, c] >= v for every class c,
                             x >= 0, sum of x = 1

x is the mixture, v its win rate on its worst layout, and the duals of the classes are the hider's
lottery that holds every mixture of the pool to v (von Neumann 1928).

And among mixtures that do nearly as well the one that concedes least to other replies; and what a
law of finishing times can win with one pace if it is known what it can win with others.
"""

from dataclasses import dataclass

import highspy
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from unsunk.errors import SolverError

Floats = NDArray[np.float64]
SIMPLEX_CELLS = 400_000
"""Larger programs go to the interior-point method, with crossover: as exact, and faster there."""

FEWEST = 200
"""The least classes that a program of many begins with, and takes in at a time."""


class _Silent(highspy.Highs):
    """HiGHS without the callbacks, whose setting up prints a banner before it can be silenced."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def enableCallbacks(self) -> None:  # noqa: N802
        """None are used."""


@dataclass(frozen=True, eq=False)
class Plan:
    """The solution of the linear program."""

    mixture: Floats
    """(H,) the weight of each hunt; they sum to 1."""
    lottery: Floats
    """(K,) the weight of each class; they sum to 1."""
    value: float
    """The mixture's win rate on its worst class, as found: see `gap`."""
    gap: float
    """What the lottery leaves the best hunt of the pool, less what the mixture gets at its worst.

    It is 0 up to rounding, since both are computed anew from the weights.
    """


def best_mixture(wins: Floats) -> Plan:
    """The best mixture of H hunts against K classes, `wins` (H, K) in 0 to 1; see the module.

    SolverError if the solver ends with any status but "optimal".

    >>> plan = best_mixture(np.array([[1.0, 0.0], [0.0, 1.0]]))
    >>> plan.mixture.round(6).tolist(), plan.lottery.round(6).tolist(), round(plan.value, 6)
    ([0.5, 0.5], [0.5, 0.5], 0.5)
    """
    hunts, classes = wins.shape
    solver = _Silent()
    solver.silent()
    solver.setOptionValue("threads", 1)
    large = hunts * classes > SIMPLEX_CELLS
    solver.setOptionValue("solver", "ipm" if large else "simplex")
    lower = np.append(np.zeros(hunts), -highspy.kHighsInf)
    solver.addVars(hunts + 1, lower, np.full(hunts + 1, highspy.kHighsInf))
    solver.changeColCost(hunts, 1.0)
    solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    solver.addRow(1.0, 1.0, hunts, np.arange(hunts, dtype=np.int32), np.ones(hunts))
    width = hunts + 1
    values = np.hstack([wins.T, np.full((classes, 1), -1.0)]).ravel()
    solver.addRows(
        classes,
        np.zeros(classes),
        np.full(classes, highspy.kHighsInf),
        len(values),
        np.arange(0, classes * width, width, dtype=np.int32),
        np.tile(np.arange(width, dtype=np.int32), classes),
        values,
    )
    solver.run()
    status = solver.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:
        raise SolverError(f"the linear program ended as {solver.modelStatusToString(status)}")
    solution = solver.getSolution()
    mixture = _lottery(np.asarray(solution.col_value)[:hunts])
    lottery = _lottery(-np.asarray(solution.row_dual)[1:])
    value = float((mixture @ wins).min())
    return Plan(mixture, lottery, value, float((wins @ lottery).max()) - value)


def best_mixture_of_many(wins: Floats, close: float = 5e-5) -> Plan:
    """The best mixture of H hunts against so many classes, `wins` (H, K), that few are binding.

    The program begins with the classes that hunts win least of, and takes in those that its mixture
    holds worst, until all K classes are held within `close`, in win rate. So `gap` is at most that,
    up to rounding. SolverError as for `best_mixture`.

    >>> wins = np.array([[1.0, 0.0, 0.6], [0.0, 1.0, 0.6]])
    >>> plan = best_mixture_of_many(wins)
    >>> plan.mixture.round(6).tolist(), plan.lottery.round(6).tolist(), plan.gap < 5e-5
    ([0.5, 0.5], [0.5, 0.5, 0.0], True)
    """
    hunts, classes = wins.shape
    more = max(FEWEST, hunts)
    rows = np.sort(np.argsort(wins.mean(axis=0), kind="stable")[:more])
    while True:
        part = best_mixture(wins[:, rows])
        held = part.mixture @ wins
        value = float(held.min())
        worst = np.argsort(held, kind="stable")[:more]
        added = np.setdiff1d(worst[held[worst] < part.value - close], rows)
        if len(added) == 0:
            lottery = np.zeros(classes)
            lottery[rows] = part.lottery
            return Plan(part.mixture, lottery, value, float((wins @ lottery).max()) - value)
        rows = np.union1d(rows, added)


def least_conceded(
    replies: Floats, wins: Floats, least: float, laws: Floats, law: Floats
) -> tuple[Floats, float]:
    """The mixture (H,) that concedes least to its worst of R replies, and what it concedes.

    `replies` (R, H) is what each reply wins of each hunt. The mixture wins at least `least` on
    every class, `wins` (H, K), and keeps the law (n + 1,) of its finishing times, of hunts `laws`
    (H, n + 1). SolverError if the solver ends with any status but "optimal".

    >>> level, same = np.full((3, 1), 0.5), np.ones((3, 1))
    >>> replies = np.array([[0.9, 0.2, 0.5], [0.1, 0.7, 0.5]])
    >>> mixture, conceded = least_conceded(replies, level, 0.5, same, np.ones(1))
    >>> mixture.round(4).tolist(), round(conceded, 4)
    ([0.3846, 0.6154, 0.0], 0.4692)
    """
    rows, classes = len(replies), wins.shape[1]
    below = np.vstack([replies, -wins.T])
    limits = np.append(np.zeros(rows), np.full(classes, -least))
    slack = np.append(np.full(rows, -1.0), np.zeros(classes))
    equal = np.vstack([np.ones(len(wins)), laws.T])
    found = linprog(
        np.append(np.zeros(len(wins)), 1),
        np.hstack([below, slack[:, None]]),
        limits,
        np.hstack([equal, np.zeros((len(equal), 1))]),
        np.append(1.0, law),
        bounds=[(0, None)] * len(wins) + [(None, None)],
        method="highs",
    )
    if found.status != 0:
        raise SolverError(f"the linear program of a mixture ended with: {found.message}")
    mixture = _lottery(found.x[:-1])
    return mixture, float((replies @ mixture).max())


def most_won(wins: Floats, asked: Floats, bounds: Floats) -> float:
    """A bound of what a law p (n + 1,) can win with the chances `wins` (n + 1,).

    It is known that p wins no more than `bounds` (A,) with the chances `asked` (A, n + 1). By the
    program's dual, `wins` lies below a sum of those asked and a number, and p wins no more than
    that. The bound is computed from the dual weights, so their rounding makes it no less true.
    SolverError if the solver ends with any status but "optimal".

    >>> even = np.array([[1.0, 0.5, 0.0]])
    >>> round(most_won(np.array([1.0, 0.0, 0.0]), even, np.array([0.4])), 6)
    0.4
    """
    one = np.ones((1, len(wins)))
    found = linprog(-wins, asked, bounds, one, np.ones(1), method="highs")
    if found.status != 0:
        raise SolverError(f"the linear program of a bound ended with: {found.message}")
    weights = np.maximum(-found.ineqlin.marginals, 0)
    return float(weights @ bounds + (wins - weights @ asked).max())


def _lottery(weights: Floats) -> Floats:
    """Weights without the solver's rounding: none below 0, their sum 1."""
    weights = np.where(weights > 1e-12, weights, 0)
    found: Floats = weights / weights.sum()
    return found
