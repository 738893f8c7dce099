"""One rule, no modes."""

from unsunk.belief.density import density, hit_weight
from unsunk.hunting.strategy import Strategy
from unsunk.rules.knowledge import Knowledge


class OneRule(Strategy):
    """Every placement not ruled out votes for its cells; those that explain a hit outrank the rest.

    A placement through hits has w votes however many hits it covers, any other has one, with w
    larger than any count of the others. While no placement left explains a hit, only every other
    cell is considered (row + column even), as long as every ship afloat has two cells or more
    and so cannot lie between them.
    """

    name = "one-rule"
    story = "Lets every placement left vote, those through hits above the rest; else tries every other cell."
    source = "Seed 001, Battleship: 'How the opponent thinks'"
    parity = True

    def heat(self, knowledge: Knowledge) -> list[int]:
        """The votes, on every other cell only while no hit is half explained."""
        rules = knowledge.rules
        w = hit_weight(rules.fleet.cells)
        votes = density(knowledge, [1] + [w] * max(rules.fleet.lengths))
        if self.parity and max(votes) < w and min(knowledge.afloat, default=1) > 1:
            board = rules.board
            return [
                0 if (board.row(cell) + board.column(cell)) % 2 else value
                for cell, value in enumerate(votes)
            ]
        return votes


class OneRuleNoParity(OneRule):
    """`one-rule` that considers every cell at all times, to measure what the parity is worth."""

    name = "one-rule-no-parity"
    story = "One rule without its parity: every cell is considered at all times."
    parity = False
