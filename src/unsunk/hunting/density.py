"""Fire where the most placements overlap."""

from unsunk.belief import density as belief
from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge


class Density(Strategy):
    """The cell of the largest d(c) = sum over ships s, placements p of s over c, of w**h(p).

    h(p) is the number of hits on ships afloat that p covers, w is larger than any count without
    hits. So placements through more hits always outrank the others, and any such w gives the same
    shots: d(c) compares like a number whose digits in base w are the counts with 0, 1, 2, ... hits.
    Counting placements goes back to Nick Berry, DataGenetics (2011).
    """

    name = "density"
    story = "Fires where most placements of the ships afloat overlap, those through hits first."
    source = "Kaan Baha Sever, Battleship (2026): Hard"

    def heat(self, knowledge: Knowledge) -> list[int]:
        """d(c)."""
        return belief.density(knowledge)
