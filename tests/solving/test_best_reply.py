"""Exact best replies: the plain twin, the least shots, workers, full tables, bad input."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.naive_race import Most
from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.errors import BudgetError, InputError
from unsunk.hunting.hunt import times
from unsunk.hunting.least_shots import optimum
from unsunk.kernels import reply_room as rooms
from unsunk.racing.pool import spread
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import parse_rules
from unsunk.solving import best_reply as module
from unsunk.solving import reply_ground
from unsunk.solving.best_reply import ROUNDING, Reply, best_reply

Floats = NDArray[np.float64]
CASES = 24
NEAR = 1e-6
TINY = ["2x3; fleet 2,2", "2x3; fleet 2,2,1", "1x7; fleet 3,2", "2x4; fleet 3,2", "3x3; fleet 2"]
SMALL = [
    "2x4; fleet 2,2,1",
    "3x3; fleet 2,2",
    "3x3; fleet 3,2",
    "3x3; fleet 1,1",
    "3x3; fleet 2,2; touching corners",
    "1x9; fleet 3,2,2",
    "3x4; fleet 2,2; touching no",
    "3x4; fleet 3,2; touching corners",
    "4x4; fleet 3",
]


def listed_of(text: str, announce: str = "length") -> Listed:
    return list_layouts_of(parse_rules(f"board {text}; announce {announce}"))


def lotteries(listed: Listed, many: int, seed: int) -> Floats:
    """(many, N) lotteries of the hider, the first two uniform, a third of the other classes 0."""
    draw, classes = np.random.default_rng(seed), len(listed.sizes)
    found = draw.dirichlet(np.full(classes, 0.5), many)
    found[draw.random(found.shape) < 1 / 3] = 0
    found[found.sum(axis=1) == 0, 0] = 1
    found[:2] = listed.sizes  # uniform layouts
    return np.array([spread(listed, row / row.sum()) for row in found])


def chances(listed: Listed, many: int, seed: int) -> Floats:
    """(many, n + 1) chances to win that never rise, every third one with long steps."""
    draw, cells = np.random.default_rng(seed + 1), listed.rules.board.size
    found = draw.random((many, cells + 1))
    found[::3] = draw.choice([0, 0, 0.5, 1, 1], (len(found[::3]), cells + 1))
    found[1] = np.linspace(0, 1, cells + 1)
    return np.sort(found, axis=1)[:, ::-1].copy()


def whole(reply: Reply) -> tuple[object, ...]:
    """All of a reply but seconds and memory."""
    return reply.hunt, reply.times.tolist(), reply.value, reply.bound


def assert_as_the_twin(listed: Listed, idle: bool, cases: int = CASES) -> None:
    weights, wins = lotteries(listed, cases, 3), chances(listed, cases, 3)
    values = Most(listed, weights, wins, idle)()
    for q, w, value in zip(weights, wins, values, strict=True):
        reply = best_reply(listed, q, w, workers=1)
        assert reply.value == pytest.approx(value, abs=NEAR)
        assert reply.bound is not None
        assert value <= reply.bound <= value + 2 * NEAR
        assert reply.times.tolist() == times(reply.hunt, listed).tolist()
        assert reply.value == pytest.approx(q @ w[reply.times], abs=1e-12)
        assert whole(best_reply(listed, q, w, workers=2)) == whole(reply)
        narrow = best_reply(listed, q, w, width=2, broad=4, workers=1)
        assert narrow.bound is None
        assert narrow.value <= value + 1e-12


@pytest.mark.parametrize("announce", ["length", "silent"])
@pytest.mark.parametrize("text", TINY)
def test_no_hunt_of_the_plain_twin_wins_more(text: str, announce: str) -> None:
    assert_as_the_twin(listed_of(text, announce), idle=True)


@pytest.mark.parametrize("announce", ["length", "silent"])
@pytest.mark.parametrize("text", SMALL)
def test_no_hunt_of_useful_shots_wins_more(text: str, announce: str) -> None:
    assert_as_the_twin(listed_of(text, announce), idle=False)


@pytest.mark.parametrize(
    ("text", "announce"),
    [
        ("3x4; fleet 3,2", "length"),
        pytest.param("3x4; fleet 3,2", "silent", marks=pytest.mark.slow),
        pytest.param("4x4; fleet 2", "length", marks=pytest.mark.slow),
    ],
)
def test_no_hunt_of_useful_shots_wins_more_on_larger_boards(text: str, announce: str) -> None:
    assert_as_the_twin(listed_of(text, announce), idle=False, cases=12)


@pytest.mark.parametrize("text", TINY)
def test_useless_shots_and_the_order_of_shots_change_nothing(text: str) -> None:
    """The twin with idle shots and the one without agree, so the latter will do above."""
    listed = listed_of(text)
    weights, wins = lotteries(listed, CASES, 4), chances(listed, CASES, 4)
    every, useful = (Most(listed, weights, wins, idle)() for idle in (True, False))
    assert every == pytest.approx(useful, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "announce"),
    [
        ("2x3; fleet 2,2", "length"),
        ("3x4; fleet 2,2", "silent"),
        ("4x4; fleet 3,2", "length"),
        pytest.param("4x4; fleet 3,3,2", "length", marks=pytest.mark.slow),
    ],
)
def test_where_every_shot_costs_the_same_the_least_shots_win(text: str, announce: str) -> None:
    """W falling evenly makes a race of means; the other solver shares no table with this one."""
    listed = listed_of(text, announce)
    layouts, cells = len(listed), listed.rules.board.size
    wins = 1 - np.arange(cells + 1) / cells
    reply = best_reply(listed, np.full(layouts, 1 / layouts), wins)
    assert int(reply.times.sum()) == optimum(Knowledge(listed.rules)).shots


def test_a_sure_hit_can_be_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """2x3 {2,2}: 55 shots over 11 layouts, 56 if sure hits are always taken first."""
    listed = listed_of("2x3; fleet 2,2")
    wins, uniform = 1 - np.arange(7) / 6, np.full(11, 1 / 11)
    assert best_reply(listed, uniform, wins).times.sum() == 55
    ground = reply_ground.ground_of(listed.rules)
    tables = ground.tables._replace(step=ground.tables.step & ~np.uint64(0xFF00))
    careless = reply_ground.Ground(**{**vars(ground), "tables": tables})
    monkeypatch.setattr(reply_ground, "ground_of", lambda rules: careless)
    assert best_reply(listed, uniform, wins).times.sum() == 56


def from_the_end(
    ground: reply_ground.Ground,
    slots: reply_ground.Words,
    guide: reply_ground.Words | None,
    stored: NDArray[np.int64],
    worker: int,
) -> rooms.Work:
    """Room for a worker that takes the children of every state from the last to the first."""
    return MADE(ground, slots, guide, np.zeros((2, 8), np.int64), 1)


MADE = reply_ground._work


@pytest.mark.parametrize("search", [{}, {"width": 3, "broad": 15}], ids=["exact", "search"])
@pytest.mark.parametrize("text", ["3x4; fleet 3,2", "4x4; fleet 3,2"])
def test_neither_the_order_nor_the_worker_changes_anything(
    text: str, search: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the other end other images of the states are solved first, of many near ties."""
    listed = listed_of(text)
    cases = list(zip(lotteries(listed, 8, 5), chances(listed, 8, 5), strict=True))
    replies = [whole(best_reply(listed, *case, workers=1, **search)) for case in cases]
    for workers in (2, 3):
        found = [whole(best_reply(listed, *case, workers=workers, **search)) for case in cases]
        assert found == replies
    monkeypatch.setattr(reply_ground, "_work", from_the_end)
    assert [whole(best_reply(listed, *case, workers=1, **search)) for case in cases] == replies


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_full_table_is_made_larger(workers: int) -> None:
    listed = listed_of("4x4; fleet 3,2")
    uniform, wins = np.full(264, 1 / 264), np.linspace(1, 0, 17)
    roomy = best_reply(listed, uniform, wins, bits=20, workers=1)
    tight = best_reply(listed, uniform, wins, bits=2, workers=workers)
    assert 10 * roomy.states > 9 << module.SMALLEST
    assert tight.memory == 8 << module.SMALLEST + 2
    assert whole(tight) == whole(roomy)


