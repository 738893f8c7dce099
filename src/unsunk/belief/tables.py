"""The arrays that the count of whole fleets needs; their shapes are in `kernels/posterior.py`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import BudgetError
from unsunk.kernels.posterior import Tables
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.placement import halo, placements
from unsunk.rules.ruleset import Ruleset

MOST_WORDS = 256
"""The most words of placements: 64 placements each, over all groups."""
CLOSING_WORDS, CLOSING_SHIPS = 96, 7
"""The most words and ships for which tables of bridges are made: more ships are sampled anyway."""

Bits = NDArray[np.bool_]
N = TypeVar("N", int, float)


@dataclass(frozen=True)
class FleetTables:
    """The kernel's tables, and what it takes to go between them and bit sets of placements."""

    tables: Tables
    numbers: tuple[int, ...]
    """How many placements each group has."""
    many: NDArray[np.int64]
    """(G,) ships of each group."""

    def words(self, sets: Sequence[int]) -> NDArray[np.uint64]:
        """One bit set a group as a row of words."""
        start = self.tables.start
        parts = [
            bits.to_bytes(8 * int(start[group + 1] - start[group]), "little")
            for group, bits in enumerate(sets)
        ]
        return np.frombuffer(b"".join(parts), np.uint64)

    def index(self, group: int, place: int) -> int:
        """The number of a placement among those of all groups."""
        return 64 * int(self.tables.start[group]) + place

    def split(self, row: Sequence[N]) -> tuple[tuple[N, ...], ...]:
        """One number a placement, cut into the groups."""
        starts = [self.index(group, 0) for group in range(len(self.numbers))]
        return tuple(
            tuple(row[start : start + number])
            for start, number in zip(starts, self.numbers, strict=True)
        )


def fleet_tables(rules: Ruleset) -> FleetTables:
    """The tables of a ruleset; BudgetError if its ships have too many different placements.

    >>> fleet_tables(Ruleset()).numbers
    (120, 140, 160, 180)
    """
    require_countable(rules)
    many = tuple(len(group) for group in rules.groups)
    with _LOCK:
        return _fleet_tables(rules.board, _lengths(rules), many, rules.touching)


