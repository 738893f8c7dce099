"""Hunting greedily until few layouts are left, and planning the rest: see `kernels/hunt.py`.

Where at most M layouts are left, the two cells that most weight covers are tried, all that follows
each being planned alike, and the one is fired at after which more weight is first; the first of
them if both are alike, or if the second cannot win more. Where no layout left has weight, the
hunt stays greedy.

The same layouts with the same hits after as many shots are planned once: what was found stands in
a table, by a hash of 64 bits. Then the tree is written from the table, shot by shot. Frames take
the place of recursion, which Numba's cache does not bear. The parts that are planned lie above the
one that is planned on the stack of `hunt`, one a depth.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels import hunt
from unsunk.kernels.common import NONE, ONE, U, compiled, inline, popcount

STAGE, FIRST, END, ONE_CELL, OTHER, FEWER, GROUP, GROUPS = range(8)
"""Columns of a frame: which cell is tried, the part, both cells and what the second covers less
than all, the group that is next and how many there are."""
FIELDS = 8
WON, BEST = 0, 1
"""What the cell that is tried wins so far, and what the first one won; at first all weight."""
CLOSE = 1e-12
"""The share by which the second cell must win more than the first."""
EMPTY = NONE
SHIFT = U(32)


class Planned(NamedTuple):
    """What is planned, and room for it: M layouts at most, D shots, T places of a table."""

    most: int
    wins: NDArray[np.float64]
    """(n + 1,) the chance to be first after so many shots."""
    frames: NDArray[np.int64]
    """(D, FIELDS)"""
    keys: NDArray[np.uint64]
    """(D,) the hash of each frame's part."""
    won: NDArray[np.float64]
    """(D, 2)"""
    ends: NDArray[np.int64]
    """(D, M + 1) where the groups of a shot end."""
    table: NDArray[np.uint64]
    """(T,) hashes, EMPTY where there is none."""
    values: NDArray[np.float64]
    """(T,) the weight that is first."""
    cells: NDArray[np.uint8]
    """(T,) where to fire."""
    filled: NDArray[np.int64]
    """(T + 1,) how many places of the table are filled, and which."""


@compiled
def grow(
    layouts: hunt.Layouts,
    weights: NDArray[np.int64],
    favours: NDArray[np.int64],
    scratch: hunt.Scratch,
    counts: NDArray[np.int64],
    shots: NDArray[np.uint8],
    times: NDArray[np.uint8],
    tree: hunt.Tree,
    planned: Planned,
) -> int:
    """Hunt until done or `shots` is full; how many nodes are written to its start.

    The other arguments are those of `hunt.grow`; a plan favours no cell. A plan that is begun is
    written to its end, so `shots` needs room for D shots at each of M layouts.
    """
    nodes, room = 0, planned.most * planned.frames.shape[0]
    until = shots[: shots.shape[0] - room]
    while scratch.at[hunt.PARTS] > 0 and nodes < until.shape[0]:
        nodes = hunt.grow(
            layouts, weights, favours, scratch, counts, until, times, tree, nodes, planned.most
        )
        if scratch.at[hunt.PARTS] > 0 and nodes < until.shape[0]:
            plan(layouts, weights, scratch, counts, planned)
            nodes = write(layouts, scratch, counts, shots, times, tree, planned, nodes)
    return nodes


@compiled
def write(
    layouts: hunt.Layouts,
    scratch: hunt.Scratch,
    counts: NDArray[np.int64],
    shots: NDArray[np.uint8],
    times: NDArray[np.uint8],
    tree: hunt.Tree,
    planned: Planned,
    nodes: int,
) -> int:
    """Hunt the last part as it was planned; how many nodes are then written."""
    base = scratch.at[hunt.PARTS] - 1
    while scratch.at[hunt.PARTS] > base:
        part = scratch.at[hunt.PARTS] - 1
        first, end = scratch.part[part, 0], scratch.part[part, 1]
        if end - first == 1:
            hunt.finish(scratch, part, times, tree)
            continue
        place = find(planned, hashed(scratch, part))
        if planned.table[place] != EMPTY:
            cell = int(planned.cells[place])
        else:
            hunt.count(scratch, part, counts, True, counts)
            cell = hunt.hottest(counts)
        shots[nodes] = cell
        nodes += 1
        hunt.split(layouts, scratch, part, cell, times, tree)
    for i in range(planned.filled[0]):
        planned.table[planned.filled[i + 1]] = EMPTY
    planned.filled[0] = 0
    return nodes


