"""Pointers: dragging as an extra way to place, and a press that can be taken back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.stage import Stage
from tests.browser.table import Table

Deal = Callable[..., Table]


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(table: Table, start: Locator, end: Locator) -> None:
    mouse = table.page.mouse
    mouse.move(*middle(start))
    mouse.down()
    mouse.move(*middle(end), steps=5)
    mouse.up()


def test_a_ship_is_dragged_onto_the_board_and_about(deal: Deal, stage: Stage) -> None:
    table = deal(stage.new())
    drag(table, table.part("ship-2"), table.cell("own", "D4"))
    expect(table.part("ship-2")).to_contain_text("D4–F4")
    drag(table, table.cell("own", "E4"), table.cell("own", "H8"))
    expect(table.part("ship-2")).to_contain_text("G8–I8")
    drag(table, table.cell("own", "G8"), table.cell("own", "J1"))
    expect(table.part("ship-2")).to_contain_text("H1–J1")
    drag(table, table.cell("own", "H1"), table.page.locator("h1"))
    assert table.cells("own", '[data-ship="own"]') == ["H1", "I1", "J1"]
    drag(table, table.part("ship-0"), table.cell("own", "I1"))
    expect(table.status).to_contain_text("Carrier does not fit")
    assert table.cells("own", '[data-ship="own"]') == ["H1", "I1", "J1"]
    assert [event["type"] for event in stage.events(table.game)] == ["created", *["placed"] * 3]


@pytest.mark.parametrize("side", ["enemy", "own"])
def test_a_press_slipped_off_its_cell_does_nothing(side: str, deal: Deal, stage: Stage) -> None:
    game = stage.battle() if side == "enemy" else stage.new()
    before = len(stage.events(game))
    table = deal(game)
    drag(table, table.cell(side, "C3"), table.cell(side, "E6"))
    table.cell(side, "G7").click()
    if side == "enemy":
        table.marked("G7")
        assert table.cells("enemy", "[data-mark]") == ["G7"]
    else:
        expect(table.status).to_contain_text("does not fit at G7")
        assert len(stage.events(game)) == before


def test_pointing_at_your_waters_reads_the_heat(deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle(board="5x5", fleet="3"))
    table.part("heat-toggle").click()
    expect(table.part("heat-hottest")).to_have_text("Hottest cell: C3.")
    table.cell("own", "C3").hover()
    expect(table.part("heat-reading")).to_have_text("C3: 100 of 100; count 6.")
    table.part("heat-numbers").click()
    expect(table.cell("own", "C3")).to_have_text("100")
    expect(table.cell("own", "A1")).to_have_attribute("aria-label", "A1, empty, heat 33")
    table.part("heat-toggle").click()
    expect(table.part("board-own").locator("[data-heat]")).to_have_count(0)
    table.part("heat-toggle").click()
    table.reload()
    expect(table.cell("own", "C3")).to_have_text("100")
