"""The screen of the battle and of its end."""

from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from unsunk.cli.advising.words import layouts_phrase, percent
from unsunk.cli.playing import sentences, trackers, waters
from unsunk.cli.playing.heat import ninths
from unsunk.cli.playing.match import COMPUTER, PERSON, Match
from unsunk.cli.playing.waters import Mark
from unsunk.cli.screen.arrange import arrange, pane_width
from unsunk.cli.screen.base import COMMON, MatchScreen
from unsunk.cli.screen.board import BoardView
from unsunk.cli.screen.dialogs import AskCell, Question
from unsunk.cli.screen.pane import Pane, fates_rows
from unsunk.errors import UnsunkError

if TYPE_CHECKING:
    from unsunk.belief.posterior import Posterior

EXACT = "exact"
LAW = "law"
"""The group of the workers that count."""
YOUR_TURN = "Your turn."
AFTERWARDS = "N plays again, Q quits."


class BattleScreen(MatchScreen):
    """Fire at the computer's waters, see it fire at yours; dismissed with the next match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "other", "Other waters", key_display="Tab", priority=True),
        Binding("h,H", "heat('own')", "Heat", key_display="H"),
        Binding("e,E", "heat('exact')", "Exact", key_display="E"),
        Binding("g,G", "go", "Go to", key_display="G"),
        Binding("n,N", "again", "New game", key_display="N"),
        *COMMON,
    ]
    GUIDE = (
        ("Arrows", "move; Home, End by row, Page Up, Page Down by column"),
        ("Enter", "fire; a click fires as well"),
        ("G", "fire at a cell by its name"),
        ("Tab", "the other waters"),
        ("H", "how much the computer wants each of your cells, 9 the most"),
        ("E", "how many of the layouts left cover each of your cells, 9 the most"),
        ("N", "new game"),
        ("T", "light or dark"),
        ("Q", "quit"),
        ("•  ╳", "a miss, a hit"),
        ("╶■─■╴", "a ship"),
        ("╞╳═╳╡", "a ship that has sunk"),
        ("( )", "the latest shot"),
    )

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._kind: str | None = None
        self._law: Posterior | None = None
        self._said = ""

    def compose(self) -> ComposeResult:
        """The two boards, the news, the log."""
        yield self.title_bar()
        with Container(id="battle"):
            yield Pane(waters.theirs(self.match), id="theirs")
            yield Pane(waters.ours(self.match), id="ours")
        yield self.news_lines()
        with VerticalScroll(id="log", can_focus=False):
            yield Static("", id="shots", markup=False)
        yield Footer(show_command_palette=False)

    @property
    def theirs(self) -> Pane:
        """The computer's waters."""
        return self.query_one("#theirs", Pane)

    @property
    def ours(self) -> Pane:
        """The person's waters."""
        return self.query_one("#ours", Pane)

    def on_mount(self) -> None:
        """Begin the battle; the computer fires if it is first."""
        self.theirs.board.focus()
        started, self.match = self.match, self.match.answered()
        self._show()
        self._arrange()
        said = sentences.new_sentences(started, self.match)
        self.tell(" ".join(["The battle begins.", *said, YOUR_TURN]))

    def on_resize(self) -> None:
        """Fit the parts to the terminal."""
        self._arrange()

    @on(BoardView.Chosen, "#theirs-board")
    def fire_there(self, event: BoardView.Chosen) -> None:
        """Fire at the cell that was chosen."""
        self._fire(event.cell)

    @on(BoardView.Chosen, "#ours-board")
    def these_are_yours(self) -> None:
        """Say that nobody fires at their own waters."""
        self.tell("These are your own waters: Tab leads to the computer's.", wrong=True)

    @on(BoardView.Pointed)
    def name_cell(self) -> None:
        """Say what is known of the cell under the cursor."""
        self._say_headings()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the waters that have the focus."""
        self.query_one("#battle").set_class(event.widget is self.ours.board, "at-ours")
        self.call_after_refresh(self._say_headings)

    def action_other(self) -> None:
        """Turn to the other waters."""
        pane = self.ours if self.theirs.board.has_focus else self.theirs
        self.query_one("#battle").set_class(pane is self.ours, "at-ours")
        pane.board.focus()

    def action_heat(self, kind: str) -> None:
        """Show the heat of a kind, own or exact, on the person's waters; hide it if it is shown."""
        self._kind, self._law, self._said = None if kind == self._kind else kind, None, ""
        if self._kind is not None and not self.ours.display:
            self._said = "The heat is shown on your waters: Tab leads there."
            self.tell(self._said)
        self._heat()

    def _heat(self) -> None:
        """Bring the heat up to date: the computer's thinking at once, the exact law in a thread."""
        board = self.ours.board
        try:
            if self._kind == EXACT:
                self.match.must_be_battle()
                self._count(self.match)
            else:
                board.heat = None if self._kind is None else ninths(self.match.heat())
        except UnsunkError as error:
            self._no_heat(error)
        self._say_headings()

    @work(thread=True, exclusive=True, group=LAW)
    def _count(self, match: Match) -> None:
        """Count the layouts left, and show them unless something else is asked for by then."""
        worker = get_current_worker()
        try:
            law = match.law()
        except UnsunkError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._no_heat, error)
        else:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._show_law, match, law)

    def _show_law(self, match: Match, law: "Posterior") -> None:
        if match is not self.match or self._kind != EXACT:
            return
        self._law, self.ours.board.heat = law, ninths(law.heat)
        says = sentences.left_sentence(law) if self._said else sentences.law_sentence(law)
        self.tell(f"{self._said} {says}".strip())
        self._say_headings()

    def _no_heat(self, error: UnsunkError) -> None:
        self._kind, self._law, self.ours.board.heat = None, None, None
        self.refuse(error)
        self._say_headings()

    def action_go(self) -> None:
        """Fire at a cell that is typed."""

        def typed(cell: int | None) -> None:
            if cell is not None:
                self.theirs.board.cursor = cell
                self._fire(cell)

        self.app.push_screen(AskCell(self.match.rules.board), typed)

    def action_again(self) -> None:
        """Go on to the next match, in a battle only after a question."""

        def answered(leave: bool | None) -> None:
            if not leave:
                return
            try:
                self.dismiss(self.match.again())
            except UnsunkError as error:
                self.refuse(error)

        if self.match.phase == "over":
            answered(True)
        else:
            self.app.push_screen(Question("Give up this battle and start a new game?"), answered)

    def _fire(self, cell: int) -> None:
        before = self.match
        try:
            self.match = before.fire(cell).answered()
        except UnsunkError as error:
            self.refuse(error)
            return
        self._show()
        said = sentences.new_sentences(before, self.match)
        if self.match.phase == "over":
            seed = sentences.seed_sentence(self.match)
            said = [said[-1], AFTERWARDS, seed]
        else:
            said.append(YOUR_TURN)
        self._said = " ".join(said)
        self.tell(self._said)

    def _show(self) -> None:
        self.theirs.board.waters = waters.theirs(self.match)
        self.ours.board.waters = waters.ours(self.match)
        if self.match.phase == "over":
            self._kind, self._law = None, None
        self._heat()
        self._track()
        self.query_one("#shots", Static).update("\n".join(self._log()))

    def _log(self) -> list[str]:
        """The shots of both, the newest first."""
        lines = [
            f"{number:3}  {sentences.shot_sentence(self.match.rules, player, shot)}"
            for number, (player, shot) in enumerate(self.match.history(), 1)
        ]
        return lines[::-1]

    def _say_headings(self) -> None:
        whose = {self.theirs: "The computer's waters", self.ours: "Your waters"}
        for pane, player in ((self.theirs, PERSON), (self.ours, COMPUTER)):
            board, heading = pane.board, whose[pane]
            if board.has_focus:
                heading += f" · {self._under_cursor(pane, player)}"
            elif pane is self.ours:
                heading += self._kind_of_heat()
            shooter = "You" if player == PERSON else "The computer"
            pane.say(heading, f"{shooter}: {trackers.tally(self.match, player)}")

    def _kind_of_heat(self) -> str:
        """What the heat of the person's waters is, after their heading."""
        if self._law is not None:
            return f" · {layouts_phrase(self._law)}"
        return {None: "", EXACT: " · counting"}.get(self._kind, " · 9 is most wanted")

    def _under_cursor(self, pane: Pane, shooter: int) -> str:
        """The cell under the cursor and what is seen there."""
        board, cell = pane.board, pane.board.cursor
        name, mark = board.waters.board.name(cell), board.waters.marks[cell]
        knowledge = self.match.knowledge(shooter)
        if mark is Mark.HIT:
            hits = knowledge.named_hits.items()
            return f"{name} hit {next((ship for ship, at in hits if at >> cell & 1), '')}".rstrip()
        if pane is self.ours and self._law is not None and self._law.knowledge.untried >> cell & 1:
            return f"{name} {percent(self._law.chance(cell))}"
        if board.heat is not None and not knowledge.fired >> cell & 1:
            return f"{name} wanted {board.heat[cell]} of 9"
        return f"{name} {'untried' if mark is Mark.WATER else mark}"

    def _track(self) -> None:
        theirs = trackers.their_ships(self.match)
        width = self._pane_width()
        self.theirs.track(theirs, width)
        self.ours.track(trackers.our_ships(self.match), width)

    def _pane_width(self) -> int:
        return pane_width(self.size.width, self.match.rules.board)

    def _arrange(self) -> None:
        board, width = self.match.rules.board, self._pane_width()
        rows = fates_rows(trackers.our_ships(self.match), width)
        self.fit_news()
        fitted = arrange(self.size.width, self.size.height, board, rows)
        battle = self.query_one("#battle")
        for mode in ("side", "stacked", "single"):
            battle.set_class(fitted.mode == mode, mode)
        for pane in (self.theirs, self.ours):
            pane.board.cell_width = fitted.cell
            pane.board.styles.width = fitted.width
            pane.board.styles.height = fitted.height
            pane.query_one(".tracker").styles.height = fitted.tracker
        self._track()
