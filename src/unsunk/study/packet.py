"""A packet: everything about a game that is fixed before its first shot and its chance."""

from dataclasses import dataclass

from unsunk.errors import InputError, LayoutError
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.rules.placement import Placement


@dataclass(frozen=True)
class Waters:
    """One player's two candidates for every ship, as masks in the fleet's order.

    The base layout, which L0 and L1 are played with, is branch A.
    """

    a: tuple[int, ...]
    b: tuple[int, ...]

    def branch(self, ship: int, bit: int) -> int:
        """The mask of a ship in branch A (0) or B (1)."""
        return (self.b if bit else self.a)[ship]

    def segment(self, ship: int, bit: int, number: int) -> int:
        """The cell of a ship's segment, counted from 0 in ascending order of cells.

        >>> Waters((0b11, 0b1110000), (0b1100, 0b1110000000)).segment(1, 1, 2)
        9
        """
        return list(cells_of(self.branch(ship, bit)))[number]


@dataclass(frozen=True)
class Packet:
    """The stored setup of a trial; InputError if it is not whole.

    All candidates of a player are disjoint, so every choice of branches is a layout.
    """

    board: Board
    fleet: Fleet
    number: int
    """The trial."""
    waters: tuple[Waters, Waters]
    links: tuple[tuple[int, int], ...]
    """By ship, the segment on each player's board, from 0, that are linked."""
    seed: int
    """Of all chance in its games."""

    def __post_init__(self) -> None:
        for player, waters in enumerate(self.waters, start=1):
            self._check(waters, f"packet {self.number}, player {player}")
        if len(self.links) != len(self.fleet.lengths):
            raise InputError(
                f"packet {self.number} has {len(self.links)} links: there is one for each of the "
                f"{len(self.fleet.lengths)} ships"
            )
        for pair, length in zip(self.links, self.fleet.lengths, strict=True):
            if not all(0 <= segment < length for segment in pair):
                raise InputError(
                    f"packet {self.number} links segments {pair} of a ship of {length}: they are "
                    f"two numbers from 0 to {length - 1}"
                )

    def _check(self, waters: Waters, where: str) -> None:
        taken = 0
        for branch, masks in (("A", waters.a), ("B", waters.b)):
            if len(masks) != len(self.fleet.lengths):
                raise InputError(
                    f"{where}, branch {branch} has {len(masks)} ships: "
                    f"this fleet has {len(self.fleet.lengths)}"
                )
            for mask, length in zip(masks, self.fleet.lengths, strict=True):
                try:
                    placement = Placement.of(self.board, mask)
                except LayoutError as error:
                    raise InputError(f"{where}, branch {branch}: {error}") from None
                if placement.length != length:
                    raise InputError(
                        f"{where}, branch {branch} has a ship of {placement.length} cells "
                        f"in the place of one of {length}"
                    )
                if mask & taken:
                    names = " ".join(self.board.name(cell) for cell in cells_of(mask & taken))
                    raise InputError(
                        f"{where}: two candidates lie on {names}, and all must be disjoint"
                    )
                taken |= mask
