"""Integrals of polynomials, exact: fractions in, fractions out, and one logarithm.

A function is given as plain Python. It is evaluated at fractions, the polynomial through the points
is found, one further point proves that it is one, and then it is integrated. The functions of the
large board may also have a factor 1/(3/2 − x); then ln(3/2) appears beside a fraction.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

POLE = Fraction(3, 2)
DEGREE = 10


@dataclass(frozen=True)
class Exact:
    """The number `rational + log · ln(3/2)`.

    >>> float(Exact(Fraction(1, 2), Fraction(1)))
    0.9054651081081644
    """

    rational: Fraction
    log: Fraction = Fraction(0)

    def __add__(self, other: "Exact") -> "Exact":
        return Exact(self.rational + other.rational, self.log + other.log)

    def __mul__(self, factor: Fraction) -> "Exact":
        return Exact(self.rational * factor, self.log * factor)

    def __float__(self) -> float:
        return float(self.rational) + float(self.log) * math.log(1.5)

    def __str__(self) -> str:
        if not self.log:
            return str(self.rational)
        sign = "+" if self.log > 0 else "−"
        return f"{self.rational} {sign} {abs(self.log)}·ln(3/2)".replace("-", "−")


def integral(f: Callable[[Fraction], Fraction], low: Fraction, high: Fraction) -> Fraction:
    """The integral of a polynomial of degree at most 10; ValueError if `f` is none.

    >>> integral(lambda x: x * x, Fraction(0), Fraction(1))
    Fraction(1, 3)
    """
    result = integral_with_pole(f, low, high)
    if result.log:
        raise ValueError("the function is not a polynomial")
    return result.rational


def integral_with_pole(f: Callable[[Fraction], Fraction], low: Fraction, high: Fraction) -> Exact:
    """The integral of a polynomial divided by (3/2 − x), its degree at most 10.

    A logarithm is exact only from 0 to 1/2. ValueError if `f` is no such function, which a break
    between `low` and `high` would make it.

    >>> str(integral_with_pole(lambda x: 1 / (POLE - x), Fraction(0), Fraction(1, 2)))
    '0 + 1·ln(3/2)'
    """
    if low == high:
        return Exact(Fraction(0))
    points = [low + (high - low) * Fraction(2 * k + 1, 2 * DEGREE + 5) for k in range(DEGREE + 2)]
    values = [f(x) * (POLE - x) for x in points]
    newton = _divided_differences(points, values)
    if newton.pop():
        raise ValueError(f"the function is not of degree {DEGREE} or less")
    quotient, remainder = _divide(_coefficients(points, newton))
    if remainder and not (low == 0 and high == Fraction(1, 2)):
        raise ValueError("a logarithm is exact only from 0 to 1/2")
    area = sum(
        (c * (high ** (k + 1) - low ** (k + 1)) / (k + 1) for k, c in enumerate(quotient)),
        Fraction(0),
    )
    return Exact(-area, remainder)


def _divided_differences(points: list[Fraction], values: list[Fraction]) -> list[Fraction]:
    table = list(values)
    for order in range(1, len(points)):
        for k in range(len(points) - 1, order - 1, -1):
            table[k] = (table[k] - table[k - 1]) / (points[k] - points[k - order])
    return table


def _coefficients(points: list[Fraction], newton: list[Fraction]) -> list[Fraction]:
    """From Newton's form to the coefficients of 1, x, x², …"""
    result = [Fraction(0)]
    for x, c in zip(reversed(points[: len(newton)]), reversed(newton), strict=True):
        shifted = [Fraction(0), *result]
        result = [s - x * r for s, r in zip(shifted, [*result, Fraction(0)], strict=True)]
        result[0] += c
    return result


def _divide(polynomial: list[Fraction]) -> tuple[list[Fraction], Fraction]:
    """Quotient and remainder by (x − 3/2)."""
    quotient: list[Fraction] = []
    carry = Fraction(0)
    for c in reversed(polynomial):
        quotient.append(carry)
        carry = carry * POLE + c
    return quotient[:0:-1], carry
