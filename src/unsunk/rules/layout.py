"""Where a whole fleet lies."""

from dataclasses import dataclass

from unsunk.errors import LayoutError
from unsunk.rules.bits import cells_of
from unsunk.rules.fleet import Ship
from unsunk.rules.placement import Placement, halo
from unsunk.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Layout:
    """A place for every ship of the fleet, as masks in the fleet's order.

    LayoutError if a mask is not a ship of its length on the board, or if two ships overlap or
    touch against the rule.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> rules = Ruleset(Board(2, 2), Fleet((2, 2)))
    >>> bin(Layout(rules, (0b0011, 0b1100)).occupied)
    '0b1111'
    """

    rules: Ruleset
    ships: tuple[int, ...]

    def __post_init__(self) -> None:
        fleet = self.rules.fleet
        if len(self.ships) != len(fleet.lengths):
            raise LayoutError(
                f"a layout with {len(self.ships)} ships: this fleet has {len(fleet.lengths)}",
                "bad_ship",
            )
        for ship, mask in zip(fleet.ships, self.ships, strict=True):
            check_ship(self.rules, ship, mask)
        check_apart(self.rules, dict(enumerate(self.ships)))

    @classmethod
    def trusted(cls, rules: Ruleset, ships: tuple[int, ...]) -> "Layout":
        """A layout without any check, for masks that the package itself made."""
        layout = object.__new__(cls)
        object.__setattr__(layout, "rules", rules)
        object.__setattr__(layout, "ships", ships)
        return layout

    @property
    def occupied(self) -> int:
        """The mask of all ship cells."""
        mask = 0
        for ship in self.ships:
            mask |= ship
        return mask

    def ship_at(self, cell: int) -> int | None:
        """The index of the ship on a cell, None for water."""
        for index, mask in enumerate(self.ships):
            if mask >> cell & 1:
                return index
        return None

    def moved(self, symmetry: tuple[int, ...]) -> "Layout":
        """The image under one of the board's symmetries."""
        board = self.rules.board
        return Layout.trusted(self.rules, tuple(board.moved(mask, symmetry) for mask in self.ships))

    @property
    def key(self) -> tuple[int, ...]:
        """The same for two layouts if and only if they differ by ships that none can tell apart."""
        masks = list(self.ships)
        for group in self.rules.groups:
            for index, mask in zip(group, sorted(self.ships[i] for i in group), strict=True):
                masks[index] = mask
        return tuple(masks)


def canonical(layout: Layout) -> Layout:
    """The image with the smallest key under the board's symmetries: one for each distinct layout.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> rules = Ruleset(Board(2, 2), Fleet((2,)))
    >>> {canonical(Layout(rules, (mask,))).ships for mask in (0b0011, 0b1100, 0b0101, 0b1010)}
    {(3,)}
    """
    keys = (layout.moved(symmetry).key for symmetry in layout.rules.board.symmetries)
    return Layout.trusted(layout.rules, min(keys))


def check_ship(rules: Ruleset, ship: Ship, mask: int) -> None:
    """Raise LayoutError if a mask is not a place for a ship on the board."""
    board = rules.board
    if type(mask) is not int or not 0 < mask <= board.full:
        raise LayoutError(f"the {ship.name} is not on the {board} board", "off_board")
    if Placement.of(board, mask).length != ship.length:
        raise LayoutError(
            f"the {ship.name} has {mask.bit_count()} cells: it must have {ship.length}", "bad_ship"
        )


def check_apart(rules: Ruleset, placed: dict[int, int]) -> None:
    """Raise LayoutError if two placed ships (index to mask) overlap or touch against the rule."""
    done: list[tuple[int, int]] = []
    for index, mask in placed.items():
        for other, other_mask in done:
            if mask & other_mask:
                _refuse(rules, index, other, mask & other_mask, "overlap")
            near = halo(rules.board, other_mask, rules.touching) & mask
            if near:
                _refuse(rules, index, other, near, "touches")
        done.append((index, mask))


def _refuse(rules: Ruleset, ship: int, other: int, where: int, reason: str) -> None:
    names = rules.fleet.names
    cell = rules.board.name(next(cells_of(where)))
    verb = "overlaps" if reason == "overlap" else "touches"
    rule = (
        "ships must not overlap"
        if reason == "overlap"
        else f"the touching rule is '{rules.touching}'"
    )
    raise LayoutError(
        f"the {names[ship]} {verb} the {names[other]} at {cell}: {rule}", reason, names[other]
    )
