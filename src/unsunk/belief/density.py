"""In how many ways could each ship afloat, taken alone, lie over each cell?

For every ship afloat, every placement that no shot has ruled out adds its weight to the cells it
covers. That ships exclude one another is ignored. This plain
version is itself the oracle of its compiled twin in `kernels/simulate.py`.
"""

from collections.abc import Iterator, Sequence

from unsunk.belief.explained import explained_hits
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.placement import halo, placements


def places_left(knowledge: Knowledge) -> Iterator[tuple[int, int, int]]:
    """Yield (number of ships alike, placement mask, open hits covered) for the ships afloat.

    A placement is ruled out by a miss on it, by a cell of a sunk ship on it, by a hit beside it
    where touching forbids that, by lying on hits alone (nothing is left to fire at), and under
    `named` by a hit on another ship or by missing a hit on its own.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x7; fleet 3; announce length")
    >>> [bin(mask) for _, mask, _ in places_left(parse_record(rules, "C1:hit A1:miss"))]
    ['0b1110', '0b11100', '0b111000', '0b1110000']
    """
    rules, hits = knowledge.rules, knowledge.hits
    named = rules.announce is Announce.NAMED
    gone = explained_hits(knowledge)
    for length, number, own in _afloat(knowledge):
        blocked = knowledge.misses | gone | (hits & ~own if named else 0)
        must = own if named else 0
        for mask in placements(rules.board, length):
            if mask & blocked or must & ~mask or not mask & ~hits:
                continue
            if halo(rules.board, mask, rules.touching) & hits:
                continue
            yield number, mask, (mask & hits).bit_count()


def _afloat(knowledge: Knowledge) -> Iterator[tuple[int, int, int]]:
    """Yield (length, number of ships alike, hits on it) for each group of ships afloat."""
    rules, afloat = knowledge.rules, knowledge.afloat
    if rules.announce is not Announce.NAMED:
        for length in dict.fromkeys(afloat):
            yield length, afloat.count(length), knowledge.hits
        return
    sunk = {shot.outcome.name for _, shot in knowledge.sinks}
    for ship in rules.fleet.ships:
        if ship.name not in sunk:
            yield ship.length, 1, knowledge.named_hits.get(ship.name, 0)


def hit_weight(cells: int) -> int:
    """The weight w of a hit for a fleet of that many cells.

    Over a cell a ship of length k has at most 2k placements, so no cell of a blank board counts
    more than twice the fleet's cells; w is one more. For the classic fleet that is 35, the weight
    of source 004.

    >>> hit_weight(17)
    35
    """
    return 2 * cells + 1


def density(knowledge: Knowledge, weights: Sequence[int] | None = None) -> list[int]:
    """The votes for every cell, 0 for cells fired at.

    A placement that covers h open hits votes `weights[h]`; by default w**h with w from
    `hit_weight` of the ships afloat. Source: Kaan Baha Sever, Battleship (2026), "How the computer
    aims", d(c).

    >>> from unsunk.rules.ruleset import Ruleset
    >>> max(density(Knowledge(Ruleset())))
    34
    """
    if weights is None:
        w = hit_weight(sum(knowledge.afloat))
        weights = [w**h for h in range(max(knowledge.rules.fleet.lengths) + 1)]
    votes = [0] * knowledge.rules.board.size
    untried = knowledge.untried
    for number, mask, hits in places_left(knowledge):
        for cell in cells_of(mask & untried):
            votes[cell] += number * weights[hits]
    return votes
