"""Run the web app until it is told to stop."""

import asyncio
import errno
import ipaddress
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from unsunk.errors import InputError

DEFAULT_PORT = 8000
MORE_PORTS = 20
"""How many further ports are tried when the default one is taken."""


class _Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, answering: Callable[[], None]) -> None:
        super().__init__(config)
        self._answering = answering

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then say so."""
        await super().startup(sockets)
        if self.started:
            self._answering()


def serve(app: FastAPI, listener: socket.socket, *, browser: bool = False) -> None:
    """Answer requests on a bound socket until SIGINT or SIGTERM, both of which end it quietly."""
    address = address_of(listener)

    def answering() -> None:
        print(f"unsunk is playing at {address} (Ctrl+C stops it)", flush=True)
        if browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    server = _Server(config, answering)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        server.should_exit = True

    # uvicorn raises the signal that stopped it once more; these handlers make that harmless.
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        asyncio.run(server.serve([listener]))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _has_screen() -> bool:
    """Whether a browser would open a window, and not take over this terminal."""
    others = sys.platform in ("darwin", "win32", "cygwin")
    return others or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def listen(host: str, port: int | None) -> socket.socket:
    """A socket bound to `port`, or, without one, to the first free port from 8000 on.

    InputError if the port is taken, or if the host is not one of this machine.
    """
    ports = range(DEFAULT_PORT, DEFAULT_PORT + MORE_PORTS + 1) if port is None else [port]
    for candidate in ports:
        try:
            return _bound(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                reason = (error.strerror or str(error)).lower()
                raise InputError(f"cannot listen at {host}:{candidate}: {reason}") from None
        except UnicodeError:
            raise InputError(
                f"'{host}' is not a host: write a name such as localhost or an address of this "
                "machine"
            ) from None
    if port is not None:
        raise InputError(f"port {port} is taken: stop what uses it, or choose another --port")
    raise InputError(f"the ports {ports[0]} to {ports[-1]} are all taken: choose another --port")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener


def hosts_of(listener: socket.socket, host: str) -> frozenset[str] | None:
    """The names that a socket bound at `host` goes by; None if other machines reach it by any."""
    address = listener.getsockname()[0]
    if not ipaddress.ip_address(address).is_loopback:
        return None
    return frozenset({"localhost", "127.0.0.1", "::1", address, host})


def address_of(listener: socket.socket) -> str:
    """The address that a browser on this machine opens."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
