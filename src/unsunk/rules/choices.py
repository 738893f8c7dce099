"""The choices that a ruleset makes."""

from enum import StrEnum


class Touching(StrEnum):
    """May ships of one fleet touch?"""

    YES = "yes"
    """They may lie side by side."""
    CORNERS = "corners"
    """Corners may touch, edges may not."""
    NO = "no"
    """Not even corners."""


class Announce(StrEnum):
    """What a shooter hears."""

    SHOWN = "shown"
    """Miss or hit; when a ship sinks, its name and its cells."""
    LENGTH = "length"
    """Miss or hit; when a ship sinks, its length only."""
    SILENT = "silent"
    """Miss or hit, nothing else."""
    NAMED = "named"
    """Miss, or the name of the ship hit; when it sinks, that it sank."""


class Order(StrEnum):
    """Who fires when."""

    ALTERNATE = "alternate"
    """One shot each in turn; the first to sink all wins."""
    SIMULTANEOUS = "simultaneous"
    """Both fire in every round; both may finish in one round, which is a draw."""
