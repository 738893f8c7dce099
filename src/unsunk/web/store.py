"""Where games are kept: their events, in a database, appended and never changed.

Three tables: `games` (who may play it: the SHA-256 of a seat token), `events` (one row an event,
unique by game and sequence number) and `actions` (the ids of the requests that were carried out,
unique by game). The events of a request and its id are written in one transaction, so a request
counts once or not at all. Two requests that both read n events and append event n + 1 clash on the
key, and one of them gets `Conflict`.
"""

import json
from collections.abc import Callable, Sequence
from time import time

from sqlalchemy import (
    Column,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import IntegrityError

from unsunk.errors import InputError
from unsunk.web.database import connect, explained, shown
from unsunk.web.session import Event

SCHEMA = 1
"""The version of the tables."""

_metadata = MetaData()
_schema = Table("unsunk_schema", _metadata, Column("version", Integer, primary_key=True))
_games = Table(
    "games",
    _metadata,
    Column("id", String(32), primary_key=True),
    Column("seat", String(64), nullable=False),
    Column("action_id", String(36), nullable=False),
    Column("created", Float, nullable=False),
    UniqueConstraint("seat", "action_id"),
)
_events = Table(
    "events",
    _metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("written", Float, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
_actions = Table(
    "actions",
    _metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("action_id", String(36), primary_key=True),
    sqlite_with_rowid=False,
)


class Conflict(Exception):
    """Another request has written first; read again and decide anew."""


class Store:
    """The games in one database; InputError, in one sentence, if it cannot be used."""

    def __init__(self, url: str, clock: Callable[[], float] = time) -> None:
        self._clock = clock
        self._engine = connect(url)
        try:
            with explained(self._engine):
                _prepare(self._engine)
        except BaseException:
            self.close()
            raise
        self._reader = self._engine.execution_options(unsunk_reading=True)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def create(self, game: str, seat: str, action_id: str, events: Sequence[Event]) -> None:
        """Write a new game; Conflict if the seat has made a game with this action id before."""
        now = self._clock()
        row = {"id": game, "seat": seat, "action_id": action_id, "created": now}
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(_games), row)
                connection.execute(insert(_events).values(_rows(game, 0, events, now)))
        except IntegrityError:
            raise Conflict from None

    def made(self, seat: str, action_id: str) -> str | None:
        """The id of the game that a seat has made with an action id."""
        query = select(_games.c.id).where(_games.c.seat == seat, _games.c.action_id == action_id)
        with self._reader.connect() as connection:
            return connection.execute(query).scalar_one_or_none()

    def events(self, game: str, seat: str) -> list[Event]:
        """The events of a game, in order; none if there is no such game or it is another seat's."""
        query = (
            select(_events.c.body)
            .join(_games, _games.c.id == _events.c.game)
            .where(_games.c.id == game, _games.c.seat == seat)
            .order_by(_events.c.sequence)
        )
        with self._reader.connect() as connection:
            return [json.loads(body) for body in connection.execute(query).scalars()]

    def carried_out(self, game: str, action_id: str) -> bool:
        """Whether a request of this id was carried out in the game."""
        query = select(_actions.c.game).where(
            _actions.c.game == game, _actions.c.action_id == action_id
        )
        with self._reader.connect() as connection:
            return connection.execute(query).first() is not None

    def append(self, game: str, length: int, events: Sequence[Event], action_id: str) -> None:
        """Append events to a game that has `length` of them, with the id of their request.

        Conflict if the game has grown meanwhile or the request was carried out; then nothing is
        written.
        """
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(_actions), {"game": game, "action_id": action_id})
                if events:
                    rows = _rows(game, length, events, self._clock())
                    connection.execute(insert(_events).values(rows))
        except IntegrityError:
            raise Conflict from None


def _rows(game: str, length: int, events: Sequence[Event], now: float) -> list[dict[str, object]]:
    return [
        {
            "game": game,
            "sequence": number,
            "written": now,
            "body": json.dumps(event, separators=(",", ":")),
        }
        for number, event in enumerate(events, length + 1)
    ]


def _prepare(engine: Engine) -> None:
    """Make the tables in an empty database, refuse one that holds anything else."""
    where = shown(engine)
    with engine.begin() as connection:
        names = set(inspect(connection).get_table_names())
        ours = set(_metadata.tables)
        if _schema.name not in names:
            if names & ours or (names and engine.dialect.name == "sqlite"):
                raise InputError(
                    f"'{where}' is a database of something else: name an empty or a new one"
                )
            _metadata.create_all(connection)
            connection.execute(insert(_schema), {"version": SCHEMA})
        elif ours - names:
            raise InputError(
                f"'{where}' lacks the tables {', '.join(sorted(ours - names))}: it is damaged"
            )
        version = connection.execute(select(_schema.c.version)).scalar()
        if version != SCHEMA:
            raise InputError(
                f"'{where}' has tables of version {version}: this version of unsunk reads {SCHEMA}"
            )
        if engine.dialect.name == "sqlite":
            _check_pages(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar(), where)


def _check_pages(verdict: str | None, where: str) -> None:
    if verdict != "ok":
        raise InputError(f"'{where}' is damaged: restore it from a copy or name another file")
