"""Any legal cell."""

from unsunk.rules.bits import cells_of
from unsunk.rules.dice import Dice
from unsunk.study.policies.policy import Policy
from unsunk.study.view import View


class AtRandom(Policy):
    """Every cell that may be fired at is equally likely.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.study.reading import Condition
    >>> view = View(Condition(Board(5, 5)))
    >>> len({AtRandom().next_shot(view, Dice(seed)) for seed in range(500)})
    25
    """

    name = "random"
    story = "Fires at any legal cell and learns nothing."

    def next_shot(self, view: View, dice: Dice) -> int:
        """A uniform legal cell."""
        legal = list(cells_of(view.legal))
        return legal[dice.at(view.shots).below(len(legal))]
