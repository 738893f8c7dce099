"""Look ahead on the exact law: fire where a greedy hunt would end soonest."""

from unsunk.belief.fleets import Question, list_fleets
from unsunk.belief.posterior import Posterior, posterior
from unsunk.hunting.rollout import rollout
from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge

WORK = 200_000
"""The most layouts times cells that one shot may be thought over with."""
MOST_CELLS, LEAST_CELLS = 16, 4
"""How many cells are compared at most, and at least: layouts beyond WORK / 4 are not listed."""
WORTHY = 0.6
"""A cell less likely than this share of the likeliest is not worth a thought."""
LIST_STEPS = 20_000_000


class Admiral(Strategy):
    """The cell after which a greedy hunt takes the fewest shots, over all layouts left.

    As long as the layouts left are too many to list it fires as `exact` does; a cell that all of
    them cover is fired at at once.
    """

    name = "admiral"
    story = "Looks ahead: of the likely cells the one after which a greedy hunt ends soonest."
    source = "ours: rollout (Tesauro and Galperin 1996) on the exact law"

    def heat(self, knowledge: Knowledge) -> list[int]:
        """The layouts left that cover each cell; of the cells compared, the best above all."""
        law = posterior(knowledge)
        heat = law.heat
        best = self._best(law, heat)
        if best is not None:
            heat[best] = law.layouts + 1
        return heat

    def _best(self, law: Posterior, heat: list[int]) -> int | None:
        """The best of the likely cells; None if there is nothing to compare."""
        most = max(heat)
        if law.kind != "exact" or most == law.layouts or law.layouts > WORK // LEAST_CELLS:
            return None
        likely = [cell for cell, count in enumerate(heat) if count >= WORTHY * most]
        likely.sort(key=lambda cell: -heat[cell])
        likely = likely[: min(MOST_CELLS, WORK // law.layouts)]
        fleets = list_fleets(Question.of(law.knowledge), law.layouts, LIST_STEPS)
        if len(likely) < 2 or fleets is None:
            return None
        *_, (cell, _) = rollout(law.knowledge, fleets, likely)
        return cell
