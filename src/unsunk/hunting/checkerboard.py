"""Fire at one colour of the checkerboard."""

from collections.abc import Iterator, Sequence

from unsunk.hunting.finish import Sight
from unsunk.hunting.pattern import colour
from unsunk.hunting.rule import DensestFirst, HeatFinishing, Rule


class Checkerboard(Rule[int]):
    """One colour, drawn for the game, in random order; when it is exhausted, anywhere a ship fits.

    The colour finds every ship of two cells or more, whatever the fleet; once only ships of one
    cell are afloat it is left. It is not searched where none but these fits.
    """

    name = "checkerboard"
    story = "Fires at one colour of the checkerboard in random order; after a hit, beside it."
    source = "the checkerboard of sources 002 and 003"

    @property
    def choices(self) -> Sequence[int]:
        """Either colour."""
        return (0, 1)

    def areas(self, sight: Sight, plan: int) -> Iterator[int]:
        """Yield the colour, then the whole board."""
        yield colour(sight.board, plan) & sight.where(2)
        yield sight.anywhere


class CheckerboardHeat(HeatFinishing, Checkerboard):
    """`checkerboard` with heat-map finishing."""

    name = "checkerboard-heat"
    story = "As checkerboard; after a hit, at the likeliest cell beside it."


class CheckerboardDensest(DensestFirst, Checkerboard):
    """`checkerboard` with the likeliest cell of the colour first, and heat-map finishing."""

    name = "checkerboard-densest"
    story = "As checkerboard, always at the likeliest cell of the colour, or beside a hit."


class CheckerboardAimless(Checkerboard):
    """`checkerboard` that never asks whether a ship fits."""

    name = "checkerboard-aimless"
    story = "As checkerboard, also where no ship afloat fits."
    aimless = True
    unasked = 1
