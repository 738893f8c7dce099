"""Counts: the files of `tests/counts`, brute force, and the two ways of counting agree."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests import naive
from tests.generators import rulesets
from unsunk.errors import BudgetError, ImpossibleFleetError
from unsunk.rules import counting
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.by_ship import ByShip
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import count_distinct, count_layouts, iterate_layouts, list_layouts
from unsunk.rules.fleet import CLASSIC, THREE, Fleet
from unsunk.rules.layout import canonical
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.sweep import Sweep

COUNTS = Path(__file__).parent.parent / "counts"


def facts() -> list[object]:
    """One parameter set a line: board, fleet, touching, layouts, distinct."""
    found: list[object] = []
    for file in sorted(COUNTS.glob("*.txt")):
        marks = [pytest.mark.slow] if "slow" in file.stem else []
        found += [
            pytest.param(*line.split(), marks=marks, id=f"{file.stem}: {line}")
            for line in file.read_text("utf-8").splitlines()
            if not line.startswith("#")
        ]
    return found


@pytest.mark.parametrize(("board", "fleet", "touching", "layouts", "distinct"), facts())
def test_counts(board: str, fleet: str, touching: str, layouts: str, distinct: str) -> None:
    try:
        rules = Ruleset(Board.parse(board), Fleet.parse(fleet), touching)
    except ImpossibleFleetError:
        assert layouts == "0"
        return
    total = count_layouts(rules)
    assert total == int(layouts)
    if distinct != "-":
        assert count_distinct(rules, total) == int(distinct)


def test_ships_that_are_named_count_apart() -> None:
    rules = Ruleset(Board(6, 6), CLASSIC, announce=Announce.NAMED)
    assert count_layouts(rules) == 2 * 3_343_568
    assert count_distinct(rules) == 2 * 417_946


@pytest.mark.slow
def test_named_ships_on_the_classic_board() -> None:
    assert count_layouts(Ruleset(announce=Announce.NAMED)) == 30_093_975_536


def test_a_ship_of_one_cell_has_one_placement_a_cell() -> None:
    assert count_layouts(Ruleset(Board(4, 4), Fleet((1, 1)))) == 120
    assert count_layouts(Ruleset(Board(4, 4), Fleet((1, 1)), announce="named")) == 240
    assert count_layouts(Ruleset(Board(2, 3), Fleet((1, 1, 1)))) == 20


@pytest.mark.parametrize("touching", Touching)
@pytest.mark.parametrize(
    ("rows", "columns", "lengths"),
    [
        (1, 7, (3, 2)),
        (2, 5, (2, 2, 1)),
        (3, 3, (2, 2)),
        (3, 4, (3, 2)),
        (4, 3, (2, 2, 1)),
        (4, 4, (3, 2)),
        (4, 4, (2, 2, 1)),
        (3, 5, (3, 3)),
    ],
)
def test_layouts_are_those_of_brute_force(
    rows: int, columns: int, lengths: tuple[int, ...], touching: Touching
) -> None:
    rules = Ruleset(Board(rows, columns), Fleet(lengths), touching)
    expected = naive.layouts(rows, columns, lengths, touching)
    found = [
        tuple(frozenset(divmod(cell, columns) for cell in cells_of(mask)) for mask in layout.ships)
        for layout in list_layouts(rules)
    ]
    assert {naive.unlabelled(f) for f in found} == {naive.unlabelled(f) for f in expected}
    assert len(found) == len(expected) == count_layouts(rules)
    assert count_distinct(rules) == naive.distinct(rows, columns, expected)
    named = Ruleset(rules.board, rules.fleet, touching, Announce.NAMED)
    assert count_layouts(named) == len(naive.labelled(rows, columns, lengths, touching))


@given(rulesets(20, 3))
def test_distinct_layouts_are_the_canonical_forms(rules: Ruleset) -> None:
    layouts = list(iterate_layouts(rules))
    assert len({layout.key for layout in layouts}) == len(layouts) == count_layouts(rules)
    if len(layouts) <= 3000:
        assert len({canonical(layout) for layout in layouts}) == count_distinct(rules)


@given(rulesets(25, 5))
@settings(max_examples=60)
def test_both_ways_of_counting_agree(rules: Ruleset) -> None:
    sweep = Sweep(rules.board, rules.fleet, rules.touching)
    assert sweep.count() == sweep.total()
    by_ship = ByShip(rules.board, rules.fleet, rules.touching)
    if by_ship.steps() <= 200_000:
        assert by_ship.count() == sweep.count()


def test_a_board_and_its_transposed_have_as_many_layouts() -> None:
    for (rows, columns), touching in product([(2, 6), (3, 5), (1, 9)], Touching):
        fleet = Fleet((3, 2))
        one, other = (
            count_layouts(Ruleset(board, fleet, touching))
            for board in (Board(rows, columns), Board(columns, rows))
        )
        assert one == other


def test_progress_ends_with_all_parts_done() -> None:
    rules = Ruleset(Board(6, 6), CLASSIC)
    for count in (
        ByShip(rules.board, rules.fleet, rules.touching).count,
        Sweep(rules.board, rules.fleet, rules.touching).count,
    ):
        calls: list[tuple[int, int]] = []
        assert count(lambda done, whole, calls=calls: calls.append((done, whole))) == 3_343_568
        assert calls == [(done, calls[-1][1]) for done in range(calls[-1][1] + 1)]


def test_counts_that_would_take_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "COUNT_BUDGET", 1000)
    monkeypatch.setattr(counting, "SWEEP_BUDGET", 1000)
    monkeypatch.setattr(counting, "FIXED_BUDGET", 10)
    with pytest.raises(BudgetError, match="of classic on a 10x10 board take more than 1,000 steps"):
        count_layouts(Ruleset())
    with pytest.raises(BudgetError, match="of 3,3,2 on a 5x5 board take more than 10 steps"):
        count_distinct(Ruleset(Board(5, 5), THREE), 8000)
    with pytest.raises(BudgetError, match="264 layouts are too many to list: the most is 263"):
        list_layouts(Ruleset(Board(4, 4), Fleet((3, 2))), most=263)
