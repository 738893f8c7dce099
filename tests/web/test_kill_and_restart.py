"""A real server, killed in the middle of a game and started again over the same database."""

import json
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server import Server
from tests.web.client import fresh_id

CELLS = [f"{column}{row}" for row in range(1, 11) for column in "ABCDEFGHIJ"]


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    with ExitStack() as stack:

        def start(database: Path, port: int = 0) -> Server:
            server = Server(database, port)
            stack.callback(server.close)
            return server

        yield start


def events_of(database: Path, game: str) -> list[Any]:
    connection = sqlite3.connect(database)
    rows = connection.execute(
        "select sequence, body from events where game = ? order by sequence", [game]
    ).fetchall()
    connection.close()
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    return [json.loads(body) for _, body in rows]


def begin(http: httpx.Client, **terms: str) -> str:
    game = http.post("/api/games", json={"action_id": fresh_id(), **terms}).json()["id"]
    for type in ("random", "start"):
        act(http, game, type)
    return str(game)


def act(http: httpx.Client, game: str, type: str, **parts: Any) -> Any:
    """Send one action, again and again until it is answered."""
    message = {"action_id": fresh_id(), "type": type, **parts}
    deadline = time.monotonic() + 60
    while True:
        try:
            response = http.post(f"/api/games/{game}/actions", json=message)
        except httpx.TransportError:
            assert time.monotonic() < deadline
            time.sleep(0.02)
            continue
        assert response.status_code == 200, response.text
        return response.json()


def test_killed_again_and_again_while_shots_are_on_their_way(
    tmp_path: Path, serve: Callable[..., Server]
) -> None:
    database, server = tmp_path / "games.sqlite3", serve(tmp_path / "games.sqlite3")
    over, kept = threading.Event(), []
    with httpx.Client(base_url=server.url, timeout=10) as http:
        game = begin(http, level="easy", announce="length")
        answered: list[Any] = []

        def play() -> None:
            for cell in CELLS:
                answered.append(act(http, game, "fire", cell=cell))
                time.sleep(0.01)
                if answered[-1]["phase"] == "over":
                    break
            over.set()

        shooting = threading.Thread(target=play)
        shooting.start()
        for wait in (0.15, 0.08, 0.21):
            if over.wait(wait):
                break
            server.stop(signal.SIGKILL)
            kept.append(events_of(database, game))
            server = serve(database, server.port)
        shooting.join()
        last = http.get(f"/api/games/{game}").json()
    events = events_of(database, game)
    assert len(kept) == 3
    for before in kept:
        assert events[: len(before)] == before
    fired = [[e["cell"] for e in events if e.get("by") == by] for by in ("you", "computer")]
    assert fired[0] == CELLS[: len(fired[0])]
    assert len(set(fired[1])) == len(fired[1])
    assert [event["type"] for event in events].count("started") == 1
    assert last == answered[-1]
    assert (last["phase"], last["version"]) == ("over", len(events))
    assert all(
        later["log"][: len(earlier["log"])] == earlier["log"]
        for earlier, later in pairwise(answered)
    )


def test_a_restored_game_goes_on_exactly(tmp_path: Path, serve: Callable[..., Server]) -> None:
    """Two servers that take the same game up where a third was killed answer every shot alike."""
    first, twin = tmp_path / "games.sqlite3", tmp_path / "twin" / "games.sqlite3"
    twin.parent.mkdir()
    server = serve(first)
    with httpx.Client(base_url=server.url, timeout=10) as http:
        game = begin(http, level="hard", first="computer")
        for cell in CELLS[:9]:
            before = act(http, game, "fire", cell=cell)
        cookies = http.cookies
    assert server.stop(signal.SIGKILL)[0] == -signal.SIGKILL
    for file in first.parent.glob("games.sqlite3*"):
        shutil.copy(file, twin.parent)
    ends = []
    for database in (first, twin):
        with httpx.Client(base_url=serve(database).url, cookies=cookies, timeout=10) as http:
            assert http.get(f"/api/games/{game}").json() == before
            views = [act(http, game, "fire", cell=cell) for cell in CELLS[9:15]]
            views += [act(http, game, "fire", cell=cell) for cell in reversed(CELLS[40:46])]
            ends.append(views)
    assert ends[0] == ends[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_told_to_stop_it_ends_quietly(
    number: signal.Signals, tmp_path: Path, serve: Callable[..., Server]
) -> None:
    server = serve(tmp_path / "games.sqlite3")
    assert server.line == f"unsunk is playing at {server.url}/ (Ctrl+C stops it)\n"
    with httpx.Client(base_url=server.url) as http:
        assert http.get("/api/levels").status_code == 200
        assert server.stop(number) == (0, "")
