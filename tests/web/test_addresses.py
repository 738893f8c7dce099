"""Where `unsunk web` listens."""

import socket
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tests.web.client import Client, fresh_id
from unsunk.cli.main import main
from unsunk.errors import InputError
from unsunk.web import serve
from unsunk.web.serve import address_of, hosts_of, listen


def free_port() -> int:
    with closing(listen("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def test_the_next_free_port_is_taken_when_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "DEFAULT_PORT", free_port())
    with closing(listen("127.0.0.1", None)) as first, closing(listen("127.0.0.1", None)) as second:
        ports = [listener.getsockname()[1] for listener in (first, second)]
    assert ports[0] < ports[1]


def test_a_named_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with closing(listen("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["web", "--port", str(port), "--database", "never made"]) == 2
    expected = f"unsunk: port {port} is taken: stop what uses it, or choose another --port\n"
    assert capsys.readouterr().err == expected


def test_all_ports_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "MORE_PORTS", 0)
    with closing(listen("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(serve, "DEFAULT_PORT", taken.getsockname()[1])
        assert main(["web"]) == 2
    assert "are all taken" in capsys.readouterr().err


@pytest.mark.parametrize(
    "host", ["203.0.113.1", "no such host", "", "999.1.1.1", "..", "a" * 80, "a..b"]
)
def test_hosts_that_are_not_here(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--host", host, "--port", "0", "--database", "never made"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("unsunk: ")
    assert error.count("\n") == 1


def test_the_address_that_a_browser_opens() -> None:
    with closing(listen("0.0.0.0", 0)) as listener:
        assert address_of(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}/"
    if socket.has_ipv6:
        with closing(listen("::1", 0)) as listener:
            assert address_of(listener) == f"http://[::1]:{listener.getsockname()[1]}/"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.0.0.5", "::1"])
def test_the_names_of_a_server_that_only_this_machine_reaches(host: str) -> None:
    try:
        listener = listen(host, 0)
    except InputError:
        pytest.skip(f"{host} is no address of this machine")
    with closing(listener):
        assert hosts_of(listener, host) == {"localhost", "127.0.0.1", "::1", host}


def test_a_server_that_others_reach_goes_by_any_name() -> None:
    with closing(listen("0.0.0.0", 0)) as listener:
        assert hosts_of(listener, "0.0.0.0") is None


@pytest.mark.parametrize(("host", "status"), [("127.0.0.1", 400), ("0.0.0.0", 201)])
def test_the_command_passes_its_names_on(
    host: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses = []

    def ask(app: FastAPI, *_: Any, **__: Any) -> None:
        client = Client(app)
        headers = {"host": "evil.test", "origin": "http://evil.test"}
        response = client.post("/api/games", json={"action_id": fresh_id()}, headers=headers)
        statuses.append(response.status_code)
        client.close()
        app.state.store.close()

    monkeypatch.setattr(serve, "serve", ask)
    database = str(tmp_path / "games.sqlite3")
    assert main(["web", "--host", host, "--port", "0", "--database", database]) == 0
    assert statuses == [status]
