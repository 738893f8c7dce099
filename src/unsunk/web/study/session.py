"""One game of the study against a policy: what its events add up to.

As in the game of the house, events are appended and never changed, and nothing here draws anything:
the setup stands in the first event, and each shot has the bits that it measured.

    study    format, id, board, layer, p, reading, policy, start, source, waters, links,
             seed (of the setup), dice (of all else)
    fired    by (you or computer), cell, v, b (owner, ship, branch), c
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from unsunk.errors import InputError
from unsunk.rules.board import Board
from unsunk.rules.fleet import STUDY
from unsunk.rules.placement import Placement
from unsunk.study import layers
from unsunk.study.layers import State, step
from unsunk.study.packet import Packet, Waters
from unsunk.study.reading import Condition, Layer, Reading
from unsunk.web.session import Event
from unsunk.web.shapes import Side

FORMAT = 1
"""The format of the events; a change that old events do not fit raises it."""
PERSON, COMPUTER = 0, 1
SIDES: tuple[Side, Side] = ("you", "computer")
"""Player of the study: the name in events and views."""


@dataclass(frozen=True)
class StudySession:
    """A game after `version` events."""

    id: str
    policy: str
    source: str
    """Where its bits come from: `qiskit` or `numpy`."""
    seed: int
    """Of the bank whose first packet is played."""
    state: State
    told: tuple[layers.Event, ...] = ()
    """What every shot did."""
    version: int = 1

    @property
    def phase(self) -> str:
        """`battle` or `over`."""
        return "over" if self.state.over else "battle"


class _Recorded:
    """The bits of one shot, as its event has them."""

    def __init__(self, event: Mapping[str, Any]) -> None:
        self._event = event

    def vulnerable(self, shooter: int, shot: int) -> int:
        return int(self._event["v"])

    def branch(self, owner: int, ship: int) -> int:
        return next(int(bit) for *place, bit in self._event["b"] if place == [owner, ship])

    def link(self, owner: int, ship: int) -> tuple[int, int]:
        first, second = self._event["c"]
        return first, second


def created(session: StudySession) -> Event:
    """The first event of a game, from its session before the first shot."""
    state = session.state
    packet, condition = state.packet, state.condition
    board = packet.board
    return {
        "type": "study",
        "format": FORMAT,
        "id": session.id,
        "board": str(board),
        "layer": str(condition.layer),
        "p": condition.p,
        "reading": str(condition.reading),
        "policy": session.policy,
        "start": SIDES[state.start],
        "seed": session.seed,
        "dice": packet.seed,
        "source": session.source,
        "waters": [
            [[Placement.of(board, mask).text(board) for mask in masks] for masks in (w.a, w.b)]
            for w in packet.waters
        ],
        "links": packet.links,
    }


def fired(event: layers.Event, board: Board) -> Event:
    """The event of a shot."""
    return {
        "type": "fired",
        "by": SIDES[event.shooter],
        "cell": board.name(event.cell),
        "v": event.v,
        "b": event.resolved,
        "c": event.c,
    }


def is_study(events: Sequence[Event]) -> bool:
    """Whether events are those of a game of the study."""
    return bool(events) and events[0].get("type") == "study"


def fold(events: Sequence[Event]) -> StudySession:
    """The session that the events of one game add up to; InputError if they are not a game."""
    if not is_study(events) or events[0].get("format") != FORMAT:
        raise InputError(f"these are not the events of a game of the study of format {FORMAT}")
    first = events[0]
    board = Board.parse(first["board"])
    reading = Reading.parse(first["reading"])
    condition = Condition(board, STUDY, Layer.parse(first["layer"]), first["p"], reading)
    waters = [
        Waters(*(tuple(Placement.parse(board, text).mask(board) for text in side) for side in both))
        for both in first["waters"]
    ]
    links = tuple((one, two) for one, two in first["links"])
    packet = Packet(board, STUDY, 1, (waters[0], waters[1]), links, first["dice"])
    state = State.begin(packet, condition, SIDES.index(first["start"]))
    start = StudySession(first["id"], first["policy"], first["source"], first["seed"], state)
    return after(start, events[1:])


def after(session: StudySession, events: Iterable[Event]) -> StudySession:
    """The session after more events."""
    for event in events:
        if event["type"] != "fired" or event["by"] != SIDES[session.state.turn]:
            raise InputError(f"shot {session.version} is not one of the player whose turn it is")
        cell = session.state.packet.board.cell(event["cell"])
        session = shown(session, *step(session.state, cell, _Recorded(event)))
    return session


def shown(session: StudySession, state: State, event: layers.Event) -> StudySession:
    """The session after a shot that led to a state."""
    return replace(session, state=state, told=(*session.told, event), version=session.version + 1)
