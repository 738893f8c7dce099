"""The transition T(s′ | s, a): what one shot does to a game, as a pure function of the bits drawn.

All chance is in the bits; `step` is the function f(s, a, m) of the paper, with m the bits that it
asks for. Which bits it asks for depends on the state: V at every shot from L1 on, B when a shot (or
a link) first needs to know where a ship lies, (C₀, C₁) when direct damage meets a link.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from unsunk.errors import TurnError
from unsunk.rules.bits import cells_of
from unsunk.study.packet import Packet
from unsunk.study.reading import Condition, Feedback, Layer, Linked, Told
from unsunk.study.view import View

ATTACKS = ("bomb", "torpedo")
"""The labels of a player's shots, in turn. They change nothing."""


class Bits(Protocol):
    """Measured bits, each at a place of its own, so that a game asks in any order."""

    def vulnerable(self, shooter: int, shot: int) -> int:
        """V of a player's shot, counted from 0."""

    def branch(self, owner: int, ship: int) -> int:
        """B of a ship."""

    def link(self, owner: int, ship: int) -> tuple[int, int]:
        """(C₀, C₁) of the link of a ship, met by direct damage to its owner's segment."""


@dataclass(frozen=True)
class Side:
    """One player's waters in a game."""

    branch: tuple[int | None, ...]
    """By ship the active branch, 0 or 1; None while it is not resolved."""
    view: View
    """What the other has heard of them."""
    damaged: int = 0
    """The mask of all damage."""
    linked: int = 0
    """The mask of damage through links."""


@dataclass(frozen=True)
class State:
    """A game between two shots. Players are 0 and 1."""

    packet: Packet
    condition: Condition
    sides: tuple[Side, Side]
    start: int
    turn: int
    rounds: int = 0
    """Rounds begun: a round is one shot of each player, the starter's first."""

    @classmethod
    def begin(cls, packet: Packet, condition: Condition, start: int = 0) -> "State":
        """A game before its first shot, which player `start` fires."""
        branch = None if condition.layer >= Layer.L2 else 0
        side = Side((branch,) * len(packet.fleet.lengths), View(condition))
        return cls(packet, condition, (side, side), start, start)

    @property
    def over(self) -> bool:
        """Whether a fleet is sunk."""
        return any(self.fleet_sunk(owner) for owner in (0, 1))

    @property
    def winner(self) -> int | None:
        """The player whose fleet alone is afloat; None for a draw, or while the game goes on."""
        lost = [self.fleet_sunk(owner) for owner in (0, 1)]
        return lost.index(False) if self.over and not all(lost) else None

    def fleet_sunk(self, owner: int) -> bool:
        """Whether all of a player's ships are sunk."""
        return self.sides[owner].damaged.bit_count() == self.packet.fleet.cells

    def active(self, owner: int, ship: int) -> int | None:
        """The mask of a ship where it lies; None while it is not resolved."""
        bit = self.sides[owner].branch[ship]
        return None if bit is None else self.packet.waters[owner].branch(ship, bit)


@dataclass(frozen=True)
class Event:
    """What one shot did."""

    shooter: int
    cell: int
    attack: str
    ship: int | None
    """The ship at the cell; None if it is empty."""
    v: int | None
    """The vulnerability bit; None at L0."""
    damage: bool
    resolved: tuple[tuple[int, int, int], ...] = ()
    """(owner, ship, branch) of the ships that this shot made the game look for."""
    c: tuple[int, int] | None = None
    """The bits of the link that the damage met."""
    linked: tuple[int, int] | None = None
    """(owner, cell) damaged through it."""
    sunk: tuple[tuple[int, int], ...] = ()
    """(owner, ship) of the ships that it sank."""


def step(state: State, cell: int, bits: Bits) -> tuple[State, Event]:
    """The state after a shot of the player whose turn it is, and what it did.

    TurnError if the game is over, InputError for a cell that may not be fired at.
    """
    if state.over:
        raise TurnError("the game is over: no more shots are fired")
    shooter, target = state.turn, 1 - state.turn
    side = state.sides[target]
    side.view.require_legal(cell)
    shot, layer = side.view.shots, state.condition.layer
    event = Event(shooter, cell, ATTACKS[shot % 2], None, None, False)
    if layer >= Layer.L1:
        event = replace(event, v=bits.vulnerable(shooter, shot))
    if layer >= Layer.L2:
        state, event = _resolve_at(state, event, target, cell, bits)
    ship = _ship_at(state, target, cell)
    known = bool(state.sides[target].damaged >> cell & 1)
    if ship is not None:
        event = replace(event, ship=ship, damage=event.v != 0 and not known)
    before = state
    if event.damage and ship is not None:
        state = _damaged(state, target, cell, linked=False)
        if layer >= Layer.L3:
            state, event = _link(state, event, target, ship, cell, bits)
    event = replace(event, sunk=_newly_sunk(before, state))
    state = _heard(state, event, known)
    rounds = state.rounds + (shooter == state.start)
    return replace(state, turn=target, rounds=rounds), event


