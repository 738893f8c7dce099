"""Fire at the cell that most of the layouts left cover."""

from functools import lru_cache
from typing import ClassVar

from unsunk.belief.density import density
from unsunk.belief.posterior import posterior
from unsunk.belief.tables import require_countable
from unsunk.errors import BudgetError
from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset


@lru_cache(maxsize=256)
def _heat(knowledge: Knowledge) -> tuple[int, ...]:
    """The heat of the last records, kept: a check asks for each of them dozens of times."""
    try:
        return tuple(posterior(knowledge).heat)
    except BudgetError:
        return tuple(density(knowledge))


class Exact(Strategy):
    """The likeliest cell under the exact law of whole fleets, ties drawn at random.

    Where the fleets are too many to count, the likeliest cell of a sample; where none can be found
    for a sample, that of the count ship by ship. It is the heat map of the essay "Battleship",
    which counts whole layouts as we do.
    """

    name = "exact"
    story = "Fires at the cell that most of the layouts still possible cover; ties at random."
    source = "the heat map of source 002"
    lowest: ClassVar[bool] = False
    """Whether ties go to the lowest cell."""

    def require(self, rules: Ruleset) -> None:
        """BudgetError if the ships have too many different placements."""
        require_countable(rules)

    def heat(self, knowledge: Knowledge) -> list[int]:
        """The layouts left that cover each cell not fired at."""
        heat = list(_heat(knowledge))
        if self.lowest:
            best = heat.index(max(heat))
            heat[best] += 1
        return heat


class ExactLowest(Exact):
    """As `exact`, ties to the lowest cell (row by row): a hunt without dice."""

    name = "exact-lowest"
    story = "As exact, ties to the lowest cell, row by row: a hunt without dice."
    source = "ours, for exact comparisons"
    lowest = True
