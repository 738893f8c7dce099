"""The exact posterior over whole layouts, for fleets of three ships at most."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import BudgetError, ContradictionError
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.rules.placement import placements
from unsunk.study.policies.maps import MapPolicy, Reals, as_bits, chance, doubtful, empty, sunk
from unsunk.study.reading import Condition
from unsunk.study.view import View

MOST_SHIPS, MOST_CELLS = 3, 62
MOST_LAYOUTS = 50_000_000
"""The most ways to place the ships, overlapping or not: about 20 ms a shot."""

Indices = NDArray[np.intp]


class Joint(MapPolicy):
    """The chance of a ship at each cell, given all that was heard, over all layouts at once.

    Before the first shot every layout is equally likely. Then ships exclude one another, every cell
    known to be of a ship is covered, and every shot without damage that leaves it open if a ship is
    there weighs by 1 - p the layouts that have one. From L2 on it is the law of the layout that the
    branches make, which the game may be thought to choose before the first shot. At L3 each ship
    has one linked segment, equally likely to be any, so cells heard to be damaged through links are
    of as many ships.

    >>> from unsunk.rules.board import Board
    >>> view = View(Condition(Board(5, 5)))
    >>> round(sum(Joint().heat(view)), 9), view.condition.board.name(12)
    (9.0, 'C3')
    """

    name = "joint"
    story = "Fires where the exact posterior over whole layouts has a ship most likely."

    def require(self, condition: Condition) -> None:
        """BudgetError for more than three ships, or too many cells or ways to place them."""
        lengths, cells = condition.fleet.lengths, condition.fleet.cells
        if len(lengths) > MOST_SHIPS or cells > MOST_CELLS:
            raise BudgetError(
                f"joint plays with up to {MOST_SHIPS} ships of {MOST_CELLS} cells: this fleet has "
                f"{len(lengths)} of {cells}"
            )
        ways = prod(len(placements(condition.board, length)) for length in lengths)
        if ways > MOST_LAYOUTS:
            raise BudgetError(
                f"joint weighs up to {MOST_LAYOUTS:,} ways to place the ships: {condition.fleet} "
                f"on a {condition.board} board has {ways:,}"
            )

    def map(self, view: View) -> Reals:
        """The chance of a ship at each cell; BudgetError as `require`."""
        self.require(view.condition)
        ships = _ships(view.condition.board, view.condition.fleet)
        weights = [_weights(view, ships, number) for number in range(MOST_SHIPS)]
        sums = [np.zeros(len(weight)) for weight in weights]
        for block in _blocks(view, ships, weights):
            _add(ships, weights, block, sums)
        total = sums[0].sum()
        if not total > 0:
            raise ContradictionError(f"no layout fits what was heard: {view}")
        chances = sum(many @ covers for many, covers in zip(sums, ships.covers, strict=True))
        return np.asarray(chances / total, dtype=np.float64)


@dataclass(frozen=True)
class Ships:
    """Three ships; in the place of one that the fleet lacks, one placement without cells."""

    lengths: tuple[int, ...]
    covers: tuple[Reals, ...]
    """By ship (placements, n) ones where a placement has a cell."""
    apart: dict[tuple[int, int], Reals]
    """By two ships (placements, placements) ones where they are disjoint."""


@lru_cache(maxsize=8)
def _ships(board: Board, fleet: Fleet) -> Ships:
    lengths = (*fleet.lengths, *(0,) * (MOST_SHIPS - len(fleet.lengths)))
    covers = tuple(
        np.array(
            [as_bits(mask, board.size) for mask in placements(board, length)], dtype=np.float64
        )
        if length
        else np.zeros((1, board.size))
        for length in lengths
    )
    apart = {
        (one, two): (covers[one] @ covers[two].T == 0).astype(np.float64)
        for one, two in ((0, 1), (0, 2), (1, 2))
    }
    return Ships(lengths, covers, apart)


def _weights(view: View, ships: Ships, number: int) -> Reals:
    """The weight of each placement of a ship on its own; 0 if it is ruled out."""
    size, length = view.condition.board.size, ships.lengths[number]
    covers = ships.covers[number]
    weights: Reals = (covers @ as_bits(empty(view), size) == 0).astype(np.float64)
    if view.sunk and sunk(view) and length:
        before = ships.lengths[:number].count(length)
        full = covers @ as_bits(view.damaged, size) == length
        weights *= full if before < sunk(view).count(length) else ~full
    if view.by_link:
        weights *= _of_one_link(covers @ as_bits(view.by_link, size), length)
    if doubtful(view) and weights.any():
        tries = covers @ np.array(view.tries)
        weights *= (1 - chance(view)) ** (tries - tries[weights > 0].min())
    return weights


def _of_one_link(linked: Reals, length: int) -> Reals:
    """The chance that the one linked segment of a ship is where placements have linked damage.

    `linked` counts, by placement, the cells damaged through links.
    """
    return np.select([linked == 0, linked == 1], [1.0, 1 / max(length, 1)], 0.0)


def _blocks(
    view: View, ships: Ships, weights: list[Reals]
) -> Iterator[tuple[Indices, Indices, Indices]]:
    """Yield, by ship, placements any three of which cover each hit once.

    Placements of a ship go together that cover the same hits. If two ships are disjoint, the hits
    that they leave are the ones that the third must cover.
    """
    hits = list(cells_of(view.occupied))
    powers = 2 ** np.arange(len(hits), dtype=np.int64)
    one, two, three = (
        _by_pattern(covers[:, hits].astype(np.int64) @ powers, weight)
        for covers, weight in zip(ships.covers, weights, strict=True)
    )
    every = int(powers.sum())
    for first, rows in one.items():
        for second, columns in two.items():
            rest = every ^ (first | second)
            if not first & second and rest in three:
                yield rows, columns, three[rest]


def _by_pattern(patterns: NDArray[np.int64], weights: Reals) -> dict[int, Indices]:
    found = np.unique(patterns[weights > 0])
    return {int(one): np.flatnonzero((patterns == one) & (weights > 0)) for one in found}


def _add(
    ships: Ships,
    weights: list[Reals],
    block: tuple[Indices, Indices, Indices],
    sums: list[Reals],
) -> None:
    """Add to the sums, by ship and placement, the weights of the layouts of a block."""
    one, two, three = block
    pairs = ships.apart[0, 1][np.ix_(one, two)] * np.outer(weights[0][one], weights[1][two])
    to_one, to_two = ships.apart[0, 2][np.ix_(one, three)], ships.apart[1, 2][np.ix_(two, three)]
    layouts = pairs * ((to_one * weights[2][three]) @ to_two.T)
    sums[0][one] += layouts.sum(axis=1)
    sums[1][two] += layouts.sum(axis=0)
    sums[2][three] += weights[2][three] * ((to_one.T @ pairs) * to_two.T).sum(axis=1)
