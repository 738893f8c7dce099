"""What the kernels of best replies work on; see `best_reply.py`.

Numba's disk cache does not notice a change in this file, nor in the two it serves: after one,
remove the cached kernels (`make clean`).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import U

DONE, FULL, STOPPED = 0, 1, 2
"""What a run ends with."""
CODES = 3
"""A hit is heard in at most so many ways."""
IMAGES = 8
SHARE = float((1 << 24) - 1)
VALUE = U((1 << 24) - 1)
TAG = U((1 << 40) - 1)
OPEN = -1.0
"""The value of a child that is still to be found."""


class Tables(NamedTuple):
    """What does not change with the lottery; see `Remnants`."""

    cells: int
    step: NDArray[np.uint64]
    """(N, R) the hits that a remnant may take, by cell: the cell in 6 bits, what is heard, from 0,
    in 2, the risk (see `Remnants.risk`) in 4 and 4, and from bit 16 on the remnant then."""
    bits: NDArray[np.uint64]
    """(N,) the cells of a remnant, as bits."""
    ships: NDArray[np.uint64]
    """(N, S) the cells of each ship afloat, 0 for one that is sunk, as bits."""
    group: NDArray[np.int32]
    """(S,) the group of each ship."""
    hash_hit: NDArray[np.uint64]
    """(n, 8) what a hit at a cell adds to the sums."""
    wins: NDArray[np.float64]
    """(n + 1 + R,) W, the chance to win with a finishing time."""
    sinks: bool
    """Whether a sink is heard."""
    broad: int
    """The most entries of a state of which every cell is tried."""
    width: int
    """How many cells are tried where there are more: the most promising."""
    slack: float
    """With a guide, a cell is tried if it seems to win at most this share less than the best."""


class Work(NamedTuple):
    """Room of one worker, and the table that all share; all modified in place."""

    slots: NDArray[np.uint64]
    """The table: tag << 24 | share, 0 where empty."""
    guide: NDArray[np.uint64]
    """Such a table of another lottery or pace; of one word if there is none."""
    id: NDArray[np.int32]
    """(m,) the remnants of the states under way, one list after another."""
    weight: NDArray[np.float64]
    """(m,) the weights of their layouts."""
    sums: NDArray[np.uint64]
    """(m, 8) the sums of the hashes of their layouts."""
    frame: NDArray[np.int64]
    """(depth, 8) start, end, cells left, shots, children, child under way, best cell."""
    whole: NDArray[np.float64]
    """(depth, 2) weight of the state, its value."""
    key: NDArray[np.uint64]
    """(depth, 2) hash and tag of the state."""
    hits: NDArray[np.uint64]
    """(depth, 8) the sums of the hits so far."""
    kid: NDArray[np.int64]
    """(depth, kids, 2) cell and code (-1 for a miss) of a child."""
    kid_key: NDArray[np.uint64]
    """(depth, kids, 2) its hash and tag."""
    kid_value: NDArray[np.float64]
    """(depth, kids, 2) its weight and value."""
    count: NDArray[np.int64]
    """(n, 3) entries by cell and code."""
    mass: NDArray[np.float64]
    """(n, 3) their weights."""
    acc: NDArray[np.uint64]
    """(n, 3, 8) their sums."""
    mask: NDArray[np.uint64]
    """(n, 2) by cell the entries that have it, if at most 64, and all steps there, as bits."""
    spare: NDArray[np.float64]
    """(n,) for a formula."""
    ends: NDArray[np.float64]
    """(n,) the weights of an end, see `reply_ends.py`."""
    stored: NDArray[np.int64]
    """(workers, 8) the states that each has stored, and had when it last looked whether the table
    is full, in a line of the cache each; shared by all."""
    told: NDArray[np.int64]
    """(2,) number of the worker, stop."""


START, END, LEFT, SHOTS, KIDS, AT, BEST = range(7)
WORKER, STOP = range(2)
HAS, STEPS = range(2)