@compiled
def plan(
    layouts: hunt.Layouts,
    weights: NDArray[np.int64],
    scratch: hunt.Scratch,
    counts: NDArray[np.int64],
    planned: Planned,
) -> None:
    """Plan the last part into the table."""
    base = scratch.at[hunt.PARTS] - 1
    depth, won, cell = 0, 0.0, 0
    frames = planned.frames
    while True:
        won = known(weights, scratch, planned, base + depth, depth)
        returned = won >= 0
        if not returned:
            cell = begin(weights, scratch, counts, planned, base + depth, depth)
            fire(layouts, weights, scratch, planned, base, depth, cell)
        while True:
            if returned:
                if depth == 0:
                    return
                depth -= 1
                planned.won[depth, WON] += won
                returned = False
            if frames[depth, GROUP] < frames[depth, GROUPS]:
                step_into(scratch, planned, base, depth)
                depth += 1
                break
            cell = decide(scratch, planned, base, depth)
            if cell >= 0:
                fire(layouts, weights, scratch, planned, base, depth, cell)
            else:
                won = settle(planned, depth)
                returned = True


@inline
def known(
    weights: NDArray[np.int64],
    scratch: hunt.Scratch,
    planned: Planned,
    part: int,
    depth: int,
) -> float:
    """What a part wins, if that is known: one layout is left, or none with weight, or it is found.

    Below 0 if it is not; then its hash is noted.
    """
    first, end = scratch.part[part, 0], scratch.part[part, 1]
    if end - first == 1:
        weight = weight_of(weights, scratch.order[first])
        return weight * planned.wins[hunt.spent(scratch, part, first)]
    if weights.shape[0] > 0 and hunt.weightless(scratch, weights, first, end):
        return 0.0
    key = hashed(scratch, part)
    planned.keys[depth] = key
    place = find(planned, key)
    return planned.values[place] if planned.table[place] != EMPTY else -1.0


@inline
def hashed(scratch: hunt.Scratch, part: int) -> np.uint64:
    """A hash of a part's layouts, of the cells of theirs that were hit, and of the shots so far."""
    first, end = scratch.part[part, 0], scratch.part[part, 1]
    key, shots = NONE, 0
    for i in range(first, end):
        key += mixed(U(scratch.order[i]) + ONE)
    for v in range(scratch.fired.shape[1]):
        shots += popcount(scratch.fired[part, v])
        hits = scratch.fired[part, v] & scratch.cells[first, v]
        key = mixed(key ^ (hits + U(v)))
    return mixed(key + U(shots)) | ONE


@inline
def mixed(word: np.uint64) -> np.uint64:
    """A word stirred (the finaliser of SplitMix64)."""
    word = (word ^ (word >> U(30))) * U(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U(27))) * U(0x94D049BB133111EB)
    return word ^ (word >> U(31))


@inline
def find(planned: Planned, key: np.uint64) -> int:
    """The place of a hash in the table, or the empty one where it belongs."""
    size = planned.table.shape[0]
    place = int(key >> SHIFT) % size
    while planned.table[place] != EMPTY and planned.table[place] != key:
        place = place + 1 if place + 1 < size else 0
    return place


@inline
def begin(
    weights: NDArray[np.int64],
    scratch: hunt.Scratch,
    counts: NDArray[np.int64],
    planned: Planned,
    part: int,
    depth: int,
) -> int:
    """Begin the frame of a part; the first cell to try."""
    first, end = scratch.part[part, 0], scratch.part[part, 1]
    hunt.count(scratch, part, weights, weights.shape[0] == 0, counts)
    one = hunt.hottest(counts)
    counts[one] = 0
    other = hunt.hottest(counts)
    whole = 0
    for i in range(first, end):
        whole += weight_of(weights, scratch.order[i])
    frame = planned.frames[depth]
    frame[STAGE], frame[FIRST], frame[END], frame[ONE_CELL] = 0, first, end, one
    frame[OTHER] = other if counts[other] > 0 else -1
    frame[FEWER] = whole - counts[other]
    planned.won[depth, BEST] = whole
    return one


