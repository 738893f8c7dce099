"""The hunt that wins most races, by dynamic programming over states of knowledge; compiled.

A state is a list of entries, one a remnant (see `hunting/remnants.py`): what is left to be hit, the
weight of the layouts it stands for, and eight sums of hashes over these layouts, one for each
symmetry of the board. The value of a state is the largest weight of races won from there: the sum
over its layouts of weight times W(finishing time).

What makes it fast:
    A state is known by its layouts, its hits and its number of shots, up to symmetry: the smallest
    and the largest of the eight sums. Misses that no layout left could have do not tell two apart.
    Of two cells one is enough if every layout left with the one has the other too (`choose`).
    One remnant left, or two, or one cell to be hit, is a formula.
    The keys of all children are computed in one pass over the entries, before any list is made.

The table holds a word a state: 40 bits of its key and 24 of its value as a share of its weight.
Rounding a share moves the value of the root by less than 2**-25 for each shot of the longest hunt.
Workers on one table need no locks, since a word is written at once. Weights and values are whole
numbers below 2**53, so that no sum depends on its order; of cells as good as one another one is
taken by a hash that its images share (`name`); a value is the rounded one from the start. So it is
one for a state and its images, and nothing depends on who was first.
"""

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import NONE, ONE, U, compiled, inline, lowest
from unsunk.kernels.reply_cells import choose, entries, mass, tally
from unsunk.kernels.reply_ends import has, heard, last_cell, step_of, then, two, whole, worth
from unsunk.kernels.reply_room import (
    AT,
    BEST,
    CODES,
    DONE,
    END,
    FULL,
    IMAGES,
    KIDS,
    LEFT,
    OPEN,
    SHARE,
    SHOTS,
    START,
    STOP,
    STOPPED,
    TAG,
    VALUE,
    WORKER,
    Tables,
    Work,
)

LOOK = 64
"""States that a worker stores between two looks at how full the table is."""


@inline
def find(slots: NDArray[np.uint64], key: np.uint64, tag: np.uint64) -> float:
    """The share of a state in a table, or OPEN."""
    mask = U(slots.shape[0] - 1)
    index = key & mask
    word = slots[index]
    while word != NONE:
        if word >> U(24) == tag:
            return float(np.int64(word & VALUE)) / SHARE
        index = (index + ONE) & mask
        word = slots[index]
    return OPEN


@inline
def store(work: Work, key: np.uint64, tag: np.uint64, share: float) -> float:
    """Keep the share of a state; the share that `find` will give."""
    mask = U(work.slots.shape[0] - 1)
    index = key & mask
    kept = np.int64(share * SHARE + 0.5)
    while work.slots[index] != NONE:
        if work.slots[index] >> U(24) == tag:
            return float(kept) / SHARE
        index = (index + ONE) & mask
    work.slots[index] = tag << U(24) | U(kept)
    work.stored[work.told[WORKER], 0] += 1
    return float(kept) / SHARE


@inline
def full(work: Work, size: int) -> bool:
    """Whether nine tenths of a table of that size are taken: `find` needs an empty word to end at.

    A worker looks at the others' numbers, which costs time, once in 64 states of its own.
    """
    own = work.stored[work.told[WORKER]]
    if own[0] - own[1] < LOOK:
        return False
    own[1] = own[0]
    stored = 0
    for worker in range(work.stored.shape[0]):
        stored += work.stored[worker, 0]
    return 10 * stored >= 9 * size


@inline
def mix(word: np.uint64) -> np.uint64:
    """The SplitMix64 finaliser."""
    word = (word ^ (word >> U(30))) * U(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U(27))) * U(0x94D049BB133111EB)
    return word ^ (word >> U(31))


@inline
def add_kid(tables: Tables, work: Work, depth: int, cell: int, code: int) -> int:
    """Add the child of a cell and a code (-1 for a miss) to a frame; how many entries it has.

    0, and nothing is added, if there is no such child or if it can win nothing.
    """
    rest = left_after(work, depth, code)
    if code < 0:
        many = work.frame[depth, END] - work.frame[depth, START] - entries(work, cell)
        weight = work.whole[depth, 0] - mass(work, cell)
    else:
        many, weight = work.count[cell, code], work.mass[cell, code]
    if many == 0 or tables.wins[work.frame[depth, SHOTS] + 1 + rest] == 0.0:
        return 0
    kid = work.frame[depth, KIDS]
    work.frame[depth, KIDS] = kid + 1
    work.kid[depth, kid, 0], work.kid[depth, kid, 1] = cell, code
    work.kid_value[depth, kid, 0], work.kid_value[depth, kid, 1] = weight, OPEN
    return many


@inline
def left_after(work: Work, depth: int, code: int) -> int:
    """The cells left to be hit after a shot with that code."""
    return work.frame[depth, LEFT] if code < 0 else work.frame[depth, LEFT] - 1


