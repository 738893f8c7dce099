"""Which database, and how to connect to it: SQLite in a file by default, PostgreSQL by URL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from platformdirs import user_data_path
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from unsunk.errors import InputError

FILE_NAME = "games.sqlite3"
SQLITE_DRIVERS = ("sqlite", "sqlite+pysqlite")
"""Other drivers are asynchronous or encrypt: neither is what this program was written for."""
WAIT_SECONDS = 10
"""How long a writer waits for another one."""


def default_url() -> str:
    """The URL of the user's own file of games; its folder is made if it is missing."""
    folder = user_data_path("unsunk", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder '{folder}' cannot be made ({error.strerror}): name a --database"
        ) from None
    return file_url(folder / FILE_NAME)


def file_url(path: Path) -> str:
    """The URL of a SQLite file.

    >>> file_url(Path("/tmp/games.sqlite3"))
    'sqlite:////tmp/games.sqlite3'
    """
    return URL.create("sqlite", database=str(path)).render_as_string(hide_password=False)


def connect(text: str) -> Engine:
    """Make an engine for a URL or the path of a SQLite file; InputError for any other.

    Errors of the engine never tell the values of a statement: the seeds of a game are among them.
    """
    url = _url(text)
    try:
        if url.get_backend_name() == "sqlite":
            return _connect_sqlite(url)
        return create_engine(url, pool_pre_ping=True, hide_parameters=True)
    except ModuleNotFoundError as error:
        raise InputError(
            f"'{url.render_as_string()}' needs the package {error.name}, which is not installed"
        ) from None
    except (ArgumentError, TypeError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else "an option does not fit"
        raise InputError(f"'{url.render_as_string()}' cannot be used: {reason}") from None


def _connect_sqlite(url: URL) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise InputError(f"'{url}' is not kept anywhere: name a file, such as games.sqlite3")
    engine = create_engine(url, connect_args={"timeout": WAIT_SECONDS}, hide_parameters=True)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _url(text: str) -> URL:
    """A URL whose driver is one that works here: sqlite3, or psycopg 3 unless another is named."""
    if not text.strip():
        raise InputError("the database has no name: write a file name or leave --database out")
    if "://" not in text:
        return make_url(file_url(Path(text)))
    named = text
    try:
        url = make_url(text)
        named = url.render_as_string()
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        is_async = url.get_dialect().is_async
        ours = url.drivername in SQLITE_DRIVERS or url.get_backend_name() == "postgresql"
        if ours and not is_async:
            return url
    except (ArgumentError, ValueError):
        pass
    raise InputError(
        f"'{named}' is not a database that can be used: write a file name, "
        "sqlite:///FILE or postgresql://USER@HOST/NAME"
    )


def _set_up_sqlite(dbapi: SqliteConnection, _record: object) -> None:
    dbapi.isolation_level = None
    cursor = dbapi.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Writers queue up at the start of their transaction, readers never wait."""
    reading = connection.get_execution_options().get("unsunk_reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def shown(engine: Engine) -> str:
    """How to name a database to a person: its file, or its URL without the password."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return engine.url.render_as_string()


@contextmanager
def explained(engine: Engine) -> Iterator[None]:
    """Turn an error of the database into an InputError of one sentence."""
    try:
        yield
    except DBAPIError as error:
        lines = str(error.orig).strip().splitlines() or ["no reason given"]
        raise InputError(f"the database '{shown(engine)}' cannot be used: {lines[0]}") from None
