"""How many layouts there are: count them, list them, count them up to symmetry; all exact.

Two ways of counting give the same number: ship by ship (`by_ship`), which is quick for few ships,
and cell by cell (`sweep`), which is quick for many ships and full boards. Layouts that are the same
up to symmetry are counted by Burnside's lemma: the mean, over the symmetries, of how many layouts
each leaves in place.
"""

from collections import Counter
from collections.abc import Iterator
from math import factorial, prod

from unsunk.errors import BudgetError
from unsunk.rules.bits import cells_of
from unsunk.rules.by_ship import ByShip
from unsunk.rules.fleet import Fleet
from unsunk.rules.layout import Layout
from unsunk.rules.placement import clashes, placements, still_free
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.sweep import COUNT_BUDGET as SWEEP_BUDGET
from unsunk.rules.sweep import Progress, Sweep

COUNT_BUDGET = 400_000_000
"""The most placements that a count ship by ship may be expected to try (about a minute)."""
SWEEP_SHARE = 40
"""A sweep is tried first, until it has met a state for this many placements expected by ship."""
FIXED_BUDGET = 5_000_000
"""The most steps that the layouts which a symmetry leaves in place may take (ten seconds)."""


def count_layouts(rules: Ruleset, progress: Progress | None = None) -> int:
    """The exact number of layouts; ships that no announcement tells apart count once.

    BudgetError if both ways of counting would take more than about a minute of an idle core.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> rules = Ruleset(Board(4, 4), Fleet((3, 2)))
    >>> count_layouts(rules), count_layouts(Ruleset(Board(6, 6)))
    (264, 3343568)
    """
    sweep = Sweep(rules.board, rules.fleet, rules.touching)
    by_ship = ByShip(rules.board, rules.fleet, rules.touching)
    steps = by_ship.steps()
    most = min(SWEEP_BUDGET, steps // SWEEP_SHARE)
    if steps > COUNT_BUDGET:
        return sweep.count(progress, most) * told_apart(rules)
    try:
        total = sweep.count(progress, most)
    except BudgetError:
        total = by_ship.count(progress)
    return total * told_apart(rules)


def told_apart(rules: Ruleset) -> int:
    """How many layouts differ only by the names of equal ships and still count apart."""
    return orders(rules.fleet) if len(rules.groups) == len(rules.fleet.lengths) else 1


def orders(fleet: Fleet) -> int:
    """In how many ways equal ships can change places."""
    return prod(factorial(n) for n in Counter(fleet.lengths).values())


def iterate_layouts(rules: Ruleset) -> Iterator[Layout]:
    """Yield every layout once, in a fixed order.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> sum(1 for _ in iterate_layouts(Ruleset(Board(1, 6), Fleet((3, 2)))))
    6
    """
    board, lengths = rules.board, rules.fleet.lengths
    alike = {ship for group in rules.groups for ship in group[1:]}

    def extend(
        ship: int, free: dict[int, int], masks: tuple[int, ...], last: int
    ) -> Iterator[Layout]:
        if ship == len(lengths):
            yield Layout.trusted(rules, masks)
            return
        length = lengths[ship]
        options = free[length] & (-1 << last + 1 if ship in alike else -1)
        for place in cells_of(options):
            left = still_free(board, rules.touching, free, (length, place))
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

    `total` is the number of all layouts, where it is known already; BudgetError where the count
    would take more than about a minute.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import THREE
    >>> count_distinct(Ruleset(Board(5, 5), THREE))
    1009
    """
    _, *others = rules.board.symmetries
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
    cycles = {length: _cycles(rules, length, symmetry) for length in set(lengths)}
    steps = 0

    def choose(group: int, left: int, start: int, free: dict[int, int]) -> int:
        """Count the choices of whole orbits for the rest of a group and the groups after it."""
        nonlocal steps
        if left == 0:
            group += 1
            if group == len(groups):
                return 1
            return choose(group, groups[group][1], 0, free)
        length = groups[group][0]
        total = 0
        for number in range(start, len(cycles[length])):
            orbit = cycles[length][number]
            if len(orbit) > left or any(not free[length] >> place & 1 for place in orbit):
                continue
            steps += 1
            if steps > FIXED_BUDGET:
                raise BudgetError(
                    f"the distinct layouts of {rules.fleet} on a {board} board take more than "
                    f"{FIXED_BUDGET:,} steps: take fewer ships or a smaller board"
                )
            rest = free
            for place in orbit:
                rest = still_free(board, rules.touching, rest, (length, place))
            total += choose(group, left - len(orbit), number + 1, rest)
        return total

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
