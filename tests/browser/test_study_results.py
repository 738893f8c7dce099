"""The page of the study's results: figures and tables, in both languages, before axe, at 320 px."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.table import Table
from tests.browser.test_axe import PAIRS, looks, violations
from tests.browser.test_study import forced_violations
from tests.browser.words import Words
from unsunk.study.stored_results import results_file

Deal = Callable[..., Table]

RESULTS = {
    "games": 6400,
    "packets": 40,
    "seed": 1,
    "tables": [
        {
            "name": "table-1",
            "caption": "Terminal turns, mean ± 95 % interval, beside the paper’s",
            "columns": ["board", "policy", "L0", "paper L0", "Δ"],
            "rows": [
                ["5x5", "random", 22.512, "22.43 ± 0.41", 0.082],
                ["5x5", "belief", 16.6, "16.55 ± 0.36", None],
            ],
        }
    ],
    "figures": [
        {
            "name": "turns-5x5-random",
            "caption": "Mean terminal turns: 5×5, random; 2,000 packets, 95 % bands",
            "x": "p",
            "series": [
                {"name": name, "points": [[p / 20, 20 / p + i, 18 / p + i, 22 / p + i] for p in ps]}
                for i, (name, ps) in enumerate((name, range(1, 20, 6)) for name in "abcdefg")
            ],
        }
    ],
}


@pytest.fixture
def results(deal: Deal) -> Callable[..., Table]:
    """Open the page of results before stored ones."""

    def send(route: Route) -> None:
        route.fulfill(body=json.dumps(RESULTS), content_type="application/json")

    def open_results(**options: Any) -> Table:
        table = deal(path="/study", **options)
        table.page.route("**/api/study/results", send)
        table.page.goto(f"{table.site}/study/results")
        expect(table.part("table-table-1")).to_be_visible()
        return table

    return open_results


def test_results(results: Callable[..., Table]) -> None:
    table = results()
    expect(table.part("lead")).to_contain_text("6,400 games on 40 packets")
    part = table.part("table-table-1")
    expect(part.locator("h2")).to_have_text("Table 1: how long games take")
    cells = part.locator("tbody tr").first.locator("th, td")
    expect(cells).to_have_text(["5×5", "random", "22.512", "22.43 ± 0.41", "0.082"])
    figure = table.part("figure-turns-5x5-random")
    expect(figure.locator("polyline.series")).to_have_count(14)
    expect(figure.locator("polygon.band")).to_have_count(7)
    figure.locator("summary").click()
    expect(figure.locator("tbody tr")).to_have_count(28)
    expect(figure.locator("h2")).to_have_text("5×5, random: how long games take")
    expect(figure.locator("p").first).to_contain_text("2,000 packets, bands of 95 %")
    table.part("lang-tr").click()
    expect(figure.locator("p").first).to_contain_text("2.000 paket")
    expect(part.locator("h2")).to_have_text("Tablo 1: oyunlar ne kadar sürer")
    expect(part.locator("tbody tr").first.locator("td").nth(1)).to_have_text("22,512")
    assert Words(table, "tr").foreign(table) == []


def test_a_layer_looks_alike_in_every_figure(deal: Deal) -> None:
    table = deal(path="/study/results")
    looks = {
        kind: table.part(f"figure-{kind}-5x5-random")
        .locator(".chart-marks li")
        .evaluate_all(
            "lines => lines.map(line => [line.textContent.slice(0, 2), "
            "line.querySelector('polyline').getAttribute('class')])"
        )
        for kind in ("turns", "differences", "outcomes")
    }
    of = dict(looks["turns"])
    assert list(of) == ["L0", "L1", "L2", "L3"]
    assert looks["differences"] == [[layer, of[layer]] for layer in ("L1", "L2", "L3")]
    assert looks["outcomes"][:4] == looks["turns"]
    assert looks["outcomes"][4][1] not in of.values()


def test_results_before_axe(results: Callable[..., Table]) -> None:
    table = results()
    table.part("figure-turns-5x5-random").locator("summary").click()
    found = {look: violations(table.page) for look in looks(table, PAIRS)}
    assert found == {look: [] for look in PAIRS}
    table.page.emulate_media(forced_colors="active")
    assert forced_violations(table) == []


def test_results_at_320_pixels(results: Callable[..., Table]) -> None:
    table = results(phone=True)
    assert table.width_over() == 0
    table.part("figure-turns-5x5-random").locator("summary").tap()
    assert table.width_over() == 0


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_no_results(lang: str, deal: Deal) -> None:
    table = deal(path="/study", lang=lang)
    table.page.route("**/api/study/results", lambda route: route.fulfill(body="null"))
    table.page.goto(f"{table.site}/study/results")
    expect(table.part("none")).to_contain_text("unsunk study run")
    assert violations(table.page) == []


def test_the_results_of_the_package(deal: Deal) -> None:
    """Whatever is stored is shown; without it one sentence."""
    table = deal(path="/study/results")
    if not results_file().is_file():
        expect(table.part("none")).to_be_visible()
        return
    stored = json.loads((files("unsunk.study") / "results.json").read_text("utf-8"))
    for one in stored["tables"]:
        expect(table.part(f"table-{one['name']}")).to_be_visible()
    for one in stored["figures"]:
        expect(table.part(f"figure-{one['name']}").locator("svg").first).to_be_visible()
    assert table.width_over() == 0
