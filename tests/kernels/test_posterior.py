"""The kernel that counts whole fleets: every path of it, its pauses, and run without compiling."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import records
from tests.naive_fleets import listed, random_game
from unsunk.belief.fleets import Count, Question, Search, begin, count_fleets
from unsunk.belief.tables import fleet_tables
from unsunk.kernels import posterior as kernel
from unsunk.kernels import throw as throw_kernel
from unsunk.rules.bits import cells_of
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.placement import halo, placements
from unsunk.rules.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
words = st.integers(0, 2**64 - 1)


@given(words, words)
def test_bits_of_a_word(a: int, b: int) -> None:
    for module in (kernel, throw_kernel):
        assert module.popcount(np.uint64(a)) == a.bit_count()
    if a & b:
        assert kernel.lowest(np.uint64(a & b)) == next(cells_of(a & b))


@pytest.mark.parametrize(
    "text",
    [
        "board 4x5; fleet 4,3,2,1",
        "board 3x4; fleet 2,2,1; touching corners",
        "board 7x7; fleet 3,2; touching no",
        "board 3x3; fleet 2,1,1; announce named",
        "board 13x9; fleet 13,2",
    ],
)
def test_tables_against_masks(text: str) -> None:
    """What a placement rules out and leaves, the placements over a cell, the cells."""
    rules = parse_rules(text)
    arrays, board = fleet_tables(rules), rules.board
    masks = {
        arrays.index(group, place): mask
        for group, ships in enumerate(rules.groups)
        for place, mask in enumerate(placements(board, rules.fleet.lengths[ships[0]]))
    }
    tables = arrays.tables
    for p, mask in masks.items():
        near = mask | halo(board, mask, rules.touching)
        assert members(tables.clash[p]) == {q for q, other in masks.items() if near & other}
        assert members(tables.cells[p]) == set(cells_of(mask))
        left = {
            64 * w + bit
            for w in range(len(tables.far))
            for bit in bits(tables.far[w, p // 64, p % 64])
        }
        assert left & masks.keys() == {q for q, other in masks.items() if not near & other}
    for cell in range(board.size):
        assert members(tables.over[cell]) == {p for p, mask in masks.items() if mask >> cell & 1}


def bits(word: np.uint64) -> list[int]:
    return list(cells_of(int(word)))


def members(row: np.ndarray) -> set[int]:
    return {64 * w + bit for w, word in enumerate(row) for bit in bits(word)}


@pytest.mark.parametrize("text", ["board 4x5; fleet 4,3,3,2", "board 4x4; fleet 4,3,3,1"])
def test_bridges_against_masks(text: str) -> None:
    """e(p, q): the closing placements that share a cell with p and another with q."""
    rules = parse_rules(text)
    arrays, lengths = fleet_tables(rules), rules.fleet.lengths
    closing = int(arrays.tables.closing[0])
    assert lengths[rules.groups[closing][0]] == lengths[-1]
    closers = placements(rules.board, lengths[-1])
    others = [
        (arrays.index(group, place), mask)
        for group, ships in enumerate(rules.groups)
        if group != closing
        for place, mask in enumerate(placements(rules.board, lengths[ships[0]]))
    ]
    for (p, one), (q, two) in combinations(others, 2):
        if not one & two:
            expected = sum(bool(closer & one) and bool(closer & two) for closer in closers)
            assert arrays.tables.bridges[p, q // 64, q % 64] == expected
            planes = arrays.tables.bridged[:, p // 64, q // 64, q % 64]
            found = sum(int(word) >> p % 64 & 1 << plane for plane, word in enumerate(planes))
            assert sum((int(w) >> p % 64 & 1) << i for i, w in enumerate(planes)) == expected, found


def finished(question: Question, full: int, steps: int) -> tuple[Count, int]:
    """A count that pauses when its sums exceed `full`, or after so many steps; and how often."""
    search, calls = Search(question), 0
    search.state.limits[2] = full
    while not search.go(steps):
        calls += 1
    return search.count, calls


@pytest.mark.parametrize(
    ("rules", "record"),
    [
        ("board 8x8", ""),
        ("board 6x6; fleet 3,3,2,2,2", ""),
        ("board 10x10; fleet 2,2,2,2; touching no", "E5:hit"),
        ("board 4x4; fleet 3,3,2,2,1; announce named", "A1:miss"),
        ("board 5x5; fleet 2,1,1,1,1", ""),
    ],
)
def test_a_search_that_pauses_finds_the_same(rules: str, record: str) -> None:
    """Sums emptied into Python integers again and again, between any two leaves."""
    question = Question.of(parse_record(parse_rules(rules), record))
    whole, pauses = finished(question, kernel.FULL, 10**9)
    assert pauses == 0
    for full, steps in ((0, 10**9), (whole.layouts // 7, 10**9), (kernel.FULL, 300), (1000, 77)):
        parts, pauses = finished(question, full, steps)
        assert parts == whole
        assert pauses > 0 or steps == 10**9


def test_sums_that_one_word_does_not_hold() -> None:
    """The sums are set near their limit; without the pauses they would overflow."""
    question = Question.of(Knowledge(parse_rules("board 8x8; fleet 4,3,3,2,2")))
    plain, search = count_fleets(question), Search(question)
    start = kernel.FULL - plain.layouts // 2
    search.state.at[kernel.TOTAL] = start
    search.state.layouts[0, 0] += start
    assert not finished_in_one_call(search)
    while not search.go(10**9):
        pass
    assert search.count.layouts == plain.layouts + start > 2**60
    assert search.count.places[0][0] == plain.places[0][0] + start
    assert search.count.places[0][1:] == plain.places[0][1:]
    assert search.count.places[1:] == plain.places[1:]


def finished_in_one_call(search: Search) -> bool:
    """Whether the kernel comes to its end without a pause; the search itself is not moved."""
    state = kernel.State(*(array.copy() for array in search.state))
    state.limits[0] = 10**9
    return kernel.search(search.arrays.tables, state) == kernel.DONE


@settings(max_examples=60)
@given(records(20), st.integers(0, 3))
def test_leaves_of_any_number_of_ships_count_the_same(
    played: tuple[Layout, Knowledge], leaf: int
) -> None:
    question = Question.of(played[1])
    if count_fleets(Question.of(Knowledge(question.rules))).layouts > 3_000:
        return
    arrays = fleet_tables(question.rules)
    state = begin(arrays, question, leaf=leaf, rows=3_001)
    state.limits[0] = 10**9
    assert kernel.search(arrays.tables, state) == kernel.DONE
    whole = count_fleets(question)
    assert state.at[kernel.TOTAL] == whole.layouts
    assert arrays.split(state.layouts.reshape(-1).tolist()) == whole.places


def test_scratch_is_left_as_it_was_found() -> None:
    """The leaves rely on zeros in it."""
    for text in ("board 8x8", "board 6x6; fleet 3,3,2", "board 6x6; fleet 3,3,3,2", "board 5x5"):
        question = Question.of(Knowledge(parse_rules(text)))
        search = Search(question)
        assert search.go(10**9)
        assert not search.state.leaf.any()


# Without compiling

REACH = [
    ("board 1x6; fleet 3", "0"),
    ("board 3x3; fleet 2", "0"),
    ("board 3x3; fleet 3,2", "01"),
    ("board 3x3; fleet 2,2", "00"),
    ("board 3x4; fleet 3,2,1", "012"),
    ("board 3x3; fleet 2,2,1; touching corners", "001"),
    ("board 3x4; fleet 3,1,1", "011"),
    ("board 3x3; fleet 2,2,2", "000"),
    ("board 3x4; fleet 4,3,2,1", "close 013"),
    ("board 3x4; fleet 3,3,2,1", "close 002"),
    ("board 3x4; fleet 3,2,1,1", "close 022"),
    ("board 3x4; fleet 3,3,3,2", "close 000"),
    ("board 3x3; fleet 2,2,2,1", "close 000"),
    ("board 7x7; fleet 3,2", "01"),
    ("board 3x3; fleet 2,1,1; announce named", "012"),
    ("board 3x3; fleet 3,2,2,1; announce named", "close 023"),
    ("board 2x6; fleet 2,2,2,2", "000"),
]
"""Rules, and a leaf that a blank board reaches: the groups of the ships counted at once."""


def watched(seen: Counter[str]) -> None:
    """Write down which ships the leaves count, from now on."""

    def spied(name: str, ships: Callable[..., str]) -> None:
        plain = getattr(kernel, name)

        def spy(*arguments: object) -> object:
            seen[ships(*arguments)] += 1
            return plain(*arguments)

        setattr(kernel, name, spy)

    def left(state: kernel.State, level: int, without: int = -1) -> str:
        groups = [str(g) * int(n) for g, n in enumerate(state.left[level]) if g != without]
        return "".join(groups)

    spied("count_leaf", lambda tables, state, level, ships: left(state, level))
    spied(
        "close",
        lambda tables, state, level: f"close {left(state, level, int(tables.closing[0]))}",
    )


def without_compiling() -> None:
    """What the test below runs where nothing is compiled; only bit counts may overflow."""
    for module in (kernel, throw_kernel):
        module.popcount = np.errstate(over="ignore")(module.popcount)
        module.lowest = np.errstate(over="ignore")(module.lowest)
    for text, reached in REACH:
        rules, seen = parse_rules(text), Counter[str]()
        watched(seen)
        check_twin(Knowledge(rules))
        assert seen[reached], (text, seen)
        for knowledge in random_game(rules, Dice(1))[1::2]:
            check_twin(knowledge)


def check_twin(knowledge: Knowledge) -> None:
    from unsunk.belief.sampling import sample_fleets

    left = listed(knowledge.rules)
    for shot in knowledge.shots:
        left = left.after(shot.cell, shot.outcome)
    question = Question.of(knowledge)
    assert count_fleets(question) == Count(left.layouts, left.places)
    sample = sample_fleets(question, 1, throws=30)
    assert (sample.weights >= 0).all()


def test_counts_without_compiling() -> None:
    """Run as plain Python, where an overflow or an index beyond an array would be an error."""
    code = (
        "import numba; assert numba.config.DISABLE_JIT; "
        "from tests.kernels.test_posterior import without_compiling; without_compiling()"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    subprocess.run(command, check=True, cwd=ROOT, env=environment)


def test_the_cells_of_a_closing_ship_are_two_at_most() -> None:
    for text, group in (
        ("board 10x10", 3),
        ("board 10x10; touching no", -1),
        ("board 6x6; fleet 3,2,2,1", 2),
        ("board 6x6; fleet 3,3,3", -1),
        ("board 6x6; fleet 2", -1),
    ):
        assert fleet_tables(parse_rules(text)).tables.closing[0] == group, text
    assert fleet_tables(Ruleset(announce="named")).tables.closing[0] == 4
