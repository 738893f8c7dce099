"""The manifest of a run: its design, the versions that it was made with, the hash of every file."""

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from unsunk.errors import InputError
from unsunk.racing.folder import sha256, write
from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.study.bank import Bank
from unsunk.study.design import Design, parse_table
from unsunk.study.measures import BOOTSTRAP_SEED
from unsunk.study.task import Task, canonical

MANIFEST = "manifest.json"
FORMAT = "unsunk study"
VERSION = 1


@dataclass
class Manifest:
    """What a run is; nothing in it hangs on when or where it was made."""

    design: Design
    source: str
    """What drew the bits: `auto` is decided when a run begins."""
    versions: dict[str, str]
    files: dict[str, str] = field(default_factory=dict)
    """By path in the folder its SHA-256; banks from the beginning, all others at the end."""
    finished: bool = False

    def tasks(self, banks: Mapping[tuple[Board, Fleet], Bank]) -> list[Task]:
        """The tasks of the run with these banks, in the order of the log."""
        return list(self.design.tasks(banks, self.source, self.versions["unsunk"]))

    def save(self, folder: Path) -> None:
        """Write it, with a hash of its own content."""
        body: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "versions": self.versions,
            "source": self.source,
            "seeds": {"banks": self.design.seed, "bootstrap": BOOTSTRAP_SEED},
            "design": self.design.table(),
            "finished": self.finished,
            "files": dict(sorted(self.files.items())),
        }
        text = json.dumps({**body, "sha256": sha256(canonical(body))}, indent=1)
        write(folder / MANIFEST, f"{text}\n".encode())


def read_manifest(folder: Path) -> Manifest:
    """The manifest in a folder; InputError if there is none, or if it was changed."""
    path = folder / MANIFEST
    if not path.is_file():
        raise InputError(
            f"{folder} holds no run: begin one there with `unsunk study run --out {folder}`"
        )
    try:
        body = json.loads(path.read_bytes())
        digest = body.pop("sha256")
        if digest != sha256(canonical(body)) or (body["format"], body["version"]) != (
            FORMAT,
            VERSION,
        ):
            raise ValueError
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise InputError(f"{path} is damaged, its hash does not fit") from None
    return Manifest(
        parse_table(body["design"]),
        body["source"],
        body["versions"],
        body["files"],
        body["finished"],
    )


def finished(folder: Path) -> Manifest:
    """The manifest of a finished run; InputError if it is none."""
    manifest = read_manifest(folder)
    if not manifest.finished:
        raise InputError(
            f"{folder} holds a run that is not finished: go on with it by "
            f"`unsunk study resume {folder}`"
        )
    return manifest


def versions(source: str) -> dict[str, str]:
    """The versions of all that a run's bytes hang on."""
    packages = ["unsunk", "numpy", "polars", "scipy", *(["qiskit"] if source == "qiskit" else [])]
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python} | {name: metadata.version(name) for name in packages}


def require_same_versions(folder: Path, then: Mapping[str, str], now: Mapping[str, str]) -> None:
    """InputError unless a run goes on with what it was begun with."""
    for name in sorted(then.keys() | now.keys()):
        if then.get(name) != now.get(name):
            raise InputError(
                f"{folder} was begun with {name} {then.get(name, '(none)')}, and this is "
                f"{now.get(name, '(none)')}: run anew in another folder, so that no two versions "
                "are mixed"
            )
