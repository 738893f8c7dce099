"""A 7×12 board with three ships that may not touch, played to the end as each rule announces it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.devices import Mouse
from tests.browser.stage import Stage
from tests.browser.table import Table
from tests.browser.voyage import Terms, choose_terms

Deal = Callable[..., Table]

LAST = {
    "length": "hit: a ship of {length} is sunk.",
    "silent": "hit.",
    "named": "hit: ship of {length} sunk.",
}


@pytest.mark.parametrize("announce", LAST)
def test_played_to_the_end(announce: str, deal: Deal, stage: Stage) -> None:
    table = deal(lang="en")
    terms = Terms(7, 12, (4, 3, 2), touching="no", announce=announce, level="normal")
    choose_terms(table, Mouse(table), terms)
    table.part("random").click()
    expect(table.part("start")).not_to_have_attribute("aria-disabled", "true")
    table.part("start").click()
    table.in_phase("battle")
    water, ships = stage.open_water(table.game), stage.targets(table.game)
    table.cell("enemy", water[0]).click()
    assert table.marked(water[0]) == "miss"
    for number, ship in enumerate(ships):
        for cell in ship:
            table.cell("enemy", cell).click()
            table.marked(cell)
            expect(table.status).to_contain_text(f"{cell} hit")
        length = len(ship)
        expect(table.status).to_contain_text(f"{ship[-1]} {LAST[announce].format(length=length)}")
        if number < len(ships) - 1:
            assert_told(table, announce, ships[: number + 1])
    table.in_phase("over")
    expect(table.part("verdict")).to_have_text("You win: the enemy fleet is sunk after 10 shots.")
    assert set(table.cells("enemy", '[data-ship="sunk"]')) == {c for ship in ships for c in ship}


def assert_told(table: Table, announce: str, sunk: list[list[str]]) -> None:
    """Check that the board and the tracker show of the sunk ships what was announced."""
    outlined = table.cells("enemy", '[data-ship="sunk"]')
    states = states_of(table.part("tracker-enemy").locator("li"))
    if announce == "silent":
        assert outlined == []
        assert states == ["unknown"] * 3
        expect(table.page.locator("#enemy-fleet .hint")).to_be_visible()
        return
    assert states == ["sunk"] * len(sunk) + ["afloat"] * (3 - len(sunk))
    cells = {cell for ship in sunk for cell in ship}
    assert set(outlined) == (cells if announce == "named" else set())


def states_of(items: Locator) -> list[str]:
    states: list[str] = items.evaluate_all("all => all.map((one) => one.dataset.state)")
    return states


@pytest.mark.parametrize("announce", ["shown", "silent"])
def test_a_lost_game_shows_the_ships_never_found(announce: str, deal: Deal, stage: Stage) -> None:
    terms = {"board": "7x12", "fleet": "4,3,2", "touching": "no", "announce": announce}
    game = stage.battle(**terms)
    ships, water = stage.targets(game), stage.open_water(game)
    shots = [ships[0][0], *ships[2], *water]
    left = iter(shots)
    while len(stage.read(game).game.knowledge[1].hits.__format__("b").replace("0", "")) < 8:
        stage.act(game, "fire", cell=next(left))
    table = deal(game)
    while table.page.locator("#main").get_attribute("data-phase") == "battle":
        cell = next(left)
        table.cell("enemy", cell).click()
        table.marked(cell)
        expect(table.status).to_contain_text(cell)
    expect(table.page.locator("#result-heading")).to_have_text("Defeat")
    expect(table.page.locator("#reveal-line")).to_have_text(
        "The enemy fleet is shown below; ships you did not sink have a dashed outline."
    )
    assert set(table.cells("enemy", '[data-ship="sunk"]')) == set(ships[2])
    assert set(table.cells("enemy", '[data-ship="revealed"]')) == {*ships[0], *ships[1]}
    style = "one => getComputedStyle(one, '::after').borderTopStyle"
    assert table.cell("enemy", ships[1][0]).evaluate(style) == "dashed"
    assert table.cell("enemy", ships[2][0]).evaluate(style) == "solid"
    expect(table.cell("enemy", ships[1][0])).to_have_attribute(
        "aria-label", f"{ships[1][0]}, ship of 3, never hit"
    )


def test_what_is_being_written_outlives_a_late_answer(deal: Deal) -> None:
    """Who fires first begins a new game; its answer comes when the rules are half written."""
    table = deal(lang="en")
    before, held = table.game, []
    table.page.route("**/api/games", lambda route: held.append(route))
    table.part("first-computer").check(force=True)
    table.part("rules").locator("summary").click()
    table.part("rules-rows").fill("6")
    table.part("rules-announce").select_option("named")
    held[0].continue_()
    table.page.wait_for_function("game => !location.search.includes(game)", arg=before)
    table.page.unroute("**/api/games")
    expect(table.part("rules-rows")).to_have_value("6")
    expect(table.part("rules-announce")).to_have_value("named")
    table.part("rules-columns").fill("7")
    table.part("rules-apply").click()
    expect(table.part("board-own").locator("[data-cell]")).to_have_count(42)
