"""The heat of a board in the ten steps in which the terminal shows it."""

from collections.abc import Sequence


def ninths(heat: Sequence[int]) -> list[int]:
    """The share of the largest value, in whole ninths rounded down, never 0 for a value above 0.

    >>> ninths([0, 1, 50, 99, 100])
    [0, 1, 4, 8, 9]
    """
    most = max(heat, default=0) or 1
    return [max(9 * value // most, int(value > 0)) for value in heat]
