"""The loop: brackets of every round, the whole game of a tiny board, narrow replies, workers."""

from dataclasses import replace

import nashpy
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.naive_race import all_laws
from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.racing.pace import Pace, pace_of
from unsunk.racing.pool import spread
from unsunk.rules.notation import parse_rules
from unsunk.solving.near_perfect import GUIDED, TRIED, Round, Search

Floats = NDArray[np.float64]
TINY = ["3x3; fleet 2", "2x3; fleet 2", "2x3; fleet 2,2", "2x4; fleet 2", "3x3; fleet 3"]
TOLERANCE = 0.001
"""Points."""


def listed_of(text: str, announce: str = "length") -> Listed:
    return list_layouts_of(parse_rules(f"board {text}; announce {announce}"))


def run(listed: Listed, rounds: int = 60) -> tuple[Search, list[Pace]]:
    """The loop to the tolerance, with the pace of each round."""
    search, paces = Search.begin(listed), list[Pace]()
    for _ in range(rounds):
        paces.append(search.pace)
        if search.round(None, 0, workers=1).gap <= TOLERANCE:
            return search, paces
    raise AssertionError(f"after {rounds} rounds the gap is {search.rounds[-1].gap} points")


@pytest.mark.parametrize("text", TINY)
def test_the_whole_game_of_a_tiny_board_has_the_value_found(text: str) -> None:
    """The pace of a round makes a game of all hunts (but idle shots) against all classes.

    Compared are its value by nashpy, what the mixture gets at its worst (no more), and what the
    reply's bound says (no less): in every round, and at the end both within 0.001 points.
    """
    listed = listed_of(text)
    search, paces = run(listed)
    laws = all_laws(listed)
    for found, pace in zip(search.rounds, paces, strict=True):
        wins = laws @ pace.wins
        row, _ = nashpy.Game(wins).linear_program()
        value = float((row @ wins).min())
        assert found.value - 1e-9 <= value <= found.reply + 1e-9
        assert found.exact
    assert search.rounds[-1].reply - search.rounds[-1].value <= TOLERANCE / 100
    conceded = float((laws @ paces[-1].wins @ search.asked).max())
    assert search.rounds[-1].value - 1e-9 <= conceded <= search.rounds[-1].reply


@pytest.mark.parametrize("text", TINY)
def test_at_the_end_the_pace_is_the_player_s_own(text: str) -> None:
    """So nothing is left to gain from knowing it, and a race of two such players is even."""
    listed = listed_of(text)
    search, paces = run(listed)
    assert search.plan is not None
    mixture = search.plan.mixture
    hidden = spread(listed, search.asked)
    own = pace_of(search.pool.times[: len(mixture)], mixture, hidden, listed.rules.board.size)
    assert abs(own.law - paces[-1].law).sum() < 0.02
    every = all_laws(listed) @ own.wins
    wins = search.pool.wins(own)[: len(mixture)]
    assert mixture @ wins @ search.asked == pytest.approx(0.5, abs=1e-9)
    assert float((mixture @ wins).min()) > 0.5 - 0.002
    assert float((every @ search.asked).max()) < 0.5 + 0.002


def told(search: Search) -> list[Round]:
    return [replace(found, seconds=0, memory=0) for found in search.rounds]


def test_narrow_replies_give_way_to_exact_and_guided_ones_in_turn() -> None:
    """However little they have to gain to go on, they are tried for some rounds."""
    search = Search.begin(listed_of("3x3; fleet 2,2"))
    for _ in range(3 * TRIED + 3):
        search.round((1, 2), np.inf, workers=1)
    kinds = ["narrow"] * TRIED + ["exact"] + (["guided"] * TRIED + ["exact"]) * 2
    assert [found.kind for found in search.rounds] == kinds
    assert all(found.gap >= 0 for found in search.rounds if found.exact)


def test_replies_that_gain_go_on_but_guided_ones_not_for_ever() -> None:
    search = Search.begin(listed_of("3x3; fleet 2,2"))
    for _ in range(TRIED + 5):
        assert search.round((1, 2), -1, workers=1).kind == "narrow"
    search.round((1, 2), np.inf, workers=1)
    kinds = [search.round((1, 2), -1, workers=1).kind for _ in range(GUIDED + 2)]
    assert kinds == ["guided"] * GUIDED + ["exact", "guided"]


def test_the_rounds_do_not_depend_on_the_workers() -> None:
    searches = []
    for workers in (1, 2):
        search = Search.begin(listed_of("3x4; fleet 2,2"))
        for _ in range(10):
            search.round((2, 20), 0.02, workers=workers)
        searches.append(search)
    one, two = searches
    assert told(one) == told(two)
    assert one.pool.hunts == two.pool.hunts
    assert one.pace.law.tobytes() == two.pace.law.tobytes()
    assert one.asked.tobytes() == two.asked.tobytes()


def test_a_larger_board_closes_in() -> None:
    """3x4 {2,2}, 102 layouts: the gap falls below a tenth of a point, and goes on falling."""
    search = Search.begin(listed_of("3x4; fleet 2,2"))
    gaps = [search.round(None, 0, workers=1).gap for _ in range(120)]
    assert min(gaps) >= 0
    assert min(gaps[:60]) < 1
    assert min(gaps) < 0.02
