"""What the best hunts win with several chances at once, by one search over states; compiled.

The states, their children and keys are those of `best_reply.py`, and finding them is most of the
work, so nine values of a state cost little more than one. Only values are found, no hunts.

A state is three words of the table: in each 16 bits of its key and three values, as shares of its
weight, rounded up. So the value of the root is one that no hunt exceeds. Workers on one table need
no locks: a word is written at once, and a state of which some words are another's is no state.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.best_reply import (
    add_kid,
    end,
    enter,
    full,
    left_after,
    name_kid,
    survey,
)
from unsunk.kernels.common import NONE, ONE, U, compiled, inline, lowest
from unsunk.kernels.reply_ends import worth
from unsunk.kernels.reply_room import (
    AT,
    CODES,
    DONE,
    FULL,
    KIDS,
    OPEN,
    SHOTS,
    STOP,
    STOPPED,
    WORKER,
    Tables,
    Work,
)

WORDS, EACH = 3, 3
SEVERAL = WORDS * EACH
"""How many chances there are."""
MOST = float((1 << 16) - 1)
LOW = U((1 << 16) - 1)
NOWHERE = -1


class Several(NamedTuple):
    """The chances, the table that all workers share, and the values of one; modified in place."""

    wins: NDArray[np.float64]
    """(9, n + 1 + R) each of the chances to win with a finishing time."""
    slots: NDArray[np.uint64]
    """(size, 3) the table."""
    kid: NDArray[np.float64]
    """(depth, kids, 9) what a child wins with each."""
    value: NDArray[np.float64]
    """(depth, 9) what a state wins with each."""


@inline
def mark(key: np.uint64, tag: np.uint64, word: int) -> np.uint64:
    """The part of a state's key that stands in a word: never 0 in the first."""
    if word == 0:
        return (key & LOW) | ONE
    return (tag >> U(16 * (word - 1))) & LOW


@inline
def place_of(slots: NDArray[np.uint64], key: np.uint64, tag: np.uint64) -> int:
    """Where a state stands in the table; -1 - place if it is not there, where it can be put."""
    size = U(slots.shape[0])
    index = ((key >> U(32)) * size) >> U(32)
    while slots[index, 0] != NONE:
        same = True
        for word in range(WORDS):
            if slots[index, word] >> U(48) != mark(key, tag, word):
                same = False
        if same:
            return np.int64(index)
        index += ONE
        if index == size:
            index = NONE
    return NOWHERE - np.int64(index)


@inline
def recall(several: Several, work: Work, depth: int, kid: int, place: int) -> None:
    """The values of a child that stands in the table."""
    weight = work.kid_value[depth, kid, 0] / MOST
    for word in range(WORDS):
        kept = several.slots[place, word]
        for k in range(EACH):
            share = float(np.int64((kept >> U(16 * k)) & LOW))
            several.kid[depth, kid, EACH * word + k] = np.ceil(share * weight)
    work.kid_value[depth, kid, 1] = 0.0


@inline
def keep(several: Several, work: Work, depth: int) -> None:
    """Put the values of a state into the table."""
    key, tag = work.key[depth, 0], work.key[depth, 1]
    place = place_of(several.slots, key, tag)
    if place >= 0:
        return
    weight = work.whole[depth, 0]
    for word in range(WORDS):
        kept = mark(key, tag, word) << U(48)
        for k in range(EACH):
            share = np.ceil(several.value[depth, EACH * word + k] / weight * MOST)
            kept |= U(np.int64(min(share, MOST))) << U(16 * k)
        several.slots[NOWHERE - place, word] = kept
    work.stored[work.told[WORKER], 0] += 1


@inline
def weigh(tables: Tables, several: Several, work: Work, depth: int, cell: int, code: int) -> None:
    """Add a child to a frame: its values, if they are known, and else its key."""
    many, kid = add_kid(tables, work, depth, cell, code), work.frame[depth, KIDS] - 1
    if many == 0:
        return
    ends = end(tables, work, depth, kid, many)
    if ends == 0:
        name_kid(tables, work, depth, kid)
        return
    first = work.frame[depth, SHOTS] + 1 + left_after(work, depth, code)
    for k in range(SEVERAL):
        several.kid[depth, kid, k] = worth(work, ends, several.wins[k], first)
    work.kid_value[depth, kid, 1] = 0.0


@inline
def expand(tables: Tables, several: Several, work: Work, depth: int) -> None:
    """List the children of a state."""
    chosen = survey(tables, work, depth)
    while chosen != NONE:
        cell = lowest(chosen)
        chosen &= chosen - ONE
        for o in range(CODES):
            weigh(tables, several, work, depth, cell, o)
        weigh(tables, several, work, depth, cell, -1)


@inline
def settle(several: Several, work: Work, depth: int) -> None:
    """The values of a state whose children are all known: the best cell for each."""
    kids, first = work.frame[depth, KIDS], 0
    for k in range(SEVERAL):
        several.value[depth, k] = 0.0
    while first < kids:
        cell, after = work.kid[depth, first, 0], first + 1
        while after < kids and work.kid[depth, after, 0] == cell:
            after += 1
        for k in range(SEVERAL):
            total = 0.0
            for kid in range(first, after):
                total += several.kid[depth, kid, k]
            several.value[depth, k] = max(several.value[depth, k], total)
        first = after


@compiled
def solve(tables: Tables, several: Several, work: Work) -> int:
    """Find the values of the state in frame 0; DONE, FULL or STOPPED.

    `tables.wins` is as large as the largest of the chances.
    """
    depth = 0
    expand(tables, several, work, depth)
    while True:
        kids, at, entered = work.frame[depth, KIDS], work.frame[depth, AT], False
        while at < kids:
            kid = at if work.told[WORKER] == 0 else kids - 1 - at
            if work.kid_value[depth, kid, 1] == OPEN:
                key, tag = work.kid_key[depth, kid, 0], work.kid_key[depth, kid, 1]
                place = place_of(several.slots, key, tag)
                if place < 0:
                    work.frame[depth, AT] = at
                    if enter(tables, work, depth, kid) == FULL:
                        return FULL
                    entered = True
                    break
                recall(several, work, depth, kid, place)
            at += 1
        if entered:
            if work.told[STOP] != 0:
                return STOPPED
            if full(work, several.slots.shape[0]):
                return FULL
            depth += 1
            expand(tables, several, work, depth)
            continue
        settle(several, work, depth)
        if depth == 0:
            return DONE
        keep(several, work, depth)
        depth -= 1
        at = work.frame[depth, AT]
        kid = at if work.told[WORKER] == 0 else work.frame[depth, KIDS] - 1 - at
        for k in range(SEVERAL):
            share = np.ceil(several.value[depth + 1, k] / work.whole[depth + 1, 0] * MOST)
            weight = work.kid_value[depth, kid, 0] / MOST
            several.kid[depth, kid, k] = np.ceil(min(share, MOST) * weight)
        work.kid_value[depth, kid, 1] = 0.0
        work.frame[depth, AT] = at + 1
