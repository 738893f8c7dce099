"""All that a shooter may know: the rules and the record of the shots, in order.

There is no place in it for a layout, so a strategy that is handed a `Knowledge` cannot peek.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from unsunk.errors import ContradictionError
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.placement import Placement, halo, placements
from unsunk.errors import LayoutError
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind, Outcome


@dataclass(frozen=True)
class Shot:
    """A cell fired at and what was heard."""

    cell: int
    outcome: Outcome


@dataclass(frozen=True)
class Knowledge:
    """The record of one shooter; ContradictionError if a shot clashes with the rules or the record.

    Only local clashes are found here (a cell twice, a sink that no hits join, a ship that is not
    afloat); whether any layout fits the whole record is a question for `belief`.

    >>> from unsunk.rules.shot import HIT, MISS
    >>> knowledge = Knowledge(Ruleset()).after(0, MISS).after(1, HIT)
    >>> knowledge.misses, knowledge.hits, knowledge.afloat
    (1, 2, (5, 4, 3, 3, 2))
    """

    rules: Ruleset
    shots: tuple[Shot, ...] = ()

    def __post_init__(self) -> None:
        before = Knowledge._trusted(self.rules, ())
        for shot in self.shots:
            before = before.after(shot.cell, shot.outcome)

    @classmethod
    def _trusted(cls, rules: Ruleset, shots: tuple[Shot, ...]) -> "Knowledge":
        knowledge = object.__new__(cls)
        object.__setattr__(knowledge, "rules", rules)
        object.__setattr__(knowledge, "shots", shots)
        return knowledge

    def after(self, cell: int, outcome: Outcome) -> "Knowledge":
        """The knowledge after one more shot; ContradictionError if it clashes with this one."""
        shot = Shot(cell, outcome)
        _check(self, shot)
        return Knowledge._trusted(self.rules, (*self.shots, shot))

    def __len__(self) -> int:
        return len(self.shots)

    @cached_property
    def fired(self) -> int:
        """The mask of the cells fired at."""
        return self.misses | self.hits

    @cached_property
    def misses(self) -> int:
        """The mask of the cells that were water."""
        return sum(1 << shot.cell for shot in self.shots if shot.outcome.kind is Kind.MISS)

    @cached_property
    def hits(self) -> int:
        """The mask of the cells that were ship."""
        return sum(1 << shot.cell for shot in self.shots if shot.outcome.kind is not Kind.MISS)

    @property
    def untried(self) -> int:
        """The mask of the cells not fired at."""
        return self.rules.board.full & ~self.fired

    @cached_property
    def sinks(self) -> tuple[tuple[int, Shot], ...]:
        """The shots that were heard to sink a ship, each with the mask of the hits up to and with it."""
        found, hits = [], 0
        for shot in self.shots:
            if shot.outcome.kind is not Kind.MISS:
                hits |= 1 << shot.cell
            if shot.outcome.kind is Kind.SUNK:
                found.append((hits, shot))
        return tuple(found)

    @cached_property
    def afloat(self) -> tuple[int, ...]:
        """The lengths of the ships not heard to sink, longest first; under `silent` all of them."""
        left = Counter(self.rules.fleet.lengths)
        left.subtract(shot.outcome.length for _, shot in self.sinks if shot.outcome.length)
        return tuple(sorted(left.elements(), reverse=True))

    @cached_property
    def named_hits(self) -> dict[str, int]:
        """Under `named`, the mask of the hits on each ship that was hit, by its name."""
        hits: dict[str, int] = {}
        for shot in self.shots:
            if shot.outcome.name and shot.outcome.kind is not Kind.MISS:
                hits[shot.outcome.name] = hits.get(shot.outcome.name, 0) | 1 << shot.cell
        return hits

    @property
    def finished(self) -> bool:
        """Whether every cell of the fleet has been hit."""
        return self.hits.bit_count() == self.rules.fleet.cells


def _check(before: Knowledge, shot: Shot) -> None:
    """Raise ContradictionError if the shot cannot follow the record."""
    rules = before.rules
    cell = rules.board.name(shot.cell)
    if before.fired >> shot.cell & 1:
        number, earlier = next((i, s) for i, s in enumerate(before.shots, 1) if s.cell == shot.cell)
        raise ContradictionError(
            f"{cell} is fired at twice: shot {number} was there already ({earlier.outcome.kind})"
        )
    if before.finished:
        raise ContradictionError(f"{cell} is fired at after all {rules.fleet.cells} cells of the fleet were hit")
    _check_form(rules, cell, shot.outcome)
    if shot.outcome.kind is Kind.MISS:
        _check_room_for_fleet(before, cell)
    elif rules.announce is Announce.NAMED:
        _check_named(before, shot, cell)
    elif rules.announce is not Announce.SILENT:
        _check_hit(before, shot, cell)


def _check_form(rules: Ruleset, cell: str, outcome: Outcome) -> None:
    """The parts of the outcome must be those that the announcement gives."""
    announce, kind = rules.announce, outcome.kind
    sunk, hit = kind is Kind.SUNK, kind is not Kind.MISS
    if sunk and announce is Announce.SILENT:
        raise ContradictionError(f"{cell} sinks a ship, but under 'silent' no sink is announced: write hit")
    named = announce is Announce.NAMED and hit
    if named and outcome.name not in rules.fleet.names:
        raise ContradictionError(
            f"{cell} must name the ship that was hit, one of {', '.join(rules.fleet.names)}: "
            f"'{outcome.name or ''}' is none"
        )
    if outcome.name is not None and not named and not (sunk and announce is Announce.SHOWN):
        raise ContradictionError(f"{cell} names the {outcome.name}, but under '{announce}' no name is announced")
    if sunk and outcome.length is None:
        raise ContradictionError(f"{cell} sinks a ship, but its length is missing: write for instance sunk3")
    if sunk and announce is Announce.SHOWN and not outcome.cells:
        raise ContradictionError(f"{cell} sinks a ship, but under 'shown' its cells are announced too: A1-C1")
    if outcome.cells and announce is not Announce.SHOWN:
        raise ContradictionError(f"{cell} shows the ship's cells, but under '{announce}' they are not announced")


def _check_room_for_fleet(before: Knowledge, cell: str) -> None:
    rules = before.rules
    water = rules.board.size - rules.fleet.cells
    if before.misses.bit_count() + 1 > water:
        raise ContradictionError(f"{cell} is miss number {water + 1}, but the board has only {water} cells of water")


def _check_hit(before: Knowledge, shot: Shot, cell: str) -> None:
    """A hit or a sink under `shown` or `length`."""
    rules, outcome = before.rules, shot.outcome
    hits = before.hits | 1 << shot.cell
    if outcome.kind is Kind.SUNK:
        if outcome.length not in before.afloat:
            raise ContradictionError(
                f"{cell} sinks a ship of {outcome.length}, but the ships afloat have lengths "
                f"{', '.join(map(str, before.afloat))}"
            )
        if rules.announce is Announce.SHOWN:
            _check_shown(before, shot, cell, hits)
        else:
            _check_joined(before, shot, cell, hits)
    _check_totals(before, outcome, cell, hits)


def _check_totals(before: Knowledge, outcome: Outcome, cell: str, hits: int) -> None:
    """Hits must suffice for the ships sunk, and leave a cell for each ship afloat."""
    fleet, sunk = before.rules.fleet, outcome.length if outcome.kind is Kind.SUNK else 0
    afloat = len(before.afloat) - (sunk > 0 if sunk else 0)
    gone = fleet.cells - sum(before.afloat) + (sunk or 0)
    if hits.bit_count() < gone:
        raise ContradictionError(
            f"{cell} makes {gone} cells of sunk ships, but only {hits.bit_count()} cells were hit"
        )
    if hits.bit_count() > fleet.cells - afloat:
        raise ContradictionError(
            f"{cell} is hit number {hits.bit_count()} of the fleet's {fleet.cells} cells, but {afloat} "
            "ships are still afloat and each has a cell not yet hit"
        )


def _check_shown(before: Knowledge, shot: Shot, cell: str, hits: int) -> None:
    rules, outcome = before.rules, shot.outcome
    board = rules.board
    try:
        length = Placement.of(board, outcome.cells).length
    except LayoutError as error:
        raise ContradictionError(f"{cell} sinks a ship that cannot be: {error}") from None
    if length != outcome.length:
        raise ContradictionError(f"{cell} sinks a ship of {outcome.length}, but {length} cells are shown")
    if not outcome.cells >> shot.cell & 1:
        raise ContradictionError(f"{cell} sinks a ship that does not cover {cell}")
    for part in cells_of(outcome.cells & ~hits):
        raise ContradictionError(f"{cell} sinks a ship over {board.name(part)}, which was not hit")
    if outcome.name is not None:
        _check_shown_name(before, outcome, cell)
    for _, earlier in before.sinks:
        other = earlier.outcome.cells
        for part in cells_of(outcome.cells & other):
            raise ContradictionError(
                f"{cell} sinks a ship over {board.name(part)}, which belongs to the ship sunk at "
                f"{board.name(earlier.cell)}"
            )
        for part in cells_of(halo(board, other, rules.touching) & outcome.cells):
            raise ContradictionError(
                f"{cell} sinks a ship that touches the one sunk at {board.name(earlier.cell)} at "
                f"{board.name(part)}, but touching is '{rules.touching}'"
            )
    if rules.touching is not Touching.YES:
        for part in cells_of(halo(board, outcome.cells, rules.touching) & hits):
            raise ContradictionError(
                f"{cell} sinks a ship beside the hit at {board.name(part)}, but touching is '{rules.touching}'"
            )


def _check_shown_name(before: Knowledge, outcome: Outcome, cell: str) -> None:
    fleet = before.rules.fleet
    lengths = dict(zip(fleet.names, fleet.lengths, strict=True))
    if lengths.get(outcome.name or "") != outcome.length:
        raise ContradictionError(f"{cell} sinks the {outcome.name}, which is not a ship of {outcome.length}")
    if any(earlier.outcome.name == outcome.name for _, earlier in before.sinks):
        raise ContradictionError(f"{cell} sinks the {outcome.name}, which was sunk before")


def _check_joined(before: Knowledge, shot: Shot, cell: str, hits: int) -> None:
    """Under `length`: some placement of that length covers the cell and otherwise earlier hits."""
    length = shot.outcome.length or 0
    if not any(sink_candidates(before.rules, shot.cell, length, hits)):
        raise ContradictionError(
            f"{cell} sinks a ship of {length}, but the hits do not form {length} cells in line through {cell}"
        )


def sink_candidates(rules: Ruleset, cell: int, length: int, hits: int) -> Iterator[int]:
    """Yield the placements of `length` that cover `cell` and lie wholly on the mask `hits`.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> list(sink_candidates(Ruleset(Board(2, 2), Fleet((2,))), 3, 2, 0b1110))
    [12, 10]
    """
    for mask in placements(rules.board, length):
        if mask >> cell & 1 and not mask & ~hits:
            yield mask


def _check_named(before: Knowledge, shot: Shot, cell: str) -> None:
    rules, outcome = before.rules, shot.outcome
    name = outcome.name or ""
    length = rules.fleet.lengths[rules.fleet.names.index(name)]
    if outcome.length not in (None, length):
        raise ContradictionError(f"{cell} gives the {name} {outcome.length} cells, but it has {length}")
    hits = before.named_hits.get(name, 0) | 1 << shot.cell
    count = hits.bit_count()
    if count > length:
        raise ContradictionError(f"{cell} is hit {count} on the {name}, which has only {length} cells")
    if (count == length) is not (outcome.kind is Kind.SUNK):
        verb = "sinks" if outcome.kind is Kind.SUNK else "does not sink"
        raise ContradictionError(f"{cell} {verb} the {name} with hit {count} of its {length} cells")
    others = before.hits & ~before.named_hits.get(name, 0)
    options = (mask for mask in placements(rules.board, length) if not hits & ~mask)
    if not any(not mask & (before.misses | others) for mask in options):
        raise ContradictionError(
            f"{cell} hits the {name}, but no place of {length} cells in line covers it with the {name}'s "
            "other hits and is clear of misses and of other ships"
        )
