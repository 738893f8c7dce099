"""What the server refuses, whoever sends it: a code, one sentence, and nothing changed."""

from collections.abc import Callable
from time import process_time
from typing import Any

import httpx
import pytest

from tests.web.client import Client, fresh_id
from unsunk.errors import BudgetError
from unsunk.web import draws, moves
from unsunk.web.refusals import STATUS, TOO_CROWDED

Action = dict[str, Any]


def check(response: httpx.Response, code: str) -> dict[str, Any]:
    assert response.status_code == STATUS[code], response.text
    assert set(response.json()) == {"error"}
    error = response.json()["error"]
    assert (set(error), error["code"]) == ({"code", "message", "params"}, code)
    assert "\n" not in error["message"]
    assert "Traceback" not in error["message"]
    return error


def place(ship: object, first: object, across: object) -> Action:
    return {"type": "place", "ship": ship, "first": first, "across": across}


SETUP = [
    (place(0, "F1", False) | {"first": "A7"}, "off_board"),
    (place(0, "G1", True), "off_board"),
    (place(1, "C2", False), "overlap"),
    (place(5, "A5", True), "bad_ship"),
    (place(-1, "A5", True), "bad_ship"),
    (place(1.5, "A5", True), "bad_request"),
    (place("1", "A5", True), "bad_request"),
    (place(True, "A5", True), "bad_request"),
    (place(None, "A5", True), "bad_request"),
    (place(10**30, "A5", True), "bad_ship"),
    (place(1, "K1", True), "bad_cell"),
    (place(1, "A11", True), "bad_cell"),
    (place(1, "A0", True), "bad_cell"),
    (place(1, "A1.5", True), "bad_cell"),
    (place(1, "", True), "bad_cell"),
    (place(1, "Ａ1", True), "bad_cell"),
    (place(1, 7, True), "bad_request"),
    (place(1, ["A1", "A2", "B2"], True), "bad_request"),
    (place(1, "A" * 9, True), "bad_request"),
    (place(1, "A5", 1), "bad_request"),
    (place(1, "A5", "across"), "bad_request"),
    ({"type": "place", "ship": 1, "cells": ["A5", "B5", "B6", "B7"]}, "bad_request"),
    (place(1, "A5", True) | {"cells": ["A5"]}, "bad_request"),
    ({"type": "remove", "ship": 5}, "bad_ship"),
    ({"type": "level", "level": "godlike"}, "bad_level"),
    ({"type": "level", "level": None}, "bad_request"),
    ({"type": "start"}, "fleet_incomplete"),
    ({"type": "start", "fleet": []}, "bad_request"),
    ({"type": "fire", "cell": "A1"}, "wrong_phase"),
    ({"type": "jump"}, "bad_request"),
    ({"type": None}, "bad_request"),
    ({}, "bad_request"),
]


@pytest.mark.parametrize(("action", "code"), SETUP, ids=lambda part: str(part)[:60])
def test_in_the_setup(action: Action, code: str, client: Client) -> None:
    game = client.new_game()["id"]
    client.act(game, "place", ship=0, first="A3", across=True)
    before = client.view(game)
    url = f"/api/games/{game}/actions"
    check(client.post(url, json={"action_id": fresh_id(), **action}), code)
    assert client.view(game) == before


BATTLE = [
    ({"type": "fire", "cell": "A1"}, "cell_taken"),
    ({"type": "fire", "cell": "a1"}, "cell_taken"),
    ({"type": "fire", "cell": "Z1"}, "bad_cell"),
    ({"type": "fire", "cell": "A1 "}, "cell_taken"),
    ({"type": "fire", "cell": 3}, "bad_request"),
    ({"type": "fire"}, "bad_request"),
    ({"type": "fire", "cell": "B1", "by": "computer"}, "bad_request"),
    ({"type": "random"}, "wrong_phase"),
    ({"type": "clear"}, "wrong_phase"),
    ({"type": "start"}, "wrong_phase"),
    ({"type": "remove", "ship": 0}, "wrong_phase"),
    (place(0, "A1", True), "wrong_phase"),
]


