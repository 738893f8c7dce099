"""Hunting a list of layouts to the end by parting it: the kernels of `hunting/hunt.py`.

The list is parted at every shot by what is heard, and each part is hunted in turn, that of a miss
first, the others in ascending order of what is heard. The parts lie side by side in arrays that are
reordered in place; those that wait lie on a stack. Where one layout is left, its cells are fired at
and nothing is stored.

Greedily, the shot is the cell that most weight covers, the lowest of several. After a miss the
weight over the cells is not counted again if it is less work to take away what was hit.

Arrays (N layouts, S ships, P placements, C words of cells):
    `all` (N, C)      the cells of the fleet, as bits, uint64
    `places` (N, S)   the placements of the ships, int32
    `cells` (P, C)    the cells of each placement, as bits, uint64
    `heard` (P, 2)    what is heard of a hit and of a sink of it, above 0, int32
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import NONE, ONE, U, compiled, inline, lowest, popcount

DONE, EARLY, WRONG = 0, 1, 2
PARTS, NODES, EDGES = 0, 1, 2
FEW = 15
"""The most layouts whose cells are counted in four bit planes."""


class Layouts(NamedTuple):
    """The list; see the module's docstring."""

    all: NDArray[np.uint64]
    places: NDArray[np.int32]
    cells: NDArray[np.uint64]
    heard: NDArray[np.int32]


class Scratch(NamedTuple):
    """Room for a hunt; all modified in place. The caller fills `order`, `cells`, part 0, `at`."""

    order: NDArray[np.int32]
    """(N,) the numbers of the layouts, parts side by side."""
    cells: NDArray[np.uint64]
    """(N, C) their rows of `all`."""
    hit: NDArray[np.int32]
    """(N,) the numbers of the layouts hit by a shot."""
    hit_cells: NDArray[np.uint64]
    """(N, C) their rows of `all`."""
    key: NDArray[np.int32]
    """(N,) what is heard of them."""
    part: NDArray[np.int64]
    """(rows, 3) first, end, edge above, of the parts that wait."""
    fired: NDArray[np.uint64]
    """(rows, C) the cells fired at in each."""
    at: NDArray[np.int64]
    """(3,) parts that wait, nodes and edges met."""


class Tree(NamedTuple):
    """The nodes and what may be heard in them; arrays without entries are not written."""

    first: NDArray[np.int32]
    """(nodes,) the first edge of each node; its others follow."""
    heard: NDArray[np.int32]
    """(edges,) what is heard."""
    after: NDArray[np.int32]
    """(edges,) the node after it, or ~n if only layout n is left."""


@compiled
def grow(
    layouts: Layouts,
    weights: NDArray[np.int64],
    favours: NDArray[np.int64],
    scratch: Scratch,
    counts: NDArray[np.int64],
    shots: NDArray[np.uint8],
    times: NDArray[np.uint8],
    tree: Tree,
    nodes: int,
    few_enough: int,
) -> int:
    """Hunt greedily until done or `shots` is full; how many nodes are written to its start.

    `weights` (N,) of the layouts, or empty: 1 each. `favours` (cells,) by which the weight over a
    cell is multiplied while any is left, or empty: 1 each. `counts` (cells,) is scratch. `times`
    (N,) is written where a layout is sunk. `nodes` are written already. It stops before a part of
    2 to `few_enough` layouts.
    """
    plain, counted = False, False
    while scratch.at[PARTS] > 0 and nodes < shots.shape[0]:
        part = scratch.at[PARTS] - 1
        first, end = scratch.part[part, 0], scratch.part[part, 1]
        if end - first == 1:
            finish(scratch, part, times, tree)
            counted = False
            continue
        if end - first <= few_enough:
            break
        was_plain, plain = plain, weightless(scratch, weights, first, end)
        counted = counted and plain == was_plain
        few = plain and end - first <= FEW
        if few:
            cell = hottest_of_few(scratch, part, first, end)
        else:
            if not counted:
                count(scratch, part, weights, plain, counts)
            cell = hottest(counts) if plain else favourite(counts, favours)
        shots[nodes] = cell
        nodes += 1
        hits = split(layouts, scratch, part, cell, times, tree)
        missed = end - first - hits
        counted = not few and missed > hits
        if counted:
            take_away(scratch, part, weights, plain, counts, hits)
            counts[cell] = 0
    return nodes


