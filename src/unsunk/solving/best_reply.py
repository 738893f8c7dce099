"""The hunt that wins most races against a lottery of the hider and a pace, exactly.

Dynamic programming over states of knowledge, on boards of at most 48 cells whose remnants fit
memory; see `kernels/best_reply.py` for what makes it fast and docs/solving/best-reply.md for why
each step loses nothing. With `width` it is a search instead: where many remnants are left only the
likeliest cells are tried, and the hunt found is a lower bound.
"""

import time
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed
from unsunk.errors import BudgetError
from unsunk.hunting.hunt import Hunt, times
from unsunk.kernels import best_reply as kernel
from unsunk.kernels import reply_room as rooms
from unsunk.solving.reply_ground import (
    EVERY,
    Floats,
    Ground,
    Progress,
    Words,
    asked_of,
    begun,
    enter,
    run,
)

SMALLEST, LARGEST = 16, 31
"""Bits of the least and the largest table of states; a word is 8 bytes."""
ROUNDING = 2.0**-25
"""What a shot may add to the value of the root by rounding."""


@dataclass(frozen=True)
class Reply:
    """A hunt against a lottery and a pace, and what it wins."""

    hunt: Hunt
    times: NDArray[np.uint8]
    """(N,) its finishing times."""
    value: float
    """The share of races it wins, halves for ties: exact, from its finishing times."""
    bound: float | None
    """No hunt wins more; None if only some cells were tried."""
    states: int
    """States of knowledge kept."""
    seconds: float
    memory: int
    """Bytes of the table of states."""
    table: Words = field(repr=False)
    """The values of these states, to guide another search."""


def best_reply(
    listed: Listed,
    weights: Floats,
    wins: Floats,
    *,
    width: int | None = None,
    broad: int = 100,
    guide: Words | None = None,
    slack: float = 0.0,
    bits: int | None = None,
    workers: int = 2,
    progress: Progress | None = None,
) -> Reply:
    """The hunt that wins the most of the weight; see the module.

    `weights` (N,) sum to 1 and are the same for images of a layout under the board's symmetries;
    `wins` (n + 1,) is the chance to win with each finishing time (`racing.pace.Pace.wins`), which
    never rises. With `width`, only so many cells are tried where more than `broad` remnants are
    left. With a `guide`, the table of an exact reply on this board to another lottery or pace, only
    cells are tried that seem to win at most the share `slack` less than the best of a state. The
    table has 2**`bits` words at first; it is made larger, and the search begun anew, when
    full. Neither hunt nor value depends on `bits` or `workers`.
    InputError for weights or chances that are none, BudgetError for boards out of reach.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 3x3; fleet 2; announce length"))
    >>> wins = np.array([1, 1, 1, 1, 0.5, 0, 0, 0, 0, 0])
    >>> reply = best_reply(listed, np.full(12, 1 / 12), wins)
    >>> round(12 * reply.value, 6), round(12 * reply.bound, 3)
    (4.5, 4.5)
    """
    ground, shares = asked_of(listed, weights, wins[None])
    room = np.zeros(listed.rules.board.size + listed.rules.fleet.cells + 2)
    room[: len(wins)] = wins
    tables = ground.tables._replace(
        wins=room, broad=EVERY if width is None else broad, width=width or 1, slack=slack
    )
    exact = width is None and guide is None
    weights = weights / weights.sum()
    start, size = time.perf_counter(), max(SMALLEST, bits or _first_bits(len(listed), exact))
    works = _solved(ground, tables, shares, guide, size, workers, progress)
    done = next(work for work in works if work.told[rooms.STOP] < 2)
    value = float(done.whole[0, 1] / done.whole[0, 0])
    hunt = _Reader(ground, tables, works[0], shares).hunt()
    row = times(hunt, listed)
    return Reply(
        hunt=hunt,
        times=row,
        value=float(weights @ wins[row]),
        bound=value + listed.rules.board.size * ROUNDING if exact else None,
        states=int(done.stored[:, 0].sum()),
        seconds=time.perf_counter() - start,
        memory=done.slots.nbytes,
        table=done.slots,
    )


