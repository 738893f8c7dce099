"""Dice: the same place gives the same draws, other places others, and all are fair."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators import seeds
from tests.rules.chance import assert_uniform
from unsunk.errors import InputError
from unsunk.rules.dice import WORD, Dice, mix

paths = st.lists(seeds, max_size=3)


def draws(dice: Dice) -> list[int]:
    return [dice.below(bound) for bound in (2, 6, 100, 10**30)]


@given(seeds, paths, paths)
def test_the_same_place_gives_the_same_draws(seed: int, path: list[int], rest: list[int]) -> None:
    whole = draws(Dice(seed, *path, *rest))
    assert draws(Dice(seed, *path).at(*rest)) == draws(Dice(seed).at(*path).at(*rest)) == whole


@given(seeds, paths)
def test_a_stream_below_is_not_changed_by_draws_above(seed: int, path: list[int]) -> None:
    used, fresh = Dice(seed), Dice(seed)
    draws(used)
    below = used.at(*path)
    expected = fresh.at(*path)
    assert draws(below) == draws(expected)
    assert draws(used) != draws(fresh)


@given(st.lists(st.tuples(seeds, paths), min_size=2, max_size=2, unique_by=repr))
def test_other_places_give_other_words(places: list[tuple[int, list[int]]]) -> None:
    one, other = (Dice(seed, *path) for seed, path in places)
    assert [one.word() for _ in range(4)] != [other.word() for _ in range(4)]


def test_known_words() -> None:
    """The first words of SplitMix64 from state 0, as its authors' program prints them."""
    golden = 0x9E3779B97F4A7C15
    assert [mix(golden * i) for i in (1, 2, 3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


BOUNDS = [1, 2, 3, 7, 10, 100, 257]


@pytest.mark.parametrize("bound", BOUNDS)
@pytest.mark.parametrize(
    "draw",
    [
        lambda bound, i, dice: dice.below(bound),
        lambda bound, i, dice: Dice(5, i).below(bound),
        lambda bound, i, dice: Dice(i).below(bound),
        lambda bound, i, dice: Dice(5, i, 2).below(bound),
    ],
    ids=["along a stream", "across paths", "across seeds", "below paths"],
)
def test_draws_are_fair(draw: Callable[[int, int, Dice], int], bound: int) -> None:
    dice = Dice(3)
    assert_uniform((draw(bound, i, dice) for i in range(60 * bound + 2000)), range(bound))


@pytest.mark.parametrize("bound", [2**32 - 1, 2**32, 2**32 + 1, 3 * 2**30, 2**33 // 3 * 2, 10**40])
def test_wide_draws_are_fair(bound: int) -> None:
    dice, parts = Dice(4), 12
    drawn = [dice.below(bound) for _ in range(4000)]
    assert all(0 <= number < bound for number in drawn)
    assert_uniform((number * parts // bound for number in drawn), range(parts))
    for part in (2, 3, 5, 7):
        assert_uniform((number % part for number in drawn), range(part))


@given(seeds, st.integers(1, 2**200))
def test_draws_lie_below_the_bound(seed: int, bound: int) -> None:
    assert 0 <= Dice(seed).below(bound) < bound


class Loaded(Dice):
    """Dice whose words are given."""

    def __init__(self, *words: int) -> None:
        super().__init__(0)
        self.words = list(words)

    def word(self) -> int:
        return self.words.pop(0)


@pytest.mark.parametrize("bound", [2**32 + 1, 2**40 + 5, 2**63 + 1])
def test_a_wide_draw_that_is_not_below_the_bound_is_drawn_again(bound: int) -> None:
    shift = 64 - (bound - 1).bit_length()
    assert Loaded(bound << shift, bound - 1 << shift).below(bound) == bound - 1
    assert Loaded(WORD, 0).below(bound) == 0


def test_draws_stay_the_same_from_version_to_version() -> None:
    """Saved seeds, and the compiled kernels, count on it."""
    dice = Dice(1, 2, 3)
    drawn = [dice.below(bound) for bound in (2, 6, 100, 17, 2**32 - 1, 10**12, 10**30)]
    assert drawn == [0, 1, 57, 14, 4049519023, 596952002148, 198274266432157910354100107662]


@pytest.mark.parametrize("bound", [0, -1, -(10**30)])
def test_bounds_are_at_least_one(bound: int) -> None:
    with pytest.raises(
        InputError, match=f"cannot draw below {bound}: the bound must be at least 1"
    ):
        Dice(1).below(bound)


@pytest.mark.parametrize("seed", [-1, WORD + 1, 10**30])
def test_seeds_and_paths_are_words(seed: int) -> None:
    for make in (lambda: Dice(seed), lambda: Dice(1, seed), lambda: Dice(1).at(2, seed)):
        with pytest.raises(InputError, match=f"{seed} is not a seed"):
            make()


def test_every_order_is_equally_likely_after_a_shuffle() -> None:
    orders = []
    for i in range(3000):
        items = list("abcd")
        Dice(6, i).shuffle(items)
        orders.append("".join(items))
    assert_uniform(
        orders,
        {
            a + b + c + d
            for a in "abcd"
            for b in "abcd"
            for c in "abcd"
            for d in "abcd"
            if len({a, b, c, d}) == 4
        },
    )
