"""Counting whole fleets: the depth-first half of `belief/posterior.py`.

A placement is a bit. The placements of each group of ships alike take whole words of 64 bits, one
group after another, W words in all; placement p is bit p % 64 of word p // 64. A set of placements
is a row of W words.

The search first covers the hits: it takes the open hit with the fewest placements over it and tries
each; every hit lies on one ship, so no layout is met twice. With all hits covered it tries the
placements of the ships that have fewest, until three ships are left. Those are counted at once:
beside a placement p of the first ship and q of the second, the free placements of the third are a
popcount, made for 64 placements q together. The same numbers, summed over p or over q, are the
layouts in which a placement takes part.

Where ships may touch, a fourth ship of one or two cells, the closing ship, is counted without being
tried. It meets as many ships as it has cells at most, so beside p, q and r it has
T - f(p) - f(q) - f(r) + e(p, q) + e(p, r) + e(q, r) places: T in all, f(p) that meet p, e(p, q)
that bridge p and q. Summed over the layouts of the three others, each term needs only the number of
layouts with p, or with p and q, which is the popcount above.

The search keeps its place in arrays, so it can pause (to let the caller empty the 64-bit sums into
Python integers, or to give up) and go on.

Arrays (n cells, G groups, W words, D = ships + 1 levels of the search, C words of cells):
    `clash` (64 W, W)   the placements that a placement rules out, itself among them, uint64
    `far` (W, W, 64)    word w of the placements that placement b of word v leaves free, uint64
    `over` (n, W)       the placements over each cell, uint64
    `cells` (64 W, C)   the cells of each placement, as bits, uint64
    `start` (G + 1,)    the first word of each group, int64
    `closing` (1,)      the group of the closing ship, -1 if there is none, int64
    `bridges` (64 W, W, 64)   e(p, q), uint8
    `bridged` (B, W, W, 64)   bit plane of e: word w of the p that have it with 64 v + k, uint64
    `joints` (J, 2)     for every p and q with e(p, q) > 0 the q and the closing placement, int32
    `joint_from` (64 W, G + 1)   the first joint of each p with a q of each group, int64
    `within` (I, )      the closing placements whose two cells p covers, int32
    `within_from` (64 W + 1,)    the first of these for each p, int64
    `ends` (64 W, 2)    the cells of the closing placements; the second is -1 for one cell, int64
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import NONE, ONE, U, compiled, inline, lowest, popcount

DONE, PAUSED = 0, 1
TOTAL, DEPTH, STEPS, LISTED = 0, 1, 2, 3
FULL = 1 << 60
"""The sum above which a search is to pause: what one leaf adds to it still fits 64 bits."""


Words = NDArray[np.uint64]
Whole = NDArray[np.int64]


class Tables(NamedTuple):
    """Board, fleet and touching rule; see the module's docstring."""

    clash: Words
    far: Words
    over: Words
    cells: Words
    start: Whole
    closing: Whole
    bridges: NDArray[np.uint8]
    bridged: Words
    joints: NDArray[np.int32]
    joint_from: Whole
    within: NDArray[np.int32]
    within_from: Whole
    ends: Whole


class State(NamedTuple):
    """A search; all modified in place. Level 0 is filled by the caller, `entered` with zeros."""

    free: Words
    """(D, W) placements that can still be taken."""
    options: Words
    """(D, W) placements still to be tried at a level."""
    bare: Words
    """(D, C) hits that no ship covers yet."""
    left: Whole
    """(D, G) ships to be placed."""
    entered: Whole
    """(D,) 0 until a level's options are made, then 1 (covering a hit) or 2 (not)."""
    opened: Whole
    """(D,) how many options a level had."""
    path: Whole
    """(D,) the placement taken at each level."""
    layouts: Whole
    """(W, 64) layouts in which each placement takes part."""
    leaf: Whole
    """(W, 64) scratch, zeros between leaves."""
    three: Whole
    """(3,) scratch: the groups of the last ships."""
    scratch: Whole
    """(5, W, 64) scratch of the closing ship: f, n, weights, row, bridges; see `close`."""
    covered: Whole
    """(n,) scratch, zeros between leaves: layouts of three ships over each cell."""
    at: Whole
    """(4,) total, level (below 0 when done), steps, layouts listed."""
    limits: Whole
    """(3,) steps after which to pause; ships that a leaf counts at once (0 to 3); the total above
    which to pause, at most FULL."""
    listed: NDArray[np.int32]
    """(rows, ships) with leaves of no ship, the placements of each layout; the search pauses when
    it is full."""


