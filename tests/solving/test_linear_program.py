"""The linear program: small games against nashpy, brackets of regret matching, failures."""

import highspy
import nashpy
import numpy as np
import pytest
from numpy.typing import NDArray

from unsunk.belief.listed import list_layouts_of
from unsunk.errors import SolverError
from unsunk.hunting.hunt import grow
from unsunk.racing.pace import Pace
from unsunk.racing.pool import Pool
from unsunk.rules.notation import parse_rules
from unsunk.solving import linear_program
from unsunk.solving.linear_program import Plan, best_mixture, best_mixture_of_many

Floats = NDArray[np.float64]


def assert_holds(wins: Floats, plan: Plan) -> None:
    """Both sides are lotteries, and neither can do better."""
    for side, many in zip((plan.mixture, plan.lottery), wins.shape, strict=True):
        assert side.shape == (many,)
        assert side.min() >= 0
        assert side.sum() == pytest.approx(1, abs=1e-12)
    assert plan.value == (plan.mixture @ wins).min()
    assert plan.gap == (wins @ plan.lottery).max() - plan.value
    assert -1e-12 <= plan.gap < 1e-8


def value_of(wins: Floats) -> float:
    """The value of the game by nashpy, from its row player's side."""
    row, _ = nashpy.Game(wins).linear_program()
    return float((row @ wins).min())


@pytest.mark.parametrize("seed", range(30))
def test_random_games_have_the_value_and_the_sides_of_nashpy(seed: int) -> None:
    """Chances drawn evenly make the solution one, found by nashpy without a linear program."""
    draw = np.random.default_rng(seed)
    wins = draw.random(draw.integers(2, 7, 2))
    plan = best_mixture(wins)
    assert_holds(wins, plan)
    assert plan.value == pytest.approx(value_of(wins), abs=1e-9)
    ((mixture, lottery),) = nashpy.Game(wins).vertex_enumeration()
    assert plan.mixture == pytest.approx(mixture, abs=1e-7)
    assert plan.lottery == pytest.approx(lottery, abs=1e-7)


@pytest.mark.parametrize("seed", range(20))
def test_games_of_many_solutions_have_the_value_of_nashpy(seed: int) -> None:
    draw = np.random.default_rng(seed)
    wins = draw.choice([0, 0.25, 0.5, 0.5, 1], draw.integers(1, 8, 2))
    wins = np.vstack([wins, wins[:1]])
    plan = best_mixture(wins)
    assert_holds(wins, plan)
    assert plan.value == pytest.approx(value_of(wins), abs=1e-9)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_a_game_without_a_choice(value: float) -> None:
    plan = best_mixture(np.full((3, 4), value))
    assert_holds(np.full((3, 4), value), plan)
    assert plan.value == pytest.approx(value, abs=1e-12)


def pool_wins() -> Floats:
    """(60, K) greedy hunts of random weights on 3x4 {2,2}, against an even pace."""
    listed = list_layouts_of(parse_rules("board 3x4; fleet 2,2; announce length"))
    draw, pool = np.random.default_rng(7), Pool(listed)
    for _ in range(60):
        pool.add(grow(listed, draw.integers(0, 9, len(listed)) ** 3))
    return pool.wins(Pace(np.append(np.zeros(4), np.full(9, 1 / 9))))


def test_both_solvers_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = pool_wins()
    simplex = best_mixture(wins)
    monkeypatch.setattr(linear_program, "SIMPLEX_CELLS", 0)
    interior = best_mixture(wins)
    for plan in (simplex, interior):
        assert_holds(wins, plan)
    assert interior.value == pytest.approx(simplex.value, abs=1e-9)


def test_the_value_lies_in_the_bracket_of_regret_matching() -> None:
    """Regret matching+ of both sides, 20,000 rounds: a bracket 0.0005 wide or less, so 0.05 points.

    Its means of play are lotteries; what each concedes bounds the value, whoever made it.
    """
    wins = pool_wins()
    regrets = [np.zeros(many) for many in wins.shape]
    means = [np.zeros(many) for many in wins.shape]
    for turn in range(1, 20_001):
        row, column = (
            regret / regret.sum() if regret.any() else np.full(len(regret), 1 / len(regret))
            for regret in regrets
        )
        means[0] += turn * row
        means[1] += turn * column
        regrets[0] = np.maximum(regrets[0] + wins @ column - row @ wins @ column, 0)
        regrets[1] = np.maximum(regrets[1] - row @ wins + row @ wins @ column, 0)
    low = float((means[0] / means[0].sum() @ wins).min())
    high = float((wins @ means[1] / means[1].sum()).max())
    assert high - low < 0.0005
    assert low - 1e-12 <= best_mixture(wins).value <= high + 1e-12


@pytest.mark.parametrize("seed", range(6))
def test_few_of_many_classes_bind(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beginning with few classes comes to the same as all of them."""
    monkeypatch.setattr(linear_program, "FEWEST", 1)
    draw = np.random.default_rng(seed)
    wins = 0.5 + 0.1 * draw.standard_normal((4 + 5 * seed, 3000))
    whole, part = best_mixture(wins), best_mixture_of_many(wins)
    assert part.value == pytest.approx(whole.value, abs=5e-5)
    assert part.value == (part.mixture @ wins).min()
    assert part.gap == (wins @ part.lottery).max() - part.value
    assert -1e-12 <= part.gap <= 5e-5 + 1e-8
    assert part.mixture.sum() == pytest.approx(1)
    assert part.lottery.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (highspy.HighsModelStatus.kInfeasible, "Infeasible"),
        (highspy.HighsModelStatus.kUnbounded, "Unbounded"),
        (highspy.HighsModelStatus.kIterationLimit, "Iteration limit reached"),
        (highspy.HighsModelStatus.kTimeLimit, "Time limit reached"),
        (highspy.HighsModelStatus.kUnknown, "Unknown"),
    ],
)
def test_any_other_end_than_optimal_is_an_error(
    status: highspy.HighsModelStatus, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linear_program._Silent, "getModelStatus", lambda self: status)
    with pytest.raises(SolverError) as told:
        best_mixture(np.eye(2))
    assert str(told.value) == f"the linear program ended as {words}"


def test_a_program_without_a_bound_is_an_error() -> None:
    with pytest.raises(SolverError, match="the linear program ended as Unbounded"):
        best_mixture(np.array([[np.inf, np.inf]]))


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    best_mixture(np.eye(3))
    assert capfd.readouterr() == ("", "")
