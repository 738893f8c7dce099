"""What leaves the process tells a player nothing of ships that no announcement told them of."""

import json
import re
import sqlite3
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.web.client import Client
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import list_layouts
from unsunk.rules.fleet import Fleet
from unsunk.rules.layout import Layout
from unsunk.rules.notation import layout_text
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Outcome, answer
from unsunk.web.moves import fire, with_answer
from unsunk.web.session import COMPUTER, PERSON, Seeds, Session, after, created, fleet_event, fold
from unsunk.web.view import heat, view

RULES = {
    (announce, first): Ruleset(Board(4, 4), Fleet((3, 2)), Touching.YES, announce, first=first)
    for announce, first in product(Announce, (PERSON, COMPUTER))
}
LAYOUTS = {key: list_layouts(rules) for key, rules in RULES.items()}


def battle(theirs: Layout, ours: Layout) -> Session:
    seeds = Seeds(hide=1, show=2)
    setup = fold([created("game", theirs.rules, "hard", seeds), fleet_event("randomised", ours)])
    return after(setup, with_answer(setup, fleet_event("started", theirs)))


def play(session: Session, cells: list[int]) -> Session:
    """Fire at cells until the game is over; the computer answers as it does in the app."""
    name = session.rules.board.name
    for cell in cells:
        if session.phase != "battle":
            break
        session = after(session, fire(session, name(cell)))
    return session


def bytes_of(session: Session) -> bytes:
    parts: list[Any] = [view(session, PERSON)]
    if session.phase == "battle":
        parts.append(heat(session, PERSON))
    return json.dumps(parts).encode()


def heard(session: Session) -> list[Outcome]:
    """What the person has heard."""
    assert session.game is not None
    return [shot.outcome for shot in session.game.knowledge[PERSON - 1].shots]


def would_hear(session: Session, theirs: Layout) -> list[Outcome]:
    """What the person would have heard of the same shots at another fleet."""
    assert session.game is not None
    fired, outcomes = 0, []
    for shot in session.game.knowledge[PERSON - 1].shots:
        outcomes.append(answer(theirs, fired, shot.cell))
        fired |= 1 << shot.cell
    return outcomes


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_fleets_that_answer_alike_look_alike(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(RULES)))
    layouts = LAYOUTS[key]
    ours, theirs = data.draw(st.sampled_from(layouts)), data.draw(st.sampled_from(layouts))
    cells = data.draw(st.permutations(range(16)))[: data.draw(st.integers(0, 12))]
    one = play(battle(theirs, ours), list(cells))
    assume(one.phase != "over")
    alike = [other for other in layouts if other != theirs and would_hear(one, other) == heard(one)]
    assume(alike)
    other = play(battle(data.draw(st.sampled_from(alike)), ours), list(cells))
    assert bytes_of(other) == bytes_of(one)


@pytest.mark.parametrize("announce", Announce)
def test_the_bytes_of_a_running_game_do_not_hang_on_the_hidden_fleet(
    announce: Announce, client: Client, database: str
) -> None:
    game = client.battle(board="5x5", fleet="3,2", announce=announce, level="normal")["id"]
    exchanges = 0
    for cell in ("A1", "C3", "E5", "B2", "D4"):
        client.act(game, "fire", cell=cell)
        before = (client.get(f"/api/games/{game}"), client.get(f"/api/games/{game}/heat"))
        if before[0].json()["phase"] == "over":
            break
        exchanges += exchange_hidden_fleet(database, game)
        after_exchange = (client.get(f"/api/games/{game}"), client.get(f"/api/games/{game}/heat"))
        assert [r.content for r in after_exchange] == [r.content for r in before]
    assert exchanges > 0


