"""The self-play loop: its hunts can be grown again, its figures are those of a plain count."""

import numpy as np
import pytest

from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.racing.pace import Pace, chances
from unsunk.racing.pool import by_class, spread
from unsunk.rules.notation import parse_rules
from unsunk.solving.linear_program import best_mixture
from unsunk.solving.self_play import (
    EVEN_FAVOUR,
    FAVOUR,
    SelfPlay,
    favours_of,
    levels_of,
    weights_of,
)


@pytest.fixture(scope="module")
def listed() -> Listed:
    return list_layouts_of(parse_rules("board 4x4; fleet 3,3,2; announce length"))


@pytest.fixture(scope="module")
def played(listed: Listed) -> SelfPlay:
    loop = SelfPlay.begin(listed)
    for _ in range(30):
        loop.round(hunts=3, most=60)
    return loop


def test_levels_are_the_lottery_within_a_sixteenth_of_a_doubling(listed: Listed) -> None:
    rng = np.random.default_rng(1)
    lottery = rng.dirichlet(np.ones(len(listed.sizes)))
    weights = weights_of(levels_of(lottery, listed), listed)
    likely = spread(listed, lottery)
    seen = likely / likely.max() > 2**-20
    apart = np.log2(weights[seen] / weights.max()) - np.log2(likely[seen] / likely.max())
    assert abs(apart).max() < 1 / 16 + 1e-3
    assert weights.max() == 2**27


def test_favours_are_drawn_around_even(listed: Listed) -> None:
    drawn = np.array([favours_of(dice, listed) for dice in range(400)])
    assert drawn.min() >= EVEN_FAVOUR - 2 * FAVOUR
    assert drawn.max() <= EVEN_FAVOUR + 2 * FAVOUR
    assert drawn.mean() == pytest.approx(EVEN_FAVOUR, abs=2)
    assert drawn.std() == pytest.approx(FAVOUR * (2 / 3) ** 0.5, rel=0.1)
    assert (favours_of(7, listed) == favours_of(7, listed)).all()


def test_every_hunt_can_be_grown_again(played: SelfPlay) -> None:
    assert len(played.hunts) == len(played.rows) == len(played.mixture) <= 60
    for asked, row in zip(played.hunts, played.rows, strict=True):
        assert asked.grown(played.listed).tolist() == row.tolist()
    assert len({row.tobytes() for row in played.rows}) > 20


def test_the_same_rounds_come_out_again_whatever_the_workers(
    listed: Listed, played: SelfPlay
) -> None:
    again = SelfPlay.begin(listed)
    for number in range(5):
        found = again.round(hunts=3, most=60, workers=1 + number % 2)
        assert {**vars(found), "seconds": 0} == {**vars(played.rounds[number]), "seconds": 0}


def test_the_worst_class_is_that_of_a_plain_count(listed: Listed, played: SelfPlay) -> None:
    pace = played.pace_against(played.lottery)
    law = np.zeros(17)
    likely = played.lottery / listed.sizes
    for weight, row in zip(played.mixture, played.rows, strict=True):
        for layout, shots in enumerate(row.tolist()):
            law[shots] += weight * likely[listed.classes[layout]]
    assert pace.law == pytest.approx(law, abs=1e-12)
    wins, won = chances(law), np.zeros(len(listed.sizes))
    for weight, row in zip(played.mixture, played.rows, strict=True):
        for layout, shots in enumerate(row.tolist()):
            won[listed.classes[layout]] += weight * wins[shots]
    assert played.worst_against(pace) == pytest.approx(float((won / listed.sizes).min()))


def test_the_linear_program_holds_the_worst_class_better(listed: Listed) -> None:
    loop = SelfPlay.begin(listed)
    for _ in range(12):
        found = loop.round(hunts=3, most=60)
    assert loop.settle(12) > found.worst + 0.002
    own = loop.pace_against(loop.lottery)
    assert abs(own.wins - loop.pace.wins).max() < 1e-2
    wins = by_class(listed, [own.wins[row] for row in loop.rows])
    assert loop.worst_against(own) <= best_mixture(wins).value + 1e-9


def test_it_comes_near_an_even_race_on_every_layout(listed: Listed, played: SelfPlay) -> None:
    worst = [found.worst for found in played.rounds]
    assert worst[0] < 0.4
    assert worst[-1] > 0.49
    wins = by_class(listed, [played.pace.wins[row] for row in played.rows])
    assert best_mixture(wins).value > 0.49
    even = listed.sizes / listed.sizes.sum()
    assert played.rounds[-1].shots < played.rounds[0].shots + 0.5
    assert isinstance(played.pace_against(even), Pace)
