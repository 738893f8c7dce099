"""Contrast as the browser computes it: marks 3:1, text 4.5:1, on every ground, in every theme."""

from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest

from tests.browser.stage import Stage
from tests.browser.table import Table

Deal = Callable[..., Table]

MARK, TEXT = 3.0, 4.5
HEATS = [None, *map(str, range(7))]
SHIPS = [None, "own", "sunk", "revealed"]

PROBE = """([heat, ship, mark]) => {
  const cell = document.querySelector("[data-testid=board-own] [data-cell=A1]");
  cell.focus();
  const set = (name, value) =>
    value === null ? cell.removeAttribute(name) : cell.setAttribute(name, value);
  set("data-heat", heat);
  set("data-ship", ship);
  set("data-edges", ship === null ? null : "nesw");
  set("data-mark", mark);
  set("data-last", mark === null ? null : "");
  set("data-preview", null);
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const seen = (...layers) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of layers) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const span = cell.querySelector(".mark");
  const style = (node, part) => getComputedStyle(node, part);
  const under = [style(document.documentElement).backgroundColor, style(cell).backgroundColor];
  return {
    ground: seen(...under),
    text: seen(...under, style(span).color),
    mark: seen(...under, style(span, "::before").backgroundColor),
    ring: seen(...under, style(span, "::after").borderTopColor),
    outline: seen(...under, style(cell, "::after").borderTopColor),
    focus: seen(...under, style(cell).outlineColor),
  };
}"""
"""Dresses a cell and reads the colours that are seen, as red, green and blue from 0 to 255."""


def luminance(colour: list[int]) -> float:
    """Relative luminance, as the Web Content Accessibility Guidelines define it."""
    parts = [
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: list[int], other: list[int]) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def probe(table: Table, heat: str | None, ship: str | None, mark: str | None) -> Any:
    return table.page.evaluate(PROBE, [heat, ship, mark])


@pytest.fixture
def board(request: pytest.FixtureRequest, deal: Deal, stage: Stage) -> Table:
    """A battle with the heat map on, in the theme asked for."""
    table = deal(stage.battle(board="5x5", fleet="3"), theme=request.param)
    table.part("heat-toggle").click()
    return table


@pytest.mark.parametrize("board", ["light", "dark"], indirect=True)
def test_marks_outlines_and_numbers_stand_out_on_every_ground(board: Table) -> None:
    for heat, ship in product(HEATS, SHIPS):
        bare = probe(board, heat, ship, None)
        assert contrast(bare["text"], bare["ground"]) >= TEXT, (heat, ship)
        if ship is not None:
            assert contrast(bare["outline"], bare["ground"]) >= MARK, (heat, ship)
        for mark in ("miss", "hit", "sunk"):
            seen = probe(board, heat, ship, mark)
            assert contrast(seen["mark"], seen["ground"]) >= MARK, (heat, ship, mark)
            if heat is None:
                assert contrast(seen["ring"], seen["ground"]) >= MARK, (ship, mark)


@pytest.mark.parametrize("board", ["light", "dark"], indirect=True)
def test_the_heat_is_one_scale_from_the_ground_up(board: Table) -> None:
    """Lightness goes one way, and every step can be told from the next."""
    levels = [luminance(probe(board, heat, None, None)["ground"]) for heat in HEATS[1:]]
    assert levels in (sorted(levels), sorted(levels, reverse=True))
    assert all(
        max(one, other) + 0.05 >= 1.05 * (min(one, other) + 0.05) for one, other in pairwise(levels)
    )
    swatches = board.part("heat-legend").locator(".swatch")
    grounds = swatches.evaluate_all("all => all.map((x) => getComputedStyle(x).backgroundColor)")
    assert len(set(grounds)) == len(levels) == 7


@pytest.mark.parametrize("board", ["light", "dark"], indirect=True)
def test_the_focus_can_be_seen_on_every_ground(board: Table) -> None:
    for heat, ship in product(HEATS, SHIPS):
        seen = probe(board, heat, ship, "hit")
        assert contrast(seen["focus"], seen["ground"]) >= MARK, (heat, ship)


STATES = """() => {
  const parts = {};
  for (const cell of document.querySelectorAll("[data-testid=board-own] [data-cell]")) {
    const mark = cell.querySelector(".mark");
    const before = getComputedStyle(mark, "::before");
    const drawn = before.content !== "none";
    const kind = cell.dataset.mark ?? "none";
    parts[kind] = { drawn, clip: before.clipPath, radius: before.borderRadius, size: before.width };
  }
  return parts;
}"""


def test_states_differ_by_shape(deal: Deal, stage: Stage) -> None:
    """A dot is no cross, with no colour looked at; a cell not fired at has neither."""
    game = stage.battle(board="6x6", fleet="3", level="hard")
    stage.fire(game, stage.open_water(game)[:14])
    table = deal(game)
    marks = table.page.evaluate(STATES)
    assert {"none", "miss"} < set(marks)
    shapes = {kind: (m["clip"][:7], m["radius"]) for kind, m in marks.items() if m["drawn"]}
    assert "none" not in shapes
    assert shapes["miss"] == ("none", "50%")
    assert all(shapes[kind][0] == "polygon" for kind in shapes if kind != "miss")
    assert {"hit", "sunk"} & set(shapes)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_forced_colours_keep_the_marks(theme: str, deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle(board="5x5", fleet="3"), theme=theme, forced_colors="active")
    assert table.page.evaluate("() => matchMedia('(forced-colors: active)').matches")
    table.part("heat-toggle").click()
    for heat, ship in product([None, "0", "3", "6"], SHIPS):
        for mark in ("miss", "hit", "sunk"):
            seen = probe(table, heat, ship, mark)
            assert contrast(seen["mark"], seen["ground"]) >= MARK, (heat, ship, mark)
            assert contrast(seen["focus"], seen["ground"]) >= MARK, (heat, ship, mark)
            if ship is not None:
                assert contrast(seen["outline"], seen["ground"]) >= MARK, (heat, ship, mark)
        assert contrast(seen["text"], seen["ground"]) >= TEXT, (heat, ship)
