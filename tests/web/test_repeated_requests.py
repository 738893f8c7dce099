"""Every request counts once: sent again, sent twice at the same time, or against another one."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from fastapi import FastAPI

from tests.web.client import Client, fresh_id
from unsunk.web.games import MOST_ATTEMPTS, Games
from unsunk.web.messages import Action, Fire, NewGame, Random, Start
from unsunk.web.refusals import Refusal
from unsunk.web.session import COMPUTER, PERSON, Session
from unsunk.web.store import Conflict, Store

SEAT = "a" * 64


def test_an_action_sent_again_changes_nothing(client: Client) -> None:
    game = client.battle(board="5x5", fleet="3,2", level="easy")["id"]
    message = {"action_id": fresh_id(), "type": "fire", "cell": "C3"}
    url = f"/api/games/{game}/actions"
    first = client.post(url, json=message)
    assert client.post(url, json=message).content == first.content
    later = client.act(game, "fire", cell="A1")
    assert client.post(url, json=message).content == later.content
    assert client.post(url, json={**message, "cell": "E5"}).content == later.content


def test_an_action_id_is_read_in_either_case(client: Client) -> None:
    game, action_id = client.new_game()["id"], fresh_id()
    url = f"/api/games/{game}/actions"
    first = client.post(url, json={"action_id": action_id, "type": "random"})
    again = client.post(url, json={"action_id": action_id.upper(), "type": "random"})
    assert again.content == first.content


def test_a_refused_action_may_be_sent_again(client: Client) -> None:
    game = client.new_game()["id"]
    message = {"action_id": fresh_id(), "type": "start"}
    url = f"/api/games/{game}/actions"
    assert client.post(url, json=message).status_code == 409
    client.act(game, "random")
    assert client.post(url, json=message).json()["phase"] == "battle"


def test_what_changes_nothing_adds_no_event(client: Client) -> None:
    game = client.new_game()["id"]
    for type, parts in (("clear", {}), ("remove", {"ship": 0}), ("level", {"level": "hard"})):
        assert client.act(game, type, **parts).json()["version"] == 1
    client.act(game, "place", ship=0, first="A1", across=True)
    assert client.act(game, "place", ship=0, first="A1", across=True).json()["version"] == 2


def test_one_game_a_creation(client: Client, open_client: Callable[..., Client]) -> None:
    client.new_game()
    message = {"action_id": fresh_id(), "level": "easy"}
    first = client.post("/api/games", json=message)
    again = client.post("/api/games", json={**message, "level": "hard"})
    assert (again.status_code, again.content) == (201, first.content)
    other = open_client().post("/api/games", json=message)
    assert other.json()["id"] != first.json()["id"]


def test_two_shots_at_the_same_time(app: FastAPI, client: Client) -> None:
    game = client.battle(board="5x5", fleet="3,2", level="normal")["id"]
    seat = dict(client.http.cookies)
    both = Barrier(2)

    def shoot(cell: str) -> int:
        with closing(Client(app)) as other:
            other.http.cookies.update(seat)
            both.wait()
            return other.act(game, "fire", cell=cell).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(shoot, ["A1", "A1"])) == [200, 409]
        assert sorted(pool.map(shoot, ["B2", "C2"])) == [200, 200]
    seen = client.view(game)
    assert {shot["cell"] for shot in seen["theirs"]["shots"]} == {"A1", "B2", "C2"}
    assert len({shot["cell"] for shot in seen["yours"]["shots"]}) == 3


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    with closing(Store(f"sqlite:///{tmp_path}/games.sqlite3")) as store:
        yield Games(store)


def battle(games: Games) -> Session:
    wanted = NewGame(action_id=uuid4(), board="6x6", fleet="3,2", level="normal")
    game = games.new(SEAT, wanted).id
    games.act(game, SEAT, Random(action_id=uuid4(), type="random"))
    return games.act(game, SEAT, Start(action_id=uuid4(), type="start"))


def shots(session: Session, player: int) -> list[int]:
    assert session.game is not None
    return [shot.cell for shot in session.game.knowledge[player - 1].shots]


@pytest.fixture
def other_games(tmp_path: Path, games: Games) -> Iterator[Games]:
    """The same games through connections of their own, as a second process has them."""
    with closing(Store(str(tmp_path / "games.sqlite3"))) as store:
        yield Games(store)


def test_many_threads_firing_at_many_cells_lose_and_double_nothing(
    games: Games, other_games: Games
) -> None:
    game = battle(games).id
    cells = ["A1", "B2", "C3", "D4", "E5", "F6"]

    def shoot(cell: str) -> str:
        for attempt in range(20):
            try:
                action = Fire(action_id=uuid4(), type="fire", cell=cell)
                (games, other_games)[(attempt + ord(cell[0])) % 2].act(game, SEAT, action)
            except Refusal as refusal:
                if refusal.code == "stale":
                    continue
                return refusal.code
            return "done"
        return "stale"

    with ThreadPoolExecutor(12) as pool:
        outcomes = list(pool.map(shoot, cells * 3))
    session = games.read(game, SEAT)
    fired = shots(session, PERSON)
    assert outcomes.count("done") == len(fired) == len(set(fired))
    if session.phase == "battle":
        assert sorted(session.rules.board.name(cell) for cell in fired) == cells
        assert outcomes.count("cell_taken") == 12
        assert len(set(shots(session, COMPUTER))) == 6
    assert session.version == 3 + len(fired) + len(shots(session, COMPUTER))


def test_many_threads_sending_one_request_fire_once(games: Games) -> None:
    game, fire = battle(games).id, Fire(action_id=uuid4(), type="fire", cell="A1")
    with ThreadPoolExecutor(12) as pool:
        sessions = list(pool.map(lambda _: games.act(game, SEAT, fire), range(24)))
    assert {session.version for session in sessions} == {5}
    assert shots(games.read(game, SEAT), PERSON) == [0]


def test_many_threads_creating_one_game_create_one(games: Games) -> None:
    wanted = NewGame(action_id=UUID(int=7))
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: games.new(SEAT, wanted).id, range(16)))
    assert len(set(made)) == 1


def test_a_creation_that_always_clashes_is_stale(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def clash(*_: object) -> None:
        calls.append(1)
        raise Conflict

    monkeypatch.setattr(Store, "create", clash)
    with pytest.raises(Refusal) as refused:
        games.new(SEAT, NewGame(action_id=uuid4()))
    assert (refused.value.code, len(calls)) == ("stale", MOST_ATTEMPTS)


def test_a_request_that_always_comes_too_late_is_stale(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, calls = battle(games), []

    def too_late(*_: object) -> None:
        calls.append(1)
        raise Conflict

    monkeypatch.setattr(games._store, "append", too_late)
    action: Action = Fire(action_id=uuid4(), type="fire", cell="A1")
    with pytest.raises(Refusal, match="too fast") as refused:
        games.act(session.id, SEAT, action)
    assert (refused.value.code, len(calls)) == ("stale", MOST_ATTEMPTS)
    assert games.read(session.id, SEAT) == session


def test_deciding_again_draws_the_same(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that lost a race is decided anew; its draws must not change with that."""
    wanted = NewGame(action_id=uuid4(), first="computer", level="easy")
    game, append, written = games.new(SEAT, wanted).id, games._store.append, []

    def first_too_late(*arguments: object) -> None:
        written.append(arguments[2])
        if len(written) % 2:
            raise Conflict
        append(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(games._store, "append", first_too_late)
    for action in (
        Random(action_id=uuid4(), type="random"),
        Random(action_id=uuid4(), type="random"),
        Start(action_id=uuid4(), type="start"),
        Fire(action_id=uuid4(), type="fire", cell="A1"),
    ):
        games.act(game, SEAT, action)
    assert written[::2] == written[1::2]
    assert written[0] != written[2]
