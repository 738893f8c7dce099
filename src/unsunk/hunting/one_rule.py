"""One rule, no modes."""

from unsunk.belief.density import density, hit_weight
from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge


class OneRule(Strategy):
    """Every placement not ruled out votes for its cells; those that explain hits outrank the rest.

    A placement that covers h hits has w**h votes, as in `density`. While no
    placement left explains a hit, only every other cell is considered (row + column even), as long
    as every ship afloat has two cells or more and so cannot lie between them.

    The source does not say whether placements through more hits outrank those through one. This
    reading gives its figures (45 on average, worst 63 in 2,000 games); with one weight for all of
    them the average is 46.1. Without the parity it fires exactly as `density` does.
    """

    name = "one-rule"
    story = "Lets every placement left vote, those through hits first, else on every other cell."
    source = "Battleship, a browser game (source 001 of the ledger): the opponent of one rule"
    parity = True

    def heat(self, knowledge: Knowledge) -> list[int]:
        """The votes, on every other cell only while no hit is half explained."""
        votes, board = density(knowledge), knowledge.rules.board
        searching = max(votes) < hit_weight(sum(knowledge.afloat))
        if not (self.parity and searching and min(knowledge.afloat, default=1) > 1):
            return votes
        return [
            0 if (board.row(cell) + board.column(cell)) % 2 else value
            for cell, value in enumerate(votes)
        ]


class OneRuleNoParity(OneRule):
    """`one-rule` that considers every cell at all times, to measure what the parity is worth."""

    name = "one-rule-no-parity"
    story = "One rule without its parity: every cell is considered at all times."
    parity = False
