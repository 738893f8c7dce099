"""Hunts that plan the race once few layouts are left, and hunts that favour cells."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.naive_hunt import greedily, hunted, told
from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.errors import InputError
from unsunk.hunting.hunt import grow_timed, times
from unsunk.racing.pace import pace_of
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_rules

GROUNDS = (
    "board 3x3; fleet 2,2; announce length",
    "board 3x4; fleet 3,2; announce length",
    "board 4x4; fleet 3,2; announce silent",
    "board 2x5; fleet 2,2,1; announce named",
)


def ground(number: int) -> tuple[Listed, list[Layout]]:
    listed = list_layouts_of(parse_rules(GROUNDS[number]))
    return listed, [listed.layout(n) for n in range(len(listed))]


class Planner:
    """The twin: greedy above `planned` layouts, below the better of two cells by recursion."""

    def __init__(self, weights: dict[Layout, int], wins: Sequence[float], planned: int) -> None:
        self.weights, self.wins, self.planned = weights, wins, planned
        self.greedy = greedily(weights)

    def __call__(self, left: Sequence[Layout], fired: int) -> int:
        if len(left) > self.planned or not any(self.weights[layout] for layout in left):
            return self.greedy(left, fired)
        return self.best(left, fired)[1]

    def best(self, left: Sequence[Layout], fired: int) -> tuple[float, int]:
        """What is won, and the cell."""
        worth = sum(self.weights[layout] for layout in left)
        rest = left[0].occupied & ~fired
        if worth == 0 or len(left) == 1 or rest == 0:
            return worth * self.wins[(fired | left[0].occupied).bit_count()], -1
        size = left[0].rules.board.size
        covers = [
            0
            if fired >> cell & 1
            else sum(self.weights[layout] for layout in left if layout.occupied >> cell & 1)
            for cell in range(size)
        ]
        one = max(range(size), key=lambda cell: covers[cell])
        other = max((c for c in range(size) if c != one), key=lambda cell: covers[cell])
        won = self.after(left, fired, one)
        if covers[other] and (better := self.after(left, fired, other)) > won * (1 + 1e-12):
            return better, other
        return won, one

    def after(self, left: Sequence[Layout], fired: int, cell: int) -> float:
        parts: dict[tuple[int, ...], list[Layout]] = {}
        for layout in left:
            parts.setdefault(told(layout, fired, cell), []).append(layout)
        return sum(self.best(parts[what], fired | 1 << cell)[0] for what in sorted(parts))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(GROUNDS) - 1), st.integers(0, 10**6), st.sampled_from([0, 2, 5, 40, 400]))
def test_a_planned_hunt_is_that_of_the_twin(number: int, seed: int, planned: int) -> None:
    listed, layouts = ground(number)
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 4, len(listed)) * rng.integers(1, 50, len(listed))
    law = rng.dirichlet(np.ones(listed.rules.board.size + 1))
    wins = np.maximum(1 - np.cumsum(law), 0) + law / 2
    hunt, found = grow_timed(listed, weights, wins=wins, planned=planned)
    by_layout = dict(zip(layouts, weights.tolist(), strict=True))
    twin = Planner(by_layout, wins.tolist(), planned)
    shots, seen = hunted(layouts, twin)
    rate = float(weights @ wins[found])
    assert rate == pytest.approx(sum(by_layout[a] * wins[seen[a]] for a in layouts), rel=1e-9)
    assert list(hunt.shots) == shots
    assert found.tolist() == [seen[layout] for layout in layouts]
    assert times(hunt, listed).tolist() == found.tolist()


def test_planning_more_wins_more() -> None:
    listed = list_layouts_of(parse_rules("board 5x5; fleet 3,3,2; announce length"))
    _, greedy = grow_timed(listed)
    uniform = np.full(len(listed), 1 / len(listed))
    pace = pace_of(greedy[None], np.ones(1), uniform, 25)
    rates = [
        pace.wins[grow_timed(listed, wins=pace.wins, planned=most)[1]].mean()
        for most in (0, 10, 100)
    ]
    assert rates[0] == pytest.approx(0.5)
    assert rates[0] < rates[1] < rates[2]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, len(GROUNDS) - 1), st.integers(0, 10**6))
def test_favoured_cells_weigh_more_while_there_is_weight(number: int, seed: int) -> None:
    listed, layouts = ground(number)
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 3, len(listed))
    favours = rng.integers(1, 9, listed.rules.board.size)
    by_layout = dict(zip(layouts, weights.tolist(), strict=True))

    def fire(left: Sequence[Layout], fired: int) -> int:
        worth = [by_layout[layout] for layout in left]
        if not any(worth):
            return greedily(by_layout)(left, fired)
        scores = [
            0
            if fired >> cell & 1
            else int(favour) * sum(by_layout[a] for a in left if a.occupied >> cell & 1)
            for cell, favour in enumerate(favours)
        ]
        return scores.index(max(scores))

    hunt, found = grow_timed(listed, weights, favours)
    shots, seen = hunted(layouts, fire)
    assert list(hunt.shots) == shots
    assert found.tolist() == [seen[layout] for layout in layouts]


@pytest.mark.parametrize(
    ("weight", "favours", "sentence"),
    [
        (1, [1] * 8, "a favour of 1 to 4,096 for each cell"),
        (1, [0] * 9, "a favour of 1 to 4,096 for each cell"),
        (1, [5000] * 9, "a favour of 1 to 4,096 for each cell"),
        (1 << 49, [1] * 9, "must add up to less than 2"),
    ],
)
def test_other_favours_are_refused(weight: int, favours: list[int], sentence: str) -> None:
    listed, _ = ground(0)
    with pytest.raises(InputError, match=sentence):
        grow_timed(listed, np.full(len(listed), weight), np.array(favours))
