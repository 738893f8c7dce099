"""A whole game of two policies, and its row in the log."""

from dataclasses import dataclass
from typing import Any

from unsunk.errors import BudgetError, InputError
from unsunk.rules.dice import Dice
from unsunk.study.layers import Bits, Event, State, step
from unsunk.study.packet import Packet
from unsunk.study.policies.policy import Policy
from unsunk.study.reading import Condition

MOST_ROUNDS = 100_000
"""The rounds after which a game is given up."""


@dataclass(frozen=True)
class Game:
    """A finished game: what was played, what each shot did, and how it ended."""

    packet: Packet
    condition: Condition
    start: int
    events: tuple[Event, ...]
    state: State

    def row(self) -> dict[str, Any]:
        """One row of the log, but for `task` and `policy`. Players are 1 and 2.

        `direct_1` is damage by player 1's shots; `linked_1`, `sunk_1` and `resolved_1` are what
        befell player 1's own fleet. `first_hit_1` is the number, from 1, of player 1's first shot
        that damaged, None if there was none.
        """
        condition, state = self.condition, self.state
        winner = state.winner
        last = self.events[-1]
        row: dict[str, Any] = {
            "board": str(condition.board),
            "fleet": str(condition.fleet),
            "layer": str(condition.layer),
            "p": condition.p,
            "reading": str(condition.reading),
            "start": self.start + 1,
            "trial": self.packet.number,
            "terminal_turns": state.rounds,
            "winner": 0 if winner is None else winner + 1,
        }
        for player in (0, 1):
            row |= self._of(player)
        losers = [owner for owner in (0, 1) if state.fleet_sunk(owner)]
        return row | {
            "linked_sunk_before": any(self._linked_before(owner) for owner in losers),
            "linked_in_loser": any(state.sides[owner].linked for owner in losers),
            "linked_last": last.linked is not None,
            "linked_sank_last": last.linked is not None
            and last.linked[0] in {owner for owner, _ in last.sunk},
        }

    def _linked_before(self, owner: int) -> bool:
        """Whether a ship with damage through a link sank before the last shot."""
        linked = self.state.sides[owner].linked
        return any(
            (self.state.active(owner, ship) or 0) & linked
            for ship in range(len(self.packet.fleet.lengths))
            if (owner, ship) not in self.events[-1].sunk
        )

    def _of(self, player: int) -> dict[str, Any]:
        side, number = self.state.sides[player], player + 1
        shots = [event for event in self.events if event.shooter == player]
        hits = [shot for shot, event in enumerate(shots, start=1) if event.damage]
        sunk = [ship for event in self.events for owner, ship in event.sunk if owner == player]
        return {
            f"shots_{number}": len(shots),
            f"first_hit_{number}": hits[0] if hits else None,
            f"direct_{number}": len(hits),
            f"linked_{number}": side.linked.bit_count(),
            f"sunk_{number}": len(sunk),
            f"resolved_{number}": sum(branch is not None for branch in side.branch),
        }


def play(
    packet: Packet,
    condition: Condition,
    policies: tuple[Policy, Policy],
    start: int,
    bits: Bits,
) -> Game:
    """Play a game to its end; player `start`, 0 or 1, fires first.

    A policy's dice are those of the packet's seed and the player, so that its draws are the same
    under every layer. InputError for a packet of another board or
    fleet, BudgetError after MOST_ROUNDS rounds.
    """
    if (packet.board, packet.fleet) != (condition.board, condition.fleet):
        raise InputError(
            f"packet {packet.number} is of {packet.fleet} on a {packet.board} board: "
            f"the game is of {condition.fleet} on a {condition.board} board"
        )
    for policy in policies:
        policy.require(condition)
    state, events = State.begin(packet, condition, start), []
    while not state.over:
        if state.rounds == MOST_ROUNDS:
            raise BudgetError(
                f"the game of packet {packet.number} did not end in {MOST_ROUNDS:,} rounds"
            )
        shooter = state.turn
        view = state.sides[1 - shooter].view
        cell = policies[shooter].next_shot(view, Dice(packet.seed, shooter + 1))
        state, event = step(state, cell, bits)
        events.append(event)
    return Game(packet, condition, start, tuple(events), state)
