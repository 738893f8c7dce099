"""Do some of the shots of a record fit a layout together?

The cells fired at before a shot are a fact. What was heard of it is a demand on the layout alone:
fired at that cell then, the layout must answer so. A miss also says that the fleet was not sunk by
then, since no one fires on after that. Sets of shots are masks with bit i for shot i of the record.

Placements are numbered so that those which clash with the fewest shots come first, and sets of them
are bit sets. A search covers a hit by one of the placements that may lie there, the hit with the
fewest first, then places the ships that are left.
"""

from collections.abc import Sequence

from unsunk.belief.fitting import agrees
from unsunk.errors import BudgetError
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.fleet import Ship
from unsunk.rules.knowledge import Shot
from unsunk.rules.layout import Layout
from unsunk.rules.placement import halo, placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind, answer


class Steps:
    """A number of steps that may be taken; BudgetError at the first one too many.

    >>> steps = Steps(10)
    >>> steps.part(6).take(4)
    >>> steps.left
    6
    """

    def __init__(self, left: int, whole: "Steps | None" = None) -> None:
        self.left, self._whole = left, whole

    def part(self, most: int) -> "Steps":
        """At most so many of the steps left, taken from these too."""
        return Steps(min(most, self.left), self)

    def take(self, steps: int) -> None:
        """Take so many of them."""
        self.left -= steps
        if self._whole is not None:
            self._whole.left -= steps
        if self.left < 0:
            raise BudgetError("the search for a layout takes more steps than it may")


class ShotSets:
    """The shots of a record, no two at one cell, as demands on one layout.

    >>> from unsunk.rules.notation import parse_rules, parse_shots
    >>> rules = parse_rules("board 1x5; fleet 2; announce length")
    >>> sets = ShotSets(rules, parse_shots(rules, "A1:hit C1:miss D1:miss B1:miss"))
    >>> bin(sets.fitted(0b0001, Steps(100))), sets.fitted(0b1001, Steps(100))
    ('0b111', None)
    """

    def __init__(self, rules: Ruleset, shots: Sequence[Shot]) -> None:
        self.rules, self.shots = rules, tuple(shots)
        self.all = (1 << len(self.shots)) - 1
        self._at = {shot.cell: number for number, shot in enumerate(self.shots)}
        self._before = [mask_of(s.cell for s in self.shots[:n]) for n in range(len(self.shots) + 1)]
        self._water = mask_of(n for n, s in enumerate(self.shots) if s.outcome.kind is Kind.MISS)
        self._number_placements()

    def _number_placements(self) -> None:
        rules = self.rules
        alike = _alike(rules, self.shots)
        self._many = [len(ships) for ships in alike]
        self._lengths = [ships[0].length for ships in alike]
        numbered = []
        for kind, ships in enumerate(alike):
            for mask in placements(rules.board, ships[0].length):
                wrong, right = self._judged(ships[0], mask)
                numbered.append((wrong.bit_count() - right.bit_count(), kind, mask, wrong, right))
        numbered.sort()
        self._masks = [place[2] for place in numbered]
        self._wrong = [place[3] for place in numbered]
        self._right = [place[4] for place in numbered]
        self._kind = [place[1] for place in numbered]
        self._of_kind = [0] * len(alike)
        self._over = [0] * rules.board.size
        self._against = [0] * len(self.shots)
        """For each kind of ship, each cell and each shot: its placements, those over it, those
        that clash with it."""
        for number, (_, kind, mask, wrong, _) in enumerate(numbered):
            self._of_kind[kind] |= 1 << number
            for cell in cells_of(mask):
                self._over[cell] |= 1 << number
            for shot in cells_of(wrong):
                self._against[shot] |= 1 << number
        self._near = [self._reach(cell) for cell in range(rules.board.size)]
        self._ruled_out: dict[int, int] = {}

    def _judged(self, ship: Ship, mask: int) -> tuple[int, int]:
        """The shots at a placement of a ship that are false, and those that are true."""
        ships = [0] * len(self.rules.fleet.lengths)
        ships[ship.index] = mask
        layout = Layout.trusted(self.rules, tuple(ships))
        wrong = right = 0
        for cell in cells_of(mask & self._before[-1]):
            number = self._at[cell]
            heard = self.shots[number].outcome
            if self._water >> number & 1 or not agrees(
                answer(layout, self._before[number], cell), heard
            ):
                wrong |= 1 << number
            else:
                right |= 1 << number
        return wrong, right

    def fitted(self, wanted: int, steps: Steps) -> int | None:
        """All the shots that some layout answers so, one that does for the shots wanted.

        None if no layout does; BudgetError if that is not known after so many steps.
        """
        search = _Search(self, wanted, steps)
        return self._answered(search.chosen) if search.found else None

    def _answered(self, chosen: list[int]) -> int:
        """The shots that a layout, given by the numbers of its placements, answers as heard."""
        wrong = right = occupied = 0
        for number in chosen:
            wrong |= self._wrong[number]
            right |= self._right[number]
            occupied |= self._masks[number]
        water = self._water & ~wrong
        if not occupied & ~self._before[-1]:
            water &= (1 << max(self._at[cell] for cell in cells_of(occupied))) - 1
        return right | water

    def _lying_in(self, cells: int) -> int:
        """The placements that lie wholly on a mask of cells."""
        bits = (1 << len(self._masks)) - 1
        for cell in cells_of(self.rules.board.full & ~cells):
            bits &= ~self._over[cell]
        return bits

    def _reach(self, cell: int) -> int:
        """The cells that one ship may share with a cell."""
        near = 0
        for number in cells_of(self._over[cell]):
            near |= self._masks[number]
        return near

    def _excluded(self, number: int) -> int:
        """The placements that overlap one or touch it against the rule, itself among them."""
        bits = self._ruled_out.get(number)
        if bits is None:
            mask, bits = self._masks[number], 0
            for cell in cells_of(mask | halo(self.rules.board, mask, self.rules.touching)):
                bits |= self._over[cell]
            self._ruled_out[number] = bits
        return bits


