"""The computer's counts of whole fleets: few at once, paid for, and no shot half done."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.web.client import Client, fresh_id
from tests.web.test_refused_requests import check
from unsunk.hunting.density import Density
from unsunk.hunting.exact import Exact
from unsunk.web.games import Games, seat_of
from unsunk.web.limits import Limits, MustCount
from unsunk.web.messages import read_action

SMALL = {"board": "5x5", "fleet": "3,2"}
Sent = tuple[str, str, dict[str, Any] | None]


class Crowd:
    """Counts how many of its calls run at once."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.running = self.most = self.calls = 0

    def slow(self, method: Callable[..., Any]) -> Callable[..., Any]:
        """The method, taking a tenth of a second more."""

        def called(*parts: Any) -> Any:
            with self.lock:
                self.running, self.calls = self.running + 1, self.calls + 1
                self.most = max(self.most, self.running)
            time.sleep(0.1)
            result = method(*parts)
            with self.lock:
                self.running -= 1
            return result

        return called


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Crowd:
    """Those who count for the level Exact, which goes by the heat of Hard."""
    crowd = Crowd()
    monkeypatch.setattr(Exact, "heat", crowd.slow(lambda _, known: Density().heat(known)))
    return crowd


def at_once(app: FastAPI, client: Client, requests: list[Sent]) -> list[httpx.Response]:
    """The answers to requests of one browser that are sent all at once."""

    async def run() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://unsunk.test") as http:
            http.cookies = client.http.cookies
            sent = [http.request(method, path, json=json) for method, path, json in requests]
            return list(await asyncio.gather(*sent))

    return asyncio.run(run())


def fire(game: str, cell: str = "A1") -> Sent:
    message = {"action_id": fresh_id(), "type": "fire", "cell": cell}
    return "POST", f"/api/games/{game}/actions", message


def test_shots_of_a_level_that_counts_are_made_at_the_desk_whole_or_not_at_all(
    open_app: Callable[..., FastAPI], open_client: Callable[..., Client], crowd: Crowd
) -> None:
    app = open_app(limits=Limits(burst=10_000, thinkers=2, waiting=3))
    client = open_client(app)
    games = [client.battle(**SMALL, level="exact") for _ in range(8)]
    other = client.battle(**SMALL, level="easy")["id"]
    shots = [fire(game["id"]) for game in games]
    *answers, light = at_once(app, client, [*shots, fire(other)])
    codes = [answer.status_code for answer in answers]
    assert (sorted(codes), crowd.most, light.status_code) == ([200] * 5 + [429] * 3, 2, 200)
    for game, shot, answer in zip(games, shots, answers, strict=True):
        before = client.view(game["id"])
        if answer.status_code == 429:
            check(answer, "too_many_requests")
            assert answer.headers["retry-after"] == "1"
            assert before == game
        method, path, message = shot
        again = client.send(method, path, json=message)
        assert again.status_code == 200
        assert (again.json()["version"], len(again.json()["log"])) == (game["version"] + 2, 2)


def test_the_own_heat_of_a_level_that_counts_is_made_at_the_desk(
    open_app: Callable[..., FastAPI], open_client: Callable[..., Client], crowd: Crowd
) -> None:
    app = open_app(limits=Limits(burst=10_000, thinkers=2, waiting=3))
    client = open_client(app)
    counted = client.battle(**SMALL, level="exact")["id"]
    light = client.battle(**SMALL, level="easy")["id"]
    asked: list[Sent] = [("GET", f"/api/games/{counted}/heat?law=own", None)] * 8
    *answers, other = at_once(app, client, [*asked, ("GET", f"/api/games/{light}/heat", None)])
    codes = sorted(answer.status_code for answer in answers)
    assert (codes, crowd.most, other.status_code) == ([200] * 5 + [429] * 3, 2, 200)


def test_they_cost_as_much_as_advice_and_a_shot_that_is_not_paid_for_is_not_fired(
    open_app: Callable[..., FastAPI], open_client: Callable[..., Client], crowd: Crowd
) -> None:
    client, now = open_client(), [0.0]
    counted = client.battle(**SMALL, level="exact")
    light = client.battle(**SMALL, level="easy")["id"]
    calls = crowd.calls
    limits = Limits(burst=8, each_second=1, advice_cost=4)
    other = open_client(open_app(limits=limits, ticks=lambda: now[0]))
    other.http.cookies = client.http.cookies
    assert other.get(f"/api/games/{counted['id']}/heat").status_code == 200
    now[0] = 2.0
    method, path, message = fire(counted["id"])
    assert other.send(method, path, json=message).status_code == 200
    check(other.act(counted["id"], "fire", cell="B1"), "too_many_requests")
    assert client.view(counted["id"])["version"] == counted["version"] + 2
    assert crowd.calls == calls + 2
    assert other.get(f"/api/games/{light}/heat").status_code == 200
    now[0] = 3.0
    assert other.send(method, path, json=message).json()["version"] == counted["version"] + 2


@pytest.mark.parametrize("level", ["exact", "admiral"])
def test_a_game_at_the_speed_of_a_quick_person_is_never_refused(
    level: str, open_app: Callable[..., FastAPI], open_client: Callable[..., Client]
) -> None:
    now = [0.0]
    client = open_client(open_app(limits=Limits(), ticks=lambda: now[0]))
    game = client.battle(**SMALL, level=level)["id"]
    for cell in [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]:
        now[0] += 0.5
        seen = client.act(game, "fire", cell=cell)
        assert seen.status_code == 200, seen.text
        if seen.json()["phase"] == "over":
            break
        for law in ("own", "exact"):
            assert client.get(f"/api/games/{game}/heat?law={law}").status_code == 200
    assert client.view(game)["phase"] == "over"


def test_off_the_desk_nothing_is_counted_and_nothing_changed(
    app: FastAPI, client: Client, crowd: Crowd
) -> None:
    game = client.battle(**SMALL, level="exact")
    calls, seat = crowd.calls, seat_of(client.http.cookies["unsunk_seat"])
    shot = read_action(b'{"action_id":"%b","type":"fire","cell":"A1"}' % fresh_id().encode())
    games = Games(app.state.store)
    with pytest.raises(MustCount):
        games.act(game["id"], seat, shot, counting=False)
    assert (crowd.calls, client.view(game["id"])) == (calls, game)
    once = games.act(game["id"], seat, shot)
    assert games.act(game["id"], seat, shot, counting=False) == once
