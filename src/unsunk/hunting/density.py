"""Count placements, fire at the highest count."""

from unsunk.belief import density as belief
from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge


class Density(Strategy):
    """The cell of the largest d(c) = sum over ships s, placements p of s over c, of w**h(p).

    p covers h(p) open hits, and w exceeds what all placements together could count. So one through
    more hits outranks any number through fewer, and any such w gives the same shots: read in base
    w, d(c) is the number whose digits are the counts with ..., 2, 1, 0 hits. Counting placements
    goes back to Nick Berry, DataGenetics (2011).
    """

    name = "density"
    story = "Counts the places left for each ship over every cell; those through hits come first."
    source = "Kaan Baha Sever, Battleship (2026): Hard"

    def heat(self, knowledge: Knowledge) -> list[int]:
        """d(c)."""
        return belief.density(knowledge)
