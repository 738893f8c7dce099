"""Games of the study: played to their end, repeated, refused, kept; its circuits and results."""

import json
import re
from collections.abc import Callable
from importlib.util import find_spec
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tests.web.client import Client, fresh_id
from tests.web.study_talk import (
    CELLS_5X5,
    ask,
    fire,
    first_legal,
    new,
    offline,
    play_on,
    shots_of,
    view_of,
)
from tests.web.test_pages_and_levels import text_of
from tests.web.test_refused_requests import check
from unsunk.study import stored_results
from unsunk.study.bits import Tape, source
from unsunk.study.game import play
from unsunk.study.policies.policy import Policy, policy, policy_names
from unsunk.study.reading import Layer
from unsunk.web.study import terms
from unsunk.web.study.session import COMPUTER, PERSON, fold
from unsunk.web.study.terms import THINKERS
from unsunk.web.study.view import study_view

LAYERS = list(map(str, Layer))
QUICK = [name for name in policy_names() if name not in THINKERS]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_whole_game_at_every_layer(layer: str, client: Client) -> None:
    seen = new(client, layer=layer, policy="checkerboard")
    assert (seen["phase"], seen["log"], seen["theirs"], seen["reveal"]) == (
        "battle",
        [],
        None,
        None,
    )
    assert [len(ship["a"]) for ship in seen["yours"]] == [4, 3, 2]
    branched = layer in ("L2", "L3")
    assert all((ship["b"] is not None) == branched for ship in seen["yours"])
    assert all((ship["branch"] is None) == branched for ship in seen["yours"])
    seen = play_on(client, seen, CELLS_5X5)
    assert seen["winner"] in ("you", "computer", "draw")
    assert [len(ship["a"]) for ship in seen["theirs"]] == [4, 3, 2]
    assert seen["reveal"]["seed"].isdecimal()
    assert view_of(client, seen["id"]) == seen
    measured = [shot["v"] is not None for shot in seen["log"]]
    assert all(measured) if layer != "L0" else not any(measured)
    assert any(shot["c"] for shot in seen["log"]) == (layer == "L3")


@pytest.mark.parametrize("name", policy_names())
def test_every_policy_answers(name: str, client: Client) -> None:
    seen = new(client, layer="L3", policy=name, start="computer")
    assert [shot["by"] for shot in seen["log"]] == ["computer"]
    seen = play_on(client, seen, CELLS_5X5, most=2)
    assert [shot["by"] for shot in seen["log"]] == ["computer", "you"] * 2 + ["computer"]
    heat = client.get(f"/api/study/games/{seen['id']}/heat").json()
    assert heat["version"] == seen["version"]
    if name in ("belief", "greedy"):
        own = {cell for ship in seen["yours"] for cell in ship["a"]}
        assert max(heat["shares"].values()) == 1.0
        assert min(heat["shares"].values()) >= 0
        assert own & heat["shares"].keys()
    if name == "random":
        assert heat["shares"] is None


class Told(Policy):
    """Fires at cells that were written down."""

    def __init__(self, cells: list[int]) -> None:
        self.cells = cells

    def next_shot(self, view: Any, dice: Any) -> int:
        return self.cells[view.shots]


@pytest.mark.parametrize("name", QUICK)
def test_a_game_is_one_of_the_study(name: str) -> None:
    """The same packet, bits and cells give the same game in the study's own player."""
    session, _ = offline(7, first_legal, policy=name, layer="L3", start="computer")
    state = session.state
    yours = Told([event.cell for event in session.told if event.shooter == PERSON])
    assert state.condition.p == 0.5
    bits = Tape(state.packet, 0.5, source())
    game = play(state.packet, state.condition, (yours, policy(name)), COMPUTER, bits)
    assert game.events == session.told
    assert game.state == state


def test_a_game_follows_from_its_seed_and_the_cells() -> None:
    one, events = offline(7, first_legal, layer="L3")
    two, again = offline(7, first_legal, layer="L3")
    assert events == again
    stored = json.loads(json.dumps(events))
    assert json.dumps(study_view(fold(stored))) == json.dumps(study_view(one))
    assert offline(8, first_legal, layer="L3")[1] != events
    assert study_view(two)["winner"] is not None


def test_a_draw_is_told() -> None:
    drawn = next(
        session
        for seed in count()
        if (session := offline(seed, first_legal, layer="L3")[0]).state.winner is None
    )
    seen = study_view(drawn)
    assert seen["winner"] == "draw"
    assert {sunk["side"] for sunk in seen["log"][-1]["sunk"]} == {"you", "computer"}
    assert seen["log"][-1]["linked"] is not None