@inline
def end(tables: Tables, work: Work, depth: int, kid: int, many: int) -> int:
    """Put the ends of a child of so many entries, if it is a formula; how many ends, else 0."""
    cell, code = work.kid[depth, kid, 0], work.kid[depth, kid, 1]
    rest = left_after(work, depth, code)
    if rest == 0 or many == 1:
        work.ends[0] = work.kid_value[depth, kid, 0]
        return 1
    if many == 2:
        return two(tables, work, depth, cell, code)
    return last_cell(tables, work, depth, cell, code) if rest == 1 else 0


@inline
def name_kid(tables: Tables, work: Work, depth: int, kid: int) -> None:
    """The key of a child: one for all its images."""
    cell, code = work.kid[depth, kid, 0], work.kid[depth, kid, 1]
    least, most = ~NONE, NONE
    for g in range(IMAGES):
        total = work.hits[depth, g]
        if code < 0:
            for i in range(CODES):
                total -= work.acc[cell, i, g]
            total += work.hits[depth + 1, g]
        else:
            total += work.acc[cell, code, g] + tables.hash_hit[cell, g]
        least = min(least, total)
        most = max(most, total)
    least = mix(least + U(work.frame[depth, SHOTS] + 1) * U(0xD6E8FEB86659FD93))
    work.kid_key[depth, kid, 0] = least
    tag = (mix(least ^ most) >> U(20)) & TAG
    work.kid_key[depth, kid, 1] = tag if tag != NONE else ONE


@inline
def weigh_kid(tables: Tables, work: Work, depth: int, cell: int, code: int) -> None:
    """Add a child to a frame: its value, or its key."""
    many, kid = add_kid(tables, work, depth, cell, code), work.frame[depth, KIDS] - 1
    if many == 0:
        return
    ends = end(tables, work, depth, kid, many)
    if ends == 0:
        name_kid(tables, work, depth, kid)
        return
    first = work.frame[depth, SHOTS] + 1 + left_after(work, depth, code)
    work.kid_value[depth, kid, 1] = worth(work, ends, tables.wins, first)


@inline
def guess(tables: Tables, work: Work, depth: int, kid: int) -> float:
    """What a child wins, or about what: its weight with the share that the guide knows.

    A guide knows no state that could win nothing at its pace: there it is what the child would win
    without a miss.
    """
    weight, value = work.kid_value[depth, kid, 0], work.kid_value[depth, kid, 1]
    if value != OPEN:
        return value
    share = find(work.guide, work.kid_key[depth, kid, 0], work.kid_key[depth, kid, 1])
    if share == OPEN:
        rest = left_after(work, depth, work.kid[depth, kid, 1])
        share = tables.wins[work.frame[depth, SHOTS] + 1 + rest]
    return whole(share * weight)


@inline
def follow(tables: Tables, work: Work, depth: int) -> None:
    """Keep the cells that seem to win nearly as much as the best, by a guide."""
    kids, most = work.frame[depth, KIDS], 0.0
    for turn in range(2):
        k, kept = 0, 0
        while k < kids:
            first, total = k, 0.0
            while k < kids and work.kid[depth, k, 0] == work.kid[depth, first, 0]:
                total += guess(tables, work, depth, k)
                k += 1
            if turn == 0:
                most = max(most, total)
            elif total >= most * (1.0 - tables.slack):
                for j in range(first, k):
                    for z in range(2):
                        work.kid[depth, kept, z] = work.kid[depth, j, z]
                        work.kid_key[depth, kept, z] = work.kid_key[depth, j, z]
                        work.kid_value[depth, kept, z] = work.kid_value[depth, j, z]
                    kept += 1
    work.frame[depth, KIDS] = kept


@inline
def survey(tables: Tables, work: Work, depth: int) -> np.uint64:
    """Weigh a state's cells; those that a best hunt may fire at next, as bits."""
    first, end = work.frame[depth, START], work.frame[depth, END]
    seen = tally(tables, work, depth)
    for g in range(IMAGES):
        work.hits[depth + 1, g] = NONE
    total = 0.0
    for i in range(first, end):
        total += work.weight[i]
        for g in range(IMAGES):
            work.hits[depth + 1, g] += work.sums[i, g]
    work.whole[depth, 0] = total
    work.frame[depth, KIDS] = work.frame[depth, AT] = 0
    return choose(tables, work, depth, seen, end - first)


