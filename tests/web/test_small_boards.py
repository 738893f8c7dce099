"""The strategy map as the server sends it, and what its page knows of the strategies on it."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tests.web.client import Client
from tests.web.test_pages_and_levels import text_of
from tests.web.test_refused_requests import check
from unsunk.hunting.mixture import STORED
from unsunk.hunting.strategy import strategy, strategy_names
from unsunk.rules.notation import parse_rules
from unsunk.web import maps

SMALL = parse_rules("board 5x5; fleet 3,3,2; announce length")


def test_the_stored_map_is_sent_as_it_is(client: Client) -> None:
    response = client.get("/api/strategy-maps/5x5")
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"
    assert response.content == (files(STORED) / "strategy-map-5x5.json").read_bytes()
    sent = json.loads(response.content)
    assert sent["board"] == {"rows": 5, "columns": 5}
    assert "near-perfect" in [point["strategy"] for point in sent["points"]]


@pytest.mark.parametrize("board", ["10x10", "5X5", "5x5.json", "near-perfect-5x5", "x" * 300])
def test_other_boards_have_no_map(board: str, client: Client) -> None:
    error = check(client.get(f"/api/strategy-maps/{board}"), "no_map")
    assert error["params"] == {"board": board[:16]}
    assert error["message"].endswith(": there is one of 5x5")


@pytest.mark.parametrize("path", ["", "/", "/..%2f5x5", "/%2e%2e%2fstrategy-map-5x5"])
def test_nothing_else_is_read(path: str, client: Client) -> None:
    response = client.get(f"/api/strategy-maps{path}")
    assert response.status_code == 404


def test_a_map_that_was_not_made_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(maps, "map_path", lambda board: tmp_path / f"strategy-map-{board}.json")
    error = check(client.get("/api/strategy-maps/5x5"), "no_map")
    assert error["params"] == {"board": "5x5"}
    assert "unsunk figure small-boards --redo makes it" in error["message"]
    (tmp_path / "strategy-map-5x5.json").write_text('{"points": []}', encoding="utf-8")
    assert client.get("/api/strategy-maps/5x5").json() == {"points": []}


def test_every_strategy_that_plays_there_has_a_name_and_a_sentence() -> None:
    for lang in ("en", "tr"):
        words = text_of(f"js/core/words/{lang}-strategies.js")
        for name in strategy_names():
            if strategy(name).plays(SMALL):
                assert f'"strategy.{name}": "' in words, (lang, name)
                assert f'"strategy.{name}.line": "' in words, (lang, name)
