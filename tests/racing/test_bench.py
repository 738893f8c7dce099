"""Measuring: histograms and statistics against NumPy and SciPy on the raw times."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from unsunk.errors import InputError
from unsunk.hunting.play import play
from unsunk.hunting.simulate import finishing_times
from unsunk.hunting.strategy import strategy
from unsunk.racing import run as module
from unsunk.racing.bench import bench
from unsunk.racing.summary import Bench, Moments, Result
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset

NAMES = ["random", "parity-follow", "density", "one-rule"]


def same(one: Bench, other: Bench) -> bool:
    """Whether two runs found the same, their clocks aside."""
    fields = [field for field in Result.__annotations__ if "second" not in field]
    told = [[[getattr(r, field) for field in fields] for r in run.results] for run in (one, other)]
    histograms = all((one.histograms[n] == other.histograms[n]).all() for n in one.histograms)
    return told[0] == told[1] and one.paired == other.paired and histograms


@given(st.lists(st.integers(-30, 30), min_size=2, max_size=300))
def test_statistics_of_a_histogram(numbers: list[int]) -> None:
    moments = Moments(np.bincount(np.array(numbers) + 30, minlength=61), -30)
    assert moments.games == len(numbers)
    assert moments.mean == pytest.approx(np.mean(numbers))
    assert moments.sd == pytest.approx(np.std(numbers, ddof=1), abs=1e-9)
    assert moments.median == np.median(numbers)
    assert moments.ends == (min(numbers), max(numbers))
    for share in (0.01, 0.05, 0.5, 0.95, 0.99, 1.0):
        assert moments.quantile(share) == np.quantile(numbers, share, method="inverted_cdf")


@given(st.lists(st.integers(0, 100), min_size=2, max_size=300).filter(lambda n: len(set(n)) > 1))
def test_the_interval_is_the_normal_one(numbers: list[int]) -> None:
    low, high = stats.norm.interval(0.95, np.mean(numbers), stats.sem(numbers))
    assert Moments(np.bincount(numbers)).ci95 == pytest.approx((low, high))


@pytest.mark.parametrize("announce", Announce)
def test_results_are_those_of_the_raw_times(announce: Announce) -> None:
    rules, games = Ruleset(announce=announce), 400
    found = bench(NAMES, rules, games, 5)
    for result in found.results:
        times = finishing_times(result.strategy, rules, 5, 0, games)
        assert (found.histograms[result.strategy] == np.bincount(times, minlength=101)).all()
        assert result.mean == pytest.approx(times.mean())
        assert result.sd == pytest.approx(times.std(ddof=1))
        assert result.median == np.median(times)
        assert result.p95 == np.quantile(times, 0.95, method="inverted_cdf")
        assert (result.min, result.max) == (times.min(), times.max())
        assert (result.games, result.seed, result.announce) == (games, 5, str(announce))
        assert result.games_per_second == pytest.approx(games / result.seconds)


def test_differences_are_paired_by_layout() -> None:
    rules, games = Ruleset(), 500
    found = bench(NAMES, rules, games, 2)
    assert [(p.a, p.b) for p in found.paired] == [
        (a, b) for i, a in enumerate(NAMES) for b in NAMES[i + 1 :]
    ]
    for pair in found.paired:
        one, other = (finishing_times(n, rules, 2, 0, games).astype(int) for n in (pair.a, pair.b))
        assert pair.mean_difference == pytest.approx((one - other).mean())
        reach = 1.959963984540054 * stats.sem(one - other)
        centre = pair.mean_difference
        assert pair.ci95 == pytest.approx((centre - reach, centre + reach))
        expected = found.results[NAMES.index(pair.a)].mean - found.results[NAMES.index(pair.b)].mean
        assert centre == pytest.approx(expected)


def test_the_same_strategy_under_two_names_differs_by_nothing() -> None:
    (pair,) = bench(["density", "one-rule-no-parity"], Ruleset(), 300, 1).paired
    assert (pair.mean_difference, pair.ci95) == (0, (0, 0))


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_nothing_depends_on_workers(workers: int) -> None:
    rules = Ruleset(announce=Announce.LENGTH, touching=Touching.NO)
    assert same(bench(NAMES, rules, 333, 7, workers=workers), bench(NAMES, rules, 333, 7))


def test_nothing_depends_on_how_games_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bench(NAMES, Ruleset(), 333, 7)
    monkeypatch.setattr(module, "BLOCK", 100)
    monkeypatch.setattr(module, "CHUNK", 7)
    monkeypatch.setattr(module, "DRAWN", 9)
    assert same(bench(NAMES, Ruleset(), 333, 7), whole)


def test_more_games_begin_with_the_same_ones() -> None:
    few, more = (
        bench(["density"], Ruleset(), games, 3).histograms["density"] for games in (50, 90)
    )
    assert (few <= more).all()


def test_a_strategy_without_a_kernel_is_played_plainly() -> None:
    rules = Ruleset(Board(12, 12), Fleet((12, 11)))
    (result,) = bench(["density"], rules, 12, 1).results
    times = [
        len(
            play(
                strategy("density"),
                draw_layout(rules, Dice(1, LAYOUT_STREAM, game)),
                Dice(1, SHOT_STREAM, game),
            )
        )
        for game in range(12)
    ]
    assert result.mean == pytest.approx(np.mean(times))


def test_random_needs_what_it_must_need() -> None:
    """The last of 17 ship cells in a random order of 100: 17 * 101 / 18 on average, exactly."""
    (result,) = bench(["random"], Ruleset(), 40_000, 1).results
    assert abs(result.mean - 17 * 101 / 18) < 3 * (result.ci95[1] - result.mean) / 1.96
    variance = 17 * 101 * 83 / (18**2 * 19)
    assert result.sd == pytest.approx(math.sqrt(variance), rel=0.03)


def test_random_has_the_law_it_must_have() -> None:
    """P(T = t) = C(t - 1, 16) / C(100, 17)."""
    found = bench(["random"], Ruleset(announce=Announce.SILENT), 20_000, 4).histograms["random"]
    law = np.array([math.comb(max(t - 1, 0), 16) / math.comb(100, 17) for t in range(101)])
    start = 85
    seen = [found[:start].sum(), *found[start:]]
    expected = [law[:start].sum(), *law[start:]]
    assert stats.chisquare(seen, np.array(expected) / sum(expected) * sum(seen)).pvalue > 0.001


def test_how_far_a_run_is_gets_told() -> None:
    told: list[tuple[int, int]] = []
    bench(["random", "density"], Ruleset(), 4_500, 1, progress=lambda *at: told.append(at))
    assert told[-1] == (9_000, 9_000)
    assert told == sorted(told)


def test_the_clock_does_not_count_compiling() -> None:
    """The first run of a strategy in a process is not slower than a second one by seconds."""
    rules = parse_rules("board 6x6; fleet 3,2; announce named")
    assert bench(["one-rule"], rules, 20, 1).results[0].seconds < 0.5


@pytest.mark.parametrize(
    ("names", "games", "message"),
    [
        (["densty"], 10, "'densty' is not a strategy: did you mean density"),
        ([], 10, "no strategy is named"),
        (["random", "random"], 10, "named twice"),
        (["random"], 1, "1 games are too few"),
        (["random"], -5, "-5 games are too few"),
    ],
)
def test_what_cannot_be_measured(names: list[str], games: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        bench(names, Ruleset(), games, 1)


@pytest.mark.slow
def test_the_figures_of_the_sources() -> None:
    """A hundred thousand games; decisions.md says why Normal needs less than about 51."""
    found = bench(NAMES, Ruleset(), 100_000, 1)
    means = {result.strategy: result.mean for result in found.results}
    assert means["random"] == pytest.approx(95.389, abs=0.1)
    assert means["parity-follow"] == pytest.approx(49.35, abs=0.15)
    assert means["density"] == pytest.approx(44, abs=1)
    assert means["one-rule"] == pytest.approx(45, abs=1)
    assert bench(["one-rule"], Ruleset(), 2_000, 1).results[0].max == pytest.approx(63, abs=3)
