"""The app: from setup to battle, and on to the next match until the player leaves."""

from textual import work
from textual.app import App

from unsunk.cli.playing import sentences
from unsunk.cli.playing.match import Match
from unsunk.cli.screen.base import MatchScreen
from unsunk.cli.screen.battle import BattleScreen
from unsunk.cli.screen.setup import SetupScreen


class Play(App[Match]):
    """Matches, one after another; ends with the match as it stands when the player leaves."""

    TITLE = "unsunk"
    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, match: Match) -> None:
        super().__init__()
        self._first = match

    def on_mount(self) -> None:
        """Begin."""
        self.play()

    @work
    async def play(self) -> None:
        """Setup and battle in turn."""
        match = self._first
        while True:
            match = await self.push_screen_wait(SetupScreen(match))
            match = await self.push_screen_wait(BattleScreen(match))

    async def action_quit(self) -> None:
        """Leave without a question."""
        matches = [s.match for s in self.screen_stack if isinstance(s, MatchScreen)]
        self.exit(matches[-1] if matches else self._first)


def on_screen(match: Match) -> None:
    """Play on the full screen; the seed of the last match is printed afterwards."""
    last = Play(match).run()
    print(sentences.seed_sentence(last or match))
