"""Which cells a best hunt may fire at next: entries counted by cell, cells compared; compiled."""

import numpy as np

from unsunk.kernels.common import NONE, ONE, U, inline, lowest
from unsunk.kernels.reply_room import (
    CODES,
    END,
    HAS,
    IMAGES,
    LEFT,
    SHOTS,
    START,
    STEPS,
    Tables,
    Work,
)

MISSES = 0.3
"""Misses that the doubling of a state's entries is taken to cost; found by trial on 4×4."""


@inline
def clear(work: Work, cell: np.uint64) -> None:
    """Begin to count at a cell."""
    for o in range(CODES):
        work.count[cell, o] = 0
        work.mass[cell, o] = 0.0
        for g in range(IMAGES):
            work.acc[cell, o, g] = NONE
    work.mask[cell, HAS] = NONE
    work.mask[cell, STEPS] = NONE


@inline
def tally(tables: Tables, work: Work, depth: int) -> np.uint64:
    """Count entries, weights and sums by cell and by what is heard; the cells met, as bits."""
    first, end = U(work.frame[depth, START]), U(work.frame[depth, END])
    left, seen = U(work.frame[depth, LEFT]), NONE
    for i in range(first, end):
        number, weight = U(work.id[i]), work.weight[i]
        bit = ONE << ((i - first) & U(63))
        s0, s1, s2, s3 = work.sums[i, 0], work.sums[i, 1], work.sums[i, 2], work.sums[i, 3]
        s4, s5, s6, s7 = work.sums[i, 4], work.sums[i, 5], work.sums[i, 6], work.sums[i, 7]
        for j in range(left):
            step = tables.step[number, j]
            c, o = step & U(63), (step >> U(6)) & U(3)
            if (seen >> c) & ONE == NONE:
                seen |= ONE << c
                clear(work, c)
            work.count[c, o] += 1
            work.mass[c, o] += weight
            work.mask[c, HAS] |= bit
            work.mask[c, STEPS] |= step
            work.acc[c, o, 0] += s0
            work.acc[c, o, 1] += s1
            work.acc[c, o, 2] += s2
            work.acc[c, o, 3] += s3
            work.acc[c, o, 4] += s4
            work.acc[c, o, 5] += s5
            work.acc[c, o, 6] += s6
            work.acc[c, o, 7] += s7
    return seen


@inline
def entries(work: Work, cell: int) -> int:
    """How many entries have a cell."""
    return work.count[cell, 0] + work.count[cell, 1] + work.count[cell, 2]


@inline
def mass(work: Work, cell: int) -> float:
    """Their weight."""
    return work.mass[cell, 0] + work.mass[cell, 1] + work.mass[cell, 2]


@inline
def safe(work: Work, cell: int) -> bool:
    """Whether firing at a cell earlier than a hunt does can lose nothing; see `Remnants.risk`."""
    risk = work.mask[cell, STEPS] >> U(8)
    return risk & (risk >> U(4)) & U(15) == NONE


@inline
def name(tables: Tables, work: Work, depth: int, cell: int) -> np.uint64:
    """A hash of a state with one of its cells; an image of the state has it with the cell's image.

    The sums of the state's layouts stand in the hits one deeper.
    """
    least = ~NONE
    for g in range(IMAGES):
        total = work.hits[depth, g] + work.hits[depth + 1, g] + tables.hash_hit[cell, g]
        least = min(least, total)
    return least


@inline
def hoped(tables: Tables, weight: float, many: int, shots: int) -> float:
    """About what entries of so much weight win; `shots` is the finishing time without a miss."""
    if many == 0:
        return 0.0
    time = shots + MISSES * np.log2(float(many))
    before = np.int64(time)
    if before + 1 >= tables.wins.shape[0]:
        return 0.0
    part = time - before
    return weight * ((1.0 - part) * tables.wins[before] + part * tables.wins[before + 1])


@inline
def promise(tables: Tables, work: Work, depth: int, cell: int, many: int) -> float:
    """About what is won after a shot at a cell: what tells more layouts apart counts too."""
    shots = work.frame[depth, SHOTS] + 1 + work.frame[depth, LEFT]
    missed = work.whole[depth, 0] - mass(work, cell)
    total = hoped(tables, missed, many - entries(work, cell), shots)
    for o in range(CODES):
        total += hoped(tables, work.mass[cell, o], work.count[cell, o], shots - 1)
    return np.floor(total)


@inline
def promising(tables: Tables, work: Work, depth: int, seen: np.uint64, many: int) -> np.uint64:
    """Some of the cells, those of the most promise, as bits."""
    rest = seen
    while rest != NONE:
        c = lowest(rest)
        rest &= rest - ONE
        work.spare[c] = promise(tables, work, depth, c, many)
    chosen = NONE
    for _ in range(tables.width):
        best, most, first, rest = NONE, -1.0, NONE, seen & ~chosen
        while rest != NONE:
            c = lowest(rest)
            rest &= rest - ONE
            if work.spare[c] < most:
                continue
            called = name(tables, work, depth, c)
            if work.spare[c] > most or called < first:
                best, most, first = ONE << U(c), work.spare[c], called
        chosen |= best
    return chosen


@inline
def sure(tables: Tables, work: Work, depth: int, seen: np.uint64, many: int) -> np.uint64:
    """A cell that all entries have and that is safe, as a bit; 0 if there is none."""
    best, first, rest = NONE, NONE, seen
    while rest != NONE:
        c = lowest(rest)
        rest &= rest - ONE
        if entries(work, c) == many and safe(work, c):
            called = name(tables, work, depth, c)
            if best == NONE or called < first:
                best, first = ONE << U(c), called
    return best


@inline
def undominated(tables: Tables, work: Work, depth: int, seen: np.uint64) -> np.uint64:
    """The cells without those whose entries a safe one has all; of safe equals one stays."""
    chosen, rest = seen, seen
    while rest != NONE:
        d = lowest(rest)
        rest &= rest - ONE
        if (chosen >> U(d)) & ONE == NONE or not safe(work, d):
            continue
        has, others = work.mask[d, HAS], chosen & ~(ONE << U(d))
        while others != NONE:
            c = lowest(others)
            others &= others - ONE
            if work.mask[c, HAS] & ~has != NONE:
                continue
            equal = work.mask[c, HAS] == has and safe(work, c)
            if equal and name(tables, work, depth, c) < name(tables, work, depth, d):
                continue
            chosen &= ~(ONE << U(c))
    return chosen


@inline
def choose(tables: Tables, work: Work, depth: int, seen: np.uint64, many: int) -> np.uint64:
    """The cells that a best hunt may fire at next, as bits.

    One that all entries have, or all but the dominated ones.
    """
    one = sure(tables, work, depth, seen, many)
    if one != NONE:
        return one
    if many > tables.broad:
        return promising(tables, work, depth, seen, many)
    if many > 64:
        return seen
    return undominated(tables, work, depth, seen)