def require_countable(rules: Ruleset) -> None:
    """Raise BudgetError, at once, if the ships have too many different placements.

    >>> require_countable(Ruleset())
    """
    numbers = [len(placements(rules.board, length)) for length in _lengths(rules)]
    if sum(-(-number // 64) for number in numbers) > MOST_WORDS:
        most = 64 * MOST_WORDS - 32 * len(numbers)
        raise BudgetError(
            f"the ships have {sum(numbers):,} placements in all, and about {most:,} are the most: "
            "take fewer ships or a smaller board"
        )


def _lengths(rules: Ruleset) -> tuple[int, ...]:
    return tuple(rules.fleet.lengths[group[0]] for group in rules.groups)


_LOCK = Lock()


@lru_cache(maxsize=8)
def _fleet_tables(
    board: Board, lengths: tuple[int, ...], many: tuple[int, ...], touching: Touching
) -> FleetTables:
    numbers = tuple(len(placements(board, length)) for length in lengths)
    start = np.cumsum([0, *(-(-number // 64) for number in numbers)]).astype(np.int64)
    words = int(start[-1])
    masks = np.zeros((64 * words, board.size), np.bool_)
    around = np.zeros_like(masks)
    for group, length in enumerate(lengths):
        for place, mask in enumerate(placements(board, length)):
            row = 64 * int(start[group]) + place
            masks[row, list(cells_of(mask))] = True
            around[row, list(cells_of(mask | halo(board, mask, touching)))] = True
    clash = np.concatenate([_packed(_meet(part, masks)) for part in _blocks(around)])
    closes = words <= CLOSING_WORDS and sum(many) <= CLOSING_SHIPS
    closing = _closing(lengths, many, touching) if closes else -1
    tables = Tables(
        clash=clash,
        far=(~clash).T.reshape(words, words, 64).copy(),
        over=_packed(masks.T),
        cells=_packed(masks),
        start=start,
        **_bridges(masks, clash, start, closing),
    )
    return FleetTables(tables, numbers, np.array(many, np.int64))


def _meet(a: Bits, b: Bits) -> Bits:
    """(rows of a, rows of b) whether they share a cell."""
    met: Bits = a.astype(np.float32) @ b.T.astype(np.float32) > 0
    return met


def _blocks(a: Bits) -> list[Bits]:
    return [a[first : first + 1024] for first in range(0, len(a), 1024)]


def _packed(rows: Bits) -> NDArray[np.uint64]:
    """(m, k) booleans as (m, words of k) bit sets."""
    padded = np.zeros((len(rows), -(-rows.shape[1] // 64) * 64), np.bool_)
    padded[:, : rows.shape[1]] = rows
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def _closing(lengths: Sequence[int], many: Sequence[int], touching: Touching) -> int:
    """The group of the closing ship: alone in its group, of two cells, or else of one."""
    for length in (2, 1):
        for group in range(len(lengths)):
            fits = touching is Touching.YES and lengths[group] == length and many[group] == 1
            if fits and len(lengths) > 1:
                return group
    return -1


def _bridges(masks: Bits, clash: Bits, start: NDArray[np.int64], closing: int) -> dict[str, Any]:
    """The tables of the closing ship."""
    rows, groups, words = len(masks), len(start) - 1, int(start[-1])
    group_of = np.repeat(np.arange(groups), 64 * np.diff(start))
    closers = np.flatnonzero((group_of == closing) & masks.any(axis=1))
    others = masks & (group_of != closing)[:, None]
    pairs = [np.flatnonzero(masks[row]) for row in closers]
    found = [np.zeros((0, 3), np.int64)]
    apart = np.zeros((0, 0), np.bool_)
    if len(closers):
        apart = np.unpackbits((~clash).view(np.uint8), axis=1, bitorder="little").view(np.bool_)
    for row, cells in zip(closers, pairs, strict=True):
        for x, y in (cells, cells[::-1]) if len(cells) == 2 else ():
            p, q = np.flatnonzero(others[:, x]), np.flatnonzero(others[:, y])
            a, b = np.nonzero(apart[np.ix_(p, q)])
            found.append(np.stack([p[a], q[b], np.full(len(a), row)], axis=1))
    joints = np.concatenate(found)
    joints = joints[np.lexsort((joints[:, 2], joints[:, 1], joints[:, 0]))]
    many = np.zeros((rows, rows) if closing >= 0 else (1, rows), np.uint8)
    np.add.at(many, (joints[:, 0], joints[:, 1]), 1)
    planes = max(1, int(many.max()).bit_length())
    keys = joints[:, 0] * groups + group_of[joints[:, 1]]
    edges = np.arange(rows)[:, None] * groups + np.arange(groups + 1)
    within = [(row, closer) for closer, row in _inside(closers, pairs, others)]
    within.sort()
    ends = np.full((rows, 2), -1, np.int64)
    for row, cells in zip(closers, pairs, strict=True):
        ends[row, : len(cells)] = cells
    bridged = np.zeros((planes, words, words, 64) if closing >= 0 else (1, 1, 1, 64), np.uint64)
    for plane in range(planes if closing >= 0 else 0):
        bridged[plane] = _packed((many >> plane & 1).astype(np.bool_)).T.reshape(words, words, 64)
    return {
        "closing": np.array([closing]),
        "bridges": many.reshape(len(many), -1, 64),
        "bridged": bridged,
        "joints": np.ascontiguousarray(joints[:, 1:]).astype(np.int32),
        "joint_from": np.searchsorted(keys, edges),
        "within": np.array([closer for _, closer in within], np.int32),
        "within_from": np.searchsorted([row for row, _ in within] or [rows], np.arange(rows + 1)),
        "ends": ends,
    }


def _inside(
    closers: NDArray[np.intp], pairs: Sequence[NDArray[np.intp]], others: Bits
) -> list[tuple[int, int]]:
    """(closing placement, placement that covers both its cells)."""
    return [
        (int(closer), int(row))
        for closer, cells in zip(closers, pairs, strict=True)
        if len(cells) == 2
        for row in np.flatnonzero(others[:, cells].all(axis=1))
    ]
