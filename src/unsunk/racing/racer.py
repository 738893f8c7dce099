"""A strategy as a racer: a lottery over fixed hunts.

A strategy with its dice drawn beforehand, plan and ties, is a fixed hunt: it fires alike at all
layouts that answered alike so far. So a strategy is a lottery over such hunts, and what it does on
the average is found from some of them, drawn evenly. One that no dice decide is a single hunt.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from zlib import crc32

import numpy as np

from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.errors import InputError
from unsunk.hunting.hunt import grow_timed
from unsunk.hunting.strategy import strategy
from unsunk.racing.pace import Times
from unsunk.racing.times import times_of
from unsunk.rules.dice import SHOT_STREAM, Dice
from unsunk.rules.ruleset import Ruleset

FEWEST = 4
"""The fewest hunts drawn."""
FURTHER = 10
"""How many times as many are drawn on one class of layouts alone: they take little time."""
AT_A_TIME = 64
"""Hunts on one class that a process draws at a time."""
Step = Callable[[], None]
"""Called after every hunt drawn."""


@dataclass(frozen=True, eq=False)
class Racer:
    """D fixed hunts of a strategy, each as likely as another, on N layouts."""

    name: str
    listed: Listed
    rows: Times
    """(D, N) their finishing times."""

    again: Callable[[int], Times] | None = None
    """(M, P) the finishing times of further hunts, drawn for nothing else, on the layouts of a
    class; None if the strategy is the one hunt."""

    @property
    def exact(self) -> bool:
        """Whether the strategy is the one hunt."""
        return self.again is None

    def on(self, class_: int) -> Times:
        """(M, P) finishing times on a class of layouts: of further hunts, or of the only one."""
        if self.again is None:
            return self.rows[:, self.listed.classes == class_]
        return self.again(class_)


def draw(
    name: str,
    listed: Listed,
    games: int,
    seed: int,
    *,
    side: int = 0,
    pool: Executor | None = None,
    step: Step = lambda: None,
) -> Racer:
    """Draw `games` hunts of a strategy, or its only one; `side` 0 and 1 have dice of their own.

    They are the same whether or not a pool of processes shares the work. InputError if there is no
    such strategy or if games are fewer than 4, BudgetError if it does not play under the rules.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 1x4; fleet 2"))
    >>> draw("exact-lowest", listed, 4, 1).rows.tolist()
    [[2, 3, 3]]
    >>> draw("random", listed, 8, 1).rows.shape
    (8, 3)
    """
    if games < FEWEST:
        raise InputError(f"{games} games are too few: a worst layout needs at least {FEWEST}")
    strategy(name).require(listed.rules)
    if name == "exact-lowest":
        return Racer(name, listed, grow_timed(listed)[1][None])
    hunted = partial(_hunted, name, listed.rules, seed, side)
    first, asked = hunted(0)
    step()
    if not asked:
        return Racer(name, listed, first[None])
    rows = [first]
    for row, _ in (pool.map if pool else map)(hunted, range(1, games)):
        rows.append(row)
        step()

    def again(class_: int) -> Times:
        further = range(games, (1 + FURTHER) * games)
        hunted = partial(_hunted, name, listed.rules, seed, side, class_=class_)
        found = pool.map(hunted, further, chunksize=AT_A_TIME) if pool else map(hunted, further)
        return np.array([row for row, _ in found])

    return Racer(name, listed, np.array(rows), lru_cache(again))


def _hunted(
    name: str, rules: Ruleset, seed: int, side: int, game: int, class_: int | None = None
) -> tuple[Times, bool]:
    """The finishing times of one hunt drawn, on all layouts or on the P of a class.

    And whether its dice decided anything.
    """
    dice = _Watched(seed, SHOT_STREAM, side, crc32(name.encode()), game)
    listed = list_layouts_of(rules)
    layouts = None if class_ is None else np.flatnonzero(listed.classes == class_)
    return times_of(strategy(name), listed, dice, layouts), dice.asked


class _Watched(Dice):
    """Dice that know whether anything was ever decided by them or by those below them."""

    __slots__ = ("_told",)

    def __init__(self, seed: int, *path: int) -> None:
        super().__init__(seed, *path)
        self._told: list[bool] = [False]

    @property
    def asked(self) -> bool:
        return self._told[0]

    def at(self, *path: int) -> "_Watched":
        child = _Watched.__new__(_Watched)
        child._counter, child._key, child._told = 0, super().at(*path)._key, self._told
        return child

    def word(self) -> int:
        self._told[0] = True
        return super().word()

    def below(self, bound: int) -> int:
        asked = self.asked
        found = super().below(bound)
        self._told[0] = asked or bound > 1
        return found
