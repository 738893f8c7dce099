"""The level Near-perfect over HTTP: where it plays, whole games, where its fleet comes from."""

from collections import Counter

import pytest
from fastapi import FastAPI

from tests.web.client import Client, fresh_id
from tests.web.test_refused_requests import check
from tests.web.test_whole_games import check_announced, check_end, play_out
from unsunk.belief.listed import list_layouts_of
from unsunk.hunting.mixture import load_mixture
from unsunk.hunting.near_perfect import NearPerfect
from unsunk.hunting.warming import make_ready
from unsunk.rules.dice import LAYOUT_STREAM, Dice
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.setup import Setup
from unsunk.web.games import Games, seat_of
from unsunk.web.moves import hidden_fleet
from unsunk.web.session import Seeds, Session

GROUNDS = NearPerfect().grounds()
HERE = {"board": "4x4", "fleet": "3,3,2", "announce": "length"}
RULES = parse_rules("board 4x4; fleet 3,3,2; announce length")


def session(seed: int, level: str = "near-perfect") -> Session:
    return Session("g", RULES, level, Seeds(seed, 1), Setup.empty(RULES))


def test_it_is_refused_where_it_does_not_play_and_nothing_changes(client: Client) -> None:
    for terms in ({}, {**HERE, "announce": "shown"}, {**HERE, "touching": "corners"}):
        body = {"action_id": fresh_id(), "level": "near-perfect", **terms}
        error = check(client.post("/api/games", json=body), "level_rules")
        assert error["params"] == {"level": "near-perfect"}
        assert error["message"].startswith("near-perfect plays on 4x4 ")
    game = client.new_game(level="easy")["id"]
    check(client.act(game, "level", level="near-perfect"), "level_rules")
    assert client.view(game)["level"] == "easy"


@pytest.mark.parametrize("rules", GROUNDS, ids=lambda rules: str(rules.board))
@pytest.mark.parametrize("first", ["you", "computer"])
def test_a_whole_game(first: str, rules: Ruleset, client: Client) -> None:
    terms = {**HERE, "board": str(rules.board), "first": first}
    seen = play_out(client, client.battle(level="near-perfect", **terms))
    check_end(seen)
    check_announced(seen)


def test_it_can_be_chosen_before_the_battle(client: Client) -> None:
    game = client.new_game(**HERE)["id"]
    assert client.act(game, "level", level="near-perfect").json()["level"] == "near-perfect"


def test_its_heat_tells_of_a_million_games_and_of_no_plan(client: Client) -> None:
    """Before the first shot every plan is in it, though one has been drawn."""
    seen = client.battle(level="near-perfect", **HERE)
    at_first = client.get(f"/api/games/{seen['id']}/heat").json()["values"]
    assert sum(int(value) > 0 for value in at_first.values()) > 1
    for cell in ("A1", "B2", "C3"):
        seen = client.act(seen["id"], "fire", cell=cell).json()
        heat = client.get(f"/api/games/{seen['id']}/heat").json()
        tried = {shot["cell"] for shot in seen["yours"]["shots"]}
        assert not tried & heat["values"].keys()
        values = [int(value) for value in heat["values"].values()]
        assert sum(values) == pytest.approx(1_000_000, abs=16)


def test_the_fleet_is_drawn_by_the_lottery_of_the_mixture() -> None:
    listed, hider = list_layouts_of(RULES), load_mixture("near-perfect-4x4").hider
    drawn = Counter[int]()
    for seed in range(2000):
        fleet = hidden_fleet(session(seed))
        assert fleet == NearPerfect().hides(RULES, Dice(seed, LAYOUT_STREAM))
        drawn[int(listed.classes[listed.number_of(Layout(RULES, fleet.ships))])] += 1
    often = int(hider.argmax())
    assert drawn[often] == pytest.approx(2000 * hider[often], abs=4 * (2000 * hider[often]) ** 0.5)
    assert hidden_fleet(session(1)) == hidden_fleet(session(1)) != hidden_fleet(session(2))
    assert hidden_fleet(session(1, "hard")) == hidden_fleet(session(1, "easy"))


@pytest.mark.parametrize("across", [True, False])
def test_the_fleet_does_not_depend_on_yours(across: bool, app: FastAPI, client: Client) -> None:
    """It is settled by the secret seed before your first ship."""
    game = client.new_game(level="near-perfect", **HERE)["id"]
    games, seat = Games(app.state.store), seat_of(client.http.cookies["unsunk_seat"])
    foreseen = hidden_fleet(games.read(game, seat))
    for ship, (cell, way) in enumerate((("A1", across), ("B2", across), ("C4", True))):
        assert client.act(game, "place", ship=ship, first=cell, across=way).status_code == 200
    assert client.act(game, "start").status_code == 200
    battle = games.read(game, seat).game
    assert battle is not None
    assert battle.layouts[1].ships == foreseen.ships


def test_it_is_made_ready_on_each_of_its_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Ruleset] = []
    monkeypatch.setattr(NearPerfect, "heat", lambda _, known: asked.append(known.rules))
    make_ready("near-perfect")
    assert tuple(asked) == GROUNDS
