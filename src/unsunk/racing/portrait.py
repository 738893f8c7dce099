"""What a mixture does, cell by cell: where it hides, where it fires first."""

import numpy as np

from unsunk.belief.listed import Listed
from unsunk.hunting.mixture import Mixture
from unsunk.racing.pace import Floats
from unsunk.racing.pool import spread


def hides(mixture: Mixture, listed: Listed) -> Floats:
    """(n,) the chance that a ship of its fleet lies on each cell: the fleet's cells in all.

    `listed` are the layouts of its rules.
    """
    shares: Floats = spread(listed, mixture.hider) @ listed.covers
    return shares


def fires_first(mixture: Mixture) -> Floats:
    """(n,) the chance that its first shot is at each cell, symmetries drawn with it.

    >>> from unsunk.hunting.hunt import Hunt
    >>> from unsunk.rules.notation import parse_rules
    >>> rules = parse_rules("board 1x4; fleet 2")
    >>> one, none = np.ones(1), np.zeros(5)
    >>> fires_first(Mixture(rules, (Hunt(rules, bytes([1, 2])),), one, one, none)).tolist()
    [0.0, 0.5, 0.5, 0.0]
    """
    board = mixture.rules.board
    shares = np.zeros(board.size)
    for weight, hunt in zip(mixture.weights, mixture.hunts, strict=True):
        for symmetry in board.symmetries if hunt.shots else ():
            shares[symmetry[hunt.shots[0]]] += weight / len(board.symmetries)
    return shares
