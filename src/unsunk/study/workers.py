"""Who plays the tasks: this process, several, or those of a cluster. All play the same games."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import parent_process
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import TypeVar

from unsunk.errors import InputError
from unsunk.study.bits import SourceName

AHEAD = 4
"""Tasks that are given out for each worker at once."""
ENDED = (
    "a worker was ended from outside, perhaps for want of memory: "
    "go on with `unsunk study resume`, with fewer workers"
)

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Workers:
    """Many workers behind one executor; with none, this process works."""

    many: int = 1
    executor: Executor | None = None

    def each(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[tuple[T, R]]:
        """Every item with its result, in the order in which they are done.

        InputError if a worker was ended from outside.

        >>> list(Workers().each(str, [1, 2]))
        [(1, '1'), (2, '2')]
        """
        if self.executor is None:
            for item in items:
                yield item, function(item)
            return
        try:
            yield from self._shared(self.executor, function, items)
        except BrokenExecutor:
            raise InputError(ENDED) from None

    def _shared(
        self, executor: Executor, function: Callable[[T], R], items: Iterable[T]
    ) -> Iterator[tuple[T, R]]:
        queue = iter(items)
        given = {}
        while True:
            for item in queue:
                given[executor.submit(function, item)] = item
                if len(given) >= AHEAD * self.many:
                    break
            if not given:
                return
            done, _ = wait(given, return_when=FIRST_COMPLETED)
            for future in done:
                yield given.pop(future), future.result()


@contextmanager
def workers(
    jobs: int, address: str | None = None, source: str = SourceName.NUMPY
) -> Iterator[Workers]:
    """So many processes, or the workers of a Dask scheduler at an address.

    `local` is a cluster of `jobs` workers on this machine; `source` is what draws the bits there.
    InputError if no cluster answers, or if its workers have other versions.
    """
    if address is not None:
        from unsunk.study.cluster import cluster

        with cluster(address, jobs, source) as (executor, many):
            yield Workers(many, executor)
    elif jobs == 1:
        yield Workers()
    else:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
        try:
            yield Workers(jobs, pool)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the first process, and end when it ends, however it does."""
    signal(SIGINT, SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
