"""The least number of misses over a set of layouts, by dynamic programming; compiled.

A set is a list of words in ascending order, one for each remnant of a layout in it (see
`hunting/remnants.py`): number << 16 | weight. All layouts of a set have the same number of cells
left to be hit, so only misses can be saved. M(set), the least number of misses summed over its
layouts, is the minimum over cells of the layouts missed there plus M of each set with one answer.

What makes it fast, without giving up exactness:
    A cell that no layout left has is never fired at: its miss is paid and tells nothing.
    A cell that every layout left has is fired at once where that can lose nothing (`safe`).
    Sets that are images of one another under a symmetry of the board are one.
    M of a set is at least the sum of M over any parts of it, since a hunt for the whole serves each
    part: so it is at least what remains when all ships but one are given away (`given`).
    Where hits do not differ, at most C(r - 1 + m, m) of the layouts with r cells left lie behind m
    misses of a hunt (the last shot is a hit): the heaviest behind the fewest misses are a bound.
    A branch ends as soon as it cannot beat the best cell found so far.

Every set met is kept with its full list, together with M or the best lower bound proved so far. The
kernel never allocates: it returns FULL and Python gives it more room.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import compiled, inline

FULL = -1
"""No room: in the table, the pool, the stack or the depth."""

OPEN = -2
"""A set whose value is still being worked on."""
START, MANY, LIMIT, PLACE, BOUND, BEST, LEAST, STEP = range(8)
STEPS, SHARE, FIRST, LAST, AT, SURE, COST, ENOUGH = range(8, 16)
"""The numbers of a frame."""

U64 = np.uint64
WEIGHT = np.uint64(0xFFFF)
NUMBER = np.uint64(0xFFFFFF)
ONE, SHIFT, TOP = np.uint64(1), np.uint64(16), np.uint64(40)
LOW = np.uint64(0xFFFFFFFFFF)
EXACT, BOUNDED = np.uint64(1 << 63), np.uint64(1 << 62)
MOST = 1 << 40


class Tables(NamedTuple):
    """The remnants: the arrays of `Remnants` of the same names, cell masks and misses."""

    left: NDArray[np.int16]
    cells: NDArray[np.uint64]
    where: NDArray[np.int16]
    child: NDArray[np.int32]
    code: NDArray[np.int16]
    risk: NDArray[np.uint32]
    images: NDArray[np.int32]
    groups: NDArray[np.int64]
    """(G, 2) first ship and end of each group of ships alike."""
    label: NDArray[np.int32]
    alone: NDArray[np.int32]
    room: NDArray[np.int64]
    """(R + 1, M) the most layouts with r cells left behind m misses, where hits do not differ."""
    silent: bool
    """Whether no sink is heard."""


class Memo(NamedTuple):
    """The sets met, and room to work in; all modified in place."""

    slots: NDArray[np.int64]
    """Hash table, a power of two: 1 + place of a set in `pool`, 0 where empty."""
    pool: NDArray[np.uint64]
    """For each set: its hash; its bound, with BOUNDED once a bound was looked for, and EXACT; its
    length; its words."""
    stack: NDArray[np.uint64]
    """Lists being worked on."""
    work: NDArray[np.int64]
    """(depth, 4, n + 1) for each set being worked on: cover, start, end and rank of each cell."""
    frames: NDArray[np.int64]
    """(depth, 16) the numbers of each set being worked on."""
    used: NDArray[np.int64]
    """(2,) words used of `pool`, sets in it."""


@inline
def mix(word: np.uint64) -> np.uint64:
    """The SplitMix64 finaliser."""
    word = (word ^ (word >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U64(27))) * U64(0x94D049BB133111EB)
    return word ^ (word >> U64(31))


@compiled
def sort(stack: NDArray[np.uint64], start: int, many: int) -> None:
    """Sort a part of the stack in ascending order, in place (Shell's method)."""
    gap = 1
    while gap < many // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(start + gap, start + many):
            word, j = stack[i], i
            while j >= start + gap and stack[j - gap] > word:
                stack[j] = stack[j - gap]
                j -= gap
            stack[j] = word
        gap //= 3


@compiled
def merge(stack: NDArray[np.uint64], start: int, many: int) -> int:
    """Sort a part of the stack, words else alike as one with their weights; how many are left."""
    sort(stack, start, many)
    kept = 0
    for i in range(start, start + many):
        if kept > 0 and stack[start + kept - 1] >> SHIFT == stack[i] >> SHIFT:
            stack[start + kept - 1] += stack[i] & WEIGHT
        else:
            stack[start + kept] = stack[i]
            kept += 1
    return kept


@compiled
def turn(tables: Tables, memo: Memo, start: int, many: int) -> np.uint64:
    """Replace a set by its image of the smallest hash, in place; returns the hash."""
    stack, images = memo.stack, tables.images
    best, chosen = U64(0), -1
    for symmetry in range(images.shape[0]):
        total = U64(0)
        for i in range(start, start + many):
            word = stack[i]
            image = U64(images[symmetry, np.int64(word >> SHIFT)])
            total += mix(image << SHIFT | word & WEIGHT)
        if chosen < 0 or total < best:
            best, chosen = total, symmetry
    if chosen > 0:
        for i in range(start, start + many):
            word = stack[i]
            stack[i] = U64(images[chosen, np.int64(word >> SHIFT)]) << SHIFT | word & WEIGHT
        sort(stack, start, many)
    return best


@compiled
def find(memo: Memo, start: int, many: int, key: np.uint64) -> int:
    """The place of a set in the pool; a new one with bound 0 if it is not there yet, or FULL."""
    slots, pool, stack, used = memo.slots, memo.pool, memo.stack, memo.used
    mask = U64(slots.shape[0] - 1)
    slot = key & mask
    while slots[slot] != 0:
        place = slots[slot] - 1
        if pool[place] == key and pool[place + 2] == U64(many):
            same = 0
            while same < many and pool[place + 3 + same] == stack[start + same]:
                same += 1
            if same == many:
                return place
        slot = (slot + ONE) & mask
    place = used[0]
    if place + 3 + many > pool.shape[0] or 2 * used[1] >= slots.shape[0]:
        return FULL
    pool[place], pool[place + 1], pool[place + 2] = key, U64(0), U64(many)
    for i in range(many):
        pool[place + 3 + i] = stack[start + i]
    slots[slot] = place + 1
    used[0] = place + 3 + many
    used[1] += 1
    return place


@compiled
def rehash(memo: Memo) -> None:
    """Fill the slots anew from the pool, in place; they must be empty."""
    slots, pool = memo.slots, memo.pool
    mask = U64(slots.shape[0] - 1)
    place = 0
    while place < memo.used[0]:
        slot = pool[place] & mask
        while slots[slot] != 0:
            slot = (slot + ONE) & mask
        slots[slot] = place + 1
        place += 3 + np.int64(pool[place + 2])


@compiled
def in_a_row(tables: Tables, memo: Memo, start: int, many: int) -> int:
    """A lower bound where hits do not differ, by counting hunts; uses the stack above the set.

    They do not with one ship afloat, and under `silent`.
    """
    stack, end = memo.stack, start + many
    if end + many > stack.shape[0]:
        return FULL
    for i in range(many):
        stack[end + i] = stack[start + i] & WEIGHT
    sort(stack, end, many)
    room = tables.room[tables.left[np.int64(stack[start] >> SHIFT)]]
    bound, misses, place = 0, 0, room[0]
    for i in range(end + many - 1, end - 1, -1):
        while place == 0:
            misses += 1
            place = room[misses]
        place -= 1
        bound += misses * np.int64(stack[i])
    return bound


@compiled
def spread(tables: Tables, memo: Memo, start: int, many: int, depth: int) -> int:
    """Sort a set by what is heard at each cell: words code << 40 | child << 16 | weight.

    They go onto the stack above the set; `work[depth]` takes, by cell, the weight of the layouts
    that have it, and start and end of its words; past the last cell the end of all words, which is
    returned, or FULL.
    """
    stack, end = memo.stack, start + many
    cover, first, last = memo.work[depth, 0], memo.work[depth, 1], memo.work[depth, 2]
    left = tables.left[np.int64(stack[start] >> SHIFT)]
    if end + many * left > stack.shape[0]:
        return FULL
    cover[:] = 0
    last[:] = 0
    for i in range(start, end):
        number = np.int64(stack[i] >> SHIFT)
        for j in range(left):
            cell = tables.where[number, j]
            cover[cell] += np.int64(stack[i] & WEIGHT)
            last[cell] += 1
    place = end
    for cell in range(last.shape[0]):
        first[cell] = place
        place += last[cell]
        last[cell] = first[cell]
    for i in range(start, end):
        number = np.int64(stack[i] >> SHIFT)
        for j in range(left):
            cell = tables.where[number, j]
            stack[last[cell]] = (
                U64(tables.code[number, j]) << TOP
                | U64(tables.child[number, j]) << SHIFT
                | stack[i] & WEIGHT
            )
            last[cell] += 1
    for cell in range(last.shape[0]):
        last[cell] = first[cell] + merge(stack, first[cell], last[cell] - first[cell])
    return place


@inline
def weigh(memo: Memo, start: int, many: int) -> int:
    """The layouts of a set."""
    total = 0
    for i in range(start, start + many):
        total += np.int64(memo.stack[i] & WEIGHT)
    return total


@compiled
def safe(tables: Tables, memo: Memo, start: int, many: int, cell: int) -> bool:
    """Whether a cell that all layouts of a set have may be fired at before all others.

    A hunt that fires at it later can then be followed as if the shot had not been made yet: all
    that the early shot changes is that a ship with this cell is heard to sink by a later shot,
    which the hunt followed would hear as a hit. So it suffices to know whose sink that is. It is
    known when sunk ships are shown or named, when sinks are not heard, when ships do not touch, and
    under `length` when no ship of the same length can be another one (`risk`).
    """
    if tables.risk.shape[0] == 1:
        return True
    mine = np.uint32(0)
    for i in range(start, start + many):
        number = np.int64(memo.stack[i] >> SHIFT)
        for j in range(tables.left[number]):
            if tables.where[number, j] == cell:
                mine |= tables.risk[number, j]
    return (mine & (mine >> np.uint32(16)) & np.uint32(0xFFFF)) == 0


@inline
def certain(tables: Tables, memo: Memo, start: int, many: int, depth: int) -> int:
    """A cell that all layouts of a set have and that is safe to fire at; -1 if there is none."""
    total, cover = weigh(memo, start, many), memo.work[depth, 0]
    for cell in range(cover.shape[0]):
        if cover[cell] == total and safe(tables, memo, start, many, cell):
            return cell
    return -1


@inline
def part(memo: Memo, place: int, last: int, to: int) -> int:
    """Copy the words from `place` on that have one code, without it; their number."""
    stack = memo.stack
    code, many = stack[place] >> TOP, 0
    while place + many < last and stack[place + many] >> TOP == code:
        stack[to + many] = stack[place + many] & LOW
        many += 1
    return many


@compiled
def rank(memo: Memo, start: int, many: int, depth: int) -> int:
    """Order the cells of a set, the most promising first; their number.

    Promise is the misses at the cell and, for each answer, an estimate of those to come.
    """
    work = memo.work[depth]
    cover, first, last, order = work[0], work[1], work[2], work[3]
    total, found = weigh(memo, start, many), 0
    for cell in range(cover.shape[0] - 1):
        if cover[cell] == 0:
            continue
        cost, place = float(total - cover[cell]) + guess(total - cover[cell]), first[cell]
        while place < last[cell]:
            code, weight = memo.stack[place] >> TOP, 0
            while place < last[cell] and memo.stack[place] >> TOP == code:
                weight += np.int64(memo.stack[place] & WEIGHT)
                place += 1
            cost += guess(weight)
        value, j = np.int64(cost * 16.0) << 8 | cell, found
        while j > 0 and order[j - 1] > value:
            order[j] = order[j - 1]
            j -= 1
        order[j] = value
        found += 1
    for i in range(found):
        order[i] &= 255
    return found


@inline
def guess(weight: int) -> float:
    """About how many misses a set of so many layouts takes."""
    return 0.5 * weight * np.log2(weight + 0.5) if weight > 1 else 0.0


@compiled
def without(tables: Tables, memo: Memo, start: int, many: int, depth: int) -> tuple[int, int]:
    """Split a set by where all ships but one lie: that one alone, in words on the stack above.

    The ship kept is of the group that the frame's step names. A layout with several ships of it is
    in as many parts; `frames[depth]` takes the most. Returns start and end of the words, FULL for
    both if there is no room.
    """
    stack, first, frame = memo.stack, start + many, memo.frames[depth]
    last = first
    low, high = tables.groups[-1 - frame[STEP]]
    if first + 2 * (high - low + 1) * many > stack.shape[0]:
        return FULL, FULL
    for i in range(start, start + many):
        number, before = np.int64(stack[i] >> SHIFT), last
        for ship in range(low, high):
            if tables.label[number, ship] >= 0:
                stack[last] = (
                    U64(tables.label[number, ship]) << TOP
                    | U64(tables.alone[number, ship]) << SHIFT
                    | stack[i] & WEIGHT
                )
                last += 1
        frame[SHARE] = max(frame[SHARE], last - before)
    sort(stack, first, last - first)
    return first, last


@compiled
def fired(
    tables: Tables, memo: Memo, start: int, many: int, way: tuple[int, int]
) -> tuple[int, int]:
    """Split a set by the answers at a cell, the misses first, in words on the stack.

    `way` is the number of the cell in the order of `rank`, and the depth. Returns start and end of
    the words, FULL for both if there is no room. The set must have been `spread`.
    """
    stack, work = memo.stack, memo.work[way[1]]
    cell, first = work[3, way[0]], work[1, -1]
    last = first
    if first + 6 * many > stack.shape[0]:
        return FULL, FULL
    for i in range(start, start + many):
        if tables.cells[np.int64(stack[i] >> SHIFT)] >> U64(cell) & ONE == 0:
            stack[last] = stack[i]
            last += 1
    for i in range(work[1, cell], work[2, cell]):
        stack[last] = stack[i]
        last += 1
    return first, last


@inline
def misses(memo: Memo, start: int, many: int, way: tuple[int, int]) -> int:
    """The layouts of a set missed at a cell, `way` as for `fired`; 0 for a negative number."""
    if way[0] < 0:
        return 0
    work = memo.work[way[1]]
    return weigh(memo, start, many) - work[0, work[3, way[0]]]


@compiled
def survey(tables: Tables, memo: Memo, start: int, many: int, depth: int) -> int:
    """The number of cells to try first, in `work[depth, 3]`; FULL if there is no room."""
    if spread(tables, memo, start, many, depth) < 0:
        return FULL
    work = memo.work[depth]
    work[3, 0] = certain(tables, memo, start, many, depth)
    return 1 if work[3, 0] >= 0 else rank(memo, start, many, depth)


@compiled
def enter(tables: Tables, memo: Memo, start: int, many: int, depth: int) -> int:
    """The place of a set in the pool, after turning it; a new one gets its first bound; or FULL."""
    if depth + 1 >= memo.work.shape[0]:
        return FULL
    place = find(memo, start, many, turn(tables, memo, start, many))
    several = afloat(tables, memo, start) > 0
    if place >= 0 and memo.pool[place + 1] == 0 and (tables.silent or not several):
        bound = in_a_row(tables, memo, start, many)
        if bound < 0:
            return FULL
        memo.pool[place + 1] = U64(bound) | (U64(0) if several else BOUNDED)
    return place


@inline
def afloat(tables: Tables, memo: Memo, start: int) -> int:
    """The groups of ships, or 0 where the first remnant of a set has one ship alone."""
    first = np.int64(memo.stack[start] >> SHIFT)
    for ship in range(tables.label.shape[1]):
        if tables.label[first, ship] >= 0:
            return tables.groups.shape[0]
    return 0


@compiled
def begin(tables: Tables, memo: Memo, depth: int) -> int:
    """Look at the set of a new frame: M or a bound above its limit, FULL, or OPEN: work to do."""
    frame = memo.frames[depth]
    start, many, limit = frame[START], frame[MANY], frame[LIMIT]
    if many < 2:
        return 0
    place = enter(tables, memo, start, many, depth)
    if place < 0:
        return FULL
    known = memo.pool[place + 1]
    bound = np.int64(known & ~(EXACT | BOUNDED))
    if known >= EXACT or (known >= BOUNDED and bound > limit):
        return bound
    frame[PLACE], frame[BOUND], frame[LEAST] = place, bound, MOST
    frame[BEST] = limit + 1 if limit >= 0 else MOST
    frame[STEP] = -afloat(tables, memo, start) if known < BOUNDED else 0
    frame[STEPS] = 1
    return split(tables, memo, depth)


@compiled
def split(tables: Tables, memo: Memo, depth: int) -> int:
    """Split the set of a frame in the way of its step, and begin with the first part; FULL or OPEN.

    A negative step leaves out a ship for a lower bound, the others fire at a cell.
    """
    frame = memo.frames[depth]
    start, many, step = frame[START], frame[MANY], frame[STEP]
    if step < 0:
        frame[SHARE] = 1
        first, last = without(tables, memo, start, many, depth)
        frame[ENOUGH] = frame[BEST] * frame[SHARE]
    else:
        frame[ENOUGH] = frame[BEST]
        if step == 0:
            frame[STEPS] = survey(tables, memo, start, many, depth)
            if frame[STEPS] < 0:
                return FULL
        first, last = fired(tables, memo, start, many, (step, depth))
    if first < 0:
        return FULL
    frame[FIRST], frame[LAST], frame[AT], frame[SURE] = first, last, first, 0
    frame[COST] = misses(memo, start, many, (step, depth))
    return OPEN


@compiled
def learn(memo: Memo, depth: int) -> bool:
    """Note what the step of a frame has shown; whether there is another step worth taking."""
    frame = memo.frames[depth]
    if frame[STEP] < 0:
        frame[BOUND] = max(frame[BOUND], -(-frame[COST] // frame[SHARE]))
    else:
        frame[LEAST] = min(frame[LEAST], frame[COST])
        frame[BEST] = min(frame[BEST], frame[COST])
    frame[STEP] += 1
    if frame[STEP] < 0 and frame[LIMIT] < 0:
        return True
    if frame[STEP] < frame[STEPS] and frame[BOUND] <= frame[LIMIT] and frame[BEST] > frame[BOUND]:
        return True
    exact = BOUNDED
    if frame[STEP] > 0:
        frame[BOUND] = max(frame[BOUND], frame[LEAST])
        if frame[BEST] <= frame[LIMIT]:
            exact |= EXACT
    memo.pool[frame[PLACE] + 1] = U64(frame[BOUND]) | exact
    return False


@compiled
def advance(tables: Tables, memo: Memo, depth: int) -> int:
    """Go on with a frame: OPEN with its next part in the frame above, or its value, or FULL.

    The parts of a step are gone through twice: first their known bounds are added up, then, as long
    as the sum stays below the best, one after the other is solved; its bound stands in the words
    above the step's until then.
    """
    frame, stack = memo.frames[depth], memo.stack
    while True:
        width = frame[LAST] - frame[FIRST]
        if frame[AT] < frame[LAST] and frame[COST] < frame[ENOUGH]:
            above = memo.frames[depth + 1]
            above[START], above[LIMIT] = frame[LAST] + width, -1
            above[MANY] = part(memo, frame[AT], frame[LAST], above[START])
            if frame[SURE] == 1:
                frame[COST] -= np.int64(stack[frame[AT] + width])
                above[LIMIT] = frame[ENOUGH] - 1 - frame[COST]
            return OPEN
        if frame[SURE] == 0 and frame[COST] < frame[ENOUGH]:
            frame[SURE], frame[AT] = 1, frame[FIRST]
        elif not learn(memo, depth):
            return frame[BOUND]
        elif split(tables, memo, depth) == FULL:
            return FULL


@compiled
def solve(tables: Tables, memo: Memo, start: int, many: int, way: tuple[int, int]) -> int:
    """M of the set on the stack if it is at most a limit, else a lower bound above the limit.

    `way` is the limit and the depth. The set may be replaced by an image; the stack above it is
    used. FULL if there is no room. Frames take the place of recursion, which Numba's cache does not
    survive.
    """
    frames, base = memo.frames, way[1]
    frames[base, START], frames[base, MANY], frames[base, LIMIT] = start, many, way[0]
    depth = base
    value = begin(tables, memo, depth)
    while value != FULL:
        if value >= 0:
            if depth == base:
                return value
            depth -= 1
            frame = frames[depth]
            memo.stack[frame[AT] + frame[LAST] - frame[FIRST]] = U64(value)
            frame[COST] += value
            frame[AT] += frames[depth + 1, MANY]
        value = advance(tables, memo, depth)
        if value == OPEN:
            depth += 1
            value = begin(tables, memo, depth)
    return FULL


@compiled
def best_cells(tables: Tables, memo: Memo, many: int, marks: NDArray[np.int8]) -> int:
    """Mark the cells with which a best hunt for a set may begin; returns M, or FULL.

    The set lies at the bottom of the stack and stays as it is; `marks` (n,) becomes 1 or 0.
    """
    stack = memo.stack
    if 2 * many > stack.shape[0]:
        return FULL
    for i in range(many):
        stack[many + i] = stack[i]
    best = solve(tables, memo, many, many, (MOST, 1))
    if best < 0 or spread(tables, memo, 0, many, 0) < 0:
        return FULL
    marks[:] = 0
    for step in range(rank(memo, 0, many, 0)):
        first, last = fired(tables, memo, 0, many, (step, 0))
        if first < 0:
            return FULL
        cost, width = misses(memo, 0, many, (step, 0)), last - first
        for sure in range(2):
            i = first
            while i < last and cost <= best:
                size = part(memo, i, last, last + width)
                enough = -1
                if sure == 1:
                    cost -= np.int64(stack[i + width])
                    enough = best - cost
                found = solve(tables, memo, last + width, size, (enough, 1))
                if found < 0:
                    return FULL
                stack[i + width] = U64(found)
                cost += found
                i += size
        marks[memo.work[0, 3, step]] = cost == best
    return best
