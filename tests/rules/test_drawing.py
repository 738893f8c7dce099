"""Drawing: every layout equally likely, by throwing whole fleets and by counting alike."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product

import pytest
from hypothesis import given

from tests import naive
from tests.generators import rulesets, seeds
from tests.rules.chance import assert_uniform
from unsunk.errors import BudgetError, InputError
from unsunk.rules import drawing, sweep
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.counting import count_layouts, list_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout, throw_fleets
from unsunk.rules.fleet import Fleet
from unsunk.rules.layout import Layout
from unsunk.rules.numbering import layout_number, random_number
from unsunk.rules.ruleset import Ruleset

Draw = Callable[[Ruleset, Dice], Layout]

WAYS = [
    pytest.param(draw_layout, id="by throwing"),
    pytest.param(lambda rules, dice: draw_layout(rules, dice, tries=0), id="by counting"),
]
GAMES = [
    (rules, touching)
    for rules in [
        ("1x6", (3, 2)),
        ("6x1", (3, 2)),
        ("2x2", (2, 2)),
        ("4x4", (3, 2)),
        ("3x3", (2, 2)),
        ("2x5", (2, 2, 1)),
        ("3x4", (1, 1, 1)),
    ]
    for touching in ("yes", "corners", "no")
    if rules != ("2x2", (2, 2)) or touching == "yes"
]


def all_labelled(rules: Ruleset) -> list[tuple[int, ...]]:
    """All layouts by brute force, every ship told apart, as masks."""
    board = rules.board
    fleets = naive.labelled(board.rows, board.columns, rules.fleet.lengths, rules.touching)
    return [tuple(sum(1 << r * board.columns + c for r, c in s) for s in f) for f in fleets]


@pytest.mark.parametrize("draw", WAYS)
@pytest.mark.parametrize(("game", "touching"), GAMES)
def test_every_layout_is_equally_likely(
    game: tuple[str, tuple[int, ...]], touching: str, draw: Draw
) -> None:
    """Also among those that differ only by ships of one length, in which names are told."""
    rules = Ruleset(Board.parse(game[0]), Fleet(game[1]), touching)
    possible = all_labelled(rules)
    drawn = (draw(rules, Dice(1, i)).ships for i in range(25 * len(possible) + 100))
    assert_uniform(drawn, possible)


@pytest.mark.parametrize("draw", WAYS)
def test_placing_ship_after_ship_would_be_told_from_it(draw: Draw) -> None:
    """Faults 12: the corner of 4x4 {3,2} is covered in 0.2273 of layouts, not in 0.2181."""
    rules = Ruleset(Board(4, 4), Fleet((3, 2)))
    every = list_layouts(rules)
    assert sum(layout.occupied & 1 for layout in every) / len(every) == pytest.approx(
        0.2273, abs=5e-5
    )
    games = 15_000
    corners = sum(
        (layout.occupied >> corner & 1)
        for layout in (draw(rules, Dice(2, i)) for i in range(games))
        for corner in (0, 3, 12, 15)
    )
    assert corners / games / 4 == pytest.approx(0.2273, abs=0.004)


def test_the_three_lies_in_the_middle_of_1x6_in_a_sixth_of_all_layouts() -> None:
    rules = Ruleset(Board(1, 6), Fleet((3, 2)))
    where = Counter(min(cells_of(layout.ships[0])) for layout in list_layouts(rules))
    assert where == {0: 2, 1: 1, 2: 1, 3: 2}


def test_every_corner_and_the_centre_of_the_classic_board() -> None:
    """Faults 13, and the published 0.0800 and 0.2136."""
    rules, games = Ruleset(), 40_000
    covered: Counter[int] = Counter()
    for i in range(games):
        covered.update(cells_of(draw_layout(rules, Dice(3, i)).occupied))
    for cells, share in (((0, 9, 90, 99), 0.0800), ((44, 45, 54, 55), 0.2136)):
        error = (share * (1 - share) / games) ** 0.5
        for cell in cells:
            assert abs(covered[cell] / games - share) < 4 * error
    assert covered.total() == 17 * games


@given(rulesets(), seeds)
def test_a_drawn_layout_is_legal_and_has_every_cell_of_the_fleet(rules: Ruleset, seed: int) -> None:
    for layout in (draw_layout(rules, Dice(seed)), draw_layout(rules, Dice(seed), tries=0)):
        assert Layout(rules, layout.ships) == layout
        assert layout.occupied.bit_count() == rules.fleet.cells
    assert draw_layout(rules, Dice(seed)) == draw_layout(rules, Dice(seed))


@given(rulesets(16, 3))
def test_the_numbers_give_every_layout_once(rules: Ruleset) -> None:
    total = count_layouts(rules)
    if total <= 3000:
        numbered = {layout_number(rules, number).key for number in range(total)}
        assert numbered == {layout.key for layout in list_layouts(rules)}
        assert len(numbered) == total


@pytest.mark.parametrize("announce", Announce)
def test_there_are_no_other_numbers(announce: Announce) -> None:
    rules = Ruleset(Board(3, 3), Fleet((2, 2)), announce=announce)
    total = 88 if announce is Announce.NAMED else 44
    for number in (-1, total):
        with pytest.raises(InputError, match=f"{number}: they are numbered 0 to {total - 1}"):
            layout_number(rules, number)


FULL = [
    ("5x5", (5,) * 5, "yes"),
    ("5x5", (4,) * 6, "yes"),
    ("3x3", (2,) * 4, "yes"),
    ("6x6", (3,) * 12, "yes"),
    ("5x5", (1,) * 9, "no"),
    ("5x5", (1,) * 13, "corners"),
    ("10x10", (5,) * 20, "yes"),
    ("7x7", (4, 3, 3, 2, 2, 2, 1, 1), "no"),
    ("2x26", (2,) * 26, "yes"),
]


@pytest.mark.parametrize(("board", "lengths", "touching"), FULL)
def test_full_boards_are_drawn_by_counting(
    board: str, lengths: tuple[int, ...], touching: str
) -> None:
    rules = Ruleset(Board.parse(board), Fleet(lengths), touching)
    layout = draw_layout(rules, Dice(1), tries=10)
    assert Layout(rules, layout.ships) == layout


def test_few_layouts_of_a_full_board_are_equally_likely() -> None:
    rules = Ruleset(Board(6, 6), Fleet((3,) * 12))
    possible = {layout_number(rules, number).key for number in range(64)}
    assert len(possible) == 64
    assert_uniform((random_number(rules, Dice(4, i)).key for i in range(2000)), possible)


def test_ships_that_are_alike_change_places_when_drawn_by_counting() -> None:
    """Else a shooter who hears the cruiser sink would know on which side the submarine lies."""
    rules = Ruleset(Board(5, 5), Fleet((5,) * 5))
    rows = [31 << 5 * row for row in range(5)]
    columns = [sum(1 << 5 * row + column for row in range(5)) for column in range(5)]
    possible = [*permutations(rows), *permutations(columns)]
    assert_uniform((random_number(rules, Dice(5, i)).ships for i in range(6000)), possible)


def test_a_draw_that_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Ruleset(Board(15, 15), Fleet((5, 4, 3, 2, 1) * 4), "no")
    monkeypatch.setattr(drawing, "LAST_BUDGET", 1000)
    monkeypatch.setattr(sweep, "MEMORY_BUDGET", 10_000)
    for _ in range(2):
        with pytest.raises(
            BudgetError, match="was found in 1,000 throws, and the layouts are too many"
        ):
            draw_layout(rules, Dice(1), tries=1000)


def test_throws_are_counted() -> None:
    rules = Ruleset(Board(5, 5), Fleet((5,) * 5))
    assert throw_fleets(rules, Dice(1), 0) is None
    results = [throw_fleets(rules, Dice(1, i), 1) for i in range(3000)]
    found = [ships for ships in results if ships is not None]
    assert 0 < len(found) < 100
    assert all(Layout(rules, ships).occupied == rules.board.full for ships in found)


def test_every_cell_of_every_shape_can_be_covered() -> None:
    for rows, columns in product((1, 3, 7), repeat=2):
        rules = Ruleset(Board(rows, columns), Fleet((1,)))
        covered = 0
        for i in range(300):
            covered |= draw_layout(rules, Dice(7, i)).occupied
        assert covered == rules.board.full