@pytest.mark.parametrize(("action", "code"), BATTLE, ids=lambda part: str(part)[:60])
def test_in_the_battle(action: Action, code: str, client: Client) -> None:
    game = client.battle()["id"]
    client.act(game, "fire", cell="A1")
    before = client.view(game)
    url = f"/api/games/{game}/actions"
    check(client.post(url, json={"action_id": fresh_id(), **action}), code)
    assert client.view(game) == before


def test_after_the_end(client: Client) -> None:
    seen = client.battle(board="5x5", fleet="1", level="easy")
    cells = [f"{column}{row}" for column in "ABCDE" for row in range(1, 6)]
    while seen["phase"] != "over":
        seen = client.act(seen["id"], "fire", cell=cells.pop()).json()
    url = f"/api/games/{seen['id']}"
    check(client.act(seen["id"], "fire", cell=cells.pop()), "wrong_phase")
    check(client.get(f"{url}/heat"), "wrong_phase")
    assert client.view(seen["id"]) == seen


def test_a_placement_that_fails_changes_nothing(client: Client) -> None:
    game = client.new_game(board="5x5", fleet="3,2,2")["id"]
    client.act(game, "place", ship=1, first="A3", across=True)
    error = check(client.act(game, "place", ship=0, first="A1", across=False), "overlap")
    assert error["params"] == {"ship": "3", "other": "2a", "cell": "A1"}
    assert client.act(game, "place", ship=2, first="A1", across=False).status_code == 200


@pytest.mark.parametrize(("touching", "corner"), [("no", "touches"), ("corners", None)])
def test_ships_that_touch(touching: str, corner: str | None, client: Client) -> None:
    game = client.new_game(touching=touching)["id"]
    client.act(game, "place", ship=0, first="A1", across=True)
    check(client.act(game, "place", ship=1, first="A2", across=True), "touches")
    at_corner = client.act(game, "place", ship=1, first="F2", across=True)
    assert at_corner.status_code == 200 if corner is None else check(at_corner, corner)


NEW_GAMES = [
    ({"board": "3x5"}, "bad_board"),
    ({"board": "5x16"}, "bad_board"),
    ({"board": "0x0"}, "bad_board"),
    ({"board": "-5x5"}, "bad_board"),
    ({"board": "ten"}, "bad_board"),
    ({"board": "10x10x10x10x10x10"}, "bad_request"),
    ({"board": 10}, "bad_request"),
    ({"board": None}, "bad_request"),
    ({"fleet": "16"}, "impossible_fleet"),
    ({"fleet": "0"}, "impossible_fleet"),
    ({"fleet": ""}, "impossible_fleet"),
    ({"fleet": "five,four"}, "impossible_fleet"),
    ({"fleet": "5;4"}, "bad_request"),
    ({"fleet": "5" + ",5" * 20}, "impossible_fleet"),
    ({"fleet": "5" + ",5" * 40}, "impossible_fleet"),
    ({"board": "5x5", "fleet": "5,5,5", "touching": "no"}, None),
    ({"board": "5x5", "fleet": "5,5,5,5", "touching": "no"}, "impossible_fleet"),
    ({"fleet": [5, 4]}, "bad_request"),
    ({"level": "godlike"}, "bad_level"),
    ({"touching": "perhaps"}, "bad_request"),
    ({"announce": "loud"}, "bad_request"),
    ({"first": "nobody"}, "bad_request"),
    ({"seed": 1}, "bad_request"),
    ({"action_id": "1"}, "bad_request"),
    ({"action_id": 7}, "bad_request"),
]


@pytest.mark.parametrize(("terms", "code"), NEW_GAMES, ids=lambda part: str(part)[:60])
def test_new_games(terms: Action, code: str | None, client: Client) -> None:
    response = client.post("/api/games", json={"action_id": fresh_id(), **terms})
    if code is None:
        assert response.status_code == 201
    else:
        check(response, code)
        assert "set-cookie" not in response.headers


CROWDED = {"board": "15x15", "fleet": ",".join("3" * 26), "touching": "corners"}


def test_fleets_too_crowded_to_be_drawn_are_refused_soon_and_remembered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    draws.CROWDED.clear()
    start = process_time()
    error = check(
        client.post("/api/games", json={"action_id": fresh_id(), **CROWDED}), "too_crowded"
    )
    assert process_time() - start < 2
    assert error["message"] == TOO_CROWDED

    def drawn(*_: object, **__: object) -> Any:
        raise AssertionError("drawn once more")

    monkeypatch.setattr(draws, "draw_layout", drawn)
    again = client.post("/api/games", json={"action_id": fresh_id(), **CROWDED})
    check(again, "too_crowded")


