"""What a screen reader is given to read in one fixed game: golden texts in `spoken/`.

Each line is a text that a live region came to hold, after the region's name; a step of the game
stands before the lines that it caused. A no-break space, which makes a repeated sentence a new
one, is written ␣. A change of words or of their order must visibly change these files, and only

    python -m tests.browser.spoken

writes them.
"""

from collections.abc import Iterator
from pathlib import Path

from tests.browser.alone import alone
from tests.browser.stage import Stage
from tests.browser.table import Table

GOLDEN = Path(__file__).parent / "spoken"
TERMS = {"board": "6x6", "fleet": "destroyer=2,cruiser=3", "level": "easy", "first": "computer"}
SEEDS = (20, 73)

LISTEN = """
globalThis.spoken = [];
addEventListener("DOMContentLoaded", () => {
  for (const node of document.querySelectorAll("[role=status], [role=alert]")) {
    const say = () => {
      if (node.textContent !== "") spoken.push(`${node.role} ${node.id}: ${node.textContent}`);
    };
    new MutationObserver(say).observe(node, { childList: true });
  }
});
"""
"""Runs before the page's own scripts; everything said is gathered in `spoken`."""


def transcript(table: Table, stage: Stage) -> str:
    """Play the game on a page that listens; what was said, step by step."""
    return "".join(steps(table, stage))


def steps(table: Table, stage: Stage) -> Iterator[str]:
    """The steps of the game, each with what it made the page say."""
    yield said(table, "open the page")
    yield from placing(table)
    yield from fighting(table, stage)


def placing(table: Table) -> Iterator[str]:
    table.cell("own", "F1").click()
    yield said(table, "place the first ship over the edge")
    table.cell("own", "F1").click()
    yield said(table, "again")
    table.part("rotate").click()
    yield said(table, "rotate")
    table.cell("own", "F1").click()
    yield said(table, "place it down", 1)
    table.part("rotate").click()
    table.cell("own", "E1").click()
    yield said(table, "place the second ship across, over the first")
    table.part("start").click(force=True)
    yield said(table, "start too early")
    table.part("rotate").click()
    table.cell("own", "B6").click()
    yield said(table, "place the second ship down over the edge")
    table.cell("own", "B2").click()
    yield said(table, "place it", 1)
    table.cell("own", "B3").click()
    yield said(table, "take it up")
    table.part("rotate").click()
    yield said(table, "rotate it", 1)
    table.cell("own", "A5").click()
    yield said(table, "move it", 1)
    table.part("level-normal").click()
    yield said(table, "choose a level", 1)
    table.part("level-easy").click()
    yield said(table, "choose a level", 1)


def fighting(table: Table, stage: Stage) -> Iterator[str]:
    table.part("start").click()
    yield said(table, "start", 1)
    water, (cruiser, destroyer) = stage.open_water(table.game), stage.targets(table.game)
    for cell in [water[0], *cruiser[:2], water[5]]:
        table.cell("enemy", cell).click()
        yield said(table, f"fire at {cell}", 1)
    for _ in range(2):
        table.cell("enemy", water[0]).click(force=True)
        yield said(table, f"fire at {water[0]} again")
    table.part("heat-toggle").click()
    yield said(table, "heat map on")
    table.part("cell-fire").fill("K7")
    table.part("cell-fire-go").click()
    yield said(table, "type a cell that is not there")
    for cell in [cruiser[2], *destroyer]:
        table.cell("enemy", cell).click()
        yield said(table, f"fire at {cell}", 1)
    table.in_phase("over")
    table.cell("enemy", water[1]).click(force=True)
    yield said(table, f"fire at {water[1]} after the end")
    table.part("again").click()
    yield said(table, "play again", 1)


def said(table: Table, step: str, least: int = 0) -> str:
    """The step, and what has been said since the one before; waits for `least` sentences."""
    table.page.wait_for_function("(least) => spoken.length >= least", arg=least)
    texts = table.page.evaluate("() => spoken.splice(0)")
    lines = [f"> {step}", *texts]
    return "".join(line.replace("\xa0", "␣") + "\n" for line in lines)


def main() -> None:
    with alone() as (browser, server, stage):
        for lang, locale in (("en", "en-GB"), ("tr", "tr-TR")):
            context = browser.new_context(locale=locale)
            context.add_init_script(LISTEN)
            context.add_cookies([stage.cookie(server.url)])
            table = Table(context.new_page(), server.url, lang)
            table.open("/", stage.new(seeds=SEEDS, **TERMS))
            (GOLDEN / f"{lang}.txt").write_text(transcript(table, stage), "utf-8")


if __name__ == "__main__":
    main()
