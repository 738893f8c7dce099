"""The exact law of your waters: all that the computer may know of them, and nothing else."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.web.client import Client
from tests.web.test_advice import fitting
from tests.web.test_refused_requests import check
from tests.web.test_secrets import LAYOUTS, RULES, battle, play
from unsunk.errors import BudgetError
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.shot import answer
from unsunk.web.limits import Limits
from unsunk.web.session import COMPUTER, PERSON, Session
from unsunk.web.view import heat


def computers_record(session: Session) -> Any:
    assert session.game is not None
    return session.game.knowledge[COMPUTER - 1]


def would_answer(session: Session, ours: Layout) -> bool:
    """Whether another fleet of ours would have answered the computer's shots alike."""
    fired = 0
    for shot in computers_record(session).shots:
        if answer(ours, fired, shot.cell) != shot.outcome:
            return False
        fired |= 1 << shot.cell
    return True


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_fleets_of_yours_that_answer_alike_have_one_law(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(RULES)))
    layouts = LAYOUTS[key]
    ours, theirs = data.draw(st.sampled_from(layouts)), data.draw(st.sampled_from(layouts))
    session = play(battle(theirs, ours), data.draw(st.permutations(range(16)))[:4])
    assume(session.phase == "battle")
    alike = [one for one in layouts if would_answer(session, one)]
    other = data.draw(st.sampled_from(alike))
    seen = heat(session, PERSON, "exact")
    twin = battle(theirs, other)
    for shot in session.game.knowledge[PERSON - 1].shots:  # type: ignore[union-attr]
        twin = play(twin, [shot.cell])
    assert json.dumps(heat(twin, PERSON, "exact")) == json.dumps(seen)
    assert int(seen["layouts"] or 0) == len(alike)
    for cell, count in seen["values"].items():
        at = session.rules.board.cell(cell)
        assert int(count) == sum(one.ship_at(at) is not None for one in alike)


def test_it_is_asked_for_by_name(client: Client) -> None:
    game = client.battle(board="5x5", fleet="3,2", level="easy")["id"]
    seen = client.act(game, "fire", cell="A1").json()
    own = client.get(f"/api/games/{game}/heat").json()
    assert (own["law"], own["kind"], own["layouts"]) == ("own", None, None)
    assert own == client.get(f"/api/games/{game}/heat?law=own").json()
    exact = client.get(f"/api/games/{game}/heat?law=exact").json()
    rules = parse_rules("board 5x5; fleet 3,2")
    record = " ".join(f"{shot['cell']}:{shot['kind']}" for shot in seen["yours"]["shots"])
    layouts = fitting(parse_record(rules, record))
    assert (exact["law"], exact["kind"], exact["layouts"]) == ("exact", "exact", str(len(layouts)))
    assert exact["version"] == seen["version"]
    assert exact["values"].keys() == own["values"].keys()
    assert max(exact["shares"].values()) == 1
    for law in ("", "none", "Exact"):
        response = client.get(f"/api/games/{game}/heat?law={law}")
        assert (response.status_code, response.json()["error"]["code"]) == (400, "bad_request")


@pytest.mark.parametrize("law", ["own", "exact"])
def test_outside_the_battle_there_is_none(law: str, client: Client) -> None:
    game = client.new_game()["id"]
    response = client.get(f"/api/games/{game}/heat?law={law}")
    assert response.json()["error"]["code"] == "wrong_phase"
    other = client.get(f"/api/games/AAAAAAAAAAAAAAAA/heat?law={law}")
    assert other.json()["error"]["code"] == "not_found"


def test_it_costs_as_much_as_the_adviser(
    open_app: Callable[..., FastAPI], open_client: Callable[..., Client]
) -> None:
    client = open_client()
    game = client.battle(board="5x5", fleet="3")["id"]
    limits = Limits(burst=5, each_second=0.001, advice_cost=4)
    other = open_client(open_app(limits=limits))
    other.http.cookies = client.http.cookies
    assert other.get(f"/api/games/{game}/heat?law=exact").status_code == 200
    assert other.get(f"/api/games/{game}/heat?law=exact").status_code == 429
    assert other.get(f"/api/games/{game}/heat").status_code == 200


def test_fleets_that_are_too_many_are_told_as_such(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given_up(*_: object) -> Any:
        raise BudgetError("too many, too rare")

    monkeypatch.setattr("unsunk.belief.posterior.posterior", given_up)
    game = client.battle(board="5x5", fleet="3,2", level="easy")["id"]
    error = check(client.get(f"/api/games/{game}/heat?law=exact"), "too_many_fleets")
    assert error["message"] == "too many, too rare"
