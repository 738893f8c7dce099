"""How many layouts there are: count them, list them, pick one by its number; all exact.

Ships are placed in an order in which the choice of the first can be cut down by the board's
symmetries, and the last is counted by one popcount. The placements still free for each length are
a bit set, cut down by `clashes` after each ship. Layouts that are the same up to symmetry are
counted by Burnside's lemma: the mean, over the symmetries, of how many layouts each leaves in place.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import factorial, prod

from unsunk.errors import BudgetError
from unsunk.rules.bits import cells_of
from unsunk.rules.dice import Dice
from unsunk.rules.layout import Layout
from unsunk.rules.placement import clashes, placements
from unsunk.rules.ruleset import Ruleset

COUNT_BUDGET = 400_000_000
"""The most elementary steps that a count may be expected to take (about a minute)."""

Progress = Callable[[int, int], None]
"""Called with (parts done, parts in all)."""


@dataclass(frozen=True)
class _Plan:
    """The lengths in the order in which they are placed, equal ones together."""

    rules: Ruleset
    lengths: tuple[int, ...]

    @classmethod
    def of(cls, rules: Ruleset) -> "_Plan":
        many = Counter(rules.fleet.lengths)
        first = max(many, key=lambda length: (-many[length], length))
        rest = sorted((length for length in many if length != first), reverse=True)
        return cls(rules, tuple(length for length in (first, *rest) for _ in range(many[length])))

    def all_free(self) -> dict[int, int]:
        board = self.rules.board
        return {length: (1 << len(placements(board, length))) - 1 for length in self.lengths}

    def take(self, free: dict[int, int], length: int, place: int, *, ordered: bool = True) -> dict[int, int]:
        """What stays free after a ship; with `ordered`, equal ships come in ascending order."""
        board, touching = self.rules.board, self.rules.touching
        left = {
            other: bits & ~clashes(board, length, other, touching)[place] for other, bits in free.items()
        }
        if ordered:
            left[length] &= -1 << place
        return left

    def steps(self) -> int:
        """A rough count of the steps of a full count."""
        board, many = self.rules.board, Counter(self.lengths[:-1])
        ways = prod(len(placements(board, length)) ** n // factorial(n) for length, n in many.items())
        return ways // len(board.symmetries)


def count_layouts(rules: Ruleset, progress: Progress | None = None) -> int:
    """The exact number of layouts; ships that no announcement tells apart count once.

    BudgetError if the count would take more than COUNT_BUDGET steps.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> count_layouts(Ruleset(Board(4, 4), Fleet((3, 2)))), count_layouts(Ruleset(Board(2, 2), Fleet((2, 2))))
    (264, 2)
    """
    plan = _Plan.of(rules)
    _require_budget(rules, plan.steps())
    length = plan.lengths[0]
    orbits = _orbits(rules, length)
    total = 0
    for done, (place, size) in enumerate(orbits.items()):
        if progress is not None:
            progress(done, len(orbits))
        total += size * _completions(plan, 1, plan.take(plan.all_free(), length, place, ordered=False))
    if progress is not None:
        progress(len(orbits), len(orbits))
    same = plan.lengths.count(length)
    return total // same * _told_apart(rules)


def _told_apart(rules: Ruleset) -> int:
    many = Counter(rules.fleet.lengths)
    return prod(factorial(n) for n in many.values()) if len(rules.groups) == len(rules.fleet.lengths) else 1


def _orbits(rules: Ruleset, length: int) -> dict[int, int]:
    """One placement of each class under the board's symmetries, with the size of the class."""
    board = rules.board
    masks = placements(board, length)
    index = {mask: place for place, mask in enumerate(masks)}
    sizes: Counter[int] = Counter()
    for mask in masks:
        sizes[min(index[board.moved(mask, symmetry)] for symmetry in board.symmetries)] += 1
    return dict(sizes)


def _completions(plan: _Plan, depth: int, free: dict[int, int]) -> int:
    """The number of ways to place the ships from `depth` on, equal ones in ascending order."""
    lengths = plan.lengths
    if depth == len(lengths):
        return 1
    length = lengths[depth]
    options = free[length]
    if depth == len(lengths) - 1:
        return options.bit_count()
    board, touching = plan.rules.board, plan.rules.touching
    last = lengths[depth + 1]
    if depth == len(lengths) - 2:
        table, bits, total = clashes(board, length, last, touching), free[last], 0
        for place in cells_of(options):
            left = bits & ~table[place]
            total += (left >> place if last == length else left).bit_count()
        return total
    return sum(_completions(plan, depth + 1, plan.take(free, length, place)) for place in cells_of(options))


def _require_budget(rules: Ruleset, steps: int) -> None:
    if steps > COUNT_BUDGET:
        raise BudgetError(
            f"the layouts of {rules.fleet} on a {rules.board} board are too many to count exactly: about "
            f"{steps:.0e} steps, the budget is {COUNT_BUDGET:.0e}"
        )


