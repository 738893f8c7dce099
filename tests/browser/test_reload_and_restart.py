"""Reload the page, kill the server: the game goes on, and nothing is lost or done twice."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.stage import Stage
from tests.browser.table import Table
from tests.server import Server

Deal = Callable[..., Table]

LOST = {
    "en": "Connection lost, retrying… Nothing you did is lost.",
    "tr": "Bağlantı koptu, yeniden deneniyor… Yaptıklarınız kaybolmadı.",
}
BROKEN = r"net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|FAILED|SOCKET_NOT_CONNECTED)"


class OwnServer:
    """A server of the test's own, its games, and what befalls it."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.server = Server(database)
        self.stage = Stage(database)

    def kill(self) -> None:
        assert self.server.stop(signal.SIGKILL)[0] == -signal.SIGKILL

    def restart(self) -> None:
        self.server = Server(self.database, self.server.port)

    def close(self) -> None:
        self.stage.close()
        self.server.close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OwnServer]:
    own = OwnServer(tmp_path / "games.sqlite3")
    yield own
    own.close()


def open_table(deal: Deal, own: OwnServer, game: str, lang: str) -> Table:
    table = deal(game, site=own.server.url, token=own.stage.token, lang=lang)
    table.allowed.append(BROKEN)
    return table


def fired(own: OwnServer, game: str, by: str) -> list[str]:
    return [event["cell"] for event in own.stage.events(game) if event.get("by") == by]


def shown(table: Table) -> tuple[int, int]:
    """How many lines the log shows, and how many shots the page counts for you."""
    return table.part("log").locator("li").count(), int(table.part("you-shots").inner_text())


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_a_battle_through_four_deaths_of_the_server(lang: str, deal: Deal, own: OwnServer) -> None:
    game = own.stage.battle(level="easy")
    water = own.stage.open_water(game)
    table = open_table(deal, own, game, lang)
    table.cell("enemy", water[0]).click()
    table.marked(water[0])

    own.kill()  # while nothing is going on
    own.restart()
    table.cell("enemy", water[1]).click()
    table.marked(water[1])
    expect(table.alert).to_be_empty()

    own.kill()  # and stays dead while a shot is tried
    table.cell("enemy", water[2]).click()
    expect(table.alert).to_have_text(LOST[lang])
    assert table.cell("enemy", water[2]).get_attribute("data-mark") is None
    own.restart()
    table.marked(water[2])
    expect(table.alert).to_be_empty()

    own.server.process.send_signal(signal.SIGSTOP)  # with a shot on its way to it
    table.cell("enemy", water[3]).click()
    own.kill()
    expect(table.alert).to_have_text(LOST[lang])
    own.restart()
    table.marked(water[3])

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        own.kill()
        route.abort("connectionreset")

    table.page.route("**/actions", lose_the_answer, times=1)  # with its answer on the way back
    table.cell("enemy", water[4]).click()
    expect(table.alert).to_have_text(LOST[lang])
    own.restart()
    table.marked(water[4])
    expect(table.alert).to_be_empty()

    assert fired(own, game, "you") == water[:5]
    theirs = fired(own, game, "computer")
    assert len(set(theirs)) == len(theirs) == 5
    assert shown(table) == (10, 5)
    assert table.cells("own", "[data-mark]") == sorted(
        theirs, key=own.stage.read(game).rules.board.cell
    )
    table.reload()
    assert shown(table) == (10, 5)
    assert len(own.stage.events(game)) == 3 + 10


def test_a_setup_through_the_death_of_the_server(deal: Deal, own: OwnServer) -> None:
    game = own.stage.new()
    table = open_table(deal, own, game, "en")
    own.kill()
    table.cell("own", "B2").click()
    expect(table.alert).to_have_text(LOST["en"])
    own.restart()
    expect(table.part("ship-0")).to_have_attribute("data-placed", "")
    expect(table.alert).to_be_empty()
    assert [event["type"] for event in own.stage.events(game)] == ["created", "placed"]


@pytest.mark.parametrize("remembered", ["address", "browser"])
def test_a_reload_goes_on_placing(remembered: str, deal: Deal, stage: Stage) -> None:
    table = deal()
    game = table.game
    for ship, cell in enumerate(("A1", "A3", "A5")):
        table.cell("own", cell).click()
        expect(table.part(f"ship-{ship}")).to_have_attribute("data-placed", "")
    if remembered == "address":
        table.reload()
    else:
        table.open("/")
    assert table.game == game
    expect(table.status).to_have_text("Your game was kept: go on placing your fleet.")
    expect(table.part("ship-3")).to_have_attribute("aria-pressed", "true")
    assert len(table.cells("own", '[data-ship="own"]')) == 12
    table.cell("own", "A7").click()
    expect(table.part("ship-3")).to_have_attribute("data-placed", "")
    assert len(stage.events(game)) == 5


def test_a_reload_goes_on_fighting(deal: Deal, stage: Stage) -> None:
    game = stage.battle()
    water = stage.open_water(game)
    stage.fire(game, [*water[:3], *stage.targets(game)[4]])
    table = deal(game)
    marks = table.cells("enemy", "[data-mark]"), table.cells("own", "[data-mark]")
    log = table.part("log").inner_text()
    table.reload()
    assert (table.cells("enemy", "[data-mark]"), table.cells("own", "[data-mark]")) == marks
    assert table.part("log").inner_text() == log
    expect(table.status).to_have_text("Your game was kept: you have fired 5 shots. Your turn.")
    assert table.cells("enemy", "[data-last]") == [stage.targets(game)[4][-1]]
    table.cell("enemy", water[3]).click()
    table.marked(water[3])
    assert len(stage.events(game)) == 3 + 12


def test_a_game_that_is_gone_or_of_somebody_else_gives_way_to_a_new_one(
    deal: Deal, stage: Stage
) -> None:
    for token in (stage.token, stage.token[::-1]):
        game = stage.battle() if token != stage.token else "no-such-game"
        table = deal(game, token=token)
        table.allowed.append("status of 404")
        table.in_phase("setup")
        assert table.game != game
        expect(table.alert).to_have_text(
            "The game you asked for is not on this server, so here is a new one."
        )


def test_two_windows_of_one_game(deal: Deal, stage: Stage) -> None:
    """A shot in the other window is told, and what is tried on an old board harms nothing."""
    game = stage.battle(level="easy")
    water = stage.open_water(game)
    table = deal(game)
    stage.fire(game, water[:1])
    table.allowed.append("status of 409")
    table.cell("enemy", water[0]).click()
    table.marked(water[0])
    expect(table.alert).to_have_text("That cell was fired at before. Choose another one.")
    assert shown(table) == (2, 1)
    table.cell("enemy", water[1]).click()
    table.marked(water[1])
    expect(table.alert).to_be_empty()
    assert fired_by_you(stage, game) == water[:2]


def fired_by_you(stage: Stage, game: str) -> list[str]:
    return [event["cell"] for event in stage.events(game) if event.get("by") == "you"]
