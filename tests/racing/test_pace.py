"""The pace: the chance to be first, by hand and by counting races; mixtures; bad laws."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from unsunk.belief.listed import list_layouts_of
from unsunk.errors import InputError
from unsunk.racing.pace import Pace, pace_of
from unsunk.rules.notation import parse_rules

Floats = NDArray[np.float64]


def some_laws(many: int, cells: int) -> Floats:
    """(many, cells + 1) laws, a third of their chances 0."""
    draw = np.random.default_rng(1)
    laws = draw.dirichlet(np.ones(cells + 1), many)
    laws[draw.random(laws.shape) < 1 / 3] = 0
    laws[:, -1] += 1e-3
    found: Floats = laws / laws.sum(axis=1, keepdims=True)
    return found


def first(t: int, other: int) -> float:
    """What a race is worth to the one who takes t shots."""
    return 1.0 if t < other else 0.5 if t == other else 0.0


@pytest.mark.parametrize("law", some_laws(20, 9))
def test_the_chance_to_be_first_is_that_of_all_races(law: Floats) -> None:
    plain = [sum(p * first(t, other) for other, p in enumerate(law)) for t in range(10)]
    assert Pace(law).wins == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("law", some_laws(20, 16))
def test_a_pace_wins_half_of_the_races_against_itself(law: Floats) -> None:
    pace = Pace(law)
    assert law @ pace.wins == pytest.approx(0.5, abs=1e-12)
    assert (np.diff(pace.wins) <= 1e-15).all()
    assert pace.wins.min() >= 0
    assert pace.wins.max() <= 1


def test_the_mean_and_the_way_to_another_pace() -> None:
    slow, fast = Pace(np.array([0, 0, 0, 1.0])), Pace(np.array([0, 0.5, 0.5, 0]))
    assert (slow.mean, fast.mean) == (3, 1.5)
    assert slow.towards(fast, 0.25).law.tolist() == [0, 0.125, 0.125, 0.75]
    assert slow.towards(fast, 0).law.tolist() == slow.law.tolist()
    assert slow.towards(fast, 1).law.tolist() == fast.law.tolist()


@pytest.mark.parametrize(
    ("law", "total"),
    [([0.5, 0.4], "0.9"), ([0.5, 0.6], "1.1"), ([1.5, -0.5], "1"), ([np.nan, 1], "nan"), ([], "0")],
)
def test_what_is_no_law_is_one_sentence(law: list[float], total: str) -> None:
    with pytest.raises(InputError) as told:
        Pace(np.array(law))
    assert str(told.value) == (f"the chances of a pace are 0 or more and sum to 1, not to {total}")


def test_the_pace_of_a_mixture_is_that_of_all_its_games() -> None:
    listed = list_layouts_of(parse_rules("board 2x3; fleet 2"))
    draw, layouts = np.random.default_rng(2), len(listed)
    times = draw.integers(2, 7, (4, layouts)).astype(np.uint8)
    mixture, lottery = np.array([0.5, 0, 0.2, 0.3]), draw.dirichlet(np.ones(layouts))
    law = np.zeros(7)
    for hunt, layout in product(range(4), range(layouts)):
        law[times[hunt, layout]] += mixture[hunt] * lottery[layout]
    assert pace_of(times, mixture, lottery, 6).law == pytest.approx(law, abs=1e-12)


def test_a_pace_of_another_number_of_hunts_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        pace_of(np.zeros((2, 3), np.uint8), np.ones(1), np.ones(3) / 3, 4)
