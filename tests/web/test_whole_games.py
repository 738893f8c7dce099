"""Whole games through HTTP: every level under every announcement, and boards of one's own."""

from itertools import product
from typing import Any

import pytest

from tests.web.client import Client
from unsunk.hunting.levels import LEVELS
from unsunk.hunting.levels import level as strategy_of
from unsunk.rules.choices import Announce
from unsunk.rules.ruleset import Ruleset

View = dict[str, Any]
PLAYED = [name for name in LEVELS if strategy_of(name).plays(Ruleset())]
"""The levels that play the classic game."""


def play_out(client: Client, seen: View) -> View:
    """Fire cell after cell until the game is over; check what every turn adds."""
    game, rules = seen["id"], seen["rules"]
    columns = "ABCDEFGHIJKLMNO"[: rules["columns"]]
    cells = [f"{column}{row + 1}" for row in range(rules["rows"]) for column in columns]
    lead = 0 if rules["first"] == "you" else 1
    for number, cell in enumerate(cells, 1):
        before, response = seen, client.act(game, "fire", cell=cell)
        assert response.status_code == 200, response.text
        seen = response.json()
        assert seen["theirs"]["shots"][-1]["cell"] == cell
        assert seen["theirs"]["tally"]["shots"] == number
        answered = seen["winner"] != "you"
        assert seen["yours"]["tally"]["shots"] == number + lead - (not answered)
        assert seen["log"][: len(before["log"])] == before["log"]
        if seen["phase"] == "over":
            return seen
        assert (seen["turn"], seen["theirs"]["ships"]) == ("you", None)
    raise AssertionError("all cells were fired at and the game is not over")


def check_end(seen: View) -> None:
    """What must hold of every finished game."""
    fleet = sum(ship["length"] for ship in seen["ships"])
    assert (seen["turn"], seen["phase"]) == (None, "over")
    for side, shooter in (("yours", "computer"), ("theirs", "you")):
        waters = seen[side]
        cells = [shot["cell"] for shot in waters["shots"]]
        ships = {cell for ship in waters["ships"] for cell in ship["cells"]}
        assert len(set(cells)) == len(cells)
        assert len(ships) == fleet
        for shot in waters["shots"]:
            assert (shot["kind"] != "miss") is (shot["cell"] in ships)
        hits = len(ships & set(cells))
        assert waters["tally"]["hits"] == hits
        assert waters["tally"]["accuracy"] == pytest.approx(hits / len(cells), abs=1e-4)
        assert (hits == fleet) is (seen["winner"] == shooter)
        assert fleet <= len(cells) or seen["winner"] != shooter
        logged = [line["cell"] for line in seen["log"] if line["by"] == shooter]
        assert logged == cells
    assert [line["n"] for line in seen["log"]] == list(range(1, len(seen["log"]) + 1))


def check_announced(seen: View) -> None:
    """The player is told of the other's ships what the rules announce, and no more."""
    announce = seen["rules"]["announce"]
    shots, sunk = seen["theirs"]["shots"], seen["theirs"]["sunk"]
    where = {ship["ship"]: ship["cells"] for ship in seen["theirs"]["ships"]}
    for shot in shots:
        named = (shot["kind"] == "hit" and announce == "named") or (
            shot["kind"] == "sunk" and announce in ("shown", "named")
        )
        assert (shot["ship"] is not None) is named
        assert shot["ship"] is None or shot["cell"] in where[shot["ship"]]
    if announce == "silent":
        assert not sunk
        assert all(shot["kind"] != "sunk" for shot in shots)
    for ship in sunk:
        assert (ship["ship"] is None) is (announce == "length")
        assert ship["cells"] == (None if announce == "length" else where[ship["ship"]])
    assert len(sunk) == sum(shot["kind"] == "sunk" for shot in shots)


@pytest.mark.parametrize(("level", "announce"), [*product(PLAYED, Announce)])
def test_a_whole_classic_game(level: str, announce: str, client: Client) -> None:
    seen = play_out(client, client.battle(level=level, announce=announce))
    check_end(seen)
    check_announced(seen)
    sunk = [ship["ship"] for ship in seen["yours"]["sunk"]]
    assert len(set(sunk)) == len(sunk)
    if seen["winner"] == "computer":
        assert len(sunk) == 5


