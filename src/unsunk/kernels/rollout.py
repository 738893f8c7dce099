"""Hunting a list of layouts to the end: the kernel of `hunting/rollout.py`.

A list of layouts that are equally likely is hunted as a tree: fire at the cell that most of them
cover (the lowest of several), part the list by what is heard, go on with every part. The sum of the
shots over all layouts is exact; nothing is drawn.

Arrays (N layouts, S ships, n cells, C words of cells):
    `all` (N, C)        the cells of the fleet, as bits, uint64
    `ships` (N, S, C)   the cells of each ship, as bits, uint64
    `heard` (N, S, 2)   what is heard of a hit and of a sink of each ship, above 0, int32
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import NONE, ONE, U, compiled, inline


class Layouts(NamedTuple):
    """The list; see the module's docstring."""

    all: NDArray[np.uint64]
    ships: NDArray[np.uint64]
    heard: NDArray[np.int32]


class Scratch(NamedTuple):
    """Room for a hunt; all modified in place."""

    order: NDArray[np.int32]
    """(m,) the numbers of the layouts, parts side by side."""
    cells: NDArray[np.uint64]
    """(m, C) their rows of `all`."""
    key: NDArray[np.int32]
    """(m,) what is heard of each."""
    part: NDArray[np.int64]
    """(rows, 3) first, end, cells of the fleet left to be hit, of the parts to be hunted."""
    fired: NDArray[np.uint64]
    """(rows, C) the cells fired at in each part."""
    counts: NDArray[np.int32]
    """(C, 64) layouts over each cell."""


@compiled
def hunt(
    layouts: Layouts,
    scratch: Scratch,
    fired: NDArray[np.uint64],
    left: int,
    cell: int,
    most: int,
) -> int:
    """Shots over all layouts when `cell` is fired at first; more than `most` ends the sum early.

    `fired` (C,) are the cells fired at, `left` the cells of the fleet that are left to be hit.
    """
    parts = 1
    scratch.part[0, 0], scratch.part[0, 1], scratch.part[0, 2] = 0, scratch.order.shape[0], left
    for w in range(fired.shape[0]):
        scratch.fired[0, w] = fired[w]
    total = 0
    while parts > 0 and total <= most:
        parts -= 1
        first, end = scratch.part[parts, 0], scratch.part[parts, 1]
        left = scratch.part[parts, 2]
        if end - first == 1 and cell < 0:
            total += left
            continue
        if cell < 0:
            cell = hottest(scratch, parts, first, end)
        total += end - first
        parts = split(layouts, scratch, parts, cell)
        cell = -1
    return total


@inline
def hottest(scratch: Scratch, part: int, first: int, end: int) -> int:
    """The lowest of the cells not fired at that most layouts of a part cover.

    The counts are kept in bit planes, one bit a cell, and added up after every 15 layouts.
    """
    best, most = 0, -1
    for w in range(scratch.cells.shape[1]):
        for b in range(64):
            scratch.counts[w, b] = 0
        i = first
        while i < end:
            stop = min(i + 15, end)
            ones, twos, fours, eights = NONE, NONE, NONE, NONE
            while i < stop:
                word = scratch.cells[i, w]
                carry = ones & word
                ones ^= word
                word = twos & carry
                twos ^= carry
                carry = fours & word
                fours ^= word
                eights ^= carry
                i += 1
            for b in range(64):
                at = U(b)
                scratch.counts[w, b] += np.int32(
                    ((ones >> at) & ONE)
                    + (((twos >> at) & ONE) << ONE)
                    + (((fours >> at) & ONE) << U(2))
                    + (((eights >> at) & ONE) << U(3))
                )
        rest = ~scratch.fired[part, w]
        for b in range(64):
            number = scratch.counts[w, b] & -np.int32((rest >> U(b)) & ONE)
            if number > most:
                best, most = w * 64 + b, number
    return best


@inline
def split(layouts: Layouts, scratch: Scratch, part: int, cell: int) -> int:
    """Fire at a cell in a part and put its parts in its place; the number of parts then."""
    first, end = scratch.part[part, 0], scratch.part[part, 1]
    left = scratch.part[part, 2]
    w, bit = cell >> 6, ONE << U(cell & 63)
    scratch.fired[part, w] |= bit
    for i in range(first, end):
        scratch.key[i] = 0
        if scratch.cells[i, w] & bit != NONE:
            scratch.key[i] = hear(layouts, scratch, part, scratch.order[i], w, bit)
    parts = part
    words = scratch.fired.shape[1]
    while first < end:
        key = scratch.key[first]
        middle = first + 1
        for i in range(first + 1, end):
            if scratch.key[i] == key:
                scratch.key[i], scratch.key[middle] = scratch.key[middle], key
                scratch.order[i], scratch.order[middle] = scratch.order[middle], scratch.order[i]
                for v in range(words):
                    other = scratch.cells[i, v]
                    scratch.cells[i, v] = scratch.cells[middle, v]
                    scratch.cells[middle, v] = other
                middle += 1
        rest = left - (1 if key > 0 else 0)
        if rest > 0:
            scratch.part[parts, 0], scratch.part[parts, 1] = first, middle
            scratch.part[parts, 2] = rest
            for v in range(words):
                scratch.fired[parts + 1, v] = scratch.fired[parts, v]
            parts += 1
        first = middle
    return parts


@inline
def hear(layouts: Layouts, scratch: Scratch, part: int, layout: int, w: int, bit: np.uint64) -> int:
    """What is heard of a hit on a layout."""
    ship = 0
    while layouts.ships[layout, ship, w] & bit == NONE:
        ship += 1
    for v in range(layouts.ships.shape[2]):
        if layouts.ships[layout, ship, v] & ~scratch.fired[part, v] != NONE:
            return layouts.heard[layout, ship, 0]
    return layouts.heard[layout, ship, 1]
