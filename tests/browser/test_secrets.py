"""Nothing that reaches the browser tells of the computer's fleet before the end of the game.

A proxy keeps every byte of a whole game, played with the heat map on. Before the last shot these
bytes hold neither the fleet in any form nor the seeds, and name no cell of the computer's waters
that was not fired at; and they are the same bytes, one for one, when the ships that were never
hit lie elsewhere.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.proxy import Answer, Proxy
from tests.browser.stage import Stage
from tests.browser.table import Table
from tests.server import Server
from unsunk.rules.layout import Layout, canonical
from unsunk.rules.notation import layout_text
from unsunk.rules.placement import placements
from unsunk.web.session import fleet_event

Deal = Callable[..., Table]

BOARD, FLEET = "7x7", "4,3,2"
SMALLEST_MASK = 1_000_000
"""Smaller ones could stand in a page by chance."""


@pytest.fixture
def open_proxy(server: Server) -> Iterator[Callable[[], Proxy]]:
    proxies: list[Proxy] = []

    def make() -> Proxy:
        proxies.append(Proxy(server.port))
        return proxies[-1]

    yield make
    for proxy in proxies:
        proxy.close()


def battle(stage: Stage, announce: str) -> tuple[str, tuple[int, int]]:
    """A battle whose hidden ships have masks too large to turn up by chance; its seeds."""
    for hide in count(10**18 + 1):
        seeds = hide, hide + 10**17
        game = stage.battle(board=BOARD, fleet=FLEET, announce=announce, seeds=seeds)
        if min(stage.fleet(game).ships) > SMALLEST_MASK:
            return game, seeds
    raise AssertionError


def elsewhere(layout: Layout, shots: int) -> Layout:
    """Another layout with the same first ship, whose others also avoid all shots."""
    ships = [layout.ships[0]]
    for old in layout.ships[1:]:
        taken = shots | sum(ships)
        free = [
            mask
            for mask in placements(layout.rules.board, old.bit_count())
            if not mask & taken and mask != old
        ]
        ships.append(free[len(free) // 2])
    return Layout(layout.rules, tuple(ships))


def rewind(database: Path, game: str, theirs: Layout) -> None:
    """Take a game back to the start of its battle, with another hidden fleet."""
    connection = sqlite3.connect(database)
    with connection:
        started = "select sequence from events where game = ? and body like '%\"started\"%'"
        (number,) = connection.execute(started, [game]).fetchone()
        connection.execute("delete from events where game = ? and sequence > ?", [game, number])
        connection.execute(
            "update events set body = ? where game = ? and sequence = ?",
            [json.dumps(fleet_event("started", theirs)), game, number],
        )
    connection.close()


HEAT = re.compile(r"/heat\?law=(own|exact)$")


def play(table: Table, cells: list[str]) -> None:
    """Fire, each time waiting for the heat of the new position."""
    for cell in cells:
        with table.page.expect_response(HEAT):
            table.cell("enemy", cell).click()
            table.marked(cell)


def open_with_heat(deal: Deal, proxy: Proxy, game: str, law: str) -> Table:
    table = deal(game, site=proxy.site)
    with table.page.expect_response(HEAT):
        table.part("heat-toggle").click()
    expect(table.part("heat-hottest")).not_to_be_empty()
    if law == "exact":
        with table.page.expect_response(HEAT):
            table.part("law-exact").check()
    return table


@pytest.mark.parametrize(
    ("announce", "law"),
    [("shown", "own"), ("length", "exact"), ("silent", "own"), ("named", "exact")],
)
def test_the_bytes_of_a_game_do_not_know_the_fleet(
    announce: str,
    law: str,
    deal: Deal,
    stage: Stage,
    database: Path,
    open_proxy: Callable[[], Proxy],
) -> None:
    game, seeds = battle(stage, announce)
    layout, targets = stage.fleet(game), stage.targets(game)
    prefix = [*stage.open_water(game)[::17], *targets[0]]
    other = elsewhere(layout, sum(1 << layout.rules.board.cell(cell) for cell in prefix))
    first, second = open_proxy(), open_proxy()
    table = open_with_heat(deal, first, game, law)
    play(table, prefix)
    opening = first.answers()
    play(table, [*targets[1], *targets[2][:-1]])
    before = first.heard()
    assert_silent(before, layout, seeds, layout.ships[2:])
    assert_only_shots_named(first.answers(), [*prefix, *targets[1], *targets[2]])
    table.cell("enemy", targets[2][-1]).click()
    table.in_phase("over")
    assert json_of(targets[2]) in first.heard()
    assert not any(str(seed).encode() in first.heard() for seed in seeds)
    rewind(database, game, other)
    play(open_with_heat(deal, second, game, law), prefix)
    assert second.answers() == opening
    assert len(opening) > 2 * len(prefix)


def json_of(cells: list[str]) -> bytes:
    return json.dumps(cells, separators=(",", ":")).encode()


def assert_silent(
    heard: bytes, layout: Layout, seeds: tuple[int, int], unsunk: tuple[int, ...]
) -> None:
    """Check that the bytes hold no form of the fleet, of a ship not sunk, or of the seeds."""
    board = layout.rules.board
    texts = [text for one in (layout, canonical(layout)) for text in layout_text(one).split()]
    numbers = [*seeds, *layout.ships, layout.occupied]
    needles = [form(number) for number in numbers for form in (str, "{:x}".format)]
    for text in texts[len(layout.ships) - len(unsunk) :]:
        needles += [text, text.partition(":")[2]]
    for mask in unsunk:
        cells = [board.name(cell) for cell in range(board.size) if mask >> cell & 1]
        needles += [json_of(cells).decode(), json.dumps(cells), ",".join(cells), " ".join(cells)]
    for needle in needles:
        assert needle.encode() not in heard, needle
    assert b'"seeds"' not in heard
    assert b'"hide"' not in heard


def assert_only_shots_named(answers: list[Answer], shots: list[str]) -> None:
    """Check that every view names, of the computer's waters, only cells that were fired at."""
    views = [view for answer in answers if "theirs" in (view := body(answer))]
    assert len(views) > len(shots) - 3
    for view in views:
        theirs = view["theirs"]
        fired = [shot["cell"] for shot in theirs["shots"]]
        assert view["phase"] == "battle"
        assert fired == shots[: len(fired)]
        assert theirs["ships"] is None
        named = {cell for sunk in theirs["sunk"] for cell in sunk["cells"] or []}
        assert named <= set(fired)
        assert all(e["cell"] in fired for e in view["log"] if e["by"] == "you")


def body(answer: Answer) -> Any:
    if b"application/json" not in answer.head:
        return {}
    return json.loads(answer.body)
