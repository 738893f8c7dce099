"""Ships and fleets."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from unsunk.errors import InputError
from unsunk.rules.board import LARGEST_SIDE

MOST_SHIPS = 40


@dataclass(frozen=True)
class Ship:
    """One ship of a fleet: its place in the fleet's order, its name, its length in cells."""

    index: int
    name: str
    length: int


@dataclass(frozen=True)
class Fleet:
    """The ships of one side, longest first, each with a name of its own; InputError otherwise.

    Lengths are 1 to 26. Without names a ship is called by its length, with a letter where the
    fleet has several of that length.

    >>> Fleet((2, 3, 3)).names
    ('3a', '3b', '2')
    """

    lengths: tuple[int, ...]
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        lengths = tuple(self.lengths)
        if not lengths or len(lengths) > MOST_SHIPS:
            raise InputError(
                f"a fleet of {len(lengths)} ships is not possible: it has 1 to {MOST_SHIPS}"
            )
        for length in lengths:
            if type(length) is not int or not 1 <= length <= LARGEST_SIDE:
                raise InputError(
                    f"a ship of {length!r} cells is not possible: lengths are 1 to {LARGEST_SIDE}"
                )
        names = tuple(self.names) or _names_by_length(sorted(lengths, reverse=True))
        if not self.names:
            lengths = tuple(sorted(lengths, reverse=True))
        _check_names(names, lengths)
        pairs = sorted(zip(lengths, names, strict=True), key=lambda pair: -pair[0])
        object.__setattr__(self, "lengths", tuple(length for length, _ in pairs))
        object.__setattr__(self, "names", tuple(name for _, name in pairs))

    @classmethod
    def parse(cls, text: str) -> "Fleet":
        """Read `5,4,3,3,2`, `carrier=5,patrol=2`, or the name of a fleet: classic, three, study.

        >>> Fleet.parse("3,3,2") == THREE, Fleet.parse("sub=3,tug=1").names
        (True, ('sub', 'tug'))
        """
        known = FLEETS.get(text.strip().lower())
        if known is not None:
            return known
        lengths, names = [], []
        for part in text.split(","):
            match = re.fullmatch(r"\s*(?:([^\s=:,;@]{1,24})\s*=\s*)?([0-9]{1,3})\s*", part)
            if match is None:
                raise InputError(
                    f"'{text}' is not a fleet: write lengths such as 5,4,3,3,2, "
                    f"names such as sub=3,tug=1, or one of {', '.join(FLEETS)}"
                )
            names.append(match[1])
            lengths.append(int(match[2]))
        if any(names) and not all(names):
            raise InputError(f"'{text}' names some ships only: name all of them or none")
        return cls(tuple(lengths), tuple(name for name in names if name))

    def __str__(self) -> str:
        """The text that `parse` reads back as this fleet."""
        for name, fleet in FLEETS.items():
            if fleet == self:
                return name if name == "classic" else ",".join(map(str, self.lengths))
        if self.names == _names_by_length(self.lengths):
            return ",".join(map(str, self.lengths))
        return ",".join(
            f"{name}={length}" for name, length in zip(self.names, self.lengths, strict=True)
        )

    @property
    def ships(self) -> tuple[Ship, ...]:
        """The ships in order."""
        return tuple(
            Ship(index, name, length)
            for index, (name, length) in enumerate(zip(self.names, self.lengths, strict=True))
        )

    @property
    def cells(self) -> int:
        """The number of cells of the whole fleet."""
        return sum(self.lengths)

    def index(self, name: str) -> int:
        """The place of the ship of that name; InputError if there is none.

        A ship is also known by its length ("5", "3a"), whatever its name.

        >>> CLASSIC.index("cruiser"), CLASSIC.index("3a"), CLASSIC.index("Carrier")
        (2, 2, 0)
        """
        wanted = name.strip().casefold()
        for known in (self.names, _names_by_length(self.lengths)):
            for place, candidate in enumerate(known):
                if candidate.casefold() == wanted:
                    return place
        raise InputError(
            f"'{name}' is not a ship of this fleet: its ships are {', '.join(self.names)}"
        )


def _names_by_length(lengths: Sequence[int]) -> tuple[str, ...]:
    many, seen, names = Counter(lengths), Counter[int](), []
    for length in lengths:
        letters = "abcdefghijklmnopqrstuvwxyz"
        number = seen[length]
        suffix = letters[number] if number < 26 else f"a{letters[number - 26]}"
        names.append(f"{length}{suffix}" if many[length] > 1 else str(length))
        seen[length] += 1
    return tuple(names)


def _check_names(names: tuple[str, ...], lengths: tuple[int, ...]) -> None:
    if len(names) != len(lengths):
        raise InputError(f"{len(names)} names for {len(lengths)} ships: each ship has one name")
    for name in names:
        if type(name) is not str or not re.fullmatch(r"[^\s=:,;@]{1,24}", name):
            raise InputError(
                f"'{name}' is not a ship's name: up to 24 characters without space = : , ; @"
            )
    if len({name.casefold() for name in names}) != len(names):
        raise InputError(f"two ships of the fleet have one name: {', '.join(names)}")


CLASSIC = Fleet((5, 4, 3, 3, 2), ("carrier", "battleship", "cruiser", "submarine", "destroyer"))
"""The ships of the box: 17 cells."""
THREE = Fleet((3, 3, 2))
"""Two 3s and a 2, the fleet of the small boards."""
STUDY = Fleet((4, 3, 2))
"""The fleet of the study of rule layers."""
FLEETS = {"classic": CLASSIC, "three": THREE, "study": STUDY}
"""The fleets that have a name."""
