"""The choices that a ruleset makes."""

from enum import StrEnum
from typing import TypeVar

from unsunk.errors import InputError


class Word(StrEnum):
    """A closed set of words; the `repr` rebuilds the member.

    >>> Touching.CORNERS, str(Touching.CORNERS)
    (Touching.CORNERS, 'corners')
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


W = TypeVar("W", bound=Word)


def member(kind: type[W], value: str, what: str) -> W:
    """The member of that word; InputError if there is none.

    >>> member(Touching, "no", "touching")
    Touching.NO
    """
    try:
        return kind(value)
    except ValueError:
        raise InputError(
            f"'{value}' is not a value of {what}: it is one of {', '.join(kind)}"
        ) from None


class Touching(Word):
    """May ships of one fleet touch?

    >>> list(map(str, Touching))
    ['yes', 'corners', 'no']
    """

    YES = "yes"
    """They may lie side by side."""
    CORNERS = "corners"
    """Corners may touch, edges may not."""
    NO = "no"
    """Not even corners."""


class Announce(Word):
    """What a shooter hears.

    >>> list(map(str, Announce))
    ['shown', 'length', 'silent', 'named']
    """

    SHOWN = "shown"
    """Miss or hit; when a ship sinks, its name and its cells."""
    LENGTH = "length"
    """Miss or hit; when a ship sinks, its length only."""
    SILENT = "silent"
    """Miss or hit, nothing else."""
    NAMED = "named"
    """Miss, or the name of the ship hit; when it sinks, that it sank."""


class Order(Word):
    """Who fires when.

    >>> list(map(str, Order))
    ['alternate', 'simultaneous']
    """

    ALTERNATE = "alternate"
    """One shot each in turn; the first to sink all wins."""
    SIMULTANEOUS = "simultaneous"
    """Both fire in every round; both may finish in one round, which is a draw."""
