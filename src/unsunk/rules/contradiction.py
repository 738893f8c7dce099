"""What a shot can clash with: the rules, or one of the shots before it.

Only local clashes are looked for: each takes a few steps. Every message begins with the cell of the
shot that clashes and says with what.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from unsunk.errors import ContradictionError, LayoutError
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.placement import Placement, halo, placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind, Outcome

if TYPE_CHECKING:
    from unsunk.rules.knowledge import Knowledge


def check_shot(before: "Knowledge", cell: int, outcome: Outcome) -> None:
    """Raise ContradictionError if a shot with this outcome cannot follow the record."""
    rules, name = before.rules, before.rules.board.name(cell)
    if before.fired >> cell & 1:
        number, earlier = next((i, s) for i, s in enumerate(before.shots, 1) if s.cell == cell)
        raise ContradictionError(
            f"{name} is fired at twice: shot {number} was there already ({earlier.outcome.kind})"
        )
    if before.finished:
        raise ContradictionError(
            f"{name} is fired at after all {rules.fleet.cells} cells of the fleet were hit"
        )
    check_form(rules, cell, outcome)
    if outcome.kind is Kind.MISS:
        _check_water(before, name)
    elif rules.announce is Announce.NAMED:
        _check_named(before, cell, outcome)
    elif rules.announce is Announce.LENGTH:
        _check_joined(before, cell, outcome)
        _check_totals(before, name, outcome)
    elif rules.announce is Announce.SHOWN:
        _check_shown(before, cell, outcome)
        _check_totals(before, name, outcome)


def check_form(rules: Ruleset, cell: int, outcome: Outcome) -> None:
    """Raise ContradictionError unless the outcome's parts are those that the announcement gives.

    >>> from unsunk.rules.shot import HIT
    >>> check_form(Ruleset(announce=Announce.NAMED), 0, Outcome(Kind.HIT, 3, "cruiser"))
    >>> check_form(Ruleset(), 0, HIT)
    """
    name = rules.board.name(cell)
    announce, kind = rules.announce, outcome.kind
    sunk = kind is Kind.SUNK
    named = announce is Announce.NAMED and kind is not Kind.MISS
    if sunk and announce is Announce.SILENT:
        raise ContradictionError(
            f"{name} sinks a ship, but under 'silent' no sink is announced: write hit"
        )
    if named and outcome.name not in rules.fleet.names:
        raise ContradictionError(
            f"{name} must name the ship that was hit, one of {', '.join(rules.fleet.names)}: "
            f"'{outcome.name or ''}' is none"
        )
    if outcome.name is not None and not named and not (sunk and announce is Announce.SHOWN):
        raise ContradictionError(
            f"{name} names the {outcome.name}, but under '{announce}' a {kind} has no name"
        )
    if outcome.length is not None and not named and not sunk:
        raise ContradictionError(
            f"{name} gives a length of {outcome.length}, but under '{announce}' a {kind} has none"
        )
    if sunk and outcome.length is None:
        raise ContradictionError(
            f"{name} sinks a ship, but its length is missing: write for instance sunk3"
        )
    shown = sunk and announce is Announce.SHOWN
    if shown and not 0 < outcome.cells <= rules.board.full:
        raise ContradictionError(
            f"{name} sinks a ship, but under 'shown' its cells are announced too: A1-C1"
        )
    if outcome.cells and not shown:
        raise ContradictionError(
            f"{name} shows the ship's cells, but under '{announce}' a {kind} shows none"
        )


def _check_water(before: "Knowledge", name: str) -> None:
    rules = before.rules
    water = rules.board.size - rules.fleet.cells
    if before.misses.bit_count() + 1 > water:
        raise ContradictionError(
            f"{name} is miss number {water + 1}, but the board has only {water} cells of water"
        )


def _check_afloat(before: "Knowledge", name: str, outcome: Outcome) -> None:
    if outcome.length not in before.afloat:
        raise ContradictionError(
            f"{name} sinks a ship of {outcome.length}, but the ships afloat have lengths "
            f"{', '.join(map(str, before.afloat))}"
        )


def _check_totals(before: "Knowledge", name: str, outcome: Outcome) -> None:
    """Hits must suffice for the ships sunk, and leave a cell for each ship afloat."""
    cells, hits = before.rules.fleet.cells, before.hits.bit_count() + 1
    sunk = outcome.length or 0
    afloat = len(before.afloat) - (outcome.kind is Kind.SUNK)
    gone = cells - sum(before.afloat) + sunk
    if hits < gone:
        raise ContradictionError(
            f"{name} makes {gone} cells of sunk ships, but only {hits} cells were hit"
        )
    if hits > cells - afloat:
        raise ContradictionError(
            f"{name} is hit number {hits} of the fleet's {cells} cells, but {afloat} ships "
            "would be afloat, each with a cell not yet hit"
        )


def _check_joined(before: "Knowledge", cell: int, outcome: Outcome) -> None:
    """Under `length`: some placement of a sunk ship's length lies on hits, the last at the cell."""
    if outcome.kind is not Kind.SUNK:
        return
    rules, length = before.rules, outcome.length or 0
    name = rules.board.name(cell)
    _check_afloat(before, name, outcome)
    if not any(sink_candidates(rules, cell, length, before.hits | 1 << cell)):
        raise ContradictionError(
            f"{name} sinks a ship of {length}, but the hits do not form {length} cells in line "
            f"through {name}"
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


def _check_shown(before: "Knowledge", cell: int, outcome: Outcome) -> None:
    """Under `shown`: what is sunk is a ship of hits, and ships sunk keep apart from all others."""
    rules, board = before.rules, before.rules.board
    name = board.name(cell)
    for _, earlier in before.sinks:
        if halo(board, earlier.outcome.cells, rules.touching) >> cell & 1:
            raise ContradictionError(
                f"{name} is hit beside the ship sunk at {board.name(earlier.cell)}, "
                f"but touching is '{rules.touching}'"
            )
    if outcome.kind is Kind.SUNK:
        _check_afloat(before, name, outcome)
        _check_shown_ship(before, cell, outcome)
        _check_shown_name(before, name, outcome)
        _check_shown_place(before, cell, outcome)


def _check_shown_ship(before: "Knowledge", cell: int, outcome: Outcome) -> None:
    """The cells shown are a ship of the length announced, and all of them were hit."""
    board = before.rules.board
    name = board.name(cell)
    try:
        length = Placement.of(board, outcome.cells).length
    except LayoutError as error:
        raise ContradictionError(f"{name} sinks a ship that cannot be: {error}") from None
    if length != outcome.length:
        raise ContradictionError(
            f"{name} sinks a ship of {outcome.length}, but the cells shown are {length}"
        )
    if not outcome.cells >> cell & 1:
        raise ContradictionError(f"{name} sinks a ship that does not cover {name}")
    for part in cells_of(outcome.cells & ~(before.hits | 1 << cell)):
        raise ContradictionError(f"{name} sinks a ship over {board.name(part)}, which was not hit")


def _check_shown_name(before: "Knowledge", name: str, outcome: Outcome) -> None:
    fleet = before.rules.fleet
    if outcome.name is None:
        return
    if dict(zip(fleet.names, fleet.lengths, strict=True)).get(outcome.name) != outcome.length:
        raise ContradictionError(
            f"{name} sinks the {outcome.name}, which is not a ship of {outcome.length}"
        )
    for _, earlier in before.sinks:
        if earlier.outcome.name == outcome.name:
            raise ContradictionError(
                f"{name} sinks the {outcome.name}, which was sunk at "
                f"{before.rules.board.name(earlier.cell)}"
            )


def _check_shown_place(before: "Knowledge", cell: int, outcome: Outcome) -> None:
    """A ship sunk overlaps no ship sunk before and, where the rule forbids it, touches no hit."""
    rules, board = before.rules, before.rules.board
    name = board.name(cell)
    for _, earlier in before.sinks:
        for part in cells_of(outcome.cells & earlier.outcome.cells):
            raise ContradictionError(
                f"{name} sinks a ship over {board.name(part)}, which belongs to the ship sunk at "
                f"{board.name(earlier.cell)}"
            )
    for part in cells_of(halo(board, outcome.cells, rules.touching) & before.hits):
        raise ContradictionError(
            f"{name} sinks a ship beside the hit at {board.name(part)}, "
            f"but touching is '{rules.touching}'"
        )


def _check_named(before: "Knowledge", cell: int, outcome: Outcome) -> None:
    """Under `named`: a ship sinks with its last cell, and its hits fit into one place."""
    rules, board, ship = before.rules, before.rules.board, outcome.name or ""
    name = board.name(cell)
    length = rules.fleet.lengths[rules.fleet.names.index(ship)]
    if outcome.length not in (None, length):
        raise ContradictionError(
            f"{name} gives the {ship} a length of {outcome.length}, but it has {length} cells"
        )
    mine = before.named_hits.get(ship, 0)
    others, hits = before.hits & ~mine, mine | 1 << cell
    count = hits.bit_count()
    if count > length:
        raise ContradictionError(
            f"{name} is hit {count} on the {ship}, which has only {length} cells"
        )
    if (count == length) is not (outcome.kind is Kind.SUNK):
        verb = "sinks" if outcome.kind is Kind.SUNK else "does not sink"
        raise ContradictionError(f"{name} {verb} the {ship} with hit {count} of its {length} cells")
    for mask in placements(board, length):
        near = halo(board, mask, rules.touching)
        if not hits & ~mask and not mask & before.misses and not (mask | near) & others:
            return
    raise ContradictionError(
        f"{name} hits the {ship}, but no {length} cells in line cover it with the {ship}'s other "
        "hits and keep clear of misses and of other ships"
    )
