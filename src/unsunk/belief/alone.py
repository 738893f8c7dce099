"""Where each ship could lie, as far as the shots on its own cells tell.

Ships do not influence what is heard of one another, so a placement is possible for a ship taken
alone when every shot on its cells was answered as this ship would answer it. A layout fits a record
exactly when each of its ships is possible alone and every hit lies on one of them.
"""

from functools import lru_cache

from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.placement import placements
from unsunk.rules.shot import Kind, Outcome


@lru_cache(maxsize=256)
def covering(board: Board, length: int) -> tuple[int, ...]:
    """For each cell the placements of a ship of `length` that cover it, as a bit set.

    >>> [bin(bits) for bits in covering(Board(1, 3), 2)]
    ['0b1', '0b11', '0b10']
    """
    over = [0] * board.size
    for place, mask in enumerate(placements(board, length)):
        for cell in cells_of(mask):
            over[cell] |= 1 << place
    return tuple(over)


def places_alone(knowledge: Knowledge) -> tuple[int, ...]:
    """For each group of ships alike, the placements possible for one of them alone, as a bit set.

    Bit i stands for placement i of `placements(board, length)`; the groups are those of the rules.
    Ships heard to sink are among them: their placements are what the sinks allow.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x7; fleet 3,2; announce length")
    >>> [bin(bits) for bits in places_alone(parse_record(rules, "C1:hit D1:hit"))]
    ['0b11111', '0b111011']
    """
    rules = knowledge.rules
    found = []
    for group in rules.groups:
        length = rules.fleet.lengths[group[0]]
        over = covering(rules.board, length)
        possible = (1 << len(placements(rules.board, length))) - 1
        for cell in cells_of(knowledge.misses):
            possible &= ~over[cell]
        if rules.announce is Announce.NAMED:
            possible = _named(knowledge, rules.fleet.names[group[0]], possible, over)
        elif rules.announce is not Announce.SILENT:
            possible = _heard(knowledge, length, possible, over)
        found.append(possible)
    return tuple(found)


def _named(knowledge: Knowledge, name: str, possible: int, over: tuple[int, ...]) -> int:
    """A named ship covers its own hits and no others."""
    mine = knowledge.named_hits.get(name, 0)
    for cell in cells_of(mine):
        possible &= over[cell]
    for cell in cells_of(knowledge.hits & ~mine):
        possible &= ~over[cell]
    return possible


def _heard(knowledge: Knowledge, length: int, possible: int, over: tuple[int, ...]) -> int:
    """A ship sinks with the last of its cells, not before and not without a word."""
    masks, hits = placements(knowledge.rules.board, length), 0
    for shot in knowledge.shots:
        outcome, here = shot.outcome, over[shot.cell]
        if outcome.kind is Kind.MISS:
            continue
        hits |= 1 << shot.cell
        complete = _complete(possible & here, masks, hits)
        if outcome.kind is Kind.HIT:
            possible &= ~complete
        else:
            possible &= ~here | _sunk(outcome, length, complete, masks)
    return possible


def _complete(places: int, masks: tuple[int, ...], hits: int) -> int:
    """Of a bit set of placements those that lie wholly on hits."""
    found = 0
    for place in cells_of(places):
        if not masks[place] & ~hits:
            found |= 1 << place
    return found


def _sunk(outcome: Outcome, length: int, complete: int, masks: tuple[int, ...]) -> int:
    """Of the placements that a shot completes those that the announced sink allows."""
    if outcome.length != length:
        return 0
    if not outcome.cells:
        return complete
    return sum(1 << place for place in cells_of(complete) if masks[place] == outcome.cells)
