"""Search a pattern, then follow the hits."""

from unsunk.hunting.finish import Sight, by_hand, evenly
from unsunk.hunting.strategy import Strategy
from unsunk.rules.bits import mask_of
from unsunk.rules.knowledge import Knowledge


class ParityFollow(Strategy):
    """A random cell of a pattern while searching; after a hit, beside it or along the line.

    Searching: with k the length of the shortest ship afloat, the cells where row + column, from 1,
    is divisible by k. Under `silent`, where sinks are not heard, that is the shortest ship of the
    fleet, and every hit counts as one to follow. Finishing: where two adjacent hits line up (on one
    ship, where hits are named), the cells that continue a line; else the four neighbours of every
    hit. Cells where no ship afloat has a placement left are never tried; so the last ship afloat is
    looked for only where it covers all hits that are open.
    """

    name = "parity-follow"
    story = "Searches cells a ship's length apart; after a hit, the neighbours, then the line."
    source = "Kaan Baha Sever, Battleship (2026): Normal"

    def heat(self, knowledge: Knowledge) -> list[int]:
        """1 for every cell it would fire at next."""
        sight = Sight.of(knowledge)
        return evenly(sight.board, by_hand(sight) or pattern(knowledge) & sight.anywhere)


def pattern(knowledge: Knowledge) -> int:
    """The cells where row + column is divisible by the length of the shortest ship afloat."""
    board, step = knowledge.rules.board, min(knowledge.afloat, default=1)
    return mask_of(c for c in range(board.size) if (board.row(c) + board.column(c) + 2) % step == 0)
