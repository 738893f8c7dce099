"""Games: whose turn it is, what is refused, who wins, and that the seats are alike."""

from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators import drawn, games, rebuilt, rulesets, seats_swapped, seeds
from unsunk.errors import InputError, LayoutError, TurnError
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Order, Touching
from unsunk.rules.counting import list_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.game import Game
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import answer


def rules_of(order: str, first: int = 1, announce: Announce = Announce.SHOWN) -> Ruleset:
    return Ruleset(Board(1, 3), Fleet((2,)), Touching.YES, announce, order, first)


def played(rules: Ruleset, first: int, second: int, shots: list[tuple[int, int]]) -> Game:
    game = Game.start(rules, Layout(rules, (first,)), Layout(rules, (second,)))
    for player, cell in shots:
        game = game.fire(player, cell)
    return game


def each_shot(game: Game) -> Iterator[tuple[int, int]]:
    """The shots of a game in order: player and cell."""
    replay = Game.start(game.rules, *game.layouts)
    while len(replay.knowledge[0]) + len(replay.knowledge[1]) < sum(map(len, game.knowledge)):
        player = replay.turn or 0
        cell = game.knowledge[player - 1].shots[len(replay.knowledge[player - 1])].cell
        yield player, cell
        replay = replay.fire(player, cell)


@given(games())
def test_players_fire_in_turn_one_shot_each(game: Game) -> None:
    first = game.rules.first
    players = [player for player, _ in each_shot(game)]
    assert players == [first if i % 2 == 0 else 3 - first for i in range(len(players))]
    assert game.rounds == (len(players) + 1) // 2
    assert rebuilt(game) == game


@given(games())
def test_the_history_is_every_shot_in_the_order_of_fire(game: Game) -> None:
    history = list(game.history())
    assert [(player, shot.cell) for player, shot in history] == list(each_shot(game))
    for player in (1, 2):
        own = tuple(shot for shooter, shot in history if shooter == player)
        assert own == game.knowledge[player - 1].shots


@given(games())
def test_the_game_ends_with_the_last_ship_and_not_before(game: Game) -> None:
    """Faults 22, and the draw of simultaneous play, for every game that chance plays."""
    replay = Game.start(game.rules, *game.layouts)
    for player, cell in each_shot(game):
        assert replay.winner is None
        assert replay.turn == player
        replay = replay.fire(player, cell)
    assert replay == game
    sunk = [
        game.layouts[1 - player].occupied & ~game.knowledge[player].fired == 0 for player in (0, 1)
    ]
    equal = len(game.knowledge[0]) == len(game.knowledge[1])
    if game.rules.order is Order.SIMULTANEOUS:
        expected = (
            None if not equal else "draw" if all(sunk) else 1 if sunk[0] else 2 if sunk[1] else None
        )
    else:
        expected = 1 if sunk[0] else 2 if sunk[1] else None
    assert game.winner == expected
    assert (game.turn is None) is (expected is not None)


@given(games())
def test_what_a_player_knows_is_what_the_other_fleet_answers(game: Game) -> None:
    """Faults 25: each follows the shots of their own."""
    for player in (1, 2):
        knowledge, layout = game.knowledge[player - 1], game.layouts[2 - player]
        expected = Knowledge(game.rules)
        for shot in knowledge.shots:
            expected = expected.after(shot.cell, answer(layout, expected.fired, shot.cell))
        assert knowledge == expected
        assert game.last(player) == (knowledge.shots[-1].outcome if knowledge.shots else None)


@given(games())
def test_swapped_seats_give_the_mirrored_game(game: Game) -> None:
    """Faults 29."""
    mirror = seats_swapped(game)
    for player, cell in each_shot(game):
        mirror = mirror.fire(3 - player, cell)
    assert [k.shots for k in mirror.knowledge] == [k.shots for k in reversed(game.knowledge)]
    swapped = {1: 2, 2: 1, "draw": "draw", None: None}
    assert mirror.winner == swapped[game.winner]
    assert mirror.turn == swapped[game.turn]
    assert mirror.rounds == game.rounds


@given(games(), st.data())
def test_a_refused_shot_changes_nothing(game: Game, data: st.DataObject) -> None:
    """Faults 20, 22: not the record, not the turn, no second hit, no second sink."""
    before = repr(game)
    cell = data.draw(st.integers(0, game.rules.board.size - 1))
    for player in (0, 1, 2, 3):
        fired = player in (1, 2) and game.knowledge[player - 1].fired >> cell & 1
        if game.winner is not None:
            reason = "wrong_phase"
        elif player != game.turn:
            reason = "not_your_turn"
        elif fired:
            reason = "cell_taken"
        else:
            continue
        with pytest.raises(TurnError) as error:
            game.fire(player, cell)
        assert error.value.reason == reason
        assert reason != "cell_taken" or game.rules.board.name(cell) in str(error.value)
    for outside in (-1, game.rules.board.size):
        if game.turn is not None:
            with pytest.raises(InputError, match=f"cell {outside} is not on a {game.rules.board}"):
                game.fire(game.turn, outside)
    assert repr(game) == before


