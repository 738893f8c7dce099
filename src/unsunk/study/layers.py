"""The transition T(s′ | s, a): what one shot does to a game, as a pure function of the bits drawn.

All chance is in the bits; `step` is the function f(s, a, m) of the paper, with m the bits that it
asks for. Which bits it asks for depends on the state: V at every shot from L1 on, B when a shot (or
a link) first needs to know where a ship lies, (C₀, C₁) when direct damage meets a link.
"""

from dataclasses import dataclass
from typing import Protocol

from unsunk.errors import TurnError
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
    view = state.sides[target].view
    view.require_legal(cell)
    layer = state.condition.layer
    shot = _Shot(state, bits)
    v = bits.vulnerable(shooter, view.shots) if layer >= Layer.L1 else None
    if layer >= Layer.L2:
        shot.look_for(target, cell)
    ship = shot.ship_at(target, cell)
    known = bool(state.sides[target].damaged >> cell & 1)
    damage = ship is not None and v != 0 and not known
    if ship is not None and damage:
        shot.damage(target, ship, cell)
        if layer >= Layer.L3:
            shot.follow_link(target, ship, cell, state.condition.reading.linked)
    shot.hear(target, cell, damage=damage or known, empty=ship is None)
    attack, sunk = ATTACKS[view.shots % 2], tuple(sorted(shot.sunk))
    event = Event(
        shooter, cell, attack, ship, v, damage, tuple(shot.resolved), shot.c, shot.linked, sunk
    )
    one, other = shot.sides
    rounds = state.rounds + (shooter == state.start)
    return State(state.packet, state.condition, (one, other), state.start, target, rounds), event


class _Shot:
    """A shot while it is worked out: both sides as they change, and what happened to them."""

    def __init__(self, state: State, bits: Bits) -> None:
        self.packet, self.reading, self.bits = state.packet, state.condition.reading, bits
        self.sides = list(state.sides)
        self.resolved: list[tuple[int, int, int]] = []
        self.c: tuple[int, int] | None = None
        self.linked: tuple[int, int] | None = None
        self.sunk: list[tuple[int, int]] = []

    def look_for(self, owner: int, cell: int) -> None:
        """Resolve the ship that has the cell in one of its branches."""
        waters = self.packet.waters[owner]
        for ship, branch in enumerate(self.sides[owner].branch):
            if branch is None and (waters.a[ship] | waters.b[ship]) >> cell & 1:
                self.resolve(owner, ship)
                return

    def resolve(self, owner: int, ship: int) -> None:
        """Fix the branch of a ship for the rest of the game."""
        bit, side = self.bits.branch(owner, ship), self.sides[owner]
        branch = (*side.branch[:ship], bit, *side.branch[ship + 1 :])
        self.sides[owner] = Side(branch, side.view, side.damaged, side.linked)
        self.resolved.append((owner, ship, bit))

    def ship_at(self, owner: int, cell: int) -> int | None:
        """The ship that lies on the cell."""
        waters = self.packet.waters[owner]
        for ship, bit in enumerate(self.sides[owner].branch):
            if bit is not None and waters.branch(ship, bit) >> cell & 1:
                return ship
        return None

    def damage(self, owner: int, ship: int, cell: int, *, linked: bool = False) -> None:
        """Damage a segment of a ship that is resolved."""
        side, bit = self.sides[owner], self.sides[owner].branch[ship]
        assert bit is not None
        damaged = side.damaged | 1 << cell
        self.sides[owner] = Side(side.branch, side.view, damaged, side.linked | linked << cell)
        if not self.packet.waters[owner].branch(ship, bit) & ~damaged:
            self.sunk.append((owner, ship))

    def follow_link(self, owner: int, ship: int, cell: int, rule: Linked) -> None:
        """From a segment damaged directly to its partner on the other board."""
        waters, partner, pair = self.packet.waters, 1 - owner, self.packet.links[ship]
        bit = self.sides[owner].branch[ship]
        assert bit is not None
        if waters[owner].segment(ship, bit, pair[owner]) != cell:
            return
        self.c = self.bits.link(owner, ship)
        if rule is Linked.ONES and self.c != (1, 1):
            return
        if self.sides[partner].branch[ship] is None:
            self.resolve(partner, ship)
        bit = self.sides[partner].branch[ship]
        assert bit is not None
        there = waters[partner].segment(ship, bit, pair[partner])
        if not self.sides[partner].damaged >> there & 1:
            self.damage(partner, ship, there, linked=True)
            self.linked = (partner, there)

    def hear(self, owner: int, cell: int, *, damage: bool, empty: bool) -> None:
        """Let both players hear what the reading lets them hear."""
        sunk: dict[int, int] = {}
        if self.reading.sinks is Told.TOLD:
            sunk = {side: self.packet.fleet.lengths[ship] for side, ship in self.sunk}
        view = self.sides[owner].view
        if damage:
            view = view.damage(cell, sunk.get(owner))
        elif empty and self.reading.feedback is Feedback.OPEN:
            view = view.missed(cell)
        else:
            view = view.resisted(cell)
        self.see(owner, view)
        if self.linked is not None and self.reading.links is Told.TOLD:
            other, there = self.linked
            self.see(other, self.sides[other].view.linked(there, sunk.get(other)))

    def see(self, owner: int, view: View) -> None:
        """Give a side the view that the other now has of it."""
        side = self.sides[owner]
        self.sides[owner] = Side(side.branch, view, side.damaged, side.linked)
