"""Games of the study in the tests: through the server, and without one."""

import json
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import httpx

from tests.web.client import Client, fresh_id
from unsunk.rules.bits import cells_of
from unsunk.web.session import Event
from unsunk.web.study.games import begin, decide
from unsunk.web.study.messages import NewStudyGame, Shot, read_new_study_game
from unsunk.web.study.session import COMPUTER, PERSON, StudySession

NOBODY = UUID(int=0)
CELLS_5X5 = [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]


def new(client: Client, **terms: Any) -> Any:
    response = ask(client, **terms)
    assert response.status_code == 201, response.text
    return response.json()


def ask(client: Client, **terms: Any) -> httpx.Response:
    if terms.get("layer", "L1") != "L0":
        terms = {"p": 0.5, **terms}
    return client.post("/api/study/games", json={"action_id": fresh_id(), **terms})


def fire(client: Client, game: str, shot: object, cell: object, **more: Any) -> httpx.Response:
    message = {"action_id": fresh_id(), "shot": shot, "cell": cell, **more}
    return client.post(f"/api/study/games/{game}/shots", json=message)


def view_of(client: Client, game: str) -> Any:
    response = client.get(f"/api/study/games/{game}")
    assert response.status_code == 200, response.text
    return response.json()


def shots_of(view: Any) -> int:
    return sum(shot["by"] == "you" for shot in view["log"])


def spent(view: Any) -> set[str]:
    """The cells of the other's waters that may not be fired at again."""
    heard = {
        s["cell"] for s in view["log"] if s["by"] == "you" and s["heard"] in ("miss", "damage")
    }
    linked = (shot["linked"] for shot in view["log"])
    return heard | {there["cell"] for there in linked if there and there["side"] == "computer"}


def play_on(client: Client, view: Any, cells: Sequence[str], most: int = 2_000) -> Any:
    """Fire at cells from the first on, at each until it is spent; the view then."""
    for _ in range(most):
        if view["phase"] == "over":
            break
        cell = next(cell for cell in cells if cell not in spent(view))
        answer = fire(client, view["id"], shots_of(view) + 1, cell)
        assert answer.status_code == 200, answer.text
        view = answer.json()
    return view


def wanted(**terms: Any) -> NewStudyGame:
    chance = {} if terms.get("layer") == "L0" else {"p": 0.5}
    body = {"action_id": str(NOBODY), "policy": "random", **chance, **terms}
    return read_new_study_game(json.dumps(body).encode())


def offline(
    seed: int,
    choose: Callable[[StudySession], str],
    stop: Callable[[StudySession], bool] = lambda session: session.state.over,
    **terms: Any,
) -> tuple[StudySession, list[Event]]:
    """A game of a seed without a server, and its events."""
    session, events = begin(wanted(**terms), "game", seed)
    while not stop(session) and not session.state.over:
        shot = Shot(action_id=NOBODY, shot=due(session), cell=choose(session))
        session, more = decide(session, shot)
        events += more
    return session, events


def due(session: StudySession) -> int:
    return sum(event.shooter == PERSON for event in session.told) + 1


def first_legal(session: StudySession) -> str:
    """The first cell that may be fired at, from the middle of the board on."""
    legal = list(cells_of(session.state.sides[COMPUTER].view.legal))
    return session.state.packet.board.name(legal[len(legal) // 2])
