"""The hunt that wins most races against a lottery of the hider and a pace, exactly.

Dynamic programming over states of knowledge, on boards of at most 48 cells whose remnants fit
memory; see `kernels/best_reply.py` for what makes it fast and docs/solving/best-reply.md for why
each step loses nothing. With `width` it is a search instead: where many remnants are left only the
likeliest cells are tried, and the hunt found is a lower bound.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.errors import BudgetError, InputError
from unsunk.hunting.hunt import Hunt, times
from unsunk.hunting.remnants import MOST_CELLS, SUNK, Remnants, remnants
from unsunk.kernels import best_reply as kernel
from unsunk.kernels import reply_room as rooms
from unsunk.racing.pool import by_class
from unsunk.rules.choices import Announce
from unsunk.rules.ruleset import Ruleset
from unsunk.solving.reply_tables import numbers, steps

Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
NO_GUIDE = np.zeros(1, np.uint64)
SEED = 20261130
"""Of the hashes: the same on every machine."""
SMALLEST, LARGEST = 16, 31
"""Bits of the least and the largest table of states; a word is 8 bytes."""
WHOLE = 2.0**50
"""Weights are this many whole parts of all."""
ROUNDING = 2.0**-25
"""What a shot may add to the value of the root by rounding."""
EVERY = 1 << 40
"""More entries than a state ever has."""


Progress = Callable[[int, float], None]
"""Called every second with the states solved so far and the seconds since the start."""


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


@dataclass(frozen=True)
class _Ground:
    """What is the same for every lottery and pace."""

    listed: Listed
    remnants: Remnants
    number: NDArray[np.int32]
    """(N,) the remnant of each layout of the list before the first shot."""
    sums: NDArray[np.uint64]
    """(N, 8) the hash of each layout under each symmetry."""
    tables: rooms.Tables
    code: NDArray[np.int64]
    """(N, R) what is heard of a hit, from 0."""


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

    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 3x3; fleet 2; announce length"))
    >>> wins = np.array([1, 1, 1, 1, 0.5, 0, 0, 0, 0, 0])
    >>> reply = best_reply(listed, np.full(12, 1 / 12), wins)
    >>> round(12 * reply.value, 6), round(12 * reply.bound, 3)
    (4.5, 4.5)
    """
    ground = _ground(listed.rules)
    _check(listed, weights, wins)
    room = np.zeros(listed.rules.board.size + listed.rules.fleet.cells + 2)
    room[: len(wins)] = wins
    tables = ground.tables._replace(
        wins=room, broad=EVERY if width is None else broad, width=width or 1, slack=slack
    )
    exact = width is None and guide is None
    weights = weights / weights.sum()
    shares = np.rint(by_class(listed, [weights])[0][listed.classes] * WHOLE)
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
        states=int(done.stored.sum()),
        seconds=time.perf_counter() - start,
        memory=done.slots.nbytes,
        table=done.slots,
    )


