"""Fire at the cell that most of the layouts left cover."""

from functools import lru_cache

from unsunk.belief.density import density
from unsunk.belief.heatmap import hottest
from unsunk.belief.posterior import posterior
from unsunk.belief.tables import require_countable
from unsunk.errors import BudgetError
from unsunk.hunting.rollout import soonest
from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset


class ExactRandom(Strategy):
    """The likeliest cell under the exact law of whole fleets, ties drawn at random.

    Where the fleets are too many to count, the likeliest cell of a sample; where none can be found
    for a sample, that of the count ship by ship. It is the heat map of the essay "Battleship",
    which counts whole layouts as we do.
    """

    name = "exact-random"
    story = "Fires at the cell that most of the layouts still possible cover; ties at random."
    source = "the heat map of source 002"
    sure = True

    def require(self, rules: Ruleset) -> None:
        """BudgetError if the ships have too many different placements."""
        require_countable(rules)

    def heat(self, knowledge: Knowledge) -> list[int]:
        """The layouts left that cover each cell not fired at."""
        return list(_heat(knowledge))


class ExactLowest(ExactRandom):
    """As `exact-random`, ties to the lowest cell (row by row): a hunt without dice."""

    name = "exact-lowest"
    story = "As exact, ties to the lowest cell, row by row: a hunt without dice."
    source = "ours, for exact comparisons"

    def heat(self, knowledge: Knowledge) -> list[int]:
        """As `exact-random`, one more at the cell it fires at."""
        heat = super().heat(knowledge)
        heat[heat.index(max(heat))] += 1
        return heat


class Exact(ExactRandom):
    """The likeliest cell under the exact law; of several, the one after which a hunt ends soonest.

    The hunt is the greedy one (see `rollout`), and ties are broken so once the layouts can be
    listed; before that they are drawn at random.
    """

    name = "exact"
    story = "Fires at the cell most of the layouts still possible cover; ties by looking ahead."
    source = "ours: the heat map of source 002 with a tie rule"

    def heat(self, knowledge: Knowledge) -> list[int]:
        """As `exact-random`, one more at the tied cell it fires at."""
        return list(_heat_ahead(knowledge))


@lru_cache(maxsize=256)
def _heat(knowledge: Knowledge) -> tuple[int, ...]:
    """The heat of the last records, kept: a check asks for each of them dozens of times."""
    try:
        return tuple(posterior(knowledge).heat)
    except BudgetError:
        return tuple(density(knowledge))


@lru_cache(maxsize=256)
def _heat_ahead(knowledge: Knowledge) -> tuple[int, ...]:
    try:
        law = posterior(knowledge)
    except BudgetError:
        return tuple(density(knowledge))
    heat = law.heat
    tied = hottest(heat)
    if len(tied) > 1:
        cell = soonest(law, tied)
        if cell is not None:
            heat[cell] += 1
    return tuple(heat)
