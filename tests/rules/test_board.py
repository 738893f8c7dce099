"""Boards: sides, cell names, neighbours, symmetries."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import naive
from tests.generators import boards
from unsunk.errors import InputError
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.board import Board

SIDES = range(1, 27)


@pytest.mark.parametrize("rows", SIDES)
def test_every_cell_of_every_board_has_a_name_of_its_own(rows: int) -> None:
    for columns in SIDES:
        board = Board(rows, columns)
        names = [board.name(cell) for cell in range(board.size)]
        assert [board.cell(name) for name in names] == list(range(board.size))
        assert [board.cell(name.lower()) for name in names] == list(range(board.size))
        assert len(set(names)) == board.size == rows * columns
        assert (names[0], names[-1]) == ("A1", f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[columns - 1]}{rows}")


def test_rows_and_columns_are_not_mixed_up() -> None:
    board = Board(3, 7)
    cell = board.cell("G3")
    assert (board.row(cell), board.column(cell), cell) == (2, 6, 20)
    assert board.name(cell) == "G3"
    with pytest.raises(InputError, match="'C7' is not on a 3x7 board: its cells run from A1 to G3"):
        board.cell("C7")


@pytest.mark.parametrize("sides", [(0, 5), (5, 0), (27, 5), (5, 27), (-1, 5), (2.0, 5), ("5", 5)])
def test_sides_are_whole_numbers_from_1_to_26(sides: tuple[int, int]) -> None:
    with pytest.raises(
        InputError, match=r"is not a board: rows and columns are whole numbers from 1"
    ):
        Board(*sides)


@pytest.mark.parametrize(
    "text", ["", "10", "10x", "x10", "10*10", "10x10x10", "-3x4", "1.5x2", "٣x٣"]
)
def test_unreadable_boards_name_the_text(text: str) -> None:
    with pytest.raises(InputError, match=r"is not a board: write ROWSxCOLUMNS") as error:
        Board.parse(text)
    assert f"'{text}'" in str(error.value)


@pytest.mark.parametrize("text", ["0x5", "27x5", "999x1"])
def test_readable_boards_of_impossible_sides_name_the_text(text: str) -> None:
    with pytest.raises(InputError, match=f"'{text}' is not a board"):
        Board.parse(text)


@given(boards())
def test_a_board_reads_back_its_text(board: Board) -> None:
    assert Board.parse(str(board)) == Board.parse(f" {board} ".upper()) == board


@pytest.mark.parametrize(
    "name", ["", "A", "7", "A0", "A01", "AA1", "A1 B2", "K7", "A11", "Ä1", "A٣", "A-1"]
)
def test_cells_that_are_none_are_named(name: str) -> None:
    with pytest.raises(InputError, match=r"is not a cell|is not on a 10x10 board") as error:
        Board(10, 10).cell(name)
    assert f"'{name}'" in str(error.value)


@pytest.mark.parametrize("cell", [-1, 100, 10**9])
def test_numbers_that_are_no_cell_are_named(cell: int) -> None:
    with pytest.raises(InputError, match=f"cell {cell} is not on a 10x10 board"):
        Board(10, 10).name(cell)


@pytest.mark.parametrize(("rows", "columns"), list(product(range(1, 6), repeat=2)))
def test_symmetries_are_those_found_by_turning_and_mirroring(rows: int, columns: int) -> None:
    board = Board(rows, columns)
    expected = {
        tuple(r * columns + c for r, c in move.values()) for move in naive.symmetries(rows, columns)
    }
    assert set(board.symmetries) == expected
    assert len(board.symmetries) == len(expected)
    assert board.symmetries[0] == tuple(range(board.size))


@given(boards(100), st.data())
def test_a_moved_mask_has_the_moved_cells(board: Board, data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.integers(0, board.size - 1)))
    symmetry = data.draw(st.sampled_from(board.symmetries))
    assert board.moved(mask_of(cells), symmetry) == mask_of(symmetry[cell] for cell in cells)


@given(boards(100))
def test_neighbours_are_the_cells_one_step_away(board: Board) -> None:
    places = [(board.row(cell), board.column(cell)) for cell in range(board.size)]
    for cell, (row, column) in enumerate(places):
        steps = [(abs(r - row), abs(c - column)) for r, c in places]
        assert set(cells_of(board.beside[cell])) == {i for i, s in enumerate(steps) if sum(s) == 1}
        assert set(cells_of(board.around[cell])) == {i for i, s in enumerate(steps) if max(s) == 1}


@given(st.sets(st.integers(0, 700)))
def test_masks_hold_their_cells_in_order(cells: set[int]) -> None:
    assert list(cells_of(mask_of(cells))) == sorted(cells)