def _solved(
    ground: _Ground,
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
        slots, stored = np.zeros(1 << size, np.uint64), np.zeros((workers, 8), np.int64)
        works = [_work(ground, slots, guide, stored, number) for number in range(workers)]
        for work in works:
            _begin(work, ground, shares)
        if _run(tables, works, start, progress):
            return works
        if size >= LARGEST:
            raise BudgetError(
                f"more than {1 << size:,} states of knowledge: the board is too large"
            )
        size = min(size + 2, LARGEST)
        del slots, work, works  # before the next are made


def _first_bits(layouts: int, exact: bool) -> int:
    """A table that is large enough for the boards met most: up to 4×4 and 5×5 {3,3,2}."""
    if layouts < 2000:
        return SMALLEST if layouts < 500 else 20
    return 30 if exact else 26


def _check(listed: Listed, weights: Floats, wins: Floats) -> None:
    if weights.shape != (len(listed),) or not (weights >= 0).all():
        raise InputError(f"a lottery here is {len(listed):,} weights of 0 or more")
    if abs(weights.sum() - 1) > 1e-6:
        raise InputError(f"the weights of a lottery sum to 1, not to {weights.sum():.6g}")
    if any(abs(weights[image] - weights).max() > 1e-12 for image in listed.images):
        raise InputError("a lottery of the hider must give all images of a layout one weight")
    cells = listed.rules.board.size
    if wins.shape != (cells + 1,) or not ((wins >= 0) & (wins <= 1)).all():
        raise InputError(
            f"the chances to win by finishing time are {cells + 1} numbers from 0 to 1"
        )
    if (np.diff(wins) > 1e-12).any():
        raise InputError("the chances to win by finishing time must not rise with it")


def require_reply(rules: Ruleset) -> None:
    """Raise BudgetError, at once, if no best replies are to be had under these rules."""
    if rules.announce not in (Announce.LENGTH, Announce.SILENT) or rules.board.size > MOST_CELLS:
        raise BudgetError(
            f"best replies are for boards of at most {MOST_CELLS} cells, "
            "announced 'length' or 'silent'"
        )
    if len(rules.groups) >= rooms.CODES and rules.announce is Announce.LENGTH:
        raise BudgetError("best replies are for fleets of at most two lengths")


@lru_cache(maxsize=4)
def _ground(rules: Ruleset) -> _Ground:
    require_reply(rules)
    listed, found, rng = list_layouts_of(rules), remnants(rules), np.random.default_rng(SEED)
    number = numbers(listed, found)
    group = np.repeat(np.arange(len(found.groups)), np.diff(found.groups, axis=1)[:, 0])
    symmetries = np.array(rules.board.symmetries)[np.arange(8) % len(rules.board.symmetries)]
    images = found.images[np.arange(8) % len(found.images)]
    layouts = rng.integers(1, 1 << 63, len(found.left), dtype=np.uint64) * np.uint64(2)
    hits = rng.integers(1, 1 << 63, rules.board.size, dtype=np.uint64) * np.uint64(2)
    code = np.where(found.code >= SUNK, found.code - SUNK + 1, 0).astype(np.int64)
    return _Ground(
        listed=listed,
        remnants=found,
        number=number,
        sums=np.ascontiguousarray(layouts[images[:, number]].T) + np.uint64(1),
        tables=rooms.Tables(
            cells=rules.board.size,
            step=steps(found, code),
            bits=found.cells,
            ships=found.ships,
            group=group.astype(np.int32),
            hash_hit=np.ascontiguousarray(hits[symmetries].T) + np.uint64(1),
            wins=np.zeros(0),
            sinks=rules.announce is Announce.LENGTH,
            broad=EVERY,
            width=1,
            slack=0.0,
        ),
        code=code,
    )


def _work(
    ground: _Ground,
    slots: Words,
    guide: Words | None,
    stored: NDArray[np.int64],
    worker: int,
) -> rooms.Work:
    """Room for one worker."""
    cells = ground.tables.cells
    depth, kids, room = cells + 4, 4 * cells, (cells + 4) * len(ground.listed)
    return rooms.Work(
        slots=slots,
        guide=NO_GUIDE if guide is None else guide,
        id=np.zeros(room, np.int32),
        weight=np.zeros(room),
        sums=np.zeros((room, 8), np.uint64),
        frame=np.zeros((depth, 8), np.int64),
        whole=np.zeros((depth, 2)),
        key=np.zeros((depth, 2), np.uint64),
        hits=np.zeros((depth, 8), np.uint64),
        kid=np.zeros((depth, kids, 2), np.int64),
        kid_key=np.zeros((depth, kids, 2), np.uint64),
        kid_value=np.zeros((depth, kids, 2)),
        count=np.zeros((cells, 3), np.int64),
        mass=np.zeros((cells, 3)),
        acc=np.zeros((cells, 3, 8), np.uint64),
        mask=np.zeros((cells, 2), np.uint64),
        spare=np.zeros(cells),
        stored=stored,
        told=np.array([worker, 0], np.int64),
    )


def _begin(work: rooms.Work, ground: _Ground, weights: Floats) -> None:
    """Put the blank board into frame 0."""
    some = np.flatnonzero(weights > 0)
    _enter(work, ground.number[some], weights[some], ground.sums[some], 0)
    work.frame[0, rooms.LEFT] = ground.listed.rules.fleet.cells
    work.hits[0] = 0


def _enter(
    work: rooms.Work,
    number: NDArray[np.int32],
    weights: Floats,
    sums: NDArray[np.uint64],
    shots: int,
) -> None:
    """Put a state of these layouts into frame 0, layouts with one remnant as one entry."""
    kinds, place = np.unique(number, return_inverse=True)
    many = len(kinds)
    work.id[:many] = kinds
    work.weight[:many] = np.bincount(place, weights, many)
    work.sums[:many] = 0
    np.add.at(work.sums, place, sums)
    work.frame[0, rooms.START], work.frame[0, rooms.END] = 0, many
    work.frame[0, rooms.SHOTS] = shots


def _run(
    tables: rooms.Tables, works: list[rooms.Work], start: float, progress: Progress | None
) -> bool:
    """Let all workers solve frame 0, each from its end; whether one has come through."""
    ended = threading.Event()
    results = [rooms.STOPPED] * len(works)

    def solve(worker: int) -> None:
        try:
            results[worker] = kernel.solve(tables, works[worker])
        finally:
            ended.set()

    threads = [threading.Thread(target=solve, args=(k,), daemon=True) for k in range(len(works))]
    for thread in threads:
        thread.start()
    try:
        while not ended.wait(1.0):
            if progress is not None:
                progress(int(works[0].stored.sum()), time.perf_counter() - start)
    finally:
        for work in works:
            work.told[rooms.STOP] = 1
        for thread in threads:
            thread.join()
    for work, result in zip(works, results, strict=True):
        work.told[rooms.STOP] = 0 if result == rooms.DONE else 2
    return rooms.DONE in results


class _Reader:
    """Reads the best hunt off a table of solved states."""

    def __init__(
        self, ground: _Ground, tables: rooms.Tables, work: rooms.Work, weights: Floats
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
            _enter(
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
