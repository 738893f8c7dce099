"""The game on the full screen, driven by keys and by the mouse."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from threading import Event

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Button, Input, Static
from textual.worker import WorkerCancelled

from unsunk.cli.advising.words import percent
from unsunk.cli.options import chosen_rules
from unsunk.cli.playing import sentences
from unsunk.cli.playing.heat import ninths
from unsunk.cli.playing.match import COMPUTER, PERSON, Match
from unsunk.cli.screen import setup as setup_screen
from unsunk.cli.screen.app import Play
from unsunk.cli.screen.battle import LAW, SHOT, THINKING, WAIT, BattleScreen
from unsunk.cli.screen.board import BoardView
from unsunk.cli.screen.dialogs import AskCell, Guide, Question
from unsunk.cli.screen.setup import SetupScreen
from unsunk.cli.screen.ships import ShipList
from unsunk.errors import BudgetError
from unsunk.hunting.exact import Exact
from unsunk.rules.bits import cells_of
from unsunk.rules.ruleset import Ruleset

CLASSIC = Ruleset()
SMALL = chosen_rules(board="5x5", fleet="3,2,2")

Steps = Callable[[Pilot[Match]], Awaitable[None]]


def play(
    steps: Steps,
    rules: Ruleset = CLASSIC,
    size: tuple[int, int] = (80, 24),
    level: str = "hard",
    seed: int = 1,
) -> Match | None:
    """Take some steps in the app; returns the match with which it ended, None if it has not."""

    async def run() -> Match | None:
        app = Play(Match.new(rules, level, seed))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(pilot)
        return app.return_value

    return asyncio.run(run())


def setup(pilot: Pilot[Match]) -> SetupScreen:
    assert isinstance(pilot.app.screen, SetupScreen)
    return pilot.app.screen


def battle(pilot: Pilot[Match]) -> BattleScreen:
    assert isinstance(pilot.app.screen, BattleScreen)
    return pilot.app.screen


def news(pilot: Pilot[Match]) -> str:
    return str(pilot.app.screen.query_one("#news", Static).content)


def keys_to(view: BoardView, cell: int) -> list[str]:
    """The arrow keys that lead the cursor to a cell."""
    board = view.waters.board
    down = board.row(cell) - board.row(view.cursor)
    right = board.column(cell) - board.column(view.cursor)
    return ["down" if down > 0 else "up"] * abs(down) + ["right" if right > 0 else "left"] * abs(
        right
    )


async def click(pilot: Pilot[Match], view: BoardView, cell: int, button: int = 1) -> None:
    view.cursor = cell
    await pilot.pause()
    await pilot.click(view, offset=view.place_of(cell), button=button)
    await pilot.pause()


def wheel(view: BoardView) -> events.MouseScrollDown:
    """A turn of the mouse wheel."""
    return events.MouseScrollDown(view, 5, 5, 0, 1, 0, False, False, False)


def seen(pilot: Pilot[Match]) -> str:
    """The text of the whole screen."""
    lines = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in lines)


def shots_to_win(match: Match) -> Iterable[int]:
    yield from cells_of(match.hidden.occupied)


def test_a_whole_game_by_keyboard() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        for ship, row in enumerate((0, 2, 4, 6, 8)):
            await pilot.press(str(ship + 1))
            await pilot.press(*keys_to(setup(pilot).board, 10 * row), "enter")
        assert setup(pilot).match.missing == ()
        await pilot.press("s")
        await pilot.pause()
        board = battle(pilot).theirs.board
        assert board.has_focus
        for cell in shots_to_win(battle(pilot).match):
            await pilot.press(*keys_to(board, cell), "space")
        await pilot.pause()
        assert battle(pilot).match.winner == PERSON
        assert news(pilot).startswith("You have sunk the whole fleet: you win with 17 shots.")
        await pilot.press("q")

    ended = play(steps)
    assert ended is not None
    assert ended.winner == PERSON
    assert len(ended.knowledge(COMPUTER)) == 16


def test_a_whole_game_by_mouse() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        view = setup(pilot).board
        for cell in (0, 10):
            await click(pilot, view, cell)
        await click(pilot, view, 24, button=3)
        await click(pilot, view, 9)
        assert setup(pilot).match.placed == (0b111, 0b11 << 10, 1 << 9 | 1 << 14)
        await pilot.click(setup(pilot).query(Button).last())
        await pilot.pause()
        for cell in shots_to_win(battle(pilot).match):
            await click(pilot, battle(pilot).theirs.board, cell)
        assert battle(pilot).match.winner == PERSON
        await pilot.press("n")
        await pilot.pause()
        assert setup(pilot).match.phase == "setup"

    play(steps, SMALL)


@pytest.mark.parametrize("size", [(80, 24), (40, 24), (48, 46), (34, 14), (120, 40), (20, 8)])
def test_a_game_at_every_size(size: tuple[int, int]) -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s")
        await pilot.pause()
        board = battle(pilot).theirs.board
        for keys, cell in ((["enter"], 0), (["ctrl+end", "enter"], 99), (["home", "enter"], 90)):
            await pilot.press(*keys)
            await pilot.pause()
            x, y = board.place_of(cell)
            assert 0 < x < board.size.width
            assert 0 < y < board.size.height
        assert len(battle(pilot).match.knowledge(PERSON)) == 3
        await pilot.press("tab")
        await pilot.pause()
        assert battle(pilot).ours.board.has_focus
        assert battle(pilot).ours.board.region.height > 1
        await pilot.press("enter")
        await pilot.pause()
        assert "your own waters" in news(pilot)
        await pilot.press("tab")
        await pilot.pause()
        assert board.has_focus
        assert board.region.height > 1

    play(steps, size=size)


def test_80_by_24_shows_everything_of_the_classic_game() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "enter")
        await pilot.pause()
        text = seen(pilot)
        for words in (
            "The computer's waters",
            "Your waters",
            " A  B  C  D  E  F  G  H  I  J ",
            "10 ",
            "You: 1 shot",
            "The computer: 1 shot",
            "destroyer  ■■",
            "You fire at A1: ",
            "Q Quit",
        ):
            assert words in text
        assert len(text.split("\n")) == 24

    play(steps)


def test_a_large_board_follows_the_cursor() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s")
        await pilot.pause()
        board = battle(pilot).theirs.board
        await pilot.press("ctrl+end")
        await pilot.pause()
        assert board.cursor == 26 * 26 - 1
        assert "26" in seen(pilot)
        x, y = board.place_of(board.cursor)
        assert board.cell_at(x, y) == board.cursor
        await pilot.press("ctrl+home", "end", "pagedown", "home", "pageup")
        assert board.cursor == 0
        for _ in range(3):
            board.post_message(wheel(board))
        await pilot.pause()
        assert board.cell_at(3, 1) == 26 * 3

    play(steps, chosen_rules(board="26x26"))


def test_placing_moving_rotating_and_picking_up() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("enter")
        assert setup(pilot).match.placed == (0b111, None, None)
        await pilot.press("enter")
        assert setup(pilot).selected == 0
        await pilot.press("down", "r", "enter")
        moved = 1 << 5 | 1 << 10 | 1 << 15
        assert setup(pilot).match.placed == (moved, None, None)
        await pilot.press("up", "enter")
        assert news(pilot) == "The 2a overlaps the 3 at A2: ships must not overlap."
        assert setup(pilot).match.placed == (moved, None, None)
        await pilot.press("right", "enter")
        assert setup(pilot).match.placed == (moved, 1 << 1 | 1 << 6, None)
        await pilot.press("left", "down", "enter", "delete")
        assert setup(pilot).match.placed == (None, 1 << 1 | 1 << 6, None)

    play(steps, SMALL)


def test_the_ghost_follows_the_mouse() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        view = setup(pilot).board
        await pilot.hover(view, offset=view.place_of(7))
        await pilot.pause()
        assert view.cursor == 7
        assert view.ghost is not None
        assert view.ghost.cells == 0b111 << 7
        await pilot.hover(view, offset=(0, 0))
        assert view.cursor == 7

    play(steps, SMALL)


def test_what_cannot_be_placed_says_why_and_changes_nothing() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("end", "enter")
        assert setup(pilot).match.placed == (None, None, None)
        assert news(pilot).startswith("A ship of 3 from E1 across runs off the 5x5 board")
        assert setup(pilot).board.ghost is not None
        assert not setup(pilot).board.ghost.fits
        await pilot.press("s")
        assert news(pilot) == "The fleet is not complete: place the 3, the 2a and the 2b first."
        await pilot.press("delete")
        assert "nothing to remove" in news(pilot)
        await pilot.press("home", "enter", "1", "delete")
        assert setup(pilot).match.placed == (None, None, None)

    play(steps, SMALL)


def test_random_clear_level_and_picking() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("r", "9", "a")
        assert setup(pilot).match.missing == ()
        assert setup(pilot).selected is None
        assert setup(pilot).board.ghost is None
        await pilot.press("r", "backspace")
        await pilot.press("a", "tab")
        assert setup(pilot).selected == 0
        await pilot.press("shift+tab")
        assert setup(pilot).selected == 2
        await pilot.press(*"lllll")
        assert setup(pilot).match.level == "normal"
        assert "level normal" in seen(pilot)
        await pilot.press("c")
        assert len(setup(pilot).match.missing) == 3
        await pilot.click(ShipList, offset=(3, 1))
        await pilot.pause()
        assert setup(pilot).selected == 1
        assert setup(pilot).board.has_focus
        for button in setup(pilot).query(Button):
            if str(button.label) == "Random":
                await pilot.click(button)
        await pilot.pause()
        assert setup(pilot).match.missing == ()
        assert setup(pilot).board.has_focus

    play(steps, SMALL)


def test_heat_is_shown_kept_up_to_date_and_hidden() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "h")
        await pilot.pause()
        board = battle(pilot).ours.board
        assert board.heat is not None
        assert max(board.heat) == 9
        assert "Your waters · 9 is most wanted" in seen(pilot)
        before = board.heat
        await pilot.press("enter")
        assert board.heat != before
        await pilot.press("tab")
        await pilot.pause()
        assert "Your waters · A1 wanted " in seen(pilot)
        await pilot.press("tab", "H")
        assert board.heat is None
        for cell in shots_to_win(battle(pilot).match):
            battle(pilot)._fire(cell)
        await pilot.press("h")
        assert board.heat is None
        assert news(pilot) == "The computer thinks during the battle only."

    play(steps)


async def counted(pilot: Pilot[Match]) -> None:
    """Wait for the law that is being counted, and for the computer's shot."""
    await pilot.pause()
    for worker in [worker for worker in pilot.app.workers if worker.group in (LAW, SHOT)]:
        with suppress(WorkerCancelled):
            await worker.wait()
    await pilot.pause()


def test_the_exact_law_is_shown_kept_up_to_date_and_hidden() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "e")
        await counted(pilot)
        board = battle(pilot).ours.board
        law = battle(pilot).match.law()
        assert board.heat == ninths(law.heat)
        assert f"Your waters · {law.layouts:,} layouts" in seen(pilot)
        assert news(pilot) == sentences.law_sentence(law)
        await pilot.press("enter")
        await counted(pilot)
        after = battle(pilot).match.law()
        assert after.layouts < law.layouts
        assert board.heat == ninths(after.heat)
        assert news(pilot).startswith("You fire at A1: ")
        assert news(pilot).endswith(f"Your turn. {after.layouts:,} layouts left (exact).")
        await pilot.press("tab")
        await pilot.pause()
        untried = next(cells_of(after.knowledge.untried))
        board.cursor = untried
        await pilot.pause()
        share = percent(after.chance(untried))
        assert f"Your waters · {SMALL.board.name(untried)} {share}" in seen(pilot)
        await pilot.press("tab", "h")
        assert board.heat == ninths(battle(pilot).match.heat())
        assert "9 is most wanted" in seen(pilot)
        await pilot.press("E")
        await counted(pilot)
        assert board.heat == ninths(after.heat)
        await pilot.press("e")
        assert board.heat is None
        assert "layouts" not in seen(pilot).split("\n")[1]

    play(steps, SMALL)


def test_the_exact_law_leads_to_your_waters_and_ends_with_the_battle() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "e")
        await counted(pilot)
        assert news(pilot).startswith("The heat is shown on your waters: Tab leads there. ")
        assert news(pilot).endswith(" layouts left (exact).")
        for cell in shots_to_win(battle(pilot).match):
            battle(pilot)._fire(cell)
        await counted(pilot)
        assert battle(pilot).ours.board.heat is None
        assert news(pilot).startswith("You have sunk the whole fleet")
        await pilot.press("e")
        await counted(pilot)
        assert news(pilot) == "The computer thinks during the battle only."
        assert battle(pilot).ours.board.heat is None

    play(steps, SMALL, size=(24, 16))


def test_a_law_that_is_out_of_reach_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def beyond(match: Match) -> None:
        raise BudgetError("the fleets are too many to count")

    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "e")
        await counted(pilot)
        assert news(pilot) == "The fleets are too many to count."
        assert battle(pilot).ours.board.heat is None
        await pilot.press("h")
        assert battle(pilot).ours.board.heat is not None

    monkeypatch.setattr(Match, "law", beyond)
    play(steps, SMALL)


def test_a_law_that_comes_too_late_is_not_shown() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s")
        before = battle(pilot).match
        law = before.law()
        await pilot.press("e", "h")
        battle(pilot)._show_law(before, law)
        assert battle(pilot).ours.board.heat == ninths(before.heat())
        await pilot.press("h", "enter")
        battle(pilot)._show_law(before, law)
        assert battle(pilot).ours.board.heat is None

    play(steps, SMALL)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterable[Event]:
    """The computer thinks until this is set."""
    opened, answered = Event(), Match.answered

    def thinking(match: Match) -> Match:
        assert not match.thinking or opened.wait(60)
        return answered(match)

    monkeypatch.setattr(Match, "answered", thinking)
    yield opened
    opened.set()


def test_while_the_computer_thinks_the_screen_lives_and_no_shot_is_taken(gate: Event) -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "enter")
        screen = battle(pilot)
        assert news(pilot).startswith("You fire at A1: ")
        assert news(pilot).endswith(THINKING)
        tally = str(screen.ours.query_one(".tally", Static).content)
        assert tally == THINKING
        await pilot.press("right", "enter")
        assert screen.theirs.board.cursor == 1
        assert news(pilot) == WAIT
        await pilot.press("h")
        assert "Your waters · " in seen(pilot)
        assert [len(screen.match.knowledge(player)) for player in (PERSON, COMPUTER)] == [1, 0]
        gate.set()
        await counted(pilot)
        await counted(pilot)
        assert news(pilot).startswith("You fire at A1: ")
        assert news(pilot).endswith("Your turn.")
        assert "The computer: 1 shot" in seen(pilot)
        assert screen.ours.board.heat == ninths(screen.match.heat())
        await pilot.press("enter")
        await counted(pilot)
        assert [len(screen.match.knowledge(player)) for player in (PERSON, COMPUTER)] == [2, 2]

    play(steps, SMALL, level="exact")


def test_a_computer_that_thinks_long_may_begin(gate: Event) -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s")
        await pilot.pause()
        assert news(pilot) == f"The battle begins. {THINKING}"
        gate.set()
        await counted(pilot)
        assert news(pilot).startswith("The battle begins. The computer fires at ")
        assert news(pilot).endswith("Your turn.")

    play(steps, replace(SMALL, first=COMPUTER), level="admiral")


def test_nobody_waits_for_the_computer_to_leave_the_battle(gate: Event) -> None:
    async def again(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "enter", "n", "y")
        await pilot.pause()
        assert setup(pilot).match.seed != 1
        gate.set()
        await counted(pilot)
        assert setup(pilot).match.phase == "setup"
        gate.clear()
        await pilot.press("a", "s", "enter", "q", "y")

    ended = play(again, SMALL, level="exact")
    assert ended is not None
    assert ended.thinking


@pytest.mark.parametrize("level", ["hard", "exact"])
def test_a_shot_that_cannot_be_answered_is_taken_back(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def beyond(match: Match) -> Match:
        if match.thinking:
            raise BudgetError("the fleets are too many to count")
        return match

    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "enter")
        await counted(pilot)
        assert news(pilot) == "The fleets are too many to count."
        assert len(battle(pilot).match.knowledge(PERSON)) == 0

    monkeypatch.setattr(Match, "answered", beyond)
    play(steps, SMALL, level=level)


def test_only_levels_that_play_the_rules_are_offered_and_slow_ones_made_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def require(_: object, rules: Ruleset) -> None:
        raise BudgetError("exact does not play under these rules")

    begun: list[str] = []

    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press(*"ll")
        assert news(pilot) == "The computer plays at level admiral."

    monkeypatch.setattr(Exact, "require", require)
    monkeypatch.setattr(setup_screen.WARMING, "soon", begun.append)
    play(steps)
    assert begun == ["hard", "one-rule", "admiral"]


def test_shots_are_refused_and_cells_can_be_typed() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "enter", "enter")
        assert news(pilot) == "A1 was fired at before: choose a cell not yet fired at."
        assert len(battle(pilot).match.knowledge(PERSON)) == 1
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(pilot.app.screen, AskCell)
        await pilot.press("k", "1", "enter")
        assert isinstance(pilot.app.screen, AskCell)
        pilot.app.screen.query_one(Input).value = "c7"
        await pilot.press("enter")
        await pilot.pause()
        assert news(pilot).startswith("You fire at C7: ")
        await pilot.press("g", "escape")
        assert len(battle(pilot).match.knowledge(PERSON)) == 2

    play(steps)


@pytest.mark.parametrize(("answer", "left"), [("y", True), ("n", False), ("escape", False)])
def test_leaving_a_battle_is_asked(answer: str, left: bool) -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Question)
        await pilot.press(answer)
        await pilot.pause()

    assert (play(steps) is not None) == left


def test_giving_up_a_battle_is_asked() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "n", "n")
        await pilot.pause()
        assert battle(pilot).match.phase == "battle"
        await pilot.press("n", "y")
        await pilot.pause()
        assert setup(pilot).match.seed != 1

    play(steps)


def test_setup_is_left_at_once_and_control_q_leaves_anywhere() -> None:
    async def leave(pilot: Pilot[Match]) -> None:
        await pilot.press("Q")

    async def interrupt(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s", "enter", "ctrl+q")

    first, second = play(leave), play(interrupt)
    assert first is not None
    assert first.phase == "setup"
    assert second is not None
    assert second.phase == "battle"


def test_help_in_both_phases_and_the_theme() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        for keys in (["question_mark"], ["a", "s", "question_mark"]):
            await pilot.press(*keys)
            await pilot.pause()
            assert isinstance(pilot.app.screen, Guide)
            assert "The board is 10x10" in seen(pilot)
            await pilot.press("enter")
            await pilot.pause()
        dark = pilot.app.current_theme.dark
        await pilot.press("t")
        assert pilot.app.current_theme.dark != dark

    play(steps)


def test_the_computer_may_begin_and_may_win() -> None:
    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s")
        await pilot.pause()
        assert news(pilot).startswith("The battle begins. The computer fires at ")
        water = SMALL.board.full & ~battle(pilot).match.hidden.occupied
        for cell in cells_of(water):
            if battle(pilot).match.phase == "battle":
                battle(pilot)._fire(cell)
        await pilot.pause()
        assert battle(pilot).match.winner == COMPUTER
        assert "it wins with" in news(pilot)
        assert "■" in "\n".join(seen(pilot).split("\n")[3:8])

    play(steps, replace(SMALL, first=COMPUTER))


@pytest.mark.parametrize("announce", ["shown", "length", "silent", "named"])
def test_the_screen_shows_what_is_announced(announce: str) -> None:
    rules = chosen_rules(board="5x5", fleet="sub=3,tug=2", announce=announce)

    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("a", "s")
        await pilot.pause()
        screen = battle(pilot)
        hidden = screen.match.hidden
        for cell in cells_of(hidden.ships[1]):
            screen.theirs.board.cursor = cell
            screen._fire(cell)
        await pilot.pause()
        fates = str(screen.theirs.query_one(".fates", Static).content)
        assert ("tug" in fates) == (announce in ("shown", "named"))
        assert ("sunk" in fates) == (announce != "silent")
        heading = str(screen.theirs.query_one(".heading", Static).content)
        assert heading.endswith(" sunk" if announce in ("shown", "named") else " hit")
        assert (screen.theirs.board.waters.ships != ()) == (announce in ("shown", "named"))

    play(steps, rules, level="easy")


@pytest.mark.parametrize("announce", ["shown", "length", "named"])
@pytest.mark.parametrize("size", [(80, 24), (40, 24)])
def test_what_is_typed_and_names_of_ships_are_text_and_never_markup(
    announce: str, size: tuple[int, int]
) -> None:
    rules = chosen_rules(board="5x5", fleet="[red]=3,[/x]=2", announce=announce)

    async def steps(pilot: Pilot[Match]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "[red] 3, [/x] 2" in " ".join(seen(pilot).split())
        await pilot.press("enter", "2", "enter", "delete", "a", "s")
        await pilot.pause()
        for typed in ("[/]", "[x]"):
            await pilot.press("g")
            await pilot.pause()
            await pilot.press(*typed, "enter")
            await pilot.pause()
            assert f"'{typed}' is not" in seen(pilot)
            await pilot.press("escape")
        for cell in shots_to_win(battle(pilot).match):
            await pilot.press(*keys_to(battle(pilot).theirs.board, cell), "enter")
            await pilot.pause()
        assert battle(pilot).match.winner == PERSON
        assert "[red]" in seen(pilot)
        assert "[/x]" in seen(pilot)

    play(steps, rules, size)
