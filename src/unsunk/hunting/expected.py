"""The expected shots of a strategy over all layouts, exactly: its tree of records walked once."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction

from unsunk.belief.heatmap import hottest
from unsunk.errors import InputError
from unsunk.hunting.strategy import Strategy
from unsunk.rules.choices import Announce, Word, member
from unsunk.rules.counting import list_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Outcome, answer

LAYOUTS = 50_000
"""The most layouts of a board whose records are walked."""


class Ties(Word):
    """Which of the hottest cells is fired at.

    >>> list(map(str, Ties))
    ['lowest', 'random']
    """

    LOWEST = "lowest"
    """The one that comes first, row by row."""
    RANDOM = "random"
    """Each equally likely."""


def expected_shots(
    strategy: Strategy, rules: Ruleset, *, ties: Ties | str = Ties.LOWEST
) -> Fraction:
    """The mean finishing time of a strategy over all layouts, each equally likely.

    With random ties, records that tell the same are walked once: the same answers at the same
    cells, each sink after the same hits. A strategy that minds the order of its shots beyond that
    would be given a wrong mean. BudgetError if the layouts are too many to list, or if the strategy
    does not play under these rules; InputError for one that draws a plan once a game.

    >>> from unsunk.hunting.strategy import strategy
    >>> from unsunk.rules.notation import parse_rules
    >>> expected_shots(strategy("density"), parse_rules("board 3x3; fleet 2"))
    Fraction(9, 2)
    """
    strategy.require(rules)
    if strategy.drawn(Dice(0)) is not strategy:
        raise InputError(f"'{strategy.name}' draws a plan once a game: ask for the mean of a plan")
    layouts = list_layouts(rules, LAYOUTS)
    total = _Walk(strategy, member(Ties, ties, "ties")).total(Knowledge(rules), layouts)
    return total / len(layouts)


class _Walk:
    """The records met, with the shots that follow, summed over the layouts they leave."""

    def __init__(self, strategy: Strategy, ties: Ties) -> None:
        self.strategy, self.ties = strategy, ties
        self.known: dict[Hashable, Fraction] = {}

    def total(self, knowledge: Knowledge, layouts: Sequence[Layout]) -> Fraction:
        """The shots that follow a record, summed over the layouts it leaves."""
        if knowledge.finished:
            return Fraction(0)
        if self.ties is Ties.LOWEST:
            return self._after(knowledge, layouts, self._cells(knowledge)[0])
        key = (frozenset(knowledge.shots), frozenset(knowledge.sinks))
        if key not in self.known:
            cells = self._cells(knowledge)
            totals = [self._after(knowledge, layouts, cell) for cell in cells]
            self.known[key] = sum(totals, Fraction(0)) / len(cells)
        return self.known[key]

    def _cells(self, knowledge: Knowledge) -> list[int]:
        return hottest(self.strategy.heat(knowledge))

    def _after(self, knowledge: Knowledge, layouts: Sequence[Layout], cell: int) -> Fraction:
        """The same if the next shot is at a cell."""
        heard: dict[Outcome, list[Layout]] = {}
        named = knowledge.rules.announce is Announce.NAMED
        for layout in layouts:
            outcome = answer(layout, knowledge.fired, cell)
            if not named and outcome.name:
                outcome = replace(outcome, name=None)
            heard.setdefault(outcome, []).append(layout)
        total = Fraction(len(layouts))
        for outcome, left in heard.items():
            total += self.total(knowledge.after(cell, outcome), left)
        return total
