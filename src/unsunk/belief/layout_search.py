"""Is there a layout that answers some of the shots of a record as heard?

A search covers a hit by one of the placements that may lie there, the hit with the fewest first,
then places the ships that are left. It turns back where the hits left are more than the cells of
the ships left, where more hits than ships are left no two of which a ship can cover, and where it
was before. What it may cost is counted in steps, so the same question has the same answer on every
machine.
"""

from unsunk.belief.demands import Demands
from unsunk.errors import BudgetError
from unsunk.rules.bits import cells_of, mask_of

CLOSER_LOOK = 16
"""After so many tries a search looks more closely at which hits a ship can share."""


class Steps:
    """A number of steps, about a microsecond each; BudgetError at the first one too many.

    >>> steps = Steps(10)
    >>> steps.part(6).take(4)
    >>> steps.left
    6
    """

    def __init__(self, left: int, whole: "Steps | None" = None) -> None:
        self.left, self._whole = left, whole

    def part(self, most: int) -> "Steps":
        """At most so many of the steps left, which are taken from these too."""
        return Steps(min(most, self.left), self)

    def take(self, steps: int) -> None:
        """Take so many of them."""
        self.left -= steps
        if self._whole is not None:
            self._whole.left -= steps
        if self.left < 0:
            raise BudgetError(
                "whether any fleet fits the record was not found within the steps allowed: "
                "take fewer ships or a smaller board"
            )


def fitted(demands: Demands, wanted: int, steps: Steps) -> int | None:
    """All the shots that some layout answers as heard, a layout that does for the shots wanted.

    None if no layout does; BudgetError if that is not known after so many steps.

    >>> from unsunk.rules.notation import parse_rules, parse_shots
    >>> rules = parse_rules("board 1x5; fleet 2; announce length")
    >>> demands = Demands(rules, parse_shots(rules, "A1:hit C1:miss D1:miss B1:miss"))
    >>> bin(fitted(demands, 0b0001, Steps(100))), fitted(demands, 0b1001, Steps(100))
    ('0b111', None)
    """
    search = _Search(demands, wanted, steps)
    return demands.answered(search.chosen) if search.found else None


class _Search:
    """One search for a layout: `found`, and the numbers of its placements in `chosen`."""

    def __init__(self, demands: Demands, wanted: int, steps: Steps) -> None:
        self._demands, self._steps = demands, steps
        self._lengths = [ships[0].length for ships in demands.kinds]
        self._left = [len(ships) for ships in demands.kinds]
        rules, hits = demands.rules, wanted & ~demands.misses
        size = len(demands.places)
        self._cost = 1 + size * (len(self._left) + hits.bit_count()) // 8_000
        steps.take(self._cost + size * wanted.bit_count() // 32_000)
        self._free = demands.everywhere
        for shot in cells_of(wanted):
            self._free &= ~demands.against[shot]
        self._need = mask_of(demands.shots[shot].cell for shot in cells_of(hits))
        if rules.fleet.cells == rules.board.size:
            self._need = rules.board.full
        self._over = self._last_miss(wanted & demands.misses)
        self._tries, self._failed = 0, set[tuple[int, int, tuple[int, ...], bool]]()
        self._wasting: list[int] = []
        self._near: list[tuple[int, int]] = []
        self.chosen: list[int] = []
        self.found = self._place(self._free, self._need, 0)

    def _last_miss(self, misses: int) -> int:
        """The cells fired at when the last miss was heard, 0 if they cannot hold the fleet."""
        fired = self._demands.fired[misses.bit_length() - 1] if misses else 0
        return fired if fired.bit_count() >= self._demands.rules.fleet.cells else 0

    def _goes_on(self) -> bool:
        """Whether a ship chosen has a cell that was not hit when the last miss was heard."""
        places = self._demands.places
        return not self._over or any(places[number].mask & ~self._over for number in self.chosen)

    def _place(self, free: int, need: int, blocked: int) -> bool:
        """Place the ships left on free placements so that they cover the cells of `need`."""
        self._steps.take(self._cost)
        ships = sum(self._left)
        if not ships:
            return not need and self._goes_on()
        spare = sum(map(int.__mul__, self._left, self._lengths)) - need.bit_count()
        if spare < 0 or self._too_many_apart(need, ships):
            return False
        free &= self._wasting_at_most(spare)
        for many, places in zip(self._left, self._demands.of_kind, strict=True):
            if many and (free & places).bit_count() < many:
                return False
        state = (blocked, need, tuple(self._left), self._goes_on())
        if state in self._failed:
            return False
        options = self._options(free, need, ships)
        while options:
            low = options & -options
            options ^= low
            if self._try(low.bit_length() - 1, free, need, blocked):
                return True
            free ^= low
        self._failed.add(state)
        return False

    def _try(self, number: int, free: int, need: int, blocked: int) -> bool:
        """Go on with one more placement."""
        place = self._demands.places[number]
        cells, excluded = self._demands.taken(number)
        self._left[place.kind] -= 1
        self.chosen.append(number)
        free &= ~excluded
        if not self._left[place.kind]:
            free &= ~self._demands.of_kind[place.kind]
        if self._place(free, need & ~place.mask, blocked | cells):
            return True
        self.chosen.pop()
        self._left[place.kind] += 1
        return False

    def _options(self, free: int, need: int, ships: int) -> int:
        """Placements of which every layout looked for has one, as few as possible."""
        demands = self._demands
        if need:
            return min((free & demands.over[cell] for cell in cells_of(need)), key=int.bit_count)
        if self._over and ships == 1 and not self._goes_on():
            free &= ~demands.within(self._over)
        kinds = (places for places, many in zip(demands.of_kind, self._left, strict=True) if many)
        return min((free & places for places in kinds), key=int.bit_count)

    def _too_many_apart(self, need: int, ships: int) -> bool:
        """Whether there are more hits, no two of which a ship can cover, than ships.

        Not looked at in the first tries, since most searches end within them.
        """
        self._tries += 1
        if self._tries == CLOSER_LOOK:
            self._near = sorted(self._shared(), key=lambda pair: pair[1].bit_count())
        for cell, near in self._near:
            if need >> cell & 1:
                need &= ~near
                ships -= 1
                if ships < 0:
                    return True
        return False

    def _shared(self) -> list[tuple[int, int]]:
        """Each hit with the hits that one ship can cover together with it."""
        demands, shared = self._demands, []
        free = self._free & self._wasting_at_most(
            demands.rules.fleet.cells - self._need.bit_count()
        )
        for cell in cells_of(self._need):
            near = 0
            for number in cells_of(free & demands.over[cell]):
                near |= demands.places[number].mask
            shared.append((cell, near & self._need))
        return shared

    def _wasting_at_most(self, spare: int) -> int:
        """The placements with at most so many cells beside the hits that are looked for."""
        longest = self._demands.rules.fleet.lengths[0]
        if spare >= longest:
            return self._demands.everywhere
        if not self._wasting:
            covering = [self._demands.everywhere] + [0] * longest
            for cell in cells_of(self._need):
                for many in range(longest, 0, -1):
                    covering[many] |= covering[many - 1] & self._demands.over[cell]
            for wasted in range(longest):
                self._wasting.append(0)
                for places, length in zip(self._demands.of_kind, self._lengths, strict=True):
                    self._wasting[-1] |= places & covering[max(0, length - wasted)]
        return self._wasting[spare]
