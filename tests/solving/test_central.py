"""The central pair: its bounds are true, it is near the linear program's, smooth and spread."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unsunk.errors import InputError
from unsunk.solving.central import SPREAD, central_pair
from unsunk.solving.linear_program import best_mixture


def drawn(seed: int, hunts: int, classes: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.random((hunts, classes)), rng.integers(1, 9, classes).astype(float)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10**6), st.integers(1, 20), st.integers(2, 9), st.sampled_from([0.1, 0.01, 2e-3])
)
def test_both_sides_are_near_the_value_by_the_gap(
    seed: int, hunts: int, more: int, gap: float
) -> None:
    classes = more * hunts
    wins, sizes = drawn(seed, hunts, classes)
    pair = central_pair(wins, sizes, gap, sizes / sizes.sum())
    value = best_mixture(wins).value
    assert pair.mixture.sum() == pytest.approx(1)
    assert pair.lottery.sum() == pytest.approx(1)
    assert pair.mixture.min() >= 0
    assert pair.lottery.min() > 0
    assert pair.holds == pytest.approx(float((pair.mixture @ wins).min()), abs=1e-12)
    assert pair.concedes == pytest.approx(float((wins @ pair.lottery).max()), abs=1e-12)
    assert pair.holds <= value + 1e-9
    assert pair.concedes >= value - 1e-9
    assert pair.concedes - pair.holds <= 1.5 * gap


def test_the_weights_are_those_of_the_stationary_point() -> None:
    wins, sizes = drawn(3, 12, 40)
    pair = central_pair(wins, sizes, 0.02, sizes / sizes.sum())
    kappa = (12 + SPREAD) / 0.02
    share = SPREAD * sizes / sizes.sum()
    floor = pair.mixture @ wins - share / (kappa * pair.lottery)
    assert floor.std() < 2e-4
    assert pair.concedes - floor.mean() < 0.02


def test_the_start_does_not_matter_and_little_changes_with_a_hunt() -> None:
    wins, sizes = drawn(5, 20, 50)
    one = central_pair(wins, sizes, 0.02, sizes / sizes.sum())
    corner = np.zeros(50)
    corner[7] = 1
    other = central_pair(wins, sizes, 0.02, corner)
    assert abs(one.lottery - other.lottery).sum() < 0.02
    more = central_pair(np.vstack([wins, wins.mean(axis=0)]), sizes, 0.02, one.lottery)
    assert abs(one.lottery - more.lottery).sum() < 0.1


def test_a_hunt_twice_in_the_pool_is_no_harm() -> None:
    wins, sizes = drawn(9, 6, 30)
    twice = central_pair(np.vstack([wins, wins, wins]), sizes, 0.01, sizes / sizes.sum())
    assert twice.concedes - twice.holds < 0.015


def test_a_gap_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="a gap must be above 0, not 0"):
        central_pair(np.ones((1, 1)), np.ones(1), 0.0, np.ones(1))
