"""A folder in which a long run keeps what it has done: held by one process, never half written."""

import hashlib
import os
from pathlib import Path
from typing import IO

from unsunk.errors import InputError

LOCK = "lock"
FRESH = ".new"
"""What a name ends in while its file is being written."""


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
