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

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import NONE, ONE, U, compiled, inline, lowest

DONE, FULL, STOPPED = 0, 1, 2
"""What a run ends with."""
CODES = 3
"""A hit is heard in at most so many ways."""
IMAGES = 8
SHARE = float((1 << 24) - 1)
VALUE = U((1 << 24) - 1)
TAG = U((1 << 40) - 1)
MISSES = 0.3
"""Misses that the doubling of a state's entries is taken to cost; found by trial on 4×4."""
OPEN = -1.0
"""The value of a child that is still to be found."""


class Tables(NamedTuple):
    """What does not change with the lottery; see `Remnants`."""

    cells: int
    where: NDArray[np.int32]
    """(N, R) the cells of a remnant."""
    child: NDArray[np.int32]
    """(N, R) the remnant after a hit there."""
    code: NDArray[np.int32]
    """(N, R) what is heard then, from 0."""
    risk: NDArray[np.uint32]
    """(N, R) see `Remnants.risk`."""
    ships: NDArray[np.uint64]
    """(N, S) the cells of each ship afloat, 0 for one that is sunk, as bits."""
    group: NDArray[np.int32]
    """(S,) the group of each ship."""
    hash_hit: NDArray[np.uint64]
    """(n, 8) what a hit at a cell adds to the sums."""
    wins: NDArray[np.float64]
    """(n + 1 + R,) W, the chance to win with a finishing time."""
    sinks: bool
    """Whether a sink is heard."""
    broad: int
    """The most entries of a state of which every cell is tried."""
    width: int
    """How many cells are tried where there are more: the most promising."""


class Work(NamedTuple):
    """Room of one worker, and the table that all share; all modified in place."""

    slots: NDArray[np.uint64]
    """The table: tag << 24 | share, 0 where empty."""
    id: NDArray[np.int32]
    """(m,) the remnants of the states under way, one list after another."""
    weight: NDArray[np.float64]
    """(m,) the weights of their layouts."""
    sums: NDArray[np.uint64]
    """(m, 8) the sums of the hashes of their layouts."""
    frame: NDArray[np.int64]
    """(depth, 8) start, end, cells left, shots, children, child under way, best cell."""
    whole: NDArray[np.float64]
    """(depth, 2) weight of the state, its value."""
    key: NDArray[np.uint64]
    """(depth, 2) index and tag of the state in the table."""
    hits: NDArray[np.uint64]
    """(depth, 8) the sums of the hits so far."""
    kid: NDArray[np.int64]
    """(depth, kids, 2) cell and code (-1 for a miss) of a child."""
    kid_key: NDArray[np.uint64]
    """(depth, kids, 2) its index and tag."""
    kid_value: NDArray[np.float64]
    """(depth, kids, 2) its weight and value."""
    count: NDArray[np.int64]
    """(n, 4) entries by cell and code; the last column all of them."""
    mass: NDArray[np.float64]
    """(n, 4) their weights."""
    acc: NDArray[np.uint64]
    """(n, 3, 8) their sums."""
    mask: NDArray[np.uint64]
    """(n, 2) by cell the entries that have it, if at most 64, and the risk."""
    ends: NDArray[np.int64]
    """(n, 3, 2) first and last entry by cell and code."""
    spare: NDArray[np.float64]
    """(n,) for a formula."""
    stored: NDArray[np.int64]
    """(workers,) the states that each worker has stored, shared by all."""
    told: NDArray[np.int64]
    """(2,) number of the worker, stop."""


START, END, LEFT, SHOTS, KIDS, AT, BEST = range(7)
WORKER, STOP = range(2)
HAS, RISK = range(2)


@inline
def find(work: Work, index: np.uint64, tag: np.uint64) -> float:
    """The share of a state in the table, or OPEN."""
    mask = U(work.slots.shape[0] - 1)
    word = work.slots[index]
    while word != NONE:
        if word >> U(24) == tag:
            return float(np.int64(word & VALUE)) / SHARE
        index = (index + ONE) & mask
        word = work.slots[index]
    return OPEN


@inline
def store(work: Work, index: np.uint64, tag: np.uint64, share: float) -> float:
    """Keep the share of a state; the share that `find` will give."""
    mask = U(work.slots.shape[0] - 1)
    kept = np.int64(share * SHARE + 0.5)
    while work.slots[index] != NONE:
        if work.slots[index] >> U(24) == tag:
            return float(kept) / SHARE
        index = (index + ONE) & mask
    work.slots[index] = tag << U(24) | U(kept)
    work.stored[work.told[WORKER]] += 1
    return float(kept) / SHARE


@inline
def full(work: Work) -> bool:
    """Whether nine tenths of the table are taken: `find` needs an empty word to end at."""
    return 10 * work.stored.sum() >= 9 * work.slots.shape[0]


