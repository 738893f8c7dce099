"""Whatever is sent, the answer is a view or a refusal, and the game stays one that can be read."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.client import PLENTY, Client, fresh_id
from unsunk.web.app import create_app
from unsunk.web.refusals import STATUS

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
CELL = st.tuples(st.sampled_from("ABCDEFz"), st.sampled_from("01234567")).map("".join)
ACTION = st.fixed_dictionaries(
    {"type": st.sampled_from(["place", "remove", "clear", "random", "level", "start", "fire"])},
    optional={
        "ship": st.integers(-2, 3) | JSON,
        "first": CELL | JSON,
        "across": st.booleans() | JSON,
        "level": st.sampled_from(["easy", "hard"]) | JSON,
        "cell": CELL | JSON,
        "extra": JSON,
    },
)


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    path = tmp_path_factory.mktemp("anything") / "games.sqlite3"
    app = create_app(str(path), limits=PLENTY)
    with closing(app.state.store), closing(Client(app)) as client:
        yield client


@settings(max_examples=60, deadline=None)
@given(st.lists(ACTION | JSON, max_size=12), st.binary(max_size=40))
def test_actions(visitor: Client, actions: list[Any], noise: bytes) -> None:
    game = visitor.new_game(board="5x6", fleet="3,2")["id"]
    url = f"/api/games/{game}/actions"
    seen = visitor.view(game)
    for action in actions:
        message = {"action_id": fresh_id(), **action} if isinstance(action, dict) else action
        response = visitor.post(url, json=message)
        if response.status_code == 200:
            seen = response.json()
        else:
            error = response.json()["error"]
            assert response.status_code == STATUS[error["code"]] < 500
        assert visitor.view(game) == seen
    assert visitor.post(url, content=noise).status_code == 400


@settings(max_examples=60, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "board": st.builds(lambda r, c: f"{r}x{c}", st.integers(3, 17), st.integers(3, 17)),
            "fleet": st.lists(st.integers(0, 8), max_size=9).map(lambda f: ",".join(map(str, f))),
            "touching": st.sampled_from(["yes", "corners", "no"]),
            "announce": st.sampled_from(["shown", "length", "silent", "named"]) | JSON,
        },
    )
)
def test_new_games(visitor: Client, terms: dict[str, Any]) -> None:
    response = visitor.post("/api/games", json={"action_id": fresh_id(), **terms})
    if response.status_code == 201:
        game = response.json()["id"]
        assert visitor.act(game, "random").status_code == 200
        assert visitor.act(game, "start").json()["phase"] == "battle"
    else:
        assert response.status_code == STATUS[response.json()["error"]["code"]] < 500


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=20), st.sampled_from(["", "/actions", "/heat"]))
def test_ids(visitor: Client, text: str, rest: str) -> None:
    response = visitor.get(f"/api/games/{quote(text, safe='')}{rest}")
    assert response.status_code in (404, 405)


QUESTION = st.fixed_dictionaries(
    {},
    optional={
        "board": st.sampled_from(["5x5", "5x6", "6x5"]) | JSON,
        "fleet": st.sampled_from(["3", "3,2", "2,2", "1,1"]) | JSON,
        "touching": st.sampled_from(["yes", "corners", "no"]) | JSON,
        "announce": st.sampled_from(["shown", "length", "silent", "named"]) | JSON,
        "record": st.lists(
            st.tuples(
                CELL, st.sampled_from(["miss", "hit", "sunk2", "sunk3", "hit=3", "sunk2@A1-A2"])
            ).map(":".join),
            max_size=6,
        ).map(" ".join)
        | JSON,
        "extra": JSON,
    },
)


@settings(max_examples=150, deadline=None)
@given(QUESTION)
def test_questions(visitor: Client, question: dict[str, Any]) -> None:
    response = visitor.post("/api/advise", json={"board": "5x5", "fleet": "3,2", **question})
    if response.status_code == 200:
        said = response.json()
        assert int(said["layouts"]) > 0
        assert all(0 <= cell["chance"] <= 1 for cell in said["cells"].values())
    else:
        error = response.json()["error"]
        assert response.status_code == STATUS[error["code"]] < 500
        if error["code"] == "clash":
            assert error["params"]["shots"]
