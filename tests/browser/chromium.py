"""Find a Chromium for the browser tests; run as a program, install one where that is possible."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
MISSING = (
    "No Chromium was found, so the browser tests are skipped: "
    "install chromium or google-chrome, or name one with CHROMIUM=/path/to/it."
)


def find() -> str | None:
    """A Chromium's path: the one that CHROMIUM names, else the machine's, else Playwright's."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    installed = next(filter(None, map(shutil.which, NAMES)), None)
    return installed or next(filter(os.path.exists, PLACES), None) or _of_playwright()


def _of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _install() -> None:
    """Install Debian's package of it, if this is Debian and no password is needed."""
    if not shutil.which("apt-get"):
        return
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if rights and not shutil.which("sudo"):
        return
    print("Installing chromium for the browser tests ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run(
            [*rights, "apt-get", "-qq", *step],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )


def main() -> int:
    """Make sure of a Chromium; without one, say so (exit code 1 under CI, else 0)."""
    if find() is None:
        _install()
    if find() is None:
        print(MISSING, file=sys.stderr)
        return 1 if os.environ.get("CI") else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
