"""A folder in which a long run keeps what it has done: held by one process, never half written."""

import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from unsunk.errors import InputError

LOCK = "lock"
FRESH = ".new"
"""What a name ends in while its file is being written."""


class Held:
    """What is kept in a folder that one process holds: use it in a `with` statement."""

    def __init__(self, folder: Path, lock: IO[bytes]) -> None:
        self.folder, self.lock = folder, lock

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.lock.close()


def locked(folder: Path, what: str) -> IO[bytes]:
    """Hold the folder until the file is closed, however the process ends.

    InputError if another process holds it; `what` is what that may be: "bench".
    """
    lock = (folder / LOCK).open("ab")
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except OSError:
        lock.close()
        raise InputError(f"{folder} is in use by another {what}: wait until it ends") from None
    return lock


def write(path: Path, data: bytes) -> None:
    """Write a file so that at any moment either the old or the new one is there, whole."""
    fresh = path.with_name(path.name + FRESH)
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def sha256(data: bytes) -> str:
    """The hash of a file's bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
