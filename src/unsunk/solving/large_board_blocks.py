"""Plans of the large board that draw direction, set and colour anew in every block.

The board is cut into blocks that are long beside a ship and short beside the board. Ships far apart
then lie in different blocks and know nothing of one another's classes, so a plan wins equally often
wherever they are. Time is the share of the board shot, in thirds; classes are those of
`unsunk.solving.large_board`. The derivations are in `docs/large-board.md`.
"""

from fractions import Fraction

from unsunk.solving.exact_integral import integral
from unsunk.solving.large_board import HALF, ONE, WIN, ZERO, win_rate

SHARE = Fraction(5, 9)
"""The share of the blocks that get class 3 second, near the best one."""
TWO_THIRDS, THIRD = Fraction(2, 3), Fraction(1, 3)


def ceiling() -> Fraction:
    """No hunt wins more on its worst layout: each cell holds at most so much of every ship.

    >>> ceiling()
    Fraction(19, 36)
    """
    early = integral(lambda x: 2 * x**2 * TWO_THIRDS * x**3, ZERO, ONE)
    late = integral(lambda x: TWO_THIRDS * x / 3, ONE, Fraction(3, 2))
    return early + late + HALF / 3


def block_plan(share: Fraction) -> Fraction:
    """The win rate against the plain plan's pace, the same on every layout.

    Class 0 is shot in every block, then class 3 in that share of the blocks, then class 2 and then
    class 4 in the others, until both 3s are down. The 2 is then searched in the cells of classes 2
    and 4 that can hold it in four ways, then in those that can hold it in two. If the 2 is found
    first, blocks with class 0 alone get class 3.

    >>> block_plan(Fraction(1))
    Fraction(449, 864)
    """
    if not 0 <= share <= 1:
        raise ValueError(f"a share is between 0 and 1, not {share}")
    return _threes_first(share) + _two_first(share)


def _ends(share: Fraction) -> tuple[Fraction, Fraction]:
    """When class 3 is done, and when class 4 is; class 2 is done at time 1."""
    return (1 + share) / 2, (3 - share) / 2


def _found(time: Fraction, share: Fraction) -> Fraction:
    """The chance that the search meets a given 3 by then."""
    third, last = _ends(share)
    if time <= third:
        return time
    if time <= ONE:
        return third + TWO_THIRDS * (time - third)
    return 1 - (last - time) / 3


def _threes_first(share: Fraction) -> Fraction:
    """Both 3s are down at x, and the 2 is found at x or later."""
    third, last = _ends(share)

    def moment(x: Fraction, rate: Fraction, poor: Fraction) -> Fraction:
        return 2 * rate * _found(x, share) * _then_two(x, poor)

    return (
        integral(lambda x: moment(x, ONE, ZERO), ZERO, HALF)
        + integral(lambda x: moment(x, ONE, 2 * x - 1), HALF, third)
        + integral(lambda x: moment(x, TWO_THIRDS, share), third, ONE)
        + integral(lambda x: moment(x, THIRD, share), ONE, last)
    )


def _then_two(x: Fraction, poor: Fraction) -> Fraction:
    """The 2 alone is afloat at x; `poor` is the share of blocks with classes 0 and 3 shot."""
    rich_end = (3 - poor) / 2
    return TWO_THIRDS * (WIN.area(rich_end) - WIN.area(x)) + THIRD * (
        WIN.area(rich_end + poor) - WIN.area(rich_end)
    )


def _two_first(share: Fraction) -> Fraction:
    """The 2 is found at y, the second 3 later."""
    third, last = _ends(share)

    def until_third(y: Fraction) -> Fraction:
        return _later(y, ONE, y, ONE)

    def until_one(y: Fraction) -> Fraction:
        at_one = _found(y, share) + 1 - y
        return _later(y, ONE, at_one - (1 - y), ONE) + _later(ONE, 1 + y - third, at_one, THIRD)

    def until_last(y: Fraction) -> Fraction:
        return _later(y, last, _found(y, share), THIRD)

    return TWO_THIRDS * (
        integral(until_third, ZERO, third)
        + integral(until_one, third, ONE)
        + integral(until_last, ONE, last)
    )


def _later(low: Fraction, high: Fraction, found: Fraction, rate: Fraction) -> Fraction:
    """The second of two 3s falls between, each found by `low` with that chance and at that rate."""
    return integral(lambda t: 2 * rate * (found + rate * (t - low)) * win_rate(t), low, high)
