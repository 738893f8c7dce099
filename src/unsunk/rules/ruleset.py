"""All that two players must agree on before they start."""

from dataclasses import dataclass
from functools import cached_property

from unsunk.errors import InputError
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Order, Touching, member
from unsunk.rules.existence import require_solvable
from unsunk.rules.fleet import CLASSIC, STUDY, THREE, Fleet


@dataclass(frozen=True)
class Ruleset:
    """Board, fleet, touching, announcement, turn order, and which player (1 or 2) fires first.

    A fleet that has no place on the board raises ImpossibleFleetError at once.

    >>> Ruleset(Board(5, 5), THREE, announce=Announce.LENGTH).fleet.cells
    8
    >>> Ruleset(Board(1, 3), Fleet((2, 2)))
    Traceback (most recent call last):
    unsunk.errors.ImpossibleFleetError: the fleet 2,2 has 4 cells and a 1x3 board only 3
    """

    board: Board = Board()
    fleet: Fleet = CLASSIC
    touching: Touching = Touching.YES
    announce: Announce = Announce.SHOWN
    order: Order = Order.ALTERNATE
    first: int = 1

    def __post_init__(self) -> None:
        for field, kind in (("touching", Touching), ("announce", Announce), ("order", Order)):
            object.__setattr__(self, field, member(kind, getattr(self, field), field))
        if type(self.first) is not int or self.first not in (1, 2):
            raise InputError(f"player {self.first} cannot fire first: it is player 1 or 2")
        require_solvable(self.board, self.fleet, self.touching)

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The ships that no announcement tells apart, as tuples of ship indices.

        Ships of one length form a group, except under `named`, where every ship stands alone.

        >>> Ruleset().groups, Ruleset(announce=Announce.NAMED).groups
        (((0,), (1,), (2, 3), (4,)), ((0,), (1,), (2,), (3,), (4,)))
        """
        if self.announce is Announce.NAMED:
            return tuple((ship.index,) for ship in self.fleet.ships)
        by_length: dict[int, list[int]] = {}
        for ship in self.fleet.ships:
            by_length.setdefault(ship.length, []).append(ship.index)
        return tuple(tuple(ships) for ships in by_length.values())

    def __str__(self) -> str:
        return (
            f"board {self.board}; fleet {self.fleet}; touching {self.touching}; "
            f"announce {self.announce}; order {self.order}; first {self.first}"
        )


RULESETS = {
    "classic": Ruleset(),
    "three": Ruleset(Board(10, 10), THREE, announce=Announce.LENGTH),
    "small": Ruleset(Board(5, 5), THREE, announce=Announce.LENGTH),
    "study": Ruleset(Board(10, 10), STUDY, announce=Announce.SILENT),
    "box": Ruleset(announce=Announce.NAMED),
}
"""The rulesets that have a name."""