def _resolve_at(
    state: State, event: Event, owner: int, cell: int, bits: Bits
) -> tuple[State, Event]:
    """Look for the ship that has the cell in one of its branches."""
    waters = state.packet.waters[owner]
    for ship, branch in enumerate(state.sides[owner].branch):
        if branch is None and (waters.a[ship] | waters.b[ship]) >> cell & 1:
            return _resolve(state, event, owner, ship, bits)
    return state, event


def _resolve(state: State, event: Event, owner: int, ship: int, bits: Bits) -> tuple[State, Event]:
    bit = bits.branch(owner, ship)
    side = state.sides[owner]
    branch = (*side.branch[:ship], bit, *side.branch[ship + 1 :])
    state = _with(state, owner, replace(side, branch=branch))
    return state, replace(event, resolved=(*event.resolved, (owner, ship, bit)))


def _ship_at(state: State, owner: int, cell: int) -> int | None:
    for ship in range(len(state.packet.fleet.lengths)):
        mask = state.active(owner, ship)
        if mask is not None and mask >> cell & 1:
            return ship
    return None


def _link(
    state: State, event: Event, owner: int, ship: int, cell: int, bits: Bits
) -> tuple[State, Event]:
    """Follow a link from a segment damaged directly to its partner on the other board."""
    mask, partner = state.active(owner, ship), 1 - owner
    assert mask is not None
    pair = state.packet.links[ship]
    if list(cells_of(mask))[pair[owner]] != cell:
        return state, event
    c = bits.link(owner, ship)
    event = replace(event, c=c)
    if state.condition.reading.linked is Linked.ONES and c != (1, 1):
        return state, event
    if state.sides[partner].branch[ship] is None:
        state, event = _resolve(state, event, partner, ship, bits)
    there = state.active(partner, ship)
    assert there is not None
    other = list(cells_of(there))[pair[partner]]
    if state.sides[partner].damaged >> other & 1:
        return state, event
    return _damaged(state, partner, other, linked=True), replace(event, linked=(partner, other))


def _damaged(state: State, owner: int, cell: int, *, linked: bool) -> State:
    side = state.sides[owner]
    side = replace(
        side,
        damaged=side.damaged | 1 << cell,
        linked=side.linked | 1 << cell if linked else side.linked,
    )
    return _with(state, owner, side)


def _newly_sunk(before: State, after: State) -> tuple[tuple[int, int], ...]:
    """The ships sunk in one state and not yet in another."""
    sunk = []
    for owner in (0, 1):
        new = after.sides[owner].damaged & ~before.sides[owner].damaged
        for ship in range(len(after.packet.fleet.lengths)):
            mask = after.active(owner, ship)
            if new and mask is not None and mask & new and not mask & ~after.sides[owner].damaged:
                sunk.append((owner, ship))
    return tuple(sunk)


def _heard(state: State, event: Event, known: bool) -> State:
    """Let both players hear what the reading lets them hear."""
    condition, owner = state.condition, 1 - event.shooter
    reading, lengths = condition.reading, state.packet.fleet.lengths
    sunk: dict[int, int] = {}
    if reading.sinks is Told.TOLD:
        sunk = {side: lengths[ship] for side, ship in event.sunk}
    view = state.sides[owner].view
    if event.damage or known:
        view = view.damage(event.cell, sunk.get(owner))
    elif event.ship is None and reading.feedback is Feedback.OPEN:
        view = view.missed(event.cell)
    else:
        view = view.resisted(event.cell)
    state = _with(state, owner, replace(state.sides[owner], view=view))
    if event.linked is not None and reading.links is Told.TOLD:
        other, cell = event.linked
        side = state.sides[other]
        heard = side.view.linked(cell, sunk.get(other))
        state = _with(state, other, replace(side, view=heard))
    return state


def _with(state: State, owner: int, side: Side) -> State:
    sides = (side, state.sides[1]) if owner == 0 else (state.sides[0], side)
    return replace(state, sides=sides)