def test_a_table_that_is_large_enough_for_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", module.SMALLEST)
    listed = listed_of("4x4; fleet 3,2")
    with pytest.raises(BudgetError, match=r"^more than 65,536 states of knowledge: the board is"):
        best_reply(listed, np.full(264, 1 / 264), np.linspace(1, 0, 17))


def test_a_search_of_all_cells_is_exact() -> None:
    listed = listed_of("3x3; fleet 2,2")
    for q, w in zip(lotteries(listed, 6, 6), chances(listed, 6, 6), strict=True):
        exact = best_reply(listed, q, w, workers=1)
        broad = best_reply(listed, q, w, width=1, broad=1000, workers=1)
        assert (broad.hunt, broad.value, broad.bound) == (exact.hunt, exact.value, None)


@pytest.mark.parametrize("text", ["3x3; fleet 2,2", "3x4; fleet 3,2", "4x4; fleet 3,2"])
def test_a_guide_that_leaves_all_cells_open_loses_nothing(text: str) -> None:
    """And one that knows the very answer needs no other cell than the best."""
    listed = listed_of(text)
    q, w = lotteries(listed, 4, 7)[2], chances(listed, 4, 7)[2]
    exact = best_reply(listed, q, w, workers=1)
    sure = best_reply(listed, q, w, guide=exact.table, workers=1)
    assert sure.value == pytest.approx(exact.value, abs=NEAR)
    assert sure.states < exact.states / 4
    other, wins = lotteries(listed, 4, 8)[2], chances(listed, 4, 8)[2]
    best = best_reply(listed, other, wins, workers=1)
    values = []
    for slack in (0.0, 0.05, 1.0):
        guided = best_reply(listed, other, wins, guide=exact.table, slack=slack, workers=1)
        assert guided.bound is None
        assert whole(best_reply(listed, other, wins, guide=exact.table, slack=slack)) == whole(
            guided
        )
        values.append(guided.value)
    assert values[0] <= best.value + 1e-12
    assert (guided.hunt, guided.value) == (best.hunt, best.value)


