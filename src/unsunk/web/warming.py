"""Levels that load compiled code are made ready beside the setup, and a failure is logged."""

import logging

from unsunk.hunting import warming
from unsunk.hunting.warming import make_ready

logger = logging.getLogger("unsunk.web")


class Warming(warming.Warming):
    """Makes levels ready, each once in the life of a process."""

    def warm(self, level: str) -> None:
        """What is done in the thread."""
        _warm(level)


def _warm(level: str) -> None:
    try:
        make_ready(level)
    except Exception:
        logger.exception("the level '%s' could not be made ready", level)


WARMING = Warming()
