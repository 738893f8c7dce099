"""English and Turkish: switched at any time, and never mixed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.stage import Stage
from tests.browser.table import Table
from tests.browser.words import Words

Deal = Callable[..., Table]
OTHER = {"en": "tr", "tr": "en"}


@pytest.fixture(scope="module")
def dictionary() -> dict[str, Words]:
    return {}


@pytest.fixture
def assert_in(dictionary: dict[str, Words]) -> Callable[[Table, str], None]:
    """Check that all a page says is in a language, and that it says so."""

    def check(table: Table, lang: str) -> None:
        for one in OTHER:
            dictionary.setdefault(one, Words(table, one))
        assert dictionary[lang].foreign(table) == []
        assert table.page.locator("html").get_attribute("lang") == lang
        assert dictionary[OTHER[lang]].foreign(table) != []

    return check


def switch(table: Table, lang: str) -> None:
    table.part(f"lang-{lang}").click()
    expect(table.page.locator("html")).to_have_attribute("lang", lang)


@pytest.mark.parametrize("announce", ["shown", "length", "silent", "named"])
def test_switched_in_the_middle_of_a_game(
    announce: str, deal: Deal, stage: Stage, assert_in: Callable[[Table, str], None]
) -> None:
    terms = {"announce": announce, "board": "6x6", "fleet": "3,3,2", "level": "easy"}
    game = stage.battle(**terms)
    targets, water = stage.targets(game), stage.open_water(game)
    stage.fire(game, [water[0], *targets[0]])
    table = deal(game)
    loads: list[str] = []
    table.page.on("request", lambda request: loads.append(request.resource_type))
    table.part("heat-toggle").click()
    table.part("heat-numbers").click()
    expect(table.cell("own", "A1")).to_be_visible()
    for cell in targets[1][:2]:
        table.cell("enemy", cell).click()
        table.marked(cell)
    for lang in ("en", "tr", "en", "tr"):
        switch(table, lang)
        assert_in(table, lang)
    table.cell("enemy", targets[1][2]).click()
    table.marked(targets[1][2])
    assert_in(table, "tr")
    for cell in targets[2]:
        table.cell("enemy", cell).click()
        table.marked(cell)
    table.in_phase("over")
    for lang in ("tr", "en"):
        switch(table, lang)
        assert_in(table, lang)
    assert set(loads) == {"fetch"}


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_the_setup_in_each_language(
    lang: str, deal: Deal, assert_in: Callable[[Table, str], None]
) -> None:
    table = deal(lang=lang)
    assert_in(table, lang)
    table.part("rules").locator("summary").click()
    table.part("settings").click()
    assert_in(table, lang)
    for press in (
        table.cell("own", "C3"),
        table.part("rotate"),
        table.part("remove"),
        table.part("start"),
        table.part("random"),
        table.part("level-easy"),
        table.part("first-computer"),
        table.part("clear"),
    ):
        said = table.status.text_content() or ""
        press.click(force=True)
        expect(table.status).not_to_have_text(said)
        table.cell("own", "E5").hover()
        assert_in(table, lang)
    switch(table, OTHER[lang])
    assert_in(table, OTHER[lang])


@pytest.mark.parametrize("path", ["/how-to-play", "/how-the-computer-aims"])
def test_the_text_pages_show_one_language(
    path: str, deal: Deal, assert_in: Callable[[Table, str], None]
) -> None:
    table = deal(path=path)
    for lang in ("en", "tr", "en"):
        switch(table, lang)
        assert_in(table, lang)
        shown = table.page.locator("article:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("lang", lang)


def test_the_choice_is_remembered_on_every_page(deal: Deal) -> None:
    table = deal()
    switch(table, "tr")
    for path in ("/how-to-play", "/"):
        table.open(path)
        expect(table.page.locator("html")).to_have_attribute("lang", "tr")
    expect(table.page.locator("#phase")).to_have_text("Filonuzu yerleştirin")


def test_without_a_choice_the_browser_decides(deal: Deal) -> None:
    expect(deal(lang="tr").page.locator("#phase")).to_have_text("Filonuzu yerleştirin")
    expect(deal(lang="en").page.locator("#phase")).to_have_text("Place your fleet")
