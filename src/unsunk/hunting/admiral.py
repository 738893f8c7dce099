"""Look ahead on the exact law: fire where a greedy hunt would end soonest."""

from functools import lru_cache

from unsunk.belief.density import density
from unsunk.belief.explained import open_hits
from unsunk.belief.heatmap import hottest
from unsunk.belief.posterior import Posterior, posterior
from unsunk.belief.tables import require_countable
from unsunk.errors import BudgetError
from unsunk.hunting.rollout import MOST_LAYOUTS, soonest
from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset

MOST_CELLS = 16
"""How many cells are compared at most."""
WORTHY = 0.6
"""A cell less likely than this share of the likeliest is not worth a thought."""


class Admiral(Strategy):
    """The cell after which a greedy hunt takes the fewest shots, over all layouts left.

    A cell that all of them cover is fired at at once. While the layouts are too many to list, it
    fires at a likely cell with a good outlook (see `promising`).
    """

    name = "admiral"
    story = "Looks ahead: of the likely cells the one after which a greedy hunt ends soonest."
    source = "ours: rollout (Tesauro and Galperin 1996) on the exact law"
    sure = True

    def require(self, rules: Ruleset) -> None:
        """BudgetError if the ships have too many different placements."""
        require_countable(rules)

    def heat(self, knowledge: Knowledge) -> list[int]:
        """The layouts left that cover each cell; the cells it would fire at above all others."""
        return list(_heat(knowledge))


@lru_cache(maxsize=256)
def _heat(knowledge: Knowledge) -> tuple[int, ...]:
    """The heat of the last records, kept: a check asks for each of them dozens of times."""
    try:
        law = posterior(knowledge)
    except BudgetError:
        return tuple(density(knowledge))
    heat = law.heat
    above = max(heat) + 1
    for cell in _best(law, heat):
        heat[cell] = above
    return tuple(heat)


def _best(law: Posterior, heat: list[int]) -> list[int]:
    most = max(heat)
    if most == law.layouts or law.layouts == 1:
        return hottest(heat)
    if law.kind == "sampled" or law.layouts > MOST_LAYOUTS:
        return hottest(promising(law.knowledge, heat))
    likely = [cell for cell, count in enumerate(heat) if count >= WORTHY * most]
    likely.sort(key=lambda cell: -heat[cell])
    cell = soonest(law, likely[:MOST_CELLS]) if len(likely) > 1 else None
    return hottest(heat) if cell is None else [cell]


def promising(knowledge: Knowledge, heat: list[int]) -> list[int]:
    """The likelihood of each cell, with what tips the balance between nearly equal ones.

    With a hit to explain, every miss beside a cell takes 8 % off: a cell with room around it leaves
    more to be found from there. While searching, the square root of the per-ship count is a factor:
    it looks further than the next shot. Both were found by rollouts over sampled fleets (see
    docs/decisions.md).

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x5; fleet 2; announce length")
    >>> promising(parse_record(rules, "C1:hit A1:miss"), [0, 10, 0, 10, 0])
    [0, 230, 0, 250, 0]
    """
    if open_hits(knowledge):
        beside, misses = knowledge.rules.board.beside, knowledge.misses
        return [
            count * (25 - 2 * (beside[cell] & misses).bit_count())
            for cell, count in enumerate(heat)
        ]
    return [count**2 * votes for count, votes in zip(heat, density(knowledge), strict=True)]
