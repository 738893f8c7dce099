"""Other readings of two strategies, on the same layouts: what `docs/decisions.md` compares.

`parity-follow` without its check that a ship still fits (plain Python, a few minutes), and
`one-rule` with other votes for placements through several hits (compiled, seconds).
"""

import numpy as np

from unsunk.belief.density import places_left
from unsunk.hunting import simulate
from unsunk.hunting.finish import Sight, by_hand, evenly
from unsunk.hunting.parity_follow import ParityFollow, pattern
from unsunk.hunting.play import play
from unsunk.kernels import simulate as kernel
from unsunk.racing.summary import Moments
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice, child_key
from unsunk.rules.drawing import draw_layout
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset

RULES = Ruleset()
GAMES, RUN = 100_000, 2_000
VOTES = {
    "w for any hits": [1, 35, 35, 35, 35],
    "w h": [1, 35, 70, 105, 140],
    "w^h": [35**hits for hits in range(5)],
}


class Unchecked(ParityFollow):
    """`parity-follow` that does not ask everywhere whether a ship still fits."""

    beside_hits = while_searching = False

    def heat(self, knowledge: Knowledge) -> list[int]:
        """1 for every cell it would fire at next."""
        every = Sight(knowledge, {1: knowledge.untried})
        checked = Sight(knowledge, {1: 0})
        for _, place, _ in places_left(knowledge):
            checked.fits[1] |= place & knowledge.untried
        finishing = by_hand(checked if self.beside_hits else every)
        searched = checked if self.while_searching else every
        return evenly(RULES.board, finishing or pattern(knowledge) & searched.anywhere)


class BesideHits(Unchecked):
    """It asks beside hits only."""

    beside_hits = True


class WhileSearching(Unchecked):
    """It asks while searching only."""

    while_searching = True


def follow(strategy: ParityFollow, games: int, seed: int) -> None:
    """Print the mean of a reading of `parity-follow`."""
    times = [
        len(
            play(
                strategy,
                draw_layout(RULES, Dice(seed, LAYOUT_STREAM, game)),
                Dice(seed, SHOT_STREAM, game),
            )
        )
        for game in range(games)
    ]
    moments = Moments(np.bincount(times))
    reach = (moments.ci95[1] - moments.ci95[0]) / 2
    name = type(strategy).__name__
    print(f"{name:<16} {moments.mean:6.2f} ±{reach:.2f}, {games} games, seed {seed}")


def vote(name: str, label: str, rows: np.ndarray) -> None:
    """Print the mean and the worst games of 2,000 of a reading of `one-rule`."""
    table = simulate.tables(name, RULES)
    weights = np.array([*VOTES[label], 0], table.weights.dtype)
    table = table._replace(weights=weights)
    times = np.empty(len(rows), np.int16)
    key = np.uint64(child_key(1, SHOT_STREAM))
    no_record = np.empty((0, RULES.board.size), np.int16)
    kernel.simulate(table, kernel.new_state(table), rows, key, 0, times, no_record)
    worst = times.reshape(-1, RUN).max(axis=1)
    print(
        f"{name:<20} {label:<16} {times.mean():.2f}, worst of {RUN}: {worst.min()} to {worst.max()}"
    )


if __name__ == "__main__":
    layouts = simulate.layouts(RULES, 1, 0, GAMES)
    for reading in VOTES:
        vote("one-rule", reading, layouts)
        vote("one-rule-no-parity", reading, layouts)
    follow(Unchecked(), 2_000, 5)
    follow(BesideHits(), 700, 5)
    follow(WhileSearching(), 700, 5)
    follow(ParityFollow(), 2_000, 5)
