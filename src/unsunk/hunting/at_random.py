"""Firing blindly."""

from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge


class AtRandom(Strategy):
    """Any cell not yet fired at, each equally likely.

    On the classic board it needs 17 * 101 / 18 = 95.389 shots on average, exactly: the last of 17
    ship cells in a random order of 100. Lidbetter (2013) proves that nothing better can be done
    when the ships have no shape.
    """

    name = "random"
    story = "Draws its shot from all cells that are left."
    source = "Kaan Baha Sever, Battleship (2026): Easy"
    aimless = True

    def heat(self, knowledge: Knowledge) -> list[int]:
        """1 for every cell not yet fired at."""
        untried = knowledge.untried
        return [untried >> cell & 1 for cell in range(knowledge.rules.board.size)]
