"""Whole games: repeatable, their rows, and the rounds that random targeting needs."""

from functools import lru_cache
from math import comb, sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.study.made import AnyBits, Fires, condition, packet_of, packets, readings
from unsunk.errors import BudgetError, InputError
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.study import game as game_module
from unsunk.study.bank import make_bank
from unsunk.study.bits import Tape, source
from unsunk.study.game import Game, play
from unsunk.study.layers import State, step
from unsunk.study.packet import Packet
from unsunk.study.reading import PAPER, STRICT, Condition, Layer, Reading
from unsunk.study.view import View

PLAYERS = (Fires(), Fires())
GAMES = 120


def played(packet: Packet, layer: Layer, start: int = 0, reading: Reading = PAPER) -> Game:
    bits = AnyBits(packet.seed)
    return play(packet, condition(packet, layer, reading), PLAYERS, start, bits)


@given(packets(), st.sampled_from(Layer), st.integers(0, 1), readings)
def test_a_game_repeats_and_its_events_replay_it(
    packet: Packet, layer: Layer, start: int, reading: Reading
) -> None:
    game = played(packet, layer, start, reading)
    assert game == played(packet, layer, start, reading)
    state = State.begin(packet, game.condition, start)
    for event in game.events:
        assert not state.over
        state, again = step(state, event.cell, AnyBits(packet.seed))
        assert again == event
    assert state == game.state
    assert state.over


@given(packets(), st.sampled_from(Layer), st.integers(0, 1), readings)
def test_a_row_counts_the_events(
    packet: Packet, layer: Layer, start: int, reading: Reading
) -> None:
    game = played(packet, layer, start, reading)
    row, fleet = game.row(), packet.fleet
    assert row["terminal_turns"] == max(row["shots_1"], row["shots_2"])
    assert row[f"shots_{start + 1}"] - row[f"shots_{2 - start}"] in (0, 1)
    assert row["shots_1"] + row["shots_2"] == len(game.events)
    for one, other in ((1, 2), (2, 1)):
        lost = row[f"direct_{other}"] + row[f"linked_{one}"]
        assert lost == game.state.sides[one - 1].damaged.bit_count() <= fleet.cells
        sunk = row[f"sunk_{one}"] == len(fleet.lengths)
        assert sunk == (lost == fleet.cells)
        assert sunk == (row["winner"] in (other, 0))
        first = row[f"first_hit_{one}"]
        assert (first is None) == (row[f"direct_{one}"] == 0)
        assert first is None or 1 <= first <= row[f"shots_{one}"]
        if layer <= Layer.L1:
            assert row[f"resolved_{one}"] == len(fleet.lengths)
    if layer < Layer.L3:
        assert row["winner"] in (1, 2)
        assert not row["linked_in_loser"] | row["linked_last"] | row["linked_sank_last"]
        assert row["linked_1"] == row["linked_2"] == 0
    assert row["linked_last"] or not row["linked_sank_last"]
    assert row["linked_in_loser"] or not row["linked_sunk_before"]
    if row["winner"] == 0:
        assert row["linked_sank_last"]
        assert row["linked_in_loser"]


def test_a_linked_ship_that_sinks_last_is_not_one_that_sank_before() -> None:
    """With one ship there is none before; else the ships sunk before the last shot are asked."""
    kinds = set()
    for seed in range(40):
        game = played(packet_of(0, seed), Layer.L3)
        ships = [(owner, ship) for event in game.events[:-1] for owner, ship in event.sunk]
        before = any(
            game.state.sides[owner].linked & (game.state.active(owner, ship) or 0)
            for owner, ship in ships
            if game.state.fleet_sunk(owner)
        )
        assert game.row()["linked_sunk_before"] == before
        kinds.add(before)
    assert kinds == {True, False}


def test_the_columns_of_a_row() -> None:
    packet = packet_of(3, 0)
    row = played(packet, Layer.L1).row()
    assert list(row) == [
        "board", "fleet", "layer", "p", "reading", "start", "trial", "terminal_turns", "winner",
        "shots_1", "first_hit_1", "direct_1", "linked_1", "sunk_1", "resolved_1",
        "shots_2", "first_hit_2", "direct_2", "linked_2", "sunk_2", "resolved_2",
        "linked_sunk_before", "linked_in_loser", "linked_last", "linked_sank_last",
    ]  # fmt: skip
    assert (row["board"], row["fleet"], row["layer"], row["p"]) == ("2x2", "2", "L1", 0.5)
    assert (row["reading"], row["start"], row["trial"]) == ("paper", 1, 1)


def test_at_l0_no_cell_is_fired_at_twice() -> None:
    for seed in range(30):
        game = played(packet_of(0, seed), Layer.L0)
        for player in (0, 1):
            cells = [event.cell for event in game.events if event.shooter == player]
            assert len(cells) == len(set(cells)) <= 25
        assert game.state.rounds >= 9


def test_a_policy_is_given_the_view_and_the_dice_of_the_player() -> None:
    given: list[tuple[View, int]] = []

    class Watching(Fires):
        def next_shot(self, view: View, dice: Dice) -> int:
            given.append((view, dice.word()))
            return super().next_shot(view, dice)

    packet = packet_of(0, 4)
    game = play(packet, condition(packet, Layer.L0), (Watching(), Watching()), 1, AnyBits(1))
    for number, (view, word) in enumerate(given):
        player = (1 + number) % 2
        assert view.shots == number // 2
        assert word == Dice(packet.seed, player + 1).word()
    assert len(given) == len(game.events)


