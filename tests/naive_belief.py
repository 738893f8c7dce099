"""The slow, obvious twin of `belief`: votes of placements, on sets of (row, column) pairs.

A record is a list of (place, what was heard) as `naive.story` tells it.
"""

from collections.abc import Callable, Sequence

from tests.naive import Heard, Place, Ship, apart, ships

Record = Sequence[tuple[Place, Heard]]
Fleet = Sequence[tuple[str, int]]
"""Name and length of each ship."""
Rules = tuple[int, int, Fleet, str, str]
"""Rows, columns, fleet, touching, announcement."""


def afloat(rules: Rules, record: Record) -> list[tuple[str, int]]:
    """The ships not heard to sink; of ships alike that are not named, it says no matter which."""
    left = list(rules[2])
    for _, (kind, length, name, _) in record:
        if kind == "sunk":
            left.remove(
                next(ship for ship in left if name in (None, ship[0]) and ship[1] == length)
            )
    return left


def explained(rules: Rules, record: Record) -> set[Place]:
    """The hits that certainly lie on ships heard to sink."""
    rows, columns, _, _, announce = rules
    sure: list[set[Place]] = []
    maybe: list[list[Ship]] = []
    for number, (place, (kind, length, name, cells)) in enumerate(record):
        if kind != "sunk":
            continue
        hits = {p for p, said in record[: number + 1] if said[0] != "miss"}
        if announce == "shown":
            maybe.append([cells])
        elif announce == "named":
            maybe.append([frozenset(p for p, said in record if said[2] == name)])
        else:
            maybe.append([s for s in ships(rows, columns, length or 0) if place in s and s <= hits])
        sure.append({place})
    for _ in range(len(sure) * rows * columns):
        for number, options in enumerate(maybe):
            others = set().union(*(s for i, s in enumerate(sure) if i != number))
            maybe[number] = [option for option in options if not option & others] or options
            sure[number] |= frozenset.intersection(*maybe[number])
    return set().union(*sure)


def density(rules: Rules, record: Record, weight: Callable[[int], int]) -> dict[Place, int]:
    """The votes for every place not fired at."""
    rows, columns, _, touching, announce = rules
    fired = {place for place, _ in record}
    hits = {place for place, said in record if said[0] != "miss"}
    gone = explained(rules, record)
    votes = {(r, c): 0 for r in range(rows) for c in range(columns)}
    for name, length in afloat(rules, record):
        mine = {place for place, said in record if said[2] == name and said[0] != "miss"}
        for ship in ships(rows, columns, length):
            if ship & (fired - hits) or ship & gone or ship <= hits:
                continue
            if announce == "named" and (not mine <= ship or ship & (hits - mine)):
                continue
            if any(not apart(ship, frozenset([hit]), touching) for hit in hits - ship):
                continue
            for place in ship - fired:
                votes[place] += weight(len(ship & hits))
    return votes
