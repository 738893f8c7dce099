"""What a tie rule is worth: of several likeliest cells, which to fire at.

Games on the classic fleet under `length` are hunted at the likeliest cell, ties at random, until
few enough layouts are left to be listed. From there the whole tree of the greedy hunt is walked
once for each tie rule, so the shots that follow are exact, summed over all layouts left; only the
states are a sample. Prints for each rule how many shots a game it saves over random ties (the mean
of DRAWS ways to draw them), with the 95 % interval over the states.

    python benchmarks/ties.py [GAMES [LAYOUTS]]

LAYOUTS is the most that are listed; without it the whole takes some minutes of one core.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.density import density
from unsunk.belief.fleets import Question, list_fleets
from unsunk.belief.heatmap import choose, pick
from unsunk.belief.posterior import posterior
from unsunk.belief.tables import fleet_tables
from unsunk.hunting.rollout import LIST_STEPS, rollout
from unsunk.racing.summary import Z95
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import HIT, MISS, Kind, Outcome, answer

SEED = 1
GAMES = 100
LAYOUTS = 5_000
DRAWS = 3
RULES = Ruleset(announce=Announce.LENGTH)

CELLS = np.unpackbits(
    fleet_tables(RULES).tables.cells.view(np.uint8),
    axis=1,
    count=RULES.board.size,
    bitorder="little",
)
"""(placements, cells) 1 where a placement lies."""
LENGTHS = CELLS.sum(axis=1)


@dataclass(frozen=True)
class Left:
    """A record and all layouts that fit it: (N, ships), rows of `list_fleets`."""

    knowledge: Knowledge
    fleets: NDArray[np.int32]

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """(cells,) the layouts that cover each cell not fired at, 0 elsewhere."""
        covered = CELLS[self.fleets.reshape(-1)].sum(axis=0, dtype=np.int64)
        return np.where(bits(self.knowledge.untried), covered, 0)

    def after(self, cell: int) -> list["Left"]:
        """What is left after a shot, one for each outcome."""
        hit = CELLS[self.fleets, cell]
        places = self.fleets[np.arange(len(hit)), hit.argmax(axis=1)]
        afloat = (CELLS[places] & bits(self.knowledge.untried & ~(1 << cell))).any(axis=1)
        heard = np.where(hit.any(axis=1), np.where(afloat, 1, LENGTHS[places]), 0)
        return [
            Left(self.knowledge.after(cell, outcome(number)), self.fleets[heard == number])
            for number in np.unique(heard).tolist()
        ]


def bits(mask: int) -> NDArray[np.uint8]:
    """(cells,) 1 where a mask has a cell."""
    packed = np.frombuffer(mask.to_bytes(-(-RULES.board.size // 8), "little"), np.uint8)
    return np.unpackbits(packed, count=RULES.board.size, bitorder="little")


def outcome(number: int) -> Outcome:
    """What is heard: a miss for 0, a hit for 1, else the length of the ship sunk."""
    return (MISS, HIT)[number] if number <= 1 else Outcome(Kind.SUNK, number)


def shots(left: Left, rule: "Rule") -> int:
    """The shots that the rest of a greedy hunt takes, summed over the layouts.

    Where no cell is in two layouts, one layout after another is found or ruled out, in any order.
    """
    if left.knowledge.finished:
        return 0
    layouts, most = len(left.fleets), left.counts.max()
    if most == 1:
        cells = RULES.fleet.cells - left.knowledge.hits.bit_count()
        return layouts * cells + layouts * (layouts - 1) // 2
    tied = np.flatnonzero(left.counts == most).tolist()
    cell = rule(left, tied) if len(tied) > 1 and most < layouts else tied[0]
    return layouts + sum(shots(part, rule) for part in left.after(cell))


Rule = Callable[[Left, list[int]], int]
"""Picks one of the likeliest cells, given in ascending order."""


def drawn(draw: int) -> Rule:
    """Ties at random: the same shots with the same hits draw alike."""

    def rule(left: Left, tied: list[int]) -> int:
        misses, hits = left.knowledge.misses, left.knowledge.hits
        path = (*divmod(misses, 1 << 64), *divmod(hits, 1 << 64))
        return choose(tied, Dice(SEED, SHOT_STREAM, draw, *path))

    return rule


def lowest(_: Left, tied: list[int]) -> int:
    """The first, row by row."""
    return tied[0]


def lonely(left: Left, tied: list[int]) -> int:
    """The cell whose four neighbours are the least likely, their chances added."""
    beside = RULES.board.beside
    return min(tied, key=lambda cell: left.counts[list(cells_of(beside[cell]))].sum())


def as_density(left: Left, tied: list[int]) -> int:
    """The cell that `density` wants most."""
    return max(tied, key=density(left.knowledge).__getitem__)


def two_ahead(left: Left, tied: list[int]) -> int:
    """The cell after which the likeliest cell is likeliest; a fleet that is sunk counts as hit."""

    def next_hits(part: Left) -> int:
        return len(part.fleets) if part.knowledge.finished else int(part.counts.max())

    return max(tied, key=lambda cell: sum(map(next_hits, left.after(cell))))


def concentrated(left: Left, tied: list[int]) -> int:
    """The cell after which the chances of all cells, squared and added, are most."""

    def squares(part: Left) -> float:
        return float(part.counts @ part.counts / len(part.fleets))

    return max(tied, key=lambda cell: sum(map(squares, left.after(cell))))


def soonest(left: Left, tied: list[int]) -> int:
    """The cell after which the greedy hunt takes the fewest shots: the tie rule of `exact`."""
    *_, (cell, _) = rollout(left.knowledge, left.fleets, tied)
    return cell


TIES: dict[str, Rule] = {
    "lowest": lowest,
    "fewest likely neighbours": lonely,
    "as density": as_density,
    "two shots ahead": two_ahead,
    "concentration": concentrated,
    "rollout": soonest,
}


def state(game: int, most: int) -> Left:
    """The first record of a game that at most so many layouts fit."""
    layout = draw_layout(RULES, Dice(SEED, LAYOUT_STREAM, game))
    dice, knowledge = Dice(SEED, SHOT_STREAM, game), Knowledge(RULES)
    while (law := posterior(knowledge)).layouts > most:
        cell = pick(law.heat, dice.at(len(knowledge)))
        knowledge = knowledge.after(cell, answer(layout, knowledge.fired, cell))
    fleets = list_fleets(Question.of(knowledge), law.layouts, LIST_STEPS)
    if fleets is None:
        raise AssertionError(f"game {game}: {law.layouts} layouts were not listed")
    return Left(knowledge, fleets)


def main() -> None:
    """Walk the states and print what each rule saves."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    most = int(sys.argv[2]) if len(sys.argv) > 2 else LAYOUTS
    rules = [*(drawn(draw) for draw in range(DRAWS)), *TIES.values()]
    means = np.empty((games, len(rules)))
    for game in range(games):
        left = state(game, most)
        means[game] = [shots(left, rule) / len(left.fleets) for rule in rules]
    random = means[:, :DRAWS].mean(axis=1)
    print(f"{games} states of at most {most:,} layouts, seed {SEED}: shots a game")
    print(f"{'random':<26} {random.mean():.3f} from there on")
    for name, column in zip(TIES, means.T[DRAWS:], strict=True):
        saved = random - column
        reach = Z95 * saved.std(ddof=1) / games**0.5
        print(f"{name:<26} {saved.mean():.3f} ± {reach:.3f} fewer")


if __name__ == "__main__":
    main()