@inline
def whole(value: float) -> float:
    """The nearest whole number."""
    return np.floor(value + 0.5)


@inline
def mix(word: np.uint64) -> np.uint64:
    """The SplitMix64 finaliser."""
    word = (word ^ (word >> U(30))) * U(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U(27))) * U(0x94D049BB133111EB)
    return word ^ (word >> U(31))


@inline
def clear(work: Work, cell: np.uint64) -> None:
    """Begin to count at a cell."""
    for o in range(CODES + 1):
        work.count[cell, o] = 0
        work.mass[cell, o] = 0.0
    for o in range(CODES):
        for g in range(IMAGES):
            work.acc[cell, o, g] = NONE
    work.mask[cell, HAS] = NONE
    work.mask[cell, RISK] = NONE


@inline
def tally(tables: Tables, work: Work, depth: int) -> np.uint64:
    """Count entries, weights and sums by cell and by what is heard; the cells met, as bits."""
    first, end = work.frame[depth, START], work.frame[depth, END]
    left, seen = work.frame[depth, LEFT], NONE
    for i in range(first, end):
        number = work.id[i]
        bit = ONE << U((i - first) & 63)
        for j in range(left):
            c, o = U(tables.where[number, j]), U(tables.code[number, j])
            if (seen >> c) & ONE == NONE:
                seen |= ONE << c
                clear(work, c)
            if work.count[c, o] == 0:
                work.ends[c, o, 0] = i
            work.ends[c, o, 1] = i
            work.count[c, o] += 1
            work.mass[c, o] += work.weight[i]
            work.count[c, U(CODES)] += 1
            work.mass[c, U(CODES)] += work.weight[i]
            work.mask[c, HAS] |= bit
            work.mask[c, RISK] |= U(tables.risk[number, j])
            for g in range(IMAGES):
                work.acc[c, o, g] += work.sums[i, g]
    return seen


@inline
def safe(work: Work, cell: int) -> bool:
    """Whether firing at a cell earlier than a hunt does can lose nothing; see `Remnants.risk`."""
    risk = work.mask[cell, RISK]
    return risk & (risk >> U(16)) & U(0xFFFF) == NONE


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
def hoped(tables: Tables, mass: float, many: int, shots: int) -> float:
    """About what entries of so much weight win; `shots` is the finishing time without a miss."""
    if many == 0:
        return 0.0
    time = shots + MISSES * np.log2(float(many))
    before = np.int64(time)
    if before + 1 >= tables.wins.shape[0]:
        return 0.0
    part = time - before
    return mass * ((1.0 - part) * tables.wins[before] + part * tables.wins[before + 1])


@inline
def promise(tables: Tables, work: Work, depth: int, cell: int, many: int) -> float:
    """About what is won after a shot at a cell: what tells more layouts apart counts too."""
    shots = work.frame[depth, SHOTS] + 1 + work.frame[depth, LEFT]
    mass, count = work.whole[depth, 0] - work.mass[cell, CODES], many - work.count[cell, CODES]
    total = hoped(tables, mass, count, shots)
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
        if work.count[c, CODES] == many and safe(work, c):
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


@inline
def apart(tables: Tables, one: int, two: int) -> bool:
    """Whether two remnants can be told apart by shots that hit both."""
    if not tables.sinks:
        return False
    ships, a, b = tables.ships, NONE, NONE
    for s in range(ships.shape[1]):
        a |= ships[one, s]
        b |= ships[two, s]
    both = a & b
    for turn in range(2):
        x, y = (one, two) if turn == 0 else (two, one)
        for s in range(ships.shape[1]):
            ship = ships[x, s]
            if ship == NONE or ship & ~both != NONE:
                continue
            known = False
            for o in range(ships.shape[1]):
                if ships[y, o] == ship and tables.group[o] == tables.group[s]:
                    known = True
            if not known:
                return True
    return False


@inline
def last_cell(tables: Tables, work: Work, depth: int, cell: int, code: int) -> float:
    """The value of a hit after which one cell is left to be hit: the heaviest cells first."""
    first, last = work.ends[cell, code, 0], work.ends[cell, code, 1]
    shots = work.frame[depth, SHOTS] + 1
    for c in range(tables.cells):
        work.spare[c] = 0.0
    for i in range(first, last + 1):
        number = work.id[i]
        for j in range(2):
            if tables.where[number, j] == cell and tables.code[number, j] == code:
                work.spare[tables.where[number, 1 - j]] += work.weight[i]
    return in_order(tables, work, shots)


