"""Pages, headers, cookies, and who may come in how often."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError

from tests.web.client import Client, fresh_id
from unsunk.web.app import PAGES, STATIC
from unsunk.web.guard import HEADERS
from unsunk.web.limits import Limits


@pytest.mark.parametrize("path", PAGES)
def test_pages(path: str, client: Client) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    assert client.send("HEAD", path).status_code == 200
    again = client.get(path, headers={"if-none-match": response.headers["etag"]})
    assert again.status_code in (200, 304)


def static_files() -> list[str]:
    return sorted(
        file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.is_file()
    )


def test_every_static_file_has_a_type_that_needs_no_guessing(client: Client) -> None:
    types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    for name in static_files():
        response = client.get(f"/static/{name}")
        assert response.status_code == 200
        expected = types.get(Path(name).suffix)
        assert expected is None or response.headers["content-type"].startswith(expected)


def test_no_page_needs_what_the_policy_forbids(client: Client) -> None:
    for path in PAGES:
        text = client.get(path).text
        assert "style=" not in text
        assert "<style" not in text
        assert "onclick=" not in text
        assert "<script>" not in text
        assert "http://" not in text.replace("http://www.w3.org/", "")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/static/favicon.svg", 200),
        ("GET", "/api/levels", 200),
        ("GET", "/nothing", 404),
        ("GET", "/static/nothing.js", 404),
        ("POST", "/api/games", 400),
        ("PUT", "/", 405),
    ],
)
def test_every_answer_has_the_headers(method: str, path: str, status: int, client: Client) -> None:
    response = client.send(method, path)
    assert response.status_code == status
    assert {name: response.headers[name] for name in HEADERS} == HEADERS
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none';")
    expected = "no-store" if path.startswith("/api/") else "no-cache"
    assert response.headers["cache-control"] == expected


def test_a_fault_of_ours_tells_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Any:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("unsunk.web.app.view", broken)
    response = client.post("/api/games", json={"action_id": fresh_id()})
    assert response.status_code == 503
    assert response.json()["error"]["code"] == "unavailable"
    assert "secret" not in response.text
    assert {name: response.headers[name] for name in HEADERS} == HEADERS


def test_a_database_that_fails_is_unavailable(
    client: Client, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = client.new_game()["id"]

    def locked(*_: object) -> Any:
        raise OperationalError("select secret", {}, Exception("database is locked"))

    monkeypatch.setattr(app.state.store, "events", locked)
    response = client.get(f"/api/games/{game}")
    assert (response.status_code, response.json()["error"]["code"]) == (503, "unavailable")
    assert "secret" not in response.text


def test_a_game_whose_events_are_damaged_is_unavailable(
    client: Client, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = client.new_game()["id"]
    monkeypatch.setattr(app.state.store, "events", lambda *_: [{"type": "fired"}])
    assert client.get(f"/api/games/{game}").status_code == 503


def test_the_seat_is_a_cookie_that_scripts_and_other_sites_cannot_use(client: Client) -> None:
    response = client.post("/api/games", json={"action_id": fresh_id()})
    name, _, rest = response.headers["set-cookie"].partition("=")
    token, *attributes = rest.split("; ")
    assert (name, len(token)) == ("unsunk_seat", 43)
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(attributes)
    assert token not in response.text
    again = client.post("/api/games", json={"action_id": fresh_id()})
    assert "set-cookie" not in again.headers


def test_only_the_hash_of_a_seat_is_stored(client: Client, database: str) -> None:
    client.battle()
    token = client.http.cookies["unsunk_seat"]
    folder = Path(database.removeprefix("sqlite:///")).parent
    files = list(folder.glob("games.sqlite3*"))
    assert files
    assert all(token.encode() not in file.read_bytes() for file in files)


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"origin": "http://unsunk.test"}, True),
        ({"origin": "https://unsunk.test"}, True),
        ({"origin": "http://unsunk.test:81"}, False),
        ({"origin": "http://evil.test"}, False),
        ({"origin": "http://unsunk.test.evil.test"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "http://["}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
def test_only_pages_of_this_site_may_write(
    headers: dict[str, str], allowed: bool, client: Client
) -> None:
    response = client.post("/api/games", json={"action_id": fresh_id()}, headers=headers)
    assert response.status_code == (201 if allowed else 403)
    if not allowed:
        assert response.json()["error"]["code"] == "not_yours"


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("LocalHost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]", True),
        ("[::1]:8000", True),
        ("evil.test", False),
        ("evil.test:8000", False),
        ("localhost.evil.test", False),
        ("[::1].evil.test", False),
        ("evil.test:localhost", False),
        ("", False),
    ],
)
def test_only_known_hosts_are_answered_where_hosts_are_given(
    host: str, known: bool, open_app: Callable[..., FastAPI], open_client: Callable[..., Client]
) -> None:
    client = open_client(open_app(hosts=["localhost", "127.0.0.1", "[::1]"]))
    for path in ("/", "/static/favicon.svg", "/api/levels"):
        response = client.get(path, headers={"host": host})
        assert response.status_code == (200 if known else 400)
        assert known or response.json()["error"]["code"] == "bad_request"
        assert {name: response.headers[name] for name in HEADERS} == HEADERS


def test_a_name_that_another_site_points_here_may_not_write(
    open_app: Callable[..., FastAPI], open_client: Callable[..., Client]
) -> None:
    rebound = {"host": "evil.test", "origin": "http://evil.test"}
    client = open_client(open_app(hosts=["localhost"]))
    response = client.post("/api/games", json={"action_id": fresh_id()}, headers=rebound)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "bad_request")
    assert "set-cookie" not in response.headers
    ours = {"host": "localhost:8000", "origin": "http://localhost:8000"}
    response = client.post("/api/games", json={"action_id": fresh_id()}, headers=ours)
    assert response.status_code == 201


def test_any_host_is_answered_where_no_hosts_are_given(client: Client) -> None:
    headers = {"host": "any.test", "origin": "http://any.test"}
    response = client.post("/api/games", json={"action_id": fresh_id()}, headers=headers)
    assert response.status_code == 201


def test_each_client_has_its_own_limit(
    open_app: Callable[..., FastAPI], open_client: Callable[..., Client]
) -> None:
    now = [0.0]
    limits = Limits(burst=20, each_second=2, new_game_cost=8)
    app = open_app(limits=limits, ticks=lambda: now[0])
    client, other = open_client(app), open_client(app, host="10.0.0.2")
    game = client.new_game()["id"]
    codes = [client.get(f"/api/games/{game}").status_code for _ in range(14)]
    assert codes == [200] * 12 + [429] * 2
    refused = client.act(game, "random")
    assert refused.json()["error"]["code"] == "too_many_requests"
    assert refused.headers["retry-after"] == "1"
    assert client.get("/").status_code == 200
    assert other.get("/api/levels").status_code == 200
    now[0] = 1.0
    assert client.act(game, "random").status_code == 200
    assert client.view(game)["version"] == 2


def test_no_page_describes_the_api(client: Client) -> None:
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert client.get(path).status_code == 404
