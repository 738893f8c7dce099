"""What the screens of a match share: its title, its news, help, leaving, light and dark."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from unsunk.cli.playing import sentences
from unsunk.cli.playing.match import Match
from unsunk.cli.screen.arrange import news_rows
from unsunk.cli.screen.dialogs import Guide, Question
from unsunk.errors import UnsunkError

COMMON: list[BindingType] = [
    Binding("question_mark", "help", "Help", key_display="?"),
    Binding("q,Q", "leave", "Quit", key_display="Q"),
    Binding("t,T", "theme", show=False),
]
"""The keys of every screen of a match, to stand after its own."""


class MatchScreen(Screen[Match]):
    """A screen of a match; it is dismissed with the match that the next screen goes on with."""

    GUIDE: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What the help says: a key or a mark, and what it does or means."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def title_bar(self) -> Static:
        """The line that says what is played."""
        return Static(title(self.match), id="title", markup=False)

    def fit_news(self) -> int:
        """Give the news as many rows as the width asks for; returns how many."""
        rows = news_rows(self.size.width)
        self.query_one("#news").styles.height = rows
        return rows

    def news_lines(self) -> Static:
        """The lines that say what has happened."""
        return Static("", id="news", markup=False)

    def tell(self, text: str, *, wrong: bool = False) -> None:
        """Say what has happened."""
        news = self.query_one("#news", Static)
        news.update(text)
        news.set_class(wrong, "wrong")

    def refuse(self, error: UnsunkError) -> None:
        """Say why something is refused."""
        self.tell(sentences.as_sentence(error), wrong=True)

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(Guide(self.GUIDE, sentences.rules_sentence(self.match.rules)))

    def action_theme(self) -> None:
        """Change between light and dark."""
        dark = self.app.current_theme.dark
        self.app.theme = "textual-light" if dark else "textual-dark"

    def action_leave(self) -> None:
        """Leave the game, in a battle only after a question."""
        if self.match.phase != "battle":
            self.app.exit(self.match)
            return

        def answered(leave: bool | None) -> None:
            if leave:
                self.app.exit(self.match)

        seed = self.match.seed
        self.app.push_screen(
            Question(f"Leave this battle? It is not kept, but --seed {seed} deals it again."),
            answered,
        )


def title(match: Match) -> str:
    """What is played, in one line.

    >>> from unsunk.rules.ruleset import Ruleset
    >>> title(Match.new(Ruleset(), "hard", seed=1))
    'unsunk · level hard · 10x10 · fleet classic · touching yes · announced shown'
    """
    rules = match.rules
    return (
        f"unsunk · level {match.level} · {rules.board} · fleet {rules.fleet} · "
        f"touching {rules.touching} · announced {rules.announce}"
    )
