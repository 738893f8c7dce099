"""Finishing times of a strategy on every layout, each record asked about once."""

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed
from unsunk.hunting.hunt import split
from unsunk.hunting.strategy import Strategy
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.shot import answer


def times_of(strategy: Strategy, listed: Listed, dice: Dice) -> NDArray[np.uint8]:
    """(N,) the finishing time of a strategy on every layout, its ties drawn from given dice.

    The same dice are rolled against every layout, so layouts that answered alike so far are fired
    at alike: the times are those of `hunting.play.play` with these dice, layout by layout.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.hunting.strategy import strategy
    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 1x4; fleet 2"))
    >>> times_of(strategy("exact-lowest"), listed, Dice(1)).tolist()
    [2, 3, 3]
    """
    times = np.zeros(len(listed), np.uint8)
    stack = [(np.arange(len(listed)), Knowledge(listed.rules))]
    while stack:
        part, known = stack.pop()
        if known.finished:
            times[part] = len(known)
            continue
        cell = strategy.next_shot(known, dice)
        for _, left in split(listed, part, known.fired, cell):
            outcome = answer(listed.layout(int(left[0])), known.fired, cell)
            stack.append((left, known.after(cell, outcome)))
    return times