@compiled
def search(tables: Tables, state: State) -> int:
    """Go on with a search until it is done or must pause; modifies `state` in place."""
    level = state.at[DEPTH]
    status = PAUSED
    while level >= 0:
        if state.at[TOTAL] > state.limits[2] or state.at[STEPS] > state.limits[0]:
            break
        if state.entered[level] == 0:
            if state.limits[1] == 0 and state.at[LISTED] == state.listed.shape[0]:
                break
            if not enter(tables, state, level):
                level -= 1
        elif take(tables, state, level):
            level += 1
        else:
            level -= 1
        state.at[DEPTH] = level
    if level < 0:
        status = DONE
    state.at[DEPTH] = level
    return status


@inline
def enter(tables: Tables, state: State, level: int) -> bool:
    """Make the options of a level, or count it if it is a leaf; whether there are options."""
    state.at[STEPS] += 1
    ships = 0
    for group in range(state.left.shape[1]):
        ships += state.left[level, group]
    hit = barest(tables, state, level)
    if hit >= 0:
        return options_over(tables, state, level, hit)
    if hit == -2:
        return False
    closing = tables.closing[0]
    closes = closing >= 0 and state.left[level, closing] == 1 and state.limits[1] == 3
    if ships > state.limits[1] + (1 if closes else 0):
        return options_of(tables, state, level, closing if closes else -1)
    leaf = ships < 4
    total = count_leaf(tables, state, level, ships) if leaf else close(tables, state, level)
    state.at[TOTAL] += total
    for above in range(level):
        place = state.path[above]
        state.layouts[place >> 6, place & 63] += total
    return False


@inline
def barest(tables: Tables, state: State, level: int) -> int:
    """The open hit with the fewest placements over it; -1 if none is open, -2 if one has none."""
    found, fewest = -1, 1 << 30
    for part in range(state.bare.shape[1]):
        word = state.bare[level, part]
        while word != NONE:
            cell = part * 64 + lowest(word)
            word &= word - ONE
            number = 0
            for group in range(state.left.shape[1]):
                if state.left[level, group] > 0:
                    for w in range(tables.start[group], tables.start[group + 1]):
                        number += popcount(state.free[level, w] & tables.over[cell, w])
            if number < fewest:
                found, fewest = cell, number
    return -2 if fewest == 0 else found


@inline
def options_over(tables: Tables, state: State, level: int, cell: int) -> bool:
    """The placements over a hit; True."""
    state.opened[level] = 0
    for group in range(state.left.shape[1]):
        for w in range(tables.start[group], tables.start[group + 1]):
            state.options[level, w] = NONE
            if state.left[level, group] > 0:
                state.options[level, w] = state.free[level, w] & tables.over[cell, w]
                state.opened[level] += popcount(state.options[level, w])
    state.entered[level] = 1
    return True


@inline
def options_of(tables: Tables, state: State, level: int, kept: int) -> bool:
    """The placements of the group that has fewest, not of the one that is kept for later.

    Returns False if a group has too few for its ships.
    """
    found, fewest = -1, 1 << 30
    for group in range(state.left.shape[1]):
        if state.left[level, group] > 0:
            number = size(tables, state, level, group)
            if number < state.left[level, group]:
                return False
            if number < fewest and group != kept:
                found, fewest = group, number
    for group in range(state.left.shape[1]):
        for w in range(tables.start[group], tables.start[group + 1]):
            state.options[level, w] = state.free[level, w] if group == found else NONE
    state.opened[level] = fewest
    state.entered[level] = 2
    return True


@inline
def size(tables: Tables, state: State, level: int, group: int) -> int:
    """The number of free placements of a group."""
    number = 0
    for w in range(tables.start[group], tables.start[group + 1]):
        number += popcount(state.free[level, w])
    return number


