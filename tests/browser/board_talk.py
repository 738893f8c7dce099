"""The adviser's page in the tests: where it is, what it shows, and what it ought to show."""

from typing import Any
from urllib.parse import urlencode

import httpx
from playwright.sync_api import expect

from tests.browser.table import Table

SMALL = {"board": "5x5", "fleet": "3,2", "touching": "yes", "announce": "length"}


def address(record: str = "", **rules: str) -> str:
    """The adviser's page with a record, on a small board unless other rules are given."""
    return "/adviser#" + urlencode({**SMALL, **rules, "record": record})


def settled(table: Table) -> None:
    """Wait until the answer to the last change is shown."""
    expect(table.part("advice")).to_have_attribute("aria-busy", "false")


def shots(table: Table) -> list[str]:
    """The shots in the list, in the page's words."""
    lines = table.page.locator("#shots li")
    return [" ".join(text.split()) for text in lines.all_inner_texts()]


def record(table: Table) -> str:
    """The record as the page has it in its address."""
    found: str = table.page.evaluate(
        "() => new URLSearchParams(location.hash.slice(1)).get('record')"
    )
    return found


def counsel(table: Table, text: str, **rules: str) -> Any:
    """What the server says of a record."""
    answer = httpx.post(f"{table.site}/api/advise", json={**SMALL, **rules, "record": text})
    assert answer.status_code == 200, answer.text
    return answer.json()


def numbers(table: Table) -> dict[str, str]:
    """The number in every cell that has one."""
    found: dict[str, str] = table.page.evaluate(NUMBERS)
    return found


NUMBERS = """() => {
  const cells = [...document.querySelectorAll("[data-cell]")];
  const texts = cells.map((cell) => [cell.dataset.cell, cell.textContent]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}"""
