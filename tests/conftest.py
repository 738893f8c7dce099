"""Set-up shared by all tests: Hypothesis profiles, and the place of the browser tests."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.browser import chromium

BROWSER_TESTS = Path(__file__).parent / "browser"

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests, run them last, and skip them where no Chromium is (never in CI).

    Last, because Playwright keeps an event loop running, in which `asyncio.run` would fail.
    """
    browser = [item for item in items if BROWSER_TESTS in item.path.parents]
    if not browser:
        return
    for item in browser:
        item.add_marker(pytest.mark.browser)
    if not os.environ.get("CI") and chromium.find() is None:
        for item in browser:
            item.add_marker(pytest.mark.skip(reason=chromium.MISSING))
    items.sort(key=lambda item: BROWSER_TESTS in item.path.parents)
