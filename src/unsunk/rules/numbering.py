"""Every layout has a number: find it by counting.

A number drawn uniformly gives a uniform layout, however few throws of a whole fleet would succeed.
"""

from collections import Counter
from functools import lru_cache

from unsunk.errors import InputError
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.counting import orders, told_apart
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import Fleet
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.sweep import Sweep


def layout_number(rules: Ruleset, number: int) -> Layout:
    """The layout of that number, 0 to one less than their count, in a fixed order of all layouts.

    InputError if there is no such number; BudgetError if the layouts take too many steps.

    >>> rules = Ruleset(Board(1, 6), Fleet((3, 2)))
    >>> len({layout_number(rules, i).ships for i in range(6)})
    6
    """
    sweep, apart = _sweep(rules.board, rules.fleet, rules.touching), told_apart(rules)
    total = sweep.total() * apart
    if not 0 <= number < total:
        raise InputError(f"there is no layout number {number}: they are numbered 0 to {total - 1}")
    return _numbered(rules, sweep, number // apart, number % apart)


def random_number(rules: Ruleset, dice: Dice, states: int | None = None) -> Layout:
    """A uniform layout found by counting all of them; equal ships change places at random.

    BudgetError if the count takes more than `states` states, MEMORY_BUDGET unless given.

    >>> random_number(Ruleset(Board(5, 5), Fleet((5,) * 5)), Dice(1)).occupied == Board(5, 5).full
    True
    """
    sweep = _sweep(rules.board, rules.fleet, rules.touching)
    number = dice.below(sweep.total(states))
    return _numbered(rules, sweep, number, dice.below(orders(rules.fleet)))


@lru_cache(maxsize=2)
def _sweep(board: Board, fleet: Fleet, touching: Touching) -> Sweep:
    return Sweep(board, fleet, touching)


def _numbered(rules: Ruleset, sweep: Sweep, number: int, order: int) -> Layout:
    """The sweep's layout of that number, its equal ships in the given one of their orders."""
    masks = list(sweep.layout(number))
    ships: list[int] = []
    for many in Counter(rules.fleet.lengths).values():
        for left in range(many, 0, -1):
            order, choice = divmod(order, left)
            ships.append(masks.pop(choice))
    return Layout.trusted(rules, tuple(ships))
