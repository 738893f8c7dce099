"""Levels that count whole fleets load compiled code at their first shot, or even compile it.

That is done beside the setup, so that the first shot of a battle need not wait for it.
"""

import logging
from threading import Lock, Thread

from unsunk.hunting.levels import level as strategy_of
from unsunk.rules.board import Board
from unsunk.rules.fleet import THREE
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset

SLOW_TO_START = frozenset({"exact", "admiral"})
SMALL = Ruleset(Board(5, 5), THREE)
"""Rules with so few layouts that a level does at the first shot all that it ever does."""

logger = logging.getLogger("unsunk.web")


class Warming:
    """Makes levels ready, each once in the life of a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._begun: set[str] = set()

    def soon(self, level: str) -> None:
        """Make a level ready in a thread of its own, unless that was begun before."""
        with self._lock:
            if level not in SLOW_TO_START or level in self._begun:
                return
            self._begun.add(level)
        Thread(target=_warm, args=(level,), name=f"warm {level}", daemon=True).start()


def _warm(level: str) -> None:
    try:
        strategy_of(level).heat(Knowledge(SMALL))
    except Exception:
        logger.exception("the level '%s' could not be made ready", level)


WARMING = Warming()
