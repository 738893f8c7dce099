"""Stands between the browser and the server and keeps every byte that the server sends."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

CHUNK = 65536


@dataclass(frozen=True, order=True)
class Answer:
    """One response, without its date."""

    head: bytes
    body: bytes


class Proxy:
    """Listens at a port of its own and passes everything on to the server's."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._streams: list[bytearray] = []
        self.site = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def heard(self) -> bytes:
        """All that the server has sent so far, connection after connection."""
        return b"\n".join(map(bytes, self._streams))

    def answers(self) -> list[Answer]:
        """All whole responses so far, sorted."""
        return sorted(answer for stream in self._streams for answer in parse(bytes(stream)))

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._server_port))
                stream = bytearray()
                self._streams.append(stream)
                for ends in ((client, server, bytearray()), (server, client, stream)):
                    threading.Thread(target=pass_on, args=ends, daemon=True).start()


def pass_on(source: socket.socket, target: socket.socket, kept: bytearray) -> None:
    with suppress(OSError):
        while chunk := source.recv(CHUNK):
            kept += chunk
            target.sendall(chunk)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


def parse(stream: bytes) -> Iterator[Answer]:
    """The responses in what one connection has brought."""
    while b"\r\n\r\n" in stream:
        head, _, rest = stream.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        length = 0
        for line in lines[1:]:
            name, _, value = line.partition(b":")
            assert name.lower() != b"transfer-encoding"
            if name.lower() == b"content-length" and b" 304 " not in lines[0]:
                length = int(value)
        kept = [line for line in lines if not line.lower().startswith(b"date:")]
        yield Answer(b"\r\n".join(kept), rest[:length])
        stream = rest[length:]
