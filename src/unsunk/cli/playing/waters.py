"""What the person may see of a board: a mark for every cell, and the ships whose place is known."""

from dataclasses import dataclass

from unsunk.cli.playing.match import COMPUTER, PERSON, Match
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Word
from unsunk.rules.knowledge import Knowledge


class Mark(Word):
    """What is seen on a cell."""

    WATER = "water"
    """Nothing is known to be there."""
    SHIP = "ship"
    """A ship that was not hit there."""
    MISS = "miss"
    HIT = "hit"
    SUNK = "sunk"
    """A hit on a ship that is known to have sunk."""


@dataclass(frozen=True)
class Waters:
    """One board as the person may see it.

    `marks` is one mark a cell; `ships` are the masks of the ships whose whole place is known,
    `last` is the cell of the latest shot at these waters, None before the first.
    """

    board: Board
    marks: tuple[Mark, ...]
    ships: tuple[int, ...]
    last: int | None

    def ship_on(self, cell: int) -> int:
        """The mask of the known ship on a cell, 0 if there is none."""
        return next((mask for mask in self.ships if mask >> cell & 1), 0)


def theirs(match: Match) -> Waters:
    """The computer's waters: what was announced, and at the end the whole fleet.

    >>> from unsunk.rules.ruleset import Ruleset
    >>> match = Match.new(Ruleset(), "easy", seed=1).at_random().start()
    >>> theirs(match).ships, theirs(match.fire(0)).marks[0]
    ((), Mark.MISS)
    """
    knowledge = match.knowledge(PERSON)
    ships = match.hidden.ships if match.phase == "over" else announced_ships(knowledge)
    return _waters(knowledge, tuple(ships))


def ours(match: Match) -> Waters:
    """The person's own waters: the fleet, and the computer's shots at it."""
    ships = tuple(mask for mask in match.placed if mask is not None)
    return _waters(match.knowledge(COMPUTER), ships)


def announced_ships(knowledge: Knowledge) -> tuple[int, ...]:
    """The masks of the sunk ships whose cells a shooter has heard."""
    sunk = [shot.outcome for _, shot in knowledge.sinks]
    if knowledge.rules.announce is Announce.NAMED:
        return tuple(knowledge.named_hits[o.name] for o in sunk if o.name is not None)
    return tuple(outcome.cells for outcome in sunk if outcome.cells)


def _waters(knowledge: Knowledge, ships: tuple[int, ...]) -> Waters:
    marks = [Mark.WATER] * knowledge.rules.board.size
    for mask, mark in ((knowledge.misses, Mark.MISS), (knowledge.hits, Mark.HIT)):
        for cell in cells_of(mask):
            marks[cell] = mark
    for ship in ships:
        sunk = not ship & ~knowledge.hits
        for cell in cells_of(ship):
            if sunk:
                marks[cell] = Mark.SUNK
            elif marks[cell] is Mark.WATER:
                marks[cell] = Mark.SHIP
    last = knowledge.shots[-1].cell if knowledge.shots else None
    return Waters(knowledge.rules.board, tuple(marks), ships, last)
