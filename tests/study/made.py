"""For tests of the study: packets, conditions, bits of any value, and random shots."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from hypothesis import strategies as st

from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import Fleet
from unsunk.study.bank import make_bank
from unsunk.study.layers import Bits, Event, State, step
from unsunk.study.packet import Packet
from unsunk.study.policies.policy import Policy
from unsunk.study.reading import Condition, Feedback, Layer, Linked, Reading, Told
from unsunk.study.view import View

SETUPS = (
    (Board(5, 5), Fleet((4, 3, 2))),
    (Board(3, 7), Fleet((3, 2, 1))),
    (Board(6, 4), Fleet((3, 3))),
    (Board(2, 2), Fleet((2,))),
)
"""Boards of several shapes, small enough to be played to the end."""

readings = st.builds(
    Reading,
    st.sampled_from(Linked),
    st.sampled_from(Feedback),
    st.sampled_from(Told),
    st.sampled_from(Told),
)


@lru_cache
def packet_of(setup: int, seed: int) -> Packet:
    board, fleet = SETUPS[setup]
    return make_bank(board, fleet, 1, seed).packets[0]


@st.composite
def packets(draw: st.DrawFn) -> Packet:
    return packet_of(draw(st.integers(0, len(SETUPS) - 1)), draw(st.integers(0, 30)))


def condition(
    packet: Packet, layer: Layer, reading: Reading | None = None, p: float = 0.5
) -> Condition:
    chance = None if layer is Layer.L0 else p
    return Condition(packet.board, packet.fleet, layer, chance, reading or Reading())


@dataclass(frozen=True)
class AnyBits:
    """Bits of any value: even (C₀, C₁) that no circuit gives. `ones` of four bits are 1."""

    seed: int
    ones: int = 2

    def vulnerable(self, shooter: int, shot: int) -> int:
        return self._bit(0, shooter, shot)

    def branch(self, owner: int, ship: int) -> int:
        return self._bit(1, owner, ship)

    def link(self, owner: int, ship: int) -> tuple[int, int]:
        return self._bit(2, owner, ship), self._bit(3, owner, ship)

    def _bit(self, *place: int) -> int:
        return int(Dice(self.seed, *place).below(4) < self.ones)


any_bits = st.builds(AnyBits, st.integers(0, 2**32), st.integers(0, 4))


class Fires(Policy):
    """Fires at any legal cell."""

    name, story = "fires", "Fires at any legal cell."

    def next_shot(self, view: View, dice: Dice) -> int:
        legal = list(cells_of(view.legal))
        return legal[dice.at(view.shots).below(len(legal))]


def shots(
    state: State, bits: Bits, seed: int, most: int = 400
) -> Iterator[tuple[State, Event, State]]:
    """Random shots until the game ends, or for so many: before, what happened, after."""
    for _ in range(most):
        if state.over:
            return
        cell = Fires().next_shot(state.sides[1 - state.turn].view, Dice(seed))
        after, event = step(state, cell, bits)
        yield state, event, after
        state = after