@inline
def take(tables: Tables, state: State, level: int) -> bool:
    """Put the next option on the board and prepare the level below; whether there was one.

    Away from hits, a placement that has been tried is given up, so that ships alike are taken in
    one order only.
    """
    words = state.options.shape[1]
    w = 0
    while w < words and state.options[level, w] == NONE:
        w += 1
    if w == words:
        return False
    bit = state.options[level, w] & (~state.options[level, w] + ONE)
    state.options[level, w] ^= bit
    if state.entered[level] == 2:
        state.free[level, w] ^= bit
    place = w * 64 + popcount(bit - ONE)
    state.path[level] = place
    below = level + 1
    for v in range(state.free.shape[1]):
        state.free[below, v] = state.free[level, v] & ~tables.clash[place, v]
    for part in range(state.bare.shape[1]):
        state.bare[below, part] = state.bare[level, part] & ~tables.cells[place, part]
    for group in range(state.left.shape[1]):
        mine = tables.start[group] <= w and w < tables.start[group + 1]
        state.left[below, group] = state.left[level, group] - (1 if mine else 0)
    state.entered[below] = 0
    return True


@compiled
def count_leaf(tables: Tables, state: State, level: int, ships: int) -> int:
    """Count the ways to place the last ships, at most three; adds to `layouts` in place."""
    if ships == 0:
        if state.limits[1] == 0:
            for above in range(level):
                state.listed[state.at[LISTED], above] = state.path[above]
            state.at[LISTED] += 1
        return 1
    last_ships(state, level, -1)
    a, b, c = state.three[0], state.three[1], state.three[2]
    if ships == 1:
        return one(tables, state, level, a)
    if ships == 2:
        return two(tables, state, level, a, b)
    if a == c:
        pairs(tables, state, level, a, a, a)
        return fold(tables, state, a, 4, 3)
    if a == b or b == c:
        alone = c if a == b else a
        if size(tables, state, level, b) <= size(tables, state, level, alone):
            pairs(tables, state, level, b, alone, b)
        else:
            pairs(tables, state, level, alone, b, b)
        fold(tables, state, b, 1, 2)
        return fold(tables, state, alone, 2, 1)
    pairs(tables, state, level, a, b, c)
    pairs(tables, state, level, a, c, b)
    fold(tables, state, b, 1, 1)
    fold(tables, state, c, 1, 1)
    return fold(tables, state, a, 2, 1)


@inline
def last_ships(state: State, level: int, without: int) -> None:
    """Write the groups of the ships left, at most three, into `three`."""
    number = 0
    for group in range(state.left.shape[1]):
        if group != without:
            for _ in range(state.left[level, group]):
                state.three[number] = group
                number += 1


@inline
def fold(tables: Tables, state: State, group: int, times: int, ships: int) -> int:
    """Add the leaf's counts of a group, each made `times` times over, to the layouts.

    Returns the number of layouts of the leaf, of which each has `ships` placements of the group.
    """
    total = 0
    shift = np.int64(times >> 1)
    for w in range(tables.start[group], tables.start[group + 1]):
        for b in range(64):
            number = state.leaf[w, b] >> shift
            state.leaf[w, b] = 0
            state.layouts[w, b] += number
            total += number
    return total // ships


@inline
def one(tables: Tables, state: State, level: int, group: int) -> int:
    """One ship left: each free placement is a layout."""
    total = 0
    for w in range(tables.start[group], tables.start[group + 1]):
        word = state.free[level, w]
        for b in range(64):
            number = np.int64((word >> U(b)) & ONE)
            state.layouts[w, b] += number
            total += number
    return total


