"""What no hunt can exceed against a lottery of the hider, with several chances to win at once.

The states of knowledge do not depend on the chances, and to find them is most of the work of an
exact reply (`best_reply.py`): nine values of each, in one search, cost far less than nine replies.
No hunt is found. Shares are rounded up, by less than 2**-16 a shot; so the bounds stand above the
true values by about a hundredth of a point of win rate on 25 cells.
"""

import time
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed
from unsunk.errors import BudgetError, InputError
from unsunk.kernels import reply_bounds as kernel
from unsunk.kernels import reply_room as rooms
from unsunk.kernels.reply_bounds import MOST, SEVERAL, WORDS
from unsunk.solving.reply_ground import NO_GUIDE, Floats, Progress, asked_of, begun, run

SMALL, LARGE = 1 << 21, 640_000_000
"""States of the table on boards up to 4×4, and on larger ones: 50 MB and 15 GB.

Thousands at least: whether it is full is looked up once in 256 states.
"""
WHOLE_PARTS = 1e-12
"""More than is lost where weights are taken as whole numbers."""
FEW = 2000
"""Layouts of the boards that have a small table."""


@dataclass(frozen=True)
class Bounds:
    """What no hunt exceeds, and what it took to say so."""

    bounds: Floats
    """(K,) the share of races that no hunt wins more of, with each of the chances."""
    over: float
    """The bounds are too large by less than this: some hunt wins more than the rest."""
    states: int
    """States of knowledge kept."""
    seconds: float
    memory: int
    """Bytes of the table of states."""


def reply_bounds(
    listed: Listed,
    weights: Floats,
    wins: Floats,
    *,
    workers: int = 2,
    progress: Progress | None = None,
) -> Bounds:
    """Bounds of what the best hunts win, for up to nine chances (K, n + 1) at once; see the module.

    `weights` (N,) and each row of `wins` are as in `best_reply`. InputError for weights or chances
    that are none, or for more than nine; BudgetError for boards out of reach.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 3x3; fleet 2; announce length"))
    >>> wins = np.array([[1, 1, 1, 1, 0.5, 0, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]])
    >>> (12 * reply_bounds(listed, np.full(12, 1 / 12), wins).bounds).round(2).tolist()
    [4.5, 1.0]
    """
    if not 1 <= len(wins) <= SEVERAL:
        raise InputError(f"{len(wins)} chances at once: 1 to {SEVERAL} are possible")
    ground, shares = asked_of(listed, weights, wins)
    room = np.zeros((SEVERAL, listed.rules.board.size + listed.rules.fleet.cells + 2))
    room[:, : wins.shape[1]] = wins[np.arange(SEVERAL) % len(wins)]
    tables = ground.tables._replace(wins=room.max(axis=0))
    slots = np.zeros((SMALL if len(listed) < FEW else LARGE, WORDS), np.uint64)
    works = begun(ground, shares, NO_GUIDE, workers)
    several = [_several(room, slots, work) for work in works]
    start = time.perf_counter()
    solvers = [
        partial(kernel.solve, tables, one, work) for one, work in zip(several, works, strict=True)
    ]
    done = run(solvers, works, start, progress)
    if done is None:
        raise BudgetError(f"more than {len(slots):,} states of knowledge: the board is too large")
    found = several[done].value[0] / works[done].whole[0, 0] + WHOLE_PARTS
    return Bounds(
        bounds=found[: len(wins)],
        over=listed.rules.board.size / MOST + WHOLE_PARTS,
        states=int(works[0].stored[:, 0].sum()),
        seconds=time.perf_counter() - start,
        memory=slots.nbytes,
    )


def _several(room: Floats, slots: NDArray[np.uint64], work: rooms.Work) -> kernel.Several:
    depth, kids = work.kid_value.shape[:2]
    return kernel.Several(
        wins=room,
        slots=slots,
        kid=np.zeros((depth, kids, SEVERAL)),
        value=np.zeros((depth, SEVERAL)),
    )
