"""Small screens: targets of 24 pixels and more, and nothing that makes the page scroll sideways."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Keyboard
from tests.browser.stage import Stage
from tests.browser.table import Table

Deal = Callable[..., Table]

SMALLEST = 24
TARGETS = """(smallest) => {
  const targets = "a, button, input, select, summary, [tabindex='0']";
  const small = [];
  for (const node of document.querySelectorAll(targets)) {
    if (!node.checkVisibility() || node.matches("p a, li a, .skip")) continue;
    const label = node.closest("label") ?? node;
    const box = [node, label].map((one) => one.getBoundingClientRect());
    const fits = box.some(({ width, height }) => width >= smallest && height >= smallest);
    if (!fits) small.push(`${node.outerHTML.slice(0, 90)} ${box[0].width}×${box[0].height}`);
  }
  return small;
}"""


SPILT = """() => {
  const spilt = [];
  for (const box of document.querySelectorAll(".sheet, .result, .waters, .ask, .settings-box")) {
    const padding = parseFloat(getComputedStyle(box).paddingRight);
    const right = box.getBoundingClientRect().right - padding;
    for (const node of box.querySelectorAll(":scope :not(.frame *)")) {
      if (node.checkVisibility() && node.getBoundingClientRect().right > right + 1) {
        spilt.push(node.outerHTML.slice(0, 90));
      }
    }
  }
  return spilt;
}"""
"""What reaches over the inner edge of its box."""


def assert_fits(table: Table) -> None:
    assert table.width_over() == 0
    assert table.page.evaluate(SPILT) == []
    assert table.page.evaluate(TARGETS, SMALLEST) == []


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_every_state_at_320_pixels(lang: str, deal: Deal, stage: Stage) -> None:
    table = deal(stage.new(), phone=True, lang=lang)
    table.part("rules").locator("summary").tap()
    table.part("rules-fleet").select_option("own")
    assert_fits(table)
    table.part("settings").tap()
    assert_fits(table)
    box = table.page.locator(".settings-box").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    table.part("random").tap()
    table.part("start").tap()
    table.in_phase("battle")
    table.part("heat-toggle").tap()
    table.part("heat-numbers").tap()
    expect(table.cell("own", "A1").locator(".mark")).not_to_be_empty()
    assert_fits(table)
    table.part("new-game").tap()
    assert_fits(table)
    table.part("new-no").tap()
    table.allowed.append("net::ERR_FAILED")
    table.page.route("**/actions", lambda route: route.abort(), times=1)
    table.cell("enemy", "E5").tap()
    expect(table.alert).not_to_be_empty()
    assert_fits(table)
    stage.fire(table.game, [c for ship in stage.targets(table.game) for c in ship if c != "E5"])
    table.reload()
    assert_fits(table)
    for path in ("/how-to-play", "/how-the-computer-aims"):
        table.open(path)
        assert_fits(table)


def test_the_cells_of_a_classic_board_share_the_width_of_a_phone(deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle(), phone=True)
    box = table.cell("enemy", "E5").bounding_box()
    assert box is not None
    assert 28 <= box["width"] <= 30
    assert 28 <= box["height"] <= 30
    assert frame_over(table) == 0


def frame_over(table: Table) -> int:
    """By how many pixels the enemy waters can be scrolled inside their frame."""
    over: int = table.page.locator("#enemy-board .frame").evaluate(
        "(frame) => frame.scrollWidth - frame.clientWidth"
    )
    return over


def test_a_wide_board_scrolls_inside_its_frame(deal: Deal, stage: Stage) -> None:
    """The cells stay large, the row numbers stay in sight, and the focus is never beneath them."""
    table = deal(stage.battle(board="15x15"), phone=True)
    assert_fits(table)
    assert frame_over(table) > 0
    box = table.cell("enemy", "A1").bounding_box()
    assert box is not None
    assert box["width"] >= SMALLEST
    keyboard = Keyboard(table)
    keyboard.enter("enemy")
    for key in ("End", "Home", "Control+End", *["ArrowLeft"] * 14):
        keyboard.key(key)
        assert table.page.evaluate(CLEAR_OF_THE_NUMBERS), key
    assert table.width_over() == 0
    table.cell("enemy", "O15").tap()
    table.marked("O15")


CLEAR_OF_THE_NUMBERS = """() => {
  const cell = document.activeElement;
  const box = cell.getBoundingClientRect();
  const head = cell.closest("tr").querySelector("th").getBoundingClientRect();
  const frame = cell.closest(".frame").getBoundingClientRect();
  return box.left >= head.right - 1 && box.right <= frame.right + 1 && head.left >= frame.left - 1;
}"""


def test_no_width_makes_the_page_scroll_sideways(deal: Deal, stage: Stage) -> None:
    table = deal(stage.new(board="15x15"))
    for game in (table.game, stage.battle(["C3"], board="15x15")):
        table.open("/", game)
        for width in (320, 375, 600, 699, 700, 768, 1024, 1079, 1080, 1280, 1920):
            table.page.set_viewport_size({"width": width, "height": 800})
            assert table.width_over() == 0, width
