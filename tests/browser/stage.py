"""Games put straight into the server's database, so that a test can begin in any position."""

import json
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from unsunk.rules.bits import cells_of
from unsunk.rules.layout import Layout
from unsunk.web.database import file_url
from unsunk.web.games import Games, seat_of
from unsunk.web.messages import read_action, read_new_game
from unsunk.web.moves import hidden_fleet
from unsunk.web.session import Session
from unsunk.web.store import Store

SEEDS = (1, 2)
"""The secret seeds of a game, unless a test wants others: what is hidden, what is shown."""


class Stage:
    """The games of one seat, whose token every page of the tests carries as its cookie."""

    def __init__(self, database: Path) -> None:
        self.token = secrets.token_urlsafe(32)
        self.seat = seat_of(self.token)
        self.store = Store(file_url(database))
        self._games = Games(self.store)

    def close(self) -> None:
        self.store.close()

    def cookie(self, site: str) -> Any:
        """What makes a page at a site one of this seat."""
        return {"name": "unsunk_seat", "value": self.token, "url": site}

    def read(self, game: str) -> Session:
        return self._games.read(game, self.seat)

    def events(self, game: str) -> list[Any]:
        return list(self.store.events(game, self.seat))

    def new(self, *, seeds: Sequence[int] = SEEDS, **terms: str) -> str:
        """A new game with the seeds given; its id."""
        wanted = read_new_game(json.dumps({"action_id": str(uuid4()), **terms}).encode())
        return Games(self.store, iter(seeds).__next__).new(self.seat, wanted).id

    def act(self, game: str, type: str, **parts: Any) -> Session:
        message = {"action_id": str(uuid4()), "type": type, **parts}
        return self._games.act(game, self.seat, read_action(json.dumps(message).encode()))

    def battle(self, shots: Iterable[str] = (), **terms: Any) -> str:
        """A game in which you have placed at random, started and fired; its id."""
        game = self.new(**terms)
        self.act(game, "random")
        self.act(game, "start")
        self.fire(game, shots)
        return game

    def fire(self, game: str, shots: Iterable[str]) -> None:
        """Fire at cells, as long as the battle lasts."""
        for cell in shots:
            if self.read(game).phase == "battle":
                self.act(game, "fire", cell=cell)

    def fleet(self, game: str) -> Layout:
        """The computer's fleet, which no page is told."""
        session = self.read(game)
        return session.game.layouts[1] if session.game else hidden_fleet(session)

    def targets(self, game: str) -> list[list[str]]:
        """The cells of the computer's ships, ship by ship."""
        layout = self.fleet(game)
        name = layout.rules.board.name
        return [[name(cell) for cell in cells_of(mask)] for mask in layout.ships]

    def open_water(self, game: str) -> list[str]:
        """The cells where no ship of the computer's lies, in the board's order."""
        board = self.read(game).rules.board
        taken = {cell for ship in self.targets(game) for cell in ship}
        return [name for cell in range(board.size) if (name := board.name(cell)) not in taken]
