"""A task: up to forty games of one configuration, the piece of work that a run is made of."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from unsunk.errors import InputError
from unsunk.racing.folder import sha256
from unsunk.study.bits import Tape, source
from unsunk.study.game import play
from unsunk.study.packet import Packet
from unsunk.study.policies.policy import Policy, policy
from unsunk.study.reading import Condition, Layer

BLOCK = 40
"""The most packets of a task."""

Row = dict[str, Any]
"""A game as the log has it."""
Record = dict[str, Any]
"""The bits drawn of a packet at one p, as `Tape.record` gives them."""


@dataclass(frozen=True)
class Task:
    """Games of one policy against itself under one condition, a game a packet.

    `bank` is the SHA-256 of a bank of these packets alone; `source` is None at L0, which draws no
    bits; `start` is 0 or 1.
    """

    condition: Condition
    policy: str
    start: int
    packets: tuple[Packet, ...]
    bank: str
    source: str | None
    version: str

    @property
    def identity(self) -> dict[str, Any]:
        """All that determines its games, as JSON has it."""
        condition = self.condition
        return {
            "board": str(condition.board),
            "fleet": str(condition.fleet),
            "policy": self.policy,
            "layer": str(condition.layer),
            "p": condition.p,
            "reading": str(condition.reading),
            "start": self.start + 1,
            "first": self.packets[0].number,
            "packets": len(self.packets),
            "bank": self.bank,
            "source": self.source,
            "version": self.version,
        }

    @cached_property
    def id(self) -> str:
        """The first 16 digits of the hash of its identity."""
        return sha256(canonical(self.identity))[:16]

    @property
    def tape(self) -> tuple[str, str, float | None, int]:
        """Which bits it is played with: those of a board, fleet, p and block of packets."""
        identity = self.identity
        return identity["board"], identity["fleet"], identity["p"], identity["first"]


@dataclass(frozen=True)
class Played:
    """What became of a task: a row a game, and the bits that it asked for; none at L0."""

    task: str
    rows: tuple[Row, ...]
    records: tuple[Record, ...]


def play_task(task: Task, records: Sequence[Record] = ()) -> Played:
    """Play a task's games, from recorded bits if there are any, else from its source.

    InputError if the record lacks a bit that a game asks for.
    """
    mover = _kept(task.policy)
    if records:
        tapes = [Tape.replay(record) for record in records]
    else:
        chance = source(task.source or "numpy")
        tapes = [Tape(packet, task.condition.p, chance) for packet in task.packets]
    rows = []
    for packet, tape in zip(task.packets, tapes, strict=True):
        game = play(packet, task.condition, (mover, mover), task.start, tape)
        rows.append({"task": task.id, "policy": task.policy} | game.row())
    chancy = task.condition.layer >= Layer.L1
    return Played(task.id, tuple(rows), tuple(tape.record() for tape in tapes) if chancy else ())


@lru_cache
def _kept(name: str) -> Policy:
    """One policy of a name for all tasks of a process: it may keep what it computed."""
    return policy(name)


def joined(records: Sequence[Record], more: Sequence[Record]) -> list[Record]:
    """The bits of two records of the same packets; InputError if they differ anywhere.

    >>> one, two = {"p": 0.5, "bits": {"V 1 0": "ff"}}, {"p": 0.5, "bits": {"B 1 0": "e0"}}
    >>> joined([one], [two])
    [{'p': 0.5, 'bits': {'B 1 0': 'e0', 'V 1 0': 'ff'}}]
    """
    if not records or not more:
        return list(records or more)
    return [_joined(one, other) for one, other in zip(records, more, strict=True)]


def _joined(one: Mapping[str, Any], other: Mapping[str, Any]) -> Record:
    bits, new = one["bits"], other["bits"]
    clash = [place for place in bits.keys() & new.keys() if bits[place] != new[place]]
    if clash or {**one, "bits": 0} != {**other, "bits": 0}:
        raise InputError(
            "two tasks drew different bits for one packet: the source of bits cannot be repeated"
        )
    return {**one, "bits": dict(sorted((bits | new).items()))}


def canonical(body: object) -> bytes:
    """JSON as bytes that are the same for equal content.

    >>> canonical({"b": 1, "a": [0.5, None]})
    b'{"a":[0.5,null],"b":1}'
    """
    return json.dumps(body, sort_keys=True, separators=(",", ":")).encode()
