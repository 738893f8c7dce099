"""Whole fleets: how many of them a record leaves, and in how many each placement takes part.

The search is in `kernels/posterior.py`. Its sums have 64 bits; long before they are full it pauses,
and they are emptied into Python integers, so no count overflows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.alone import places_alone
from unsunk.belief.tables import FleetTables, fleet_tables
from unsunk.kernels import posterior as kernel
from unsunk.rules.bits import cells_of
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset

STEPS_PER_SECOND = 20_000_000
"""Steps of the search that a second of one core is taken to allow."""


@dataclass(frozen=True)
class Question:
    """Which fleets are asked for.

    `places` are the possible placements of each group as bit sets, `hits` the cells to cover,
    `taken` the ships that lie somewhere already, as (group, placement).

    >>> Question.of(Knowledge(Ruleset())).hits
    0
    """

    rules: Ruleset
    places: tuple[int, ...]
    hits: int
    taken: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, knowledge: Knowledge) -> "Question":
        """The fleets that fit a record; a fleet that fills the board covers every cell."""
        rules = knowledge.rules
        filled = rules.fleet.cells == rules.board.size
        hits = rules.board.full if filled else knowledge.hits
        return cls(rules, places_alone(knowledge), hits)

    def with_ship(self, group: int, place: int) -> "Question":
        """Those of the fleets that have another ship of the group at the placement."""
        return replace(self, taken=(*self.taken, (group, place)))


@dataclass(frozen=True)
class Count:
    """Layouts in all, and with a ship of each group at each of its placements.

    Ships taken beforehand are not among the latter.
    """

    layouts: int
    places: tuple[tuple[int, ...], ...]


class Search:
    """An exact count that can be gone on with, a number of steps at a time."""

    def __init__(self, question: Question) -> None:
        self.arrays = fleet_tables(question.rules)
        self.state = begin(self.arrays, question)
        self.done = False
        self._total, self._places = 0, np.zeros(1, object)

    def go(self, steps: int) -> bool:
        """Go on for about that many steps; whether the count is done. Ctrl-C stops it in time."""
        at = self.state.at
        end = int(at[kernel.STEPS]) + steps
        while not self.done and at[kernel.STEPS] <= end:
            self.state.limits[0] = min(end, int(at[kernel.STEPS]) + STEPS_PER_SECOND)
            self.done = kernel.search(self.arrays.tables, self.state) == kernel.DONE
            self._total += int(at[kernel.TOTAL])
            if not self.done or self._places.size > 1:
                self._places = self._places + self.state.layouts.astype(object)
                self.state.layouts[:] = 0
            at[kernel.TOTAL] = 0
        return self.done

    @property
    def progress(self) -> float:
        """The share of the search that is done, each option of a level taken to be alike."""
        share, done = 1.0, 0.0
        for level in range(int(self.state.at[kernel.DEPTH]) + 1):
            opened = int(self.state.opened[level])
            if not self.state.entered[level] or not opened:
                break
            left = int(np.bitwise_count(self.state.options[level]).sum())
            done += share * max(opened - left - 1, 0) / opened
            share /= opened
        return 1.0 if self.done else done

    @property
    def count(self) -> Count:
        """What was counted; the whole truth once the search is done."""
        places = self.state.layouts if self._places.size == 1 else self._places
        return Count(self._total, self.arrays.split(places.reshape(-1).tolist()))


def count_fleets(question: Question) -> Count:
    """The exact counts, however long they take.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> rules = Ruleset(Board(1, 6), Fleet((3, 2)), announce="length")
    >>> count_fleets(Question.of(Knowledge(rules)))
    Count(layouts=6, places=((2, 1, 1, 2), (2, 1, 0, 1, 2)))
    """
    search = Search(question)
    while not search.go(STEPS_PER_SECOND):
        pass
    return search.count


def list_fleets(question: Question, most: int, steps: int) -> NDArray[np.int32] | None:
    """All fleets asked for, a row each of the numbers of their placements; None if too many.

    The numbers are those of `FleetTables.index`, in ascending order. None also if the list takes
    more than that many steps.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> rules = Ruleset(Board(1, 6), Fleet((3, 2)), announce="length")
    >>> list_fleets(Question.of(Knowledge(rules)), 10, 1000).shape
    (6, 2)
    """
    arrays = fleet_tables(question.rules)
    state = begin(arrays, question, leaf=0, rows=most + 1)
    state.limits[0] = steps
    if kernel.search(arrays.tables, state) == kernel.PAUSED:
        return None
    rows = state.listed[: int(state.at[kernel.LISTED])]
    rows.sort(axis=1)
    return rows if len(rows) <= most else None


def layout_of(arrays: FleetTables, rules: Ruleset, row: Sequence[int]) -> Layout:
    """The layout of one row of `list_fleets`."""
    ships = [0] * len(rules.fleet.lengths)
    starts = [arrays.index(group, 0) for group in range(len(rules.groups))]
    used = [0] * len(rules.groups)
    for number in row:
        group = max(g for g, start in enumerate(starts) if start <= number)
        ship = rules.groups[group][used[group]]
        used[group] += 1
        masks = placements(rules.board, rules.fleet.lengths[ship])
        ships[ship] = masks[int(number) - starts[group]]
    return Layout.trusted(rules, tuple(ships))


def begin(arrays: FleetTables, question: Question, *, leaf: int = 3, rows: int = 0) -> kernel.State:
    """A search that has not begun; see `kernels/posterior.py`."""
    tables, board = arrays.tables, question.rules.board
    words, ships = len(tables.over[0]), int(arrays.many.sum())
    levels, groups, cells = ships + 1, len(arrays.many), tables.cells.shape[1]
    state = kernel.State(
        free=np.zeros((levels, words), np.uint64),
        options=np.zeros((levels, words), np.uint64),
        bare=np.zeros((levels, cells), np.uint64),
        left=np.zeros((levels, groups), np.int64),
        entered=np.zeros(levels, np.int64),
        opened=np.zeros(levels, np.int64),
        path=np.zeros(levels, np.int64),
        layouts=np.zeros((words, 64), np.int64),
        leaf=np.zeros((words, 64), np.int64),
        three=np.zeros(3, np.int64),
        scratch=np.zeros((5, words, 64), np.int64),
        covered=np.zeros(board.size, np.int64),
        at=np.zeros(4, np.int64),
        limits=np.array([0, leaf, kernel.FULL], np.int64),
        listed=np.zeros((rows, ships), np.int32),
    )
    state.free[0] = arrays.words(question.places)
    state.left[0] = arrays.many
    for cell in cells_of(question.hits):
        state.bare[0, cell >> 6] |= np.uint64(1 << (cell & 63))
    for group, place in question.taken:
        number = arrays.index(group, place)
        state.free[0] &= ~tables.clash[number]
        state.bare[0] &= ~tables.cells[number]
        state.left[0, group] -= 1
    return state
