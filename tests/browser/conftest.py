"""Browser tests run on the machine's own Chromium, before a real server with its own database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser import chromium
from tests.browser.stage import Stage
from tests.browser.table import WATCH, Table
from tests.server import Server

LOCALES = {"en": "en-GB", "tr": "tr-TR"}
PHONE = {
    "viewport": {"width": 320, "height": 568},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESK = {"viewport": {"width": 1280, "height": 900}}
PATIENCE_MS = 10_000


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch that Chromium, with nothing that talks to the network by itself."""
    return {
        **browser_type_launch_args,
        "executable_path": chromium.find(),
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@pytest.fixture(scope="session", autouse=True)
def _patience() -> None:
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("browser") / "games.sqlite3"


@pytest.fixture(scope="session")
def server(database: Path) -> Iterator[Server]:
    server = Server(database)
    yield server
    server.close()


@pytest.fixture(scope="session")
def stage(server: Server, database: Path) -> Iterator[Stage]:
    stage = Stage(database)
    yield stage
    stage.close()


@pytest.fixture
def deal(
    new_context: Callable[..., BrowserContext], server: Server, stage: Stage
) -> Iterator[Callable[..., Table]]:
    """Open pages as `Table`s; at the end, none may have done what no page may do."""
    tables: list[Table] = []

    def open_page(
        game: str | None = None,
        *,
        lang: str = "en",
        theme: str = "light",
        phone: bool = False,
        path: str = "/",
        site: str = server.url,
        token: str = stage.token,
        **options: Any,
    ) -> Table:
        settings = {**(PHONE if phone else DESK), "color_scheme": theme, **options}
        context = new_context(locale=LOCALES[lang], **settings)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(WATCH)
        context.add_cookies([{"name": "unsunk_seat", "value": token, "url": site}])
        table = Table(context.new_page(), site, lang)
        tables.append(table)
        table.open(path, game)
        return table

    yield open_page
    assert [fault for table in tables for fault in table.unforeseen()] == []
