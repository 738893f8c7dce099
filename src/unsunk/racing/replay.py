"""Games of a mixture, played shot by shot: a hunt and a symmetry drawn, then no more dice."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from unsunk.belief.listed import Listed
from unsunk.errors import StrategyError
from unsunk.hunting.hunt import next_cell, times
from unsunk.hunting.mixture import Mixture, draw_by, running_sums
from unsunk.racing.pool import spread
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.shot import answer

LAYOUT, HUNT, SYMMETRY = 0, 1, 2
"""Places in the dice of a game."""


@dataclass(frozen=True)
class Drawn:
    """What the dice of a game draw before its first shot, as numbers."""

    layout: int
    hunt: int
    symmetry: int


@dataclass(frozen=True)
class Replayed:
    """A game played to its end; the record's length is the finishing time."""

    drawn: Drawn
    layout: Layout
    record: Knowledge


def draw_games(
    mixture: Mixture, listed: Listed, games: int, seed: int, *, uniform: bool = False
) -> list[Drawn]:
    """What is drawn for games 0 to `games - 1`: fleets as the mixture hides them, or uniform."""
    hidden = np.full(len(listed), 1 / len(listed)) if uniform else spread(listed, mixture.hider)
    layouts, hunts = running_sums(hidden), running_sums(mixture.weights)
    symmetries = len(mixture.rules.board.symmetries)
    drawn = []
    for game in range(games):
        dice = Dice(seed, game)
        drawn.append(
            Drawn(
                draw_by(layouts, dice.at(LAYOUT)),
                draw_by(hunts, dice.at(HUNT)),
                dice.at(SYMMETRY).below(symmetries),
            )
        )
    return drawn


def replay(
    mixture: Mixture,
    listed: Listed,
    drawn: list[Drawn],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Replayed]:
    """Play games, each hunt seeing its record alone.

    StrategyError if a game ends at another time than the pass over all layouts gives.
    """
    played: dict[int, Replayed] = {}
    by_hunt = sorted(range(len(drawn)), key=lambda game: drawn[game].hunt)
    last, row = -1, np.zeros(0, np.uint8)
    for game in by_hunt:
        what = drawn[game]
        if what.hunt != last:
            last, row = what.hunt, times(mixture.hunts[what.hunt], listed)
        played[game] = _play(mixture, listed, what)
        shots, said = len(played[game].record), int(row[listed.images[what.symmetry, what.layout]])
        if shots != said:
            raise StrategyError(
                f"hunt {what.hunt} sinks layout {what.layout} in {shots} shots, and in {said} by "
                "the pass over all layouts"
            )
        progress(len(played), len(drawn))
    return [played[game] for game in range(len(drawn))]


def _play(mixture: Mixture, listed: Listed, drawn: Drawn) -> Replayed:
    """One game: the hunt fires at the fleet's image under the symmetry, as if that were the fleet.

    The record told is that of the fleet itself, its cells moved back.
    """
    hunt, symmetry = mixture.hunts[drawn.hunt], mixture.rules.board.symmetries[drawn.symmetry]
    layout = listed.layout(drawn.layout)
    image = listed.layout(int(listed.images[drawn.symmetry, drawn.layout]))
    seen, record = Knowledge(mixture.rules), Knowledge(mixture.rules)
    while not record.finished:
        cell = next_cell(hunt, listed, seen)
        if cell is None:
            raise StrategyError(f"hunt {drawn.hunt} has no shot on layout {drawn.layout}")
        seen = seen.after(cell, answer(image, seen.fired, cell))
        there = symmetry.index(cell)
        record = record.after(there, answer(layout, record.fired, there))
    return Replayed(drawn, layout, record)
