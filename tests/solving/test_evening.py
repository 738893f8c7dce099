"""Mixtures made even: what is kept, what coupled replies then gain, by all hunts of a board."""

import numpy as np
import pytest

from tests.naive_race import all_laws
from unsunk.belief.listed import list_layouts_of
from unsunk.racing.pace import Floats, Pace
from unsunk.racing.pool import Pool
from unsunk.rules.notation import parse_rules
from unsunk.solving import evening
from unsunk.solving.evening import Evening, evened
from unsunk.solving.linear_program import least_conceded
from unsunk.solving.near_perfect import Search
from unsunk.solving.polish import polished

BOARDS = ["2x4; fleet 2", "3x3; fleet 3", "2x3; fleet 2,2"]


def solved(text: str, rounds: int = 25) -> tuple[Search, Floats, Pace]:
    """A search after some rounds, with its polished mixture."""
    search = Search.begin(list_layouts_of(parse_rules(f"board {text}; announce length")))
    for _ in range(rounds):
        search.round(None, 0, workers=1)
    weights, pace = polished(search.pool, search.pace, search.asked)
    return search, weights, pace


def coupled(pool: Pool, weights: Floats, hider: Floats) -> float:
    """The most that any hunt of the board wins, racing the mixture on any class."""
    laws = np.einsum("jkt,k->jt", all_laws(pool.listed), hider)
    return max(float((laws @ Pace(law).wins).max()) for law in pool.laws(weights))


@pytest.mark.parametrize("text", BOARDS)
def test_evening_keeps_pace_and_worst_layout_and_leaves_less_to_gain(text: str) -> None:
    search, weights, pace = solved(text)
    pool, hider = search.pool, search.asked
    even = evened(pool, weights, pace, hider, ask=True, workers=1)
    assert even.sum() == pytest.approx(1)
    assert even.min() >= 0
    assert pool.pace(even, hider).law == pytest.approx(pace.law, abs=1e-6)
    worst = (weights @ pool.wins(pace)).min()
    assert (even @ pool.wins(pace)).min() >= worst - evening.ALLOWED - 1e-9
    assert coupled(pool, even, hider) <= coupled(pool, weights, hider) + 1e-7


def test_with_replies_found_no_mixture_of_the_pool_concedes_less() -> None:
    """Against all hunts of the board at once, by one program: within what ends the turns."""
    search, weights, pace = solved("2x4; fleet 2")
    pool, hider = search.pool, search.asked
    evened_by_all = Evening(pool, pace, hider)
    evened_by_all.replies = list(np.einsum("jkt,k->jt", all_laws(pool.listed), hider))
    rows = [
        evened_by_all.chances[:, c] @ reply
        for reply in evened_by_all.replies
        for c in range(len(hider))
    ]
    least = float((weights @ pool.wins(pace)).min()) - evening.ALLOWED
    wins, law = pool.wins(pace), weights @ evened_by_all.own
    _, most = least_conceded(np.array(rows), wins, least, evened_by_all.own, law)
    even = evened(pool, weights, pace, hider, ask=True, workers=1)
    assert coupled(pool, even, hider) == pytest.approx(most, abs=2 * evening.GAIN)


def test_what_is_conceded_is_what_the_laws_say() -> None:
    search, weights, pace = solved("3x3; fleet 3", rounds=6)
    pool, hider = search.pool, search.asked
    found = Evening(pool, pace, hider)
    for c, law in enumerate(pool.laws(weights)):
        for number, row in enumerate(pool.rows):
            own = np.bincount(row, found.hidden, 10)
            assert found.conceded(weights)[c, number] == pytest.approx(own @ Pace(law).wins)