@inline
def in_order(tables: Tables, work: Work, shots: int) -> float:
    """Fire at the cells in `spare` by their weight, the heaviest first."""
    value = 0.0
    while True:
        best, most = 0, 0.0
        for c in range(tables.cells):
            if work.spare[c] > most:
                best, most = c, work.spare[c]
        if most == 0.0:
            return value
        shots += 1
        value += whole(most * tables.wins[shots])
        work.spare[best] = 0.0


@inline
def column(tables: Tables, number: int, left: int, cell: int) -> int:
    """Where a cell stands among those of a remnant; -1 if it has it not."""
    for j in range(left):
        if tables.where[number, j] == cell:
            return j
    return -1


@inline
def two_hit(tables: Tables, work: Work, depth: int, cell: int, code: int) -> float:
    """The value of a hit after which two entries are left."""
    left = work.frame[depth, LEFT]
    one, two = work.ends[cell, code, 0], work.ends[cell, code, 1]
    x, y = work.id[one], work.id[two]
    x = tables.child[x, column(tables, x, left, cell)]
    y = tables.child[y, column(tables, y, left, cell)]
    shots = work.frame[depth, SHOTS] + 1
    return two_of(tables, x, y, work.weight[one], work.weight[two], shots + left - 1)


@inline
def two_missed(tables: Tables, work: Work, depth: int, cell: int) -> float:
    """The value of a miss after which two entries are left."""
    first, end = work.frame[depth, START], work.frame[depth, END]
    left, one, two = work.frame[depth, LEFT], -1, -1
    for i in range(first, end):
        if column(tables, work.id[i], left, cell) < 0:
            one, two = two, i
    shots = work.frame[depth, SHOTS] + 1
    x, y = work.id[one], work.id[two]
    return two_of(tables, x, y, work.weight[one], work.weight[two], shots + left)


@inline
def two_of(tables: Tables, one: int, two: int, first: float, second: float, shots: int) -> float:
    """The value of two entries; `shots` is the finishing time without a miss."""
    if one == two or apart(tables, one, two):
        return whole((first + second) * tables.wins[shots])
    slow = whole(min(first, second) * tables.wins[shots + 1])
    return whole(max(first, second) * tables.wins[shots]) + slow


@inline
def add_kid(tables: Tables, work: Work, depth: int, cell: int, code: int) -> None:
    """Add the child of a cell and a code (-1 for a miss) to a frame: its value, or its key."""
    first, end = work.frame[depth, START], work.frame[depth, END]
    left, shots = work.frame[depth, LEFT], work.frame[depth, SHOTS]
    if code < 0:
        many = end - first - work.count[cell, CODES]
        mass, rest = work.whole[depth, 0] - work.mass[cell, CODES], left
    else:
        many, mass, rest = work.count[cell, code], work.mass[cell, code], left - 1
    if many == 0 or tables.wins[shots + 1 + rest] == 0.0:
        return
    kid = work.frame[depth, KIDS]
    work.frame[depth, KIDS] = kid + 1
    work.kid[depth, kid, 0], work.kid[depth, kid, 1] = cell, code
    value = OPEN
    if rest == 0 or many == 1:
        value = whole(mass * tables.wins[shots + 1 + rest])
    elif many == 2:
        if code < 0:
            value = two_missed(tables, work, depth, cell)
        else:
            value = two_hit(tables, work, depth, cell, code)
    elif rest == 1:
        value = last_cell(tables, work, depth, cell, code)
    work.kid_value[depth, kid, 0], work.kid_value[depth, kid, 1] = mass, value
    if value != OPEN:
        return
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
    least = mix(least + U(shots + 1) * U(0xD6E8FEB86659FD93))
    work.kid_key[depth, kid, 0] = least & U(work.slots.shape[0] - 1)
    tag = (mix(least ^ most) >> U(20)) & TAG
    work.kid_key[depth, kid, 1] = tag if tag != NONE else ONE


@inline
def expand(tables: Tables, work: Work, depth: int) -> None:
    """List the children of a state, with the values of those that are known."""
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
    chosen = choose(tables, work, depth, seen, end - first)
    while chosen != NONE:
        cell = lowest(chosen)
        chosen &= chosen - ONE
        for o in range(CODES):
            add_kid(tables, work, depth, cell, o)
        add_kid(tables, work, depth, cell, -1)
    for k in range(work.frame[depth, KIDS]):
        if work.kid_value[depth, k, 1] == OPEN:
            share = find(work, work.kid_key[depth, k, 0], work.kid_key[depth, k, 1])
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
        found = column(tables, number, left, cell)
        if code < 0 and found < 0:
            place = append(work, end, place, number, i)
        elif code >= 0 and found >= 0 and tables.code[number, found] == code:
            place = append(work, end, place, tables.child[number, found], i)
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
                share = find(work, work.kid_key[depth, kid, 0], work.kid_key[depth, kid, 1])
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
            if full(work):
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
