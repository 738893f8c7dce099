"""The focus is where a person would look for it, and never nowhere."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.devices import Keyboard
from tests.browser.stage import Stage
from tests.browser.table import Table
from unsunk.web.app import PAGES

Deal = Callable[..., Table]

SEEN = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const middle = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(...middle);
  return top !== null && (one.contains(top) || top.contains(one));
}"""


@pytest.mark.parametrize("path", PAGES)
def test_the_skip_link_comes_first_and_leads_past_the_head(path: str, deal: Deal) -> None:
    table = deal(path=path)
    link = table.page.locator(".skip")
    for viewport in (DESK["viewport"], PHONE["viewport"]):
        table.page.set_viewport_size(viewport)
        table.page.evaluate("() => document.activeElement.blur()")
        expect(link).not_to_be_in_viewport()
        link.focus()
        expect(link).to_be_in_viewport(ratio=1)
        table.page.keyboard.press("Enter")
        expect(table.page.locator("#main")).to_be_focused()
    table.open(path)
    table.page.keyboard.press("Tab")
    expect(link).to_be_focused()
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("Tab")
    inside = "() => document.querySelector('.masthead').contains(document.activeElement)"
    assert not table.page.evaluate(inside)


def press(table: Table, button: Locator) -> None:
    """Press a button by keyboard, wait until something is said, and look at the focus."""
    said = table.status.text_content() or ""
    button.focus()
    table.page.keyboard.press("Enter")
    expect(table.status).not_to_have_text(said)
    assert_held(table)


def assert_held(table: Table) -> None:
    assert table.focused()["tag"] not in ("BODY", "HTML")
    assert table.page.evaluate(SEEN)


def test_no_action_of_the_setup_loses_it(deal: Deal, stage: Stage) -> None:
    table = deal(stage.new())
    for testid in ("ship-2", "rotate", "random", "clear", "ship-1", "remove", "start"):
        press(table, table.part(testid))
        assert table.focused()["testid"] == testid
    for cell in ("C3", "D3", "A9"):
        press(table, table.cell("own", cell))
        assert table.focused()["cell"] == cell
    keyboard = Keyboard(table)
    keyboard.pick("first-computer")
    expect(table.status).to_have_text("The computer will fire first.")
    assert table.focused()["testid"] == "first-computer"
    keyboard.pick("level-easy")
    assert table.focused()["testid"] == "level-easy"
    keyboard.unfold("rules")
    keyboard.write("rules-rows", "12")
    keyboard.press("rules-apply")
    expect(table.cell("own", "A12")).to_be_visible()
    assert table.focused()["testid"] == "rules-apply"
    keyboard.press("lang-tr")
    assert table.focused()["testid"] == "lang-tr"


def test_no_action_of_the_battle_loses_it(deal: Deal, stage: Stage) -> None:
    game = stage.new(level="easy", board="6x6", fleet="3,2")
    table = deal(game)
    press(table, table.part("random"))
    press(table, table.part("start"))
    table.in_phase("battle")
    expect(table.part("board-enemy").locator('[tabindex="0"]')).to_be_focused()
    water, ships = stage.open_water(game), stage.targets(game)
    press(table, table.cell("enemy", water[0]))
    press(table, table.part("heat-toggle"))
    keyboard = Keyboard(table)
    for testid in ("heat-numbers", "heat-numbers", "lang-tr", "lang-en"):
        keyboard.press(testid)
        assert_held(table)
        assert table.focused()["testid"] == testid
    keyboard.press("new-game")
    assert_held(table)
    keyboard.press("new-no")
    assert table.focused()["testid"] == "new-game"
    keyboard.press("new-game")
    keyboard.key("Escape")
    assert table.focused()["testid"] == "new-game"
    for cell in [*ships[0], *ships[1]]:
        press(table, table.cell("enemy", cell))
    expect(table.page.locator("#result-heading")).to_be_focused()
    press(table, table.part("change-settings"))
    assert table.focused()["testid"] == "level-easy"
    assert table.part("rules").get_attribute("open") is not None


def test_leaving_a_battle_for_a_new_one(deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle(["C3"]))
    keyboard = Keyboard(table)
    keyboard.press("new-game")
    keyboard.press("new-yes")
    table.in_phase("setup")
    expect(table.part("board-own").locator('[tabindex="0"]')).to_be_focused()
    assert_held(table)
