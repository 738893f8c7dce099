"""What comes out of the loop: a mixture polished, measured and ready to be kept."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from unsunk.hunting.mixture import Mixture
from unsunk.racing.pace import Floats, Pace
from unsunk.racing.player import Player
from unsunk.racing.pool import Pool
from unsunk.solving.evening import evened
from unsunk.solving.exploitability import Done, exploitability
from unsunk.solving.linear_program import best_mixture
from unsunk.solving.near_perfect import Search

LEAST = 1e-9
"""Weights below it are dropped."""
SETTLED = 1e-9
"""The most that a pace moves, in all its chances, when it has settled."""
PROGRAMS = 40
"""The most linear programs of a polish."""


def polished(pool: Pool, pace: Pace, hider: Floats) -> tuple[Floats, Pace]:
    """The weights (H,) over the pool with the best worst layout against their own pace found.

    The pace is held, a linear program solved, and the pace moved half-way to the mixture's own on
    fleets hidden by `hider` (K,), until it settles or after 40 programs. Of all the mixtures met,
    the one that wins most on its worst layout against its own pace is taken, with that pace.
    """
    best: tuple[float, Floats, Pace] | None = None
    for _ in range(PROGRAMS):
        weights = best_mixture(pool.wins(pace)).mixture
        weights = np.where(weights < LEAST, 0, weights)
        weights = weights / weights.sum()
        own = pool.pace(weights, hider)
        worst = float((weights @ pool.wins(own)).min())
        if best is None or worst > best[0]:
            best = worst, weights, own
        moved = abs(own.law - pace.law).sum()
        pace = pace.towards(own, 0.5)
        if moved < SETTLED:
            break
    assert best is not None
    return best[1], best[2]


def finished(
    search: Search,
    provenance: Mapping[str, Any],
    *,
    coupled: bool = False,
    workers: int = 2,
    done: Done | None = None,
) -> Mixture:
    """The player that a search has come to, polished, with its figures.

    It hides by the lottery with which the last reply was asked. Of the mixtures that win nearly as
    much it is one that coupled replies gain little on (`evening.py`), with `coupled` on best
    replies found for that. What replies gain is measured anew, with `coupled` of coupled ones too.
    """
    pool, hider = search.pool, search.asked
    weights, pace = polished(pool, search.pace, hider)
    weights = evened(pool, weights, pace, hider, ask=coupled, workers=workers)
    kept = np.flatnonzero(weights > LEAST)
    share = weights[kept] / weights[kept].sum()
    mixture = Mixture(
        rules=search.listed.rules,
        hunts=tuple(pool.hunts[hunt] for hunt in kept),
        weights=share,
        hider=hider,
        pace=Pool(pool.listed, [pool.hunts[k] for k in kept], [pool.rows[k] for k in kept])
        .pace(share, hider)
        .law,
        provenance=provenance,
    )
    player = Player.of(mixture)
    found = exploitability(player, coupled=coupled, workers=workers, done=done)
    return replace(mixture, figures=player.figures | found.row())
