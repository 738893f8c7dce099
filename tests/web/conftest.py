"""Apps over a database of the test's own, and browsers before them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tests.web.client import PLENTY, Client
from unsunk.web.app import create_app


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.sqlite3"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def open_app(database: str, stack: ExitStack) -> Callable[..., FastAPI]:
    """Make an app over the test's database, as often as wanted."""

    def make(**options: Any) -> FastAPI:
        app = create_app(database, **{"limits": PLENTY, **options})
        stack.callback(app.state.store.close)
        return app

    return make


@pytest.fixture
def app(open_app: Callable[..., FastAPI]) -> FastAPI:
    return open_app()


@pytest.fixture
def open_client(app: FastAPI, stack: ExitStack) -> Callable[..., Client]:
    """Open another browser, before the test's app unless another one is given."""

    def make(other: FastAPI | None = None, **options: Any) -> Client:
        client = Client(other or app, **options)
        stack.callback(client.close)
        return client

    return make


@pytest.fixture
def client(open_client: Callable[..., Client]) -> Client:
    return open_client()
