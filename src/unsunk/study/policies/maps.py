"""Maps: one number a cell, from the placements that each ship may still have, taken alone."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import ContradictionError
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import Fleet
from unsunk.rules.placement import placements
from unsunk.study.policies.policy import Policy
from unsunk.study.reading import Feedback, Layer, Told
from unsunk.study.view import View

Reals = NDArray[np.float64]

HIT_WEIGHT = 2
"""What each hit under a placement multiplies its weight by."""
TIE = 1e-12
"""The share by which a cell may fall short of the highest and still be as high."""
_EMPTY = 64
"""What a cell known to be empty counts in a placement's code: more than all hits together."""


class MapPolicy(Policy):
    """Fires at the highest cell of a map; of equal ones at the first, row by row."""

    @abstractmethod
    def map(self, view: View) -> Reals:
        """The score of each cell (n)."""

    def next_shot(self, view: View, dice: Dice) -> int:
        """The first of the highest cells that may be fired at."""
        return first_highest(self.map(view), view.legal)

    def heat(self, view: View) -> list[float]:
        """The map, 0 where no shot may go."""
        heat: list[float] = (
            self.map(view) * as_bits(view.legal, view.condition.board.size)
        ).tolist()
        return heat


@dataclass(frozen=True)
class Places:
    """All placements of a fleet's ships; those of one length are one group."""

    cells: NDArray[np.intp]
    """(longest, all) the cells of each placement; where it has no more, the board's size."""
    groups: tuple[tuple[int, slice], ...]
    """Length, and where its placements are."""


@lru_cache(maxsize=64)
def places(board: Board, fleet: Fleet) -> Places:
    """The placements of each length, the longest first; of equal length once.

    >>> from unsunk.rules.fleet import STUDY
    >>> places(Board(5, 5), STUDY).groups
    ((4, slice(0, 20, None)), (3, slice(20, 50, None)), (2, slice(50, 90, None)))
    """
    lengths = sorted(set(fleet.lengths), reverse=True)
    columns: list[list[int]] = []
    groups = []
    for length in lengths:
        start = len(columns)
        for mask in placements(board, length):
            cells = list(cells_of(mask))
            columns.append(cells + [board.size] * (lengths[0] - length))
        groups.append((length, slice(start, len(columns))))
    return Places(np.array(columns, dtype=np.intp).T.copy(), tuple(groups))


def as_bits(mask: int, size: int) -> NDArray[np.uint8]:
    """A mask as (size) zeros and ones."""
    raw = np.frombuffer(mask.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(raw, count=size, bitorder="little")


def empty(view: View) -> int:
    """The mask of cells known to be empty: also those where a shot that cannot fail did nothing."""
    condition = view.condition
    if condition.reading.feedback is Feedback.AMBIGUOUS and chance(view) == 1:
        return view.misses | sum(1 << cell for cell, many in enumerate(view.tries) if many)
    return view.misses


def chance(view: View) -> float:
    """The chance that a shot at a ship damages it."""
    return 1.0 if view.condition.p is None else view.condition.p


def doubtful(view: View) -> bool:
    """Whether a shot without damage leaves it open if a ship is there."""
    return view.condition.reading.feedback is Feedback.AMBIGUOUS and chance(view) < 1


def sunk(view: View) -> tuple[int, ...]:
    """The lengths of the ships known to be sunk.

    None are where links are silent: a ship may then sink unheard, and what is heard is not all.
    """
    reading = view.condition.reading
    if view.condition.layer is Layer.L3 and reading.links is Told.SILENT:
        return ()
    return view.sunk


def settled(view: View) -> int:
    """The mask of damaged cells that are certainly of ships heard to sink.

    A cell is, if as many placements of a length lie on damage alone as ships of that length sank;
    and again without the cells that are settled.

    >>> from unsunk.study.reading import Condition
    >>> view = View(Condition(Board(1, 7))).damage(0).damage(1, sunk=2).damage(3)
    >>> list(cells_of(settled(view)))
    [0, 1]
    """
    board, left, done = view.condition.board, sunk(view), 0
    while True:
        for length in set(left):
            room = view.damaged & ~done
            fitting = [mask for mask in placements(board, length) if not mask & ~room]
            if len(fitting) == left.count(length) and not _overlap(fitting):
                done |= sum(fitting)
                left = tuple(other for other in left if other != length)
                break
        else:
            return done


def _overlap(masks: list[int]) -> bool:
    return sum(mask.bit_count() for mask in masks) != _union(masks).bit_count()


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def posteriors(view: View, hits: int, *, doubts: bool) -> Iterator[tuple[int, slice, Reals]]:
    """Yield (ships afloat, place, law) for the placements of each length that is afloat.

    Each ship is taken alone. A placement on a cell known to be empty has no chance; any other has
    weight HIT_WEIGHT to the power of the `hits` that it covers; with `doubts`, where a shot without
    damage leaves it open if a ship is there, times 1 - p for every such shot at it. The weights of
    a length are divided by their sum. Where sinks are heard, a ship that sank is not counted, no
    ship afloat lies on damage alone, and hits of ships that sank are no hits but empty.
    ContradictionError if a ship has no placement left.
    """
    board, fleet = view.condition.board, view.condition.fleet
    size, every = board.size, places(board, fleet)
    gone = settled(view) if view.sunk else 0
    codes = as_bits(hits & ~gone, size) + _EMPTY * as_bits(empty(view) | gone, size)
    weights = _WEIGHTS[np.minimum(_counts(every, codes), _EMPTY)]
    if view.sunk and sunk(view):
        full = _counts(every, as_bits(view.damaged, size))
        for length, place in every.groups:
            weights[place][full[place] == length] = 0
    tries = _counts(every, np.array(view.tries)) if doubts and doubtful(view) else None
    for length, place in every.groups:
        afloat = fleet.lengths.count(length) - sunk(view).count(length)
        if not afloat:
            continue
        law = weights[place]
        if tries is not None and law.any():
            law = law * (1 - chance(view)) ** (tries[place] - tries[place][law > 0].min())
        total = law.sum()
        if not total > 0:
            raise ContradictionError(f"no ship of {length} fits what was heard: {view}")
        yield afloat, place, law / total


_WEIGHTS = np.array([float(HIT_WEIGHT) ** many for many in range(_EMPTY)] + [0.0])


def _counts(every: Places, values: NDArray[np.integer]) -> NDArray[np.int64]:
    """The sum of a cell's values (n) over each placement."""
    padded = np.append(values.astype(np.int64), 0)
    counts: NDArray[np.int64] = padded[every.cells].sum(axis=0)
    return counts


def placement_map(view: View, hits: int, *, doubts: bool) -> Reals:
    """The expected number of ships at each cell (n), each ship taken alone, after `posteriors`."""
    board = view.condition.board
    every = places(board, view.condition.fleet)
    weights = np.zeros(every.cells.shape[1])
    for afloat, place, law in posteriors(view, hits, doubts=doubts):
        weights[place] = afloat * law
    spread = np.broadcast_to(weights, every.cells.shape).ravel()
    sums = np.bincount(every.cells.ravel(), weights=spread, minlength=board.size + 1)
    return sums[: board.size].astype(np.float64)


def first_highest(scores: Reals, legal: int) -> int:
    """The lowest of the legal cells whose score is the highest, within a share TIE of it.

    >>> first_highest(np.array([9.0, 0.1 + 0.2, 0.3]), 0b110)
    1
    """
    open_to_fire = np.where(as_bits(legal, len(scores)), scores, -np.inf)
    return int(np.argmax(open_to_fire >= open_to_fire.max() * (1 - TIE)))
