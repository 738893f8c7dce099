"""One colour of the checkerboard, and the neighbours of every hit."""

from collections.abc import Iterator
from math import ceil, log, log1p

from unsunk.hunting.pattern import colour
from unsunk.rules.bits import cells_of
from unsunk.rules.dice import PLAN, Dice
from unsunk.study.policies.maps import chance, doubtful, empty, settled
from unsunk.study.policies.policy import Policy
from unsunk.study.view import View


class Checkerboard(Policy):
    """Known ships first, then cells beside a hit, then A1's colour, then the rest.

    Equals go by a random order of all cells, one for the game, the same under every layer.
    It follows up its own hits: damage through a link is none, though the cell is spared.
    A cell that resisted is fired at again until it is damaged. Where a shot without damage leaves
    it open if a ship is there, no cell is fired at once more before all others were; a cell beside
    a hit is, until a ship there would have been damaged with a chance of a half.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.study.reading import Condition
    >>> view = View(Condition(Board(5, 5)))
    >>> sorted({Checkerboard().next_shot(view.damage(0), Dice(seed)) for seed in range(50)})
    [1, 5]
    """

    name = "checkerboard"
    story = "Fires at one colour of the checkerboard in random order; after a hit, beside it."

    def next_shot(self, view: View, dice: Dice) -> int:
        """The one of the best cells that comes first in the game's order."""
        order = dice.at(PLAN)
        return min(self.best(view), key=lambda cell: order.at(cell).word())

    def best(self, view: View) -> list[int]:
        """The cells that are equally good, ascending: the legal ones of the first area with any."""
        legal = view.legal & ~empty(view)
        return list(cells_of(next(area & legal for area in _areas(view, legal) if area & legal)))


def _areas(view: View, legal: int) -> Iterator[int]:
    board, beside = view.condition.board, 0
    yield view.occupied & ~view.damaged
    for cell in cells_of(view.damaged & ~view.by_link & ~settled(view)):
        beside |= board.beside[cell]
    if not doubtful(view):
        yield from (beside, colour(board, 0), legal)
        return
    fewest = min(view.tries[cell] for cell in cells_of(legal))
    patience = ceil(log(0.5) / log1p(-chance(view)))
    yield beside & _tried_less(view, fewest + patience)
    fresh = _tried_less(view, fewest + 1)
    yield from (colour(board, 0) & fresh, fresh)


def _tried_less(view: View, many: int) -> int:
    """The mask of cells with fewer than so many shots without damage."""
    return sum(1 << cell for cell, tries in enumerate(view.tries) if tries < many)
