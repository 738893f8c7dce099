"""Find a Chromium for the browser tests; run as a program, install one where that is possible."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
CACHES = (
    (".cache/ms-playwright", "chromium-*/chrome-linux*/chrome"),
    ("Library/Caches/ms-playwright", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*"),
)
PACKAGES = ("chromium", "fonts-liberation", "libatomic1")
MISSING = (
    "No Chromium was found, so the browser tests are skipped: "
    "install chromium or google-chrome, or name one with CHROMIUM=/path/to/it."
)
BROKEN = (
    "Playwright does not start, so the browser tests will fail: "
    "`.venv/bin/python -m playwright --version` says why (on Debian, install libatomic1)."
)


def find() -> str | None:
    """A Chromium's path: the one that CHROMIUM names, else the machine's, else Playwright's."""
    return next(_candidates(), None)


def _candidates() -> Iterator[str]:
    named = os.environ.get("CHROMIUM")
    if named:
        yield named
    yield from filter(None, map(shutil.which, NAMES))
    yield from filter(os.path.exists, PLACES)
    for folder, pattern in CACHES:
        yield from map(str, sorted((Path.home() / folder).glob(pattern), reverse=True))


def _playwright_starts() -> bool:
    """Whether Playwright's own Node runs here; a bare Debian lacks a library that it needs."""
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _install() -> None:
    """Install what is missing from Debian's packages, where that needs no password."""
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not all(map(shutil.which, [*rights[:1], "apt-get"])):
        return
    print("Installing chromium for the browser tests ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", *PACKAGES]):
        subprocess.run(
            [*rights, "apt-get", "-qq", *step],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )


def _problem() -> str | None:
    if find() is None:
        return MISSING
    return None if _playwright_starts() else BROKEN


def main() -> int:
    """Make sure of a Chromium; without one, say so (exit code 1 under CI, else 0)."""
    if _problem():
        _install()
    problem = _problem()
    if problem:
        print(problem, file=sys.stderr)
    return 1 if problem and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
