"""The large-board limit: two 3s and a 2 where finishing is free and there are no edges.

Time is the share of the board shot, in thirds. Diagonals r + c are numbered modulo 6: class 0 is A
and class 3 is B (the dark and the light half of a set of every third diagonals), classes 2 and 4
are C (the other dark cells), 1 and 5 the other light ones. A ship lies on consecutive classes, so
all that a plan sees of a layout is the class where each ship begins. The hunter draws direction,
set and colour, which adds a uniform number modulo 6 to all three; what the hider keeps is a
pattern: the differences. The derivations are in `docs/large-board.md`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from unsunk.solving.exact_integral import Exact, integral, integral_with_pole

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
SIX = 6
TWO_PARTS = ("A", "C", "BC", "BC", "C", "A")
"""Where a 2 that begins in class 0, …, 5 can be found: A alone, C alone, or B and C."""


class Sunk(NamedTuple):
    """The moment both 3s are down: the time, and how much of A and of B is swept (½ is all)."""

    time: Fraction
    a: Fraction
    b: Fraction


class Stretch(NamedTuple):
    """A stretch of time in which the 2 turns up, and the chance for it per third of the board."""

    rate: Fraction
    start: Fraction
    end: Fraction


class Score(NamedTuple):
    """What a finishing time is worth, and the integral of that from 0."""

    value: Callable[[Fraction], Fraction]
    area: Callable[[Fraction], Fraction]


class Region(NamedTuple):
    """Part of the ways both 3s go down: x from 0 to `top`, y from `low(x)` to `high(x)`."""

    top: Fraction
    low: Callable[[Fraction], Fraction]
    high: Callable[[Fraction], Fraction]
    density: Fraction
    state: Callable[[Fraction, Fraction], Sunk]


Order = Callable[[Sunk, str], list[Stretch]]
Pattern = tuple[int, int]
"""The other 3's class and the 2's class, both less the first 3's, modulo 6."""


@dataclass(frozen=True)
class Plan:
    """How the 3s are searched, by the halves they touch, and where the 2 is searched after."""

    name: str
    search: Mapping[str, tuple[Region, ...]]
    order: Order


# The geometry


def half_of_three(start: int) -> str:
    """The half that a 3 on classes start, start + 1, start + 2 touches: A or B, exactly one.

    >>> [half_of_three(start) for start in range(6)]
    ['A', 'B', 'B', 'B', 'A', 'A']
    """
    return "A" if 0 in {(start + k) % SIX for k in range(3)} else "B"


def draws(pattern: Pattern) -> list[tuple[str, str]]:
    """The six equally likely draws on a pattern: the halves of the 3s, and the part of the 2.

    >>> draws((3, 0))[0]
    ('AB', 'A')
    """
    other, two = pattern
    return [
        (
            "".join(sorted(half_of_three(start) + half_of_three(start + other))),
            TWO_PARTS[(start + two) % SIX],
        )
        for start in range(SIX)
    ]


PATTERNS: list[Pattern] = list(product(range(SIX), range(SIX)))


# The pace: the plain plan's finishing times


def win_rate(time: Fraction) -> Fraction:
    """The chance that the plain plan takes longer than `time` (thirds of the board).

    >>> win_rate(Fraction(1))
    Fraction(1, 3)
    """
    if time <= ONE:
        return 1 - Fraction(2, 3) * time**3
    return max(ZERO, (2 - time) / 3)


def _win_area(time: Fraction) -> Fraction:
    if time <= ONE:
        return time - time**4 / 6
    return Fraction(5, 6) + (2 * (time - 1) - (time**2 - 1) / 2) / 3


WIN = Score(win_rate, _win_area)
SHOTS = Score(lambda time: time / 3, lambda time: time**2 / 6)
"""Mean shots as a share of the board."""


# Where to search the 2 once both 3s are down; a stretch of length 0 at the time itself is "found"


def rest_of_set(sunk: Sunk, two: str) -> list[Stretch]:
    """The rest of A and B in random order (as much of one as of the other), then C."""
    return [Stretch(ONE, ONE, Fraction(2))] if two == "C" else [Stretch(ONE, sunk.time, ONE)]


def rest_of_colour(sunk: Sunk, two: str) -> list[Stretch]:
    """The rest of A and all of C together in random order."""
    length = Fraction(3, 2) - sunk.a
    return [Stretch((1 - _found(sunk, two)) / length, sunk.time, sunk.time + length)]


def zone_first(sunk: Sunk, two: str) -> list[Stretch]:
    """The cells of C beside an unshot cell of B, then the rest of A, then the rest of C."""
    zone = sunk.time + 1 - 2 * sunk.b
    half = zone + HALF - sunk.a
    if two == "A":
        return [Stretch(Fraction(2), zone, half)]
    if two == "BC":
        return [Stretch(ONE, sunk.time, zone)]
    return [Stretch(ONE, sunk.time, zone), Stretch(ONE, half, half + 2 * sunk.b)]


def half_first(sunk: Sunk, two: str) -> list[Stretch]:
    """The rest of A, then the cells of C beside an unshot cell of B, then the rest of C."""
    half = sunk.time + HALF - sunk.a
    if two == "A":
        return [Stretch(Fraction(2), sunk.time, half)]
    if two == "BC":
        return [Stretch(ONE, half, half + 1 - 2 * sunk.b)]
    return [Stretch(ONE, half, half + 1)]


def _found(sunk: Sunk, two: str) -> Fraction:
    """The chance that the search for the 3s has met the 2 already."""
    return {"A": 2 * sunk.a, "BC": 2 * sunk.b, "C": ZERO}[two]


# How the 3s are searched


def _line(top: Fraction, state: Callable[[Fraction], Sunk]) -> Region:
    """Both 3s in (0, top), the later at x."""
    return Region(top, lambda _: ZERO, lambda x: x, 2 / top**2, lambda x, _: state(x))


def _square(state: Callable[[Fraction, Fraction], Sunk]) -> Region:
    """One 3 at x in A, the other at y in B."""
    return Region(HALF, lambda _: ZERO, lambda _: HALF, Fraction(4), state)


_B_AFTER_A = _line(HALF, lambda x: Sunk(HALF + x, HALF, x))

TOGETHER = dict.fromkeys(("AA", "AB", "BB"), (_line(ONE, lambda x: Sunk(x, x / 2, x / 2)),))
"""A and B together in random order."""
A_THEN_B = {
    "AA": (_line(HALF, lambda x: Sunk(x, x, ZERO)),),
    "AB": (_square(lambda x, y: Sunk(HALF + y, HALF, y)),),
    "BB": (_B_AFTER_A,),
}
JUMPING = {
    "AA": (_line(HALF, lambda x: Sunk(HALF + x, x, HALF)),),
    "AB": (_square(lambda x, y: Sunk(x + y, x, y)),),
    "BB": (_B_AFTER_A,),
}
"""A until the first 3 sinks, then all of B, then A again."""
CATCHING_UP = {
    "AA": (Region(HALF, lambda _: ZERO, lambda x: x, Fraction(8), lambda x, y: Sunk(x + y, x, y)),),
    "AB": (
        Region(HALF, lambda _: ZERO, lambda x: x, Fraction(4), lambda x, y: Sunk(x + y, x, y)),
        Region(
            HALF, lambda x: x, lambda _: HALF, Fraction(4), lambda x, y: Sunk(HALF + y, HALF, y)
        ),
    ),
    "BB": (_B_AFTER_A,),
}
"""A until the first 3 sinks, then as much of B as there is swept of A, then A, then B."""

PLAIN = Plan("plain", TOGETHER, rest_of_set)
ADAPTIVE = Plan("adaptive", A_THEN_B, rest_of_colour)
JUMP = Plan("always jumping", JUMPING, rest_of_colour)
ZONE = Plan("plain with the zone", TOGETHER, zone_first)
CATCH_UP_ZONE = Plan("catching up, zone first", CATCHING_UP, zone_first)
CATCH_UP_HALF = Plan("catching up, half first", CATCHING_UP, half_first)


# Exact values


def on_pattern(plan: Plan, pattern: Pattern, score: Score) -> Exact:
    """The mean of a score on a pattern, over the hunter's draws and all places.

    >>> str(on_pattern(PLAIN, (0, 0), WIN))
    '1/2'
    """
    total = Exact(ZERO)
    for halves, two in draws(pattern):
        total += _on_draw(plan.name, halves, two, score)
    return total * Fraction(1, SIX)


def worst(plan: Plan) -> Exact:
    """The win rate against the plain plan's pace on the plan's worst pattern.

    >>> str(worst(ZONE))
    '37/72'
    """
    return min((on_pattern(plan, pattern, WIN) for pattern in PATTERNS), key=float)


def slowest(plan: Plan) -> Exact:
    """The mean shots (share of the board) on the plan's slowest pattern."""
    return max((on_pattern(plan, pattern, SHOTS) for pattern in PATTERNS), key=float)


def average(plan: Plan, score: Score) -> Exact:
    """The mean of a score when every layout is equally likely."""
    total = Exact(ZERO)
    for pattern in PATTERNS:
        total += on_pattern(plan, pattern, score)
    return total * Fraction(1, len(PATTERNS))


def best_coin(first: Plan, second: Plan) -> tuple[Fraction, Exact, Pattern]:
    """The chance of the second plan that lifts the worst pattern most, the win rate there, and it.

    The chance is exact where no logarithm is in it, else to nine decimals.
    """
    rows = list(
        {
            (on_pattern(first, pattern, WIN), on_pattern(second, pattern, WIN)): pattern
            for pattern in PATTERNS
        }.items()
    )
    best = (ZERO, *_lowest(rows, ZERO))
    for ((a, b), _), ((c, d), _) in product(rows, repeat=2):
        chance = _crossing(a, b, c, d)
        if 0 < chance < 1:
            value, pattern = _lowest(rows, chance)
            if float(value) > float(best[1]):
                best = (chance, value, pattern)
    return best


def _lowest(
    rows: list[tuple[tuple[Exact, Exact], Pattern]], chance: Fraction
) -> tuple[Exact, Pattern]:
    mixed = [(a * (1 - chance) + b * chance, pattern) for (a, b), pattern in rows]
    return min(mixed, key=lambda row: float(row[0]))


def _crossing(a: Exact, b: Exact, c: Exact, d: Exact) -> Fraction:
    """Where a + p (b − a) = c + p (d − c); 0 where they never cross."""
    rise = (a + b * -ONE) + (c + d * -ONE) * -ONE
    gap = a + c * -ONE
    if not rise.log and not gap.log:
        return gap.rational / rise.rational if rise.rational else ZERO
    return Fraction(round(10**9 * float(gap) / float(rise)), 10**9) if float(rise) else ZERO


PLANS = {p.name: p for p in (PLAIN, ADAPTIVE, JUMP, ZONE, CATCH_UP_ZONE, CATCH_UP_HALF)}


@cache
def _on_draw(name: str, halves: str, two: str, score: Score) -> Exact:
    plan = PLANS[name]
    total = Exact(ZERO)
    for region in plan.search[halves]:

        def inner(x: Fraction, region: Region = region) -> Fraction:
            return region.density * integral(
                lambda y: _after(region.state(x, y), plan.order, two, score),
                region.low(x),
                region.high(x),
            )

        total += integral_with_pole(inner, ZERO, region.top)
    return total


def _after(sunk: Sunk, order: Order, two: str, score: Score) -> Fraction:
    """The mean score once both 3s are down."""
    total = _found(sunk, two) * score.value(sunk.time)
    for rate, start, end in order(sunk, two):
        total += rate * (score.area(end) - score.area(start))
    return total
