"""The analytic centre: its conditions, whatever the start, and inside the set."""

import numpy as np
import pytest
from numpy.typing import NDArray

from unsunk.errors import InputError
from unsunk.solving.centre import analytic_centre
from unsunk.solving.linear_program import best_mixture

Floats = NDArray[np.float64]


def drawn(seed: int) -> tuple[Floats, Floats, float, Floats]:
    """Win rates, sizes, what is conceded at most, and a start inside."""
    draw = np.random.default_rng(seed)
    hunts, classes = draw.integers(1, 30), draw.integers(2, 20)
    wins = draw.random((hunts, classes))
    sizes = draw.choice([2.0, 4.0, 8.0], classes)
    start = draw.dirichlet(np.full(classes, 5.0))
    plan = best_mixture(wins)
    conceded = float((wins @ start).max())
    return wins, sizes, conceded + draw.choice([0.2, 1e-3]) * (1 + plan.value), start


def slack(wins: Floats, sizes: Floats, most: float, q: Floats, v: float) -> float:
    """What the centre maximises: the logarithm of the product of all slacks; -inf outside."""
    parts = [q, v - wins @ q, np.array([most - v])]
    if min(part.min() for part in parts) <= 0:
        return -np.inf
    weight = sizes / sizes.mean()
    return float(weight @ np.log(q) + np.log(parts[1]).sum() + len(wins) * np.log(most - v))


def height(wins: Floats, most: float, q: Floats) -> float:
    """The v that is best for a lottery, by halving: there the slope of the logarithm is 0."""
    low, high = float((wins @ q).max()), most
    for _ in range(200):
        v = (low + high) / 2
        if (1 / (v - wins @ q)).sum() > len(wins) / (most - v):
            low = v
        else:
            high = v
    return v


@pytest.mark.parametrize("seed", range(40))
def test_at_the_centre_no_slope_is_left(seed: int) -> None:
    """The slopes in all classes are one number, that of the condition that weights sum to 1."""
    wins, sizes, most, start = drawn(seed)
    q = analytic_centre(wins, sizes, most, start)
    v = height(wins, most, q)
    assert q.min() > 0
    assert q.sum() == pytest.approx(1, abs=1e-12)
    assert float((wins @ q).max()) < v < most
    slopes = sizes / sizes.mean() / q - wins.T @ (1 / (v - wins @ q))
    assert q * (slopes - q @ slopes) == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("seed", range(20))
def test_no_lottery_nearby_has_more_slack(seed: int) -> None:
    wins, sizes, most, start = drawn(seed)
    q = analytic_centre(wins, sizes, most, start)
    best = slack(wins, sizes, most, q, height(wins, most, q))
    draw = np.random.default_rng(seed)
    for size in (1e-3, 1e-2, 0.1, 0.5):
        for _ in range(20):
            other = (1 - size) * q + size * draw.dirichlet(np.ones(len(q)))
            if float((wins @ other).max()) < most:
                v = height(wins, most, other)
                assert slack(wins, sizes, most, other, v) < best + 1e-9


@pytest.mark.parametrize("seed", range(20))
def test_the_centre_is_one_whatever_the_start(seed: int) -> None:
    wins, sizes, most, start = drawn(seed)
    plan = best_mixture(wins)
    starts = [(1 - share) * plan.lottery + share * start for share in (1, 0.5, 0.1, 1e-3)]
    first, *others = (analytic_centre(wins, sizes, most, each) for each in starts)
    for other in others:
        assert other == pytest.approx(first, abs=1e-5)


def test_the_scale_of_sizes_and_the_order_of_hunts_do_not_matter() -> None:
    wins, sizes, most, start = drawn(3)
    q = analytic_centre(wins, sizes, most, start)
    assert analytic_centre(wins, 10 * sizes, most, start) == pytest.approx(q, abs=1e-9)
    assert analytic_centre(wins[::-1], sizes, most, start) == pytest.approx(q, abs=1e-9)
    turned = analytic_centre(wins[:, ::-1], sizes[::-1], most, start[::-1])
    assert turned[::-1] == pytest.approx(q, abs=1e-9)


@pytest.mark.parametrize("question", [1e-2, 1e-4, 1e-6])
def test_it_comes_as_near_to_the_best_lottery_as_is_asked(question: float) -> None:
    wins = np.array([[0.6, 0.3, 0.5], [0.2, 0.7, 0.4], [0.5, 0.4, 0.6]])
    plan = best_mixture(wins)
    start = (1 - question) * plan.lottery + question / 3
    q = analytic_centre(wins, np.ones(3), plan.value + question, start)
    assert plan.value <= float((wins @ q).max()) < plan.value + question


def test_a_start_outside_is_one_sentence() -> None:
    with pytest.raises(InputError) as told:
        analytic_centre(np.eye(2), np.ones(2), 0.6, np.array([0.9, 0.1]))
    assert str(told.value) == ("a start must concede less than 0.6, and this is no such lottery")
