"""The current placement score, and no posterior over what lies behind it."""

import numpy as np

from unsunk.study.policies.maps import MapPolicy, Reals, chance, doubtful, placement_map
from unsunk.study.view import View


class Greedy(MapPolicy):
    """The same count of placements as `belief`, from damage and misses alone.

    A hit that was resisted changes nothing, so the cell is as high as before; `belief` knows that
    a ship is there, and stays when linked damage elsewhere changes the map. A shot without damage
    that leaves it open if a ship is there takes 1 - p from the score of its own cell, and nothing
    from the placements under it. Where no shot fails both fire identical shots.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.study.reading import Condition, Layer
    >>> view = View(Condition(Board(5, 5), layer=Layer.L1, p=0.5))
    >>> bool((Greedy().map(view) == Greedy().map(view.resisted(12))).all())
    True
    """

    name = "greedy"
    story = "Fires where the placements that fit damage and misses are most; ties row by row."

    def map(self, view: View) -> Reals:
        """The expected number of ships at each cell as far as damage and misses tell."""
        score = placement_map(view, view.damaged, doubts=False)
        if doubtful(view):
            score = score * (1 - chance(view)) ** np.array(view.tries)
        return score
