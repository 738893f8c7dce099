"""The adviser by keyboard alone, by touch, in both languages, and before axe."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.board_talk import address, record, settled, shots
from tests.browser.devices import Keyboard, Touch
from tests.browser.stage import Stage
from tests.browser.table import Table
from tests.browser.test_axe import EVERY_LOOK, PAIRS, looks, violations
from tests.browser.test_colours import MARK, TEXT, contrast, probe
from tests.browser.test_languages import OTHER, switch
from tests.browser.test_sizes import assert_fits, frame_over
from tests.browser.words import Words

Deal = Callable[..., Table]


def test_a_game_by_keyboard_alone(deal: Deal) -> None:
    table = deal(path=address())
    settled(table)
    hand = Keyboard(table)
    assert hand.enter("sea") == "A1"
    hand.key("Enter")
    hand.key("ArrowRight", "ArrowDown", "h")
    assert record(table) == "A1:miss B2:hit"
    hand.key("ArrowRight", "Space", "Space", "ArrowRight", "s")
    assert record(table) == "A1:miss B2:hit C2:hit"
    expect(table.status).to_contain_text("Choose what was sunk with the buttons below the board.")
    expect(table.part("heard-2")).to_be_focused()
    hand.key("Enter")
    assert record(table) == "A1:miss B2:hit C2:hit D2:sunk3"
    expect(table.status).to_contain_text("D2 hit: a ship of 3 is sunk. Fleets left: ")
    assert hand.enter("sea") == "D2"
    hand.key("Control+End", "m", "Delete")
    assert record(table) == "A1:miss B2:hit C2:hit D2:sunk3"
    hand.key("Control+z")
    assert record(table).endswith("E5:miss")
    hand.key("Control+z", "Control+z", "Control+y")
    assert record(table).endswith("D2:sunk3")
    expect(table.cell("sea", "E5")).to_be_focused()
    hand.press("clear")
    assert record(table) == ""
    hand.press("undo")
    assert len(shots(table)) == 4
    hand.press("shot-2")
    assert table.focused()["cell"] == "B2"
    hand.key("m")
    assert shots(table)[1] == "B2 miss"


def test_the_rules_by_keyboard_alone(deal: Deal) -> None:
    table = deal(path=address("C3:miss"))
    hand = Keyboard(table)
    hand.unfold("rules")
    hand.choose("rules-announce", "named")
    hand.press("rules-apply")
    assert table.focused()["id"] == "rules-summary"
    hand.enter("sea")
    hand.key("h")
    expect(table.status).to_contain_text("Choose the ship that was hit")
    hand.key("Tab", "Enter")
    assert record(table) == "A1:hit=2"


def test_a_sink_that_cannot_be_is_told(deal: Deal) -> None:
    table = deal(path=address(announce="silent"))
    settled(table)
    hand = Keyboard(table)
    hand.enter("sea")
    hand.key("s")
    expect(table.status).to_have_text(
        "Nothing can be sunk at A1 yet: mark the other hits of the ship first."
    )
    assert record(table) == ""


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_by_touch_at_320_pixels(lang: str, deal: Deal) -> None:
    table = deal(path=address(board="10x10", fleet="classic"), phone=True, lang=lang)
    table.allowed.append("422")
    settled(table)
    hand = Touch(table)
    assert_fits(table)
    for cell in ("E5", "E5", "E6", "E6", "J10", "D5"):
        hand.cell("sea", cell)
    assert record(table) == "E5:hit E6:hit J10:miss D5:miss"
    hand.cell("sea", "E6")
    for number in range(2, 6):
        assert table.part(f"heard-{number}").is_visible()
    hand.press("heard-5")
    assert record(table) == "E5:hit E6:sunk2 J10:miss D5:miss"
    settled(table)
    table.part("record").locator("summary").tap()
    assert_fits(table)
    table.part("rules").locator("summary").tap()
    table.part("rules-fleet").select_option("own")
    assert_fits(table)
    hand.cell("sea", "E4")
    hand.cell("sea", "E4")
    table.part("heard-2").tap()
    expect(table.part("clash")).to_be_visible()
    assert_fits(table)


def test_a_wide_board_scrolls_in_its_frame_and_shows_that_it_does(deal: Deal) -> None:
    table = deal(path=address(board="15x15", fleet="3"), phone=True)
    settled(table)
    assert_fits(table)
    frame = table.page.locator("#sea-board .frame")
    assert table.page.locator("#sea-board .frame").count() == 1
    expect(frame).to_have_attribute("data-more", "")
    frame.evaluate("(one) => { one.scrollLeft = one.scrollWidth }")
    expect(frame).not_to_have_attribute("data-more", "")
    assert frame_over_sea(table) > 0


def frame_over_sea(table: Table) -> int:
    over: int = table.page.locator("#sea-board .frame").evaluate(
        "(frame) => frame.scrollWidth - frame.clientWidth"
    )
    return over


def test_no_width_makes_the_page_scroll_sideways(deal: Deal) -> None:
    for board, fleet in (("15x15", "3"), ("5x5", "3,2")):
        table = deal(path=address("C3:miss", board=board, fleet=fleet))
        settled(table)
        for width in (320, 375, 600, 699, 700, 900, 1079, 1080, 1280, 1920):
            table.page.set_viewport_size({"width": width, "height": 800})
            assert table.width_over() == 0, width


STATES = [
    ("", {}),
    ("A1:miss C3:hit C4:hit", {"announce": "length"}),
    ("C3:hit C4:sunk2@C3-C4 E5:miss", {"announce": "shown"}),
    ("C3:hit=3 E1:miss", {"announce": "named"}),
    ("A1:hit A2:miss B1:miss", {"announce": "silent"}),
]


@pytest.mark.parametrize(("heard", "rules"), STATES, ids=[str(state[0]) for state in STATES])
def test_it_speaks_one_language_at_a_time(heard: str, rules: dict[str, str], deal: Deal) -> None:
    table = deal(path=address(heard, **rules))
    table.allowed.append("422")
    settled(table)
    words = {lang: Words(table, lang) for lang in OTHER}
    table.part("record").locator("summary").click()
    table.part("rules").locator("summary").click()
    table.cell("sea", "C3").click()
    for lang in ("tr", "en", "tr"):
        switch(table, lang)
        assert words[lang].foreign(table) == []
        assert words[OTHER[lang]].foreign(table) != []
    assert record(table) == (heard if "C3" in heard else f"{heard} C3:miss".strip())


@pytest.mark.parametrize(("heard", "rules"), STATES, ids=[str(state[0]) for state in STATES])
def test_no_violation(heard: str, rules: dict[str, str], deal: Deal) -> None:
    table = deal(path=address(heard, **rules))
    table.allowed.append("422")
    settled(table)
    table.cell("sea", "C3").click()
    settled(table)
    wanted = EVERY_LOOK if rules.get("announce") == "length" else PAIRS
    found = {look: violations(table.page) for look in looks(table, wanted)}
    assert found == {look: [] for look in wanted}
    table.part("record").locator("summary").click()
    table.part("record-text").fill("?")
    table.part("record-use").click()
    table.part("rules").locator("summary").click()
    table.part("rules-rows").fill("99")
    table.part("rules-apply").click()
    assert violations(table.page) == []


@pytest.mark.parametrize("options", [{}, {"theme": "dark"}, {"forced_colors": "active"}])
def test_what_is_pointed_out_differs_by_shape(options: dict[str, str], deal: Deal) -> None:
    """The likeliest cell has a frame of its own, clashing shots a dashed one; both can be seen."""
    table = deal(path=address("E5:miss"), **options)
    table.allowed.append("422")
    settled(table)
    best = table.cell("sea", table.cells("sea", '[data-flag="best"]')[0])
    frame = best.evaluate("(cell) => getComputedStyle(cell, '::after').borderTopStyle")
    assert frame == "solid"
    table.open(address("A1:hit A2:miss B1:miss"))
    clash = table.cell("sea", "A1")
    expect(clash).to_have_attribute("data-flag", "clash")
    style = clash.evaluate(
        "(cell) => [getComputedStyle(cell).borderTopStyle, getComputedStyle(cell).borderTopWidth]"
    )
    assert style == ["dashed", "3px"]
    colours = clash.evaluate(COLOURS)
    assert contrast(*colours) >= MARK


COLOURS = """(cell) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  return ["borderTopColor", "backgroundColor"].map((part) => {
    canvas.fillStyle = getComputedStyle(cell)[part];
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  });
}"""


def test_the_game_says_where_its_fleets_are_too_many_to_count(deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle(board="5x5", fleet="3"))
    table.allowed.append("400")
    error = {"code": "too_many_fleets", "message": "too many", "params": {}}
    asked: list[str] = []

    def uncounted(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=400, json={"error": error})

    table.page.route("**/heat?law=exact", uncounted)
    table.part("heat-toggle").click()
    table.part("law-exact").check()
    expect(table.part("heat-left")).to_contain_text("too many different fleets here to be counted")
    table.part("heat-numbers").click()
    assert len(asked) == 1
    table.part("law-own").check()
    expect(table.part("heat-hottest")).to_have_text("Hottest cell: C3.")
    expect(table.part("heat-left")).to_be_hidden()


def test_the_game_shows_the_exact_law_and_remembers_it(deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle(board="5x5", fleet="3"))
    table.part("heat-toggle").click()
    expect(table.part("heat-hottest")).to_have_text("Hottest cell: C3.")
    expect(table.part("heat-left")).to_be_hidden()
    table.part("law-exact").check()
    expect(table.status).to_have_text("The heat map shows the exact law.")
    expect(table.part("heat-left")).to_have_text("Fleets left: 30 (exact).")
    table.part("heat-numbers").click()
    expect(table.cell("own", "C3")).to_have_text("20")
    expect(table.cell("own", "A1")).to_have_attribute("aria-label", "A1, empty, 7%")
    table.cell("own", "C3").hover()
    expect(table.part("heat-reading")).to_have_text("C3: 20%, 6 of 30 fleets.")
    stage.fire(table.game, stage.open_water(table.game)[:1])
    table.reload()
    expect(table.part("law-exact")).to_be_checked()
    expect(table.part("heat-left")).not_to_have_text("Fleets left: 30 (exact).")
    table.part("law-own").check()
    expect(table.part("heat-reading")).to_contain_text("Point at a cell")
    assert contrast(*(probe(table, "6", None, None)[part] for part in ("text", "ground"))) >= TEXT
    assert frame_over(table) == 0


def test_a_computer_that_takes_its_time_is_said_to_be_thinking(deal: Deal, stage: Stage) -> None:
    game = stage.battle(board="5x5", fleet="3", level="exact")
    table = deal(game)

    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    table.page.route("**/actions", hold, times=1)
    table.cell("enemy", stage.open_water(game)[0]).click()
    expect(table.status).to_have_text("The computer is thinking…")
    held[0].continue_()
    expect(table.status).to_contain_text("The computer fires at C3")


def test_levels_are_chosen_and_one_that_cannot_play_is_refused(deal: Deal, stage: Stage) -> None:
    table = deal(stage.new())
    lines = table.page.locator(".level-line:visible")
    expect(lines).to_have_count(2)
    expect(lines.nth(1)).to_have_attribute("id", "level-near-perfect-line")  # why it cannot play
    table.part("level-exact").check()
    expect(table.status).to_have_text("Level: Exact.")
    expect(table.page.locator("#level-exact-line")).to_be_visible()
    assert stage.read(table.game).level == "exact"
    table.allowed.append("409")
    error = {"code": "level_rules", "message": "no", "params": {"level": "easy"}}
    table.page.route(
        "**/actions", lambda route: route.fulfill(status=409, json={"error": error}), times=1
    )
    table.part("level-easy").click()
    expect(table.alert).to_contain_text("This level does not play under these rules.")
    expect(table.part("level-exact")).to_be_checked()
