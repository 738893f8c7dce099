"""Whole games: by mouse, by touch on a small phone, and by keyboard alone, in both languages."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Keyboard, Mouse, Touch
from tests.browser.stage import Stage
from tests.browser.table import Table
from tests.browser.voyage import CLASSIC, Terms, choose_terms, fight, place_fleet
from unsunk.rules.notation import layout_text

Deal = Callable[..., Table]

SMALL = Terms(6, 6, (3, 2), touching="no", announce="named", level="easy", first="computer")
SAID = {
    "en": ("Victory", "You win: the enemy fleet is sunk after {shots} shots."),
    "tr": ("Zafer", "Kazandınız: düşman filosu {shots} atışta battı."),
}
GAMES = [
    (Mouse, "en", CLASSIC),
    (Mouse, "tr", SMALL),
    (Touch, "en", SMALL),
    (Touch, "tr", CLASSIC),
    (Keyboard, "en", SMALL),
    (Keyboard, "tr", CLASSIC),
]


@pytest.mark.parametrize(
    ("kind", "lang", "terms"), GAMES, ids=[f"{kind.__name__}-{lang}" for kind, lang, _ in GAMES]
)
def test_a_whole_game(kind: type[Mouse], lang: str, terms: Terms, deal: Deal, stage: Stage) -> None:
    table = deal(lang=lang, phone=kind is Touch)
    if kind is Keyboard:
        forbid_pointing(table)
    device = kind(table)
    table.in_phase("setup")
    if terms is not CLASSIC:
        choose_terms(table, device, terms)
    placed = place_fleet(table, device, terms)
    device.press("start")
    table.in_phase("battle")
    assert events_of_setup(stage, table.game) == placed
    shots = fight(table, device, stage)
    assert_end(table, stage, shots, lang)
    game = table.game
    device.press("again")
    table.in_phase("setup")
    assert table.game != game
    assert stage.read(table.game).rules == stage.read(game).rules
    expect(table.part("board-own").locator("[data-ship]")).to_have_count(0)
    expect(table.part("board-own").locator('[tabindex="0"]')).to_be_focused()


def events_of_setup(stage: Stage, game: str) -> list[str]:
    """Where your ships lie, ship by ship, as the database has it."""
    session = stage.read(game)
    assert session.game is not None
    return [part.split(":")[1] for part in layout_text(session.game.layouts[0]).split()]


def assert_end(table: Table, stage: Stage, shots: list[str], lang: str) -> None:
    heading, verdict = SAID[lang]
    expect(table.page.locator("#result-heading")).to_have_text(heading)
    expect(table.page.locator("#result-heading")).to_be_focused()
    expect(table.part("verdict")).to_have_text(verdict.format(shots=len(shots)))
    fleet = {cell for ship in stage.targets(table.game) for cell in ship}
    assert set(table.cells("enemy", '[data-ship="sunk"]')) == fleet
    assert set(table.cells("enemy", "[data-mark]")) == set(shots)
    session = stage.read(table.game)
    assert session.game is not None
    theirs = [session.rules.board.name(s.cell) for s in session.game.knowledge[1].shots]
    assert set(table.cells("own", "[data-mark]")) == set(theirs)
    fired = [e["cell"] for e in stage.events(table.game) if e.get("by") == "you"]
    assert fired == shots
    expect(table.part("result-you-shots")).to_have_text(str(len(shots)))
    expect(table.part("result-you-hits")).to_have_text(str(len(fleet)))
    expect(table.part("result-computer-shots")).to_have_text(str(len(theirs)))
    expect(table.part("log").locator("li")).to_have_count(len(shots) + len(theirs))


def forbid_pointing(table: Table) -> None:
    """Make every call that points fail, and every pointer event of the page a fault."""

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("this game is played by keyboard alone")

    for name in ("move", "down", "up", "click", "dblclick", "wheel"):
        setattr(table.page.mouse, name, refuse)
    table.page.evaluate(
        """() => {
          for (const kind of ["pointerdown", "pointermove", "touchstart", "wheel"]) {
            addEventListener(kind, () => console.error(`pointed: ${kind}`), { capture: true });
          }
        }"""
    )
