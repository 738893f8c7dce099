"""Which fleets would have answered a record as it was answered.

Ships do not influence what is heard of one another, so a layout fits a record exactly when every
ship fits it alone and every hit lies on some ship.
"""

from collections.abc import Iterator

from unsunk.rules.bits import cells_of
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import Ship
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.placement import halo, placements
from unsunk.rules.shot import Outcome, answer

BARREN = 200
"""How often in a row a fleet is looked for that was not found before."""


def agrees(true: Outcome, heard: Outcome) -> bool:
    """Whether nothing that was heard is false; a record may leave out a name or a length.

    >>> from unsunk.rules.shot import HIT, MISS
    >>> agrees(HIT, HIT), agrees(HIT, MISS)
    (True, False)
    """
    return (
        true.kind is heard.kind
        and heard.length in (None, true.length)
        and heard.name in (None, true.name)
        and heard.cells == true.cells
    )


def fits_alone(knowledge: Knowledge, ship: Ship, mask: int) -> bool:
    """Whether one ship with the cells of `mask` contradicts no shot, whatever the others do.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> record = parse_record(parse_rules("board 1x6; fleet 3,2"), "C1:hit D1:hit")
    >>> [fits_alone(record, ship, 0b001100) for ship in record.rules.fleet.ships]
    [False, False]
    """
    alone = [0] * len(knowledge.rules.fleet.lengths)
    alone[ship.index] = mask
    layout, fired = Layout.trusted(knowledge.rules, tuple(alone)), 0
    for shot in knowledge.shots:
        if mask >> shot.cell & 1:
            if not agrees(answer(layout, fired, shot.cell), shot.outcome):
                return False
        elif shot.outcome.name == ship.name:
            return False
        fired |= 1 << shot.cell
    return True


def some_fitting(knowledge: Knowledge, most: int, dice: Dice) -> Iterator[Layout]:
    """Yield up to `most` different layouts that fit the record, found at random, not uniformly.

    There may be more than are found; none is yielded twice.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> record = parse_record(parse_rules("board 4x4; fleet 3,2"), "A1:hit B2:miss")
    >>> len(list(some_fitting(record, 40, Dice(1))))
    40
    """
    rules = knowledge.rules
    options = [
        [
            (mask, mask | halo(rules.board, mask, rules.touching))
            for mask in placements(rules.board, ship.length)
            if fits_alone(knowledge, ship, mask)
        ]
        for ship in rules.fleet.ships
    ]
    found: set[tuple[int, ...]] = set()
    barren = 0
    while len(found) < most and barren < BARREN:
        barren += 1
        ships = _dive(options, knowledge.hits, dice)
        layout = Layout.trusted(rules, ships) if ships else None
        if layout and layout.key not in found:
            found.add(layout.key)
            barren = 0
            yield layout


def _dive(options: list[list[tuple[int, int]]], hits: int, dice: Dice) -> tuple[int, ...] | None:
    """Place ships over the hits, then the others, at random; None at the first dead end."""
    ships, taken = [0] * len(options), 0
    while 0 in ships:
        left = [ship for ship, mask in enumerate(ships) if not mask]
        target = next(cells_of(hits & ~taken), None)
        free = [
            (ship, mask, near)
            for ship in (left if target is not None else left[:1])
            for mask, near in options[ship]
            if not mask & taken and (target is None or mask >> target & 1)
        ]
        if not free:
            return None
        ship, mask, near = free[dice.below(len(free))]
        ships[ship] = mask
        taken |= near
    occupied = 0
    for mask in ships:
        occupied |= mask
    return None if hits & ~occupied else tuple(ships)
