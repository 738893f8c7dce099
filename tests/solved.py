"""A small solved player, and mixtures of grown hunts, for the tests that need one."""

import numpy as np

from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.hunting.hunt import grow
from unsunk.hunting.mixture import Mixture
from unsunk.racing.pace import pace_of
from unsunk.racing.pool import Pool, spread
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset

RULES = "--board 3x3 --fleet 2,2"
"""A solve of these settles in a second."""
SMALL = parse_rules("board 3x3; fleet 2,2; announce length")


def grown(rules: Ruleset, hunts: int = 3, seed: int = 1) -> Mixture:
    """A mixture of hunts grown on random weights, that hides by a random lottery."""
    listed, rng = list_layouts_of(rules), np.random.default_rng(seed)
    pool = Pool(listed)
    while len(pool) < hunts:
        pool.add(grow(listed, rng.integers(0, 50, len(listed))))
    weights, hider = _lottery(rng, hunts), _lottery(rng, len(listed.sizes))
    pace = pace_of(pool.times, weights, spread(listed, hider), rules.board.size)
    return Mixture(rules, tuple(pool.hunts), weights, hider, pace.law, {"method": "grown"}, {})


def symmetric_times(mixture: Mixture, listed: Listed) -> list[list[int]]:
    """For every hunt and every symmetry the finishing times, layout by layout: a slow twin."""
    from unsunk.hunting.hunt import next_cell
    from unsunk.rules.knowledge import Knowledge
    from unsunk.rules.shot import answer

    found = []
    for hunt in mixture.hunts:
        shots = []
        for number in range(len(listed)):
            layout, known = listed.layout(number), Knowledge(mixture.rules)
            while not known.finished:
                cell = next_cell(hunt, listed, known)
                assert cell is not None
                known = known.after(cell, answer(layout, known.fired, cell))
            shots.append(len(known))
        found += [[shots[image] for image in row] for row in listed.images.tolist()]
    return found


def _lottery(rng: np.random.Generator, many: int) -> np.ndarray:
    weights = rng.random(many) ** 2
    return weights / weights.sum()