@inline
def three_words(
    tables: Tables, state: State, level: int, w: int, last: int, p: int
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The free placements of words w, w + 1, w + 2, up to the last word of their group.

    Beside placement p, or all of them where p is below 0.
    """
    x, y, z = state.free[level, w], NONE, NONE
    if w < last:
        y = state.free[level, w + 1]
    if w + 1 < last:
        z = state.free[level, w + 2]
    if p >= 0:
        x &= ~tables.clash[p, w]
        y &= ~tables.clash[p, min(w + 1, last)]
        z &= ~tables.clash[p, min(w + 2, last)]
    return x, y, z


@inline
def beside(
    tables: Tables,
    words: tuple[np.uint64, np.uint64, np.uint64],
    w: int,
    last: int,
    v: int,
    k: int,
    wanted: np.uint64,
) -> int:
    """How many placements of `three_words` lie beside placement 64 v + k; 0 if not wanted."""
    number = (
        popcount(words[0] & tables.far[w, v, k])
        + popcount(words[1] & tables.far[min(w + 1, last), v, k])
        + popcount(words[2] & tables.far[min(w + 2, last), v, k])
    )
    return number & -np.int64((wanted >> U(k)) & ONE)


@inline
def two(tables: Tables, state: State, level: int, a: int, b: int) -> int:
    """Two ships left: for each placement of the one the free placements of the other beside it."""
    for turn in range(1 if a == b else 2):
        mine, other = (a, b) if turn == 0 else (b, a)
        for v in range(tables.start[mine], tables.start[mine + 1]):
            wanted = state.free[level, v]
            if wanted != NONE:
                last = tables.start[other + 1] - 1
                for w in range(tables.start[other], last + 1, 3):
                    words = three_words(tables, state, level, w, last, -1)
                    for k in range(64):
                        state.leaf[v, k] += beside(tables, words, w, last, v, k, wanted)
    if a == b:
        return fold(tables, state, a, 1, 2)
    fold(tables, state, a, 1, 1)
    return fold(tables, state, b, 1, 1)


@compiled
def pairs(tables: Tables, state: State, level: int, a: int, b: int, c: int) -> None:
    """For p of group a and q of b, free and apart, add the number of c beside both to both leaves.

    p runs over single placements, q over 64 at once, c over up to three words at once.
    """
    last = tables.start[c + 1] - 1
    for u in range(tables.start[a], tables.start[a + 1]):
        rest = state.free[level, u]
        while rest != NONE:
            i = lowest(rest)
            rest &= rest - ONE
            p = u * 64 + i
            total = 0
            for w in range(tables.start[c], last + 1, 3):
                words = three_words(tables, state, level, w, last, p)
                for v in range(tables.start[b], tables.start[b + 1]):
                    wanted = state.free[level, v] & ~tables.clash[p, v]
                    if wanted == NONE:
                        continue
                    state.at[STEPS] += 1
                    for k in range(64):
                        number = beside(tables, words, w, last, v, k, wanted)
                        state.leaf[v, k] += number
                        total += number
            state.leaf[u, i] += total


MEETS, WITH, WEIGHT, ROW, BRIDGE = 0, 1, 2, 3, 4


@compiled
def close(tables: Tables, state: State, level: int) -> int:
    """Count three ships and the closing ship; adds to `layouts` in place.

    In `scratch`, for every placement p of the three: MEETS f(p); WITH the layouts n(p) of the three
    that have p; WEIGHT the sum over them of f(q) - e(p, q) for the two others; ROW those that have
    both p and q, for one p at a time; BRIDGE, for closing placements, the layouts of the three that
    cover both its cells.
    """
    closing = tables.closing[0]
    last_ships(state, level, closing)
    a, b, c = state.three[0], state.three[1], state.three[2]
    prepare(tables, state, level)
    joined(tables, state, level, a, b, c)
    if b != c:
        joined(tables, state, level, a, c, b)
    if a != b:
        joined(tables, state, level, b, c, a)
    ships = 1 + (1 if a == b else 0) + (1 if a == c else 0)
    gather(tables, state, level, a, b, c)
    if a != b:
        gather(tables, state, level, b, a, c)
    if b != c:
        gather(tables, state, level, c, a, b)
    total, layouts = 0, 0
    for w in range(tables.start[a], tables.start[a + 1]):
        for k in range(64):
            total += state.scratch[WEIGHT, w, k]
            layouts += state.scratch[WITH, w, k]
    total, layouts = total // ships, layouts // ships
    close_last(tables, state, level, layouts)
    return total


@inline
def prepare(tables: Tables, state: State, level: int) -> None:
    """Fill MEETS, and WITH, WEIGHT and BRIDGE with zeros."""
    closing = tables.closing[0]
    first, last = tables.start[closing], tables.start[closing + 1]
    places = size(tables, state, level, closing)
    for v in range(state.scratch.shape[1]):
        for k in range(64):
            state.scratch[MEETS, v, k] = places
            state.scratch[WITH, v, k] = 0
            state.scratch[WEIGHT, v, k] = 0
            state.scratch[BRIDGE, v, k] = 0
        for w in range(first, last):
            word = state.free[level, w]
            for k in range(64):
                state.scratch[MEETS, v, k] -= popcount(word & tables.far[w, v, k])
    state.covered[:] = 0


@compiled
def joined(tables: Tables, state: State, level: int, a: int, b: int, c: int) -> None:
    """Add what the pairs p of group a, q of group b have, with a third ship of group c."""
    scratch = state.scratch
    for u in range(tables.start[a], tables.start[a + 1]):
        rest = state.free[level, u]
        while rest != NONE:
            i = lowest(rest)
            rest &= rest - ONE
            p = u * 64 + i
            for v in range(tables.start[b], tables.start[b + 1]):
                for k in range(64):
                    scratch[ROW, v, k] = 0
            total = join(tables, state, level, p, b, c)
            scratch[WITH, u, i] = total >> np.int64(b == c)
            for joint in range(tables.joint_from[p, b], tables.joint_from[p, b + 1]):
                q = np.int64(tables.joints[joint, 0])
                if a != b or q > p:
                    e = np.int64(tables.joints[joint, 1])
                    scratch[BRIDGE, e >> 6, e & 63] += scratch[ROW, q >> 6, q & 63]
    for v in range(tables.start[b], tables.start[b + 1]):
        for k in range(64):
            if a != b:
                scratch[WITH, v, k] = state.leaf[v, k] >> np.int64(a == c)
            state.leaf[v, k] = 0


@inline
def join(tables: Tables, state: State, level: int, p: int, b: int, c: int) -> int:
    """Add what the pairs of p and q of group b have; returns the sum of their numbers."""
    scratch = state.scratch
    mine = tables.start[b] <= p >> 6 and p >> 6 < tables.start[b + 1]
    other = np.int64(0) if mine else np.int64(-1)
    last = tables.start[c + 1] - 1
    meets = scratch[MEETS, p >> 6, p & 63]
    total, weight = 0, 0
    for w in range(tables.start[c], last + 1, 3):
        words = three_words(tables, state, level, w, last, p)
        for v in range(tables.start[b], tables.start[b + 1]):
            wanted = state.free[level, v] & ~tables.clash[p, v]
            if wanted == NONE:
                continue
            state.at[STEPS] += 2
            for k in range(64):
                number = beside(tables, words, w, last, v, k, wanted)
                bridges = np.int64(tables.bridges[p, v, k])
                scratch[ROW, v, k] += number
                total += number
                weight += number * (scratch[MEETS, v, k] - bridges)
                state.leaf[v, k] += number
                scratch[WEIGHT, v, k] += number * (meets - bridges) & other
    scratch[WEIGHT, p >> 6, p & 63] += weight
    return total


@compiled
def gather(tables: Tables, state: State, level: int, a: int, b: int, c: int) -> None:
    """Make WEIGHT of group a the layouts with each p, by adding (T - f) n and the e(q, r).

    b and c are the groups of the two other ships. Adds to `layouts`, `covered` and BRIDGE.
    """
    scratch = state.scratch
    places = size(tables, state, level, tables.closing[0])
    for u in range(tables.start[a], tables.start[a + 1]):
        rest = state.free[level, u]
        while rest != NONE:
            i = lowest(rest)
            rest &= rest - ONE
            p = u * 64 + i
            number = scratch[WITH, u, i]
            between = 0
            for v in range(tables.start[b], tables.start[b + 1]):
                wanted = state.free[level, v] & ~tables.clash[p, v]
                if wanted == NONE:
                    continue
                for w in range(tables.start[c], tables.start[c + 1]):
                    word = state.free[level, w] & ~tables.clash[p, w]
                    state.at[STEPS] += 1
                    for plane in range(tables.bridged.shape[0]):
                        part = 0
                        for k in range(64):
                            part += popcount(word & tables.bridged[plane, w, v, k]) & -np.int64(
                                (wanted >> U(k)) & ONE
                            )
                        between += part << plane
            between >>= np.int64(b == c)
            total = (places - scratch[MEETS, u, i]) * number - scratch[WEIGHT, u, i] + between
            scratch[WEIGHT, u, i] = total
            state.layouts[u, i] += total
            for part in range(tables.cells.shape[1]):
                word = tables.cells[p, part]
                while word != NONE:
                    state.covered[part * 64 + lowest(word)] += number
                    word &= word - ONE
            for inside in range(tables.within_from[p], tables.within_from[p + 1]):
                e = np.int64(tables.within[inside])
                scratch[BRIDGE, e >> 6, e & 63] += number


@inline
def close_last(tables: Tables, state: State, level: int, layouts: int) -> None:
    """Add the layouts of the closing placements: the three others miss both its cells."""
    closing = tables.closing[0]
    for w in range(tables.start[closing], tables.start[closing + 1]):
        rest = state.free[level, w]
        while rest != NONE:
            k = lowest(rest)
            rest &= rest - ONE
            e = w * 64 + k
            number = layouts - state.covered[tables.ends[e, 0]]
            if tables.ends[e, 1] >= 0:
                number += state.scratch[BRIDGE, w, k] - state.covered[tables.ends[e, 1]]
            state.layouts[w, k] += number
