"""A fleet being placed: what every sequence of moves comes to, and what is refused."""

from dataclasses import FrozenInstanceError, dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import naive
from tests.generators import drawn, games, rulesets
from unsunk.errors import LayoutError
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.fleet import Fleet
from unsunk.rules.game import Game
from unsunk.rules.layout import Layout
from unsunk.rules.placement import Placement
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.setup import Setup, Staged

RULES = Ruleset(Board(4, 4), Fleet((3, 2, 1), ("tanker", "ferry", "tug")), Touching.NO)
PLACED = Setup.empty(RULES).place(0, Placement(0, 3)).place(1, Placement(8, 2, False))


def places(rules: Ruleset, mask: int) -> naive.Ship:
    board = rules.board
    return frozenset(divmod(cell, board.columns) for cell in range(board.size) if mask >> cell & 1)


def fits(rules: Ruleset, ships: dict[int, naive.Ship], ship: int, placement: Placement) -> bool:
    """May the ship lie there, as the slow twin of the rules sees it?"""
    board, length = rules.board, rules.fleet.lengths[ship]
    row, column = divmod(placement.first, board.columns)
    down, right = (0, 1) if placement.across else (1, 0)
    cells = frozenset((row + down * i, column + right * i) for i in range(placement.length))
    if cells not in naive.ships(board.rows, board.columns, length):
        return False
    others = (lies for other, lies in ships.items() if other != ship)
    return all(naive.apart(cells, lies, rules.touching.value) for lies in others)


@given(rulesets(most_cells=25), st.data())
def test_moves_add_up_as_in_a_table_of_ships(rules: Ruleset, data: st.DataObject) -> None:
    """Every move is refused exactly where the slow twin refuses it, and then changes nothing."""
    setup, table = Setup.empty(rules), dict[int, naive.Ship]()
    many, size = len(rules.fleet.lengths), rules.board.size
    for _ in range(data.draw(st.integers(0, 12))):
        ship = data.draw(st.integers(0, many - 1))
        move = data.draw(st.sampled_from(["place", "place", "place", "remove", "clear", "fill"]))
        if move == "clear":
            setup, table = setup.clear(), {}
        elif move == "fill":
            layout = data.draw(drawn(rules))
            setup, table = setup.filled(layout), {}
            table = {i: places(rules, mask) for i, mask in enumerate(layout.ships)}
        elif move == "remove" and ship in table:
            setup = setup.remove(ship)
            del table[ship]
        elif move == "remove":
            with pytest.raises(LayoutError, match="nothing to remove"):
                setup.remove(ship)
        else:
            length = rules.fleet.lengths[ship] + data.draw(st.sampled_from([0, 0, 0, 1]))
            first = data.draw(st.integers(0, size - 1))
            placement = Placement(first, length, data.draw(st.booleans()))
            if fits(rules, table, ship, placement):
                setup = setup.place(ship, placement)
                table[ship] = places(rules, placement.mask(rules.board))
            else:
                with pytest.raises(LayoutError) as refused:
                    setup.place(ship, placement)
                assert refused.value.reason in ("off_board", "bad_ship", "overlap", "touches")
                clash = refused.value.reason in ("overlap", "touches")
                assert (refused.value.other in rules.fleet.names) is clash
        lies = {i: places(rules, mask) for i, mask in enumerate(setup.ships) if mask is not None}
        assert lies == table
        assert setup == Setup(rules, setup.ships)
        assert setup.is_empty is (not table)
        names = rules.fleet.names
        assert setup.missing == tuple(name for i, name in enumerate(names) if i not in table)
        on = {cell: i for i, cells in table.items() for cell in cells}
        found = {divmod(c, rules.board.columns): setup.ship_at(c) for c in range(size)}
        assert {cell: i for cell, i in found.items() if i is not None} == on


@given(rulesets(), st.data())
def test_a_fleet_placed_ship_by_ship_is_the_layout(rules: Ruleset, data: st.DataObject) -> None:
    layout = data.draw(drawn(rules))
    setup = Setup.empty(rules)
    for ship in data.draw(st.permutations(range(len(layout.ships)))):
        with pytest.raises(LayoutError, match="no place for"):
            setup.layout()
        setup = setup.place(ship, Placement.of(rules.board, layout.ships[ship]))
    assert setup == Setup.empty(rules).filled(layout)
    assert setup.layout() == layout == Layout(rules, layout.ships)


@pytest.mark.parametrize(
    ("ship", "placement", "reason", "other"),
    [
        (2, Placement(2, 1), "overlap", "tanker"),
        (2, Placement(3, 1), "touches", "tanker"),
        (2, Placement(13, 1), "touches", "ferry"),
        (2, Placement(3, 2), "off_board", None),
        (2, Placement(14, 2), "bad_ship", None),
        (2, Placement(15, 0), "bad_ship", None),
        (3, Placement(15, 1), "bad_ship", None),
        (-1, Placement(15, 1), "bad_ship", None),
    ],
)
def test_a_refused_place_says_why(
    ship: int, placement: Placement, reason: str, other: str | None
) -> None:
    with pytest.raises(LayoutError) as refused:
        PLACED.place(ship, placement)
    assert (refused.value.reason, refused.value.other) == (reason, other)
    assert PLACED.missing == ("tug",)


@pytest.mark.parametrize(
    ("ships", "reason"),
    [
        ((7, None), "bad_ship"),
        ((3, None, None), "bad_ship"),
        ((7 << 14, None, None), "off_board"),
        ((0, None, None), "off_board"),
        ((7, 6, None), "overlap"),
        ((7, 3 << 4, None), "touches"),
    ],
)
def test_a_setup_that_cannot_be_is_refused(ships: tuple[int | None, ...], reason: str) -> None:
    with pytest.raises(LayoutError) as refused:
        Setup(RULES, ships)
    assert refused.value.reason == reason


def test_a_layout_of_other_rules_does_not_fill_a_setup() -> None:
    other = Ruleset(RULES.board, RULES.fleet)
    with pytest.raises(LayoutError, match="a layout of other rules"):
        PLACED.filled(Layout(other, (0b111, 0b11 << 4, 1 << 15)))
    with pytest.raises(FrozenInstanceError):
        PLACED.ships = ()  # type: ignore[misc]


@given(games())
def test_stages(game: Game) -> None:
    @dataclass(frozen=True)
    class Stage(Staged):
        setup: Setup
        game: Game | None

    setup = Setup.empty(game.rules).filled(game.layouts[0])
    before, after = Stage(setup, None), Stage(setup, game)
    assert (before.phase, before.turn, before.winner) == ("setup", None, None)
    assert (after.phase == "over") is (game.winner is not None)
    assert (after.turn, after.winner) == (game.turn, game.winner)
    assert after.placed == game.layouts[0].ships
