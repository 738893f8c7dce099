"""Take the README's pictures, always of the same game: `make pictures` runs this."""

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.alone import alone
from tests.browser.stage import Stage
from unsunk.hunting.strategy import strategy
from unsunk.rules.dice import SHOT_STREAM, Dice

PICTURES = Path(__file__).parent / "img"
WIDTH, SCALE = 1280, 1.5
SEEDS = (1222, 222)
YOUR_SEED = 5222
BATTLE, END = 18, 35
"""The shots after which the battle and the end are taken."""

RECORD = "C3:miss F6:hit G6:hit H6:sunk3 D8:miss E2:miss H4:hit"
"""What the adviser is told."""


def next_cell(stage: Stage, game: str) -> str:
    """Where `density` would fire in the person's place."""
    session = stage.read(game)
    assert session.game is not None
    dice = Dice(YOUR_SEED, SHOT_STREAM)
    return session.rules.board.name(strategy("density").next_shot(session.game.knowledge[0], dice))


def setup(page: Page, stage: Stage, site: str) -> None:
    """Two ships placed, and the next one held over a place where it fits."""
    game = stage.new(seeds=SEEDS)
    for ship, first, across in ((0, "B2", True), (1, "H4", False)):
        stage.act(game, "place", ship=ship, first=first, across=across)
    page.goto(f"{site}/?game={game}")
    page.get_by_test_id("rotate").click()
    page.locator("[data-testid=board-own] [data-cell=D5]").hover()
    page.locator("[data-preview=legal]").first.wait_for()
    take(page, "setup", "#opponent-sheet")


def battle(page: Page, stage: Stage, site: str) -> None:
    """The heat map on; each side has sunk a ship."""
    fire(page, stage, site, BATTLE)
    take(page, "battle", "#own-fleet")


def end(page: Page, stage: Stage, site: str) -> None:
    """The last ship sunk."""
    fire(page, stage, site, END)
    take(page, "end", "#own-fleet")


def adviser(page: Page, _: Stage, site: str) -> None:
    """A ship sunk, another one hit."""
    page.goto(f"{site}/adviser#board=10x10&record={RECORD}")
    page.locator("#advice[aria-busy=false]").wait_for()
    page.locator("[data-testid=board-sea] [data-cell=H4]").click()
    page.locator("h1").hover()
    take(page, "adviser", "#advice")


def fire(page: Page, stage: Stage, site: str, shots: int) -> None:
    """Play that many shots, the last of them on the page."""
    game = stage.battle(seeds=SEEDS)
    for _ in range(shots - 1):
        stage.act(game, "fire", cell=next_cell(stage, game))
    page.goto(f"{site}/?game={game}")
    page.get_by_test_id("heat-toggle").click()
    cell = page.locator(f"[data-testid=board-enemy] [data-cell={next_cell(stage, game)}]")
    with page.expect_response("**/actions"):
        cell.click()
    page.wait_for_load_state("networkidle")
    page.locator("h1").hover()


def take(page: Page, name: str, last: str) -> None:
    """Save the page down to the lower edge of an element."""
    page.evaluate("() => document.activeElement.blur()")
    box = page.locator(last).bounding_box()
    assert box is not None
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": box["y"] + box["height"] + 20}
    page.screenshot(path=PICTURES / f"{name}.png", clip=clip, full_page=True)


def main() -> None:
    """Take all pictures anew."""
    with alone() as (browser, server, stage):
        for picture in (setup, battle, end, adviser):
            page = browser.new_page(
                viewport={"width": WIDTH, "height": 1000},
                device_scale_factor=SCALE,
                locale="en-GB",
                reduced_motion="reduce",
            )
            page.context.add_cookies([stage.cookie(server.url)])
            picture(page, stage, server.url)


if __name__ == "__main__":
    main()
