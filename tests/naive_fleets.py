"""The slow, obvious twin of `belief/posterior.py`: all layouts listed, crossed out shot by shot.

A list is a row of booleans a layout and ship: does the ship lie on the cell?
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.counting import iterate_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import HIT, MISS, Kind, Outcome, answer


@dataclass(frozen=True, eq=False)
class Listed:
    """The layouts that fit a record."""

    rules: Ruleset
    lies: NDArray[np.bool_]
    """(layouts, ships, cells)."""
    weights: NDArray[np.int64]
    """(layouts,) 1 each, if all are equally likely."""
    fired: NDArray[np.bool_]
    """(cells,)."""

    def after(self, cell: int, outcome: Outcome) -> "Listed":
        """Those that answer one more shot with this outcome, and the cell fired at."""
        fits = np.zeros(len(self.lies), np.bool_)
        if outcome.kind is Kind.MISS:
            fits = ~self.lies[:, :, cell].any(axis=1)
        for ship, length in enumerate(self.rules.fleet.lengths):
            mine, last = self.lies[:, ship], self._left()[:, ship] == 1
            name, announce = self.rules.fleet.names[ship], self.rules.announce
            if outcome.kind is Kind.HIT:
                same = True if announce is Announce.SILENT else ~last
            else:
                same = last & (length == outcome.length)
            if announce is Announce.NAMED:
                same = same & (name == outcome.name)
            if outcome.cells:
                same = same & (mine == cells(self.rules, outcome.cells)).all(axis=1)
            if outcome.kind is not Kind.MISS:
                fits |= mine[:, cell] & same
        fired = self.fired.copy()
        fired[cell] = True
        return replace(self, lies=self.lies[fits], weights=self.weights[fits], fired=fired)

    def _left(self) -> NDArray[np.int64]:
        """(layouts, ships) cells of each ship not fired at."""
        return (self.lies & ~self.fired).sum(axis=2)

    @property
    def layouts(self) -> int:
        """How many there are, by weight."""
        return int(self.weights.sum())

    @property
    def counts(self) -> tuple[int, ...]:
        """Those that cover each cell."""
        return tuple((self.weights @ self.lies.any(axis=1)).tolist())

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """For each group of ships alike those with one of them at each placement."""
        found = []
        for group in self.rules.groups:
            length = self.rules.fleet.lengths[group[0]]
            masks = placements(self.rules.board, length)
            wanted = np.array([cells(self.rules, mask) for mask in masks], np.float32)
            seen = np.zeros(len(masks), np.int64)
            for ship in group:
                seen += self.weights @ (self.lies[:, ship] @ wanted.T == length)
            found.append(tuple(seen.tolist()))
        return tuple(found)

    @property
    def outcomes(self) -> dict[int, dict[Outcome, int]]:
        """For each cell not fired at what may be heard, without the cells that `shown` adds."""
        found: dict[int, Counter[Outcome]] = {}
        water, left = ~self.lies.any(axis=1), self._left()
        for cell in np.flatnonzero(~self.fired).tolist():
            found[cell] = Counter({MISS: int(self.weights @ water[:, cell])})
            for ship in range(len(self.rules.fleet.lengths)):
                here, sinks = self.lies[:, ship, cell], left[:, ship] == 1
                found[cell][self._hit(ship)] += int(self.weights @ (here & ~sinks))
                found[cell][self._sunk(ship)] += int(self.weights @ (here & sinks))
        return {cell: {o: n for o, n in told.items() if n} for cell, told in found.items()}

    def _hit(self, ship: int) -> Outcome:
        if self.rules.announce is not Announce.NAMED:
            return HIT
        return Outcome(Kind.HIT, self.rules.fleet.lengths[ship], self.rules.fleet.names[ship])

    def _sunk(self, ship: int) -> Outcome:
        if self.rules.announce is Announce.NAMED:
            return replace(self._hit(ship), kind=Kind.SUNK)
        if self.rules.announce is Announce.SILENT:
            return HIT
        return Outcome(Kind.SUNK, self.rules.fleet.lengths[ship])


def cells(rules: Ruleset, mask: int) -> NDArray[np.bool_]:
    """(cells,) the mask as booleans."""
    return np.array([bool(mask >> cell & 1) for cell in range(rules.board.size)])


def listed(rules: Ruleset) -> Listed:
    """All layouts before the first shot."""
    if rules.announce is Announce.NAMED:
        return _listed(rules)
    return replace(_listed(replace(rules, announce=Announce.SILENT)), rules=rules)


@lru_cache(maxsize=4)
def _listed(rules: Ruleset) -> Listed:
    all_ships = [layout.ships for layout in iterate_layouts(rules)]
    lies = np.zeros((len(all_ships), len(rules.fleet.lengths), rules.board.size), np.bool_)
    for row, ships in enumerate(all_ships):
        for ship, mask in enumerate(ships):
            lies[row, ship, list(cells_of(mask))] = True
    ones, unfired = np.ones(len(lies), np.int64), np.zeros(rules.board.size, np.bool_)
    return Listed(rules, lies, ones, unfired)


def fitting(knowledge: Knowledge) -> Listed:
    """The layouts that fit a record."""
    left = listed(knowledge.rules)
    for shot in knowledge.shots:
        left = left.after(shot.cell, shot.outcome)
    return left


def random_order(layout: Layout, dice: Dice) -> list[int]:
    """All cells in random order; ships first, more or less mixed with water, every second time."""
    size = layout.rules.board.size
    order = list(range(size))
    dice.shuffle(order)
    if dice.below(2):
        water = 2 + dice.below(8)
        order.sort(key=lambda cell: not (layout.occupied >> cell & 1 or cell % water == 0))
    return order


def random_game(rules: Ruleset, dice: Dice) -> list[Knowledge]:
    """The records of one hunt at random, from the blank one to the last."""
    everywhere = listed(rules)
    row = everywhere.lies[dice.below(len(everywhere.lies))]
    ships = tuple(sum(1 << int(cell) for cell in np.flatnonzero(ship)) for ship in row)
    layout, records = Layout(rules, ships), [Knowledge(rules)]
    for cell in random_order(layout, dice):
        if records[-1].finished:
            break
        records.append(records[-1].after(cell, answer(layout, records[-1].fired, cell)))
    return records
