"""Layouts drawn given what was heard, and hunts on them: the kernel of `study/policies/planner.py`.

The fleet has three ships, one of which may be without cells. A layout weighs the product of the
weights of its placements. A hunt after a first shot goes on greedily to the end, believing in the
listed layouts and in no other; what it costs is the shots that it expects to lose on empty cells.

Arrays (P placements, N layouts, n cells, W words of cells, S cells of the fleet, R hunts):
    `masks` (P or N, W)   cells, as bits, uint64
    `cells` (N, S)        the cells of a layout, int32
    `weights` (P or N)    float64
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import NONE, ONE, U, compiled, inline

CERTAIN = 1 - 1e-9
"""A chance from which on a cell counts as certain."""


class Places(NamedTuple):
    """The placements that the ships may have; none of weight 0."""

    masks: NDArray[np.uint64]
    weights: NDArray[np.float64]
    first: NDArray[np.int64]
    """(4,) where the placements of each ship begin, and their number."""
    hits: NDArray[np.uint64]
    """(W,) the cells that a layout must cover."""


class Layouts(NamedTuple):
    """A list of layouts, as sets of cells."""

    masks: NDArray[np.uint64]
    cells: NDArray[np.int32]
    weights: NDArray[np.float64]
    """Their sum is 1."""
    heat: NDArray[np.float64]
    """(n,) the weight of the layouts that have a ship at the cell."""


class Hunts(NamedTuple):
    """What is the same for all first shots that are compared."""

    truths: NDArray[np.int64]
    """(R,) the layout that each hunt is on."""
    needs: NDArray[np.int64]
    """(R, n) the shots after which each cell of it is damaged."""


class Scratch(NamedTuple):
    """Room for a hunt; all modified in place."""

    weights: NDArray[np.float64]
    """(N,) of the layouts by now."""
    order: NDArray[np.int64]
    """(N,) the layouts that are possible still, at its front."""
    heat: NDArray[np.float64]
    """(n,) the weight of those of them that have a ship at the cell."""
    tries: NDArray[np.int64]
    """(n,) shots at each cell in this hunt."""
    closed: NDArray[np.bool_]
    """(n,) cells that are damaged."""


@compiled
def weigh(places: Places, pairs: NDArray[np.float64]) -> tuple[int, float]:
    """Write the weight of the layouts with each two placements of the first two ships.

    `pairs` has a row for each placement of the first ship. Returns the number of all layouts and
    their weight.
    """
    number, every = 0, 0.0
    for i in range(places.first[1]):
        for j in range(places.first[1], places.first[2]):
            total = 0.0
            if not overlap(places.masks, i, j):
                for k in range(places.first[2], places.first[3]):
                    if fits(places, i, j, k):
                        total += places.weights[k]
                        number += 1
            total *= places.weights[i] * places.weights[j]
            pairs[i, j - places.first[1]] = total
            every += total
    return number, every


@compiled
def list_all(places: Places, pairs: NDArray[np.float64], out: NDArray[np.int64]) -> int:
    """Write the placements of every layout as rows (N, 3); the number of rows."""
    row = 0
    for i in range(places.first[1]):
        for j in range(places.first[1], places.first[2]):
            if pairs[i, j - places.first[1]] > 0:
                for k in range(places.first[2], places.first[3]):
                    if fits(places, i, j, k):
                        out[row, 0], out[row, 1], out[row, 2] = i, j, k
                        row += 1
    return row


@compiled
def draw(
    places: Places,
    pairs: NDArray[np.float64],
    begin: float,
    step: float,
    out: NDArray[np.int64],
) -> int:
    """Write those layouts as rows (N, 3) that weights begin, begin + step, ... fall on.

    The layouts lie side by side in the order of `list_all`, each as long as its weight (systematic
    sampling). Returns the number of rows; `out` has room for as many as there may be.
    """
    row, before, next_one = 0, 0.0, begin
    for i in range(places.first[1]):
        for j in range(places.first[1], places.first[2]):
            weight = pairs[i, j - places.first[1]]
            if next_one < before + weight:
                at = before
                for k in range(places.first[2], places.first[3]):
                    if fits(places, i, j, k):
                        at += places.weights[i] * places.weights[j] * places.weights[k]
                        while next_one < at and row < out.shape[0]:
                            out[row, 0], out[row, 1], out[row, 2] = i, j, k
                            row += 1
                            next_one = begin + row * step
            before += weight
    return row


@inline
def overlap(masks: NDArray[np.uint64], one: int, other: int) -> bool:
    """Whether two placements have a cell in common."""
    common = NONE
    for w in range(masks.shape[1]):
        common |= masks[one, w] & masks[other, w]
    return common != NONE


@inline
def fits(places: Places, i: int, j: int, k: int) -> bool:
    """Whether the third placement is clear of two disjoint ones, and all hits are covered."""
    wrong = NONE
    for w in range(places.masks.shape[1]):
        two = places.masks[i, w] | places.masks[j, w]
        wrong |= places.masks[k, w] & two | places.hits[w] & ~(two | places.masks[k, w])
    return wrong == NONE


@compiled
def judge(
    layouts: Layouts,
    closed: NDArray[np.bool_],
    p: float,
    first: NDArray[np.int64],
    hunts: Hunts,
    begin: int,
    end: int,
    shots: int,
    scratch: Scratch,
    sums: NDArray[np.float64],
) -> None:
    """Hunt after each first shot, for so many shots, on the waters of hunts begin ... end - 1.

    Adds to `sums` (cells of `first`, 2) how much more each costs than the first of them, and the
    square of that. `closed` (n) are the cells of ships that are known before.
    """
    for number in range(begin, end):
        least = 0.0
        for i in range(first.shape[0]):
            cost = hunt(layouts, closed, p, first[i], hunts, number, shots, scratch)
            if i == 0:
                least = cost
            sums[i, 0] += cost - least
            sums[i, 1] += (cost - least) * (cost - least)


@inline
def hunt(
    layouts: Layouts,
    closed: NDArray[np.bool_],
    p: float,
    cell: int,
    hunts: Hunts,
    number: int,
    shots: int,
    scratch: Scratch,
) -> float:
    """The shots that a hunt expects to lose on empty cells if it fires at a cell first."""
    left, total = start(layouts, closed, scratch), 1.0
    possible, truth, cost = layouts.weights.shape[0], hunts.truths[number], 0.0
    for _ in range(shots):
        w, bit = cell >> 6, ONE << U(cell & 63)
        chance = scratch.heat[cell] / total
        scratch.tries[cell] += 1
        if chance > CERTAIN:
            scratch.closed[cell] = True
            left -= 1
        elif (
            layouts.masks[truth, w] & bit != NONE
            and scratch.tries[cell] >= hunts.needs[number, cell]
        ):
            cost += 1 - chance
            scratch.closed[cell] = True
            left -= 1
            possible, total = damaged(layouts, possible, w, bit, scratch)
        else:
            cost += 1 - chance
            possible, total = resisted(layouts, possible, w, bit, p, total, scratch)
        if left == 0 or possible == 1:
            break
        cell = hottest(scratch)
    return cost


@inline
def start(layouts: Layouts, closed: NDArray[np.bool_], scratch: Scratch) -> int:
    """Set the room for a hunt; the cells of the fleet left to be found."""
    left = layouts.cells.shape[1]
    for cell in range(closed.shape[0]):
        scratch.heat[cell] = layouts.heat[cell]
        scratch.tries[cell] = 0
        scratch.closed[cell] = closed[cell]
        if closed[cell]:
            left -= 1
    for i in range(layouts.weights.shape[0]):
        scratch.order[i] = i
        scratch.weights[i] = layouts.weights[i]
    return left


@inline
def damaged(
    layouts: Layouts, possible: int, w: int, bit: np.uint64, scratch: Scratch
) -> tuple[int, float]:
    """Keep the layouts that have a ship there; their number and weight."""
    kept, total = 0, 0.0
    for cell in range(scratch.heat.shape[0]):
        scratch.heat[cell] = 0.0
    for place in range(possible):
        i = scratch.order[place]
        if layouts.masks[i, w] & bit != NONE:
            scratch.order[kept] = i
            kept += 1
            total += scratch.weights[i]
            for s in range(layouts.cells.shape[1]):
                scratch.heat[layouts.cells[i, s]] += scratch.weights[i]
    return kept, total


@inline
def resisted(
    layouts: Layouts,
    possible: int,
    w: int,
    bit: np.uint64,
    p: float,
    total: float,
    scratch: Scratch,
) -> tuple[int, float]:
    """Weigh the layouts that have a ship there by 1 - p; the number and weight of those left."""
    kept = 0
    for place in range(possible):
        i = scratch.order[place]
        if layouts.masks[i, w] & bit != NONE:
            lost = scratch.weights[i] * p
            scratch.weights[i] -= lost
            total -= lost
            for s in range(layouts.cells.shape[1]):
                scratch.heat[layouts.cells[i, s]] -= lost
        if scratch.weights[i] > 0:
            scratch.order[kept] = i
            kept += 1
    return kept, total


@inline
def hottest(scratch: Scratch) -> int:
    """The lowest of the cells, not damaged, that most of the weight is on."""
    best, most = -1, -1.0
    for cell in range(scratch.heat.shape[0]):
        if scratch.heat[cell] > most and not scratch.closed[cell]:
            best, most = cell, scratch.heat[cell]
    return best
