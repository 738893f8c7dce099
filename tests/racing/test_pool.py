"""The pool: hunts once each, scored class by class with a symmetry drawn."""

import numpy as np
import pytest

from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.hunting.hunt import Hunt, grow, times
from unsunk.racing.pace import Pace
from unsunk.racing.pool import Pool, by_class, spread
from unsunk.rules.notation import parse_rules


def small() -> Listed:
    return list_layouts_of(parse_rules("board 3x4; fleet 2,2; announce length"))


def grown(listed: Listed, many: int) -> list[Hunt]:
    """Greedy hunts of weights drawn at random."""
    draw = np.random.default_rng(4)
    return [grow(listed, draw.integers(0, 9, len(listed))) for _ in range(many)]


def pool_of(listed: Listed, many: int) -> Pool:
    pool = Pool(listed)
    for hunt in grown(listed, many):
        pool.add(hunt)
    return pool


def test_a_hunt_is_taken_in_once() -> None:
    listed = small()
    pool, (one, two) = Pool(listed), grown(listed, 2)
    assert [pool.add(hunt) for hunt in (one, two, one, two)] == [True, True, False, False]
    assert pool.hunts == [one, two]
    assert len(pool) == 2
    assert (pool.times == [times(one, listed), times(two, listed)]).all()


def test_times_that_are_known_are_kept() -> None:
    listed = small()
    pool, hunt = Pool(listed), grow(listed)
    pool.add(hunt, np.full(len(listed), 7, np.uint8))
    assert (pool.times == 7).all()


def test_an_empty_pool_has_no_rows() -> None:
    pool = Pool(small())
    assert pool.times.shape == (0, len(pool.listed))
    assert pool.means().shape == (0, len(pool.listed.sizes))


def test_a_class_is_scored_by_the_mean_over_all_symmetries() -> None:
    """The games of a hunt on the images of one layout are its games in the images of the board."""
    listed = small()
    pool = pool_of(listed, 5)
    law = np.random.default_rng(5).dirichlet(np.ones(13))
    pace = Pace(law)
    wins, means, mixture = pool.wins(pace), pool.means(), np.array([0.4, 0, 0.1, 0.3, 0.2])
    laws = pool.laws(mixture)
    assert wins.shape == means.shape == (5, len(listed.sizes))
    assert laws.sum(axis=1) == pytest.approx(1, abs=1e-12)
    for class_, layout in enumerate(listed.first):
        images = listed.images[:, layout]
        for hunt, row in enumerate(pool.rows):
            assert wins[hunt, class_] == pytest.approx(pace.wins[row[images]].mean(), abs=1e-12)
            assert means[hunt, class_] == pytest.approx(row[images].mean(), abs=1e-12)
        assert laws[class_] @ pace.wins == pytest.approx(mixture @ wins[:, class_], abs=1e-12)
        assert laws[class_] @ np.arange(13) == pytest.approx(mixture @ means[:, class_], abs=1e-9)


def test_some_hunts_are_scored_as_among_all() -> None:
    pool = pool_of(small(), 4)
    pace = Pace(np.full(13, 1 / 13))
    assert (pool.wins(pace, [3, 1]) == pool.wins(pace)[[3, 1]]).all()


def test_a_lottery_over_classes_is_the_same_for_all_of_a_class() -> None:
    listed = small()
    lottery = np.random.default_rng(6).dirichlet(np.ones(len(listed.sizes)))
    weights = spread(listed, lottery)
    assert all((weights[image] == weights).all() for image in listed.images)
    assert np.bincount(listed.classes, weights) == pytest.approx(lottery, abs=1e-12)
    assert by_class(listed, [weights])[0] * listed.sizes == pytest.approx(lottery, abs=1e-12)
