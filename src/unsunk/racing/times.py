"""Finishing times of a strategy on every layout, each record asked about once."""

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed
from unsunk.hunting.hunt import answers, require_bytes
from unsunk.hunting.strategy import Strategy
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge


def times_of(
    strategy: Strategy, listed: Listed, dice: Dice, layouts: NDArray[np.intp] | None = None
) -> NDArray[np.uint8]:
    """(N,) the finishing time of a strategy on every layout, or on some, dice being given.

    The same dice are rolled against every layout, so layouts that answered alike so far are fired
    at alike: the times are those of `hunting.play.play` with these dice, layout by layout.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.hunting.strategy import strategy
    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 1x4; fleet 2"))
    >>> times_of(strategy("exact-lowest"), listed, Dice(1)).tolist()
    [2, 3, 3]
    """
    require_bytes(listed.rules)
    asked = np.arange(len(listed)) if layouts is None else layouts
    sure = strategy.sure and layouts is None
    times = np.zeros(len(listed), np.uint8)
    waiting = [(Knowledge(listed.rules), asked)]
    while waiting:
        known, part = waiting.pop()
        if known.finished or (sure and len(part) == 1):
            times[part] = len(known) + listed.rules.fleet.cells - known.hits.bit_count()
        else:
            waiting += answers(listed, known, part, strategy.next_shot(known, dice))
    return times[asked]
