"""The hottest cells, and a choice among them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.chance import assert_uniform
from unsunk.belief.heatmap import hottest, pick
from unsunk.errors import TurnError
from unsunk.rules.dice import Dice

heats = st.lists(st.integers(0, 2**80), max_size=30)


@given(heats)
def test_the_hottest_hold_the_largest_value(heat: list[int]) -> None:
    cells = hottest(heat)
    assert cells == sorted(set(cells))
    assert all(heat[cell] == max(heat) > 0 for cell in cells)
    assert bool(cells) is any(heat)


@given(heats, st.integers(0, 1000))
def test_one_of_them_is_picked(heat: list[int], seed: int) -> None:
    if any(heat):
        assert pick(heat, Dice(seed)) == pick(heat, Dice(seed)) in hottest(heat)
    else:
        with pytest.raises(TurnError, match="no cell left"):
            pick(heat, Dice(seed))


def test_each_equally_often() -> None:
    assert_uniform((pick([5, 1, 5, 5, 0, 5], Dice(1, i)) for i in range(2000)), [0, 2, 3, 5])