def iterate_layouts(rules: Ruleset) -> Iterator[Layout]:
    """Yield every layout once, in a fixed order.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> sum(1 for _ in iterate_layouts(Ruleset(Board(1, 6), Fleet((3, 2)))))
    6
    """
    board, lengths = rules.board, rules.fleet.lengths
    alike = {ship for group in rules.groups for ship in group[1:]}

    def extend(ship: int, free: dict[int, int], masks: tuple[int, ...], last: int) -> Iterator[Layout]:
        if ship == len(lengths):
            yield Layout.trusted(rules, masks)
            return
        length = lengths[ship]
        options = free[length] & (-1 << last + 1 if ship in alike else -1)
        for place in cells_of(options):
            left = {
                other: bits & ~clashes(board, length, other, rules.touching)[place]
                for other, bits in free.items()
            }
            yield from extend(ship + 1, left, (*masks, placements(board, length)[place]), place)

    free = {length: (1 << len(placements(board, length))) - 1 for length in lengths}
    return extend(0, free, (), -1)


def list_layouts(rules: Ruleset, most: int = 5_000_000) -> list[Layout]:
    """All layouts in a fixed order; BudgetError if there are more than `most`.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> len(list_layouts(Ruleset(Board(4, 4), Fleet((3, 3, 2)))))
    804
    """
    total = count_layouts(rules)
    if total > most:
        raise BudgetError(f"{total} layouts are too many to list: the most is {most}")
    return list(iterate_layouts(rules))


def count_distinct(rules: Ruleset, total: int | None = None) -> int:
    """The number of layouts up to the symmetries of the board, by Burnside's lemma.

    `total` is the number of all layouts, where it is known already.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import THREE
    >>> count_distinct(Ruleset(Board(5, 5), THREE))
    1009
    """
    identity, *others = rules.board.symmetries
    total = count_layouts(rules) if total is None else total
    fixed = total + sum(_count_fixed(rules, symmetry) for symmetry in others)
    return fixed // len(rules.board.symmetries)


def _count_fixed(rules: Ruleset, symmetry: tuple[int, ...]) -> int:
    """The number of layouts that a symmetry moves onto themselves.

    Such a layout is made of orbits of ships: for every group of ships that are not told apart,
    choose whole orbits of placements until the group is complete.
    """
    board, lengths = rules.board, rules.fleet.lengths
    groups = [(lengths[group[0]], len(group)) for group in rules.groups]

    def choose(group: int, left: int, start: int, free: dict[int, int]) -> int:
        if left == 0:
            group += 1
            if group == len(groups):
                return 1
            return choose(group, groups[group][1], 0, free)
        length = groups[group][0]
        total = 0
        for number, orbit in enumerate(cycles[length][start:], start):
            if len(orbit) > left or any(not free[length] >> place & 1 for place in orbit):
                continue
            rest = free
            for place in orbit:
                rest = {
                    other: bits & ~clashes(board, length, other, rules.touching)[place]
                    for other, bits in rest.items()
                }
            total += choose(group, left - len(orbit), number + 1, rest)
        return total

    cycles = {length: _cycles(rules, length, symmetry) for length in set(lengths)}
    free = {length: (1 << len(placements(board, length))) - 1 for length in lengths}
    return choose(0, groups[0][1], 0, free)


def _cycles(rules: Ruleset, length: int, symmetry: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The orbits of placements under one symmetry whose members do not clash with each other."""
    board = rules.board
    masks = placements(board, length)
    index = {mask: place for place, mask in enumerate(masks)}
    table = clashes(board, length, length, rules.touching)
    seen: set[int] = set()
    orbits = []
    for place in range(len(masks)):
        orbit: list[int] = []
        while place not in seen:
            seen.add(place)
            orbit.append(place)
            place = index[board.moved(masks[place], symmetry)]
        apart = all(not table[a] >> b & 1 for a in orbit for b in orbit if a < b)
        if orbit and apart:
            orbits.append(tuple(orbit))
    return orbits


def layout_number(rules: Ruleset, number: int) -> Layout:
    """The layout of that number, from 0, in a fixed order of all layouts; found by counting.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> rules = Ruleset(Board(1, 6), Fleet((3, 2)))
    >>> len({layout_number(rules, i).ships for i in range(6)})
    6
    """
    plan = _Plan.of(rules)
    _require_budget(rules, plan.steps() * len(rules.board.symmetries))
    number //= _told_apart(rules)
    free = plan.all_free()
    masks: dict[int, list[int]] = {length: [] for length in plan.lengths}
    for depth, length in enumerate(plan.lengths):
        for place in cells_of(free[length]):
            left = plan.take(free, length, place)
            ways = _completions(plan, depth + 1, left)
            if number < ways:
                masks[length].append(placements(rules.board, length)[place])
                free = left
                break
            number -= ways
    return Layout.trusted(rules, tuple(masks[length].pop() for length in rules.fleet.lengths))


def random_number(rules: Ruleset, dice: Dice) -> Layout:
    """A uniform layout found by counting all of them; see `layout_number`."""
    return layout_number(rules, dice.below(count_layouts(rules)))
