"""The screen of the battle and of its end."""

from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import Footer, Static

from unsunk.cli.advising.words import layouts_phrase, percent
from unsunk.cli.playing import sentences, trackers, waters
from unsunk.cli.playing.heat import ninths
from unsunk.cli.playing.match import COMPUTER, PERSON, Match
from unsunk.cli.playing.waters import Mark
from unsunk.cli.screen.arrange import arrange, pane_width
from unsunk.cli.screen.base import COMMON, MatchScreen
from unsunk.cli.screen.beside import beside
from unsunk.cli.screen.board import BoardView
from unsunk.cli.screen.dialogs import AskCell, Question
from unsunk.cli.screen.pane import Pane, fates_rows
from unsunk.errors import UnsunkError

if TYPE_CHECKING:
    from unsunk.belief.posterior import Posterior

EXACT, OWN = "exact", "own"
"""The kinds of heat."""
LAW, SHOT = "law", "shot"
"""The groups of the workers: those that count for the heat, those that choose the next shot."""
THINKING = "The computer is thinking."
WAIT = "The computer is thinking: fire when it has fired."
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
        self._show()
        self._arrange()
        self._go_on(self.match, "The battle begins.")

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
        self.ours.board.heat = None
        if self._kind is not None and not self.ours.display:
            self._said = "The heat is shown on your waters: Tab leads there."
            self.tell(self._said)
        self._heat()

    def _heat(self) -> None:
        """Bring the heat up to date: in a thread what may take long."""
        board = self.ours.board
        self.workers.cancel_group(self, LAW)
        try:
            if self._kind is None:
                board.heat = None
            elif self._kind == EXACT or self.match.thinks_long:
                self.match.must_be_battle()
                self._count(self.match, self._kind)
            else:
                board.heat = ninths(self.match.heat())
        except UnsunkError as error:
            self._no_heat(error)
        self._say_headings()

    @work(exclusive=True, group=LAW)
    async def _count(self, match: Match, kind: str) -> None:
        """Count the layouts left, or what the computer wants, and show it."""
        try:
            if kind == EXACT:
                self._show_law(match, await beside(match.law))
            else:
                self._show_own(match, await beside(match.heat))
        except UnsunkError as error:
            self._no_heat(error)

    def _show_own(self, match: Match, heat: list[int]) -> None:
        if match is self.match and self._kind == OWN:
            self.ours.board.heat = ninths(heat)
            self._say_headings()

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
        if before.thinking:
            self.tell(WAIT, wrong=True)
            return
        try:
            self.match = before.fire(cell)
        except UnsunkError as error:
            self.refuse(error)
            return
        self._go_on(before)

    def _go_on(self, before: Match, *words: str) -> None:
        """Have the computer fire, where it is to: at once, or in a thread if it may take long."""
        if self.match.thinking and self.match.thinks_long:
            self._show_waters()
            said = sentences.new_sentences(before, self.match)
            self._said = " ".join([*words, *said, THINKING])
            self.tell(self._said)
            self._think(before, self.match, words)
            return
        try:
            after = self.match.answered()
        except UnsunkError as error:
            self._take_back(before, error)
        else:
            self._answered(before, after, words)

    @work(exclusive=True, group=SHOT)
    async def _think(self, before: Match, fired: Match, words: tuple[str, ...]) -> None:
        """Let the computer fire, and show the shot; dropped when the battle is left."""
        try:
            after = await beside(fired.answered)
        except UnsunkError as error:
            self._take_back(before, error)
        else:
            self._answered(before, after, words)

    def _take_back(self, before: Match, error: UnsunkError) -> None:
        """Undo a shot that cannot be answered, and say why."""
        self.match = before
        self._show()
        self.refuse(error)

    def _answered(self, before: Match, after: Match, words: tuple[str, ...]) -> None:
        """Show and say what both have fired."""
        self.match = after
        self._show()
        said = [*words, *sentences.new_sentences(before, after)]
        if self.match.phase == "over":
            seed = sentences.seed_sentence(self.match)
            said = [said[-1], AFTERWARDS, seed]
        else:
            said.append(YOUR_TURN)
        self._said = " ".join(said)
        self.tell(self._said)

    def _show(self) -> None:
        if self.match.phase == "over":
            self._kind, self._law = None, None
        self._show_waters()
        self._heat()

    def _show_waters(self) -> None:
        self.theirs.board.waters = waters.theirs(self.match)
        self.ours.board.waters = waters.ours(self.match)
        self._say_headings()
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
            tally = f"{shooter}: {trackers.tally(self.match, player)}"
            thinks = player == COMPUTER and self.match.thinking
            pane.say(heading, THINKING if thinks else tally)

    def _kind_of_heat(self) -> str:
        """What the heat of the person's waters is, after their heading."""
        if self._law is not None:
            return f" · {layouts_phrase(self._law)}"
        if self._kind is None:
            return ""
        if self._kind == EXACT:
            return " · counting"
        return " · thinking" if self.ours.board.heat is None else " · 9 is most wanted"

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
