"""The large-board limit: the geometry on a torus, the exact values, and a simulation."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from unsunk.solving.exact_integral import Exact, integral, integral_with_pole
from unsunk.solving.large_board import (
    ADAPTIVE,
    CATCH_UP_HALF,
    CATCH_UP_ZONE,
    JUMP,
    PATTERNS,
    PLAIN,
    PLANS,
    SHOTS,
    TWO_PARTS,
    WIN,
    ZONE,
    Pattern,
    Plan,
    average,
    best_coin,
    draws,
    half_of_three,
    on_pattern,
    slowest,
    win_rate,
    worst,
)

Rest = Callable[[list[int]], list[int]]
SIDE = 12
PART = {0: "A", 3: "B", 2: "C", 4: "C"}


def classes_of(row: int, column: int, length: int, across: bool) -> list[int]:
    """The classes (r + c modulo 6) of a ship on a torus of side 12."""
    return [
        ((row + k * (not across)) % SIDE + (column + k * across) % SIDE) % 6 for k in range(length)
    ]


def every_ship(length: int) -> list[list[int]]:
    return [
        classes_of(r, c, length, across)
        for r, c, across in product(range(SIDE), range(SIDE), (False, True))
    ]


def test_parts_have_their_shares_of_the_board() -> None:
    share = Counter(PART.get((r + c) % 6) for r, c in product(range(SIDE), repeat=2))
    assert [share[part] * 6 for part in "ABC"] == [SIDE**2, SIDE**2, 2 * SIDE**2]


def test_every_3_touches_the_set_exactly_once() -> None:
    for ship in every_ship(3):
        touched = [PART[c] for c in ship if c in (0, 3)]
        assert touched == [half_of_three(ship[0])]


def test_a_2_lies_in_a_or_in_b_and_c_or_in_c_a_third_of_the_time_each() -> None:
    met: Counter[str] = Counter()
    for ship in every_ship(2):
        parts = "".join(sorted(PART[c] for c in ship if c in PART))
        assert parts == TWO_PARTS[ship[0]]
        met[parts] += 1
    assert met["A"] == met["BC"] == met["C"]


def test_every_cell_of_c_touches_two_cells_of_b_that_are_neighbours_on_one_diagonal() -> None:
    for r, c in product(range(SIDE), repeat=2):
        if (r + c) % 6 in (2, 4):
            beside = [(r + 1, c), (r, c + 1), (r - 1, c), (r, c - 1)]
            in_b = [(i, j) for i, j in beside if (i + j) % 6 == 3]
            assert len(in_b) == 2
            assert in_b[0][0] - in_b[1][0] == in_b[1][1] - in_b[0][1]
            assert abs(in_b[0][0] - in_b[1][0]) == 1


def test_a_pattern_meets_every_part_of_the_2_twice() -> None:
    for pattern in PATTERNS:
        assert sorted(two for _, two in draws(pattern)) == sorted(TWO_PARTS)


def test_published_values_are_exact() -> None:
    assert slowest(PLAIN) == Exact(Fraction(1, 3)) == slowest(ADAPTIVE)
    assert average(ADAPTIVE, SHOTS) == Exact(Fraction(277, 864))
    assert slowest(JUMP) == Exact(Fraction(41, 108))
    assert {on_pattern(PLAIN, p, WIN) for p in PATTERNS} == {Exact(Fraction(1, 2))}
    assert {on_pattern(PLAIN, p, SHOTS) for p in PATTERNS} == {Exact(Fraction(1, 3))}
    assert {on_pattern(ZONE, p, WIN) for p in PATTERNS} == {Exact(Fraction(37, 72))}


def test_adaptive_and_jumping_stay_below_49_percent_and_a_coin_lifts_them() -> None:
    assert worst(ADAPTIVE) == Exact(Fraction(-31, 2160), Fraction(29, 24))
    assert worst(JUMP) == Exact(Fraction(133999, 30240), Fraction(-10))
    assert max(float(worst(ADAPTIVE)), float(worst(JUMP))) < 0.49
    chance, value, _ = best_coin(ADAPTIVE, JUMP)
    assert float(chance) == pytest.approx(0.352810114, abs=1e-9)
    assert float(value) == pytest.approx(0.493957283, abs=1e-9)


def test_catching_up_with_a_coin_for_the_order_wins_14_27() -> None:
    chance, value, _ = best_coin(CATCH_UP_ZONE, CATCH_UP_HALF)
    assert (chance, value) == (Fraction(85, 231), Exact(Fraction(14, 27)))


def test_the_3s_in_opposite_halves_want_the_jump_and_in_one_half_do_not() -> None:
    """Pattern (0, ·) has the 3s in one half, (3, ·) in opposite ones, at every draw."""
    for two in range(6):
        one, opposite = (0, two), (3, two)
        assert float(on_pattern(JUMP, one, WIN)) < float(on_pattern(ADAPTIVE, one, WIN))
        assert float(on_pattern(JUMP, opposite, WIN)) > float(on_pattern(ADAPTIVE, opposite, WIN))


def test_integral_refuses_what_it_cannot_do_exactly() -> None:
    zero, half, one = Fraction(0), Fraction(1, 2), Fraction(1)
    with pytest.raises(ValueError, match="degree"):
        integral(lambda x: max(x, half), zero, one)
    with pytest.raises(ValueError, match="0 to 1/2"):
        integral_with_pole(lambda x: 1 / (Fraction(3, 2) - x), zero, one)


class Torus:
    """Two 3s and a 2 on a torus, shot in the model's orders: the real thing at a finite side."""

    def __init__(self, side: int, rng: np.random.Generator) -> None:
        self.side, self.rng = side, rng
        self.rows, self.columns = np.divmod(np.arange(side * side), side)
        self.kind = (self.rows + self.columns) % 6

    def ship(self, start: int, length: int) -> list[int]:
        """The cells of a ship on classes start, start + 1, …, anywhere and either way."""
        cell = int(self.rng.choice(np.flatnonzero(self.kind == start % 6)))
        row, column = divmod(cell, self.side)
        down = self.rng.random() < 0.5
        return [
            (row + k * down) % self.side * self.side + (column + k * (not down)) % self.side
            for k in range(length)
        ]

    def shuffled(self, *classes: int) -> list[int]:
        cells = np.flatnonzero(np.isin(self.kind, classes))
        return [int(c) for c in self.rng.permutation(cells)]

    def game(self, plan: str, pattern: tuple[int, int]) -> float:
        """Shots to first hits of all three ships, as a share of the board; a hit costs nothing."""
        while True:
            start = int(self.rng.integers(6))
            ships = [self.ship(start, 3), self.ship(start + pattern[0], 3)]
            ships.append(self.ship(start + pattern[1], 2))
            if len({c for ship in ships for c in ship}) == 8:
                break
        return int(getattr(self, plan)(ships)) / self.side**2

    def plain(self, ships: list[list[int]]) -> int:
        order = self.shuffled(0, 3) + self.shuffled(2, 4)
        return max(self.meets(order, ship) for ship in ships)

    def zone(self, ships: list[list[int]]) -> int:
        """B is swept along its diagonals from a random place on, A in random order."""
        a, b = self.shuffled(0), self.along_b()
        order = self.merge(a, b)
        sunk = max(self.meets(order, ship) for ship in ships[:2])
        return self.then(order[:sunk], ships, self.zone_order)

    def adaptive(self, ships: list[list[int]]) -> int:
        a, b = self.shuffled(0), self.shuffled(3)
        sunk = max(self.meets(a + b, ship) for ship in ships[:2])
        return self.then((a + b)[:sunk], ships, self.colour_order)

    def jumping(self, ships: list[list[int]]) -> int:
        a, b = self.shuffled(0), self.shuffled(3)
        first = min([self.meets(a, s) for s in ships[:2] if set(s) & set(a)], default=len(a))
        order = a[:first] + b + a[first:]
        sunk = max(self.meets(order, ship) for ship in ships[:2])
        return self.then(order[:sunk], ships, self.colour_order)

    def then(self, fired: list[int], ships: list[list[int]], order: Rest) -> int:
        return max(len(fired), self.meets(fired + order(fired), ships[2]))

    def colour_order(self, fired: list[int]) -> list[int]:
        shot = set(fired)
        return [c for c in self.shuffled(0, 2, 4) if c not in shot]

    def zone_order(self, fired: list[int]) -> list[int]:
        shot = set(fired)
        zone: list[int] = []
        rest: list[int] = []
        for cell in self.shuffled(2, 4):
            row, column = divmod(cell, self.side)
            sign = 1 if self.kind[cell] == 2 else -1
            beside = [
                (row + sign) % self.side * self.side + column,
                row * self.side + (column + sign) % self.side,
            ]
            (rest if shot.issuperset(beside) else zone).append(cell)
        return zone + [c for c in self.shuffled(0) if c not in shot] + rest

    def along_b(self) -> list[int]:
        """B in runs along its diagonals: the diagonals in random order, each from end to end."""
        cells = np.flatnonzero(self.kind == 3)
        line = (self.rows[cells] + self.columns[cells]) % self.side
        rank = self.rng.permutation(self.side)[line]
        place = (self.rows[cells] - self.rng.integers(self.side)) % self.side
        return [int(c) for c in cells[np.lexsort((place, rank))]]

    def merge(self, a: list[int], b: list[int]) -> list[int]:
        where = self.rng.permutation(len(a) + len(b)) < len(a)
        left, right = iter(a), iter(b)
        return [next(left) if from_a else next(right) for from_a in where]

    @staticmethod
    def meets(order: list[int], ship: list[int]) -> int:
        places = [order.index(c) + 1 for c in ship if c in order]
        return min(places, default=len(order))


def plain_pace(share: float) -> float:
    return float(win_rate(Fraction(3 * share)))


@pytest.mark.parametrize(
    ("name", "plan", "pattern"),
    [
        ("plain", PLAIN, (3, 0)),
        ("zone", ZONE, (3, 0)),
        ("adaptive", ADAPTIVE, (0, 2)),
        ("adaptive", ADAPTIVE, (3, 0)),
        ("jumping", JUMP, (0, 0)),
        ("jumping", JUMP, (3, 0)),
    ],
)
def test_a_torus_of_side_60_is_near_the_limit(name: str, plan: Plan, pattern: Pattern) -> None:
    torus = Torus(60, np.random.default_rng(1))
    shares = np.array([torus.game(name, pattern) for _ in range(1500)])
    wins = np.array([plain_pace(s) for s in shares])
    for sample, score in ((shares, SHOTS), (wins, WIN)):
        error = sample.std() / np.sqrt(len(sample))
        assert abs(sample.mean() - float(on_pattern(plan, pattern, score))) < 4 * error + 0.004


def test_the_plans_are_known_by_name() -> None:
    assert all(PLANS[name].name == name for name in PLANS)