@pytest.mark.parametrize(
    "terms",
    [
        {"board": "5x5", "fleet": "3,3,2", "touching": "no"},
        {"board": "15x15", "fleet": "classic", "touching": "no", "first": "computer"},
        {"board": "7x12", "fleet": "carrier=5,patrol=2", "touching": "corners"},
        {"board": "12x7", "fleet": "4,3,2,2,1,1", "touching": "no"},
        {"board": "5x5", "fleet": "5,5,5,5,4", "first": "computer"},
        {"board": "5x15", "fleet": "1", "level": "easy"},
    ],
)
def test_a_game_of_ones_own(terms: dict[str, str], client: Client) -> None:
    seen = client.battle(**terms)
    assert {name: seen["rules"].get(name) for name in terms if name != "level"} == {
        name: text for name, text in terms.items() if name != "level"
    }
    assert len(seen["yours"]["shots"]) == (terms.get("first") == "computer")
    check_end(play_out(client, seen))


def test_ships_placed_one_by_one_stay_where_they_were_put(client: Client) -> None:
    game = client.new_game()["id"]
    for ship in range(5):
        client.act(game, "place", ship=ship, first=f"A{ship + 1}", across=True)
    client.act(game, "place", ship=1, first="J7", across=False)
    client.act(game, "remove", ship=4)
    client.act(game, "place", ship=4, first="i2", across=True)
    seen = client.act(game, "start").json()
    assert [ship["cells"][0] for ship in seen["yours"]["ships"]] == ["A1", "J7", "A3", "A4", "I2"]
    assert seen["yours"]["ships"][1]["cells"] == ["J7", "J8", "J9", "J10"]


def test_every_corner_can_be_used(client: Client) -> None:
    game = client.new_game(board="5x9", fleet="3,3,2,2")["id"]
    for ship, (first, across) in enumerate(
        [("G1", True), ("A3", False), ("H5", True), ("A1", True)]
    ):
        assert client.act(game, "place", ship=ship, first=first, across=across).status_code == 200
    cells = client.view(game)["yours"]["ships"]
    assert [ship["cells"][-1] for ship in cells] == ["I1", "A5", "I5", "B1"]


def test_random_and_clear_use_every_ship_once(client: Client) -> None:
    game = client.new_game()["id"]
    fleets = []
    for _ in range(5):
        client.act(game, "place", ship=2, first="A1", across=True)
        seen = client.act(game, "random").json()
        fleets.append(seen["yours"]["ships"])
        assert len({cell for ship in fleets[-1] for cell in ship["cells"]}) == 17
    assert len({str(fleet) for fleet in fleets}) == 5
    assert client.act(game, "clear").json()["yours"]["ships"] == [None] * 5


def test_the_level_changes_before_the_battle_only(client: Client) -> None:
    game = client.new_game(level="easy")["id"]
    assert client.act(game, "level", level="one-rule").json()["level"] == "one-rule"
    client.act(game, "random")
    client.act(game, "start")
    refused = client.act(game, "level", level="easy")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "wrong_phase")
    assert client.view(game)["level"] == "one-rule"


@pytest.mark.parametrize("level", PLAYED)
def test_heat_is_the_computers_thinking_about_untried_cells(level: str, client: Client) -> None:
    seen = client.battle(level=level)
    game = seen["id"]
    for cell in ("A1", "B2", "C3", "D4", "E5", "F6"):
        seen = client.act(game, "fire", cell=cell).json()
    heat = client.get(f"/api/games/{game}/heat").json()
    tried = {shot["cell"] for shot in seen["yours"]["shots"]}
    assert len(heat["values"]) == 100 - len(tried)
    assert not tried & heat["values"].keys()
    assert heat["values"].keys() == heat["shares"].keys()
    assert max(heat["shares"].values()) == 1
    assert all(share >= 0 for share in heat["shares"].values())
    assert (heat["version"], heat["next"]) == (seen["version"], None)
    hottest = {cell for cell, share in heat["shares"].items() if share == 1}
    if level != "easy":
        after = client.act(game, "fire", cell="G7").json()
        assert after["yours"]["shots"][-1]["cell"] in hottest


def test_levels_are_those_of_the_hunters(client: Client) -> None:
    levels = client.get("/api/levels").json()["levels"]
    assert {level["id"]: level["strategy"] for level in levels} == LEVELS
