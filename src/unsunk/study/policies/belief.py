"""A normalised posterior over the placements of each ship."""

from unsunk.study.policies.maps import MapPolicy, Reals, placement_map
from unsunk.study.view import View


class BeliefState(MapPolicy):
    """For every ship the law of its placement after all that was heard, in every branch.

    Every cell known to be of a ship is a hit, damaged or not. A policy that is not told the
    candidates has the same law for a ship before and after its branch is resolved, so the branch
    needs no place in it. A shot without damage that leaves it open if a ship is there weighs every
    placement under it by 1 - p.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.dice import Dice
    >>> from unsunk.study.reading import Condition
    >>> view = View(Condition(Board(5, 5)))
    >>> round(sum(BeliefState().heat(view)), 9), BeliefState().next_shot(view, Dice(1))
    (9.0, 12)
    """

    name = "belief"
    story = "Fires where a normalised posterior over placements has most ships; ties row by row."

    def map(self, view: View) -> Reals:
        """The expected number of ships at each cell."""
        return placement_map(view, view.occupied, doubts=True)
