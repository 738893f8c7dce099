"""Slow, obvious twins of what the package does fast, on sets of (row, column) pairs.

Nothing here uses the package but its words, so a fault in it cannot hide in both.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

Place = tuple[int, int]
Ship = frozenset[Place]
Fleet = tuple[Ship, ...]


@cache
def ships(rows: int, columns: int, length: int) -> list[Ship]:
    """Every way to lay one ship, each set of cells once."""
    found = set()
    for row, column in product(range(rows), range(columns)):
        for down, right in ((0, 1), (1, 0)):
            cells = [(row + down * i, column + right * i) for i in range(length)]
            if all(r < rows and c < columns for r, c in cells):
                found.add(frozenset(cells))
    return sorted(found, key=sorted)


@cache
def apart(one: Ship, other: Ship, touching: str) -> bool:
    """May the two lie like this?"""
    for (row, column), (other_row, other_column) in product(one, other):
        rows, columns = abs(row - other_row), abs(column - other_column)
        if rows + columns == 0:
            return False
        if touching in ("corners", "no") and rows + columns == 1:
            return False
        if touching == "no" and max(rows, columns) == 1:
            return False
    return True


def each_labelled(
    rows: int, columns: int, lengths: Sequence[int], touching: str
) -> Iterator[Fleet]:
    """Yield all layouts, every ship told apart."""

    def extend(done: Fleet) -> Iterator[Fleet]:
        if len(done) == len(lengths):
            yield done
            return
        for ship in ships(rows, columns, lengths[len(done)]):
            if all(apart(ship, other, touching) for other in done):
                yield from extend((*done, ship))

    return extend(())


def labelled(rows: int, columns: int, lengths: Sequence[int], touching: str) -> list[Fleet]:
    """All layouts when every ship is told apart."""
    return list(each_labelled(rows, columns, lengths, touching))


def unlabelled(fleet: Fleet) -> tuple[tuple[Place, ...], ...]:
    """The same for layouts that differ only by ships of one length."""
    return tuple(sorted(tuple(sorted(ship)) for ship in fleet))


def layouts(rows: int, columns: int, lengths: Sequence[int], touching: str) -> list[Fleet]:
    """All layouts, those that differ only by ships of one length once."""
    return list({unlabelled(f): f for f in labelled(rows, columns, lengths, touching)}.values())


def symmetries(rows: int, columns: int) -> list[dict[Place, Place]]:
    """All ways to turn and mirror the board onto itself: whatever two of them make together."""
    places = list(product(range(rows), range(columns)))
    same = {(r, c): (r, c) for r, c in places}
    mirror = {(r, c): (r, columns - 1 - c) for r, c in places}
    turn = {(r, c): (rows - 1 - r, columns - 1 - c) for r, c in places}
    if rows == columns:
        turn = {(r, c): (c, rows - 1 - r) for r, c in places}
    found = [same]
    for move in found:
        for step in (mirror, turn):
            both = {place: step[move[place]] for place in places}
            if both not in found:
                found.append(both)
    return found


def moved(fleet: Fleet, move: dict[Place, Place]) -> Fleet:
    """The layout after a symmetry."""
    return tuple(frozenset(move[place] for place in ship) for ship in fleet)


def distinct(rows: int, columns: int, fleets: Sequence[Fleet]) -> int:
    """The number of layouts up to symmetry: one representative each."""
    moves = symmetries(rows, columns)
    return len({min(unlabelled(moved(fleet, move)) for move in moves) for fleet in fleets})


Heard = tuple[str, int | None, str | None, Ship]
"""Kind, length, name, cells: what a shooter hears."""


def heard(
    fleet: Fleet, names: Sequence[str], announce: str, fired: Sequence[Place], place: Place
) -> Heard:
    """What a shooter hears who fires at a place after those fired at."""
    for ship, name in zip(fleet, names, strict=True):
        if place not in ship:
            continue
        sunk = all(cell in fired or cell == place for cell in ship)
        kind = "sunk" if sunk and announce != "silent" else "hit"
        if announce == "named":
            return (kind, len(ship), name, frozenset())
        if kind == "hit":
            return ("hit", None, None, frozenset())
        if announce == "length":
            return ("sunk", len(ship), None, frozenset())
        return ("sunk", len(ship), name, ship)
    return ("miss", None, None, frozenset())


def story(fleet: Fleet, names: Sequence[str], announce: str, shots: Sequence[Place]) -> list[Heard]:
    """What a shooter hears, shot by shot."""
    return [heard(fleet, names, announce, shots[:i], shot) for i, shot in enumerate(shots)]
