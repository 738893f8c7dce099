"""Play one hunt to its end."""

from unsunk.hunting.strategy import Strategy
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.shot import answer


def play(strategy: Strategy, layout: Layout, dice: Dice) -> Knowledge:
    """Hunt a layout until its fleet is sunk; the record's length is the finishing time.

    >>> from unsunk.hunting.strategy import strategy
    >>> from unsunk.rules.drawing import draw_layout
    >>> from unsunk.rules.ruleset import Ruleset
    >>> 17 <= len(play(strategy("density"), draw_layout(Ruleset(), Dice(1)), Dice(2))) <= 100
    True
    """
    knowledge = Knowledge(layout.rules)
    while not knowledge.finished:
        cell = strategy.next_shot(knowledge, dice)
        knowledge = knowledge.after(cell, answer(layout, knowledge.fired, cell))
    return knowledge
