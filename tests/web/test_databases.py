"""Which databases are taken, and what is said of those that are not."""

import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.web.client import Client, fresh_id
from unsunk.cli.main import main
from unsunk.errors import InputError
from unsunk.rules.ruleset import Ruleset
from unsunk.web.database import _url, default_url
from unsunk.web.session import Seeds, created
from unsunk.web.store import Conflict, Store

EVENT = created("game", Ruleset(), "hard", Seeds(1, 2))


def refused(database: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What `unsunk web` says of a database that it cannot use."""
    assert main(["web", "--port", "0", "--database", database]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("unsunk: ")
    assert error.count("\n") == 1
    return error


def test_games_are_kept_with_full_synchrony_in_a_log(tmp_path: Path) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys")
    with (
        closing(Store(str(tmp_path / "games.sqlite3"))) as store,
        store._engine.connect() as connection,
    ):
        modes = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]
    assert modes == ["wal", 2, 1]


def test_a_store_is_found_again(tmp_path: Path) -> None:
    path = str(tmp_path / "games.sqlite3")
    with closing(Store(path, clock=lambda: 5.0)) as store:
        store.create("game", "seat", "action", [EVENT])
    with closing(Store(f"sqlite:///{path}")) as store:
        assert store.events("game", "seat") == [EVENT]
        assert store.events("game", "other seat") == []
        assert store.made("seat", "action") == "game"


def test_a_file_that_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"once upon a time " * 1000)
    assert "file is not a database" in refused(str(path), capsys)
    assert path.read_bytes() == b"once upon a time " * 1000


def test_a_database_of_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "music.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table songs (title text)")
    assert "of something else" in refused(f"sqlite:///{path}", capsys)
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("select name from sqlite_master").fetchall()
    assert names == [("songs",)]


def test_a_database_of_a_later_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sqlite3"
    Store(str(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("update unsunk_schema set version = 99")
    assert "tables of version 99" in refused(str(path), capsys)


def test_a_database_that_lacks_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sqlite3"
    Store(str(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("drop table actions")
    assert "lacks the tables actions" in refused(str(path), capsys)


def test_a_damaged_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(Store(str(path))) as store:
        for number in range(200):
            store.create(f"game{number}", "seat", f"action{number}", [EVENT])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) - 2000] = os.urandom(len(data) - 2000 - len(data) // 2)
    path.write_bytes(data)
    error = refused(str(path), capsys)
    assert "is damaged" in error or "malformed" in error


@pytest.mark.parametrize(
    ("database", "reason"),
    [
        ("sqlite://", "not kept anywhere"),
        ("sqlite:///:memory:", "not kept anywhere"),
        ("mysql://localhost/games", "is not a database that can be used"),
        ("sqlite:/games", "unable to open database file"),
        ("postgresql://host:port/games", "is not a database that can be used"),
        ("http://localhost/", "is not a database that can be used"),
        ("postgresql+nothing://localhost/games", "is not a database that can be used"),
        ("/nowhere/at/all/games.sqlite3", "unable to open database file"),
        ("/", "unable to open database file"),
        ("", "the database has no name"),
        (" ", "the database has no name"),
        ("sqlite+aiosqlite:///games.sqlite3", "is not a database that can be used"),
        ("sqlite+pysqlcipher:///games.sqlite3", "is not a database that can be used"),
        ("postgresql+asyncpg://localhost/games", "is not a database that can be used"),
        ("sqlite:///games.sqlite3?timeout=abc", "could not convert string to float: 'abc'"),
        ("sqlite:///games.sqlite3?uri=perhaps", "cannot be used"),
    ],
)
def test_urls_that_name_nothing_usable(
    database: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reason in refused(database, capsys)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("postgresql://me@host/games", "postgresql+psycopg://me@host/games"),
        ("postgres://me@host:5/games", "postgresql+psycopg://me@host:5/games"),
        ("postgresql+psycopg://me@host/games", "postgresql+psycopg://me@host/games"),
        ("postgresql+psycopg2://me@host/games", "postgresql+psycopg2://me@host/games"),
        ("sqlite:///games.sqlite3", "sqlite:///games.sqlite3"),
        ("games.sqlite3", "sqlite:///games.sqlite3"),
    ],
)
def test_the_driver_of_a_url(written: str, meant: str) -> None:
    assert _url(written).render_as_string(hide_password=False) == meant


def test_errors_of_the_database_tell_no_seeds(
    open_app: Callable[..., FastAPI],
    open_client: Callable[..., Client],
    database: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = open_app()
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
        connection.execute("drop table events")
    response = open_client(app).post("/api/games", json={"action_id": fresh_id()})
    assert response.status_code == 503
    assert "no such table: events" in caplog.text
    assert "SQL parameters hidden" in caplog.text
    assert "seeds" not in caplog.text


@pytest.mark.skipif(
    not os.environ.get("UNSUNK_TEST_POSTGRES"), reason="UNSUNK_TEST_POSTGRES names no database"
)
def test_games_in_postgresql() -> None:
    name = secrets.token_hex(8)
    with closing(Store(os.environ["UNSUNK_TEST_POSTGRES"], clock=lambda: 5.0)) as store:
        store.create(name, "seat", name, [EVENT])
        with pytest.raises(Conflict):
            store.create(f"{name}b", "seat", name, [EVENT])
        store.append(name, 1, [{"type": "cleared"}], "action")
        with pytest.raises(Conflict):
            store.append(name, 2, [{"type": "cleared"}], "action")
        with pytest.raises(Conflict):
            store.append(name, 1, [{"type": "cleared"}], "other action")
    with closing(Store(os.environ["UNSUNK_TEST_POSTGRES"])) as store:
        assert store.events(name, "seat") == [EVENT, {"type": "cleared"}]
        assert store.made("seat", name) == name
        assert store.carried_out(name, "action")
        assert not store.carried_out(name, "other action")


def test_a_password_is_not_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    error = refused("postgresql://me:hush@127.0.0.1:1/games", capsys)
    assert "hush" not in error


def test_the_users_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    url = default_url()
    assert (tmp_path / "data" / "unsunk").is_dir()
    Store(url).close()
    assert list(tmp_path.rglob("games.sqlite3"))


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").write_text("a file")
    monkeypatch.setattr(
        "unsunk.web.database.user_data_path", lambda *_, **__: tmp_path / "data" / "x"
    )
    with pytest.raises(InputError, match="cannot be made"):
        default_url()
