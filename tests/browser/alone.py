"""A server, its games and a browser, for what is run by itself and not by pytest."""

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.stage import Stage
from tests.server import Server


@contextmanager
def alone() -> Iterator[tuple[Browser, Server, Stage]]:
    """Start all three; they are stopped, and the database is thrown away, at the end."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = Path(folder) / "games.sqlite3"
        with closing(Server(database)) as server, closing(Stage(database)) as stage:
            browser = playwright.chromium.launch(
                executable_path=chromium.find(), args=["--no-sandbox", "--disable-gpu"]
            )
            yield browser, server, stage
            browser.close()