@compiled
def walk(
    layouts: Layouts,
    shots: NDArray[np.uint8],
    size: int,
    scratch: Scratch,
    times: NDArray[np.uint8],
    tree: Tree,
) -> int:
    """Follow a hunt's stored shots on a board of `size` cells; EARLY or WRONG if one is amiss.

    `times` (N,) is written where a layout is sunk. The shots may go on after the last node.
    """
    while scratch.at[PARTS] > 0:
        part = scratch.at[PARTS] - 1
        first, end = scratch.part[part, 0], scratch.part[part, 1]
        if end - first == 1:
            finish(scratch, part, times, tree)
            continue
        if scratch.at[NODES] == shots.shape[0]:
            return EARLY
        cell = int(shots[scratch.at[NODES]])
        if cell >= size or scratch.fired[part, cell >> 6] & (ONE << U(cell & 63)) != NONE:
            return WRONG
        split(layouts, scratch, part, cell, times, tree)
    return DONE


@inline
def weightless(scratch: Scratch, weights: NDArray[np.int64], first: int, end: int) -> bool:
    """Whether no layout of a part has weight, or none is given."""
    if weights.shape[0] > 0:
        for i in range(first, end):
            if weights[scratch.order[i]] > 0:
                return False
    return True


@inline
def count(
    scratch: Scratch, part: int, weights: NDArray[np.int64], plain: bool, counts: NDArray[np.int64]
) -> None:
    """Count the weight over each cell not fired at in a part; if `plain`, its layouts."""
    for cell in range(counts.shape[0]):
        counts[cell] = 0
    for v in range(scratch.cells.shape[1]):
        rest = ~scratch.fired[part, v]
        for i in range(scratch.part[part, 0], scratch.part[part, 1]):
            add(counts, v, scratch.cells[i, v] & rest, 1 if plain else weights[scratch.order[i]])


@inline
def take_away(
    scratch: Scratch,
    part: int,
    weights: NDArray[np.int64],
    plain: bool,
    counts: NDArray[np.int64],
    hits: int,
) -> None:
    """Take away the weight of the layouts hit over each cell not fired at."""
    for v in range(scratch.cells.shape[1]):
        rest = ~scratch.fired[part, v]
        for i in range(hits):
            weight = -1 if plain else -weights[scratch.hit[i]]
            add(counts, v, scratch.hit_cells[i, v] & rest, weight)


@inline
def add(counts: NDArray[np.int64], word: int, cells: np.uint64, weight: int) -> None:
    """Add a weight over cells of a word."""
    while cells != NONE:
        counts[word * 64 + lowest(cells)] += weight
        cells &= cells - ONE


@inline
def hottest(counts: NDArray[np.int64]) -> int:
    """The lowest of the cells with the highest count."""
    most = np.int64(0)
    for cell in range(counts.shape[0]):
        most = max(most, counts[cell])
    best = 0
    while counts[best] < most:
        best += 1
    return best


@inline
def favourite(counts: NDArray[np.int64], favours: NDArray[np.int64]) -> int:
    """The lowest of the cells with the highest count times favour."""
    if favours.shape[0] == 0:
        return hottest(counts)
    most, best = np.int64(0), 0
    for cell in range(counts.shape[0]):
        score = counts[cell] * favours[cell]
        if score > most:
            most, best = score, cell
    return best


@inline
def hottest_of_few(scratch: Scratch, part: int, first: int, end: int) -> int:
    """The lowest of the cells not fired at that most of at most 15 layouts cover."""
    best, most = 0, 0
    for v in range(scratch.cells.shape[1]):
        ones, twos, fours, eights = NONE, NONE, NONE, NONE
        for i in range(first, end):
            word = scratch.cells[i, v]
            carry = ones & word
            ones ^= word
            word = twos & carry
            twos ^= carry
            carry = fours & word
            fours ^= word
            eights ^= carry
        cells, number = ~scratch.fired[part, v], 0
        for value, plane in ((8, eights), (4, fours), (2, twos), (1, ones)):
            if cells & plane != NONE:
                cells &= plane
                number += value
        if number > most:
            best, most = v * 64 + lowest(cells), number
    return best


@inline
def finish(scratch: Scratch, part: int, times: NDArray[np.uint8], tree: Tree) -> None:
    """Sink the only layout of a part."""
    i = scratch.part[part, 0]
    times[scratch.order[i]] = spent(scratch, part, i)
    if tree.after.shape[0] > 0 and scratch.at[NODES] > 0:
        tree.after[scratch.part[part, 2]] = ~scratch.order[i]
    scratch.at[PARTS] -= 1