@inline
def expand(tables: Tables, work: Work, depth: int) -> None:
    """List the children of a state, with the values of those that are known."""
    chosen = survey(tables, work, depth)
    while chosen != NONE:
        cell = lowest(chosen)
        chosen &= chosen - ONE
        for o in range(CODES):
            weigh_kid(tables, work, depth, cell, o)
        weigh_kid(tables, work, depth, cell, -1)
    if work.guide.shape[0] > 1:
        follow(tables, work, depth)
    for k in range(work.frame[depth, KIDS]):
        if work.kid_value[depth, k, 1] == OPEN:
            share = find(work.slots, work.kid_key[depth, k, 0], work.kid_key[depth, k, 1])
            if share != OPEN:
                work.kid_value[depth, k, 1] = whole(share * work.kid_value[depth, k, 0])


@inline
def append(work: Work, end: int, place: int, number: int, entry: int) -> int:
    """Put an entry as another remnant into a list in ascending order; the list's end then."""
    at = place
    while at > end and work.id[at - 1] > number:
        at -= 1
    if at > end and work.id[at - 1] == number:
        work.weight[at - 1] += work.weight[entry]
        for g in range(IMAGES):
            work.sums[at - 1, g] += work.sums[entry, g]
        return place
    for k in range(place, at, -1):
        work.id[k], work.weight[k] = work.id[k - 1], work.weight[k - 1]
        for g in range(IMAGES):
            work.sums[k, g] = work.sums[k - 1, g]
    work.id[at], work.weight[at] = number, work.weight[entry]
    for g in range(IMAGES):
        work.sums[at, g] = work.sums[entry, g]
    return place + 1


@inline
def enter(tables: Tables, work: Work, depth: int, kid: int) -> int:
    """Put a child of a state on the stack as a state of its own; FULL if there is no room."""
    first, end = work.frame[depth, START], work.frame[depth, END]
    left, cell, code = work.frame[depth, LEFT], work.kid[depth, kid, 0], work.kid[depth, kid, 1]
    if end + (end - first) > work.id.shape[0] or depth + 3 > work.frame.shape[0]:
        return FULL
    place = end
    for i in range(first, end):
        number = work.id[i]
        if not has(tables, number, cell):
            if code < 0:
                place = append(work, end, place, number, i)
        elif code >= 0:
            step = step_of(tables, number, cell)
            if heard(step) == code:
                place = append(work, end, place, then(step), i)
    below = depth + 1
    work.frame[below, START], work.frame[below, END] = end, place
    work.frame[below, LEFT] = left if code < 0 else left - 1
    work.frame[below, SHOTS] = work.frame[depth, SHOTS] + 1
    for k in range(2):
        work.key[below, k] = work.kid_key[depth, kid, k]
    for g in range(IMAGES):
        work.hits[below, g] = work.hits[depth, g]
        if code >= 0:
            work.hits[below, g] += tables.hash_hit[cell, g]
    return DONE


@inline
def settle(work: Work, depth: int) -> None:
    """The best cell of a state whose children are all known, and its value."""
    kids, best, value, k = work.frame[depth, KIDS], -1, -1.0, 0
    while k < kids:
        cell, total = work.kid[depth, k, 0], 0.0
        while k < kids and work.kid[depth, k, 0] == cell:
            total += work.kid_value[depth, k, 1]
            k += 1
        if total > value:
            best, value = cell, total
    work.frame[depth, BEST] = best
    work.whole[depth, 1] = max(value, 0.0)


@compiled
def solve(tables: Tables, work: Work) -> int:
    """Find the value and the best cell of the state in frame 0; DONE, FULL or STOPPED."""
    depth = 0
    expand(tables, work, depth)
    while True:
        kids, at = work.frame[depth, KIDS], work.frame[depth, AT]
        entered = False
        while at < kids:
            kid = at if work.told[WORKER] == 0 else kids - 1 - at
            if work.kid_value[depth, kid, 1] == OPEN:
                share = find(work.slots, work.kid_key[depth, kid, 0], work.kid_key[depth, kid, 1])
                if share == OPEN:
                    work.frame[depth, AT] = at
                    if enter(tables, work, depth, kid) == FULL:
                        return FULL
                    entered = True
                    break
                work.kid_value[depth, kid, 1] = whole(share * work.kid_value[depth, kid, 0])
            at += 1
        if entered:
            if work.told[STOP] != 0:
                return STOPPED
            if full(work, work.slots.shape[0]):
                return FULL
            depth += 1
            expand(tables, work, depth)
            continue
        settle(work, depth)
        if depth == 0:
            return DONE
        share = work.whole[depth, 1] / work.whole[depth, 0]
        share = store(work, work.key[depth, 0], work.key[depth, 1], share)
        depth -= 1
        at = work.frame[depth, AT]
        kid = at if work.told[WORKER] == 0 else work.frame[depth, KIDS] - 1 - at
        work.kid_value[depth, kid, 1] = whole(share * work.kid_value[depth, kid, 0])
        work.frame[depth, AT] = at + 1
