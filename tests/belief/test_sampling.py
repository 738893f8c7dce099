"""Sampled fleets: unbiased, with intervals that hold what they promise, and never unmarked."""

import numpy as np
import pytest

from tests import naive_fleets
from tests.generators import told
from tests.naive_fleets import random_order
from unsunk.belief.fleets import Question, count_fleets
from unsunk.belief.posterior import Posterior, posterior
from unsunk.belief.sampling import THROWS, Sample, sample_fleets
from unsunk.errors import BudgetError, ContradictionError, InputError
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import MISS

TEN = "board 10x10; fleet 4,3,3,2,2,2,1,1,1,1"
STATES = [
    ("board 10x10; announce length", ""),
    ("board 10x10; announce length", "E5:hit E6:hit A1:miss"),
    ("board 10x10; announce length; touching no", "E5:hit B2:miss"),
    ("board 10x10; announce silent", "E5:hit F6:hit G5:hit C3:miss"),
    ("board 6x6; fleet 3,3,2,2; announce shown", "C3:hit C4:miss"),
    ("board 6x6; fleet 3,3,2,2; announce named", "C3:hit=3a D4:hit=2b"),
    ("board 4x5; fleet 4,3,2,1; announce length", "B2:hit C3:hit"),
    ("board 5x5; fleet 2,2,2,1,1; touching corners", "C3:hit"),
]
SEEDS = 150
THROWN = 400


def knowledge(rules: str, record: str) -> Knowledge:
    return parse_record(parse_rules(rules), record)


def law(sample: Sample, known: Knowledge) -> Posterior:
    return Posterior(known, sample.count.layouts, sample.count.places, sample)


@pytest.mark.parametrize(("rules", "record"), STATES)
def test_estimates_are_unbiased_and_intervals_hold_95_percent(rules: str, record: str) -> None:
    """Against the exact counts, over 150 small samples."""
    known = knowledge(rules, record)
    exact, board = posterior(known), known.rules.board
    assert exact.kind == "exact"
    question = Question.of(known)
    means, held, cells_held = [], 0, []
    for seed in range(SEEDS):
        sample = sample_fleets(question, seed, throws=THROWN)
        estimate = law(sample, known)
        means.append(float(sample.weights.mean()) / exact.layouts)
        low, high = sample.layouts
        held += low <= exact.layouts <= high
        for cell in cells_of(known.untried):
            low, high = estimate.interval(cell)
            assert 0 <= low <= high <= 1
            if 0 < exact.counts[cell] < exact.layouts:
                cells_held.append(low <= exact.chance(cell) <= high)
    error = float(np.std(means, ddof=1)) / SEEDS**0.5
    assert abs(float(np.mean(means)) - 1) < 4 * error + 1e-12
    assert held / SEEDS > 0.86
    assert 0.91 < np.mean(cells_held) <= 1
    assert board.size == len(estimate.counts)


@pytest.mark.parametrize(("rules", "record"), STATES)
def test_a_large_sample_is_near_the_exact_map(rules: str, record: str) -> None:
    known = knowledge(rules, record)
    exact, sample = posterior(known), sample_fleets(Question.of(known), 3)
    estimate = law(sample, known)
    assert estimate.kind == "sampled"
    assert 100 < sample.effective <= THROWS
    assert abs(estimate.layouts / exact.layouts - 1) < 0.05
    for cell in cells_of(known.untried):
        p = exact.chance(cell)
        allowed = 5 * (p * (1 - p) / sample.effective) ** 0.5 + 1 / exact.layouts
        assert abs(estimate.chance(cell) - p) <= allowed + 1e-9
        outcomes = estimate.outcomes(cell)
        assert abs(sum(outcomes.values()) - estimate.layouts) <= 1000
        assert outcomes.keys() <= exact.outcomes(cell).keys() | {MISS}
    for cell in cells_of(known.hits):
        assert abs(estimate.chance(cell) - 1) < 100 / estimate.layouts + 1e-12
        assert 1 >= estimate.interval(cell)[1] > 1 - 100 / estimate.layouts


@pytest.mark.parametrize(("rules", "record"), STATES)
def test_thrown_fleets_fit_the_record(rules: str, record: str) -> None:
    known = knowledge(rules, record)
    sample = sample_fleets(Question.of(known), 5, throws=2_000)
    exact = posterior(known)
    for number in range(50):
        layout = sample.draw(Dice(number))
        assert told(Layout(known.rules, layout.ships), [s.cell for s in known.shots]) == known
    taken = [p for row in sample.count.places for p in row]
    possible = [p for row in exact.places for p in row]
    assert all(b for a, b in zip(taken, possible, strict=True) if a)


def test_draws_from_a_sample_have_the_chances_of_its_map() -> None:
    known = knowledge("board 4x5; fleet 4,3,2,1; announce length", "B2:hit C3:hit")
    estimate = law(sample_fleets(Question.of(known), 1), known)
    drawn = [estimate.draw(Dice(2, number)).occupied for number in range(2_000)]
    for cell in cells_of(known.untried):
        p = estimate.chance(cell)
        share = sum(mask >> cell & 1 for mask in drawn) / len(drawn)
        assert abs(share - p) < 4.5 * (p * (1 - p) / len(drawn)) ** 0.5 + 1e-9


def test_all_weights_alike_where_nothing_is_in_the_way() -> None:
    """One ship: each throw stands for all its placements, and the count is exact."""
    sample = sample_fleets(Question.of(knowledge("board 5x5; fleet 3", "")), 1, throws=50)
    assert set(sample.weights) == {30.0}
    assert sample.layouts == (30.0, 30.0)
    assert sample.effective == pytest.approx(50)