@inline
def spent(scratch: Scratch, part: int, i: int) -> int:
    """The shots fired in a part once the layout in place `i` is sunk without another miss."""
    shots = 0
    for v in range(scratch.fired.shape[1]):
        shots += popcount(scratch.fired[part, v] | scratch.cells[i, v])
    return shots


@inline
def split(
    layouts: Layouts, scratch: Scratch, part: int, cell: int, times: NDArray[np.uint8], tree: Tree
) -> int:
    """Fire at a cell in the last part and put its parts in its place; the layouts hit."""
    first, end, words = scratch.part[part, 0], scratch.part[part, 1], scratch.fired.shape[1]
    note_node(scratch, part, tree)
    scratch.fired[part, cell >> 6] |= ONE << U(cell & 63)
    hits = sift(layouts, scratch, part, cell)
    middle, parts = end - hits, part
    shots, left = 0, 0
    for v in range(words):
        shots += popcount(scratch.fired[part, v])
        left += popcount(scratch.hit_cells[0, v] & ~scratch.fired[part, v])
    if left == 0:
        for i in range(hits):
            times[scratch.hit[i]] = shots
    last = 0
    for i in range(hits if left > 0 else 0):
        last = max(last, scratch.key[i])
    while last > 0:
        start, before = end, 0
        for i in range(hits - 1, -1, -1):
            if scratch.key[i] == last:
                start -= 1
                scratch.order[start] = scratch.hit[i]
                for v in range(words):
                    scratch.cells[start, v] = scratch.hit_cells[i, v]
            elif scratch.key[i] < last:
                before = max(before, scratch.key[i])
        push(scratch, part, parts, last, tree)
        scratch.part[parts, 0], scratch.part[parts, 1] = start, end
        parts += 1
        end, last = start, before
    if middle > first:
        push(scratch, part, parts, 0, tree)
        scratch.part[parts, 0], scratch.part[parts, 1] = first, middle
        parts += 1
    scratch.at[PARTS] = parts
    return hits


@inline
def note_node(scratch: Scratch, part: int, tree: Tree) -> None:
    """Note that a part is the next node of the tree."""
    node = scratch.at[NODES]
    scratch.at[NODES] += 1
    if tree.after.shape[0] > 0:
        tree.first[node] = scratch.at[EDGES]
        if node > 0:
            tree.after[scratch.part[part, 2]] = node


@inline
def push(scratch: Scratch, above: int, part: int, heard: int, tree: Tree) -> None:
    """Put a part of part `above` on the stack."""
    for v in range(scratch.fired.shape[1]):
        scratch.fired[part, v] = scratch.fired[above, v]
    scratch.part[part, 2] = scratch.at[EDGES]
    if tree.after.shape[0] > 0:
        tree.heard[scratch.at[EDGES]] = heard
    scratch.at[EDGES] += 1


@inline
def sift(layouts: Layouts, scratch: Scratch, part: int, cell: int) -> int:
    """Move the layouts of a part with that cell to `hit`, note what is heard; how many."""
    first, end, words = scratch.part[part, 0], scratch.part[part, 1], scratch.cells.shape[1]
    w, bit = cell >> 6, ONE << U(cell & 63)
    middle, hits = first, 0
    for i in range(first, end):
        if scratch.cells[i, w] & bit != NONE:
            scratch.hit[hits] = scratch.order[i]
            for v in range(words):
                scratch.hit_cells[hits, v] = scratch.cells[i, v]
            hits += 1
        else:
            if middle < i:
                scratch.order[middle] = scratch.order[i]
                for v in range(words):
                    scratch.cells[middle, v] = scratch.cells[i, v]
            middle += 1
    for i in range(hits):
        scratch.key[i] = hear(layouts, scratch, part, scratch.hit[i], w, bit)
    return hits


@inline
def hear(layouts: Layouts, scratch: Scratch, part: int, layout: int, w: int, bit: np.uint64) -> int:
    """What is heard of a hit on a layout, the cell already among those fired at."""
    ship = 0
    place = layouts.places[layout, 0]
    while layouts.cells[place, w] & bit == NONE:
        ship += 1
        place = layouts.places[layout, ship]
    for v in range(layouts.cells.shape[1]):
        if layouts.cells[place, v] & ~scratch.fired[part, v] != NONE:
            return layouts.heard[place, 0]
    return layouts.heard[place, 1]
