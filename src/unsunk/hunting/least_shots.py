"""The least expected number of shots on boards whose layouts can be listed, exactly.

The hunt that needs the fewest shots on average over the layouts left, each equally likely, and the
cells with which such a hunt can begin. It is a dynamic program over sets of layouts
(`kernels/least_shots.py`) on what shots leave of them (`hunting/remnants.py`).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import BudgetError, ContradictionError
from unsunk.hunting.remnants import Remnants, remnants
from unsunk.kernels import least_shots as kernel
from unsunk.rules.choices import Announce
from unsunk.rules.counting import count_layouts
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Outcome

BUDGETS = ((1, 25, 100), (40, 20, 600), (40, 16, 3_000))
"""Up to how many ships, on up to how many cells, with up to how many layouts it is computed."""
SETS = 1 << 22
"""The most sets of layouts that are kept in mind for one ruleset."""
WORDS = 1 << 26
"""The most words of eight bytes that these take: half a gigabyte, so one ruleset is kept."""


@dataclass(frozen=True)
class Optimum:
    """The least shots still needed, summed over the layouts left, and how many these are."""

    shots: int
    layouts: int
    cells: tuple[int, ...]
    """The cells with which a best hunt can begin."""

    @property
    def mean(self) -> Fraction:
        """The least expected number of shots still needed."""
        return Fraction(self.shots, self.layouts)


def optimum(knowledge: Knowledge) -> Optimum:
    """The least expected shots after a record, over all layouts that fit it, equally likely.

    BudgetError where the board is too large, ContradictionError where no layout fits the record.

    >>> from unsunk.rules.notation import parse_rules
    >>> found = optimum(Knowledge(parse_rules("board 4x4; fleet 3; announce length")))
    >>> found.shots, found.layouts, float(found.mean)
    (90, 16, 5.625)
    """
    rules = knowledge.rules
    require_small(rules)
    return _solver(plain(rules)).ask(knowledge)


def require_small(rules: Ruleset) -> None:
    """Raise BudgetError at once where an optimum would exceed the budget of this module.

    >>> require_small(Ruleset())
    Traceback (most recent call last):
    unsunk.errors.BudgetError: the least expected shots of classic on a 10x10 board are out of \
reach: take one ship on at most 25 cells, or several on 16 cells with 3,000 layouts or on 20 cells \
with 600, for instance --board 4x4 --fleet 3,2
    """
    board, ships = rules.board, len(rules.fleet.lengths)
    for most, cells, layouts in BUDGETS:
        if ships <= most and board.size <= cells and _layouts(plain(rules)) <= layouts:
            return
    raise BudgetError(
        f"the least expected shots of {rules.fleet} on a {board} board are out of reach: take one "
        "ship on at most 25 cells, or several on 16 cells with 3,000 layouts or on 20 cells with "
        "600, for instance --board 4x4 --fleet 3,2"
    )


def plain(rules: Ruleset) -> Ruleset:
    """The same rules without what no hunt minds: the order of turns."""
    return Ruleset(rules.board, rules.fleet, rules.touching, rules.announce)


_layouts = lru_cache(count_layouts)


@lru_cache(maxsize=1)
def _solver(rules: Ruleset) -> "_Solver":
    return _Solver(rules)


class _Solver:
    """The memory of one ruleset; it only ever grows, and no answer depends on what is in it."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.lock = rules, Lock()
        self.remnants = remnants(rules)
        self.tables = _tables(self.remnants, rules.announce is Announce.SILENT)
        size = rules.board.size
        self.memo = kernel.Memo(
            slots=np.zeros(1 << 12, np.int64),
            pool=np.empty(1 << 15, np.uint64),
            stack=np.empty(1 << 18, np.uint64),
            work=np.empty((4 * size + 8, 4, size + 1), np.int64),
            frames=np.empty((4 * size + 8, 16), np.int64),
            used=np.zeros(2, np.int64),
        )

    def ask(self, knowledge: Knowledge) -> Optimum:
        """The optimum after a record."""
        numbers, weights = self.left(knowledge)
        layouts = int(weights.sum())
        if not layouts:
            raise ContradictionError(
                "no layout fits the record: at least one of its shots was heard differently"
            )
        words = numbers.astype(np.uint64) << kernel.SHIFT | weights.astype(np.uint64)
        marks = np.zeros(self.rules.board.size, np.int8)
        with self.lock:
            misses = self._solve(words, marks)
        shots = misses + layouts * int(self.remnants.left[numbers[0]])
        return Optimum(shots, layouts, tuple(np.flatnonzero(marks).tolist()))

    def left(self, knowledge: Knowledge) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The remnants that a record leaves, ascending, and how many layouts each stands for."""
        known = self.remnants
        numbers, weights = np.arange(len(known.weights)), known.weights
        for shot in knowledge.shots:
            there = known.where[numbers] == shot.cell
            at, has = there.argmax(axis=1), there.any(axis=1)
            said = np.where(has, known.code[numbers, at], 0)
            agreed = [c for c, o in known.outcomes.items() if _agrees(o, shot.outcome)]
            kept = np.isin(said, agreed)
            numbers = np.where(has, known.child[numbers, at], numbers)[kept]
            weights = weights[kept]
        numbers, kinds = np.unique(numbers, return_inverse=True)
        return numbers, np.bincount(kinds, weights, len(numbers)).astype(np.int64)

    def _solve(self, words: NDArray[np.uint64], marks: NDArray[np.int8]) -> int:
        """M of a set, and the best cells in place; more room is made as it is needed."""
        while True:
            self.memo.stack[: len(words)] = words
            found = kernel.best_cells(self.tables, self.memo, len(words), marks)
            if found != kernel.FULL:
                return int(found)
            self._grow()

    def _grow(self) -> None:
        """Make more room in whatever is nearly full; BudgetError beyond the budget."""
        memo, (words, sets) = self.memo, self.memo.used.tolist()
        if 2 * sets >= len(memo.slots):
            if sets >= SETS:
                self._give_up()
            self.memo = memo._replace(slots=np.zeros(4 * len(memo.slots), np.int64))
            kernel.rehash(self.memo)
        elif words + 3 + len(self.remnants.weights) > len(memo.pool):
            if len(memo.pool) >= WORDS:
                self._give_up()
            room = np.empty(2 * len(memo.pool), np.uint64)
            room[:words] = memo.pool[:words]
            self.memo = memo._replace(pool=room)
        else:
            self.memo = memo._replace(stack=np.empty(2 * len(memo.stack), np.uint64))

    def _give_up(self) -> None:
        raise BudgetError(
            f"the least expected shots under '{self.rules}' need more than {SETS:,} sets of "
            "layouts or half a gigabyte: take a smaller board or fleet"
        )


def _agrees(true: Outcome, heard: Outcome) -> bool:
    """Whether a record may say this of an answer; the name of a ship sunk may be left out."""
    return (
        true.kind is heard.kind
        and heard.length in (None, true.length)
        and (true.name is None or heard.name in (None, true.name))
        and true.cells == heard.cells
    )


def _tables(known: Remnants, silent: bool) -> kernel.Tables:
    most = known.where.shape[1]
    misses = np.zeros((most + 1, 64), np.int64)
    for left in range(1, most + 1):
        misses[left] = [min(comb(left - 1 + m, m), 1 << 20) for m in range(64)]
    return kernel.Tables(
        left=known.left,
        cells=known.cells,
        where=known.where,
        child=known.child,
        code=known.code,
        risk=known.risk,
        images=known.images,
        groups=known.groups,
        label=known.label,
        alone=known.alone,
        room=misses,
        silent=silent,
    )
