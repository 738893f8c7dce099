"""Levels that count whole fleets load compiled code at their first shot, or even compile it.

That is done beside the setup, so that the first shot of a battle need not wait for it.
"""

from contextlib import suppress
from threading import Lock, Thread

from unsunk.hunting.levels import level as strategy_of
from unsunk.rules.board import Board
from unsunk.rules.fleet import THREE
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset

SLOW = frozenset({"exact", "admiral", "near-perfect"})
"""The levels that load compiled code, and may think for seconds, if only at their first shot."""
SMALL = Ruleset(Board(5, 5), THREE)
"""Rules with so few layouts that a level does at the first shot all that it ever does: where it
plays nearly everywhere, they stand for all."""


def make_ready(level: str) -> None:
    """Load, or compile, all that a level needs for its shots."""
    hunter = strategy_of(level)
    for rules in hunter.grounds() or (SMALL,):
        hunter.heat(Knowledge(rules))


class Warming:
    """Makes levels ready, each once in the life of a process.

    A failure is passed over: the first shot meets it again, and tells of it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._begun: set[str] = set()

    def soon(self, level: str) -> None:
        """Make a level ready in a thread of its own, unless that was begun before."""
        with self._lock:
            if level not in SLOW or level in self._begun:
                return
            self._begun.add(level)
        Thread(target=self.warm, args=(level,), name=f"warm {level}", daemon=True).start()

    def warm(self, level: str) -> None:
        """What is done in the thread."""
        with suppress(Exception):
            make_ready(level)


WARMING = Warming()