BAD = [
    ({"board": "6x6"}, "bad_board", "'6x6' is not a board of the study: it is one of 5x5, 10x10"),
    ({"layer": "L4"}, "bad_layer", "'L4' is not a rule layer: it is one of L0, L1, L2, L3"),
    ({"p": 0.01}, "bad_chance", "p = 0.01 is not from 0.05 to 1"),
    ({"p": 1.5}, "bad_chance", "p = 1.5 is not from 0.05 to 1"),
    ({"p": None}, "bad_chance", "L1 needs p, the chance that a bit is 1: such as 0.5"),
    ({"layer": "L0", "p": 0.5}, "bad_chance", "L0 has no chance in its rules: leave out p = 0.5"),
    ({"policy": "oracle"}, "bad_policy", "'oracle' is not a policy: it is one of random,"),
    ({"p": "0.5"}, "bad_request", "the request does not fit at p"),
    ({"feedback": "loud"}, "bad_request", "the request does not fit at feedback"),
    ({"linked": "none"}, "bad_request", "the request does not fit at linked"),
    ({"start": "nobody"}, "bad_request", "the request does not fit at start"),
    ({"seed": 1}, "bad_request", "the request does not fit at seed"),
]


@pytest.mark.parametrize(("change", "code", "message"), BAD)
def test_terms_that_are_not_played(
    change: dict[str, Any], code: str, message: str, client: Client
) -> None:
    body = {"action_id": fresh_id(), "layer": "L1", "p": 0.5, **change}
    error = check(client.post("/api/study/games", json=body), code)
    assert error["message"].startswith(message)


def test_p_is_no_number_that_is_none(client: Client) -> None:
    body = f'{{"action_id": "{fresh_id()}", "p": NaN}}'
    assert client.post("/api/study/games", content=body).status_code == 400


