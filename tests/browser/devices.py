"""The three ways to play: by mouse, by touch, and by keyboard alone."""

from collections.abc import Iterator

from playwright.sync_api import Locator

from tests.browser.table import Table
from unsunk.rules.board import Board

MOST_TABS = 120


class Mouse:
    """Clicks."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def hit(self, place: Locator) -> None:
        place.click()

    def press(self, testid: str) -> None:
        self.hit(self.table.part(testid))

    def unfold(self, testid: str) -> None:
        self.hit(self.table.part(testid).locator("summary"))

    def pick(self, testid: str) -> None:
        """Choose one of several radio buttons."""
        self.press(testid)

    def choose(self, testid: str, value: str) -> None:
        """Choose from a list that the browser drops down itself."""
        self.table.part(testid).select_option(value)

    def write(self, testid: str, text: str) -> None:
        self.hit(self.table.part(testid))
        self.table.part(testid).fill(text)

    def rotate(self) -> None:
        self.press("rotate")

    def cell(self, side: str, name: str) -> None:
        self.hit(self.table.cell(side, name))


class Touch(Mouse):
    """Taps."""

    def hit(self, place: Locator) -> None:
        place.tap()


class Keyboard(Mouse):
    """Keys, and nothing else."""

    def hit(self, place: Locator) -> None:
        raise AssertionError("the keyboard does not point")

    def key(self, *keys: str) -> None:
        for key in keys:
            self.table.page.keyboard.press(key)

    def press(self, testid: str) -> None:
        self.tab_to(f'[data-testid="{testid}"]')
        self.key("Enter")

    def unfold(self, testid: str) -> None:
        self.tab_to(f'[data-testid="{testid}"] summary')
        self.key("Enter")

    def pick(self, testid: str) -> None:
        radio = self.table.part(testid)
        name = radio.get_attribute("name")
        self.tab_to(f'[name="{name}"]:checked')
        for _ in range(10):
            if radio.is_checked():
                return
            self.key("ArrowDown")
        raise AssertionError(f"{testid} cannot be reached")

    def choose(self, testid: str, value: str) -> None:
        self.tab_to(f'[data-testid="{testid}"]')
        self.key("Home")
        for _ in range(10):
            if self.table.part(testid).input_value() == value:
                return
            self.key("ArrowDown")
        raise AssertionError(f"{value} is not on the list {testid}")

    def write(self, testid: str, text: str) -> None:
        self.tab_to(f'[data-testid="{testid}"]')
        self.key("Control+A")
        self.table.page.keyboard.type(text)

    def rotate(self) -> None:
        """R works in the board only."""
        self.enter("own")
        self.key("r")

    def enter(self, side: str) -> str:
        """Go into a board; the cell that has the focus there."""
        self.tab_to(f'[data-testid="board-{side}"] [data-cell]')
        return str(self.table.focused()["cell"])

    def cell(self, side: str, name: str) -> None:
        board = Board(*self._size(side))
        start = board.cell(self.enter(side))
        self.key(*route(board, start, board.cell(name)))
        assert self.table.focused()["cell"] == name
        self.key("Space" if board.cell(name) % 2 else "Enter")

    def tab_to(self, selector: str) -> int:
        """Press Tab, or Shift+Tab where that is the way, until the focus is there; how often."""
        for count in range(MOST_TABS):
            way = self.table.page.evaluate(WAY, selector)
            if way == "here":
                return count
            self.key(way)
        raise AssertionError(f"{selector} cannot be reached with Tab")

    def _size(self, side: str) -> tuple[int, int]:
        last = self.table.cells(side)[-1]
        return int(last[1:]), ord(last[0]) - ord("A") + 1


WAY = """(selector) => {
  const here = document.activeElement;
  if (here.matches(selector)) return "here";
  const there = document.querySelector(selector);
  const after = here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_FOLLOWING;
  return after ? "Tab" : "Shift+Tab";
}"""


def route(board: Board, start: int, end: int) -> Iterator[str]:
    """Keys that lead from a cell to another: the long jumps where they help, else arrows."""
    if end in (0, board.size - 1):
        yield "Control+End" if end else "Control+Home"
        return
    row, column = board.row(start), board.column(start)
    to_row, to_column = board.row(end), board.column(end)
    if column != to_column and to_column in (0, board.columns - 1):
        yield "End" if to_column else "Home"
        column = to_column
    if row != to_row and to_row in (0, board.rows - 1):
        yield "PageDown" if to_row else "PageUp"
        row = to_row
    yield from ["ArrowRight" if to_column > column else "ArrowLeft"] * abs(to_column - column)
    yield from ["ArrowDown" if to_row > row else "ArrowUp"] * abs(to_row - row)