def test_a_random_fleet_that_was_given_up_is_not_drawn_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, calls = client.new_game()["id"], []

    def given_up(*_: object, **__: object) -> Any:
        calls.append(1)
        raise BudgetError("too many")

    monkeypatch.setattr(draws, "draw_layout", given_up)
    for _ in range(2):
        check(client.act(game, "random"), "too_crowded")
    assert len(calls) == 1
    monkeypatch.undo()
    draws.CROWDED.clear()
    assert client.new_game()["phase"] == "setup"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b"\xff\xfe", "bad_json"),
        (b'{"action_id": "\xed\xa0\x80"}', "bad_json"),
        (b"[" * 8000, "bad_json"),
        (b'{"a":' * 1600, "bad_json"),
        (b'{"ship": ' + b"9" * 8000 + b"}", "bad_json"),
        (b"[]", "bad_request"),
        (b"null", "bad_request"),
        (b'"start"', "bad_request"),
        (b'{"type": "start"}', "bad_request"),
        (b"{}" + b" " * 8190, None),
        (b"{}" + b" " * 8191, "too_large"),
        (b'{"x": "' + b"x" * 1_000_000 + b'"}', "too_large"),
    ],
    ids=lambda part: str(part)[:30],
)
@pytest.mark.parametrize("of_a_game", [True, False])
def test_bodies(body: bytes, code: str | None, of_a_game: bool, client: Client) -> None:
    game = client.new_game()["id"]
    url = f"/api/games/{game}/actions" if of_a_game else "/api/games"
    headers = {"content-type": "application/json"}
    check(client.post(url, content=body, headers=headers), code or "bad_request")
    assert client.view(game)["version"] == 1


def test_a_body_without_a_stated_length_is_cut_off(client: Client) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b" " * 1000
        raise AssertionError("the server read on")

    check(client.post("/api/games", content=endless()), "too_large")


def test_games_of_others_are_not_there(client: Client, open_client: Callable[..., Client]) -> None:
    game = client.battle()["id"]
    stranger, nobody = open_client(), open_client()
    stranger.new_game()
    before = client.view(game)
    for other in (stranger, nobody):
        answers = [
            check(other.get(f"/api/games/{game}"), "not_found"),
            check(other.get("/api/games/AAAAAAAAAAAAAAAA"), "not_found"),
        ]
        assert answers[0] == answers[1]
        check(other.get(f"/api/games/{game}/heat"), "not_found")
        check(other.act(game, "fire", cell="A1"), "not_found")
    assert client.view(game) == before


@pytest.mark.parametrize(
    "path",
    ["/api", "/api/", "/api/games/", "/nothing", "/api/games/x/y", "/static/../app.py"],
)
def test_addresses_where_nothing_is(path: str, client: Client) -> None:
    check(client.get(path), "not_found")


@pytest.mark.parametrize("path", ["/static/%2e%2e/app.py", "/static/%00", "/api/games/%00"])
def test_addresses_that_try_to_escape(path: str, client: Client) -> None:
    check(client.get(path), "not_found")


def test_other_methods(client: Client) -> None:
    for method, path in (("GET", "/api/games"), ("PUT", "/api/levels"), ("DELETE", "/")):
        response = client.send(method, path)
        assert response.status_code == 405
        assert response.json()["error"]["code"] == "bad_request"


def test_bad_bytes_in_a_cookie_are_no_seat(open_client: Callable[..., Client]) -> None:
    for value in ("x", "x" * 43, '"', "ü" * 43, "x" * 4000):
        client = open_client()
        headers = [(b"cookie", f"unsunk_seat={value}".encode())]
        check(client.get("/api/games/AAAAAAAAAAAAAAAA", headers=headers), "not_found")


def test_a_setup_that_never_ends(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "MOST_SETUP_EVENTS", 20)
    game = client.new_game()["id"]
    for number in range(19):
        cell = "A1" if number % 2 else "A2"
        assert client.act(game, "place", ship=0, first=cell, across=True).status_code == 200
    check(client.act(game, "random"), "too_many_requests")
