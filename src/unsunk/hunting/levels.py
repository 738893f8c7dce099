"""The strengths of the computer that a player can pick."""

from unsunk.errors import InputError
from unsunk.hunting.strategy import Strategy, strategy

LEVELS = {
    "easy": "random",
    "normal": "parity-follow",
    "hard": "density",
    "one-rule": "one-rule",
    "exact": "exact",
    "admiral": "admiral",
    "near-perfect": "near-perfect",
}
"""Level: the name of its strategy."""


def level(name: str) -> Strategy:
    """The strategy of a level; InputError if there is no such level.

    >>> level("hard").name
    'density'
    """
    if name not in LEVELS:
        raise InputError(f"'{name}' is not a level: it is one of {', '.join(LEVELS)}")
    return strategy(LEVELS[name])
