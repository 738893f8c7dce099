"""Of the opponent's candidates, branches, links and bits nothing leaves before the game is over."""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

import pytest

from tests.web.client import Client
from tests.web.study_talk import CELLS_5X5, first_legal, new, offline, play_on, shots_of
from tests.web.test_secrets import cell_sets
from unsunk.rules.bits import cells_of
from unsunk.rules.dice import Dice
from unsunk.rules.placement import Placement, placements
from unsunk.web.session import Event
from unsunk.web.study.session import COMPUTER, StudySession, fold
from unsunk.web.study.view import study_heat, study_view

CONDITIONS = [
    {
        "layer": layer,
        "feedback": feedback,
        "linked": linked,
        **({} if layer == "L0" else {"p": 0.5}),
    }
    for layer in ("L0", "L1", "L2", "L3")
    for feedback in ("open", "ambiguous")
    for linked in ("both", "ones")
    if (layer != "L0" or feedback == "open") and (layer == "L3" or linked == "both")
]


def sent(session: StudySession) -> bytes:
    parts: list[Any] = [study_view(session)]
    if not session.state.over:
        parts.append(study_heat(session))
    return json.dumps(parts).encode()


def elsewhere(session: StudySession, events: Sequence[Event], seed: int) -> list[Event]:
    """The same game with what the person has not heard of changed.

    Ships of the opponent on which no shot and no link has fallen lie elsewhere, in both branches;
    their links are at other segments, and the bits that decided nothing told are others.
    """
    state, board, dice = session.state, session.state.packet.board, Dice(seed)
    waters = state.packet.waters[COMPUTER]
    shots = sum(1 << cell for cell in {e.cell for e in session.told if e.shooter != COMPUTER})
    shots |= state.sides[COMPUTER].damaged
    moved = deepcopy(json.loads(json.dumps(events)))
    places = moved[0]["waters"][COMPUTER]
    ships = range(len(state.packet.fleet.lengths))
    free = [s for s in ships if not (waters.a[s] | waters.b[s]) & shots and unsettled(session, s)]
    taken = shots | sum(waters.a[s] | waters.b[s] for s in ships if s not in free)
    for ship in free:
        for branch in (0, 1):
            length = state.packet.fleet.lengths[ship]
            left = [mask for mask in placements(board, length) if not mask & taken]
            if not left:
                return []
            mask = left[dice.below(len(left))]
            taken |= mask
            places[branch][ship] = Placement.of(board, mask).text(board)
        moved[0]["links"][ship][COMPUTER] = dice.below(state.packet.fleet.lengths[ship])
    for event, told in zip(moved[1:], session.told, strict=True):
        if told.shooter != COMPUTER and told.v is not None and told.ship is None:
            event["v"] = 1 - event["v"]
    moved[0] |= {"seed": seed, "dice": seed + 1}
    return moved if free else []


def unsettled(session: StudySession, ship: int) -> bool:
    """Whether no link has looked for a ship of the opponent yet."""
    return not any(
        (COMPUTER, ship) == (owner, other)
        for event in session.told
        for owner, other, _ in event.resolved
    )


def after_shots(shots: int, seed: int, **terms: Any) -> tuple[StudySession, list[Event]]:
    return offline(
        seed,
        first_legal,
        lambda session: len(session.told) >= shots,
        board="10x10",
        policy="greedy",
        **terms,
    )


@pytest.mark.parametrize("terms", CONDITIONS, ids=lambda terms: "-".join(map(str, terms.values())))
def test_games_that_were_told_alike_look_alike(terms: dict[str, Any]) -> None:
    exchanges = 0
    for seed in range(12):
        session, events = after_shots(4 + 5 * (seed % 6), seed, **terms)
        other = elsewhere(session, events, seed + 10**6)
        if other and not session.state.over:
            exchanges += 1
            assert other[0]["waters"] != events[0]["waters"]
            assert sent(fold(other)) == sent(session)
    assert exchanges >= 4


def test_a_ship_of_ones_own_is_seen() -> None:
    """The comparison above can tell games apart."""
    events = after_shots(10, 3, layer="L3")[1]
    other = json.loads(json.dumps(events))
    other[0]["waters"].reverse()
    assert other[0]["waters"] != events[0]["waters"]
    other = [other[0]]
    start = [events[0]]
    assert sent(fold(other)) != sent(fold(start))


def before_the_end(client: Client) -> Iterator[Any]:
    """Every view that was sent while the game was on."""
    for body in client.heard:
        view = json.loads(body)
        if view.get("phase") == "battle":
            yield view


@pytest.mark.parametrize("feedback", ["open", "ambiguous"])
def test_every_answer_of_a_whole_game(feedback: str, client: Client) -> None:
    seen = new(client, layer="L3", policy="random", feedback=feedback)
    while seen["phase"] == "battle":
        client.get(f"/api/study/games/{seen['id']}/heat")
        first = shots_of(seen) % 25
        seen = play_on(client, seen, CELLS_5X5[first:] + CELLS_5X5[:first], most=1)
    views = list(before_the_end(client))
    assert len(views) > 9
    for view in views:
        assert view["theirs"] is view["reveal"] is None
        for shot in view["log"]:
            if shot["by"] == "you":
                assert shot["v"] is shot["c"] is None
            assert {found["side"] for found in shot["resolved"]} <= {"you"}
            assert {sunk["side"] for sunk in shot["sunk"]} <= {"you"}
        assert seen["reveal"]["seed"] not in json.dumps(view)
        rest = {**view, "yours": None, "log": None, "id": None, "condition": None}
        assert list(filter(None, cell_sets(rest))) == []


def test_what_was_heard_is_the_views() -> None:
    """The log of the shots and the study's own record of what a shooter knows say the same."""
    for terms in CONDITIONS:
        session, _ = after_shots(60, 5, **terms)
        known = session.state.sides[COMPUTER].view
        name = session.state.packet.board.name
        log = study_view(session)["log"]
        if session.state.over:
            continue
        heard = {shot["cell"] for shot in log if shot["by"] == "you" and shot["heard"] == "damage"}
        linked = [shot["linked"] for shot in log if shot["linked"]]
        heard |= {there["cell"] for there in linked if there["side"] == "computer"}
        assert heard == {name(cell) for cell in cells_of(known.damaged)}
        missed = {shot["cell"] for shot in log if shot["by"] == "you" and shot["heard"] == "miss"}
        assert missed == {name(cell) for cell in cells_of(known.misses)}
