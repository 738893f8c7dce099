"""The least expected shots: published values, the plain twin, records, budgets, ties."""

from fractions import Fraction
from itertools import product

import pytest

from tests.generators import told
from tests.naive_least_shots import Least
from tests.naive_least_shots import told as heard
from unsunk.errors import BudgetError, ContradictionError, ImpossibleFleetError, StrategyError
from unsunk.hunting.check import check_strategy
from unsunk.hunting.least_shots import _solver, optimum
from unsunk.hunting.strategy import strategy
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import list_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.ruleset import Ruleset

TINY = [
    "1x1; fleet 1",
    "1x7; fleet 3,2",
    "2x3; fleet 2,1",
    "2x3; fleet 2,2",
    "2x4; fleet 3,2",
    "2x4; fleet 2,2,1",
    "3x3; fleet 2",
    "3x3; fleet 1,1",
    "3x3; fleet 3,2",
]
CHOICES = list(product(Announce, Touching))


def rules_of(board: str, announce: Announce, touching: Touching) -> Ruleset | None:
    try:
        return parse_rules(f"board {board}; announce {announce}; touching {touching}")
    except ImpossibleFleetError:
        return None


def opening(text: str) -> Knowledge:
    return Knowledge(parse_rules(f"board {text}; announce length"))


@pytest.mark.parametrize(
    ("board", "shots", "layouts", "digits"),
    [
        ("3x3; fleet 2", 54, 12, "4.5"),
        ("4x3; fleet 2", 87, 17, "5.1176"),
        ("4x4; fleet 2", 146, 24, "6.0833"),
        ("4x4; fleet 3", 90, 16, "5.625"),
        ("5x4; fleet 3", 137, 22, "6.2273"),
        ("4x4; fleet 2,2", 1942, 224, "8.669643"),
        ("4x4; fleet 3,2", 2311, 264, "8.753788"),
    ],
)
def test_the_optima_known_elsewhere(board: str, shots: int, layouts: int, digits: str) -> None:
    found = optimum(opening(board))
    assert (found.shots, found.layouts) == (shots, layouts)
    assert found.mean == Fraction(shots, layouts)
    assert round(float(found.mean), len(digits) - 2) == float(digits)


@pytest.mark.parametrize(("announce", "touching"), CHOICES)
@pytest.mark.parametrize("board", TINY)
def test_every_state_of_a_tiny_board_is_as_in_the_plain_twin(
    board: str, announce: Announce, touching: Touching
) -> None:
    """After any shots, wise or not: the shots still needed, and all cells to begin with."""
    rules = rules_of(board, announce, touching)
    if rules is None:
        return
    plain, everywhere = Least(), list_layouts(rules)
    for number in range(12):
        dice = Dice(5, number)
        layout, cells = everywhere[dice.below(len(everywhere))], list(range(rules.board.size))
        dice.shuffle(cells)
        knowledge = told(layout, cells[: number * len(cells) // 12])
        if knowledge.finished:
            continue
        left, fired = everywhere, 0
        for shot in knowledge.shots:
            said = heard(layout, fired, shot.cell)
            left = [x for x in left if heard(x, fired, shot.cell) == said]
            fired |= 1 << shot.cell
        found = optimum(knowledge)
        assert found.layouts == len(left)
        assert found.shots == plain.shots(tuple(left), fired)
        assert set(found.cells) == plain.best_cells(tuple(left), fired)


def test_more_that_is_told_never_costs_shots() -> None:
    for board in ("4x3; fleet 3,2", "3x4; fleet 2,2", "4x4; fleet 3,2"):
        told = [optimum(Knowledge(parse_rules(f"board {board}; announce {a}"))).mean
                for a in (Announce.SHOWN, Announce.LENGTH, Announce.SILENT)]  # fmt: skip
        assert told == sorted(told)


def test_a_sure_hit_can_be_too_early() -> None:
    """2x3 {2,2}: a sink heard later would not say whose it is, so another cell comes first."""
    rules = parse_rules("board 2x3; fleet 2,2; announce length")
    layouts = tuple(list_layouts(rules))
    assert Least(certain_first=True).shots(layouts, 0) == 56
    assert Least().shots(layouts, 0) == optimum(Knowledge(rules)).shots == 55


@pytest.mark.parametrize("announce", [a for a in Announce if a is not Announce.LENGTH])
def test_elsewhere_a_sure_hit_loses_nothing(announce: Announce) -> None:
    for board in ("2x3; fleet 2,2", "2x4; fleet 2,2,1", "1x9; fleet 3,2,2"):
        layouts = tuple(list_layouts(parse_rules(f"board {board}; announce {announce}")))
        assert Least(certain_first=True).shots(layouts, 0) == Least().shots(layouts, 0)


def test_the_order_of_the_record_counts() -> None:
    """Faults 2: two possible sunk ships."""
    rules = parse_rules("board 4x4; fleet 3,2; announce length")
    found = optimum(parse_record(rules, "A2:hit B1:hit B2:sunk2"))
    other = optimum(parse_record(rules, "A2:hit B2:sunk2 B1:hit"))
    assert found.layouts > other.layouts


def test_a_record_that_no_layout_fits_is_one_sentence() -> None:
    rules = parse_rules("board 1x6; fleet 3,2; announce length")
    with pytest.raises(ContradictionError, match="no layout fits the record"):
        optimum(parse_record(rules, "B1:miss"))


@pytest.mark.parametrize(
    "text", ["", "board 5x5; fleet 3,2", "board 26x26; fleet 2", "board 5x4; fleet 3,2,2"]
)
def test_too_large_a_board_is_refused_at_once(text: str) -> None:
    rules, hunter = parse_rules(text), strategy("optimal")
    assert not hunter.plays(rules)
    for refused in (lambda: optimum(Knowledge(rules)), lambda: check_strategy(hunter, rules)):
        with pytest.raises(BudgetError, match=r"out of reach: take one ship on at most 25 cells, "):
            refused()
    assert strategy("density").plays(rules)


@pytest.mark.parametrize("announce", Announce)
def test_forty_fleets_that_answer_alike(announce: Announce) -> None:
    for ground in ("4x4; fleet 3,2", "4x4; fleet 2,2"):
        rules = parse_rules(f"board {ground}; announce {announce}")
        report = check_strategy(strategy("optimal"), rules, games=1, shots=1)
        assert report.fleets == 40
        assert report.idle == 0


def test_turned_boards_have_turned_best_cells() -> None:
    rules = parse_rules("board 4x4; fleet 3,2")
    layout = list_layouts(rules)[77]
    for cells in ([], [5], [0, 6, 9], [5, 10, 1, 14]):
        best = set(optimum(told(layout, cells)).cells)
        for symmetry in rules.board.symmetries:
            moved = told(layout.moved(symmetry), [symmetry[cell] for cell in cells])
            assert set(optimum(moved).cells) == {symmetry[cell] for cell in best}


def test_check_fails_a_strategy_that_does_not_play_where_it_says_it_does() -> None:
    class Sure(type(strategy("optimal"))):  # type: ignore[misc]
        name = "sure"

        def require(self, rules: Ruleset) -> None:
            pass

    with pytest.raises(StrategyError, match="raises BudgetError"):
        check_strategy(Sure(), Ruleset())


def test_the_memory_of_one_ruleset_is_kept() -> None:
    for text in ("3x3; fleet 2", "4x3; fleet 2"):
        optimum(opening(text))
    assert _solver.cache_info().currsize == 1
