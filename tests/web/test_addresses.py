"""Where `unsunk web` listens."""

import socket
from contextlib import closing

import pytest

from unsunk.cli.main import main
from unsunk.web import serve
from unsunk.web.serve import address_of, listen


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
