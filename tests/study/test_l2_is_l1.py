"""L2 is L1 in law: a branch may be chosen when it is asked for, or before the first shot."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from tests.study.made import Fires
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY, Fleet
from unsunk.study.bank import make_bank
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.game import Game, play
from unsunk.study.layers import Bits
from unsunk.study.packet import Packet, Waters
from unsunk.study.policies.policy import PAPER, policy
from unsunk.study.reading import Condition, Feedback, Layer, Reading

TINY = make_bank(Board(2, 3), Fleet((2,)), packets=3).packets[-1]
SURE = 1e-4
"""The chance that a test of two equal laws fails."""


class Coins:
    """Bits of one game with p = 0.5, drawn from a seed alone."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed, 5)

    def vulnerable(self, shooter: int, shot: int) -> int:
        return self.dice.at(shooter, shot).below(2)

    def branch(self, owner: int, ship: int) -> int:
        return self.dice.at(2, owner, ship).below(2)

    def link(self, owner: int, ship: int) -> tuple[int, int]:
        raise AssertionError("no link is met below L3")


def settled(packet: Packet, bits: Bits) -> Packet:
    """The packet with the branches chosen at once: the chosen one is the base layout."""
    chosen = []
    for owner, waters in enumerate(packet.waters):
        taken = [bits.branch(owner, ship) for ship in range(len(waters.a))]
        of = [
            [waters.branch(ship, bit ^ flip) for ship, bit in enumerate(taken)] for flip in (0, 1)
        ]
        chosen.append(Waters(tuple(of[0]), tuple(of[1])))
    return replace(packet, waters=(chosen[0], chosen[1]))


@pytest.mark.parametrize("name", [*PAPER, "joint"])
@pytest.mark.parametrize("feedback", Feedback)
@pytest.mark.parametrize("side", [5, 10])
def test_with_the_same_bits_it_is_the_same_game(name: str, feedback: Feedback, side: int) -> None:
    board, reading = Board(side, side), Reading(feedback=feedback)
    players = (policy(name), policy(name))
    for packet in make_bank(board, packets=2).packets:
        bits = Tape(packet, 0.75, NumpySource())
        late, early = (
            play(one, Condition(board, STUDY, layer, 0.75, reading), players, 0, bits)
            for one, layer in ((packet, Layer.L2), (settled(packet, bits), Layer.L1))
        )
        shots = [
            [(event.cell, event.v, event.ship, event.damage, event.sunk) for event in game.events]
            for game in (late, early)
        ]
        assert shots[0] == shots[1]
        assert late.row()["terminal_turns"] == early.row()["terminal_turns"]
        assert late.row()["winner"] == early.row()["winner"]


def one_game(seed: int, layer: Layer, start: int = 0) -> Game:
    packet, bits = replace(TINY, seed=seed), Coins(seed)
    played = packet if layer is Layer.L2 else settled(packet, bits)
    condition = Condition(packet.board, packet.fleet, layer, 0.5)
    return play(played, condition, (Fires(), Fires()), start, bits)


def ending(game: Game) -> tuple[int, int, int]:
    """Rounds, the winner, and where the ship lay that was sunk."""
    assert game.state.winner is not None
    lay = game.state.active(1 - game.state.winner, 0)
    assert lay is not None
    return game.state.rounds, game.state.winner, lay


@given(st.integers(0, 2**40), st.integers(0, 1))
def test_random_shots_end_alike_whoever_starts(seed: int, start: int) -> None:
    late, early = (ending(one_game(seed, layer, start)) for layer in (Layer.L2, Layer.L1))
    assert late == early


def laws_agree(games: int) -> float:
    """The p-value of equal laws of endings, from games of each layer that share no bits."""
    late = Counter(ending(one_game(seed, Layer.L2)) for seed in range(games))
    early = Counter(ending(one_game(seed, Layer.L1)) for seed in range(games, 2 * games))
    common = [one for one in late | early if late[one] + early[one] >= 20]
    assert len(common) > 20
    rest = [sum(count[one] for one in count if one not in set(common)) for count in (late, early)]
    table = [[count[one] for one in common] for count in (late, early)]
    if sum(rest):
        table = [[*row, other] for row, other in zip(table, rest, strict=True)]
    return float(chi2_contingency(table).pvalue)


def test_laws_of_layouts_and_rounds_agree() -> None:
    assert laws_agree(5_000) > SURE


@pytest.mark.slow
def test_laws_of_layouts_and_rounds_agree_in_a_hundred_thousand_games() -> None:
    assert laws_agree(100_000) > SURE


def test_the_law_of_the_base_layouts_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "settled", lambda packet, bits: packet)
    assert laws_agree(1_000) < 1e-10