def test_the_same_seed_gives_the_same_sample() -> None:
    question = Question.of(knowledge(TEN, "E5:hit"))
    first, again, other = (sample_fleets(question, seed, throws=500) for seed in (4, 4, 5))
    assert (first.fleets == again.fleets).all()
    assert (first.weights == again.weights).all()
    assert (first.fleets != other.fleets).any()


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("touching", ["yes", "no"])
def test_ten_ships_are_sampled_and_say_so(announce: Announce, touching: str) -> None:
    rules = parse_rules(f"{TEN}; announce {announce}; touching {touching}")
    layout, dice = draw_layout(rules, Dice(1)), Dice(2)
    order = random_order(layout, dice)
    for shots in (0, 2):
        known = told(layout, order[:shots])
        found = posterior(known, budget=0.1, seed=7)
        assert found.kind == "sampled"
        assert found.effective is not None
        assert found.effective > 1_000
        assert found.counts == posterior(known, budget=0.1, seed=7).counts
        assert found.counts != posterior(known, budget=0.1, seed=8).counts
        for cell in cells_of(known.untried):
            low, high = found.interval(cell)
            assert low <= found.chance(cell) <= high
        drawn = Layout(rules, found.draw(dice).ships)
        assert told(drawn, order[:shots]) == known or announce is Announce.SHOWN


def test_ten_ships_that_may_not_touch_are_estimated_right() -> None:
    """1,855,545,978,831,780 layouts, counted cell by cell (`tests/counts/ours-slow.txt`)."""
    found = posterior(Knowledge(parse_rules(f"{TEN}; touching no")), budget=0.1)
    assert found.sample is not None
    low, high = found.sample.layouts
    assert low * 0.995 < 1_855_545_978_831_780 < high * 1.005


def test_a_game_with_ten_ships_becomes_exact() -> None:
    rules = parse_rules(f"{TEN}; announce length; touching no")
    layout = draw_layout(rules, Dice(1))
    order = random_order(layout, Dice(3))
    order.sort(key=lambda cell: layout.occupied >> cell & 1)
    found = posterior(told(layout, order[:85]))
    assert found.kind == "exact"


def test_the_budget_decides() -> None:
    known = Knowledge(parse_rules("board 8x8; fleet 4,3,3,2,2"))
    exact, sampled = posterior(known, budget=60.0), posterior(known, budget=0.001)
    assert (exact.kind, sampled.kind) == ("exact", "sampled")
    assert exact.layouts == count_fleets(Question.of(known)).layouts
    assert abs(sampled.layouts / exact.layouts - 1) < 0.02


def test_no_fleet_in_all_throws() -> None:
    """Too many to count within the budget, and thrown in vain: said in one sentence."""
    known = knowledge("board 5x5; fleet 2,2,2,2,2,2,2,2,2,2,2", "A2:miss B1:miss")
    with pytest.raises(BudgetError, match="too many to count and too rare to find: none in 300"):
        sample_fleets(Question.of(known), 1, throws=300)


def test_a_contradiction_that_is_counted_is_one() -> None:
    known = knowledge("board 4x4; fleet 2,2,2,2,2,2,2,2", "")
    assert posterior(known).layouts == naive_fleets.fitting(known).layouts == 36
    known = knowledge("board 3x3; fleet 2,2,2,2", "B1:miss")
    assert naive_fleets.fitting(known).layouts == 0
    with pytest.raises(ContradictionError, match="no layout fits the record"):
        posterior(known)


@pytest.mark.parametrize("budget", [-1, float("inf"), float("nan"), 1e9])
def test_a_budget_is_a_number_of_seconds(budget: float) -> None:
    with pytest.raises(InputError, match="a budget of"):
        posterior(Knowledge(Ruleset()), budget=budget)


def test_a_seed_is_a_whole_number() -> None:
    with pytest.raises(InputError, match="a seed of -1"):
        posterior(Knowledge(Ruleset()), seed=-1)


def test_sampled_chances_are_probabilities_and_hits_are_certain() -> None:
    rules = Ruleset(
        Board(8, 8), Fleet((4, 3, 3, 2, 2, 2, 1, 1, 1, 1)), touching="no", announce="silent"
    )
    for game in range(3):
        layout = draw_layout(rules, Dice(5, game))
        cells = list(range(rules.board.size))
        Dice(6, game).shuffle(cells)
        law = posterior(told(layout, cells[:12]), budget=0)
        assert law.kind == "sampled"
        assert all(0 <= chance <= 1 for chance in law.chances)
        for cell in range(rules.board.size):
            if law.knowledge.hits >> cell & 1:
                assert law.chance(cell) == 1
                assert law.counts[cell] == law.layouts
            elif law.knowledge.untried >> cell & 1:
                assert sum(law.outcomes(cell).values()) == law.layouts


def test_few_layouts_are_sampled_without_rounding() -> None:
    rules = Ruleset(Board(5, 5), Fleet((3,) * 7), announce="silent")
    knowledge = parse_record(rules, "C2:hit B3:hit B5:hit E5:miss")
    true, seen = posterior(knowledge, budget=10), posterior(knowledge, budget=0)
    assert (true.kind, seen.kind) == ("exact", "sampled")
    missed = 0
    for cell in range(rules.board.size):
        low, high = seen.interval(cell)
        missed += not low - 1e-9 <= true.chance(cell) <= high + 1e-9
    assert missed <= 3


def test_a_fleet_that_fills_the_board_is_counted() -> None:
    law = posterior(Knowledge(Ruleset(Board(6, 6), Fleet((2,) * 18))))
    assert (law.kind, law.layouts, set(law.chances)) == ("exact", 6728, {1.0})
