"""All layouts of a ruleset in one list: where each lies, what is heard of it, its symmetries.

The layouts stand in ascending order of their rows of placement numbers, compared from the left;
a layout's number is its place in the list, from 0. What is heard of a shot is a whole number: 0 for
a miss, 1 or more for whatever the announcement tells apart (see `heard_by_place`).
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.fleets import Question, layout_of, list_fleets
from unsunk.belief.tables import FleetTables, fleet_tables
from unsunk.errors import BudgetError, InputError
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind, Outcome

MOST_LAYOUTS = 5_000_000
STEPS = 2_000_000_000
"""Steps of the search after which the layouts are not listed: a minute or two of one core."""
KEY_BITS = 62


@dataclass(frozen=True, eq=False)
class Listed:
    """All N layouts of a ruleset, of S ships, on a board of C words of 64 cells.

    Ships that none can tell apart stand in ascending order of their placement numbers.
    """

    rules: Ruleset
    places: NDArray[np.int32]
    """(N, S) the placements of each layout, as `list_fleets` numbers them."""
    cells: NDArray[np.uint64]
    """(N, C) the cells of the fleet, as bits."""
    ships: NDArray[np.uint64]
    """(N, S, C) the cells of each ship, as bits."""
    heard: NDArray[np.int32]
    """(N, S, 2) what is heard of a hit and of a sink of each ship, 1 or more; a miss is 0."""

    def __len__(self) -> int:
        return len(self.places)

    @cached_property
    def covers(self) -> NDArray[np.bool_]:
        """(N, n) whether each layout covers each cell.

        >>> from unsunk.rules.notation import parse_rules
        >>> list_layouts_of(parse_rules("board 1x3; fleet 2")).covers.astype(int).tolist()
        [[1, 1, 0], [0, 1, 1]]
        """
        bits = np.unpackbits(self.cells.view(np.uint8), axis=1, bitorder="little")
        return bits[:, : self.rules.board.size].astype(bool)

    @cached_property
    def images(self) -> NDArray[np.int32]:
        """(G, N) the number of each layout's image under each of the board's symmetries.

        >>> from unsunk.rules.notation import parse_rules
        >>> list_layouts_of(parse_rules("board 1x4; fleet 2")).images.tolist()
        [[0, 1, 2], [2, 1, 0]]
        """
        moves = _moved_places(self.rules)
        images = np.empty((len(moves), len(self)), np.int32)
        for image, move in zip(images, moves, strict=True):
            image[_ascending(_grouped(self.rules, move[self.places]))] = np.arange(len(self))
        return images

    def image(self, symmetry: int) -> NDArray[np.int32]:
        """(N,) the number of each layout's image under symmetry number `symmetry` of the board."""
        image: NDArray[np.int32] = self.images[symmetry]
        return image

    @cached_property
    def classes(self) -> NDArray[np.int32]:
        """(N,) the symmetry class of each layout; classes are numbered by their first layout."""
        lowest = self.images.min(axis=0)
        classes: NDArray[np.int32] = np.searchsorted(self.first, lowest).astype(np.int32)
        return classes

    @cached_property
    def first(self) -> NDArray[np.int32]:
        """(K,) the first layout of each class."""
        return np.flatnonzero(self.images.min(axis=0) == np.arange(len(self))).astype(np.int32)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """(K,) the layouts of each class."""
        return np.bincount(self.classes).astype(np.int64)

    def layout(self, number: int) -> Layout:
        """The layout of that number; InputError if there is none."""
        if not 0 <= number < len(self):
            raise InputError(
                f"there is no layout {number}: the layouts are numbered 0 to {len(self) - 1}"
            )
        return layout_of(fleet_tables(self.rules), self.rules, self.places[number].tolist())

    def number_of(self, layout: Layout) -> int:
        """The number of a layout; InputError if it was made under other rules.

        >>> from unsunk.rules.notation import parse_rules
        >>> listed = list_layouts_of(parse_rules("board 5x5; fleet 3,3,2"))
        >>> listed.number_of(listed.layout(7999))
        7999
        """
        if layout.rules != self.rules:
            raise InputError(
                f"a layout of '{layout.rules}' has no number among those of '{self.rules}'"
            )
        first, end = 0, len(self)
        for column, place in enumerate(_row_of(fleet_tables(self.rules), layout)):
            part = self.places[first:end, column]
            after = first + int(np.searchsorted(part, place, "right"))
            first, end = first + int(np.searchsorted(part, place)), after
        return first


@lru_cache(maxsize=4)
def list_layouts_of(rules: Ruleset, most: int = MOST_LAYOUTS) -> Listed:
    """All layouts of a ruleset; BudgetError if there are more than `most`. The last few are kept.

    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 5x5; fleet 3,3,2"))
    >>> len(listed), len(listed.first)
    (8000, 1009)
    """
    rows = list_fleets(Question.of(Knowledge(rules)), most, STEPS)
    if rows is None:
        raise BudgetError(
            f"the layouts of '{rules}' cannot be listed: {most:,} layouts and "
            f"{STEPS:,} steps of the search are the most"
        )
    places = np.ascontiguousarray(rows[_ascending(rows)])
    ships = fleet_tables(rules).tables.cells[places]
    heard = heard_by_place(rules)[places]
    return Listed(rules, places, np.bitwise_or.reduce(ships, axis=1), ships, heard)


