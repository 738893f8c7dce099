"""Remnants as the kernels of best replies want them."""

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed
from unsunk.hunting.remnants import Remnants
from unsunk.rules.choices import Announce

Words = NDArray[np.uint64]


def steps(found: Remnants, code: NDArray[np.int64]) -> Words:
    """(N, R) the words of `kernels.reply_room.Tables.step`; `code` (N, R) is told from 0."""
    risk = np.broadcast_to(found.risk, found.where.shape).astype(np.int64)
    low, high = risk & 15, risk >> 16 & 15
    words = found.where & 63 | code << 6 | low << 8 | high << 12
    return (words | found.child.astype(np.int64) << 16).astype(np.uint64)


def numbers(listed: Listed, found: Remnants) -> NDArray[np.int32]:
    """(N,) the remnant of each layout of a list before the first shot."""
    rows, of = listed.ships[:, :, 0], found.ships[: len(found.weights)]
    if listed.rules.announce is Announce.SILENT:
        rows, of = listed.cells, found.cells[: len(found.weights), None]
    of, rows = (_sorted_in_groups(found, x) for x in (of, rows))
    place = {row.tobytes(): number for number, row in enumerate(of)}
    return np.array([place[row.tobytes()] for row in rows], np.int32)


def _sorted_in_groups(found: Remnants, rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    rows = rows.copy()
    if rows.shape[1] > 1:
        for first, end in found.groups:
            rows[:, first:end].sort(axis=1)
    return rows
