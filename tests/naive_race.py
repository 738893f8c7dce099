"""The slow, obvious twin of the room `solving`: all hunts, layout by layout, on tiny boards."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed
from unsunk.rules.choices import Announce
from unsunk.rules.layout import Layout

Floats = NDArray[np.float64]
Left = tuple[int, ...]
Row = tuple[tuple[int, int], ...]


def heard(layout: Layout, fired: int, cell: int) -> int:
    """0 for a miss, 1 for a hit, 1 + its length for a ship sunk; `silent` knows no sinks."""
    for ship in layout.ships:
        if ship >> cell & 1:
            sunk = ship & ~(fired | 1 << cell) == 0
            told = sunk and layout.rules.announce is Announce.LENGTH
            return 1 + ship.bit_count() if told else 1
    return 0


class Hunts:
    """All layouts of a tiny board, and what a shot makes of those left."""

    def __init__(self, listed: Listed) -> None:
        self.size = listed.rules.board.size
        self.layouts = [listed.layout(number) for number in range(len(listed))]

    def untried(self, fired: int) -> Iterator[int]:
        """All cells not fired at, useful or not."""
        return (cell for cell in range(self.size) if not fired >> cell & 1)

    def useful(self, left: Left, fired: int) -> Iterator[int]:
        """Those that some layout left has."""
        some = 0
        for number in left:
            some |= self.layouts[number].occupied
        return (cell for cell in self.untried(fired) if some >> cell & 1)

    def parts(self, left: Left, fired: int, cell: int) -> list[Left]:
        """The layouts left by what is heard."""
        found: dict[int, list[int]] = {}
        for number in left:
            found.setdefault(heard(self.layouts[number], fired, cell), []).append(number)
        return [tuple(part) for part in found.values()]

    def ended(self, number: int, fired: int) -> bool:
        return self.layouts[number].occupied & ~fired == 0


class Most:
    """The most that a hunt wins, for M `weights` (M, N) and `wins` (M, n + 1) at once.

    Every untried cell is tried in every state, and a state is its shots with all that was heard.
    With `idle` false, shots that surely miss are left out and a state is its layouts, its hits and
    its number of shots.
    """

    def __init__(self, listed: Listed, weights: Floats, wins: Floats, idle: bool = True) -> None:
        self.hunts, self.idle = Hunts(listed), idle
        self.weights, self.wins = np.ascontiguousarray(weights.T), np.ascontiguousarray(wins.T)
        self.known: dict[tuple[Left, int, int], Floats] = {}

    def __call__(self) -> Floats:
        """(M,) from the first shot on."""
        return self.value(tuple(range(len(self.hunts.layouts))), 0)

    def value(self, left: Left, fired: int) -> Floats:
        """(M,) after these shots, if these layouts are left."""
        hunts, shots = self.hunts, fired.bit_count()
        if hunts.ended(left[0], fired):
            result: Floats = self.weights[list(left)].sum(axis=0) * self.wins[shots]
            return result
        hits = fired & hunts.layouts[left[0]].occupied
        state = (left, fired, 0) if self.idle else (left, hits, shots)
        if state not in self.known:
            cells = hunts.untried(fired) if self.idle else hunts.useful(left, fired)
            self.known[state] = np.max([self.begun(left, fired, cell) for cell in cells], axis=0)
        return self.known[state]

    def begun(self, left: Left, fired: int, cell: int) -> Floats:
        """(M,) for a hunt that goes on with this cell."""
        parts = self.hunts.parts(left, fired, cell)
        return sum((self.value(part, fired | 1 << cell) for part in parts), np.zeros(1))


def all_times(listed: Listed) -> NDArray[np.uint8]:
    """(J, N) the finishing times of all hunts that waste no shot, each row once.

    A shot that surely misses only delays, so no other hunt wins more on any layout.
    """
    every = _Every(listed, lambda number, shots: (number, shots))
    return every.rows(len(listed), np.uint8)


def all_laws(listed: Listed) -> Floats:
    """(J, K, n + 1) the laws on each class of the same hunts, a symmetry drawn with each."""
    shots = listed.rules.board.size + 1
    every = _Every(listed, lambda number, at: (int(listed.classes[number]) * shots + at, 1))
    counts = every.rows(len(listed.sizes) * shots, np.int64)
    laws: Floats = counts.reshape(len(counts), len(listed.sizes), shots) / listed.sizes[:, None]
    return laws


class _Every:
    """Sparse rows of all hunts, as sorted pairs of a place and what is added there."""

    def __init__(self, listed: Listed, entry: Callable[[int, int], tuple[int, int]]) -> None:
        self.hunts, self.entry = Hunts(listed), entry
        self.known: dict[tuple[Left, int], set[Row]] = {}

    def rows(self, width: int, kind: type) -> NDArray[Any]:
        every = sorted(self.go_on(tuple(range(len(self.hunts.layouts))), 0))
        found = np.zeros((len(every), width), kind)
        for row, entries in zip(found, every, strict=True):
            for place, value in entries:
                row[place] = value
        return found

    def go_on(self, left: Left, fired: int) -> set[Row]:
        """What all hunts make of these layouts after these shots."""
        if self.hunts.ended(left[0], fired):
            return {added([self.entry(number, fired.bit_count()) for number in left])}
        if (left, fired) not in self.known:
            self.known[left, fired] = set()
            for cell in self.hunts.useful(left, fired):
                parts = self.hunts.parts(left, fired, cell)
                rows = [self.go_on(part, fired | 1 << cell) for part in parts]
                self.known[left, fired] |= {added(chain(*some)) for some in product(*rows)}
        return self.known[left, fired]


def added(entries: Iterable[tuple[int, int]]) -> Row:
    """Pairs in order, those of one place added up."""
    found: dict[int, int] = {}
    for place, value in entries:
        found[place] = found.get(place, 0) + value
    return tuple(sorted(found.items()))
