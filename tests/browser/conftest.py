"""Browser tests run on the machine's own Chromium."""

from typing import Any

import pytest

from tests.browser import chromium


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch that Chromium, with nothing that talks to the network by itself."""
    return {
        **browser_type_launch_args,
        "executable_path": chromium.find(),
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }
