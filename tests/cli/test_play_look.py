"""How the full screen looks: forms that differ without colour, contrast, the use of room."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style
from textual.color import Color

from tests.generators import boards
from unsunk.cli.playing.match import Match
from unsunk.cli.playing.trackers import Tracked
from unsunk.cli.playing.waters import Mark, Waters
from unsunk.cli.screen.app import Play
from unsunk.cli.screen.arrange import (
    AROUND,
    GAP,
    OF_A_PANE,
    arrange,
    natural_width,
    news_rows,
    pane_width,
)
from unsunk.cli.screen.board import STYLES, BoardView
from unsunk.cli.screen.colours import STEPS, contrast, heat_colour, heat_style, luminance
from unsunk.cli.screen.look import Ghost, look, pointed
from unsunk.cli.screen.pane import fates
from unsunk.cli.screen.window import Window
from unsunk.rules.board import Board
from unsunk.rules.ruleset import Ruleset

BOARD = Board(4, 5)
ACROSS, DOWN = 0b00111, 1 << 4 | 1 << 9


def waters(marks: dict[int, Mark], ships: tuple[int, ...] = (), last: int | None = None) -> Waters:
    every = tuple(marks.get(cell, Mark.WATER) for cell in range(BOARD.size))
    return Waters(BOARD, every, ships, last)


def test_every_state_has_a_form_of_its_own() -> None:
    ships = (ACROSS, DOWN)
    afloat = {0: Mark.HIT, 1: Mark.SHIP, 2: Mark.SHIP, 4: Mark.SHIP, 9: Mark.HIT}
    sunk = dict.fromkeys((0, 1, 2, 4, 9), Mark.SUNK)
    texts = [look(waters(afloat, ships), cell).text for cell in (0, 1, 2, 4, 9)]
    texts += [look(waters(sunk, ships), cell).text for cell in (0, 1, 2, 4)]
    texts += [look(waters({0: mark}), 0).text for mark in (Mark.WATER, Mark.MISS, Mark.HIT)]
    assert texts[:5] == ["╶╳─", "─■─", "─■╴", "│■│", "│╳│"]
    assert texts[5:9] == ["╞╳═", "═╳═", "═╳╡", "║╳║"]
    assert texts[9:] == [" · ", " • ", " ╳ "]
    assert len(set(texts)) == len(texts)


def test_the_latest_shot_and_the_cursor_are_marked() -> None:
    seen = waters({7: Mark.MISS}, last=7)
    assert look(seen, 7).text == "(•)"
    assert pointed(look(seen, 7)).text == "[•]"


def test_a_ship_of_one_cell_is_not_two() -> None:
    seen = waters({0: Mark.SUNK, 1: Mark.SUNK}, (0b01, 0b10))
    assert [look(seen, cell).text for cell in (0, 1)] == ["╞╳╡", "╞╳╡"]


def test_heat_is_a_digit_where_nothing_was_fired_at() -> None:
    seen = waters({0: Mark.MISS, 1: Mark.SHIP}, (0b10,))
    assert [look(seen, cell, heat=7).glyph for cell in (0, 1, 2)] == ["•", "7", "7"]


def test_a_ghost_that_does_not_fit_has_another_form() -> None:
    looks = [look(waters({}), 0, Ghost(1, fits)) for fits in (True, False)]
    assert [(found.glyph, found.style) for found in looks] == [("□", "ghost"), ("!", "wrong")]


@pytest.mark.parametrize("dark", [True, False])
def test_heat_is_one_hue_of_monotone_lightness_and_can_be_read(dark: bool) -> None:
    colours = [heat_colour(step, dark=dark) for step in range(STEPS)]
    assert len({round(colour.hsl.h, 1) for colour in colours}) == 1
    light = [luminance(colour) for colour in colours]
    assert all((one < other) == dark for one, other in pairwise(light))
    assert min(ratio(heat_style(step, dark=dark)) for step in range(STEPS)) >= 4.5


def test_marks_can_be_told_from_their_ground_in_both_themes() -> None:
    async def measure() -> dict[tuple[str, str], float]:
        found = {}
        async with Play(Match.new(Ruleset(), "hard", 1)).run_test() as pilot:
            for _ in range(2):
                await pilot.pause()
                view = pilot.app.screen.query_one(BoardView)
                for name in (*STYLES, "label", "here"):
                    style = view.get_component_rich_style(f"board--{name}")
                    found[pilot.app.theme, name] = ratio(style)
                await pilot.press("t")
        return found

    measured = asyncio.run(measure())
    assert len(measured) == 2 * (len(STYLES) + 2)
    assert {name: value for name, value in measured.items() if value < 4.5} == {}


def ratio(style: Style) -> float:
    assert style.color
    assert style.bgcolor
    return contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))


@pytest.mark.parametrize("board", [Board(1, 1), Board(10, 10), Board(15, 15), Board(26, 26)])
@pytest.mark.parametrize("height", [12, 24, 40, 80])
@pytest.mark.parametrize("width", [30, 40, 60, 80, 120, 200])
def test_boards_never_take_more_than_there_is(width: int, height: int, board: Board) -> None:
    fitted = arrange(width, height, board, 3)
    across = 2 if fitted.mode == "side" else 1
    down = 2 if fitted.mode == "stacked" else 1
    assert across * fitted.width + (across - 1) * GAP <= width
    pane = fitted.height + OF_A_PANE + fitted.tracker
    assert down * pane + AROUND + news_rows(width) <= max(height, 10)
    if fitted.mode != "single":
        assert fitted.width == natural_width(board, fitted.cell)


def test_the_classic_board_is_whole_at_80_by_24_and_at_40_by_24() -> None:
    for width, mode in ((80, "side"), (40, "single")):
        fitted = arrange(width, 24, Board(10, 10), 3)
        assert (fitted.mode, fitted.cell, fitted.height, fitted.tracker) == (mode, 3, 11, 3)


def test_windows_follow_the_cursor() -> None:
    window = Window(26, 26).resized(10)
    assert window.showing(25).numbers == range(16, 26)
    assert window.showing(25).showing(16) == window.showing(25)
    assert window.showing(25).showing(3).numbers == range(3, 13)
    assert window.showing(25).resized(20).numbers == range(6, 26)
    assert window.resized(99).numbers == range(26)


def test_fates_wrap_by_whole_ships() -> None:
    ships = [Tracked(name, 3, None, False) for name in ("one", "two", "three")]
    assert fates(ships, 80).plain.count("\n") == 0
    assert fates(ships, 24).plain.split("\n") == ["one   ■■■   two   ■■■", "three ■■■"]
    assert fates([], 80).plain == ""
    assert fates([Tracked("", 3, None, True), Tracked("", 2, None, False)], 80).plain == (
        "sunk   ■■"
    )


@given(st.integers(10, 200), boards(), st.integers(1, 5))
def test_texts_are_as_wide_as_the_pane_they_stand_in(width: int, board: Board, rows: int) -> None:
    beside = arrange(width, 30, board, rows).mode == "side"
    assert pane_width(width, board) == ((width - GAP) // 2 if beside else width)
