"""`parity-follow` and the two forms of `one-rule`, by worked examples."""

import pytest

from tests.generators import told
from unsunk.hunting.play import play
from unsunk.hunting.strategy import strategy
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.ruleset import Ruleset


def wanted(name: str, rules: str, record: str = "") -> set[str]:
    """The names of the cells that a strategy may fire at next."""
    ruleset = parse_rules(rules)
    heat = strategy(name).heat(parse_record(ruleset, record))
    return {ruleset.board.name(cell) for cell, value in enumerate(heat) if value == max(heat)}


def cells(text: str) -> set[str]:
    return set(text.split())


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize(
    ("fleet", "step"), [("5,4,3,3,2", 2), ("5,4,3", 3), ("4,4", 4), ("2,1", 1)]
)
def test_searching_keeps_a_ships_length_between_its_cells(
    fleet: str, step: int, announce: Announce
) -> None:
    """Row and column numbers, from 1, add up to a multiple of the shortest ship afloat."""
    names = {
        f"{chr(64 + column)}{row}"
        for row in range(1, 11)
        for column in range(1, 11)
        if (row + column) % step == 0
    }
    assert wanted("parity-follow", f"fleet {fleet}; announce {announce}") == names


def test_the_search_widens_when_the_shortest_ship_is_heard_to_sink() -> None:
    rules = "board 1x9; fleet 3,2; announce {}"
    assert wanted("parity-follow", rules.format("length")) == cells("A1 C1 E1 G1 I1")
    sunk = "A1:hit B1:sunk2"
    assert wanted("parity-follow", rules.format("length"), sunk) == cells("E1 H1")
    sunk = "A1:hit=2 B1:sunk2=2"
    assert wanted("parity-follow", rules.format("named"), sunk) == cells("E1 H1")


def test_under_silent_the_shortest_of_the_fleet_counts_to_the_end() -> None:
    """The 2 lies at A1 and B1 and is sunk, but that is not heard: its end is followed, then every
    other cell is searched, as for a 2.
    """
    rules = "board 1x9; fleet 3,2; announce silent"
    assert wanted("parity-follow", rules, "A1:hit B1:hit") == cells("C1")
    assert wanted("parity-follow", rules, "A1:hit B1:hit C1:miss") == cells("E1 G1 I1")


def test_search_cells_where_nothing_fits_are_left_out() -> None:
    assert wanted("parity-follow", "board 1x9; fleet 4", "E1:miss") == cells("C1 G1")
    assert wanted("parity-follow", "board 1x9; fleet 4", "E1:miss B1:miss") == cells("G1")


@pytest.mark.parametrize("announce", ["shown", "length", "silent"])
def test_after_one_hit_the_four_neighbours(announce: str) -> None:
    rules = f"announce {announce}"
    assert wanted("parity-follow", rules, "E5:hit") == cells("E4 E6 D5 F5")
    assert wanted("parity-follow", rules, "A1:hit") == cells("B1 A2")
    assert wanted("parity-follow", rules, "E5:hit E4:miss") == cells("E6 D5 F5")


def test_a_line_of_hits_is_followed_at_its_ends() -> None:
    assert wanted("parity-follow", "", "E5:hit E6:hit") == cells("E4 E7")
    assert wanted("parity-follow", "", "E5:hit E6:hit E4:miss") == cells("E7")
    assert wanted("parity-follow", "", "A1:hit B1:hit") == cells("C1")


def test_a_line_that_cannot_go_on_was_two_ships() -> None:
    """Both ends are water and nothing sank: so the hits lie side by side on two ships."""
    record = "E5:hit F5:hit D5:miss G5:miss"
    assert wanted("parity-follow", "", record) == cells("E4 E6 F4 F6")


def test_a_gap_in_a_line_is_a_neighbour_like_others() -> None:
    assert wanted("parity-follow", "", "C5:hit E5:hit") == cells("D5 B5 F5 C4 C6 E4 E6")


def test_the_hit_that_a_sink_does_not_explain_is_followed() -> None:
    """Faults 4: a hunter that forgets it after the sink starts a fresh search here."""
    rules = "board 4x4; fleet 3,2; announce length"
    assert wanted("parity-follow", rules, "A1:hit A2:hit B2:sunk2") == cells("B1")


def test_when_all_hits_are_explained_it_searches() -> None:
    record = "A1:hit B1:sunk2@A1-B1"
    assert wanted("parity-follow", "board 4x4; fleet 3,2", record) == cells("A2 C3 D2 B4")


def test_under_named_only_hits_on_one_ship_line_up() -> None:
    rules = "announce named"
    two = "E5:hit=carrier F5:hit=cruiser"
    assert wanted("parity-follow", rules, two) == cells("D5 E4 E6 F4 F6 G5")
    assert wanted("parity-follow", rules, "E5:hit=carrier F5:hit=carrier") == cells("D5 G5")


def test_the_last_ship_is_looked_for_only_where_it_covers_its_hit() -> None:
    """B3 has places on its left, yet none of them explains the hit at C3."""
    rules = "board 5x4; fleet 3; announce {}"
    for announce in ("shown", "length", "silent"):
        record = "C3:hit D3:miss A3:miss C2:miss"
        assert wanted("parity-follow", rules.format(announce), record) == cells("C4")


@pytest.mark.parametrize("announce", Announce)
def test_one_rule_without_parity_fires_exactly_as_density(announce: Announce) -> None:
    for board, fleet in (((10, 10), (5, 4, 3, 3, 2)), ((5, 7), (3, 2, 1)), ((9, 1), (4, 2))):
        rules = Ruleset(Board(*board), Fleet(fleet), announce=announce)
        for game in range(3):
            layout = draw_layout(rules, Dice(1, game))
            one, other = (
                play(strategy(name), layout, Dice(2, game))
                for name in ("density", "one-rule-no-parity")
            )
            assert one == other


def test_one_rule_searches_every_other_cell() -> None:
    heat = strategy("one-rule").heat(Knowledge(Ruleset()))
    assert [value > 0 for value in heat] == [(c // 10 + c % 10) % 2 == 0 for c in range(100)]


def test_one_rule_considers_every_cell_where_a_ship_of_one_cell_is_afloat() -> None:
    rules = parse_rules("board 4x4; fleet 3,1; announce length")
    assert all(strategy("one-rule").heat(Knowledge(rules)))
    heat = strategy("one-rule").heat(parse_record(rules, "A1:sunk1"))
    assert not any(value for cell, value in enumerate(heat) if (cell // 4 + cell % 4) % 2)


def test_one_rule_leaves_the_colour_while_a_hit_is_half_explained() -> None:
    assert wanted("one-rule", "board 9x9", "E5:hit") == cells("E4 E6 D5 F5")


def test_one_rule_returns_to_its_colour_after_the_sink() -> None:
    rules = Ruleset(Board(6, 6), Fleet((3, 2)))
    layout = draw_layout(rules, Dice(1))
    ship = [cell for cell in range(36) if layout.ships[0] >> cell & 1]
    heat = strategy("one-rule").heat(told(layout, ship))
    assert {(cell // 6 + cell % 6) % 2 for cell, value in enumerate(heat) if value} == {0}


def test_random_is_even_over_what_is_left() -> None:
    heat = strategy("random").heat(parse_record(Ruleset(), "A1:miss E5:hit"))
    assert [heat.count(value) for value in (0, 1)] == [2, 98]