def _alike(rules: Ruleset, shots: Sequence[Shot]) -> list[list[Ship]]:
    """The ships in groups that the record does not tell apart: of one length, never named."""
    named = {shot.outcome.name for shot in shots}
    groups: dict[tuple[int, str | None], list[Ship]] = {}
    for ship in rules.fleet.ships:
        name = ship.name if ship.name in named else None
        groups.setdefault((ship.length, name), []).append(ship)
    return list(groups.values())


class _Search:
    """One search for a layout: `found`, and the numbers of its placements in `chosen`."""

    def __init__(self, sets: ShotSets, wanted: int, steps: Steps) -> None:
        self._sets, self._steps = sets, steps
        self._cost = 1 + len(sets._masks) * len(sets._many) // 4000
        self._left = list(sets._many)
        self.chosen: list[int] = []
        free = (1 << len(sets._masks)) - 1
        for shot in cells_of(wanted):
            free &= ~sets._against[shot]
        need = mask_of(sets.shots[shot].cell for shot in cells_of(wanted & ~sets._water))
        water = wanted & sets._water
        before = sets._before[water.bit_length() - 1] if water else 0
        self._inside = before if before.bit_count() >= sets.rules.fleet.cells else 0
        """Not all ships may lie within these cells: a miss was heard after them."""
        self.found = self._place(free, need)

    def _place(self, free: int, need: int) -> bool:
        """Place the ships left on free placements so that they cover the cells of `need`."""
        self._steps.take(self._cost)
        of_kind, lengths, room = self._sets._of_kind, self._sets._lengths, 0
        for kind, many in enumerate(self._left):
            if many:
                if (free & of_kind[kind]).bit_count() < many:
                    return False
                room += many * lengths[kind]
        if not room:
            return not need and self._goes_on()
        if need.bit_count() > room or self._too_many_apart(need):
            return False
        options = self._options(free, need)
        while options:
            low = options & -options
            options ^= low
            if self._try(low.bit_length() - 1, free, need):
                return True
            free ^= low
        return False

    def _try(self, number: int, free: int, need: int) -> bool:
        """Go on with one more placement."""
        kind = self._sets._kind[number]
        self._left[kind] -= 1
        self.chosen.append(number)
        free &= ~self._sets._excluded(number)
        if not self._left[kind]:
            free &= ~self._sets._of_kind[kind]
        if self._place(free, need & ~self._sets._masks[number]):
            return True
        self.chosen.pop()
        self._left[kind] += 1
        return False

    def _goes_on(self) -> bool:
        """Whether some cell of the fleet is left when the last miss is heard."""
        masks = self._sets._masks
        return not self._inside or any(masks[number] & ~self._inside for number in self.chosen)

    def _too_many_apart(self, need: int) -> bool:
        """Whether more hits than ships are left, no two of which a ship can cover."""
        ships = sum(self._left)
        while need and ships >= 0:
            need &= ~self._sets._near[(need & -need).bit_length() - 1]
            ships -= 1
        return ships < 0

    def _options(self, free: int, need: int) -> int:
        """Placements of which every solution has one, as few as possible."""
        if need:
            over = self._sets._over
            return min((free & over[cell] for cell in cells_of(need)), key=int.bit_count)
        if self._inside and sum(self._left) == 1 and not self._goes_on():
            free &= ~self._sets._lying_in(self._inside)
        kinds = (kind for kind, many in enumerate(self._left) if many)
        return min((free & self._sets._of_kind[kind] for kind in kinds), key=int.bit_count)
