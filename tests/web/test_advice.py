"""The adviser: what it counts, what it refuses, how much of it a client may have."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import Request

from tests.web.client import Client
from tests.web.test_refused_requests import check
from unsunk.belief.fitting import fits_alone
from unsunk.errors import BudgetError
from unsunk.rules.counting import iterate_layouts
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.shot import answer
from unsunk.web import app as routes
from unsunk.web.desk import Desk
from unsunk.web.limits import Limits, Meter
from unsunk.web.refusals import Refusal

SMALL = {"board": "5x5", "fleet": "3,2"}
MANY = {"board": "15x15", "fleet": ",".join("2" * 40), "announce": "named"}
"""Forty ships, each with placements of its own."""
RECORDS = [
    ("length", ""),
    ("length", "A1:miss C3:hit C4:hit D4:sunk2 E5:miss"),
    ("shown", "A1:miss C3:hit D3:sunk2@C3-D3 B2:hit"),
    ("silent", "B2:hit B3:hit A5:miss"),
    ("named", "C3:hit=3 A2:miss D1:hit=2"),
]


def ask(client: Client, **question: object) -> dict[str, Any]:
    response = client.post("/api/advise", json=question)
    assert response.status_code == 200, response.text
    return dict(response.json())


def refused(client: Client, code: str, **question: object) -> dict[str, Any]:
    return check(client.post("/api/advise", json=question), code)


def fitting(knowledge: Knowledge) -> list[Layout]:
    """All layouts that fit a record, one after another."""
    ships = knowledge.rules.fleet.ships
    return [
        layout
        for layout in iterate_layouts(knowledge.rules)
        if not knowledge.hits & ~sum(layout.ships)
        and all(fits_alone(knowledge, *pair) for pair in zip(ships, layout.ships, strict=True))
    ]


@pytest.mark.parametrize(("announce", "record"), RECORDS)
def test_every_number_is_that_of_a_list_of_all_layouts(
    announce: str, record: str, client: Client
) -> None:
    said = ask(client, **SMALL, announce=announce, record=record)
    knowledge = parse_record(parse_rules(f"board 5x5; fleet 3,2; announce {announce}"), record)
    layouts, name = fitting(knowledge), knowledge.rules.board.name
    assert (said["low"], said["high"]) == (None, None)
    assert (said["kind"], said["layouts"], said["record"]) == ("exact", str(len(layouts)), record)
    untried = [cell for cell in range(25) if knowledge.untried >> cell & 1]
    assert list(said["cells"]) == [name(cell) for cell in untried]
    for cell in untried:
        count = sum(layout.ship_at(cell) is not None for layout in layouts)
        seen = said["cells"][name(cell)]
        assert seen == {"count": str(count), "chance": pytest.approx(count / len(layouts))}
    for best in said["best"]:
        heard = [answer(one, knowledge.fired, knowledge.rules.board.cell(best["cell"]))
                 for one in layouts]  # fmt: skip
        for way in best["outcomes"]:
            kind, length = way["outcome"][:4].rstrip("1234567890"), way["outcome"][4:]
            ship = None if way["ship"] is None else knowledge.rules.fleet.names[way["ship"]]
            fits = [
                one
                for one in heard
                if one.kind == kind
                and (kind != "sunk" or str(one.length) == length)
                and (announce != "named" or one.name == ship)
            ]
            assert (way["count"], way["chance"]) == (
                str(len(fits)),
                pytest.approx(len(fits) / len(layouts)),
            )
        assert sum(int(way["count"]) for way in best["outcomes"]) == len(layouts)


def test_all_may_be_left_out(client: Client) -> None:
    said = ask(client)
    assert said["rules"]["board"] == "10x10"
    assert [ship["length"] for ship in said["ships"]] == [5, 4, 3, 3, 2]
    total = sum(int(cell["count"]) for cell in said["cells"].values())
    assert Fraction(total, int(said["layouts"])) == 17
    assert (said["certain"], said["impossible"], said["finished"]) == ([], 0, False)


def test_the_best_are_the_likeliest_in_the_order_of_the_board(client: Client) -> None:
    said = ask(client, **SMALL, announce="length", record="A1:hit")
    counts = {cell: int(seen["count"]) for cell, seen in said["cells"].items()}
    ranked = sorted(counts, key=lambda cell: -counts[cell])
    assert [best["cell"] for best in said["best"]] == ranked[:5]
    assert [best["cell"] for best in said["best"]][:2] == ["B1", "A2"]


def test_what_is_certain_impossible_and_found(client: Client) -> None:
    said = ask(client, **SMALL, announce="length", record="A1:hit B1:miss")
    assert said["certain"] == ["A2"]
    assert said["best"][0]["chance"] == 1
    assert [way["outcome"] for way in said["best"][0]["outcomes"]] == ["hit", "sunk2"]
    record = "A1:hit B1:hit C1:sunk3 A3:hit B3:sunk2"
    said = ask(client, **SMALL, announce="length", record=record)
    assert (said["finished"], said["layouts"], said["best"]) == (True, "1", [])
    assert said["impossible"] == 20
    assert [group["sunk"] for group in said["groups"]] == [1, 1]


@pytest.mark.parametrize(
    ("announce", "record", "groups"),
    [
        ("length", "A1:hit", [(3, 0, 0.0), (2, 0, 0.0)]),
        ("named", "A1:hit=2 B1:sunk2=2", [(3, 0, 0.0), (2, 1, 1.0)]),
        ("silent", "A1:hit A2:miss B1:hit C1:miss", [(3, None, 0.0), (2, None, 1.0)]),
    ],
)
def test_what_is_known_of_the_ships(
    announce: str, record: str, groups: list[object], client: Client
) -> None:
    said = ask(client, **SMALL, announce=announce, record=record)
    assert [(one["length"], one["heard"], one["sunk"]) for one in said["groups"]] == groups
    if announce == "length":
        assert sum(one["hit"] for one in said["groups"]) == pytest.approx(1)


def test_a_fleet_of_ten_answers_in_time_and_says_what_kind_of_number_it_gives(
    client: Client,
) -> None:
    start = time.monotonic()
    said = ask(client, fleet="4,3,3,2,2,2,1,1,1,1", touching="no", record="A1:miss E5:hit")
    assert time.monotonic() - start < 20
    assert said["kind"] in ("exact", "sampled")
    sampled = said["kind"] == "sampled"
    assert (said["effective"] is not None) is sampled
    assert (said["certain"] is None) is sampled
    if sampled:
        assert int(said["low"]) <= int(said["layouts"]) <= int(said["high"])
    ways = [way for best in said["best"] for way in best["outcomes"]]
    assert all(("low" in way) is sampled for way in ways)
    for cell in said["cells"].values():
        assert ("low" in cell) is sampled
        if sampled:
            assert 0 <= cell["low"] <= cell["chance"] <= cell["high"] <= 1


CLASHES = [
    ("length", "C4:miss A1:hit A2:miss B1:miss", [2, 3, 4]),
    ("length", "A1:miss C3:hit A1:hit", [1, 3]),
    ("silent", "A1:miss C3:sunk2", [2]),
    ("shown", "A1:miss C3:sunk2", [2]),
    ("named", "C3:hit=2 E5:hit=2", [1, 2]),
    ("length", "A1:hit B1:hit C1:sunk3 A3:hit B3:sunk2 E5:miss", [3, 5, 6]),
]


@pytest.mark.parametrize(("announce", "record", "shots"), CLASHES)
def test_shots_that_clash_are_named(
    announce: str, record: str, shots: list[int], client: Client
) -> None:
    error = refused(client, "clash", **SMALL, announce=announce, record=record)
    assert error["params"]["shots"] == shots
    assert error["params"]["count"] == len(shots)
    cells = [token.split(":")[0] for token in record.split()]
    assert error["params"]["cells"] == ", ".join(cells[number - 1] for number in shots)
    assert type(error["params"]["smallest"]) is bool


def test_too_many_fleets_are_told_as_such(client: Client) -> None:
    error = refused(client, "too_many_fleets", **MANY, record="A1:miss C3:hit=2a")
    assert "placements" in error["message"]


def test_a_clash_is_told_where_the_fleets_are_not_counted(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given_up(*_: object) -> Any:
        raise BudgetError("too many, too rare")

    monkeypatch.setattr("unsunk.belief.posterior.posterior", given_up)
    question = {**SMALL, "announce": "length"}
    error = refused(client, "clash", **question, record="C2:miss A1:hit E1:hit A5:hit")
    assert (error["params"]["shots"], error["params"]["smallest"]) == ([2, 3, 4], True)
    assert "cannot all be true: A1:hit E1:hit A5:hit" in error["message"]
    error = refused(client, "too_many_fleets", **question, record="C2:miss A1:hit")
    assert error["message"] == "too many, too rare"
    monkeypatch.setattr("unsunk.belief.clash.clash", given_up)
    refused(client, "too_many_fleets", **question, record="C2:miss A1:hit E1:hit A5:hit")


@pytest.mark.parametrize(
    ("record", "shot"),
    [
        ("A1", 1),
        ("A1:miss B1:maybe", 2),
        ("A1:miss, F1:miss", 2),
        ("A1:sunk99@A1-Z9", 1),
        ("A1:hit=cruiser", 1),
        ("A1:miss " * 26, 26),
        ("\u0000", 1),
        ("<script>alert(1)</script>", 1),
    ],
)
def test_records_that_cannot_be_read(record: str, shot: int, client: Client) -> None:
    error = refused(client, "bad_record", **SMALL, record=record)
    assert error["params"]["shot"] == shot
    assert len(error["params"]["text"]) <= 40


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"board": "3x5"}, "bad_board"),
        ({"board": "ten"}, "bad_board"),
        ({"board": "5x5", "fleet": "6"}, "impossible_fleet"),
        ({"fleet": "classic", "touching": "maybe"}, "bad_request"),
        ({"announce": "loud"}, "bad_request"),
        ({"record": None}, "bad_request"),
        ({"record": ["A1:miss"]}, "bad_request"),
        ({"record": "A1:miss " * 1000}, "bad_request"),
        ({"record": "A1:miss " * 1100}, "too_large"),
        ({"seed": 1}, "bad_request"),
        ({"level": "hard"}, "bad_request"),
        ({"action_id": "6fa459ea-ee8a-4ca4-894e-db77e160355e"}, "bad_request"),
    ],
    ids=lambda part: str(part)[:40],
)
def test_questions_that_are_refused(question: dict[str, Any], code: str, client: Client) -> None:
    refused(client, code, **question)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"7", b"\xff"])
def test_bodies_that_are_refused(body: bytes, client: Client) -> None:
    response = client.post("/api/advise", content=body)
    assert response.status_code == 400
    assert response.json()["error"]["code"] in ("bad_json", "bad_request")


def test_it_is_asked_by_post_from_pages_of_this_site_only(client: Client) -> None:
    assert client.get("/api/advise").status_code == 405
    foreign = client.post("/api/advise", json=SMALL, headers={"origin": "http://evil.test"})
    check(foreign, "not_yours")


def test_nothing_is_kept(client: Client, database: str) -> None:
    response = client.post("/api/advise", json={**SMALL, "record": "A1:miss"})
    assert "set-cookie" not in response.headers
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        tables = [row[0] for row in connection.execute("select name from sqlite_master")]
        names = [name for name in tables if name in ("games", "events")]
        rows = [connection.execute(f"select count(*) from {name}").fetchone() for name in names]
    connection.close()
    assert names
    assert rows == [(0,)] * len(names)


def test_a_question_costs_more_than_a_look(
    open_app: Callable[..., FastAPI], open_client: Callable[..., Client]
) -> None:
    now = [0.0]
    limits = Limits(burst=9, each_second=1, advice_cost=4)
    client = open_client(open_app(limits=limits, ticks=lambda: now[0]))
    ask(client, **SMALL)
    ask(client, **SMALL)
    assert client.get("/api/levels").status_code == 200
    refused(client, "too_many_requests", **SMALL)
    now[0] = 4.0
    ask(client, **SMALL)


def flood(app: FastAPI, count: int) -> list[httpx.Response]:
    """Questions that come all at once."""

    async def run() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://unsunk.test") as http:
            asked = [http.post("/api/advise", json=SMALL) for _ in range(count)]
            return list(await asyncio.gather(*asked, http.get("/api/levels")))

    return asyncio.run(run())


def test_few_count_at_once_some_wait_and_nobody_else_does(
    open_app: Callable[..., FastAPI], monkeypatch: pytest.MonkeyPatch
) -> None:
    running, most = [0], [0]

    def slow(_: object) -> dict[str, str]:
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(0.1)
        running[0] -= 1
        return {}

    monkeypatch.setattr(routes, "advise", slow)
    limits = Limits(burst=10_000, thinkers=2, waiting=3)
    answers = flood(open_app(limits=limits), 8)
    codes = sorted(answer.status_code for answer in answers[:-1])
    assert codes == [200] * 5 + [429] * 3
    assert most == [2]
    assert answers[-1].status_code == 200


def test_nothing_is_counted_for_a_client_that_has_gone() -> None:
    class Gone(Request):
        async def is_disconnected(self) -> bool:
            return True

    def count() -> None:
        raise AssertionError("counted for nobody")

    desk = Desk(Limits(), Meter(Limits()))
    with pytest.raises(Refusal, match="nobody waits"):
        asyncio.run(desk.run(Gone({"type": "http"}), count))
