"""A strategy as a racer: a lottery over fixed hunts.

A strategy with its dice drawn beforehand, plan and ties, is a fixed hunt: it fires alike at all
layouts that answered alike so far. So a strategy is a lottery over such hunts, and what it does on
the average is found from some of them, drawn evenly. One that no dice decide is a single hunt.
"""

from collections.abc import Callable
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from unsunk.belief.listed import Listed
from unsunk.errors import InputError
from unsunk.hunting.hunt import grow_timed
from unsunk.hunting.strategy import strategy
from unsunk.racing.pace import Times
from unsunk.racing.times import times_of
from unsunk.rules.dice import SHOT_STREAM, Dice

FEWEST = 4
"""The fewest hunts drawn: two to choose a layout, two to measure it."""
Step = Callable[[], None]
"""Called after every hunt drawn."""


@dataclass(frozen=True, eq=False)
class Racer:
    """D fixed hunts of a strategy, each as likely as another, on N layouts."""

    name: str
    listed: Listed
    rows: Times
    """(D, N) their finishing times."""
    exact: bool
    """Whether the strategy is the one hunt."""

    @property
    def halves(self) -> tuple[Times, Times]:
        """The hunts that choose a layout and those that measure it: all, if exact."""
        return (self.rows, self.rows) if self.exact else (self.rows[::2], self.rows[1::2])


def draw(
    name: str, listed: Listed, games: int, seed: int, *, side: int = 0, step: Step = lambda: None
) -> Racer:
    """Draw `games` hunts of a strategy, or its only one; `side` 0 and 1 have dice of their own.

    InputError if there is no such strategy or if games are fewer than 4, BudgetError if it does not
    play under the rules.

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
    hunter, rows = strategy(name), []
    hunter.require(listed.rules)
    if name == "exact-lowest":
        return Racer(name, listed, grow_timed(listed)[1][None], exact=True)
    for game in range(games):
        dice = _Watched(seed, SHOT_STREAM, side, crc32(name.encode()), game)
        rows.append(times_of(hunter, listed, dice))
        step()
        if not dice.asked:
            return Racer(name, listed, np.array(rows[:1]), exact=True)
    return Racer(name, listed, np.array(rows), exact=False)


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
