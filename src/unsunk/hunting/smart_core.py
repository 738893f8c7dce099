"""Smart 3-parity for three ships: one half of every third diagonal, then the other."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import ClassVar, NamedTuple

from unsunk.hunting.finish import Sight, beside
from unsunk.hunting.pattern import colour, every_third
from unsunk.hunting.rule import HeatFinishing, Rule


class Plan(NamedTuple):
    """A set of every-third diagonals, the colour of its half A, and whether it jumps to B."""

    falling: int
    which: int
    odd: int
    jump: bool


class SmartCore(Rule[Plan]):
    """The three-ship core of smart 3-parity.

    Drawn for the game: a set of every-third diagonals, which of its halves, by colour, is A and
    which B, and in `jumps` of 20 games a jump. While a 3 is afloat it fires in random order at A,
    then at B; with a jump, as soon as the first 3 has sunk, at B, then at A. While a 2 is afloat
    (`zone`), only where a 2 fits, it fires at the colour fired at more (of equal ones that of A):
    first at its cells outside the set that touch a cell of the other half not fired at, then at its
    own half, then at the rest of it. At last come the rest of the set, for longer ships, and
    anywhere a ship fits.

    Any fleet: "a 3" is a ship as long as the fleet's shortest one of three cells or more. So on the
    classic fleet the 5 and the 4 are found along the way or by that last sweep. Where no ship is so
    long it begins with the 2. An area that is exhausted gives way to the next.
    """

    name = "smart-core"
    story = "Sweeps half of every third diagonal, then the rest of it, or jumps; the 2 comes last."
    source = "the three-ship core of smart 3-parity, sources 002 and 003"
    jumps: ClassVar[int] = 7
    """In how many of 20 games it jumps from A to B once the first 3 has sunk."""

    @property
    def choices(self) -> Sequence[Plan]:
        """Every set, either half first, jumping in `jumps` of 20."""
        jumping = [number < self.jumps for number in range(20)]
        return [Plan(*plan) for plan in product(range(2), range(3), range(2), jumping)]

    def areas(self, sight: Sight, plan: Plan) -> Iterator[int]:
        """Yield the halves for the 3s, the zone for the 2, the rest of the set, the whole board."""
        third = every_third(sight.board, plan.falling, plan.which)
        lengths, afloat = sight.knowledge.rules.fleet.lengths, sight.knowledge.afloat
        three = min((length for length in lengths if length >= 3), default=0)
        if three in afloat:
            halves = [third & colour(sight.board, odd) for odd in (plan.odd, 1 - plan.odd)]
            if plan.jump and afloat.count(three) < lengths.count(three):
                halves.reverse()
            for half in halves:
                yield half & sight.anywhere
        if 2 in afloat:
            yield from zone(sight, third, plan.odd)
        yield third & sight.where(3)
        yield sight.anywhere


def zone(sight: Sight, third: int, odd: int) -> Iterator[int]:
    """Yield the areas where the 2 is looked for, given a set of diagonals; `odd` settles a tie."""
    board, fired, fits = sight.board, sight.knowledge.fired, sight.fits[2]
    shots = [(fired & colour(board, number)).bit_count() for number in (0, 1)]
    if shots[0] != shots[1]:
        odd = int(shots[1] > shots[0])
    mine = colour(board, odd) & fits
    other_half = third & ~colour(board, odd)
    yield mine & ~third & beside(board, other_half & ~fired)
    yield mine & third
    yield mine


class SmartCoreHeat(HeatFinishing, SmartCore):
    """`smart-core` with heat-map finishing."""

    name = "smart-core-heat"
    story = "As smart-core; after a hit, at the likeliest cell beside it."


class SmartCoreNever(SmartCore):
    """`smart-core` that never jumps."""

    name = "smart-core-never"
    story = "As smart-core, in no game with a jump."
    jumps = 0


class SmartCoreAlways(SmartCore):
    """`smart-core` that jumps in every game."""

    name = "smart-core-always"
    story = "As smart-core, in every game with a jump."
    jumps = 20


class SmartCoreAimless(SmartCore):
    """`smart-core` that asks only of the 2 where it fits, as it is told."""

    name = "smart-core-aimless"
    story = "As smart-core; where a longer ship fits it does not ask."
    aimless = True
    unasked = 3
