"""One open page: where things stand on it, and what it did that no page may do."""

import re
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

WATCH = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
const Original = globalThis.AudioContext;
globalThis.AudioContext = function (...parts) {
  console.debug("sound");
  return new Original(...parts);
};
"""
"""Runs before every page's own scripts."""


class Table:
    """A page of the game, with its locators.

    `faults` gathers errors in the console, exceptions, breaches of the content policy and requests
    to other sites; `allowed` are patterns of those that a test provokes. `sounds` counts the times
    that the page made itself ready to sound.
    """

    def __init__(self, page: Page, site: str, lang: str) -> None:
        self.page = page
        self.site = site
        self.lang = lang
        self.faults: list[str] = []
        self.allowed: list[str] = []
        self.sounds = 0
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "debug" and message.text == "sound":
            self.sounds += 1
        elif message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.site}/", "data:")):
            self.faults.append(f"request: {request.url}")

    def unforeseen(self) -> list[str]:
        """The faults that the test did not provoke."""
        return [
            fault
            for fault in self.faults
            if not any(re.search(pattern, fault) for pattern in self.allowed)
        ]

    def open(self, path: str = "/", game: str | None = None) -> None:
        self.page.goto(f"{self.site}{path}" + (f"?game={game}" if game else ""))
        if path == "/":
            self.wait()

    def wait(self) -> None:
        """Wait until the game is there."""
        expect(self.page.locator("#table")).to_be_visible()

    def reload(self) -> None:
        self.page.reload()
        self.wait()

    @property
    def game(self) -> str:
        """The id of the game shown."""
        match = re.search(r"\?game=([\w-]+)$", self.page.url)
        assert match, self.page.url
        return match[1]

    def part(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    def cell(self, side: str, name: str) -> Locator:
        return self.page.locator(f'[data-testid="board-{side}"] [data-cell="{name}"]')

    def cells(self, side: str, condition: str = "") -> list[str]:
        """The names of the cells that a CSS condition picks out, in the board's order."""
        chosen = self.page.locator(f'[data-testid="board-{side}"] [data-cell]{condition}')
        names: list[str] = chosen.evaluate_all("all => all.map((one) => one.dataset.cell)")
        return names

    @property
    def status(self) -> Locator:
        return self.part("status")

    @property
    def alert(self) -> Locator:
        return self.part("alert")

    def in_phase(self, phase: str) -> None:
        expect(self.page.locator("#main")).to_have_attribute("data-phase", phase)

    def marked(self, name: str, side: str = "enemy") -> str:
        """Wait until a cell bears a mark; the mark."""
        cell = self.cell(side, name).and_(self.page.locator("[data-mark]"))
        cell.wait_for(timeout=10_000)
        return str(cell.get_attribute("data-mark"))

    def focused(self) -> dict[str, Any]:
        """What has the focus: its tag, test id, id and cell."""
        found: dict[str, Any] = self.page.evaluate(
            """() => {
              const { tagName, id, dataset } = document.activeElement;
              return { tag: tagName, id, testid: dataset.testid, cell: dataset.cell };
            }"""
        )
        return found

    def width_over(self) -> int:
        """By how many pixels the page can be scrolled sideways."""
        over: int = self.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return over
