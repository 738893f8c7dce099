"""No page or state breaks a rule of axe: light and dark, English and Turkish, desk and phone."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.stage import Stage
from tests.browser.table import Table

Deal = Callable[..., Table]

Look = tuple[str, str, str]
SIZES = {"desk": DESK["viewport"], "phone": PHONE["viewport"]}
EVERY_LOOK = list(product(("en", "tr"), ("desk", "phone"), ("light", "dark")))
PAIRS = [
    ("en", "desk", "light"),
    ("en", "phone", "dark"),
    ("tr", "phone", "light"),
    ("tr", "desk", "dark"),
]
"""Looks among which every two choices of language, size and theme meet."""

SMALL = {"board": "7x7", "fleet": "4,3,2"}
"""Axe looks at every cell, and takes its time."""

RUN = """async () => {
  const rules = { "target-size": { enabled: true }, "color-contrast-enhanced": { enabled: false } };
  const found = await axe.run(document, { resultTypes: ["violations"], rules });
  return found.violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target} ${node.any.map((x) => x.message)}`));
}"""


def violations(page: Page) -> list[str]:
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(RUN)
    return found


def looks(table: Table, wanted: Iterable[Look]) -> Iterator[Look]:
    """Put the page into a language, a size and a theme after another."""
    for lang, size, theme in wanted:
        table.page.set_viewport_size(SIZES[size])
        table.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        if table.page.locator("html").get_attribute("lang") != lang:
            table.part(f"lang-{lang}").click()
        yield lang, size, theme


def setup_empty(deal: Deal, stage: Stage) -> Table:
    table = deal(stage.new())
    table.cell("own", "C3").hover()
    expect(table.cell("own", "G3")).to_have_attribute("data-preview", "legal")
    return table


def setup_with_all_open(deal: Deal, stage: Stage) -> Table:
    """A ship that does not fit, every drawer open, and a mistake in two forms."""
    game = stage.new(touching="no")
    stage.act(game, "place", ship=0, first="B2", across=True)
    table = deal(game)
    table.part("rules").locator("summary").click()
    table.part("rules-rows").fill("99")
    table.part("rules-apply").click()
    table.part("cell-place").fill("Z9")
    table.part("cell-place-go").click()
    table.part("ship-2").click()
    table.cell("own", "C3").focus()
    expect(table.cell("own", "C3")).to_have_attribute("data-preview", "illegal")
    return table


def battle(deal: Deal, stage: Stage, **terms: str) -> Table:
    game = stage.battle(**(terms or SMALL))
    targets, water = stage.targets(game), stage.open_water(game)
    stage.fire(game, [*water[:4], *targets[-1], targets[0][0]])
    return deal(game)


def battle_with_heat(deal: Deal, stage: Stage, **terms: str) -> Table:
    table = battle(deal, stage, **terms)
    table.part("heat-toggle").click()
    expect(table.part("board-own").locator("[data-heat]").first).to_be_attached()
    return table


def battle_with_numbers(deal: Deal, stage: Stage) -> Table:
    table = battle_with_heat(deal, stage, board="10x10")
    table.part("heat-numbers").click()
    table.cell("own", "A10").hover()
    return table


def battle_on_a_wide_board(deal: Deal, stage: Stage) -> Table:
    return deal(stage.battle(["C3", "O15"], board="15x15", announce="silent"))


def won(deal: Deal, stage: Stage) -> Table:
    game = stage.battle(**SMALL)
    stage.fire(game, [cell for ship in stage.targets(game) for cell in ship])
    return deal(game)


def lost(deal: Deal, stage: Stage) -> Table:
    game = stage.battle(**SMALL)
    stage.fire(game, [stage.targets(game)[0][0], *stage.open_water(game)])
    return deal(game)


def how_to_play(deal: Deal, stage: Stage) -> Table:
    return deal(path="/how-to-play")


def how_the_computer_aims(deal: Deal, stage: Stage) -> Table:
    return deal(path="/how-the-computer-aims")


def strategy_map(deal: Deal, stage: Stage) -> Table:
    table = deal(path="/small-boards#strategy=smart-core&step=4")
    expect(table.part("detail-name")).not_to_be_empty()
    table.part("laws").locator("summary").click()
    return table


STATES = [
    (setup_empty, PAIRS),
    (setup_with_all_open, PAIRS),
    (battle, PAIRS),
    (battle_with_heat, PAIRS),
    (battle_with_numbers, EVERY_LOOK),
    (battle_on_a_wide_board, [("en", "phone", "light")]),
    (won, PAIRS),
    (lost, PAIRS),
    (how_to_play, EVERY_LOOK),
    (how_the_computer_aims, EVERY_LOOK),
    (strategy_map, EVERY_LOOK),
]


@pytest.mark.parametrize(("state", "wanted"), STATES, ids=[state.__name__ for state, _ in STATES])
def test_no_violation(
    state: Callable[[Deal, Stage], Table], wanted: list[Look], deal: Deal, stage: Stage
) -> None:
    table = state(deal, stage)
    found = {look: violations(table.page) for look in looks(table, wanted)}
    assert found == {look: [] for look in wanted}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_violation_in_what_opens(theme: str, deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle(board="5x5", fleet="3"), theme=theme, reduced_motion="reduce")
    table.part("new-game").click()
    assert violations(table.page) == []
    table.part("new-no").click()
    table.part("settings").click()
    assert violations(table.page) == []
