"""What is read aloud in a fixed game is what is written; see `tests/browser/spoken.py`."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.browser import spoken
from tests.browser.stage import Stage
from tests.browser.table import Table

Deal = Callable[..., Table]


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_the_transcript_is_as_written(lang: str, deal: Deal, stage: Stage) -> None:
    table = deal(path="/how-to-play", lang=lang)
    table.page.context.add_init_script(spoken.LISTEN)
    table.open("/", stage.new(seeds=spoken.SEEDS, **spoken.TERMS))
    text = spoken.transcript(table, stage)
    assert text == (spoken.GOLDEN / f"{lang}.txt").read_text("utf-8")


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_no_region_is_given_the_same_text_twice_in_a_row(lang: str) -> None:
    """Screen readers stay silent when a text is replaced by itself."""
    for region in ("status", "alert"):
        text = (spoken.GOLDEN / f"{lang}.txt").read_text("utf-8")
        lines = [line for line in text.splitlines() if line.startswith(region)]
        assert lines
        assert all(one != other for one, other in pairwise(lines))
    assert text.count("␣") == 2


def test_the_log_is_not_read_aloud(deal: Deal, stage: Stage) -> None:
    table = deal(stage.battle(["C3"]))
    log = table.part("log").locator("ol")
    assert log.get_attribute("aria-live") == "off"
    live = table.page.locator("[role=status], [role=alert], [aria-live]:not([aria-live=off])")
    assert live.evaluate_all("all => all.map((one) => one.id)") == ["status", "alert", "verdict"]
