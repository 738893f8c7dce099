"""A fleet while it is being placed, and the stages of a game that begins with that."""

from dataclasses import dataclass
from typing import Literal

from unsunk.errors import LayoutError
from unsunk.rules.fleet import Ship
from unsunk.rules.game import Game, Winner
from unsunk.rules.layout import Layout, check_apart, check_ship
from unsunk.rules.placement import Placement
from unsunk.rules.ruleset import Ruleset

Phase = Literal["setup", "battle", "over"]


@dataclass(frozen=True)
class Setup:
    """A fleet of which some ships are placed: a mask for each in fleet order, None for the others.

    Every change returns a new one. LayoutError, with a reason, for what the rules forbid.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> setup = Setup.empty(Ruleset(Board(2, 2), Fleet((2, 1))))
    >>> setup.place(0, Placement(0, 2)).ships, setup.place(1, Placement(3, 1)).missing
    ((3, None), ('2',))
    """

    rules: Ruleset
    ships: tuple[int | None, ...]

    def __post_init__(self) -> None:
        fleet = self.rules.fleet
        if len(self.ships) != len(fleet.lengths):
            raise LayoutError(
                f"a setup with {len(self.ships)} ships: this fleet has {len(fleet.lengths)}",
                "bad_ship",
            )
        placed = {ship: mask for ship, mask in enumerate(self.ships) if mask is not None}
        for ship, mask in placed.items():
            check_ship(self.rules, fleet.ships[ship], mask)
        check_apart(self.rules, placed)

    @classmethod
    def empty(cls, rules: Ruleset) -> "Setup":
        """No ship is placed."""
        return cls(rules, (None,) * len(rules.fleet.lengths))

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the ships that are not placed."""
        pairs = zip(self.rules.fleet.names, self.ships, strict=True)
        return tuple(name for name, mask in pairs if mask is None)

    @property
    def is_empty(self) -> bool:
        """Whether no ship is placed."""
        return len(self.missing) == len(self.ships)

    def ship(self, index: int) -> Ship:
        """The ship of that place in the fleet; LayoutError `bad_ship` if there is none."""
        if not 0 <= index < len(self.ships):
            raise LayoutError(
                f"there is no ship {index}: the ships are 0 to {len(self.ships) - 1}", "bad_ship"
            )
        return self.rules.fleet.ships[index]

    def ship_at(self, cell: int) -> int | None:
        """The index of the ship on a cell, None for water."""
        placed = enumerate(self.ships)
        return next((ship for ship, mask in placed if mask is not None and mask >> cell & 1), None)

    def place(self, ship: int, placement: Placement) -> "Setup":
        """Place a ship, or move it; LayoutError if it is of another length or cannot lie there."""
        name, length = self.ship(ship).name, self.ship(ship).length
        mask = placement.mask(self.rules.board)
        if placement.length != length:
            raise LayoutError(
                f"{placement.text(self.rules.board)} is a place for a ship of {placement.length}: "
                f"the {name} has {length}",
                "bad_ship",
            )
        for other, lies in enumerate(self.ships):
            if lies is not None and other != ship:
                check_apart(self.rules, {other: lies, ship: mask})
        return self._with(ship, mask)

    def remove(self, ship: int) -> "Setup":
        """Take a ship off the board; LayoutError if it is not there."""
        name = self.ship(ship).name
        if self.ships[ship] is None:
            raise LayoutError(f"the {name} is not on the board: there is nothing to remove")
        return self._with(ship, None)

    def clear(self) -> "Setup":
        """Take all ships off the board."""
        return Setup.empty(self.rules)

    def filled(self, layout: Layout) -> "Setup":
        """Place the whole fleet as in a layout; LayoutError if that is of other rules."""
        if layout.rules != self.rules:
            raise LayoutError("a layout of other rules: it must use the rules of the setup")
        return _trusted(self.rules, layout.ships)

    def layout(self) -> Layout:
        """The layout of the whole fleet; LayoutError if a ship is not placed."""
        ships = tuple(mask for mask in self.ships if mask is not None)
        if len(ships) < len(self.ships):
            raise LayoutError(f"the layout has no place for: {', '.join(self.missing)}", "bad_ship")
        return Layout.trusted(self.rules, ships)

    def _with(self, ship: int, mask: int | None) -> "Setup":
        return _trusted(self.rules, (*self.ships[:ship], mask, *self.ships[ship + 1 :]))


def _trusted(rules: Ruleset, ships: tuple[int | None, ...]) -> Setup:
    """A setup without any check, for masks that were checked before."""
    setup = object.__new__(Setup)
    object.__setattr__(setup, "rules", rules)
    object.__setattr__(setup, "ships", ships)
    return setup


class Staged:
    """What has a setup first and a game after it: how far it is, read from these two."""

    setup: Setup
    game: Game | None

    @property
    def placed(self) -> tuple[int | None, ...]:
        """The mask of each ship of the one who places, None where it is not placed."""
        return self.setup.ships

    @property
    def phase(self) -> Phase:
        """`setup`, `battle` or `over`."""
        if self.game is None:
            return "setup"
        return "battle" if self.game.winner is None else "over"

    @property
    def turn(self) -> int | None:
        """The player to fire next, None in the setup and at the end."""
        return None if self.game is None else self.game.turn

    @property
    def winner(self) -> Winner | None:
        """The player who won, or `draw`; None until then."""
        return None if self.game is None else self.game.winner
