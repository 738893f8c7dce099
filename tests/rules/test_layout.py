"""Placing: what is legal, what is refused and why, and that a refusal changes nothing."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import naive
from tests.generators import boards, layouts, rebuilt
from unsunk.errors import InputError, LayoutError
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.fleet import Fleet
from unsunk.rules.layout import Layout, canonical, check_apart
from unsunk.rules.placement import Placement, clashes, halo, placements
from unsunk.rules.ruleset import Ruleset


def as_ship(board: Board, mask: int) -> naive.Ship:
    return frozenset((board.row(cell), board.column(cell)) for cell in cells_of(mask))


@given(boards(49), st.integers(1, 8))
def test_placements_are_all_the_ways_to_lay_a_ship(board: Board, length: int) -> None:
    masks = placements(board, length)
    assert len(set(masks)) == len(masks)
    assert {as_ship(board, mask) for mask in masks} == set(
        naive.ships(board.rows, board.columns, length)
    )


@given(boards(25), st.integers(1, 5), st.integers(1, 5), st.sampled_from(Touching))
def test_clashes_are_the_pairs_that_may_not_lie_so(
    board: Board, length: int, other: int, touching: Touching
) -> None:
    for mask, bits in zip(
        placements(board, length), clashes(board, length, other, touching), strict=True
    ):
        for place, other_mask in enumerate(placements(board, other)):
            ship, other_ship = as_ship(board, mask), as_ship(board, other_mask)
            may = naive.apart(ship, other_ship, touching)
            assert bool(bits >> place & 1) is not may
            assert bool(other_mask & (mask | halo(board, mask, touching))) is not may


@given(boards(49), st.integers(1, 5))
def test_a_halo_is_the_cells_beside_a_ship_and_not_its_own(board: Board, length: int) -> None:
    for mask in placements(board, length):
        beside = around = 0
        for cell in cells_of(mask):
            beside |= board.beside[cell] & ~mask
            around |= board.around[cell] & ~mask
        halos = [halo(board, mask, touching) for touching in Touching]
        assert halos == [0, beside, around]


@given(boards(100), st.data())
def test_a_ship_may_end_at_the_border_and_not_past_it(board: Board, data: st.DataObject) -> None:
    length = data.draw(st.integers(1, 12))
    first = data.draw(st.integers(0, board.size - 1))
    across = data.draw(st.booleans())
    room = board.columns - board.column(first) if across else board.rows - board.row(first)
    ship = Placement(first, length, across)
    if length <= room:
        assert len(ship.cells(board)) == length
        assert Placement.of(board, ship.mask(board)).mask(board) == ship.mask(board)
        assert Placement.parse(board, ship.text(board)).mask(board) == ship.mask(board)
    else:
        with pytest.raises(LayoutError, match=f"there is room for {room}") as error:
            ship.mask(board)
        assert error.value.reason == "off_board"
        assert board.name(first) in str(error.value)


@given(boards(36), st.data())
def test_only_straight_whole_ships_are_ships(board: Board, data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.integers(0, board.size - 1), min_size=1, max_size=5))
    mask = mask_of(cells)
    if any(
        as_ship(board, mask) == ship for ship in naive.ships(board.rows, board.columns, len(cells))
    ):
        assert Placement.of(board, mask).mask(board) == mask
    else:
        with pytest.raises(LayoutError, match="must form one straight line") as error:
            Placement.of(board, mask)
        assert error.value.reason == "bad_ship"


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("", "''"),
        ("A1-", "'A1-'"),
        ("A1-B2", "'A1-B2'"),
        ("A1 B1", "'A1 B1'"),
        ("A1-E1-C1", "'A1-E1-C1'"),
        ("A1-K1", "'K1' is not on a 10x10 board"),
        ("A0-A1", "'A0'"),
    ],
)
def test_unreadable_placements_are_named(text: str, culprit: str) -> None:
    with pytest.raises(InputError) as error:
        Placement.parse(Board(10, 10), text)
    assert culprit in str(error.value)


@pytest.mark.parametrize("length", [0, -1, 2.5, "3", None, True])
def test_a_ship_has_a_whole_number_of_cells(length: int) -> None:
    with pytest.raises(LayoutError, match="is not possible"):
        Placement(0, length).mask(Board(10, 10))


@pytest.mark.parametrize("first", [-1, 100])
def test_a_ship_begins_on_the_board(first: int) -> None:
    with pytest.raises(InputError, match=f"cell {first} is not on a 10x10 board"):
        Placement(first, 2).mask(Board(10, 10))


RULES = Ruleset(Board(3, 4), Fleet((3, 2)))


@pytest.mark.parametrize("touching", Touching)
def test_a_layout_is_legal_exactly_if_its_ships_may_lie_so(touching: Touching) -> None:
    rules = Ruleset(RULES.board, RULES.fleet, touching)
    legal = {frozenset(fleet) for fleet in naive.labelled(3, 4, (3, 2), touching)}
    for three, two in product(placements(rules.board, 3), placements(rules.board, 2)):
        ships = frozenset((as_ship(rules.board, three), as_ship(rules.board, two)))
        if ships in legal:
            assert Layout(rules, (three, two)).occupied == three | two
        else:
            with pytest.raises(
                LayoutError, match=r"the 2 (overlaps|touches) the 3 at [A-D][1-3]: "
            ) as e:
                Layout(rules, (three, two))
            assert e.value.reason == ("overlap" if three & two else "touches")


@pytest.mark.parametrize(
    ("ships", "culprit", "reason"),
    [
        ((), "a layout with 0 ships: this fleet has 2", "bad_ship"),
        ((0b111,), "a layout with 1 ships: this fleet has 2", "bad_ship"),
        ((0b111, 0b11 << 4, 1 << 11), "a layout with 3 ships", "bad_ship"),
        ((0b111, 0), "the 2 is not on the 3x4 board", "off_board"),
        ((0b111, -1), "the 2 is not on the 3x4 board", "off_board"),
        ((0b111, 1 << 12 | 1 << 11), "the 2 is not on the 3x4 board", "off_board"),
        ((0b111, 3.0), "the 2 is not on the 3x4 board", "off_board"),
        ((0b111, "A1"), "the 2 is not on the 3x4 board", "off_board"),
        ((0b111, True), "the 2 is not on the 3x4 board", "off_board"),
        ((0b1111, 0b11 << 4), "the 3 has 4 cells: it must have 3", "bad_ship"),
        ((0b111, 0b1 << 4), "the 2 has 1 cells: it must have 2", "bad_ship"),
        ((0b10011, 0b11 << 6), "'A1 B1 A2' is not a ship", "bad_ship"),
        ((0b1011, 0b11 << 6), "'A1 B1 D1' is not a ship", "bad_ship"),
        ((0b11100, 0b11 << 6), "'C1 D1 A2' is not a ship", "bad_ship"),
        ((0b111, 0b110), "the 2 overlaps the 3 at B1", "overlap"),
    ],
)
def test_layouts_that_are_none_are_named(ships: tuple[int, ...], culprit: str, reason: str) -> None:
    with pytest.raises(LayoutError) as error:
        Layout(RULES, ships)
    assert culprit in str(error.value)
    assert error.value.reason == reason


def test_a_placement_that_fails_changes_nothing() -> None:
    rules = Ruleset(Board(5, 5), Fleet((3, 2, 2)))
    board = rules.board
    placed = {1: Placement.parse(board, "A3-B3").mask(board)}
    before = dict(placed)
    with pytest.raises(LayoutError, match="the 3 overlaps the 2a at A3"):
        check_apart(rules, {**placed, 0: Placement.parse(board, "A1-A3").mask(board)})
    assert placed == before
    check_apart(rules, {**placed, 2: Placement.parse(board, "A1-A2").mask(board)})


@given(layouts(), st.data())
def test_every_cell_belongs_to_the_ship_that_covers_it(layout: Layout, data: st.DataObject) -> None:
    board = layout.rules.board
    for cell in range(board.size):
        covering = [ship for ship, mask in enumerate(layout.ships) if mask >> cell & 1]
        assert [layout.ship_at(cell)] == (covering or [None])
    assert layout.occupied.bit_count() == layout.rules.fleet.cells
    assert Layout(layout.rules, layout.ships) == layout
    assert rebuilt(layout) == layout


@given(layouts(), st.data())
def test_the_canonical_form_is_one_of_the_images_and_the_same_for_all(
    layout: Layout, data: st.DataObject
) -> None:
    board = layout.rules.board
    form = canonical(layout)
    assert Layout(layout.rules, form.ships) == form == canonical(form)
    assert form.key in {layout.moved(symmetry).key for symmetry in board.symmetries}
    image = layout.moved(data.draw(st.sampled_from(board.symmetries)))
    assert Layout(layout.rules, image.ships) == image
    assert canonical(image) == form


@given(layouts())
def test_the_key_forgets_the_order_of_ships_that_are_alike_and_nothing_else(layout: Layout) -> None:
    rules = layout.rules
    for group in rules.groups:
        turned = list(layout.ships)
        for ship, mask in zip(group, [layout.ships[i] for i in group[::-1]], strict=True):
            turned[ship] = mask
        assert Layout(rules, tuple(turned)).key == layout.key
    if rules.announce is Announce.NAMED:
        assert layout.key == layout.ships
    assert sorted(layout.key) == sorted(layout.ships)
