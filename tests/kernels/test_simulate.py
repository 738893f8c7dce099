"""The compiled hunts fire the shots of the plain ones, and draw the same layouts and dice."""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import rulesets, seeds
from unsunk.belief.density import density
from unsunk.hunting.play import play
from unsunk.hunting.simulate import (
    as_layout,
    compiled,
    finishing_times,
    hunt,
    layouts,
    placement_numbers,
    tables,
)
from unsunk.hunting.strategy import strategy, strategy_names
from unsunk.kernels import simulate as kernel
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice, child_key
from unsunk.rules.drawing import draw_layout
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
NAMES = [name for name in strategy_names() if compiled(name, Ruleset())]
SMALL = [
    "1x1; fleet 1",
    "1x8; fleet 3,2",
    "8x1; fleet 3,2",
    "2x3; fleet 1,1",
    "5x4; fleet 3",
    "6x6; fleet 3,3,2",
    "3x7; fleet 4,2,1",
    "8x8; fleet 2,2,2,1,1,1",
    "9x12; fleet 9,4,1",
]
CHOICES = [f"announce {a}; touching {t}" for a, t in product(Announce, Touching)]


def assert_same_shots(name: str, rules: Ruleset, seed: int, games: int, first: int = 0) -> None:
    rows = layouts(rules, seed, first, games)
    times, shots = hunt(name, rules, rows, seed, first, record=True)
    for game in range(games):
        dice = Dice(seed, SHOT_STREAM, first + game)
        record = play(strategy(name), as_layout(rules, rows[game]), dice)
        assert [shot.cell for shot in record.shots] == shots[game][: times[game]].tolist()
        assert times[game] == len(record)
        assert (shots[game][times[game] :] == -1).all()


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("name", NAMES)
def test_same_shots_on_small_boards(name: str, choice: str) -> None:
    for board in SMALL:
        rules = parse_rules(f"board {board}; {choice}")
        assert compiled(name, rules)
        assert_same_shots(name, rules, 1, 6)


@pytest.mark.parametrize(
    ("name", "rules", "games"),
    [
        ("density", "board 5x5; fleet 3,2,2,2; announce length", 250),
        ("parity-follow", "board 4x4; fleet 3,2,2; announce length", 200),
        ("parity-follow", "board 3x7; fleet 4,2,1", 100),
        ("parity-follow", "board 5x5; fleet 3,3,2; announce silent", 100),
    ],
)
def test_same_shots_in_rare_positions(name: str, rules: str, games: int) -> None:
    """Ambiguous sinks with hits after them; ships with more cells left than the fleet has."""
    assert_same_shots(name, parse_rules(rules), 1, games)


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("name", NAMES)
def test_same_shots_on_the_classic_board(name: str, choice: str) -> None:
    assert_same_shots(name, parse_rules(choice), 2**63 + 5, 2, first=70_000)


@settings(max_examples=120)
@given(rulesets(49, 5), seeds, st.sampled_from(NAMES))
def test_same_shots_under_any_rules(rules: Ruleset, seed: int, name: str) -> None:
    assert_same_shots(name, rules, seed, 2, first=3)


@pytest.mark.parametrize(
    ("rules", "dtype"),
    [
        ("board 10x10", np.int32),
        ("board 10x10; fleet 8,7,6", np.int64),
        ("board 12x12; fleet 12,11", None),
    ],
)
def test_the_narrowest_type_that_holds_all_votes(rules: str, dtype: type | None) -> None:
    chosen = parse_rules(rules)
    assert compiled("density", chosen) is (dtype is not None)
    if dtype is not None:
        assert tables("density", chosen).blank.dtype == dtype


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("fleet", ["8,7,6", "12,11", "12,1"])
def test_long_ships(fleet: str, announce: Announce) -> None:
    """Weights of 64 bits in the kernel, and beyond them the plain strategy."""
    rules = parse_rules(f"board 12x12; fleet {fleet}; announce {announce}")
    for name in NAMES:
        assert_same_shots(name, rules, 4, 1)


def test_strategies_without_counts_have_a_kernel_for_ships_of_any_length() -> None:
    rules = parse_rules("board 26x26; fleet 26,25,24")
    assert [name for name in NAMES if compiled(name, rules)] == ["random", "parity-follow"]
    assert not compiled("unheard-of", rules)


def test_a_game_is_the_same_alone_and_among_others() -> None:
    rules = Ruleset()
    for name in NAMES:
        together = finishing_times(name, rules, 9, 0, 40)
        assert finishing_times(name, rules, 9, 17, 5).tolist() == together[17:22].tolist()
        assert finishing_times(name, rules, 9, 39, 1)[0] == together[39]


