"""The level Near-perfect on the page: the way to it, a whole game by keyboard, the way back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Keyboard, Mouse
from tests.browser.stage import Stage
from tests.browser.table import Table

Deal = Callable[..., Table]

HERE = {"board": "4x4", "fleet": "3,3,2", "announce": "length"}
DOOR = "near-perfect-4x4"
BOARDS = {"4x4": 16, "5x5": 25}
"""Where it plays, and the cells."""
SAID = {
    "en": (
        "Level: Near-perfect. New rules: {board}, ships 3, 3, 2.",
        "Victory",
        "You win: the enemy fleet is sunk after 8 shots.",
    ),
    "tr": (
        "Seviye: Kusursuza yakın. Yeni kurallar: {board}, gemiler 3, 3, 2.",
        "Zafer",
        "Kazandınız: düşman filosu 8 atışta battı.",
    ),
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("lang", SAID)
def test_a_whole_game_by_keyboard(lang: str, board: str, deal: Deal, stage: Stage) -> None:
    """From the classic board by one button, and on to victory before it can sink a fleet."""
    table, door = deal(lang=lang), f"near-perfect-{board}"
    keyboard, (chosen, heading, verdict) = Keyboard(table), SAID[lang]
    before = table.game
    keyboard.press(door)
    expect(table.status).to_have_text(chosen.format(board=board.replace("x", "×")))
    assert table.game != before
    assert table.focused()["testid"] == "level-near-perfect"
    expect(table.part("level-near-perfect")).to_be_checked()
    expect(table.part(door)).to_be_hidden()
    expect(table.part("board-own").locator("[data-cell]")).to_have_count(BOARDS[board])
    keyboard.press("random")
    expect(table.part("start")).not_to_have_attribute("aria-disabled", "true")
    keyboard.press("start")
    table.in_phase("battle")
    keyboard.press("heat-toggle")
    expect(table.part("heat-hottest")).not_to_be_empty()
    for cell in [cell for ship in stage.targets(table.game) for cell in ship]:
        keyboard.cell("enemy", cell)
        assert table.marked(cell) != "miss"
        expect(table.status).to_contain_text(f"{cell} ")
    table.in_phase("over")
    expect(table.page.locator("#result-heading")).to_have_text(heading)
    expect(table.part("verdict")).to_have_text(verdict)
    keyboard.press("again")
    table.in_phase("setup")
    assert stage.read(table.game).level == "near-perfect"


def test_it_is_barred_where_it_does_not_play(deal: Deal, stage: Stage) -> None:
    """Arrow keys pass it by; the line below it says where it plays, and the button leads there."""
    table = deal(stage.new(level="admiral"), lang="en")
    radio, line = table.part("level-near-perfect"), table.page.locator("#level-near-perfect-line")
    expect(radio).to_be_disabled()
    expect(line).to_be_visible()
    expect(line).to_contain_text("on small boards only")
    keyboard = Keyboard(table)
    keyboard.tab_to('[data-testid="level-admiral"]')
    keyboard.key("ArrowDown")
    expect(table.part("level-easy")).to_be_checked()
    expect(table.status).to_have_text("Level: Easy.")
    table = deal(stage.new(**HERE), lang="en")
    expect(table.part(DOOR)).to_be_hidden()
    Mouse(table).pick("level-near-perfect")
    expect(table.status).to_have_text("Level: Near-perfect.")
    assert stage.read(table.game).level == "near-perfect"


def test_other_rules_are_refused_while_it_is_chosen(deal: Deal, stage: Stage) -> None:
    game = stage.new(level="near-perfect", **HERE)
    table = deal(game, lang="en")
    table.allowed.append("409")
    mouse = Mouse(table)
    mouse.unfold("rules")
    mouse.choose("rules-announce", "shown")
    mouse.press("rules-apply")
    expect(table.alert).to_contain_text("Near-perfect plays on 4×4")
    expect(table.alert).to_contain_text("or another level.")
    assert table.game == game
    mouse.pick("level-exact")
    mouse.press("rules-apply")
    expect(table.status).to_contain_text("New rules: 4×4")
    expect(table.part("level-near-perfect")).to_be_disabled()
