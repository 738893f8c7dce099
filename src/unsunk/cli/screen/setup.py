"""The screen on which the fleet is placed."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Footer, Static

from unsunk.cli.playing import sentences, waters
from unsunk.cli.playing.match import Match
from unsunk.cli.screen.arrange import AROUND, GAP, natural_width
from unsunk.cli.screen.base import COMMON, MatchScreen, title
from unsunk.cli.screen.board import BoardView
from unsunk.cli.screen.look import Ghost
from unsunk.cli.screen.ships import ShipList
from unsunk.errors import LayoutError, UnsunkError
from unsunk.hunting.levels import LEVELS, level
from unsunk.hunting.warming import WARMING
from unsunk.rules.placement import Placement

LIST_WIDTH = 40
BUTTONS = (("Rotate", "rotate"), ("Random", "at_random"), ("Clear", "clear"), ("Start", "start"))


class SetupScreen(MatchScreen):
    """Pick a ship, move its ghost over the board, place it; dismissed when the battle starts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r,R", "rotate", "Rotate", key_display="R"),
        Binding("a,A", "at_random", "Random", key_display="A"),
        Binding("c,C", "clear", "Clear", key_display="C"),
        Binding("l,L", "level", "Level", key_display="L"),
        Binding("s,S", "start", "Start", key_display="S"),
        Binding("tab", "cycle(1)", show=False, priority=True),
        Binding("shift+tab", "cycle(-1)", show=False, priority=True),
        Binding("delete,backspace", "remove", show=False),
        *(Binding(str(n), f"pick({n - 1})", show=False) for n in range(1, 10)),
        *COMMON,
    ]
    GUIDE = (
        ("1-9, Tab", "pick a ship, whether it is placed or not"),
        ("Arrows", "move it; Home, End by row, Page Up, Page Down by column"),
        ("R", "rotate it"),
        ("Enter", "place it; on another ship: pick that one up"),
        ("Delete", "take it off the board"),
        ("A", "place the whole fleet at random"),
        ("C", "clear the board"),
        ("L", "change the level of the computer"),
        ("S", "start the battle"),
        ("T", "light or dark"),
        ("Q", "quit"),
        ("Mouse", "click to place or to pick up, right click to rotate"),
    )

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.selected: int | None = _next_unplaced(match, 0)
        self.across = True

    def compose(self) -> ComposeResult:
        """The board and, beside or below it, the ships and what can be done."""
        yield self.title_bar()
        with Container(id="setup"):
            with Vertical(id="placing"):
                yield Static("", classes="heading", markup=False)
                yield BoardView(waters.ours(self.match), id="mine")
            with VerticalScroll(id="ships", can_focus=False):
                yield ShipList()
                with Horizontal(id="buttons"):
                    for label, action in BUTTONS:
                        button = Button(label, action=f"screen.{action}", compact=True)
                        button.can_focus = False
                        yield button
        yield self.news_lines()
        yield Footer(show_command_palette=False)

    @property
    def board(self) -> BoardView:
        """The board on which the fleet is placed."""
        return self.query_one(BoardView)

    def on_mount(self) -> None:
        """Begin with the first ship that is not placed."""
        WARMING.soon(self.match.level)
        self.board.focus()
        self._arrange()
        self._show()
        self.tell(self._hint())

    def on_resize(self) -> None:
        """Fit the parts to the terminal."""
        self._arrange()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Rotate with the right button."""
        if event.button == 3:
            self.action_rotate()

    @on(BoardView.Pointed)
    def show_ghost(self) -> None:
        """Show the ship that would be placed where the cursor is."""
        name = self.match.rules.board.name(self.board.cursor)
        self.query_one(".heading", Static).update(f"Your waters · {name}")
        self.board.ghost = self._ghost()

    @on(BoardView.Chosen)
    def place(self, event: BoardView.Chosen) -> None:
        """Place the selected ship, or pick up the one that lies there."""
        there = self.match.ship_at(event.cell)
        if there is not None and there != self.selected:
            self.action_pick(there)
            return
        if self.selected is None:
            self.tell(self._hint())
            return
        try:
            after = self.match.place(self.selected, self._placement(self.selected))
        except UnsunkError as error:
            self.refuse(error)
            return
        said = sentences.placed_sentence(after, self.selected)
        self._now(after, _next_unplaced(after, self.selected))
        self.tell(f"{said} {self._hint()}")

    @on(ShipList.Picked)
    def pick_from_list(self, event: ShipList.Picked) -> None:
        """Pick the ship that was clicked in the list."""
        self.action_pick(event.ship)

    def action_pick(self, ship: int) -> None:
        """Select a ship; one that is placed takes the cursor to it."""
        if not 0 <= ship < len(self.match.placed):
            return
        mask = self.match.placed[ship]
        if mask is not None:
            lies = Placement.of(self.match.rules.board, mask)
            self.across = lies.across
            self.board.cursor = lies.first
        self._now(self.match, ship)
        self.tell(f"{sentences.placed_sentence(self.match, ship)} Enter places it.")

    def action_cycle(self, steps: int) -> None:
        """Select the next ship of the list, or the one before."""
        many = len(self.match.placed)
        start = self.selected if self.selected is not None else (-1 if steps > 0 else 0)
        self.action_pick((start + steps) % many)

    def action_rotate(self) -> None:
        """Turn the selected ship."""
        if self.selected is not None:
            self.across = not self.across
            self.board.ghost = self._ghost()

    def action_remove(self) -> None:
        """Take the selected ship, or the one under the cursor, off the board."""
        there = self.match.ship_at(self.board.cursor)
        ship = there if self.selected is None else self.selected
        if ship is None:
            self.tell(self._hint())
            return
        try:
            self._now(self.match.remove(ship), ship)
        except UnsunkError as error:
            self.refuse(error)
        else:
            self.tell(sentences.missing_sentence(self.match))

    def action_at_random(self) -> None:
        """Place the whole fleet at random."""
        try:
            self._now(self.match.at_random(), None)
        except UnsunkError as error:
            self.refuse(error)
        else:
            self.tell(f"Placed at random. {self._hint()}")

    def action_clear(self) -> None:
        """Take all ships off the board."""
        self._now(self.match.clear(), 0)
        self.tell(f"The board is empty. {self._hint()}")

    def action_level(self) -> None:
        """Change to the next level that plays under the rules."""
        levels = list(LEVELS)
        at = levels.index(self.match.level) + 1
        following = next(
            name for name in levels[at:] + levels[:at] if level(name).plays(self.match.rules)
        )
        self._now(self.match.with_level(following), self.selected)
        self.query_one("#title", Static).update(title(self.match))
        WARMING.soon(following)
        self.tell(f"The computer plays at level {following}.")

    def action_start(self) -> None:
        """Start the battle."""
        try:
            self.dismiss(self.match.start())
        except UnsunkError as error:
            self.refuse(error)

    def _now(self, match: Match, selected: int | None) -> None:
        self.match, self.selected = match, selected
        self._show()

    def _show(self) -> None:
        self.board.waters = waters.ours(self.match)
        self.board.ghost = self._ghost()
        self.query_one(ShipList).show(self.match, self.selected)

    def _arrange(self) -> None:
        board, size = self.match.rules.board, self.size
        beside = natural_width(board, 3) + GAP + LIST_WIDTH <= size.width
        self.query_one("#setup").set_class(beside, "beside")
        room = size.width - (GAP + LIST_WIDTH if beside else 0)
        self.board.cell_width = 3 if natural_width(board, 3) <= room else 2
        self.board.styles.width = min(room, natural_width(board, self.board.cell_width))
        around = AROUND + self.fit_news() + 1
        below = 0 if beside else min(len(self.match.placed), 5) + 1
        self.board.styles.height = max(2, min(board.rows + 1, size.height - around - below))

    def _placement(self, ship: int) -> Placement:
        return Placement(self.board.cursor, self.match.rules.fleet.lengths[ship], self.across)

    def _ghost(self) -> Ghost | None:
        """The selected ship at the cursor, as far as it is on the board."""
        if self.selected is None:
            return None
        placement, board = self._placement(self.selected), self.match.rules.board
        try:
            self.match.place(self.selected, placement)
        except LayoutError:
            fits = False
        else:
            fits = True
        row, column = board.row(placement.first), board.column(placement.first)
        room = board.columns - column if placement.across else board.rows - row
        seen = Placement(placement.first, min(placement.length, room), placement.across)
        return Ghost(seen.mask(board), fits)

    def _hint(self) -> str:
        if self.selected is None:
            return "The fleet is complete: S starts the battle."
        name = self.match.rules.fleet.names[self.selected]
        return f"Now the {name}: arrows move it, R rotates it, Enter places it."


def _next_unplaced(match: Match, start: int) -> int | None:
    """The first ship from `start` on, round the list, that is not placed."""
    many = len(match.placed)
    order = [(start + step) % many for step in range(many)]
    return next((ship for ship in order if match.placed[ship] is None), None)
