"""The golden games of `tests/games`: see `tests/rules/transcripts.py` for how to write them."""

from itertools import product
from pathlib import Path

import pytest

from tests.rules.transcripts import GAMES, chosen, game_of, transcript
from unsunk.rules.choices import Announce, Order, Touching
from unsunk.rules.ruleset import Ruleset

FILES = sorted(GAMES.glob("*.txt"))


def test_there_is_a_game_under_all_rules_and_no_other() -> None:
    assert sorted(file for file, _ in chosen()) == FILES
    assert len(FILES) == len(list(product(Announce, Touching, Order)))


@pytest.mark.parametrize(("file", "rules"), [pytest.param(*c, id=c[0].stem) for c in chosen()])
def test_the_game_is_played_as_written(file: Path, rules: Ruleset) -> None:
    text = file.read_text("utf-8")
    game = game_of(text)
    assert game.rules == rules
    assert transcript(game) == text
    assert game.winner is not None


def test_one_of_the_games_is_a_draw_and_each_player_wins_some() -> None:
    winners = {game_of(file.read_text("utf-8")).winner for file in FILES}
    assert winners == {1, 2, "draw"}
