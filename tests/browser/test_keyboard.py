"""The board under the keyboard: one tab stop, remembered; keys that move and do not wrap."""

from collections.abc import Callable

import pytest

from tests.browser.devices import Keyboard
from tests.browser.stage import Stage
from tests.browser.table import Table

Deal = Callable[..., Table]

JUMPS = [
    ("C3", "ArrowRight", "D3"),
    ("C3", "ArrowLeft", "B3"),
    ("C3", "ArrowUp", "C2"),
    ("C3", "ArrowDown", "C4"),
    ("C3", "Home", "A3"),
    ("C3", "End", "H3"),
    ("C3", "PageUp", "C1"),
    ("C3", "PageDown", "C6"),
    ("C3", "Control+Home", "A1"),
    ("C3", "Control+End", "H6"),
    ("H3", "ArrowRight", "H3"),
    ("A3", "ArrowLeft", "A3"),
    ("C1", "ArrowUp", "C1"),
    ("C6", "ArrowDown", "C6"),
    ("A1", "ArrowLeft", "A1"),
    ("H6", "ArrowRight", "H6"),
]
STOPS = """(side) => {
  const all = document.querySelectorAll(`[data-testid="board-${side}"] [data-cell]`);
  return [...all].filter((cell) => cell.tabIndex >= 0).map((cell) => cell.dataset.cell);
}"""


@pytest.fixture
def fight(deal: Deal, stage: Stage) -> Table:
    return deal(stage.battle(board="6x8", fleet="3,2"))


def test_every_key_moves_as_it_should(fight: Table) -> None:
    keyboard = Keyboard(fight)
    for side in ("enemy", "own"):
        for start, key, end in JUMPS:
            fight.cell(side, start).focus()
            keyboard.key(key)
            assert fight.focused()["cell"] == end, (side, start, key)
            assert fight.page.evaluate(STOPS, side) == [end]
    assert fight.page.evaluate("() => scrollX") == 0


def test_a_board_is_one_stop_of_the_tab_key(fight: Table) -> None:
    """Also after many cells of it were shot at; none of them is taken from the keyboard."""
    keyboard = Keyboard(fight)
    stops: list[str] = []
    for _ in range(60):
        keyboard.key("Tab")
        side = fight.page.evaluate(
            "() => document.activeElement.closest('[role=grid]')?.dataset.testid ?? ''"
        )
        stops.append(side)
        if fight.focused()["testid"] == "new-game":
            break
    assert stops.count("board-enemy") == stops.count("board-own") == 1


def test_the_cell_left_is_the_cell_returned_to(fight: Table) -> None:
    keyboard = Keyboard(fight)
    keyboard.cell("enemy", "D4")
    assert fight.marked("D4")
    keyboard.key("ArrowRight", "Tab", "Tab", "Shift+Tab", "Shift+Tab")
    assert fight.focused()["cell"] == "E4"
    fight.reload()
    assert fight.page.evaluate(STOPS, "enemy") == ["A1"]


def test_cells_shot_at_can_still_be_visited(fight: Table) -> None:
    keyboard = Keyboard(fight)
    keyboard.cell("enemy", "B1")
    fight.marked("B1")
    keyboard.key("ArrowLeft", "ArrowRight")
    assert fight.focused()["cell"] == "B1"
    cell = fight.cell("enemy", "B1")
    assert cell.get_attribute("aria-disabled") == "true"
    assert cell.get_attribute("disabled") is None
    assert (cell.get_attribute("aria-label") or "").startswith("B1, ")


def test_letters_act_in_the_board_only(deal: Deal, stage: Stage) -> None:
    table = deal(stage.new())
    keyboard = Keyboard(table)
    way = table.page.locator("#way")
    keyboard.tab_to('[data-testid="ship-1"]')
    keyboard.key("r", "R", "Delete")
    assert way.get_attribute("data-way") == "across"
    keyboard.write("cell-place", "r")
    assert table.part("cell-place").input_value() == "r"
    keyboard.enter("own")
    keyboard.key("r")
    assert way.get_attribute("data-way") == "down"
    keyboard.key("Shift+R")
    assert way.get_attribute("data-way") == "across"
    keyboard.key("Control+r")
    table.wait()
    assert way.get_attribute("data-way") == "across"


def test_a_cell_can_be_typed(fight: Table) -> None:
    keyboard = Keyboard(fight)
    for typed, cell in (("c4", "C4"), (" D 5 ", "D5"), ("h06", "H6")):
        keyboard.write("cell-fire", typed)
        keyboard.key("Enter")
        assert fight.marked(cell)
        assert fight.focused()["testid"] == "cell-fire"


def test_delete_takes_a_ship_off(deal: Deal, stage: Stage) -> None:
    game = stage.new()
    stage.act(game, "place", ship=0, first="B2", across=True)
    table = deal(game)
    keyboard = Keyboard(table)
    keyboard.enter("own")
    keyboard.key("ArrowDown", "ArrowRight", "ArrowRight", "Delete")
    table.page.wait_for_function("() => !document.querySelector('[data-ship]')")
    assert table.focused()["cell"] == "C2"
    assert stage.read(game).placed[0] is None


def test_the_grid_is_one_for_a_screen_reader(fight: Table) -> None:
    """A grid with row and column headings, each cell a button that says its name and its state."""
    grid = fight.page.get_by_role("grid", name="Enemy waters")
    assert grid.get_by_role("columnheader").all_text_contents() == list("ABCDEFGH")
    assert grid.get_by_role("rowheader").all_text_contents() == list("123456")
    assert grid.get_by_role("gridcell").get_by_role("button").count() == 48
    assert grid.get_by_role("button", name="C4, untried", exact=True).count() == 1


def test_the_settings_close_with_escape(fight: Table) -> None:
    keyboard = Keyboard(fight)
    keyboard.press("settings")
    assert fight.part("sound").is_visible()
    keyboard.key("Tab", "Escape")
    assert not fight.part("sound").is_visible()
    assert fight.focused()["testid"] == "settings"
