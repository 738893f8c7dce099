"""What each shot of a record demands of a layout.

The cells fired at before a shot are a fact. What was heard of it is a demand on the layout alone:
fired at that cell then, the layout must answer so. A miss also says that the fleet was not sunk by
then, since no one fires on after that. Sets of shots are masks with bit i for shot i of the record.
"""

from collections.abc import Sequence
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from unsunk.belief.fitting import agrees
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.fleet import Ship
from unsunk.rules.knowledge import Shot
from unsunk.rules.layout import Layout
from unsunk.rules.placement import halo, placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind, answer


class Place(NamedTuple):
    """A placement of a ship of some kind, with the shots at it that are true and that are false."""

    kind: int
    mask: int
    true: int
    false: int


class Demands:
    """The shots of a record, no two at one cell, against all placements of the fleet's ships.

    `kinds` are the ships in groups that the record does not tell apart. The placements of all kinds
    are numbered, those that make the most shots true first, and sets of them are bit sets: `over` a
    cell, `against` a shot, `of_kind`.

    >>> from unsunk.rules.notation import parse_rules, parse_shots
    >>> rules = parse_rules("board 1x4; fleet 2; announce length")
    >>> demands = Demands(rules, parse_shots(rules, "A1:miss B1:hit"))
    >>> [bin(place.mask) for place in demands.places], demands.against
    (['0b110', '0b1100', '0b11'], [4, 4])
    """

    def __init__(self, rules: Ruleset, shots: Sequence[Shot]) -> None:
        self.rules, self.shots = rules, tuple(shots)
        self.all = (1 << len(self.shots)) - 1
        self.misses = mask_of(n for n, s in enumerate(self.shots) if s.outcome.kind is Kind.MISS)
        self._at = {shot.cell: number for number, shot in enumerate(self.shots)}
        self.fired = list(accumulate((1 << shot.cell for shot in self.shots), or_, initial=0))
        """The cells fired at before each shot, and at last all of them."""
        self.kinds = _kinds(rules, self.shots)
        places = [
            self._judged(kind, ships[0], mask)
            for kind, ships in enumerate(self.kinds)
            for mask in placements(rules.board, ships[0].length)
        ]
        places.sort(key=lambda place: place.false.bit_count() - place.true.bit_count())
        self.places = places
        self.everywhere = (1 << len(places)) - 1
        self.of_kind = [0] * len(self.kinds)
        self.over = [0] * rules.board.size
        self.against = [0] * len(self.shots)
        for number, place in enumerate(places):
            self.of_kind[place.kind] |= 1 << number
            for cell in cells_of(place.mask):
                self.over[cell] |= 1 << number
            for shot in cells_of(place.false):
                self.against[shot] |= 1 << number
        self._taken: dict[int, tuple[int, int]] = {}

    def _judged(self, kind: int, ship: Ship, mask: int) -> Place:
        """A placement with the shots at it that are true and that are false."""
        ships = [0] * len(self.rules.fleet.lengths)
        ships[ship.index] = mask
        layout, true = Layout.trusted(self.rules, tuple(ships)), 0
        at = mask_of(self._at[cell] for cell in cells_of(mask & self.fired[-1]))
        for number in cells_of(at & ~self.misses):
            cell, heard = self.shots[number].cell, self.shots[number].outcome
            true |= agrees(answer(layout, self.fired[number], cell), heard) << number
        return Place(kind, mask, true, at & ~true)

    def answered(self, chosen: Sequence[int]) -> int:
        """The shots that a layout, given by the numbers of its placements, answers as heard."""
        true = false = occupied = 0
        for place in (self.places[number] for number in chosen):
            true, false, occupied = true | place.true, false | place.false, occupied | place.mask
        misses = self.misses & ~false
        if not occupied & ~self.fired[-1]:
            misses &= (1 << max(self._at[cell] for cell in cells_of(occupied))) - 1
        return true | misses

    def taken(self, number: int) -> tuple[int, int]:
        """The cells that a placement takes from other ships, and the placements over any of them.

        They are its own cells and, where touching forbids it, those beside them.
        """
        if number not in self._taken:
            mask = self.places[number].mask
            cells = mask | halo(self.rules.board, mask, self.rules.touching)
            self._taken[number] = cells, self._touching(cells)
        return self._taken[number]

    def within(self, cells: int) -> int:
        """The placements that lie wholly on a mask of cells."""
        return self.everywhere & ~self._touching(self.rules.board.full & ~cells)

    def _touching(self, cells: int) -> int:
        found = 0
        for cell in cells_of(cells):
            found |= self.over[cell]
        return found


def _kinds(rules: Ruleset, shots: Sequence[Shot]) -> list[list[Ship]]:
    """The ships in groups of one length; a ship whose name was heard stands alone."""
    named = {shot.outcome.name for shot in shots}
    groups: dict[tuple[int, str | None], list[Ship]] = {}
    for ship in rules.fleet.ships:
        name = ship.name if ship.name in named else None
        groups.setdefault((ship.length, name), []).append(ship)
    return list(groups.values())