def exchange_hidden_fleet(database: str, game: str) -> bool:
    """Replace the computer's fleet in the file by another one that answers all shots alike.

    False if there is no other one.
    """
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        rows = connection.execute(
            "select sequence, body from events where game = ? order by sequence", [game]
        ).fetchall()
        session = fold([json.loads(body) for _, body in rows])
        assert session.game is not None
        theirs = session.game.layouts[COMPUTER - 1]
        others = [
            layout
            for layout in list_layouts(session.rules)
            if layout != theirs and would_hear(session, layout) == heard(session)
        ]
        number = next(n for n, body in rows if json.loads(body)["type"] == "started")
        if others:
            body = json.dumps(fleet_event("started", others[len(others) // 2]))
            connection.execute(
                "update events set body = ? where game = ? and sequence = ?", [body, game, number]
            )
    connection.close()
    return bool(others)


def test_the_fleet_is_revealed_at_the_end_and_not_before(client: Client) -> None:
    seen = client.battle(board="5x5", fleet="3,3,2", announce="length", level="easy")
    cells = [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]
    while seen["phase"] == "battle":
        assert seen["theirs"]["ships"] is None
        assert all(shot["ship"] is None for shot in seen["theirs"]["shots"])
        assert all(ship["cells"] is None for ship in seen["theirs"]["sunk"])
        seen = client.act(seen["id"], "fire", cell=cells.pop()).json()
    assert [len(ship["cells"]) for ship in seen["theirs"]["ships"]] == [3, 3, 2]


def hidden_session(database: str, game: str) -> Session:
    """All of a game, as the file holds it."""
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        rows = connection.execute(
            "select body from events where game = ? order by sequence", [game]
        ).fetchall()
    connection.close()
    return fold([json.loads(body) for (body,) in rows])


def without_own_ships(answer: dict[str, Any]) -> dict[str, Any]:
    """A view without the viewer's own ships, which may lie where the computer's do."""
    if "yours" not in answer:
        return answer
    return answer | {"yours": answer["yours"] | {"ships": None, "sunk": None}}


def cell_sets(part: Any) -> Iterator[set[str]]:
    """The cells that each text, and each list of texts, in a JSON document names."""
    if isinstance(part, str):
        yield set(re.findall(r"[A-Z][0-9]+", part))
    elif isinstance(part, list):
        yield {item for item in part if isinstance(item, str)}
        for item in part:
            yield from cell_sets(item)
    elif isinstance(part, dict):
        for item in part.values():
            yield from cell_sets(item)


def leaks(answer: dict[str, Any], theirs: Layout) -> bool:
    """Whether an answer holds a ship of theirs: as a span, or as its cells in any order."""
    document = without_own_ships(answer)
    text = json.dumps(document)
    for placement in layout_text(theirs).split():
        ends = placement.partition(":")[2].split("-")
        if "-".join(ends) in text or "-".join(reversed(ends)) in text:
            return True
    name = theirs.rules.board.name
    ships = [{name(cell) for cell in cells_of(mask)} for mask in theirs.ships]
    return any(ship <= cells for cells in cell_sets(document) for ship in ships)


def test_no_answer_holds_a_seed_or_a_hidden_placement(client: Client, database: str) -> None:
    game = client.battle(level="easy", announce="silent")["id"]
    for number in range(1, 5):
        client.act(game, "fire", cell=f"A{number}")
    client.get(f"/api/games/{game}/heat")
    client.get(f"/api/games/{game}/heat?law=exact")
    session = hidden_session(database, game)
    assert session.game is not None
    everything = b" ".join(client.heard).decode()
    for secret in (session.seeds.hide, session.seeds.show):
        assert str(secret) not in everything
    assert len(client.heard) == 9
    for sent in client.heard:
        assert not leaks(json.loads(sent), session.game.layouts[COMPUTER - 1])


def test_a_planted_fleet_would_be_found(client: Client, database: str) -> None:
    seen = client.battle(level="easy", announce="silent")
    game = hidden_session(database, seen["id"]).game
    assert game is not None
    theirs = game.layouts[COMPUTER - 1]
    assert not leaks(seen, theirs)
    name = theirs.rules.board.name
    for mask in theirs.ships:
        cells = [name(cell) for cell in cells_of(mask)]
        for plant in (
            cells,
            cells[::-1],
            sorted(cells),
            " ".join(cells),
            f"{cells[0]}-{cells[-1]}",
            f"{cells[-1]}-{cells[0]}",
        ):
            assert leaks(seen | {"theirs": seen["theirs"] | {"ships": [plant]}}, theirs)
            assert leaks(seen | {"log": [{"n": 1, "of": {"cells": plant}}]}, theirs)
    fleet = [name(cell) for mask in theirs.ships for cell in cells_of(mask)]
    assert leaks(seen | {"fleet": fleet}, theirs)
