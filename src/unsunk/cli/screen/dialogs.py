"""The small windows over a screen: a text, a question, a cell to type."""

from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from unsunk.errors import InputError
from unsunk.rules.board import Board


class Guide(ModalScreen[None]):
    """What every key does; any of the usual keys or a click closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,Q,question_mark", "dismiss", show=False),
    ]

    def __init__(self, lines: Sequence[tuple[str, str]], rules: str) -> None:
        super().__init__()
        self._lines, self._rules = lines, rules

    def compose(self) -> ComposeResult:
        """The keys, the rules, and how to close it."""
        table = Table.grid(padding=(0, 2, 0, 0))
        for key, text in self._lines:
            table.add_row(Text(key), Text(text))
        with VerticalScroll(classes="dialog"):
            yield Static(table)
            yield Static(self._rules, classes="hint", markup=False)
            yield Static("Enter closes this.", classes="hint", markup=False)

    def on_click(self) -> None:
        """Close it."""
        self.dismiss()


class Question(ModalScreen[bool]):
    """A question to answer with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "answer(True)", show=False),
        Binding("n,N,escape", "answer(False)", show=False),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The question and the keys."""
        with VerticalScroll(classes="dialog"):
            yield Label(self._text, markup=False)
            yield Label(
                "[@click=screen.answer(True)]Y yes[/]   [@click=screen.answer(False)]N no[/]",
                classes="hint",
            )

    def action_answer(self, yes: bool) -> None:
        """Close the question with its answer."""
        self.dismiss(yes)


class AskCell(ModalScreen[int | None]):
    """A line in which to type a cell; dismissed with its index, or with None."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def compose(self) -> ComposeResult:
        """The line and what is wrong with it."""
        with VerticalScroll(classes="dialog"):
            yield Label("Which cell?", markup=False)
            yield Input(placeholder="such as C7", max_length=3)
            yield Label("Enter takes it, Escape does not.", id="why", classes="hint", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the cell, or say what is wrong with it."""
        try:
            self.dismiss(self._board.cell(event.value))
        except InputError as error:
            self.query_one("#why", Label).update(f"{error}.")