def test_a_search_of_one_cell_is_worse_and_says_so() -> None:
    """4x4 {3} can be sunk within 8 shots; not if one cell is tried wherever one must choose."""
    listed, wins = listed_of("4x4; fleet 3"), np.repeat([1.0, 0.0], [9, 8])
    uniform = np.full(16, 1 / 16)
    assert best_reply(listed, uniform, wins).value == 1
    narrow = best_reply(listed, uniform, wins, width=1, broad=0)
    assert narrow.value <= 15 / 16
    assert narrow.bound is None


def test_the_bound_is_the_value_and_the_rounding_of_a_shot_for_each_cell() -> None:
    listed = listed_of("3x3; fleet 2")
    reply = best_reply(listed, np.full(12, 1 / 12), np.linspace(1, 0, 10))
    assert reply.bound is not None
    assert reply.bound - reply.value == pytest.approx(9 * ROUNDING, rel=0.5)


def test_weights_of_nearly_one_are_made_one() -> None:
    listed = listed_of("3x3; fleet 2")
    wins, uniform = np.linspace(1, 0, 10), np.full(12, 1 / 12)
    near = best_reply(listed, uniform * (1 + 9e-7), wins)
    assert near.value == pytest.approx(best_reply(listed, uniform, wins).value, abs=1e-12)


@pytest.mark.parametrize(
    ("weights", "wins", "sentence"),
    [
        (np.full(11, 1 / 11), None, "a lottery here is 12 weights of 0 or more"),
        (np.full((12, 1), 1 / 12), None, "a lottery here is 12 weights of 0 or more"),
        (np.array([-0.1, *[0.1] * 11]), None, "a lottery here is 12 weights of 0 or more"),
        (np.full(12, np.nan), None, "a lottery here is 12 weights of 0 or more"),
        (np.full(12, 0.1), None, "the weights of a lottery sum to 1, not to 1.2"),
        (np.eye(12)[0], None, "a lottery of the hider must give all images of a layout one weight"),
        (None, np.ones(9), "the chances to win by finishing time are 10 numbers from 0 to 1"),
        (None, np.full(10, np.nan), "the chances to win by finishing time are 10 numbers"),
        (None, np.linspace(2, 0, 10), "the chances to win by finishing time are 10 numbers"),
        (None, np.linspace(1, -1, 10), "the chances to win by finishing time are 10 numbers"),
        (None, np.linspace(0, 1, 10), "the chances to win by finishing time must not rise with it"),
    ],
)
def test_what_is_no_lottery_or_no_chance_is_one_sentence(
    weights: Floats | None, wins: Floats | None, sentence: str
) -> None:
    listed = listed_of("3x3; fleet 2")
    uniform, even = np.full(12, 1 / 12), np.linspace(1, 0, 10)
    with pytest.raises(InputError) as told:
        best_reply(listed, uniform if weights is None else weights, even if wins is None else wins)
    assert str(told.value).startswith(sentence)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7x7; fleet 2; announce length", "best replies are for boards of at most 48 cells"),
        ("3x3; fleet 2; announce shown", "best replies are for boards of at most 48 cells"),
        ("3x3; fleet 2; announce named", "best replies are for boards of at most 48 cells"),
        ("3x3; fleet 3,2,1; announce length", "best replies are for fleets of at most two lengths"),
    ],
)
def test_boards_out_of_reach_are_refused(text: str, sentence: str) -> None:
    listed = list_layouts_of(parse_rules(f"board {text}"))
    wins = np.zeros(listed.rules.board.size + 1)
    with pytest.raises(BudgetError, match=sentence):
        best_reply(listed, np.full(len(listed), 1 / len(listed)), wins)


@pytest.mark.parametrize(
    "text", ["6x8; fleet 2; announce length", "3x3; fleet 3,2,1; announce silent"]
)
def test_boards_within_reach_are_not(text: str) -> None:
    listed = list_layouts_of(parse_rules(f"board {text}"))
    cells = listed.rules.board.size
    wins = 1 - np.arange(cells + 1) / cells
    reply = best_reply(listed, np.full(len(listed), 1 / len(listed)), wins, width=1, broad=3)
    assert 0 < reply.value < 1
