"""A planner: hunts the layouts still possible to the end before each shot.

Rollout (Tesauro and Galperin 1996; Bertsekas 1997) on particles: each of the likeliest cells is
judged by what a greedy hunt after it loses on empty cells. Losses are all that there is to save: a
shot at a cell of a ship not yet damaged damages it with chance p, whatever the policy, so a fleet
of m cells takes m/p such shots on average, and the rest are lost.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import log1p, prod

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import BudgetError, ContradictionError
from unsunk.kernels import planner as kernel
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import Fleet
from unsunk.rules.placement import placements
from unsunk.study.policies.joint import MOST_SHIPS, Joint
from unsunk.study.policies.maps import Reals, as_bits, chance, doubtful, empty, sunk
from unsunk.study.policies.policy import Policy
from unsunk.study.reading import Condition
from unsunk.study.view import View

CANDIDATES = 6
"""The likeliest cells that are compared."""
LAYOUTS = 300
"""The layouts that are hunted: all that are left, or as many drawn."""
HUNTS = (64, 128, 256)
"""Hunts after each cell, round by round; after a round the better half of the cells is kept."""
DOUBT = 1.0
"""Standard errors by which a cell must be better than the likeliest to be fired at instead."""
MOST_WAYS = 5_000_000
"""The most ways to place the ships, overlapping or not: about 20 ms a shot."""
SHOTS = 60
"""The shots after which a hunt is broken off."""
GOLDEN = (5**0.5 - 1) / 2


class Planner(Policy):
    """Fires at the cell after which a greedy hunt is expected to lose the fewest shots.

    It hunts layouts drawn from the law that `joint` sums over, with the same bits after each of the
    first shots that it compares. A cell that certainly has a ship is fired at first: that costs
    nothing and can only tell something.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.study.reading import Condition, Feedback, Layer, Reading
    >>> told = Condition(Board(5, 5), layer=Layer.L1, p=0.5, reading=Reading(feedback="ambiguous"))
    >>> Planner().next_shot(View(told), Dice(1)) == Planner().next_shot(View(told), Dice(1))
    True
    """

    name = "planner"
    story = "Hunts the layouts still possible to the end after each likely shot and takes the best."

    def require(self, condition: Condition) -> None:
        """BudgetError for more than three ships, or too many ways to place them."""
        board, lengths = condition.board, condition.fleet.lengths
        if len(lengths) > MOST_SHIPS:
            raise BudgetError(
                f"planner plays with up to {MOST_SHIPS} ships: this fleet has {len(lengths)}"
            )
        ways = prod(len(placements(board, length)) for length in lengths)
        if ways > MOST_WAYS:
            raise BudgetError(
                f"planner looks through up to {MOST_WAYS:,} ways to place the ships: "
                f"{condition.fleet} on a {board} board has {ways:,}"
            )

    def heat(self, view: View) -> list[float]:
        """The exact chance of a ship at each cell, 0 where no shot may go."""
        return Joint().heat(view)

    def next_shot(self, view: View, dice: Dice) -> int:
        """The best of the likeliest cells; BudgetError as `require`."""
        self.require(view.condition)
        heat = np.array(self.heat(view))
        first = np.argsort(-heat.round(9), kind="stable")[:CANDIDATES]
        first = first[heat[first] > 0]
        if len(first) == 1 or heat[first[0]] > kernel.CERTAIN:
            return int(first[0])
        rng = np.random.default_rng(dice.at(view.shots).word())
        layouts = layouts_of(view, rng.random())
        return int(first[0]) if len(layouts.weights) == 1 else _best(view, layouts, first, rng)


@dataclass(frozen=True)
class Ships:
    """Every placement of three ships; in the place of one that the fleet lacks, one without cells.

    `bits` (P, n) and `masks` (P, W) are their cells, `first` (4) is where each ship's begin.
    """

    bits: NDArray[np.uint8]
    masks: NDArray[np.uint64]
    first: NDArray[np.int64]


@lru_cache(maxsize=8)
def _ships(board: Board, fleet: Fleet) -> Ships:
    lengths = (*fleet.lengths, *(0,) * (MOST_SHIPS - len(fleet.lengths)))
    masks = [placements(board, length) if length else (0,) for length in lengths]
    every = [mask for ship in masks for mask in ship]
    return Ships(
        np.array([as_bits(mask, board.size) for mask in every]),
        np.array([_words(mask, board) for mask in every]),
        np.cumsum([0] + [len(ship) for ship in masks]),
    )


def _words(mask: int, board: Board) -> NDArray[np.uint64]:
    return np.frombuffer(mask.to_bytes((board.size + 63) // 64 * 8, "little"), np.uint64)


def layouts_of(view: View, share: float) -> kernel.Layouts:
    """The sets of cells that the fleet may fill, with their weights; all, or LAYOUTS drawn.

    `share`, from 0 to 1, is all the chance in the drawing. ContradictionError if nothing fits.

    >>> from unsunk.study.reading import Condition
    >>> view = View(Condition(Board(1, 6), Fleet((3, 2)))).missed(0)
    >>> layouts_of(view, 0.5).weights, layouts_of(view, 0.5).heat.round(6)
    (array([1.]), array([0., 1., 1., 1., 1., 1.]))
    """
    board, fleet = view.condition.board, view.condition.fleet
    ships = _ships(board, fleet)
    places = _places(view, ships)
    first, second = np.diff(places.first)[:2]
    pairs = np.empty((first, second))
    many, total = kernel.weigh(places, pairs)
    if not total > 0:
        raise ContradictionError(f"no layout fits what was heard: {view}")
    rows = np.empty((min(many, LAYOUTS), MOST_SHIPS), np.int64)
    if many <= LAYOUTS:
        kernel.list_all(places, pairs, rows)
        weights = places.weights[rows].prod(axis=1)
    else:
        step = total / LAYOUTS
        rows = rows[: kernel.draw(places, pairs, share * step, step, rows)]
        weights = np.ones(len(rows))
    masks, which = np.unique(
        np.bitwise_or.reduce(places.masks[rows], axis=1), axis=0, return_inverse=True
    )
    law: Reals = np.bincount(which.ravel(), weights).astype(np.float64)
    law /= np.cumsum(law)[-1]
    bits = np.unpackbits(masks.view(np.uint8), axis=1, count=board.size, bitorder="little")
    cells = np.nonzero(bits)[1].reshape(len(masks), fleet.cells).astype(np.int32)
    heat = np.bincount(cells.ravel(), law.repeat(fleet.cells), board.size).astype(np.float64)
    return kernel.Layouts(masks, cells, law, heat)


def _places(view: View, ships: Ships) -> kernel.Places:
    """The placements that may be, with their weights, as `joint` weighs them."""
    board, lengths = view.condition.board, view.condition.fleet.lengths
    weights = (ships.bits @ as_bits(empty(view), board.size) == 0).astype(np.float64)
    sizes = ships.bits.sum(axis=1)
    full = ships.bits @ as_bits(view.damaged, board.size) == sizes
    linked = ships.bits @ as_bits(view.by_link, board.size)
    weights *= np.select([linked == 0, linked == 1], [1.0, 1 / np.maximum(sizes, 1)], 0.0)
    tries = ships.bits.astype(np.int64) @ np.array(view.tries)
    for ship, length in enumerate(lengths):
        own = slice(ships.first[ship], ships.first[ship + 1])
        if view.sunk and sunk(view):
            before = lengths[:ship].count(length)
            weights[own] *= full[own] == (before < sunk(view).count(length))
        if doubtful(view) and weights[own].any():
            beyond = tries[own] - tries[own][weights[own] > 0].min()
            factors = np.full(beyond.max() + 1, 1 - chance(view))
            factors[0] = 1
            weights[own] *= np.cumprod(factors)[beyond]
    kept = weights > 0
    first = np.concatenate([[0], np.cumsum(kept)])[ships.first]
    hits = _words(view.occupied, board)
    return kernel.Places(ships.masks[kept], weights[kept], first, hits)


def _best(
    view: View, layouts: kernel.Layouts, first: NDArray[np.intp], rng: np.random.Generator
) -> int:
    """The cell that costs least; after every round of hunts the worse half is left out."""
    board = view.condition.board
    p = chance(view) if doubtful(view) else 1.0
    closed = as_bits(view.occupied, board.size).astype(np.bool_)
    hunts = _hunts(layouts, p, board.size, rng)
    many = len(layouts.weights)
    scratch = kernel.Scratch(
        weights=np.empty(many),
        order=np.empty(many, np.int64),
        heat=np.empty(board.size),
        tries=np.empty(board.size, np.int64),
        closed=np.empty(board.size, np.bool_),
    )
    sums, done = np.zeros((len(first), 2)), 0
    for more in HUNTS:
        kernel.judge(layouts, closed, p, first, hunts, done, done + more, SHOTS, scratch, sums)
        done += more
        mean = sums[:, 0] / done
        worst = mean + DOUBT * np.sqrt(np.maximum(sums[:, 1] / done - mean**2, 0) / done)
        best = int(first[np.argmin(worst)])
        others = 1 + np.argsort(worst[1:], kind="stable")[: max(len(first) // 2 - 1, 1)]
        kept = np.concatenate([[0], np.sort(others)])
        first, sums = first[kept], sums[kept]
    return best


def _hunts(layouts: kernel.Layouts, p: float, cells: int, rng: np.random.Generator) -> kernel.Hunts:
    """Draw the layouts that are hunted, spread evenly by weight, and the bits of their cells."""
    many = sum(HUNTS)
    marks = (rng.random() + GOLDEN * np.arange(many)) % 1.0
    ends = np.cumsum(layouts.weights)
    truths = np.minimum(np.searchsorted(ends, marks, side="right"), len(ends) - 1)
    needs = np.ones((many, cells), np.int64)
    if p < 1:
        needs += (np.log1p(-rng.random((many, cells))) / log1p(-p)).astype(np.int64)
    return kernel.Hunts(truths, needs)
