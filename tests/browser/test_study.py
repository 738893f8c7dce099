"""The study: whole games by keys alone, by mouse and by touch, in both languages, before axe.

Every circuit's words, the slider of p, what is kept, and what goes wrong.
"""

from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Keyboard, Mouse, Touch
from tests.browser.table import Table
from tests.browser.test_axe import PAIRS, looks, violations
from tests.browser.test_colours import MARK, contrast
from tests.browser.test_languages import switch
from tests.browser.test_sizes import assert_fits
from tests.browser.words import Words

Deal = Callable[..., Table]


def opened(deal: Deal, **options: Any) -> Table:
    table = deal(path="/study", **options)
    expect(table.part("choice")).to_be_visible()
    return table


def choose(hand: Mouse, layer: str = "L3", policy: str = "random", **picks: str) -> None:
    """Fill in the form and begin."""
    for name, value in {"layer": layer, **picks}.items():
        hand.pick(f"{name}-{value}")
    hand.choose("policy", policy)
    before = hand.table.page.url
    hand.press("begin")
    expect(hand.table.page).not_to_have_url(before)
    hand.table.in_phase("battle")


def begun(deal: Deal, hand: type[Mouse] = Mouse, **terms: str) -> Table:
    options = {name: terms.pop(name) for name in ("lang", "theme") if name in terms}
    table = opened(deal, **options, phone=hand is Touch)
    choose(hand(table), **terms)
    return table


def shots(table: Table, side: str = "theirs") -> int:
    return int(table.part(f"{side}-shots").text_content() or 0)


def open_cells(table: Table) -> list[str]:
    """The cells of the opponent's waters that may be fired at."""
    return table.cells("theirs", ":not([aria-disabled])")


def fire(table: Table, hand: Mouse, cell: str) -> None:
    before = shots(table)
    hand.cell("theirs", cell)
    expect(table.part("theirs-shots")).to_have_text(str(before + 1))


def finish(table: Table, hand: Mouse) -> None:
    """Fire at the open cells in turn until the game is over."""
    for number in cycle(range(25)):
        if table.page.locator("#main").get_attribute("data-phase") == "over":
            return
        left = open_cells(table)
        fire(table, hand, left[number % len(left)])


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_a_whole_game_by_keyboard_alone(lang: str, deal: Deal) -> None:
    table = opened(deal, lang=lang)
    hand = Keyboard(table)
    hand.tab_to('[data-testid="chance"]')
    hand.key("Home", *["ArrowRight"] * 17)
    expect(table.part("chance-now")).to_contain_text("0.9" if lang == "en" else "0,9")
    choose(hand, start="computer")
    assert table.focused()["cell"] == "A1"
    expect(table.part("playing")).to_contain_text("0.9" if lang == "en" else "0,9")
    assert (shots(table), shots(table, "yours")) == (0, 1)
    hand.write("cell-fire", "c3")
    hand.key("Enter")
    expect(table.part("theirs-shots")).to_have_text("1")
    expect(table.status).to_contain_text("C3")
    expect(table.part("why").locator(".why-shot")).to_have_count(2)
    expect(table.part("why").locator(".kind")).to_have_text(["V", "B", "C"] * 2)
    finish(table, hand)
    table.in_phase("over")
    assert table.focused()["id"] == "result-heading"
    expect(table.part("verdict")).not_to_be_empty()
    expect(table.part("seed")).to_contain_text("Qiskit")
    expect(table.part("links").locator("li").first).to_be_visible()
    foreign = Words(table, lang).foreign(table)
    assert foreign == []
    hand.press("again")
    assert table.page.evaluate("() => document.activeElement.matches('#choice summary')")
    hand.press("begin")
    table.in_phase("battle")
    expect(table.part("theirs-shots")).to_have_text("0")


@pytest.mark.parametrize("hand", [Mouse, Touch])
def test_a_whole_game_by_pointing(hand: type[Mouse], deal: Deal) -> None:
    table = begun(deal, hand, layer="L2", policy="checkerboard")
    expect(table.part("yours").locator('[data-ship="branch"]').first).to_be_visible()
    finish(table, hand(table))
    expect(table.part("result-you").locator("td").first).to_have_text(str(shots(table)))
    assert table.width_over() == 0