@inline
def fire(
    layouts: hunt.Layouts,
    weights: NDArray[np.int64],
    scratch: hunt.Scratch,
    planned: Planned,
    base: int,
    depth: int,
    cell: int,
) -> None:
    """Fire at a cell of a frame's part; its groups wait in the frame."""
    frame, below = planned.frames[depth], base + depth + 1
    first, end, words = frame[FIRST], frame[END], scratch.fired.shape[1]
    for v in range(words):
        scratch.fired[below, v] = scratch.fired[below - 1, v]
    scratch.fired[below, cell >> 6] |= ONE << U(cell & 63)
    scratch.part[below, 0], scratch.part[below, 1] = first, end
    hits = hunt.sift(layouts, scratch, below, cell)
    shot, left = 0, 0
    for v in range(words):
        shot += popcount(scratch.fired[below, v])
        left += popcount(scratch.hit_cells[0, v] & ~scratch.fired[below, v])
    won, groups, start = 0.0, 0, end - hits
    if start > first:
        planned.ends[depth, 0] = start
        groups = 1
    if left == 0:
        for i in range(hits):
            won += weight_of(weights, scratch.hit[i]) * planned.wins[shot]
            put_back(scratch, start + i, i)
    else:
        groups = arrange(scratch, start, hits, planned.ends[depth], groups)
    frame[GROUP], frame[GROUPS] = 0, groups
    planned.won[depth, WON] = won


@inline
def put_back(scratch: hunt.Scratch, place: int, hit: int) -> None:
    """Put a layout that was hit back into its part."""
    scratch.order[place] = scratch.hit[hit]
    for v in range(scratch.cells.shape[1]):
        scratch.cells[place, v] = scratch.hit_cells[hit, v]


@inline
def arrange(
    scratch: hunt.Scratch, start: int, hits: int, ends: NDArray[np.int64], groups: int
) -> int:
    """Put the layouts hit back from `start` on, in ascending order of what is heard.

    Where each group ends is written to `ends`, after `groups` that stand there; how many then.
    """
    heard = 0
    while True:
        following = 0
        for i in range(hits):
            if scratch.key[i] > heard and (following == 0 or scratch.key[i] < following):
                following = scratch.key[i]
        if following == 0:
            return groups
        heard = following
        for i in range(hits):
            if scratch.key[i] == heard:
                put_back(scratch, start, i)
                start += 1
        ends[groups] = start
        groups += 1


@inline
def step_into(scratch: hunt.Scratch, planned: Planned, base: int, depth: int) -> None:
    """Make the next group of a frame the part below it."""
    frame, below = planned.frames[depth], base + depth + 1
    group = frame[GROUP]
    scratch.part[below, 0] = frame[FIRST] if group == 0 else planned.ends[depth, group - 1]
    scratch.part[below, 1] = planned.ends[depth, group]
    frame[GROUP] = group + 1


@inline
def decide(scratch: hunt.Scratch, planned: Planned, base: int, depth: int) -> int:
    """After the first cell the second, if it may win more; -1 if not, or after the second."""
    frame = planned.frames[depth]
    if frame[STAGE] == 1 or frame[OTHER] < 0:
        return -1
    won, whole, fewer = planned.won[depth, WON], planned.won[depth, BEST], frame[FEWER]
    soonest = hunt.spent(scratch, base + depth, frame[FIRST])
    bound = (whole - fewer) * planned.wins[soonest] + fewer * planned.wins[soonest + 1]
    if bound <= won * (1 + CLOSE):
        return -1
    frame[STAGE] = 1
    planned.won[depth, BEST] = won
    return frame[OTHER]


@inline
def settle(planned: Planned, depth: int) -> float:
    """Note the better cell of a frame in the table; what it wins."""
    frame, won, cell = planned.frames[depth], planned.won[depth, WON], 0
    cell = frame[ONE_CELL]
    if frame[STAGE] == 1:
        if won > planned.won[depth, BEST] * (1 + CLOSE):
            cell = frame[OTHER]
        else:
            won = planned.won[depth, BEST]
    place = find(planned, planned.keys[depth])
    if 2 * planned.filled[0] < planned.table.shape[0]:
        planned.table[place] = planned.keys[depth]
        planned.values[place] = won
        planned.cells[place] = cell
        planned.filled[0] += 1
        planned.filled[planned.filled[0]] = place
    return won


@inline
def weight_of(weights: NDArray[np.int64], layout: int) -> int:
    """The weight of a layout."""
    return weights[layout] if weights.shape[0] > 0 else np.int64(1)
