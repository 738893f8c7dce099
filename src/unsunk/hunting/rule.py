"""The rules people play: draw a plan, search by it, finish what was hit."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from unsunk.hunting.finish import Sight, beside_hits, by_hand, evenly, likeliest
from unsunk.hunting.strategy import Strategy
from unsunk.rules.dice import PLAN, Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset

Plan = TypeVar("Plan", bound=Hashable)


class Rule(Strategy, Generic[Plan]):
    """A strategy that draws a plan once a game, searches by it, and finishes what it has hit.

    While a hit is open it finishes by hand (see `finish.by_hand`), where that has a cell;
    else it searches: the first area of its plan that has cells left, in random order.
    """

    unasked: ClassVar[int | None] = None
    """Of ships of so many cells and more it does not ask where they fit; None: of all it does."""

    def __init__(self, plan: Plan | None = None) -> None:
        self.plan = plan

    @property
    @abstractmethod
    def choices(self) -> Sequence[Plan]:
        """The plans it draws from, each equally likely; one may be there several times."""

    @abstractmethod
    def areas(self, sight: Sight, plan: Plan) -> Iterator[int]:
        """Yield the areas to search, as masks, in the order of a plan; the last is all that fits.

        All their cells are such where a ship afloat fits, or is taken to fit (`unasked`).
        """

    def finish(self, sight: Sight) -> list[int]:
        """The heat while a hit is open; all 0 where none leads on."""
        return evenly(sight.board, by_hand(sight))

    def order(self, sight: Sight, area: int) -> list[int]:
        """The heat within an area while searching."""
        return evenly(sight.board, area)

    @cached_property
    def plans(self) -> Sequence["Rule[Plan]"]:
        """The rule with each of its choices."""
        made = {plan: type(self)(plan) for plan in self.choices}
        return [made[plan] for plan in self.choices]

    def drawn(self, dice: Dice) -> "Rule[Plan]":
        """The rule with the plan of a game."""
        if self.plan is not None:
            return self
        return self.plans[dice.at(PLAN).below(len(self.plans))]

    def heat(self, knowledge: Knowledge) -> list[int]:
        """What it wants by its plan; while none is drawn, the sum over all its choices."""
        sight = Sight.of(knowledge, self.unasked)
        wanted = self.finish(sight)
        if any(wanted):
            return wanted
        if self.plan is not None:
            return self._search(sight, self.plan)
        for plan, times in Counter(self.choices).items():
            for cell, value in enumerate(self._search(sight, plan)):
                wanted[cell] += times * value
        return wanted

    def _search(self, sight: Sight, plan: Plan) -> list[int]:
        wanted: list[int] = []
        for area in self.areas(sight, plan):
            wanted = self.order(sight, area)
            if any(wanted):
                break
        return wanted


class HeatFinishing(Rule[Any]):
    """A rule with heat-map finishing: the likeliest of the cells beside an open hit.

    Likeliest under the exact law of whole fleets, as in `exact-random`.
    """

    def require(self, rules: Ruleset) -> None:
        """BudgetError if the ships have too many different placements."""
        from unsunk.belief.tables import require_countable  # it loads compiled kernels

        require_countable(rules)

    def finish(self, sight: Sight) -> list[int]:
        """The layouts left that cover each cell beside an open hit."""
        return likeliest(sight.knowledge, beside_hits(sight))


class DensestFirst(HeatFinishing):
    """A rule that searches an area from its likeliest cell down, and finishes by the same law."""

    def order(self, sight: Sight, area: int) -> list[int]:
        """The layouts left that cover each cell of the area."""
        return likeliest(sight.knowledge, area)
