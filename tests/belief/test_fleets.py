"""Counting and listing whole fleets: the files of `tests/counts`, steps, ships set beforehand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import records
from tests.rules.test_counting import facts
from unsunk.belief.fleets import Question, Search, count_fleets, layout_of, list_fleets
from unsunk.belief.tables import MOST_WORDS, fleet_tables
from unsunk.errors import BudgetError, ImpossibleFleetError
from unsunk.kernels import posterior as kernel
from unsunk.rules.board import Board
from unsunk.rules.counting import count_layouts, iterate_layouts
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset

STEPS = 20_000_000


@pytest.mark.parametrize(("board", "fleet", "touching", "layouts", "distinct"), facts())
def test_counts(board: str, fleet: str, touching: str, layouts: str, distinct: str) -> None:
    try:
        rules = Ruleset(Board.parse(board), Fleet.parse(fleet), touching)
    except ImpossibleFleetError:
        assert layouts == "0"
        return
    search = Search(Question.of(Knowledge(rules)))
    if search.go(STEPS):
        assert search.count.layouts == int(layouts)
    else:
        assert len(rules.fleet.lengths) > 5


@settings(max_examples=60)
@given(records(25))
def test_lists_what_it_counts(played: tuple[Layout, Knowledge]) -> None:
    layout, knowledge = played
    rules, question = knowledge.rules, Question.of(knowledge)
    count = count_fleets(question)
    rows = list_fleets(question, 2_000, 10**9)
    assert (rows is None) == (count.layouts > 2_000)
    if rows is None:
        return
    listed = [layout_of(fleet_tables(rules), rules, row) for row in rows]
    keys = {Layout(rules, found.ships).key for found in listed}
    assert len(listed) == len(keys) == count.layouts
    assert layout.key in keys
    for group, ships in enumerate(rules.groups):
        masks = placements(rules.board, rules.fleet.lengths[ships[0]])
        taken = [found.ships[ship] for found in listed for ship in ships]
        assert [taken.count(mask) for mask in masks] == list(count.places[group])


def test_lists_all_layouts_of_the_rules() -> None:
    for text in ("board 4x4; fleet 3,3,2", "board 3x4; fleet 2,1,1; announce named; touching no"):
        rules = parse_rules(text)
        rows = list_fleets(Question.of(Knowledge(rules)), 10_000, 10**9)
        assert rows is not None
        found = {layout_of(fleet_tables(rules), rules, row).key for row in rows}
        assert found == {layout.key for layout in iterate_layouts(rules)}


def test_lists_as_many_as_asked_for_and_no_more() -> None:
    question = Question.of(Knowledge(parse_rules("board 4x4; fleet 3,2")))
    for most, listed in ((263, False), (264, True), (265, True)):
        assert (list_fleets(question, most, 10**9) is not None) is listed
    assert list_fleets(question, 264, 3) is None


@settings(max_examples=40)
@given(records(16), st.integers(0, 100))
def test_a_ship_set_beforehand(played: tuple[Layout, Knowledge], number: int) -> None:
    """Its count is what the whole count says of its placement; ships alike are told apart."""
    question = Question.of(played[1])
    if count_fleets(Question.of(Knowledge(question.rules))).layouts > 3_000:
        return
    whole = count_fleets(question)
    group = number % len(whole.places)
    for place, layouts in enumerate(whole.places[group]):
        if question.places[group] >> place & 1:
            part = count_fleets(question.with_ship(group, place))
            assert part.layouts == layouts
            ships = len(question.rules.groups[group])
            assert sum(part.places[group]) == (ships - 1) * layouts


@pytest.mark.parametrize("text", ["board 8x8", "board 6x6; fleet 3,3,2,2", "board 5x5; fleet 2"])
def test_progress_grows_from_nothing_to_all(text: str) -> None:
    search, seen = Search(Question.of(Knowledge(parse_rules(text)))), []
    while not search.go(2_000):
        seen.append(search.progress)
    assert search.progress == 1.0
    assert seen == sorted(seen)
    assert all(0 <= share < 1 for share in seen)


def test_progress_is_near_the_share_of_the_steps_that_were_made() -> None:
    question = Question.of(Knowledge(parse_rules("board 10x10; touching no")))
    whole = Search(question)
    assert whole.go(10**9)
    steps = int(whole.state.at[kernel.STEPS])
    half = Search(question)
    assert not half.go(steps // 2)
    assert 0.4 < half.progress < 0.6


def test_a_record_that_no_fleet_fits_counts_none() -> None:
    for record in ("C3:hit B2:hit D4:hit", "C3:hit A1:hit E5:hit"):
        knowledge = parse_record(parse_rules("board 5x5; fleet 3,2; touching no"), record)
        count = count_fleets(Question.of(knowledge))
        assert count.layouts == 0
        assert not any(map(any, count.places))
        assert list_fleets(Question.of(knowledge), 5, 10**6).shape == (0, 2)


def test_too_many_placements_are_refused_in_one_sentence() -> None:
    lengths = tuple(range(2, 22))
    rules = Ruleset(Board(26, 26), Fleet(lengths))
    with pytest.raises(
        BudgetError, match="the ships have 16,120 placements in all, and about 15,744"
    ):
        fleet_tables(rules)
    assert MOST_WORDS * 64 == 16_384


def test_the_tables_of_one_board_and_fleet_are_made_once() -> None:
    assert fleet_tables(Ruleset()) is fleet_tables(Ruleset(announce="length"))
    assert fleet_tables(Ruleset()) is not fleet_tables(Ruleset(announce="named"))


def test_counts_as_the_rules_do_on_boards_of_any_shape() -> None:
    """Boards and fleets of the house's other count, which lists nothing and shares no code."""
    for text in (
        "board 6x6; fleet 4,3,3,2",
        "board 3x9; fleet 4,3,2,1; touching no",
        "board 7x5; fleet 3,3,2,2",
        "board 5x9; fleet 5,2,2; touching corners; announce named",
        "board 1x26; fleet 5,4,3,2",
        "board 7x7; fleet 1,1,1,1",
    ):
        rules = parse_rules(text)
        assert count_fleets(Question.of(Knowledge(rules))).layouts == count_layouts(rules), text
