"""A run small enough for tests: 20 configurations of random targeting on 5×5."""

from pathlib import Path
from typing import Any

from unsunk.study.collect import collect
from unsunk.study.design import Design
from unsunk.study.store import Run
from unsunk.study.workers import Workers

SMALL: dict[str, Any] = {
    "boards": ("5x5",),
    "policies": ("random",),
    "packets": 4,
    "source": "numpy",
}


def small(**changes: Any) -> Design:
    """The small design with changes."""
    return Design(**{**SMALL, **changes})


def made(folder: Path, workers: Workers | None = None, **changes: Any) -> Path:
    """Play a small run into a folder."""
    with Run.begin(folder, small(**changes)) as run:
        collect(run, workers or Workers())
    return folder


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a run but its lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }
