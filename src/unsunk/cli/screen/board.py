"""The one widget that shows waters: a grid of cells with a cursor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from unsunk.cli.playing.waters import Mark, Waters
from unsunk.cli.screen.arrange import LABEL
from unsunk.cli.screen.colours import heat_style
from unsunk.cli.screen.look import Ghost, Look, look, pointed
from unsunk.cli.screen.window import Window
from unsunk.rules.board import Board

NOTHING = Waters(Board(1, 1), (Mark.WATER,), (), None)
STYLES = ("water", "ship", "miss", "hit", "sunk", "ghost", "wrong")


class BoardView(Widget, can_focus=True):
    """Waters, or as much of them as there is room for; the names of rows and columns stay in sight.

    Arrows, Home and End (row), Page Up and Down (column), Ctrl+Home and Ctrl+End move the cursor,
    Enter, Space or a click choose its cell; the mouse wheel moves the part that is seen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("home", "move(0, -99)", show=False),
        Binding("end", "move(0, 99)", show=False),
        Binding("pageup", "move(-99, 0)", show=False),
        Binding("pagedown", "move(99, 0)", show=False),
        Binding("ctrl+home", "move(-99, -99)", show=False),
        Binding("ctrl+end", "move(99, 99)", show=False),
        Binding("enter,space", "choose", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--label",
        "board--here",
        *(f"board--{name}" for name in STYLES),
    }

    waters: reactive[Waters] = reactive(NOTHING)
    cursor = reactive(0)
    cell_width = reactive(3)
    ghost: reactive[Ghost | None] = reactive[Ghost | None](None)
    heat: reactive[Sequence[int] | None] = reactive[Sequence[int] | None](None)

    @dataclass
    class Pointed(Message):
        """The cursor has moved."""

        view: "BoardView"
        cell: int

        @property
        def control(self) -> "BoardView":
            """The board."""
            return self.view

    @dataclass
    class Chosen(Message):
        """A cell was chosen."""

        view: "BoardView"
        cell: int

        @property
        def control(self) -> "BoardView":
            """The board."""
            return self.view

    def __init__(self, waters: Waters, *, id: str) -> None:
        super().__init__(id=id)
        self.set_reactive(BoardView.waters, waters)
        board = waters.board
        self._rows, self._columns = Window(board.rows, board.rows), Window(board.columns, 1)

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor, as far as the board goes."""
        board = self.waters.board
        row = max(0, min(board.rows - 1, board.row(self.cursor) + down))
        column = max(0, min(board.columns - 1, board.column(self.cursor) + right))
        self.cursor = row * board.columns + column

    def action_choose(self) -> None:
        """Choose the cell under the cursor."""
        self.post_message(self.Chosen(self, self.cursor))

    def watch_cursor(self, cell: int) -> None:
        """Keep the cursor in sight and tell where it is."""
        self._show_cursor()
        self.post_message(self.Pointed(self, cell))

    def watch_cell_width(self) -> None:
        """Fit the window to cells of another width."""
        self._fit(self.size)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the window to another size."""
        self._fit(event.size)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the cursor follow the mouse."""
        cell = self.cell_at(event.x, event.y)
        if self.has_focus and cell is not None:
            self.cursor = cell

    def on_click(self, event: events.Click) -> None:
        """Choose the cell that was clicked."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None and event.button == 1:
            self.cursor = cell
            self.action_choose()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the window down, with Shift to the right."""
        self._scroll(event, 1, sideways=event.shift)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the window up, with Shift to the left."""
        self._scroll(event, -1, sideways=event.shift)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Move the window to the right."""
        self._scroll(event, 1, sideways=True)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Move the window to the left."""
        self._scroll(event, -1, sideways=True)

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell at a place of the widget, None if there is none."""
        row, column = y - 1, (x - LABEL) // self.cell_width
        if not (0 <= row < self._rows.seen and 0 <= column < self._columns.seen):
            return None
        return self._cell(self._rows.numbers[row], self._columns.numbers[column])

    def place_of(self, cell: int) -> tuple[int, int]:
        """The place of the widget at which a cell that is in sight is drawn."""
        board = self.waters.board
        row = board.row(cell) - self._rows.first + 1
        column = (board.column(cell) - self._columns.first) * self.cell_width
        return LABEL + column + self.cell_width // 2, row

    def render_line(self, y: int) -> Strip:
        """Draw a line: the names of the columns, or a row."""
        if y == 0:
            return self._names_of_columns()
        if y > self._rows.seen:
            return Strip.blank(self.size.width, self.rich_style)
        return self._row(self._rows.numbers[y - 1])

    def _names_of_columns(self) -> Strip:
        usual, here = self._style("label"), self._style("here")
        segments = [Segment("  ◂" if self._columns.more_before else "   ", usual)]
        for column in self._columns.numbers:
            at_cursor = self.has_focus and column == self.waters.board.column(self.cursor)
            name = self.waters.board.name(column)[0]
            segments.append(Segment(f" {name} "[: self.cell_width], here if at_cursor else usual))
        segments.append(Segment("▸" if self._columns.more_after else " ", usual))
        return self._strip(segments)

    def _row(self, row: int) -> Strip:
        at_cursor = self.has_focus and row == self.waters.board.row(self.cursor)
        more = " "
        if row == self._rows.numbers[0] and self._rows.more_before:
            more = "▴"
        elif row == self._rows.numbers[-1] and self._rows.more_after:
            more = "▾"
        label = Segment(f"{row + 1:2}{more}", self._style("here" if at_cursor else "label"))
        cells = [self._cell(row, column) for column in self._columns.numbers]
        looks = [self._look(cell) for cell in cells]
        return self._strip([label, *self._joined(cells, looks)])

    def _joined(self, cells: Sequence[int], looks: Sequence[Look]) -> list[Segment]:
        """The cells of a row; narrow ones share what stands between them."""
        segments, before = [], " "
        for cell, found in zip(cells, looks, strict=True):
            style = self._cell_style(cell, found)
            if self.cell_width == 3:
                segments.append(Segment(found.text, style))
            else:
                left = found.left if before == " " or found.left in "[(" else before
                segments.append(Segment(left + found.glyph, style))
            before = found.right
        if self.cell_width == 2:
            segments.append(Segment(before, self.rich_style))
        return segments

    def _look(self, cell: int) -> Look:
        heat = None if self.heat is None else self.heat[cell]
        found = look(self.waters, cell, self.ghost, heat)
        return pointed(found) if self.has_focus and cell == self.cursor else found

    def _cell_style(self, cell: int, found: Look) -> Style:
        style = self._style(found.style)
        if self.heat is not None and found.style in ("water", "ship"):
            style += heat_style(self.heat[cell], dark=self.app.current_theme.dark)
        if self.has_focus and cell == self.cursor:
            style += Style(reverse=True, bold=True)
        return style

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"board--{name}")

    def _strip(self, segments: list[Segment]) -> Strip:
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _cell(self, row: int, column: int) -> int:
        return row * self.waters.board.columns + column

    def _fit(self, size: Size) -> None:
        self._rows = self._rows.resized(size.height - 1)
        self._columns = self._columns.resized((size.width - LABEL - 1) // self.cell_width)
        self._show_cursor()

    def _show_cursor(self) -> None:
        board = self.waters.board
        self._rows = self._rows.showing(board.row(self.cursor))
        self._columns = self._columns.showing(board.column(self.cursor))
        self.refresh()

    def _scroll(self, event: events.MouseEvent, steps: int, *, sideways: bool) -> None:
        event.stop()
        if sideways:
            self._columns = self._columns.moved(steps)
        else:
            self._rows = self._rows.moved(steps)
        self.refresh()
