"""A browser without a screen: one cookie jar before an app that runs in this process."""

import asyncio
import uuid
from typing import Any

import httpx
from fastapi import FastAPI

from unsunk.web.limits import Limits

PLENTY = Limits(burst=1_000_000, each_second=1e6)


def fresh_id() -> str:
    """An action id that was never used."""
    return str(uuid.uuid4())


class Client:
    """Sends requests and keeps its cookies; `heard` holds the bytes of every answer."""

    def __init__(self, app: FastAPI, host: str = "10.0.0.1") -> None:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(host, 50_000))
        self.http = httpx.AsyncClient(transport=transport, base_url="http://unsunk.test")
        self.runner = asyncio.Runner()
        self.heard: list[bytes] = []

    def send(self, method: str, path: str, **parts: Any) -> httpx.Response:
        response = self.runner.run(self.http.request(method, path, **parts))
        self.heard.append(response.content)
        return response

    def get(self, path: str, **parts: Any) -> httpx.Response:
        return self.send("GET", path, **parts)

    def post(self, path: str, **parts: Any) -> httpx.Response:
        return self.send("POST", path, **parts)

    def new_game(self, **terms: str) -> dict[str, Any]:
        response = self.post("/api/games", json={"action_id": fresh_id(), **terms})
        assert response.status_code == 201, response.text
        return response.json()

    def act(self, game: str, type: str, **parts: Any) -> httpx.Response:
        message = {"action_id": fresh_id(), "type": type, **parts}
        return self.post(f"/api/games/{game}/actions", json=message)

    def view(self, game: str) -> dict[str, Any]:
        response = self.get(f"/api/games/{game}")
        assert response.status_code == 200, response.text
        return response.json()

    def battle(self, **terms: str) -> dict[str, Any]:
        """A game whose fleets are placed at random and whose battle has begun."""
        game = self.new_game(**terms)["id"]
        assert self.act(game, "random").status_code == 200
        response = self.act(game, "start")
        assert response.status_code == 200, response.text
        return response.json()

    def close(self) -> None:
        self.runner.run(self.http.aclose())
        self.runner.close()