def test_a_state_can_be_used_again() -> None:
    rules = Ruleset(announce=Announce.LENGTH)
    rows, key = layouts(rules, 1, 0, 30), np.uint64(child_key(1, SHOT_STREAM))
    table, none = tables("density", rules), np.empty((0, 100), np.int16)
    state, times = kernel.new_state(table), np.zeros((2, 30), np.int16)
    for found in times:
        kernel.simulate(table, state, rows, key, 0, found, none)
    assert (times[0] == times[1]).all()


def test_only_the_games_asked_for_are_recorded() -> None:
    rules = Ruleset()
    rows, key = layouts(rules, 1, 0, 4), np.uint64(child_key(1, SHOT_STREAM))
    table, shots = tables("density", rules), np.full((2, 100), -1, np.int16)
    times = np.zeros(4, np.int16)
    kernel.simulate(table, kernel.new_state(table), rows, key, 0, times, shots)
    assert [len(row[row >= 0]) for row in shots] == times[:2].tolist()
    assert (times >= 17).all()


@given(rulesets(100, 6))
def test_the_blank_votes_are_the_plain_density(rules: Ruleset) -> None:
    votes = tables("density", rules).blank if compiled("density", rules) else None
    assert votes is None or votes.tolist() == density(Knowledge(rules))


@given(rulesets(64, 6), seeds, st.integers(0, 2**40))
def test_draws_the_layouts_of_the_rules(rules: Ruleset, seed: int, first: int) -> None:
    for game, row in enumerate(layouts(rules, seed, first, 3), first):
        layout = draw_layout(rules, Dice(seed, LAYOUT_STREAM, game))
        assert as_layout(rules, row).ships == layout.ships
        assert placement_numbers(layout) == row.tolist()


@pytest.mark.parametrize(
    "rules", ["board 5x5; fleet 5,5,5,5,5", "board 4x4; fleet 4,3,3,2,2,1; touching yes"]
)
def test_draws_full_boards_by_counting(rules: str) -> None:
    chosen = parse_rules(rules)
    for game, row in enumerate(layouts(chosen, 3, 0, 4)):
        assert as_layout(chosen, row) == draw_layout(chosen, Dice(3, LAYOUT_STREAM, game))


def test_says_when_throwing_did_not_suffice() -> None:
    table, out = tables("random", Ruleset()), np.empty((5, 5), np.int32)
    key, taken = np.uint64(child_key(1, LAYOUT_STREAM)), np.zeros(100, np.int64)
    assert kernel.draw_layouts(table, key, 0, 0, taken, out) == 0
    taken[:] = 0
    assert kernel.draw_layouts(table, key, 0, 1, taken, out) < 5
    taken[:] = 0
    assert kernel.draw_layouts(table, key, 0, 1000, taken, out) == 5


def compiled_draws(key: int, bound: int, many: int) -> tuple[list[int], int]:
    """Numbers drawn by the kernel, and how many words that took."""
    numbers, counter = [], 0
    for _ in range(many):
        number, counter = kernel.below(np.uint64(key), np.uint64(counter), np.uint64(bound))
        numbers.append(int(number))
    return numbers, counter


def plain_draws(dice: Dice, bound: int, many: int) -> list[int]:
    return [dice.below(bound) for _ in range(many)]


@given(seeds, st.integers(0, 2**64 - 1), st.integers(1, 2**32 - 1))
def test_the_dice_of_the_kernel_are_those_of_the_rules(seed: int, place: int, bound: int) -> None:
    key = kernel.child(np.uint64(child_key(seed)), np.uint64(place))
    assert int(key) == child_key(seed, place)
    assert compiled_draws(int(key), bound, 6)[0] == plain_draws(Dice(seed, place), bound, 6)


def test_a_draw_that_must_be_repeated_is_repeated_alike() -> None:
    """Three quarters of 2**32: every fourth word is refused."""
    numbers, words = compiled_draws(child_key(1), 3 << 30, 200)
    assert numbers == plain_draws(Dice(1), 3 << 30, 200)
    assert words > 230


def without_compiling() -> None:
    """What the test below runs where nothing is compiled; only the dice may overflow."""
    for name in ("mix", "child", "below"):
        setattr(kernel, name, np.errstate(over="ignore")(getattr(kernel, name)))
    for name, choice in product(NAMES, ("announce length; touching no", "announce named")):
        for board in ("3x5; fleet 3,2,1", "1x6; fleet 2,2", "6x6; fleet 6,2"):
            assert_same_shots(name, parse_rules(f"board {board}; {choice}"), 1, 2)
    for announce in Announce:
        assert_same_shots("density", Ruleset(announce=announce), 1, 1)
    assert_same_shots("parity-follow", parse_rules("board 7x7; fleet 4,3; announce silent"), 1, 1)


def test_same_shots_without_compiling() -> None:
    """Run as plain Python, where an overflow or an index beyond an array would be an error."""
    code = (
        "import numba; assert numba.config.DISABLE_JIT; "
        "from tests.kernels.test_simulate import without_compiling; without_compiling()"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    subprocess.run(command, check=True, cwd=ROOT, env=environment)
