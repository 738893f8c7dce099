"""Hunting game after game with several strategies, block by block.

A block is a stretch of games of one strategy, worth stopping or saving after. Strategies with a
kernel hunt theirs in chunks, the others as a walk (`racing/walk.py`), whose blocks are cut so that
one takes about `AIM` seconds. The strategy that has had the least time goes next.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import InputError
from unsunk.hunting.simulate import as_layout, compiled, hunt, layouts
from unsunk.hunting.strategy import Strategy, strategy
from unsunk.racing.summary import FEWEST, Hunted, Times
from unsunk.racing.walk import Memo, hunt_batch
from unsunk.rules.ruleset import Ruleset

BLOCK = 200_000
"""The most games of a block."""
CHUNK = 2_000
"""Games that a worker takes at once, with a kernel."""
DRAWN = 20_000
"""Layouts that a worker draws at once."""
FIRST = 16
"""Games of the first block of a walk."""
AIM = 60.0
"""Seconds that a block of a walk should take."""

Progress = Callable[[int, int], None]
"""Called with (hunts done, hunts in all)."""


@dataclass(frozen=True)
class Block:
    """The finishing times of one strategy in games `first`, `first + 1`, ..."""

    strategy: str
    first: int
    times: Times
    seconds: float


Keep = Callable[[Block], None]
"""Called with every block as soon as it is done."""


@dataclass
class Task:
    """What one strategy is to hunt, games 0 to `games - 1`, and the blocks already done."""

    strategy: str
    games: int
    blocks: list[Block] = field(default_factory=list)
    memo: Memo = field(default_factory=Memo)

    @cached_property
    def hunter(self) -> Strategy:
        """The strategy, made once."""
        return strategy(self.strategy)

    @property
    def done(self) -> int:
        """The number of games hunted."""
        return sum(len(block.times) for block in self.blocks)

    @property
    def seconds(self) -> float:
        """The time that they took."""
        return sum(block.seconds for block in self.blocks)

    @property
    def hunted(self) -> Hunted:
        """All blocks in one."""
        times = [block.times for block in self.blocks] or [np.empty(0, np.uint8)]
        return Hunted(self.strategy, np.concatenate(times), self.seconds)

    def next_block(self, rules: Ruleset) -> tuple[int, int]:
        """The first game of the next block, and how many it has."""
        size = BLOCK
        if not compiled(self.strategy, rules):
            size = FIRST
            if self.blocks:
                last = self.blocks[-1]
                wanted = len(last.times) * AIM / max(last.seconds, 1e-9)
                size = int(min(max(wanted, 2, len(last.times) / 4), 4 * len(last.times), BLOCK))
        return self.done, min(size, self.games - self.done)


def run(
    tasks: Sequence[Task],
    rules: Ruleset,
    seed: int,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    hours: float | None = None,
    keep: Keep | None = None,
) -> None:
    """Hunt until every task has all its games; their blocks are added to them and given to `keep`.

    After `hours` no further block begins, except that every strategy gets enough games for an
    interval. The times depend on rules, seed and strategy alone, not on `workers` (threads; one a
    core by default), on how games are cut into blocks, or on when a run was stopped. InputError
    if a strategy does not hunt game 0 as the blocks say that it did.
    """
    end = time.monotonic() + 3600 * hours if hours is not None else None
    for task in tasks:
        if task.done < task.games:
            _prepare(task, rules, seed)
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        runner = _Runner(tasks, rules, seed, pool, workers or os.cpu_count() or 1, progress)
        for task in _in_turn(tasks):
            if end is not None and time.monotonic() >= end and _enough(tasks):
                break
            block = runner.hunt(task)
            if keep is not None:
                keep(block)
            task.blocks.append(block)


def _prepare(task: Task, rules: Ruleset, seed: int) -> None:
    """Hunt game 0, so that no timed hunt compiles anything, and to see that nothing has changed."""
    (shots,), _ = hunt(task.strategy, rules, layouts(rules, seed, 0, 1), seed, 0)
    if task.blocks and shots != task.blocks[0].times[0]:
        raise InputError(
            f"'{task.strategy}' has changed: it sinks the fleet of game 0 in {shots} shots, and "
            f"in {task.blocks[0].times[0]} in the games kept; measure it anew in another folder"
        )


def _in_turn(tasks: Sequence[Task]) -> Iterator[Task]:
    """The unfinished task that has had the least time, until there is none."""
    while waiting := [task for task in tasks if task.done < task.games]:
        yield min(waiting, key=lambda task: task.seconds)


def _enough(tasks: Sequence[Task]) -> bool:
    return all(task.done >= min(FEWEST, task.games) for task in tasks)


class _Runner:
    """Hunts one block after another; keeps the layouts of the last one for the next strategy."""

    def __init__(
        self,
        tasks: Sequence[Task],
        rules: Ruleset,
        seed: int,
        pool: ThreadPoolExecutor,
        workers: int,
        progress: Progress | None,
    ) -> None:
        self.rules, self.seed, self.pool, self.workers = rules, seed, pool, workers
        self.progress, self.total = progress, sum(max(task.games, task.done) for task in tasks)
        self.done = sum(task.done for task in tasks)
        self.drawn: tuple[tuple[int, int], NDArray[np.int32]] | None = None

    def hunt(self, task: Task) -> Block:
        """The next block of a task."""
        first, games = task.next_block(self.rules)
        rows = self._layouts(first, games)
        narrow = np.uint8 if self.rules.board.size < 256 else np.uint16
        if compiled(task.strategy, self.rules):
            begun = time.perf_counter()
            found = np.concatenate(list(self._chunks(task.strategy, rows, first)))
        else:
            boards = [as_layout(self.rules, row) for row in rows]
            begun = time.perf_counter()
            found = hunt_batch(
                task.hunter,
                boards,
                self.seed,
                first,
                workers=self.workers,
                memo=task.memo,
                ended=lambda *_: self._step(1),
            )
        return Block(task.strategy, first, found.astype(narrow), time.perf_counter() - begun)

    def _chunks(self, name: str, rows: NDArray[np.int32], first: int) -> Iterable[Times]:
        """Finishing times by a kernel, shared among the workers."""

        def part(start: int, games: int) -> Times:
            end = start + games
            return hunt(name, self.rules, rows[start:end], self.seed, first + start)[0]

        for times in self.pool.map(lambda ends: part(*ends), _parts(0, len(rows), CHUNK)):
            self._step(len(times))
            yield times

    def _layouts(self, first: int, games: int) -> NDArray[np.int32]:
        if self.drawn is None or self.drawn[0] != (first, games):
            parts = _parts(first, games, DRAWN)
            rows = self.pool.map(lambda part: layouts(self.rules, self.seed, *part), parts)
            self.drawn = (first, games), np.concatenate(list(rows))
        return self.drawn[1]

    def _step(self, games: int) -> None:
        self.done += games
        if self.progress is not None:
            self.progress(self.done, self.total)


def _parts(first: int, games: int, size: int) -> list[tuple[int, int]]:
    """Cut `games` games from `first` on into (first, games) of at most `size` games."""
    ends = [*range(first, first + games, size), first + games]
    return [(start, end - start) for start, end in pairwise(ends)]