@lru_cache(maxsize=16)
def heard_by_place(rules: Ruleset) -> NDArray[np.int32]:
    """(placements, 2) a number for what is heard of a hit and of a sink, 1 or more."""
    tables = fleet_tables(rules).tables
    rows = np.arange(len(tables.cells), dtype=np.int32)
    group = np.repeat(np.arange(len(rules.groups)), 64 * np.diff(tables.start)).astype(np.int32)
    hit, sunk = np.ones_like(rows), np.ones_like(rows)
    if rules.announce is Announce.SHOWN:
        sunk = 2 + rows
    elif rules.announce is Announce.LENGTH:
        sunk = 2 + group
    elif rules.announce is Announce.NAMED:
        hit, sunk = 1 + 2 * group, 2 + 2 * group
    return np.stack([hit, sunk], axis=1)


def heard_number(rules: Ruleset, outcome: Outcome) -> int:
    """The number of an outcome, as in `Listed.heard`; 0 for a miss.

    >>> heard_number(Ruleset(announce="length"), Outcome(Kind.SUNK, length=4))
    3
    """
    announce, sunk = rules.announce, outcome.kind is Kind.SUNK
    if outcome.kind is Kind.MISS:
        return 0
    if announce is Announce.SILENT or (announce is not Announce.NAMED and not sunk):
        return 1
    fleet, groups = rules.fleet, rules.groups
    if announce is Announce.NAMED:
        ship = fleet.names.index(str(outcome.name))
        return (2 if sunk else 1) + 2 * groups.index((ship,))
    group = next(g for g, of in enumerate(groups) if fleet.lengths[of[0]] == outcome.length)
    if announce is Announce.LENGTH:
        return 2 + group
    place = placements(rules.board, fleet.lengths[groups[group][0]]).index(outcome.cells)
    return 2 + fleet_tables(rules).index(group, place)


@lru_cache(maxsize=256)
def outcome_of(rules: Ruleset, number: int) -> Outcome:
    """The outcome of that number, as in `Listed.heard`: `heard_number` turned round.

    Under `shown` the ship sunk has the first name of its length.

    >>> outcome_of(Ruleset(announce="length"), 3).length
    4
    """
    announce, fleet, groups = rules.announce, rules.fleet, rules.groups
    if number == 0:
        return Outcome(Kind.MISS)
    if announce is Announce.NAMED:
        group, sunk = divmod(number - 1, 2)
        ship = groups[group][0]
        return Outcome(Kind.SUNK if sunk else Kind.HIT, fleet.lengths[ship], fleet.names[ship])
    if number == 1:
        return Outcome(Kind.HIT)
    if announce is Announce.LENGTH:
        return Outcome(Kind.SUNK, fleet.lengths[groups[number - 2][0]])
    arrays, place = fleet_tables(rules), number - 2
    ship = groups[np.searchsorted(arrays.tables.start, place // 64, "right") - 1][0]
    cells = int.from_bytes(arrays.tables.cells[place].tobytes(), "little")
    return Outcome(Kind.SUNK, fleet.lengths[ship], fleet.names[ship], cells)


def _ascending(rows: NDArray[np.int32]) -> NDArray[np.intp]:
    """The order in which rows ascend, compared from the left: as few sorts of keys as will do."""
    width = max(1, int(rows.max(initial=0)).bit_length())
    columns, ships = KEY_BITS // width, rows.shape[1]
    keys = []
    for first in range(0, ships, columns):
        key = np.zeros(len(rows), np.int64)
        for column in range(first, min(first + columns, ships)):
            key = key << width | rows[:, column]
        keys.append(key)
    return np.argsort(keys[0], kind="stable") if len(keys) == 1 else np.lexsort(keys[::-1])


def _grouped(rules: Ruleset, rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """Rows with the ships of each group in ascending order; modified in place."""
    for group in rules.groups:
        first = sum(len(other) for other in rules.groups[: rules.groups.index(group)])
        if len(group) > 1:
            rows[:, first : first + len(group)].sort(axis=1)
    return rows


def _moved_places(rules: Ruleset) -> NDArray[np.int32]:
    """(G, placements) the number of each placement's image under each symmetry of the board."""
    arrays, board = fleet_tables(rules), rules.board
    moved = np.zeros((len(board.symmetries), len(arrays.tables.cells)), np.int32)
    for group, ships in enumerate(rules.groups):
        masks = placements(board, rules.fleet.lengths[ships[0]])
        place_of = {mask: place for place, mask in enumerate(masks)}
        for symmetry, row in zip(board.symmetries, moved, strict=True):
            for place, mask in enumerate(masks):
                image = place_of[board.moved(mask, symmetry)]
                row[arrays.index(group, place)] = arrays.index(group, image)
    return moved


def _row_of(arrays: FleetTables, layout: Layout) -> list[int]:
    """The placement numbers of a layout, as in `Listed.places`."""
    rules, row = layout.rules, list[int]()
    for group, ships in enumerate(rules.groups):
        masks = placements(rules.board, rules.fleet.lengths[ships[0]])
        places = (masks.index(layout.ships[ship]) for ship in ships)
        row += sorted(arrays.index(group, place) for place in places)
    return row
