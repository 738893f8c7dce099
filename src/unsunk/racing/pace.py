"""The pace: the law of the finishing time that is to be beaten, and the chance to beat it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import InputError

Floats = NDArray[np.float64]
Times = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Pace:
    """A law of finishing times on a board of n cells.

    >>> Pace(np.array([0, 0, 0.5, 0.5])).wins.tolist()
    [1.0, 1.0, 0.75, 0.25]
    """

    law: Floats
    """(n + 1,) the chance of each finishing time from 0 to n; they sum to 1."""

    def __post_init__(self) -> None:
        if not (self.law >= 0).all() or abs(self.law.sum() - 1) > 1e-6:
            raise InputError(
                "the chances of a pace are 0 or more and sum to 1, "
                f"not to {float(self.law.sum()):.6g}"
            )

    @cached_property
    def wins(self) -> Floats:
        """(n + 1,) W(t), the chance that a hunt of t shots is first, ties counted one half."""
        return chances(self.law)

    @property
    def mean(self) -> float:
        """The mean finishing time."""
        return float(self.law @ np.arange(len(self.law)))

    def towards(self, other: "Pace", step: float) -> "Pace":
        """The pace a share `step` of the way to another."""
        return Pace((1 - step) * self.law + step * other.law)


def chances(laws: Floats) -> Floats:
    """(..., n + 1) the chances to be first against laws of finishing times (..., n + 1).

    >>> chances(np.array([[0, 0.5, 0.5], [0, 0, 1.0]])).tolist()
    [[1.0, 0.75, 0.25], [1.0, 1.0, 0.5]]
    """
    found: Floats = np.maximum(1 - np.cumsum(laws, axis=-1), 0) + laws / 2
    return found


def pace_of(times: Times, mixture: Floats, lottery: Floats, cells: int) -> Pace:
    """The pace of a mixture of hunts on layouts drawn from a lottery.

    `times` (H, N) are the finishing times of H hunts on N layouts, `mixture` (H,) and `lottery`
    (N,) sum to 1, `cells` are those of the board. A lottery that is the same for images of a layout
    makes a random symmetry drawn with the hunt superfluous.

    >>> times = np.array([[2, 3], [3, 4]], np.uint8)
    >>> pace_of(times, np.array([0.5, 0.5]), np.array([0.5, 0.5]), 4).law.tolist()
    [0.0, 0.0, 0.25, 0.5, 0.25]
    """
    law = np.zeros(cells + 1)
    for weight, row in zip(mixture, times, strict=True):
        if weight > 0:
            law += weight * np.bincount(row, lottery, cells + 1)
    return Pace(law / law.sum())
