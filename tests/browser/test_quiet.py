"""Calm by default: no sound and no motion that was not asked for, and nothing from elsewhere.

That no page logs an error, breaks its content policy or asks another site is watched in every
test of this folder; here every page and state is visited for it alone.
"""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.stage import Stage
from tests.browser.table import Table

Deal = Callable[..., Table]

MOVING = """() => document.getAnimations().filter((one) => one.playState === "running").length"""


def fire_and_count_motion(table: Table, cell: str) -> int:
    """Fire, and count what is moving in the frame in which the mark appears."""
    table.page.evaluate(
        """() => {
          globalThis.moved = 0;
          const look = () => {
            moved = Math.max(moved, document.getAnimations().length);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    table.cell("enemy", cell).click()
    table.marked(cell)
    table.page.wait_for_timeout(100)
    moved: int = table.page.evaluate("() => moved")
    return moved


def test_nothing_moves_for_those_who_ask_for_calm(deal: Deal, stage: Stage) -> None:
    game = stage.battle()
    water = stage.open_water(game)
    lively = deal(game)
    assert fire_and_count_motion(lively, water[0]) > 0
    still = deal(game, reduced_motion="reduce")
    assert fire_and_count_motion(still, water[1]) == 0
    chosen = deal(game)
    chosen.part("settings").click()
    chosen.part("calm").check()
    chosen.page.keyboard.press("Escape")
    assert fire_and_count_motion(chosen, water[2]) == 0
    chosen.reload()
    assert fire_and_count_motion(chosen, water[3]) == 0


def test_not_a_sound_until_it_is_switched_on(deal: Deal, stage: Stage) -> None:
    game = stage.battle(board="6x6", fleet="3,2")
    water, ships = stage.open_water(game), stage.targets(game)
    table = deal(game)
    for cell in (water[0], *ships[0]):
        table.cell("enemy", cell).click()
        table.marked(cell)
    assert table.sounds == 0
    table.part("settings").click()
    table.part("sound").check()
    table.page.keyboard.press("Escape")
    table.cell("enemy", ships[1][0]).click()
    table.marked(ships[1][0])
    expect(table.status).to_contain_text(ships[1][0])
    assert table.sounds == 1
    table.reload()
    assert table.part("sound").is_checked()


def test_every_page_asks_only_this_site_and_breaks_no_policy(deal: Deal, stage: Stage) -> None:
    table = deal(stage.new())
    kinds: set[str] = set()
    table.page.on("request", lambda request: kinds.add(request.resource_type))
    table.part("settings").click()
    for theme in ("dark", "light"):
        table.part(f"theme-{theme}").check()
    for path in ("/small-boards", "/how-to-play", "/how-the-computer-aims", "/"):
        table.open(path)
        table.part("lang-tr").click()
        table.part("lang-en").click()
    assert {"document", "script", "stylesheet"} <= kinds
    assert table.faults == []
    policy = table.page.request.get(table.site).headers["content-security-policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'; ")


def test_the_watch_sees_what_it_is_there_for(deal: Deal) -> None:
    """The guard of all these tests: an inline script, another site and an error are faults."""
    table = deal(path="/how-to-play")
    table.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "1";
          document.body.append(script);
          fetch("http://127.0.0.1:9/").catch(() => 0);
          console.error("of our own");
        }"""
    )
    table.page.wait_for_function("() => true")
    expect(table.page.locator("body > script")).to_have_count(1)
    table.page.wait_for_timeout(100)
    text = "\n".join(table.faults)
    for sign in ("policy: script-src-elem", "policy: connect-src", "of our own"):
        assert sign in text
    table.faults.clear()


def test_a_theme_is_remembered_before_the_page_is_drawn(deal: Deal) -> None:
    table = deal(path="/how-to-play")
    table.part("settings").click()
    table.part("theme-dark").check()
    assert table.page.evaluate("() => localStorage.getItem('unsunk.settings')")
    table.open("/")
    assert table.page.locator("html").get_attribute("data-theme") == "dark"
    scheme = "() => getComputedStyle(document.documentElement).colorScheme"
    assert table.page.evaluate(scheme) == "dark"