def _solved(
    ground: Ground,
    tables: rooms.Tables,
    shares: Floats,
    guide: Words | None,
    size: int,
    workers: int,
    progress: Progress | None,
) -> list[rooms.Work]:
    """The rooms of all workers once one of them has come through, with a table large enough."""
    start = time.perf_counter()
    while True:
        slots = np.zeros(1 << size, np.uint64)
        works = begun(ground, shares, slots, workers, guide)
        solvers = [partial(kernel.solve, tables, work) for work in works]
        if run(solvers, works, start, progress) is not None:
            return works
        if size >= LARGEST:
            raise BudgetError(
                f"more than {1 << size:,} states of knowledge: the board is too large"
            )
        size = min(size + 2, LARGEST)
        del slots, solvers, works  # before the next are made


def _first_bits(layouts: int, exact: bool) -> int:
    """A table that is large enough for the boards met most: up to 4×4 and 5×5 {3,3,2}."""
    if layouts < 2000:
        return SMALLEST if layouts < 500 else 20
    return 30 if exact else 26


class _Reader:
    """Reads the best hunt off a table of solved states."""

    def __init__(
        self, ground: Ground, tables: rooms.Tables, work: rooms.Work, weights: Floats
    ) -> None:
        self.ground, self.tables, self.work, self.weights = ground, tables, work, weights

    def hunt(self) -> Hunt:
        """The hunt, in pre-order."""
        ground, shots = self.ground, bytearray()
        self.work.told[rooms.STOP] = 0
        everything = np.arange(len(ground.listed))
        hits = np.zeros(8, np.uint64)
        stack = [(everything, ground.number, hits, 0)]
        while stack:
            part, number, hits, fired = stack.pop()
            if len(part) == 1 or ground.remnants.left[number[0]] == 0:
                continue
            cell = self._best(part, number, hits, fired)
            shots.append(cell)
            stack += reversed(self._parts(part, number, hits, fired, cell))
        return Hunt(ground.listed.rules, bytes(shots))

    def _best(
        self,
        part: NDArray[np.intp],
        number: NDArray[np.int32],
        hits: NDArray[np.uint64],
        fired: int,
    ) -> int:
        found, work, weights = self.ground.remnants, self.work, self.weights[part]
        some = weights > 0
        if some.any() and (number[some] != number[some][0]).any():
            enter(
                work, number[some], weights[some], self.ground.sums[part[some]], fired.bit_count()
            )
            work.frame[0, rooms.LEFT] = found.left[number[0]]
            work.hits[0] = hits
            if kernel.solve(self.tables, work) == rooms.DONE and work.frame[0, rooms.BEST] >= 0:
                return int(work.frame[0, rooms.BEST])
        if not some.any():
            weights = np.ones(len(part))
        left = int(found.left[number[0]])
        cells = found.where[number, :left]
        mass = np.bincount(cells.ravel(), np.repeat(weights, left), self.tables.cells)
        return int(mass.argmax())

    def _parts(
        self,
        part: NDArray[np.intp],
        number: NDArray[np.int32],
        hits: NDArray[np.uint64],
        fired: int,
        cell: int,
    ) -> list[tuple[NDArray[np.intp], NDArray[np.int32], NDArray[np.uint64], int]]:
        found, fired = self.ground.remnants, fired | 1 << cell
        here = found.where[number] == cell
        column = here.argmax(axis=1)
        hit = here.any(axis=1)
        code = np.where(hit, self.ground.code[number, column] + 1, 0)
        after = np.where(hit, found.child[number, column], number)
        parts = []
        for what in np.unique(code):
            mine = code == what
            told = hits + self.tables.hash_hit[cell] if what else hits
            parts.append((part[mine], after[mine], told, fired))
        return parts