def test_a_policy_is_asked_first_whether_it_plays_this() -> None:
    class Choosy(Fires):
        def require(self, condition: Condition) -> None:
            raise BudgetError("too large for it")

    packet = packet_of(0, 1)
    for pair in ((Choosy(), Fires()), (Fires(), Choosy())):
        with pytest.raises(BudgetError, match="too large for it"):
            play(packet, condition(packet, Layer.L0), pair, 0, AnyBits(1))


def test_a_policy_that_fires_at_a_spent_cell_is_stopped() -> None:
    class Stubborn(Fires):
        def next_shot(self, view: View, dice: Dice) -> int:
            return 0

    packet = packet_of(0, 1)
    with pytest.raises(InputError, match="A1 is"):
        play(packet, condition(packet, Layer.L0), (Stubborn(), Stubborn()), 0, AnyBits(1))


def test_a_game_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "MOST_ROUNDS", 60)
    packet = packet_of(0, 1)
    with pytest.raises(BudgetError, match="did not end in 60 rounds"):
        play(packet, condition(packet, Layer.L1), PLAYERS, 0, AnyBits(1, ones=0))


def test_a_packet_of_another_board_is_refused() -> None:
    with pytest.raises(InputError, match="packet 1 is of 4,3,2 on a 5x5 board"):
        play(packet_of(0, 1), Condition(Board(6, 6)), PLAYERS, 0, AnyBits(1))


def test_all_layers_share_the_bits_of_a_packet() -> None:
    """With the same cells V, B and C are the same whatever the layer and the reading."""
    packet = packet_of(0, 6)
    games = [
        play(packet, condition(packet, layer, reading), PLAYERS, start, bits)
        for bits in [Tape(packet, 0.5, source("numpy"))]
        for layer in (Layer.L1, Layer.L2, Layer.L3)
        for reading in (PAPER, STRICT)
        for start in (0, 1)
    ]
    seen: dict[tuple[int, int], int | None] = {}
    branches: dict[tuple[int, int], int] = {}
    for game in games:
        numbers = [0, 0]
        for event in game.events:
            place = event.shooter, numbers[event.shooter]
            assert seen.setdefault(place, event.v) == event.v
            numbers[event.shooter] += 1
            for owner, ship, branch in event.resolved:
                assert branches.setdefault((owner, ship), branch) == branch


# Rounds that random targeting needs


@lru_cache
def rounds(side: int, layer: Layer, p: float | None) -> tuple[list[int], int, list[int]]:
    """Rounds of GAMES games, draws, linked damages a game."""
    board = Board(side, side)
    made, draws, linked = [], 0, []
    for packet in make_bank(board, packets=GAMES // 2, seed=11).packets:
        tape = Tape(packet, p, source("numpy"))
        for start in (0, 1):
            row = play(packet, Condition(board, layer=layer, p=p), PLAYERS, start, tape).row()
            made.append(row["terminal_turns"])
            draws += row["winner"] == 0
            linked.append(row["linked_1"] + row["linked_2"])
    return made, draws, linked


def near(made: list[int], mean_rounds: float, slack: float = 0.05) -> bool:
    """Within four standard errors, and the rounding of a printed figure."""
    return abs(mean(made) - mean_rounds) < 4 * stdev(made) / sqrt(len(made)) + slack


@pytest.mark.parametrize(("side", "printed"), [(5, 22.5), (10, 86)])
def test_l0_needs_as_many_rounds_as_the_law_says(side: int, printed: float) -> None:
    """The faster of two: P(a fleet of 9 is sunk by shot t) = C(n - 9, t - 9) / C(n, t)."""
    size = side * side
    late = [1 - (comb(size - 9, t - 9) / comb(size, t) if t >= 9 else 0) for t in range(size)]
    exact = sum(chance**2 for chance in late)
    assert exact == pytest.approx(printed, abs=0.5)
    assert near(rounds(side, Layer.L0, None)[0], exact, 0)


KNOWN = [
    (5, 0.5, 31.2, 28.4),
    (5, 0.25, 46.0, 41.6),
    (5, 0.75, 25.6, 23.3),
    (10, 0.5, 104, 99.8),
    (10, 0.25, 121, 116.1),
    (10, 0.75, 94, 89.5),
]


@pytest.mark.parametrize(("side", "p", "l1", "l3"), KNOWN)
def test_the_other_layers_need_as_many_as_known(side: int, p: float, l1: float, l3: float) -> None:
    assert near(rounds(side, Layer.L1, p)[0], l1, 0.5)
    made, _, linked = rounds(side, Layer.L3, p)
    assert near(made, l3)
    assert set(linked) == {3}


def test_few_games_are_drawn() -> None:
    draws = [rounds(side, Layer.L3, p)[1] for side, p, _, _ in KNOWN]
    assert 0 < sum(draws) / (len(KNOWN) * GAMES) < 0.05


@pytest.mark.parametrize("side", [5, 10])
def test_l2_needs_as_many_as_l1(side: int) -> None:
    one, two = (rounds(side, layer, 0.5)[0] for layer in (Layer.L1, Layer.L2))
    error = sqrt((stdev(one) ** 2 + stdev(two) ** 2) / GAMES)
    assert abs(mean(one) - mean(two)) < 4 * error
