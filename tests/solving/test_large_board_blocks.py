"""The plans that draw anew in every block, and the ceiling, against games played one by one."""

from fractions import Fraction

import numpy as np
import pytest

from unsunk.solving.large_board import win_rate
from unsunk.solving.large_board_blocks import SHARE, block_plan, ceiling

Sweep = tuple[int, float, float]
"""A class, shot in the blocks between two ranks, in their order; a block is half a unit of time."""


def test_two_ends_and_the_best_share_are_exact_and_below_the_ceiling() -> None:
    assert block_plan(Fraction(1)) == Fraction(449, 864)
    assert block_plan(SHARE) == Fraction(2154610873, 4132485216)
    assert ceiling() == Fraction(19, 36) > block_plan(SHARE)


def test_the_share_is_the_best_of_its_neighbours() -> None:
    step = Fraction(1, 50)
    assert block_plan(SHARE) > max(block_plan(SHARE - step), block_plan(SHARE + step))


@pytest.mark.parametrize("share", [Fraction(-1, 2), Fraction(3, 2)])
def test_a_share_outside_0_and_1_is_refused(share: Fraction) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        block_plan(share)


def first_hit(sweeps: list[Sweep], rank: float, classes: set[int]) -> float:
    """How long the sweeps take to the first cell of a ship on those classes in its block."""
    time = 0.0
    for swept, low, high in sweeps:
        if swept in classes and low <= rank < high:
            return time + (rank - low) / 2
        time += max(0.0, high - low) / 2
    return float("inf")


def search(share: float) -> list[Sweep]:
    return [(0, 0, 1), (3, 0, share), (2, share, 1), (4, share, 1)]


def shot_so_far(share: float, time: float) -> dict[int, tuple[float, float]]:
    """The ranks of the blocks in which a class is shot by then."""
    result, start = {}, 0.0
    for swept, low, high in search(share):
        result[swept] = (low, min(high, max(low, low + 2 * (time - start))))
        start += (high - low) / 2
    return result


def rest_for_the_2(share: float, time: float) -> list[Sweep]:
    """Both 3s are down: first what can hold the 2 in four ways."""
    shot = shot_so_far(share, time)
    zero, third, second, fourth = (shot[c][1] for c in (0, 3, 2, 4))
    rich = [(0, zero, 1), (2, third, 1), (4, third, 1)]
    if second > share:
        rich = [(2, second, 1), (4, fourth, 1)]
    return [*rich, (2, 0, third), (4, 0, third)]


def rest_for_the_3s(share: float, time: float) -> list[Sweep]:
    """The 2 is down: what is left of the set, then blocks where class 2 is shot."""
    shot = shot_so_far(share, time)
    third, second, fourth = (shot[c][1] for c in (3, 2, 4))
    if second > share:
        return [(3, second, 1), (4, fourth, second)]
    return [(0, shot[0][1], 1), (3, third, 1)]


def game(share: float, rng: np.random.Generator) -> float:
    """The finishing time of a game with ships anywhere."""
    ranks = rng.random(3)
    starts = rng.integers(6, size=3)
    on = [{int(s + k) % 6 for k in range(n)} for s, n in zip(starts, (3, 3, 2), strict=True)]
    met = [first_hit(search(share), r, c) for r, c in zip(ranks, on, strict=True)]
    threes, two = max(met[:2]), met[2]
    if threes < two:
        return threes + first_hit(rest_for_the_2(share, threes), ranks[2], on[2])
    late = [k for k in (0, 1) if met[k] > two]
    return two + max(first_hit(rest_for_the_3s(share, two), ranks[k], on[k]) for k in late)


@pytest.mark.parametrize("share", [Fraction(1), SHARE, Fraction(1, 10)])
def test_games_played_one_by_one_win_as_often(share: Fraction) -> None:
    rng = np.random.default_rng(2)
    wins = np.array([float(win_rate(Fraction(game(float(share), rng)))) for _ in range(40_000)])
    assert abs(wins.mean() - float(block_plan(share))) < 4 * wins.std() / np.sqrt(len(wins))


def test_no_ship_is_missed() -> None:
    rng = np.random.default_rng(3)
    assert max(game(float(SHARE), rng) for _ in range(5000)) < 2
