"""What searches over states of knowledge share: the ground they stand on, and their workers."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.errors import BudgetError, InputError
from unsunk.hunting.remnants import MOST_CELLS, SUNK, Remnants, remnants
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
WHOLE = 2.0**50
"""Weights are this many whole parts of all."""
EVERY = 1 << 40
"""More entries than a state ever has."""

Progress = Callable[[int, float], None]
"""Called every second with the states solved so far and the seconds since the start."""


@dataclass(frozen=True)
class Ground:
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


def asked_of(listed: Listed, weights: Floats, wins: Floats) -> tuple[Ground, Floats]:
    """The ground of a question, and its weights (N,) as whole numbers; see `best_reply`.

    `wins` (K, n + 1) are one or more chances.
    """
    ground = ground_of(listed.rules)
    for chances in wins:
        _check(listed, weights, chances)
    weights = weights / weights.sum()
    shares: Floats = np.rint(by_class(listed, [weights])[0][listed.classes] * WHOLE)
    return ground, shares


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
def ground_of(rules: Ruleset) -> Ground:
    """The ground of best replies under these rules; the last few are kept. BudgetError as above."""
    require_reply(rules)
    listed, found, rng = list_layouts_of(rules), remnants(rules), np.random.default_rng(SEED)
    number = numbers(listed, found)
    group = np.repeat(np.arange(len(found.groups)), np.diff(found.groups, axis=1)[:, 0])
    symmetries = np.array(rules.board.symmetries)[np.arange(8) % len(rules.board.symmetries)]
    images = found.images[np.arange(8) % len(found.images)]
    layouts = rng.integers(1, 1 << 63, len(found.left), dtype=np.uint64) * np.uint64(2)
    hits = rng.integers(1, 1 << 63, rules.board.size, dtype=np.uint64) * np.uint64(2)
    code = np.where(found.code >= SUNK, found.code - SUNK + 1, 0).astype(np.int64)
    return Ground(
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


def begun(
    ground: Ground, shares: Floats, slots: Words, workers: int, guide: Words | None = None
) -> list[rooms.Work]:
    """Room for all workers on one table, the blank board in frame 0 of each."""
    stored = np.zeros((workers, 8), np.int64)
    works = [_work(ground, slots, guide, stored, number) for number in range(workers)]
    for work in works:
        _begin(work, ground, shares)
    return works


def _work(
    ground: Ground,
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
        ends=np.zeros(cells + 2),
        stored=stored,
        told=np.array([worker, 0], np.int64),
    )


def _begin(work: rooms.Work, ground: Ground, weights: Floats) -> None:
    """Put the blank board into frame 0."""
    some = np.flatnonzero(weights > 0)
    enter(work, ground.number[some], weights[some], ground.sums[some], 0)
    work.frame[0, rooms.LEFT] = ground.listed.rules.fleet.cells
    work.hits[0] = 0


def enter(
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


def run(
    solvers: Sequence[Callable[[], int]],
    works: list[rooms.Work],
    start: float,
    progress: Progress | None,
) -> int | None:
    """Let all workers solve frame 0, each from its end; one that has come through, if any has."""
    ended = threading.Event()
    results = [rooms.STOPPED] * len(works)

    def solve(worker: int) -> None:
        try:
            results[worker] = solvers[worker]()
        finally:
            ended.set()

    threads = [threading.Thread(target=solve, args=(k,), daemon=True) for k in range(len(works))]
    for thread in threads:
        thread.start()
    try:
        while not ended.wait(1.0):
            if progress is not None:
                progress(int(works[0].stored[:, 0].sum()), time.perf_counter() - start)
    finally:
        for work in works:
            work.told[rooms.STOP] = 1
        for thread in threads:
            thread.join()
    for work, result in zip(works, results, strict=True):
        work.told[rooms.STOP] = 0 if result == rooms.DONE else 2
    return results.index(rooms.DONE) if rooms.DONE in results else None