@pytest.mark.parametrize(
    ("order", "shots", "winner", "turn"),
    [
        ("alternate", [], None, 1),
        ("alternate", [(1, 0)], None, 2),
        ("alternate", [(1, 0), (2, 0), (1, 1)], 1, None),
        ("alternate", [(1, 2), (2, 0), (1, 1), (2, 1)], 2, None),
        ("simultaneous", [(1, 0), (2, 0), (1, 1)], None, 2),
        ("simultaneous", [(1, 0), (2, 0), (1, 1), (2, 1)], "draw", None),
        ("simultaneous", [(1, 0), (2, 0), (1, 1), (2, 2)], 1, None),
        ("simultaneous", [(1, 0), (2, 0), (1, 2), (2, 1)], 2, None),
        ("simultaneous", [(1, 0), (2, 2), (1, 2), (2, 1)], None, 1),
    ],
)
@pytest.mark.parametrize("first", [1, 2])
def test_who_wins_when(
    order: str, shots: list[tuple[int, int]], winner: object, turn: int | None, first: int
) -> None:
    """Both fleets on A1-B1; for `first` 2 the same game in the other seats."""
    swap = {1: 2, 2: 1, "draw": "draw", None: None} if first == 2 else {}
    game = played(
        rules_of(order, first), 0b011, 0b011, [(swap.get(p, p), cell) for p, cell in shots]
    )
    assert (game.winner, game.turn) == (swap.get(winner, winner), swap.get(turn, turn))


def test_every_simultaneous_game_of_two_cells_by_brute_force() -> None:
    """The winner is who needs fewer rounds; equal rounds are a draw."""
    rules = Ruleset(Board(1, 3), Fleet((1,)), order=Order.SIMULTANEOUS)
    for one, two, first, second in product(
        range(3), range(3), *[[(0, 1, 2), (2, 0, 1), (1, 2, 0)]] * 2
    ):
        game = Game.start(rules, Layout(rules, (1 << one,)), Layout(rules, (1 << two,)))
        queues = {1: list(first), 2: list(second)}
        while game.turn is not None:
            game = game.fire(game.turn, queues[game.turn].pop(0))
        times = first.index(two), second.index(one)
        assert game.winner == ("draw" if times[0] == times[1] else 1 if times[0] < times[1] else 2)
        assert game.rounds == min(times) + 1


@given(seeds)
def test_a_game_on_the_classic_board_takes_17_to_100_shots(seed: int) -> None:
    dice = Dice(seed)
    rules = Ruleset()
    game = Game.start(rules, draw_layout(rules, dice.at(1)), draw_layout(rules, dice.at(2)))
    queues = {}
    for player in (1, 2):
        queues[player] = list(range(100))
        dice.at(2 + player).shuffle(queues[player])
    while game.turn is not None:
        game = game.fire(game.turn, queues[game.turn].pop())
    assert game.winner in (1, 2)
    winner = game.knowledge[0 if game.winner == 1 else 1]
    assert 17 <= len(winner) <= 100
    assert len(winner) == game.rounds
    assert winner.hits.bit_count() == 17


def test_no_shot_before_both_fleets_are_placed() -> None:
    """Faults 27: there is no game without two whole fleets placed under its rules."""
    rules = Ruleset(Board(4, 4), Fleet((3, 2)))
    whole = list_layouts(rules)[0]
    with pytest.raises(LayoutError, match="a layout with 1 ships: this fleet has 2"):
        Game.start(rules, whole, Layout(rules, whole.ships[:1]))
    for other in (
        Ruleset(Board(4, 4), Fleet((3, 2)), Touching.NO),
        Ruleset(Board(4, 5), Fleet((3, 2))),
        Ruleset(Board(4, 4), Fleet((3, 2), ("sub", "tug"))),
    ):
        foreign = list_layouts(other)[0]
        for pair in ((foreign, whole), (whole, foreign), (foreign, foreign)):
            with pytest.raises(LayoutError, match="a fleet was placed under other rules"):
                Game.start(rules, *pair)


def test_a_game_cannot_be_changed() -> None:
    game = played(rules_of("alternate"), 0b011, 0b110, [(1, 0)])
    after = game.fire(2, 0)
    assert len(game.knowledge[1]) == 0
    assert len(after.knowledge[1]) == 1
    with pytest.raises(FrozenInstanceError):
        game.rules = rules_of("simultaneous")  # type: ignore[misc]


@pytest.mark.parametrize("sides", [(1, 1), (1, 26), (26, 1), (26, 26)])
def test_games_on_the_smallest_and_the_largest_boards(sides: tuple[int, int]) -> None:
    rules = Ruleset(Board(*sides), Fleet((max(sides) if sides != (1, 1) else 1,)))
    layout = list_layouts(rules)[-1]
    game = Game.start(rules, layout, layout)
    for cell in range(rules.board.size):
        for player in (1, 2):
            if game.winner is None:
                game = game.fire(player, cell)
    assert game.winner == 1


@given(rulesets(), st.data())
def test_games_in_a_row_know_nothing_of_each_other(rules: Ruleset, data: st.DataObject) -> None:
    """Faults 25: two games in a row behave like two fresh ones."""
    pair = data.draw(drawn(rules)), data.draw(drawn(rules))
    cells = data.draw(st.permutations(range(rules.board.size)))

    def play() -> Game:
        game = Game.start(rules, *pair)
        for cell in cells:
            for player in (rules.first, 3 - rules.first):
                if game.turn == player:
                    game = game.fire(player, cell)
        return game

    assert play() == play()