def test_a_policy_that_does_not_play_there(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from unsunk.errors import BudgetError
    from unsunk.study.policies.greedy import Greedy

    def require(_: object, condition: object) -> None:
        raise BudgetError("greedy stays at home")

    monkeypatch.setattr(Greedy, "require", require)
    error = check(ask(client, policy="greedy"), "policy_rules")
    assert error["message"] == "greedy stays at home"


def test_shots_that_are_refused(client: Client) -> None:
    seen = new(client, layer="L0", policy="random")
    game = seen["id"]
    check(fire(client, game, 2, "A1"), "not_your_turn")
    seen = fire(client, game, 1, "a1").json()
    error = check(fire(client, game, 2, "A1"), "cell_taken")
    assert error["params"] == {"cell": "A1"}
    assert re.match(r"A1 is (known to be empty|damaged already): fire at another", error["message"])
    error = check(fire(client, game, 1, "B1"), "not_your_turn")
    assert error["message"] == "shot 1 is not due: your next is shot 2"
    for cell in ("F1", "A6", "", "A", "1", "Ａ1"):
        check(fire(client, game, 2, cell), "bad_cell")
    for cell in (None, 3, ["A2"], "A" * 9):
        check(fire(client, game, 2, cell), "bad_request")
    check(fire(client, game, "2", "A2"), "bad_request")
    check(fire(client, game, 2, "A2", v=1), "bad_request")
    assert view_of(client, game) == seen
    seen = play_on(client, seen, CELLS_5X5)
    check(fire(client, game, shots_of(seen) + 1, "A1"), "wrong_phase")
    check(client.get(f"/api/study/games/{game}/heat"), "wrong_phase")
    assert view_of(client, game) == seen


def test_a_resisted_cell_may_be_fired_at_again(client: Client) -> None:
    for _ in range(20):
        seen = play_on(client, new(client, p=0.05, policy="random"), CELLS_5X5, most=12)
        yours = [shot for shot in seen["log"] if shot["by"] == "you"]
        again = [a for a, b in pairwise(yours) if a["cell"] == b["cell"]]
        if again:
            assert {shot["heard"] for shot in again} == {"resisted"}
            return
    raise AssertionError("no cell resisted")


def test_where_misses_and_resisted_hits_sound_alike(client: Client) -> None:
    seen = new(client, p=0.05, policy="random", feedback="ambiguous")
    for shot, cell in enumerate([*CELLS_5X5, "A1"], 1):
        answer = fire(client, seen["id"], shot, cell)
        assert answer.status_code in (200, 409)
        seen = answer.json() if answer.status_code == 200 else seen
    heard = {shot["heard"] for shot in seen["log"] if shot["by"] == "you"}
    assert "nothing" in heard <= {"nothing", "damage"}
    own = {shot["heard"] for shot in seen["log"] if shot["by"] == "computer"}
    assert {"miss", "resisted"} <= own


def test_a_request_counts_once(client: Client) -> None:
    body = {"action_id": fresh_id(), "p": 0.5}
    one, two = (client.post("/api/study/games", json=body).json() for _ in range(2))
    assert one == two
    message = {"action_id": fresh_id(), "shot": 1, "cell": "C3"}
    path = f"/api/study/games/{one['id']}/shots"
    first, second = (client.post(path, json=message).json() for _ in range(2))
    assert first == second == view_of(client, one["id"])
    assert shots_of(first) == 1


def test_games_are_kept_and_are_their_seats(
    open_app: Callable[..., FastAPI], open_client: Callable[..., Client]
) -> None:
    client = open_client(open_app())
    seen = play_on(client, new(client, layer="L3"), CELLS_5X5, most=3)
    other = open_client()
    new(other)
    check(other.get(f"/api/study/games/{seen['id']}"), "not_found")
    check(fire(other, seen["id"], 4, "E5"), "not_found")
    later = open_client(open_app())
    later.http.cookies.update(client.http.cookies)
    assert view_of(later, seen["id"]) == seen
    assert play_on(later, seen, CELLS_5X5)["phase"] == "over"


def test_the_two_kinds_of_games_do_not_meet(client: Client) -> None:
    study, battle = new(client)["id"], client.battle()["id"]
    check(client.get(f"/api/games/{study}"), "not_found")
    check(client.act(study, "random"), "not_found")
    check(client.get(f"/api/study/games/{battle}"), "not_found")
    check(fire(client, battle, 1, "A1"), "not_found")
    check(open_no_seat(client), "not_found")


def open_no_seat(client: Client) -> Any:
    client.http.cookies.clear()
    return client.get("/api/study/games/nothing")


def test_a_game_has_an_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unsunk.web.study.games.MOST_SHOTS", 3)
    seen = play_on(client, new(client, p=0.05), CELLS_5X5, most=3)
    error = check(fire(client, seen["id"], 4, "E5"), "too_many_requests")
    assert error["message"] == "the game has taken 3 shots: begin another"


def test_policies_that_think_wait_at_the_desk(
    open_app: Callable[..., FastAPI], open_client: Callable[..., Client], monkeypatch: Any
) -> None:
    from tests.web.client import PLENTY
    from unsunk.web.limits import Limits

    full = Limits(burst=PLENTY.burst, each_second=PLENTY.each_second, thinkers=0, waiting=0)
    client = open_client(open_app(limits=full))
    assert new(client, policy="random")["policy"] == "random"
    monkeypatch.setattr("unsunk.web.study.routes.THINKERS", ("random",))
    check(ask(client, policy="random"), "too_many_requests")


def test_what_can_be_chosen(client: Client) -> None:
    offer = client.get("/api/study").json()
    assert offer["boards"] == ["5x5", "10x10"]
    assert offer["policies"] == list(policy_names())
    assert offer["least_chance"] == terms.LEAST_CHANCE
    for lang in ("en", "tr"):
        words = text_of(f"js/core/words/{lang}-study.js")
        for name in (f"study.policy.{one}" for one in offer["policies"]):
            assert f'"{name}": "' in words
            assert f'"{name}.line": "' in words
        for layer in LAYERS:
            assert f'"study.layer.{layer}.line": "' in words


def test_the_circuits_as_text(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec("qiskit"):
        drawings = client.get("/api/study/circuits?p=0.25").json()["drawings"]
        assert "Ry(π/3)" in drawings["V"] == drawings["B"]
        assert "Ry(π/2)" in drawings["C"]
    for p in ("2", "-1", "nan", "x", ""):
        assert client.get(f"/api/study/circuits?p={p}").status_code == 400
    monkeypatch.setattr("unsunk.web.study.quantum.find_spec", lambda name: None)
    assert client.get("/api/study/circuits?p=0.5").json() == {"drawings": None}


RESULTS = {
    "games": 160,
    "packets": 40,
    "seed": 1,
    "tables": [
        {
            "name": "table-1",
            "caption": "Turns",
            "columns": ["policy", "L0"],
            "rows": [["random", 2]],
        }
    ],
    "figures": [
        {
            "name": "turns",
            "caption": "Turns",
            "x": "p",
            "series": [{"name": "random", "points": [[0.5, 31.7, 31.0, 32.5]]}],
        }
    ],
}


def test_results(client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    monkeypatch.setattr(stored_results, "results_file", lambda: file)
    response = client.get("/api/study/results")
    assert (response.status_code, response.json()) == (200, None)
    file.write_text(json.dumps(RESULTS), encoding="utf-8")
    assert client.get("/api/study/results").json() == RESULTS
    file.write_text(json.dumps(RESULTS | {"seed": "one"}), encoding="utf-8")
    error = check(client.get("/api/study/results"), "unavailable")
    assert error["message"] == "results.json cannot be read: seed must be a whole number"