def test_each_layer_offers_what_it_has(deal: Deal) -> None:
    table = opened(deal)
    parts = ["chance", "feedback-open", "linked-ones"]
    circuits = ["circuit-V", "circuit-B", "circuit-C"]
    for layer, offered, used in (("L0", 0, 0), ("L1", 2, 1), ("L2", 2, 2), ("L3", 3, 3)):
        table.part(f"layer-{layer}").check()
        shown = [table.part(part).is_visible() for part in parts]
        assert shown == [True] * offered + [False] * (3 - offered)
        faint = [table.part(one).get_attribute("data-unused") is None for one in circuits]
        assert faint == [True] * used + [False] * (3 - used)
        choose(Mouse(table), layer=layer)
        fire(table, Mouse(table), "C3")
        kinds = table.part("why").locator(".why-shot").first.locator(".kind")
        expect(kinds).to_have_text(["V", "B", "C"][:used])
        table.part("choice").locator("summary").click()


def test_the_slider_turns_the_circuits(deal: Deal) -> None:
    table = opened(deal)
    table.part("qiskit").locator("summary").click()
    table.part("chance").fill("0.25")
    expect(table.part("circuit-V")).to_contain_text("1.047")
    expect(table.part("circuit-B")).to_contain_text("25%")
    expect(table.part("drawing-V")).to_contain_text("Ry(π/3)")
    expect(table.part("drawing-C")).to_contain_text("Ry(π/2)")
    table.part("chance").fill("1")
    expect(table.part("circuit-V")).to_contain_text("3.142")
    expect(table.part("drawing-B")).to_contain_text("Ry(π)")


def test_with_p_1_every_hit_counts_and_every_ship_lies_in_b(deal: Deal) -> None:
    table = opened(deal)
    table.part("chance").fill("1")
    choose(Mouse(table), layer="L2", policy="belief")
    finish(table, Mouse(table))
    assert table.cells("theirs", '[data-mark="resisted"]') == []
    told = table.page.locator("#why").text_content() or ""
    assert "branch A" not in told


def test_a_cell_that_may_be_fired_at_again(deal: Deal) -> None:
    table = opened(deal)
    table.part("chance").fill("0.05")
    choose(Mouse(table), layer="L1", feedback="ambiguous")
    fire(table, Mouse(table), "C3")
    cell = table.cell("theirs", "C3")
    if cell.get_attribute("data-mark") == "nothing":
        fire(table, Mouse(table), "C3")
    if cell.get_attribute("data-mark") == "nothing":
        expect(cell).to_have_text("2")
        expect(cell).to_have_attribute("aria-label", "C3, no damage, 2 shots, last shot")
        expect(table.page.locator("#why")).to_contain_text("you are not told which")


def test_a_spent_cell_and_ones_own_waters(deal: Deal) -> None:
    table = begun(deal, layer="L0")
    fire(table, Mouse(table), "C3")
    table.cell("theirs", "C3").click(force=True)
    expect(table.status).to_have_text("C3 may not be fired at again. Choose another cell.")
    table.cell("yours", "C3").click(force=True)
    expect(table.status).to_contain_text("your own waters")
    table.part("cell-fire").fill("Z9")
    table.part("cell-fire-go").click()
    expect(table.part("cell-fire")).to_have_attribute("aria-invalid", "true")
    assert shots(table) == 1


def test_what_the_policy_thinks(deal: Deal) -> None:
    table = begun(deal, layer="L3", policy="belief", board="10x10")
    table.part("heat-toggle").click()
    expect(table.part("board-yours").locator('[data-heat="6"]').first).to_be_visible()
    table.part("heat-numbers").click()
    expect(table.part("board-yours").get_by_text("100", exact=True).first).to_be_visible()
    fire(table, Mouse(table), "E5")
    expect(table.part("board-yours").locator('[data-heat="6"]').first).to_be_visible()
    table.part("choice").locator("summary").click()
    choose(Mouse(table), policy="random")
    expect(table.part("heat-help")).to_have_text("This policy does not think in numbers.")
    assert table.cells("yours", "[data-heat]") == []


def test_a_game_is_kept(deal: Deal) -> None:
    table = begun(deal, layer="L2")
    fire(table, Mouse(table), "C3")
    url = table.page.url
    assert "?game=" in url
    table.page.goto(f"{table.site}/study")
    expect(table.part("theirs-shots")).to_have_text("1")
    expect(table.status).to_contain_text("Your game was kept.")
    assert table.page.url == url
    table.part("lang-tr").click()
    expect(table.status).to_contain_text("Oyununuz saklandı.")
    other = deal(path=url.removeprefix(table.site), token="x" * 43)
    other.allowed.append("404")
    expect(other.status).to_contain_text("not on this server")
    expect(other.part("choice")).to_be_visible()


