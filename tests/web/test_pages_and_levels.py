"""The pages know the levels that the server has."""

import re
from threading import Event

import pytest

from tests.web.client import Client, fresh_id
from tests.web.test_advice import MANY
from tests.web.test_refused_requests import check
from unsunk.errors import BudgetError
from unsunk.hunting.exact import Exact
from unsunk.hunting.levels import LEVELS
from unsunk.hunting.levels import level as strategy_of
from unsunk.hunting.mixture import load_mixture
from unsunk.hunting.near_perfect import NearPerfect
from unsunk.rules.ruleset import Ruleset
from unsunk.web import warming
from unsunk.web.app import PAGES, STATIC
from unsunk.web.warming import WARMING


def text_of(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def level_name(lang: str, level: str) -> str:
    words = text_of(f"js/core/words/{lang}-setup.js")
    found = re.search(rf'"level\.{level}": "(.+)",', words)
    assert found, (lang, level)
    return found[1]


def test_the_page_offers_the_levels_of_the_server(client: Client) -> None:
    listed = re.search(r"export const LEVELS = \[(.*?)\];", text_of("js/core/levels.js"), re.DOTALL)
    assert listed
    levels = client.get("/api/levels").json()["levels"]
    assert re.findall(r'"([\w-]+)"', listed[1]) == [level["id"] for level in levels]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_explained_and_measured_in_both_languages(level: str) -> None:
    page = text_of("how-the-computer-aims.html")
    articles = re.findall(r'<article lang="(\w+)".*?</article>', page, re.DOTALL)
    assert articles == ["en", "tr"]
    for lang in articles:
        start = page.index(f'<article lang="{lang}"')
        article = page[start : page.index("</article>", start)]
        name = level_name(lang, level)
        assert f"<h2>{name}</h2>" in article
        if strategy_of(level).plays(Ruleset()):
            row = rf'<th scope="row">{name}</th><td data-measure="{level}">'
            assert re.search(row, article)
            entry = rf"^  \"?{level}\"?: \{{"
            assert re.search(entry, text_of("js/core/measured.js"), re.MULTILINE)


def test_the_page_knows_where_each_level_plays() -> None:
    places = text_of("js/core/levels.js").partition("export const PLACES = {")[2].partition("};")[0]
    line = r'"(.+)": \{ boards: \[(.+)\], fleet: "(.+)", touching: "(.+)", announce: "(.+)" \}'
    named = {
        level: (re.findall(r'"(\d+x\d+)"', boards), *others)
        for level, boards, *others in re.findall(line, places)
    }
    for level in LEVELS:
        grounds = strategy_of(level).grounds()
        boards = [str(ground.board) for ground in grounds]
        others = {(g.fleet.lengths, g.touching, g.announce) for g in grounds}
        assert len(others) <= 1
        for lengths, touching, announce in others:
            assert named.pop(level) == (boards, ",".join(map(str, lengths)), touching, announce)
    assert named == {}


@pytest.mark.parametrize("rules", NearPerfect().grounds(), ids=lambda rules: str(rules.board))
def test_the_page_prints_what_is_stored_with_a_mixture(rules: Ruleset) -> None:
    figures = load_mixture(f"near-perfect-{rules.board}").figures
    printed = re.search(
        rf'"{rules.board}": {{ worst: ([\d.]+), mean: ([\d.]+) }}', text_of("js/core/measured.js")
    )
    assert printed
    assert float(printed[1]) == pytest.approx(figures["worst_win_rate"], abs=5e-9)
    assert float(printed[2]) == pytest.approx(figures["mean_shots"], abs=5e-4)
    page = text_of("how-the-computer-aims.html")
    worst, mean = f"{100 * float(printed[1]):.4f}", f"{float(printed[2]):.2f}"
    for name, value in (("worst", worst), ("mean", mean)):
        english, turkish = re.findall(rf'<td data-{name}="{rules.board}">(.*?)</td>', page)
        assert value in english
        assert value.replace(".", ",") in turkish


def test_every_page_leads_to_every_other(client: Client) -> None:
    for path in PAGES:
        text = client.get(path).text
        nav = text[text.index("<nav") : text.index("</nav>")]
        assert re.findall(r'href="([^"]+)"', nav) == list(PAGES)
        assert re.findall(r'href="([^"]+)" aria-current="page"', nav) == [path]


def test_a_level_is_refused_for_rules_that_it_cannot_play(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def require(_: object, rules: Ruleset) -> None:
        if rules.board.size > 25:
            raise BudgetError("exact plays on boards of up to 25 cells")

    monkeypatch.setattr(Exact, "require", require)
    body = {"action_id": fresh_id(), "level": "exact"}
    error = check(client.post("/api/games", json=body), "level_rules")
    assert error["message"] == "exact plays on boards of up to 25 cells"
    assert client.new_game(level="exact", board="5x5", fleet="3")["level"] == "exact"
    game = client.new_game(level="easy")["id"]
    check(client.act(game, "level", level="exact"), "level_rules")
    assert client.view(game)["level"] == "easy"


@pytest.mark.parametrize("level", ["exact", "admiral", "near-perfect"])
def test_levels_that_count_whole_fleets_refuse_too_many(level: str, client: Client) -> None:
    body = {"action_id": fresh_id(), "level": level, **MANY}
    check(client.post("/api/games", json=body), "level_rules")


def test_the_adviser_is_made_ready_when_its_page_is_opened(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(WARMING, "soon", begun.append)
    for path in PAGES:
        assert client.send("HEAD", path).status_code == 200
    assert begun == []
    for path in PAGES:
        assert client.get(path).status_code == 200
    assert begun == ["exact"]


def test_a_level_that_starts_slowly_is_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    done = Event()

    def warm(level: str) -> None:
        begun.append(level)
        done.set()

    monkeypatch.setattr(warming, "_warm", warm)
    ready = warming.Warming()
    for level in ("easy", "exact", "exact", "hard"):
        ready.soon(level)
    assert done.wait(5)
    assert begun == ["exact"]
