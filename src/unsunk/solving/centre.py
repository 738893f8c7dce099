"""Where to ask next: the analytic centre of the hider's lotteries that are still in question.

Every hunt h of the pool is a cut: a lottery q of the hider concedes at least wins[h] @ q. So the
best lottery q and what it concedes, v, lie in

    q > 0, sum of q = 1, wins[h] @ q <= v for all h, v <= most

and the centre of this set, the point that maximises the product of all slacks, is a far steadier
guess at q than the linear program's corner of it, which jumps from round to round. A reply to the
centre cuts the set about in half. (Analytic centre cutting planes: Goffin, Haurie and Vial,
Management Science 38, 1992.)
"""

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import InputError

Floats = NDArray[np.float64]
STEPS = 80
NEAR = 1e-5
"""Newton's method stops at this decrement."""
LEAST = 1e-12
"""The least weight of a start."""


def analytic_centre(wins: Floats, sizes: Floats, most: float, start: Floats) -> Floats:
    """The lottery (K,) at the centre of the set, for `wins` (H, K); see the module.

    A class counts as many slacks as it has layouts: `sizes` (K,), in any unit. `most` is a win rate
    above what the lottery `start` (K,) concedes, else InputError. Newton's method, damped; the
    centre is one, whatever the start.

    >>> wins = np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> analytic_centre(wins, np.ones(2), 0.8, np.array([0.7, 0.3])).round(4).tolist()
    [0.5, 0.5]
    """
    hunts, classes = wins.shape
    inside, sizes = np.maximum(start, LEAST), sizes / sizes.mean()
    q = inside / inside.sum()
    v = (float((wins @ q).max()) + most) / 2
    if not v < most:
        raise InputError(f"a start must concede less than {most:.6g}, and this is no such lottery")
    system = np.zeros((classes + 2, classes + 2))
    system[:classes, -1] = system[-1, :classes] = 1
    for _ in range(STEPS):
        slack, above = 1 / (v - wins @ q), 1 / (most - v)
        slope = np.append(wins.T @ slack - sizes / q, hunts * above - slack.sum())
        scaled = wins * slack[:, None]
        system[:classes, :classes] = scaled.T @ scaled
        system[range(classes), range(classes)] += sizes / q**2
        system[:classes, classes] = system[classes, :classes] = -(scaled.T @ slack)
        system[classes, classes] = slack @ slack + hunts * above**2
        step = np.linalg.solve(system, -np.append(slope, 0))[: classes + 1]
        decrement = float(-slope @ step)
        size = _stride(wins, q, v, most, step)
        size = min(size, 1.0 if decrement < 0.25 else 1 / (1 + decrement**0.5))
        q, v = q + size * step[:classes], v + size * float(step[classes])
        if decrement < NEAR:
            break
    found: Floats = q / q.sum()
    return found


def _stride(wins: Floats, q: Floats, v: float, most: float, step: Floats) -> float:
    """The largest of 1, 1/2, 1/4, ... that stays inside the set."""
    size = 1.0
    while True:
        to, at = q + size * step[:-1], v + size * float(step[-1])
        if to.min() > 0 and at < most and float((wins @ to).max()) < at:
            return size
        size /= 2
