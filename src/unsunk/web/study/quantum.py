"""Qiskit in a thread of its own.

The server's threads come and go, and Qiskit 2 may crash the process once the thread that loaded it
has ended. So it is loaded, and run, in one thread that lives as long as the process.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec

import numpy as np

from unsunk.study.bits import KINDS, Bits, Circuit, Source, source

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="circuits")


class _InItsThread:
    """A source whose bits are drawn in that thread."""

    def __init__(self, name: str) -> None:
        self._source = _THREAD.submit(source, name).result()
        self.name = self._source.name

    def draw(self, circuit: Circuit, shots: int, rng: np.random.Generator) -> Bits:
        return _THREAD.submit(self._source.draw, circuit, shots, rng).result()


@lru_cache
def safe_source(name: str = "auto") -> Source:
    """The source of that name, to be used from any thread; InputError if there is none.

    >>> safe_source("numpy").draw(Circuit("V", 1.0), 2, np.random.default_rng(1)).tolist()
    [[1], [1]]
    """
    return _InItsThread(name)


def drawings(p: float) -> dict[str, str] | None:
    """The three circuits as Qiskit draws them, by kind; None where it is not installed."""
    return None if find_spec("qiskit") is None else _THREAD.submit(_drawn, p).result()


def _drawn(p: float) -> dict[str, str]:
    from unsunk.study.circuits import drawing

    return {kind: drawing(kind, p) for kind in KINDS}
