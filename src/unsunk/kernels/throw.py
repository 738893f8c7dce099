"""Throwing whole fleets at random: the kernel of `belief/sampling.py`.

Placements are bits as in `kernels/posterior.py`; the arrays are those of its tables.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import NONE, ONE, compiled, inline, lowest, popcount


class Start(NamedTuple):
    """Where every throw begins, and its scratch."""

    free: NDArray[np.uint64]
    """(W,) placements that can be taken."""
    bare: NDArray[np.uint64]
    """(C,) hits to be covered."""
    left: NDArray[np.int64]
    """(G,) ships to be placed."""
    now_free: NDArray[np.uint64]
    """(W,) scratch."""
    now_bare: NDArray[np.uint64]
    """(C,) scratch."""
    now_left: NDArray[np.int64]
    """(G,) scratch."""
    options: NDArray[np.uint64]
    """(W,) scratch."""


@compiled
def throw(
    clash: NDArray[np.uint64],
    over: NDArray[np.uint64],
    cells: NDArray[np.uint64],
    first: NDArray[np.int64],
    begin: Start,
    chances: NDArray[np.float64],
    weights: NDArray[np.float64],
    fleets: NDArray[np.int32],
) -> None:
    """Throw one fleet a row of `chances` (rows, ships), numbers in [0, 1); modifies the last two.

    Every step takes one of the free placements with equal chances: those over the open hit that has
    fewest, or, once all hits are covered, those of the group that has fewest. `weights` (rows,) is
    the number of layouts that a throw stands for: the product of the numbers of choices, over the
    orders in which the same fleet could have come about; 0 if it came to nothing. The mean weight
    is an unbiased estimate of all layouts (Knuth 1975). `fleets` (rows, ships) are the placements.
    """
    for row in range(chances.shape[0]):
        for w in range(begin.free.shape[0]):
            begin.now_free[w] = begin.free[w]
        for part in range(begin.bare.shape[0]):
            begin.now_bare[part] = begin.bare[part]
        for group in range(begin.left.shape[0]):
            begin.now_left[group] = begin.left[group]
        weights[row] = throw_one(clash, over, cells, first, begin, chances[row], fleets[row])


@inline
def throw_one(
    clash: NDArray[np.uint64],
    over: NDArray[np.uint64],
    cells: NDArray[np.uint64],
    first: NDArray[np.int64],
    now: Start,
    chances: NDArray[np.float64],
    fleet: NDArray[np.int32],
) -> float:
    """Throw one fleet; its weight."""
    weight = 1.0
    open_before = True
    for ship in range(fleet.shape[0]):
        hit, number = fewest_over(over, first, now)
        if hit < 0:
            if open_before:
                open_before = False
                for group in range(now.now_left.shape[0]):
                    for other in range(now.now_left[group]):
                        weight /= other + 1.0
            number = fewest_of(first, now)
        if number <= 0:
            return 0.0
        weight *= number
        place = chosen(now.options, int(chances[ship] * number))
        fleet[ship] = place
        for w in range(now.now_free.shape[0]):
            now.now_free[w] &= ~clash[place, w]
        for part in range(now.now_bare.shape[0]):
            now.now_bare[part] &= ~cells[place, part]
        group = 0
        while first[group + 1] * 64 <= place:
            group += 1
        now.now_left[group] -= 1
    for part in range(now.now_bare.shape[0]):
        if now.now_bare[part] != NONE:
            return 0.0
    return weight


@inline
def fewest_over(over: NDArray[np.uint64], first: NDArray[np.int64], now: Start) -> tuple[int, int]:
    """The open hit with the fewest placements over it, and their number; -1 if none is open.

    These placements are written to `options`.
    """
    found, fewest = -1, 1 << 30
    for part in range(now.now_bare.shape[0]):
        word = now.now_bare[part]
        while word != NONE:
            cell = part * 64 + lowest(word)
            word &= word - ONE
            number = 0
            for group in range(now.now_left.shape[0]):
                if now.now_left[group] > 0:
                    for w in range(first[group], first[group + 1]):
                        number += popcount(now.now_free[w] & over[cell, w])
            if number < fewest:
                found, fewest = cell, number
    if found >= 0:
        for group in range(now.now_left.shape[0]):
            for w in range(first[group], first[group + 1]):
                some = now.now_left[group] > 0
                now.options[w] = now.now_free[w] & over[found, w] if some else NONE
    return found, fewest


@inline
def fewest_of(first: NDArray[np.int64], now: Start) -> int:
    """The number of placements of the group that has fewest; they are written to `options`."""
    found, fewest = -1, 1 << 30
    for group in range(now.now_left.shape[0]):
        if now.now_left[group] > 0:
            number = 0
            for w in range(first[group], first[group + 1]):
                number += popcount(now.now_free[w])
            if number < fewest:
                found, fewest = group, number
    for group in range(now.now_left.shape[0]):
        for w in range(first[group], first[group + 1]):
            now.options[w] = now.now_free[w] if group == found else NONE
    return fewest


@inline
def chosen(options: NDArray[np.uint64], number: int) -> int:
    """The placement of that number among the options."""
    w = 0
    while number >= popcount(options[w]):
        number -= popcount(options[w])
        w += 1
    word = options[w]
    for _ in range(number):
        word &= word - ONE
    return w * 64 + lowest(word)
