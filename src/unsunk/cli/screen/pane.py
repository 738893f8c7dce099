"""One side of the battle: waters with their heading, tally and the fates of their ships."""

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from unsunk.cli.playing.trackers import Tracked
from unsunk.cli.playing.waters import Waters
from unsunk.cli.screen.board import BoardView

MOST_TRACKER_ROWS = 5


class Pane(Vertical):
    """The heading, the board, the tally of the shots at it, its ships."""

    def __init__(self, waters: Waters, *, id: str) -> None:
        super().__init__(id=id)
        self._waters = waters

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Static("", classes="heading", markup=False)
        yield BoardView(self._waters, id=f"{self.id}-board")
        yield Static("", classes="tally", markup=False)
        with VerticalScroll(classes="tracker", can_focus=False):
            yield Static("", classes="fates", markup=False)

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one(BoardView)

    def say(self, heading: str, tally: str) -> None:
        """Show the texts above and below the board."""
        self.query_one(".heading", Static).update(heading)
        self.query_one(".tally", Static).update(tally)

    def track(self, ships: Sequence[Tracked], width: int) -> None:
        """Show how the ships fare."""
        self.query_one(".fates", Static).update(fates(ships, width))


def fates(ships: Sequence[Tracked], width: int) -> Text:
    """How ships fare, as many of them in a line as fit: squares are whole, crosses are hit cells.

    >>> print(fates([Tracked("cruiser", 3, 1, False), Tracked("tug", 2, 2, True)], 40))
    cruiser ╳■■   tug     sunk
    """
    cells = max((ship.length for ship in ships), default=0)
    names = max((len(ship.name) for ship in ships), default=0)
    entry = max(names + 1 + max(cells, 4), 1)
    across = max(1, (width + 2) // (entry + 2))
    text = Text()
    for number, ship in enumerate(ships):
        start = "" if number == 0 else "  " if number % across else "\n"
        last = number % across == across - 1 or number == len(ships) - 1
        text.append(start)
        words = f"{ship.name:{names}} {_cells(ship)}" if names else _cells(ship)
        text.append(words if last else f"{words:{entry}}", style="dim" if ship.sunk else "")
    return text


def fates_rows(ships: Sequence[Tracked], width: int) -> int:
    """How many rows `fates` takes, or would take if there were room for more."""
    return min(MOST_TRACKER_ROWS, fates(ships, width).plain.count("\n") + 1)


def _cells(ship: Tracked) -> str:
    if ship.sunk:
        return "sunk"
    hits = ship.hits or 0
    return "╳" * hits + "■" * (ship.length - hits)
