"""Other games that the players cannot tell from one: the same shots, and all that was heard."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from unsunk.rules.bits import cells_of
from unsunk.rules.dice import Dice
from unsunk.rules.placement import placements
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.layers import Bits, Event, State, step
from unsunk.study.packet import Packet, Waters
from unsunk.study.policies.maps import empty
from unsunk.study.reading import Condition, Layer, Linked
from unsunk.study.view import View

TRIES = 400
"""The games that are made and compared."""


def alike(state: State, events: Sequence[Event], dice: Dice) -> Iterator[State]:
    """Yield games in which the same shots as in `events` left both players the views of `state`.

    All that no view tells is drawn anew: where the ships lie under cells that were not settled, the
    other candidates, links, the packet's seed, and every bit of its tape that nothing heard hangs
    on. No two games have the same waters and links, and none has those of `state`.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.study.bank import make_bank
    >>> board = Board(5, 5)
    >>> state = State.begin(make_bank(board, packets=1).packets[0], Condition(board))
    >>> other = next(alike(state, (), Dice(1)))
    >>> other.packet.waters == state.packet.waters, other.sides[0].view == state.sides[0].view
    (False, True)
    """
    here, condition = state.packet, state.condition
    fleets = [_Fleet.of(state, owner) for owner in (0, 1)]
    seen = {(here.waters, here.links)}
    for number in range(TRIES):
        chance = dice.at(number)
        reseeded = replace(here, seed=chance.word() >> 11)
        tape = Tape(reseeded, condition.p, NumpySource())
        one, two = (
            fleet.stirred(chance, tape if condition.layer >= Layer.L2 else None) for fleet in fleets
        )
        links = tuple(
            (fleets[0].link(ship, chance), fleets[1].link(ship, chance))
            for ship in range(len(here.links))
        )
        if (waters_and_links := ((one, two), links)) in seen:
            continue
        packet = replace(reseeded, waters=(one, two), links=links)
        there = _replayed(packet, state, events, _Bent.of(tape, condition, events, fleets))
        if there is not None:
            seen.add(waters_and_links)
            yield there


@dataclass
class _Fleet:
    """The six candidates of a player, and what was heard of them."""

    owner: int
    view: View
    masks: tuple[list[int], list[int]]
    """By ship where it lies, or may lie if it is not resolved; and its other candidate."""
    known: tuple[int, ...]
    """By ship its cells that were heard to be of a ship."""
    linked: tuple[int | None, ...]
    """By ship the linked cell, if it was heard to be damaged."""

    @classmethod
    def of(cls, state: State, owner: int) -> "_Fleet":
        side, waters = state.sides[owner], state.packet.waters[owner]
        bits = [bit or 0 for bit in side.branch]
        active = [waters.branch(ship, bit) for ship, bit in enumerate(bits)]
        other = [waters.branch(ship, 1 - bit) for ship, bit in enumerate(bits)]
        linked: list[int | None] = [None] * len(bits)
        if state.condition.layer >= Layer.L3:
            for ship, bit in enumerate(bits):
                cell = waters.segment(ship, bit, state.packet.links[ship][owner])
                linked[ship] = cell if side.view.damaged >> cell & 1 else None
        known = tuple(mask & side.view.occupied for mask in active)
        return cls(owner, side.view, (active, other), known, tuple(linked))

    @property
    def layout(self) -> int:
        """The mask of all cells where the ships lie."""
        return sum(self.masks[0])

    def stirred(self, dice: Dice, branches: Bits | None) -> Waters:
        """Move every candidate in turn to one of the places that it may have.

        The bits say which of a ship's candidates is branch A; without bits it is where it lies.
        """
        lengths = self.view.condition.fleet.lengths
        for other, masks in enumerate(self.masks):
            for ship, length in enumerate(lengths):
                masks[ship] = 0
                options = list(self._options(ship, length, other=bool(other)))
                masks[ship] = options[dice.below(len(options))]
        a, b = map(list, self.masks)
        for ship in range(len(lengths)):
            if branches is not None and branches.branch(self.owner, ship):
                a[ship], b[ship] = b[ship], a[ship]
        return Waters(tuple(a), tuple(b))

    def _options(self, ship: int, length: int, *, other: bool) -> Iterator[int]:
        taken = sum(self.masks[0]) + sum(self.masks[1])
        heard, known = self.view.occupied, 0 if other else self.known[ship]
        closed = heard if other else heard | empty(self.view)
        for mask in placements(self.view.condition.board, length):
            if not mask & taken and mask & closed == known:
                yield mask

    def link(self, ship: int, dice: Dice) -> int:
        """The number of the linked segment: the one heard to be damaged, or one that was not."""
        cells = list(cells_of(self.masks[0][ship]))
        linked = self.linked[ship]
        if linked is not None:
            return cells.index(linked)
        free = cells
        if self.view.condition.layer >= Layer.L3:
            free = [cell for cell in cells if not self.view.damaged >> cell & 1]
        return cells.index(free[dice.below(len(free))])


@dataclass(frozen=True)
class _Bent:
    """A tape, but for the bits that what was heard hangs on."""

    tape: Tape
    shots: Mapping[tuple[int, int], int]
    links: Mapping[tuple[int, int], tuple[int, int]]

    @classmethod
    def of(
        cls, tape: Tape, condition: Condition, events: Sequence[Event], fleets: Sequence[_Fleet]
    ) -> "_Bent":
        """The tape with which other fleets answer these shots as they were answered."""
        matters = condition.reading.linked is Linked.ONES
        shots: dict[tuple[int, int], int] = {}
        links: dict[tuple[int, int], tuple[int, int]] = {}
        number = [0, 0]
        for event in events:
            target = 1 - event.shooter
            if event.v is not None and fleets[target].layout >> event.cell & 1:
                place = (event.shooter, number[event.shooter])
                shots[place] = 0 if event.ship is None else event.v
            number[event.shooter] += 1
            if matters and event.c is not None and event.ship is not None:
                links[target, event.ship] = event.c
        return cls(tape, shots, links)

    def vulnerable(self, shooter: int, shot: int) -> int:
        bit = self.shots.get((shooter, shot))
        return self.tape.vulnerable(shooter, shot) if bit is None else bit

    def branch(self, owner: int, ship: int) -> int:
        return self.tape.branch(owner, ship)

    def link(self, owner: int, ship: int) -> tuple[int, int]:
        return self.links.get((owner, ship)) or self.tape.link(owner, ship)


def _replayed(packet: Packet, state: State, events: Sequence[Event], bits: Bits) -> State | None:
    """The game of another packet after these shots; None unless it leaves the same views."""
    there = State.begin(packet, state.condition, state.start)
    for event in events:
        if there.over or not there.sides[1 - there.turn].view.legal >> event.cell & 1:
            return None
        there, _ = step(there, event.cell, bits)
    same = [side.view for side in there.sides] == [side.view for side in state.sides]
    return there if same and not there.over else None