def test_another_window_was_faster(deal: Deal) -> None:
    table = begun(deal, layer="L0")
    other = deal(path=table.page.url.removeprefix(table.site))
    expect(other.part("theirs-shots")).to_have_text("0")
    fire(other, Mouse(other), "A1")
    table.allowed.append("409")
    table.cell("theirs", "B2").click()
    expect(table.alert).to_contain_text("not your turn")
    expect(table.part("theirs-shots")).to_have_text("1")
    fire(table, Mouse(table), "B2")
    expect(table.alert).to_be_empty()


def forced_violations(table: Table) -> list[str]:
    """Axe reads the page's own colours where the system's are shown: contrast is probed below."""
    return [one for one in violations(table.page) if not one.startswith("color-contrast:")]


STATES = ["choice", "battle", "numbers", "over"]


def in_state(deal: Deal, state: str, **options: str) -> Table:
    if state == "choice":
        table = opened(deal, **options)
        table.part("qiskit").locator("summary").click()
        expect(table.part("drawing-C")).to_contain_text("Ry")
        return table
    board = "10x10" if state == "numbers" else "5x5"
    policy = "random" if state == "over" else "belief"
    table = begun(deal, layer="L3", policy=policy, board=board, **options)
    for cell in open_cells(table)[:4]:
        fire(table, Mouse(table), cell)
    if state == "numbers":
        table.part("heat-toggle").click()
        table.part("heat-numbers").click()
        expect(table.part("board-yours").locator("[data-heat]").first).to_be_visible()
    if state == "over":
        finish(table, Mouse(table))
    return table


@pytest.mark.parametrize("state", STATES)
def test_axe(state: str, deal: Deal) -> None:
    table = in_state(deal, state)
    found = {look: violations(table.page) for look in looks(table, PAIRS)}
    assert found == {look: [] for look in PAIRS}


@pytest.mark.parametrize("state", ["choice", "battle"])
def test_axe_in_forced_colours(state: str, deal: Deal) -> None:
    table = in_state(deal, state)
    for theme in ("light", "dark"):
        table.page.emulate_media(color_scheme=theme, forced_colors="active")
        assert forced_violations(table) == []


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_320_pixels(lang: str, deal: Deal) -> None:
    table = opened(deal, lang=lang, phone=True)
    table.part("qiskit").locator("summary").tap()
    expect(table.part("drawing-C")).to_contain_text("Ry")
    assert_fits(table)
    choose(Touch(table), board="10x10", policy="belief")
    table.part("heat-toggle").tap()
    table.part("heat-numbers").tap()
    assert_fits(table)
    box = table.cell("theirs", "E5").bounding_box()
    assert box is not None
    assert 28 <= box["width"] <= 30
    table.part("choice").locator("summary").tap()
    choose(Touch(table), board="5x5", layer="L3")
    finish(table, Touch(table))
    assert_fits(table)


def test_both_languages_say_all(deal: Deal) -> None:
    table = in_state(deal, "battle")
    for lang in ("tr", "en"):
        switch(table, lang)
        assert Words(table, lang).foreign(table) == []


PROBE = """(mark) => {
  const cell = document.querySelector('[data-testid=board-theirs] [data-cell=A1]');
  cell.dataset.mark = mark;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const seen = (...layers) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of layers) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const before = getComputedStyle(cell.querySelector(".mark"), "::before");
  const ground = getComputedStyle(cell).backgroundColor;
  const drawn = mark === "linked" ? before.backgroundColor : before.borderTopColor;
  return { mark: seen(ground, drawn), ground: seen(ground), shape: [before.clipPath.slice(0, 7),
    before.borderRadius, before.transform.slice(0, 6), before.borderTopWidth] };
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("forced", ["none", "active"])
def test_marks_stand_out_and_differ_by_shape(theme: str, forced: str, deal: Deal) -> None:
    table = begun(deal, layer="L3", theme=theme)
    table.page.emulate_media(color_scheme=theme, forced_colors=forced)
    probes = [table.page.evaluate(PROBE, mark) for mark in ("linked", "resisted", "nothing")]
    for probe in probes:
        assert contrast(probe["mark"], probe["ground"]) >= MARK
    assert len({str(probe["shape"]) for probe in probes}) == 3
