"""The plain density against its slow twin, and what it can and cannot see."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests import naive_belief
from tests.generators import records, rulesets
from tests.naive import Heard
from unsunk.belief.density import density, hit_weight, places_left
from unsunk.belief.explained import explained_hits
from unsunk.belief.heatmap import hottest
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import count_layouts, iterate_layouts
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Outcome, answer

MOST_LAYOUTS = 3_000


def spelt(knowledge: Knowledge) -> tuple[naive_belief.Rules, list[tuple[tuple[int, int], Heard]]]:
    """Rules and record in the words of the slow twin."""
    rules, board = knowledge.rules, knowledge.rules.board

    def heard(outcome: Outcome) -> Heard:
        cells = frozenset(
            divmod(c, board.columns) for c in range(board.size) if outcome.cells >> c & 1
        )
        return (str(outcome.kind), outcome.length, outcome.name, cells)

    fleet = [(ship.name, ship.length) for ship in rules.fleet.ships]
    record = [(divmod(s.cell, board.columns), heard(s.outcome)) for s in knowledge.shots]
    return (board.rows, board.columns, fleet, str(rules.touching), str(rules.announce)), record


def fitting(knowledge: Knowledge) -> list[Layout]:
    """All layouts that give this record, names of equal ships aside."""
    named = knowledge.rules.announce is Announce.NAMED

    def alike(layout: Layout) -> bool:
        fired = 0
        for shot in knowledge.shots:
            told, said = answer(layout, fired, shot.cell), shot.outcome
            if (told.kind, told.length, told.cells) != (said.kind, said.length, said.cells):
                return False
            if named and told.name != said.name:
                return False
            fired |= 1 << shot.cell
        return True

    return [layout for layout in iterate_layouts(knowledge.rules) if alike(layout)]


@given(records(64))
def test_equals_its_slow_twin(played: tuple[Layout, Knowledge]) -> None:
    _, knowledge = played
    rules, record = spelt(knowledge)
    gone = naive_belief.explained(rules, record)
    columns = knowledge.rules.board.columns
    assert explained_hits(knowledge) == sum(1 << r * columns + c for r, c in gone)
    w = hit_weight(sum(knowledge.afloat))
    twin = naive_belief.density(rules, record, lambda hits: w**hits)
    assert density(knowledge) == [twin[divmod(c, columns)] for c in range(len(twin))]


@given(records(36), st.lists(st.integers(0, 5), min_size=27, max_size=27))
def test_any_weights(played: tuple[Layout, Knowledge], weights: list[int]) -> None:
    _, knowledge = played
    twin = naive_belief.density(*spelt(knowledge), lambda hits: weights[hits])
    assert density(knowledge, weights) == list(twin.values())


@given(rulesets(100, 6))
def test_w_is_larger_than_any_count_without_hits(rules: Ruleset) -> None:
    assert max(density(Knowledge(rules))) < hit_weight(rules.fleet.cells)


@given(records(64), st.integers(1, 50))
def test_any_larger_w_gives_the_same_hottest_cells(
    played: tuple[Layout, Knowledge], more: int
) -> None:
    _, knowledge = played
    w = hit_weight(sum(knowledge.afloat)) + more
    assert hottest(density(knowledge)) == hottest(density(knowledge, [w**h for h in range(27)]))


@given(records(64))
def test_only_cells_not_fired_at_get_votes(played: tuple[Layout, Knowledge]) -> None:
    _, knowledge = played
    votes = density(knowledge)
    assert len(votes) == knowledge.rules.board.size
    assert not any(value for cell, value in enumerate(votes) if knowledge.fired >> cell & 1)
    assert any(votes) or knowledge.finished


@settings(max_examples=150)
@given(records(20))
def test_no_place_of_a_ship_afloat_is_ruled_out(played: tuple[Layout, Knowledge]) -> None:
    """Whatever any layout that fits the record says is possible is possible for the density."""
    layout, knowledge = played
    assume(count_layouts(knowledge.rules) <= MOST_LAYOUTS)
    left = {mask for _, mask, _ in places_left(knowledge)}
    layouts = fitting(knowledge)
    assert layout.key in {other.key for other in layouts}
    for other in layouts:
        for mask in other.ships:
            assert mask in left or not mask & knowledge.untried


@given(records(49))
def test_each_place_left_is_told_once_for_its_ships(played: tuple[Layout, Knowledge]) -> None:
    _, knowledge = played
    left = list(places_left(knowledge))
    if knowledge.rules.announce is not Announce.NAMED:
        assert len({mask for _, mask, _ in left}) == len(left)
    for number, mask, hits in left:
        assert number == (
            1
            if knowledge.rules.announce is Announce.NAMED
            else knowledge.afloat.count(mask.bit_count())
        )
        assert hits == (mask & knowledge.hits).bit_count() < mask.bit_count()
        assert mask in placements(knowledge.rules.board, mask.bit_count())


def test_the_blank_classic_board() -> None:
    """34 placements cover a centre cell: 2 * 17, as few as a ship of k has 2k over any cell."""
    votes = density(Knowledge(Ruleset()))
    assert [votes[Board().cell(name)] for name in ("A1", "E5", "J10", "B1")] == [10, 34, 10, 15]
    assert hit_weight(17) == 35


def named(rules: str, record: str = "") -> dict[str, int]:
    """The votes by cell name, without those that have none."""
    knowledge = parse_record(parse_rules(rules), record)
    board = knowledge.rules.board
    return {board.name(cell): value for cell, value in enumerate(density(knowledge)) if value}


def test_order_matters() -> None:
    """Faults 1: a hit after the sink cannot be on the ship that sank."""
    rules = "board 5x5; fleet 3,2,2; announce length"
    heard = parse_record(parse_rules(rules), "B5:hit E4:miss B4:sunk2 D5:miss B3:hit")
    swapped = parse_record(parse_rules(rules), "B5:hit E4:miss B3:hit D5:miss B4:sunk2")
    cell = heard.rules.board.cell
    assert explained_hits(heard) == 1 << cell("B5") | 1 << cell("B4")
    assert explained_hits(swapped) == 1 << cell("B4")
    assert density(heard) != density(swapped)
    record = "B5:hit E4:miss B4:sunk2 D5:miss B3:hit E5:miss C5:miss A1:miss D2:hit"
    whole = parse_record(parse_rules(rules), record)
    assert len(fitting(whole)) == 22
    covered = 0
    for layout in fitting(whole):
        covered |= layout.occupied
    possible = {c for c in range(25) if (covered & whole.untried) >> c & 1}
    assert {c for c, value in enumerate(density(whole)) if value} >= possible


def test_an_ambiguous_sink_leaves_its_hits_open() -> None:
    """Faults 2: only the sink cell is certain, and both ways to explain it get votes.

    What counting ships one by one cannot see is how likely each is: 1/2 at A1, C1 and A3, 1/4 at D1
    and A4. Places clear of both hits, which no layout has, put C1 and A3 before A1.
    """
    rules, record = "board 5x5; fleet 3,2; announce length", "A2:hit B1:hit B2:sunk2"
    votes, w = named(rules, record), hit_weight(3)
    assert explained_hits(parse_record(parse_rules(rules), record)) == 1 << 6
    assert {name for name, value in votes.items() if value >= w} == {"A1", "C1", "D1", "A3", "A4"}
    assert votes["C1"] == votes["A3"] > votes["A1"] > votes["D1"] == votes["A4"]


def test_ships_in_one_line() -> None:
    """Faults 3: F1 is certain, B1 impossible."""
    votes = named("board 1x8; fleet 3,2; announce length", "D1:hit E1:hit C1:sunk2")
    assert votes.keys() == {"F1", "G1", "H1"}
    assert votes["F1"] >= hit_weight(3) > votes["H1"]


def test_ships_side_by_side() -> None:
    """Faults 4: B1 and C1 are certain, and nothing else outranks them."""
    votes = named("board 4x4; fleet 3,2; announce length", "A1:hit A2:hit B2:sunk2")
    w = hit_weight(3)
    assert {name for name, value in votes.items() if value >= w} == {"B1", "C1"}


def test_that_ships_exclude_each_other_is_not_seen() -> None:
    """Faults 5: whole fleets give 4, 6, 5, 5, 6, 4 of 6; ship by ship the middle looks best."""
    assert list(named("board 1x6; fleet 3,2").values()) == [2, 4, 5, 5, 4, 2]


def test_a_ship_afloat_does_not_lie_wholly_on_hits() -> None:
    """Faults 6: the 2 is not at C1 and D1, or it would have sunk. (5/6 needs whole fleets.)"""
    rules, record = "board 1x7; fleet 3,2; announce length", "C1:hit D1:hit"
    assert 0b1100 not in {m for _, m, _ in places_left(parse_record(parse_rules(rules), record))}
    w = hit_weight(5)
    assert named(rules, record) == {
        "A1": w + 1,
        "B1": w**2 + 2 * w + 1,
        "E1": w**2 + 2 * w + 2,
        "F1": w + 3,
        "G1": 2,
    }


def test_places_through_an_open_hit_count() -> None:
    """Faults 7: a single hit at F6 gives H6 the weight of ships over F6 to H6."""
    votes, w = named("board 10x10; fleet classic", "F6:hit"), hit_weight(17)
    over = [mask for mask in placements(Board(), 5) if mask >> 55 & 1 and mask >> 57 & 1]
    assert len(over) == 3
    assert votes["H6"] // w == 3 + 2 + 1 + 1
    assert votes["G6"] // w == 4 + 3 + 2 + 2 + 1


def test_more_hits_weigh_more() -> None:
    """Faults 8: D1 goes on with three hits, B2 with one."""
    votes = named("board 10x10; fleet 5,4", "A1:hit B1:hit C1:hit")
    assert votes["D1"] > votes["B2"] > 0
    assert votes["D1"] >= hit_weight(9) ** 3 > votes["B2"]


def test_a_ship_of_one_cell_has_one_place_a_cell() -> None:
    """Faults 9."""
    assert set(named("board 4x4; fleet 1,1").values()) == {2}
    assert set(named("board 2x3; fleet 1,1,1; announce named").values()) == {3}
    assert set(named("board 2x3; fleet 1,1,1", "A1:sunk1=1a@A1").values()) == {2}


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("touching", [Touching.CORNERS, Touching.NO])
def test_beside_a_hit_no_ship_can_be_where_touching_forbids_it(
    touching: Touching, announce: Announce
) -> None:
    """Faults 11: D9 and E9 lie on one ship, so D8 and E10 are impossible."""
    said = "hit=carrier" if announce is Announce.NAMED else "hit"
    rules = f"touching {touching}; announce {announce}"
    votes = named(rules, f"D9:{said} E9:{said}")
    assert not votes.keys() & {"D8", "E8", "D10", "E10"}
    assert votes.keys() >= {"C9", "F9"}
    assert ("C8" in votes) is (touching is Touching.CORNERS)


def test_under_named_a_ship_lies_over_all_its_hits_and_no_others() -> None:
    rules = "board 1x9; fleet big={},tug=2; announce named"
    apart = named(rules.format(3), "D1:hit=big F1:hit=tug")
    assert apart.keys() == {"B1", "C1", "E1", "G1"}
    with_gap = named(rules.format(4), "B1:hit=big D1:hit=big")
    assert with_gap.keys() == {"A1", "C1", "E1", "F1", "G1", "H1", "I1"}
    assert with_gap["C1"] == max(with_gap.values())


def test_rows_are_not_columns() -> None:
    """Faults 19: a 3x7 board, a hit in the last column of the second row."""
    votes = named("board 3x7; fleet 3", "G2:hit")
    w = hit_weight(3)
    assert {name for name, value in votes.items() if value >= w} == {"E2", "F2", "G1", "G3"}


def test_the_same_record_twice() -> None:
    """Faults 8: the votes depend on nothing else."""
    rules = Ruleset(Board(5, 5), Fleet((3, 2)))
    record = parse_record(rules, "A1:miss C3:hit")
    assert density(record) == density(parse_record(rules, "A1:miss C3:hit"))
