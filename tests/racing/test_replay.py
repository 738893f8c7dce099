"""Games of a mixture replayed shot by shot, and its portrait cell by cell."""

import numpy as np
import pytest

from tests.solved import SMALL, grown
from unsunk.belief.listed import list_layouts_of
from unsunk.errors import StrategyError
from unsunk.racing import replay as module
from unsunk.racing.pace import Pace
from unsunk.racing.player import Player
from unsunk.racing.portrait import fires_first, hides
from unsunk.racing.replay import draw_games, replay
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.notation import parse_record, parse_rules, record_text


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("board", ["board 3x3; fleet 2,2", "board 2x5; fleet 3,2,1"])
def test_games_end_at_the_time_of_the_pass_under_every_announcement(
    board: str, announce: Announce
) -> None:
    rules = parse_rules(f"{board}; announce {announce}")
    mixture, listed = grown(rules), list_layouts_of(rules)
    games = replay(mixture, listed, draw_games(mixture, listed, 60, 1))
    assert len({game.drawn.symmetry for game in games}) == len(rules.board.symmetries)
    for game in games:
        assert game.record.finished
        assert game.record.hits == game.layout.occupied
        assert parse_record(rules, record_text(game.record)) == game.record


def test_games_have_the_law_of_the_pace_and_of_uniform_layouts() -> None:
    mixture, listed = grown(SMALL), list_layouts_of(SMALL)
    player = Player.of(mixture)
    for uniform, mean in ((False, Pace(mixture.pace).mean), (True, player.mean_shots)):
        drawn = draw_games(mixture, listed, 3000, 1, uniform=uniform)
        shots = [len(game.record) for game in replay(mixture, listed, drawn)]
        assert np.mean(shots) == pytest.approx(mean, abs=4 * np.std(shots) / 3000**0.5)
        hunts = np.bincount([game.hunt for game in drawn], minlength=3) / 3000
        assert hunts == pytest.approx(mixture.weights, abs=0.04)
        layouts = np.bincount([game.layout for game in drawn], minlength=44) / 3000
        expected = np.full(44, 1 / 44) if uniform else player.hidden
        assert layouts == pytest.approx(expected, abs=0.03)
    assert abs(player.hidden - 1 / 44).max() > 0.01


def test_draws_do_not_depend_on_how_many_there_are() -> None:
    mixture, listed = grown(SMALL), list_layouts_of(SMALL)
    assert draw_games(mixture, listed, 9, 2)[:4] == draw_games(mixture, listed, 4, 2)
    assert draw_games(mixture, listed, 9, 2) != draw_games(mixture, listed, 9, 3)


def test_a_game_that_ends_at_another_time_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    mixture, listed = grown(SMALL), list_layouts_of(SMALL)
    right = module.times
    monkeypatch.setattr(module, "times", lambda hunt, listed: right(hunt, listed) + 1)
    with pytest.raises(StrategyError, match="by the pass over all layouts"):
        replay(mixture, listed, draw_games(mixture, listed, 1, 1))


def test_the_portrait_is_that_of_its_hunts_and_layouts() -> None:
    mixture, listed = grown(SMALL), list_layouts_of(SMALL)
    board = SMALL.board
    chances = (mixture.hider / listed.sizes)[listed.classes]
    cells, shots = np.zeros(9), np.zeros(9)
    for number, chance in enumerate(chances):
        cells[list(cells_of(listed.layout(number).occupied))] += chance
    for weight, hunt in zip(mixture.weights, mixture.hunts, strict=True):
        for symmetry in board.symmetries:
            shots[symmetry[hunt.shots[0]]] += weight / 8
    assert hides(mixture, listed) == pytest.approx(cells)
    assert hides(mixture, listed).sum() == pytest.approx(4)
    assert fires_first(mixture) == pytest.approx(shots)
    assert fires_first(mixture).sum() == pytest.approx(1)
