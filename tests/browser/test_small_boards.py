"""The strategy map: chosen by keys, mouse and touch, in both languages, and before axe.

What the page ought to show is read from the map as it is stored, so any map will do.
"""

import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.devices import Keyboard
from tests.browser.table import Table
from tests.browser.test_axe import violations
from tests.browser.test_colours import MARK, TEXT, contrast
from tests.browser.test_languages import OTHER, switch
from tests.browser.test_sizes import assert_fits
from tests.browser.words import Words
from unsunk.hunting.mixture import STORED

Deal = Callable[..., Table]
PERFECT = "near-perfect"


@pytest.fixture(scope="module")
def stored() -> Any:
    return json.loads((files(STORED) / "strategy-map-5x5.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def points(stored: Any) -> dict[str, Any]:
    """The strategies of the map by name, in its order."""
    return {point["strategy"]: point for point in stored["points"]}


def address(strategy: str = "", step: int = 1) -> str:
    return f"/small-boards#strategy={strategy}&step={step}"


def opened(deal: Deal, path: str = "/small-boards", **options: Any) -> Table:
    table = deal(path=path, **options)
    expect(table.part("detail-name")).not_to_be_empty()
    return table


def chosen(table: Table) -> tuple[str, int]:
    """The strategy and the shot in the address; the page must show the same."""
    found: dict[str, str] = table.page.evaluate(
        "() => Object.fromEntries(new URLSearchParams(location.hash.slice(1)))"
    )
    expect(table.part("detail-id")).to_have_text(found["strategy"])
    expect(table.part(f"point-{found['strategy']}")).to_be_checked()
    expect(table.part(f"shot-{found['step']}")).to_be_checked()
    return found["strategy"], int(found["step"])


def spot(table: Table, strategy: str) -> Locator:
    return table.part("scatter").locator(f'[data-strategy="{strategy}"]')


def centre(table: Table, strategy: str) -> tuple[float, float]:
    box = spot(table, strategy).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def number(text: str) -> float:
    """The first number of a text, as it is printed in English."""
    match = re.search(r"\d+(\.\d+)?", text)
    assert match, text
    return float(match[0])


def printed(value: float) -> Any:
    """What a number printed to two decimals may be."""
    return pytest.approx(value, abs=0.00501)


def farthest(points: dict[str, Any]) -> str:
    """The strategy that lies farthest from all others on the map."""

    def apart(name: str) -> float:
        one = points[name]
        return min(
            abs(one["win_rate"] - other["win_rate"])
            + abs(one["worst_win_rate"] - other["worst_win_rate"])
            for other in points.values()
            if other is not one
        )

    return max((name for name in points if name != PERFECT), key=apart)


def ignoring(points: dict[str, Any]) -> tuple[str, int]:
    """A strategy and a shot of its replay that is not at a hottest cell."""
    return next(
        (name, shot)
        for name, point in points.items()
        for shot, step in enumerate(point["replay"]["steps"], 1)
        if name != PERFECT and not step["hottest"]
    )


def test_every_strategy_is_a_point_and_a_row(deal: Deal, points: dict[str, Any]) -> None:
    table = opened(deal)
    rows = table.part("points").locator("tbody tr").evaluate_all(ROWS)
    assert [name for name, *_ in rows] == list(points)
    for (_, win, worst, shots, kind), point in zip(rows, points.values(), strict=True):
        assert number(win) == printed(100 * point["win_rate"])
        assert number(worst) == printed(100 * point["worst_win_rate"])
        assert number(shots) == printed(point["mean_shots"])
        assert kind == point["kind"]
    spots = table.part("scatter").locator("[data-strategy]").evaluate_all(SPOTS)
    lie = {name: (x, y) for name, _, x, y in spots}
    assert list(lie) == list(points)
    for name, shape, *_ in spots:
        assert shape == "spot spot-" + ("perfect" if name == PERFECT else points[name]["kind"])
    across = sorted(points, key=lambda name: points[name]["win_rate"])
    assert [lie[name][0] for name in across] == sorted(x for x, _ in lie.values())
    up = sorted(points, key=lambda name: -points[name]["worst_win_rate"])
    assert [lie[name][1] for name in up] == sorted(y for _, y in lie.values())
    label = table.part("scatter").locator("svg").get_attribute("aria-label")
    assert label is not None
    assert f"Scatter chart of {len(points)} strategies" in label


ROWS = """(rows) => rows.map((row) =>
  [row.dataset.strategy, ...[...row.querySelectorAll("td")].map((cell) => cell.textContent)])"""

SPOTS = """(spots) => spots.map((spot) => {
  const { x, y, width, height } = spot.getBoundingClientRect();
  return [spot.dataset.strategy, spot.getAttribute("class"), x + width / 2, y + height / 2];
})"""


def test_sampled_points_have_error_bars(deal: Deal, points: dict[str, Any]) -> None:
    table = opened(deal)
    bars = table.part("scatter").locator(".error").count()
    wide = [
        point
        for point in points.values()
        if max(high - low for low, high in (point["win_rate_ci95"], point["worst_win_rate_ci95"]))
        > 0.02
    ]
    assert (bars > 0) == bool(wide)


def test_by_keyboard_alone(deal: Deal, points: dict[str, Any]) -> None:
    table = opened(deal, address(PERFECT))
    hand = Keyboard(table)
    names = list(points)
    start = names.index(PERFECT)
    hand.tab_to('[name="strategy"]:checked')
    hand.key("ArrowDown")
    name = names[(start + 1) % len(names)]
    assert chosen(table) == (name, 1)
    expect(table.part(f"point-{name}")).to_be_focused()
    expect(table.status).to_contain_text("head-to-head, ")
    worst = (table.status.text_content() or "").partition("head-to-head, ")[2]
    assert number(worst) == printed(100 * points[name]["worst_win_rate"])
    steps = points[name]["replay"]["steps"]
    hand.press("step-next")
    assert chosen(table) == (name, 2)
    expect(table.status).to_contain_text(f"Shot 2 at {steps[1]['cell']}:")
    expect(table.part("step")).to_contain_text(f"Shot 2 at {steps[1]['cell']}:")
    hand.press("step-last")
    assert chosen(table) == (name, len(steps))
    expect(table.part("step")).to_contain_text("The whole fleet is sunk.")
    expect(table.part("step-next")).to_have_attribute("aria-disabled", "true")
    hand.press("step-next")
    assert chosen(table) == (name, len(steps))
    hand.press("step-previous")
    hand.tab_to('[name="shot"]:checked')
    hand.key("ArrowLeft", "ArrowLeft", "ArrowRight")
    assert chosen(table) == (name, len(steps) - 2)
    hand.press("step-first")
    assert chosen(table) == (name, 1)
    expect(table.part("step-previous")).to_have_attribute("aria-disabled", "true")
    for side in ("worst", "replay", "hides", "fires"):
        assert hand.enter(side) == "A1"
        hand.key("Control+End")
        assert table.focused()["cell"] == "E5"


def test_by_mouse(deal: Deal, points: dict[str, Any]) -> None:
    table = opened(deal, address(PERFECT))
    name = farthest(points)
    table.page.mouse.move(*centre(table, name))
    row = table.part("points").locator(f'tr[data-strategy="{name}"]')
    expect(row).to_have_attribute("data-pointed", "")
    expect(table.part("scatter").locator(".spot-name-strong")).to_have_count(2)
    table.page.mouse.click(*centre(table, name))
    assert chosen(table) == (name, 1)
    table.part("points").locator(f'tr[data-strategy="{PERFECT}"] td').first.click()
    assert chosen(table) == (PERFECT, 1)
    table.page.locator('label:has([data-testid="shot-3"])').click()
    assert chosen(table) == (PERFECT, 3)
    table.page.mouse.move(0, 0)
    expect(table.part("scatter")).not_to_have_attribute("data-pointed", name)


def test_points_upon_one_another_are_taken_in_turn(deal: Deal, points: dict[str, Any]) -> None:
    """Pressing again at the same place comes round to every point there."""
    table = opened(deal, address(PERFECT))
    name = max(points, key=lambda one: sum(near(points[one], two) for two in points.values()))
    x, y = centre(table, name)
    for _ in range(len(points)):
        table.page.mouse.click(x, y)
        if chosen(table)[0] == name:
            return
    raise AssertionError(f"{name} cannot be chosen on the chart")


def near(one: Any, two: Any) -> bool:
    return all(abs(one[rate] - two[rate]) < 0.01 for rate in ("win_rate", "worst_win_rate"))


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_by_touch_at_320_pixels(lang: str, deal: Deal, points: dict[str, Any]) -> None:
    table = opened(deal, address(PERFECT), phone=True, lang=lang)
    assert_fits(table)
    name = farthest(points)
    spot(table, name).scroll_into_view_if_needed()
    table.page.touchscreen.tap(*centre(table, name))
    assert chosen(table) == (name, 1)
    for testid in ("step-next", "step-next", "replay-fleet", "replay-numbers"):
        table.part(testid).tap()
    assert chosen(table) == (name, 3)
    table.page.locator('label:has([data-testid="shot-2"])').tap()
    assert chosen(table) == (name, 2)
    table.page.locator(f'label:has([data-testid="point-{PERFECT}"])').tap()
    table.part("laws").locator("summary").tap()
    assert chosen(table) == (PERFECT, 1)
    assert_fits(table)


def test_no_width_makes_the_page_scroll_sideways(deal: Deal) -> None:
    table = opened(deal)
    for width in (320, 375, 599, 600, 699, 700, 900, 1079, 1080, 1280, 1920):
        table.page.set_viewport_size({"width": width, "height": 800})
        assert table.width_over() == 0, width
        chart = table.part("scatter")
        expect(chart.locator("svg")).to_have_attribute(
            "width", str(chart.evaluate("(one) => one.clientWidth"))
        )


def test_the_detail_tells_what_is_stored(deal: Deal, stored: Any, points: dict[str, Any]) -> None:
    table = opened(deal)
    for name in {PERFECT, "exact-lowest", "random", farthest(points), ignoring(points)[0]}:
        point = points[name]
        table.part(f"point-{name}").check()
        expect(table.part("detail-id")).to_have_text(name)
        for figure, unit in (("win_rate", 100), ("mutual_race", 100), ("slowest_mean", 1)):
            row = table.part("figures").locator(f'[data-figure="{figure}"] td')
            assert number(row.first.inner_text()) == printed(unit * point[figure])
        expect(table.part("detail-kind")).to_contain_text(
            "Exact" if point["kind"] == "exact" else f"{point['games']} hunts drawn, seed "
        )
        assert len(table.cells("worst", '[data-ship="own"]')) == 8
        for ship in point["worst_layout"].split():
            span = ship.partition(":")[2].replace("-", "–")
            expect(table.part("worst-ships")).to_contain_text(f"at {span}")
        ignored = sum(not step["hottest"] for step in point["replay"]["steps"])
        marked = table.part("shots").locator("[data-ignored]")
        expect(marked).to_have_count(ignored)
        expect(table.part("ignored")).to_contain_text(str(ignored) if ignored else "all ")
        expect(table.part("hottest")).to_contain_text("of its shots are at a hottest cell")
        mean = sum(shots * share for shots, share in enumerate(point["laws"]["worst"]))
        said = table.part("law-said-worst").inner_text()
        assert number(said.partition("shots, ")[2]) == printed(mean)
        lines = table.part("law-worst").locator(".law-line")
        expect(lines).to_have_count(0 if name == PERFECT else 1)


def test_the_table_of_finishing_times(deal: Deal, stored: Any, points: dict[str, Any]) -> None:
    name = farthest(points)
    table = opened(deal, address(name))
    table.part("laws").locator("summary").click()
    laws = points[name]["laws"]
    rows = table.part("law-table").locator("tbody tr")
    shown = [row.split() for row in rows.all_inner_texts()]
    assert len(shown) == table.part("law-uniform").locator("rect").count()
    for shots, uniform, worst, perfect in shown:
        law = laws["uniform"], laws["worst"], stored["player"]["law"]
        for text, one in zip((uniform, worst, perfect), law, strict=True):
            assert number(text) == printed(100 * one[int(shots)])


def test_the_replay_is_drawn_over_the_chances(deal: Deal, points: dict[str, Any]) -> None:
    name, shot = ignoring(points)
    table = opened(deal, address(name, shot))
    steps = points[name]["replay"]["steps"]
    step = steps[shot - 1]
    assert table.cells("replay", "[data-last]") == [step["cell"]]
    assert len(table.cells("replay", "[data-mark]")) == shot
    most = max(step["chances"])
    cells = [f"{'ABCDE'[at % 5]}{at // 5 + 1}" for at in range(25)]
    hottest = [
        cell for cell, chance in zip(cells, step["chances"], strict=True) if chance > most - 2e-6
    ]
    assert table.cells("replay", '[data-flag="hottest"]') == hottest
    assert step["cell"] not in hottest
    said = table.part("step")
    expect(said).to_contain_text(f"Shot {shot} at {step['cell']}: ")
    expect(said).to_contain_text(
        f"The hottest cell{'s were' if hottest[1:] else ' was'} {hottest[0]}"
    )
    label = table.page.locator(f'label:has([data-testid="shot-{shot}"])')
    expect(label).to_contain_text("not at the hottest cell")
    assert len(table.cells("replay", "[data-ship]")) == 8
    table.part("replay-fleet").click()
    assert table.cells("replay", "[data-ship]") == []
    table.part("replay-numbers").click()
    numbers = table.part("board-replay").locator("[data-cell] .mark")
    assert set(numbers.all_inner_texts()) == {""}


def test_where_near_perfect_hides_and_fires(deal: Deal, stored: Any) -> None:
    table = opened(deal)
    for side, shares in (("hides", "hides"), ("fires", "fires_first")):
        cells = table.part(f"board-{side}").locator("[data-cell]")
        shown = [float(text) for text in cells.all_inner_texts()]
        assert shown == pytest.approx([100 * one for one in stored["player"][shares]], abs=0.0501)
    mean = table.part("perfect-line").inner_text().partition("Mean shots: ")[2]
    assert number(mean) == printed(stored["player"]["mean_shots"])


def test_the_address_keeps_what_is_chosen(deal: Deal, points: dict[str, Any]) -> None:
    name = list(points)[-1]
    table = opened(deal, address(name, 3))
    assert chosen(table) == (name, 3)
    table.part("step-next").click()
    table.page.reload()
    assert chosen(table) == (name, 4)
    table.page.evaluate(f"() => {{ location.hash = 'strategy={PERFECT}&step=2' }}")
    expect(table.part("detail-id")).to_have_text(PERFECT)
    assert chosen(table) == (PERFECT, 2)
    for bad in ("strategy=none&step=x", "%", "step=99999"):
        table.open(f"/small-boards#{bad}")
        table.page.reload()
        expect(table.part("detail-name")).not_to_be_empty()
        strategy, step = chosen(table)
        assert 1 <= step <= len(points[strategy]["replay"]["steps"])


def test_it_speaks_one_language_at_a_time(deal: Deal, points: dict[str, Any]) -> None:
    table = opened(deal, address(*ignoring(points)))
    words = {lang: Words(table, lang) for lang in OTHER}
    table.part("laws").locator("summary").click()
    for name in (PERFECT, "random", ignoring(points)[0]):
        table.part(f"point-{name}").check()
        table.part("step-last").click()
        for lang in ("tr", "en"):
            switch(table, lang)
            assert words[lang].foreign(table) == []
        assert words["tr"].foreign(table) != []
    names = table.part("points").locator("tbody label").all_inner_texts()
    assert set(names).isdisjoint(points)


@pytest.mark.parametrize("options", [{}, {"theme": "dark"}, {"forced_colors": "active"}])
def test_the_marks_can_be_seen(options: dict[str, str], deal: Deal, points: dict[str, Any]) -> None:
    table = opened(deal, address(*ignoring(points)), **options)
    inks = [
        ('[data-testid="scatter"] .spot-perfect', "fill", MARK),
        ('[data-testid="scatter"] .spot:not(.spot-perfect)', "stroke", MARK),
        ('[data-testid="scatter"] .ring', "stroke", MARK),
        ('[data-testid="scatter"] .tick', "fill", TEXT),
        ('[data-testid="scatter"] .spot-name', "fill", TEXT),
        ('[data-testid="law-worst"] .law-bar', "stroke", MARK),
        ('[data-testid="law-worst"] .law-line', "stroke", MARK),
    ]
    for selector, part, least in inks:
        ink, ground = table.page.evaluate(COLOURS, [selector, part])
        assert contrast(ink, ground) >= least, selector
    hottest = table.page.locator('[data-testid="board-replay"] [data-flag="hottest"]').first
    style = "(one) => [getComputedStyle(one).boxShadow, getComputedStyle(one).outlineStyle]"
    shadow, outline = hottest.evaluate(style)
    assert outline == "solid" if options.get("forced_colors") else "inset" in shadow


COLOURS = """([selector, part]) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const seen = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const node = document.querySelector(selector);
  const sheet = node.closest(".sheet");
  return [getComputedStyle(node)[part], getComputedStyle(sheet).backgroundColor].map(seen);
}"""


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_a_map_that_cannot_be_had_is_told(lang: str, deal: Deal) -> None:
    table = deal(path="/how-to-play", lang=lang)
    table.allowed.append("404")
    error = {"code": "no_map", "message": "none", "params": {"board": "5x5"}}
    table.page.route(
        "**/api/strategy-maps/**", lambda route: route.fulfill(status=404, json={"error": error})
    )
    table.open("/small-boards")
    told = (
        "This server has no strategy map of this board."
        if lang == "en"
        else "strateji haritası yok"
    )
    expect(table.alert).to_contain_text(told)
    expect(table.page.locator("#table")).to_be_hidden()
    expect(table.page.locator("#loading")).to_be_hidden()
    assert Words(table, lang).foreign(table) == []
    assert violations(table.page) == []


def test_what_is_no_map_is_told_as_an_error(deal: Deal) -> None:
    table = deal(path="/how-to-play")
    table.page.route("**/api/strategy-maps/**", lambda route: route.fulfill(body="{"))
    table.open("/small-boards")
    expect(table.alert).to_contain_text("Something went wrong on the server.")
    expect(table.page.locator("#table")).to_be_hidden()
