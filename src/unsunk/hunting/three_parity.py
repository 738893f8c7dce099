"""Fire at every third diagonal, then at one colour of the checkerboard."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from unsunk.hunting.finish import Sight
from unsunk.hunting.pattern import colour, every_third
from unsunk.hunting.rule import DensestFirst, HeatFinishing, Rule


class Plan(NamedTuple):
    """A set of every-third diagonals and a colour, numbered as in `pattern`."""

    falling: int
    which: int
    odd: int


PLANS = tuple(Plan(*plan) for plan in product(range(2), range(3), range(2)))


class ThreeParity(Rule[Plan]):
    """Plain 3-parity: one set of every-third diagonals for the 3s, then one colour for the 2.

    Direction, set and colour are drawn for the game. The set is swept in random order until all
    ships of three cells or more are sunk, or until it is exhausted; then the colour, in random
    order; then anywhere a ship fits. Where all ships are shorter it begins with the colour, and
    once only ships of one cell are afloat it fires anywhere they fit.
    """

    name = "three-parity"
    story = "Sweeps every third diagonal for the 3s and longer, then one colour for the 2."
    source = "plain 3-parity of sources 002 and 003"

    @property
    def choices(self) -> Sequence[Plan]:
        """Every set, with either colour."""
        return PLANS

    def areas(self, sight: Sight, plan: Plan) -> Iterator[int]:
        """Yield the set while a ship of three or more is afloat, the colour, the whole board."""
        if max(sight.knowledge.afloat, default=0) >= 3:
            yield every_third(sight.board, plan.falling, plan.which) & sight.anywhere
        yield colour(sight.board, plan.odd) & sight.where(2)
        yield sight.anywhere


class ThreeParityHeat(HeatFinishing, ThreeParity):
    """`three-parity` with heat-map finishing."""

    name = "three-parity-heat"
    story = "As three-parity; after a hit, at the likeliest cell beside it."


class ThreeParityDensest(DensestFirst, ThreeParity):
    """`three-parity` with the likeliest cell of set or colour first, and heat-map finishing."""

    name = "three-parity-densest"
    story = "As three-parity, always at the likeliest cell of the set or colour, or beside a hit."


class ThreeParityFixed(ThreeParity):
    """`three-parity` that searches without dice: one set and one colour, row by row.

    The set is that where row + column, counted from 1, is divisible by three, the colour that where
    it is even. The cells beside a hit are drawn as ever, so its search is all that it differs in.
    """

    name = "three-parity-fixed"
    story = "As three-parity with the same set and colour in every game, row by row."

    @property
    def choices(self) -> Sequence[Plan]:
        """One plan."""
        return (Plan(falling=0, which=0, odd=0),)

    def order(self, sight: Sight, area: int) -> list[int]:
        """The lowest cell first."""
        size = sight.board.size
        return [size - cell if area >> cell & 1 else 0 for cell in range(size)]


class ThreeParityAimless(ThreeParity):
    """`three-parity` that never asks whether a ship fits."""

    name = "three-parity-aimless"
    story = "As three-parity, also where no ship afloat fits."
    aimless = True
    unasked = 1
