"""What every kernel is made with: how it is compiled, and the bits of a word.

Numba's disk cache does not notice a change in this file: after one, remove the cached kernels
(`make clean`).
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

# Without reference counting the code takes a third of the time; so no kernel may allocate.
OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}


def compiled(function: F) -> F:
    """Compile a kernel."""
    return cast(F, njit(**OPTIONS)(function))


def inline(function: F) -> F:
    """Compile a kernel that is always inlined into its caller."""
    return cast(F, njit(forceinline=True, **OPTIONS)(function))


U = np.uint64
NONE, ONE = U(0), U(1)
M1, M2, M4 = U(0x5555555555555555), U(0x3333333333333333), U(0x0F0F0F0F0F0F0F0F)
BYTES = U(0x0101010101010101)


@inline
def popcount(word: np.uint64) -> int:
    """The number of bits of a word."""
    word = word - ((word >> ONE) & M1)
    word = (word & M2) + ((word >> U(2)) & M2)
    word = (word + (word >> U(4))) & M4
    return np.int64((word * BYTES) >> U(56))


@inline
def lowest(word: np.uint64) -> int:
    """The place of the lowest bit of a word that is not 0."""
    return popcount((word & (~word + ONE)) - ONE)
