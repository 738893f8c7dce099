"""The fewest shots on average, on small boards."""

from functools import lru_cache

from unsunk.hunting.least_shots import optimum, require_small
from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset


class Optimal(Strategy):
    """A cell with which a hunt of the least expected number of shots can begin.

    The layouts left are equally likely. From any record, also one that no best hunt leads to, it
    plays the rest as well as can be. BudgetError on boards that are too large for that.
    """

    name = "optimal"
    story = "Needs the fewest shots on average: every hunt is weighed to its end (small boards)."
    source = "Dynamic programming over the sets of layouts left (ours)"

    def require(self, rules: Ruleset) -> None:
        """Raise BudgetError where the board is too large."""
        require_small(rules)

    def heat(self, knowledge: Knowledge) -> list[int]:
        """1 for every cell with which a best hunt can begin."""
        return list(_heat(knowledge))


@lru_cache(maxsize=1 << 15)
def _heat(knowledge: Knowledge) -> tuple[int, ...]:
    size = knowledge.rules.board.size
    if knowledge.finished:
        return (0,) * size
    cells = optimum(knowledge).cells
    return tuple(int(cell in cells) for cell in range(size))
