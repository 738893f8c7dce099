"""Where the bits of the rules come from, and the tape that a game reads them from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from math import asin, pi, sqrt
from typing import Any, Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import InputError
from unsunk.rules.choices import Word, member
from unsunk.study.packet import Packet

Kind = Literal["V", "B", "C"]
KINDS: tuple[Kind, ...] = ("V", "B", "C")
"""Vulnerability of a shot, branch of a ship, and the two bits of a link."""
CHUNK = 256
"""The bits V of a player that are drawn at once."""
LINK_P = 0.5
"""The chance of 11 in a link's circuit, whatever p is: its angle is π/2."""
CACHED = 8192
"""The draws that are kept: those of 1,000 packets."""

Bits = NDArray[np.uint8]


@dataclass(frozen=True)
class Circuit:
    """One of the three circuits, whose bits are 1 with chance `p`; InputError for another kind.

    >>> round(Circuit("V", 0.25).theta, 4), Circuit("C", 0.5).qubits
    (1.0472, 2)
    """

    kind: Kind
    p: float

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"'{self.kind}' is not a circuit: it is one of {', '.join(KINDS)}")
        if not 0 <= self.p <= 1:
            raise InputError(f"p = {self.p:g} is not a chance: it lies from 0 to 1")

    @property
    def theta(self) -> float:
        """The angle θ of its rotation R_y, in radians: p = sin²(θ/2)."""
        return pi / 2 if self.p == 0.5 else 2 * asin(sqrt(self.p))

    @property
    def qubits(self) -> int:
        """How many bits one shot of it gives."""
        return 2 if self.kind == "C" else 1


class Source(Protocol):
    """Draws the bits of circuits."""

    name: str
    """What a run's files call it."""

    def __hash__(self) -> int: ...

    def draw(self, circuit: Circuit, shots: int, rng: np.random.Generator) -> Bits:
        """The bits (shots, qubits) of so many runs of a circuit, by qubit.

        All chance is from `rng`, unless the circuit runs on something that is chance itself.
        """


class NumpySource:
    """The law of the circuits without the circuits.

    >>> NumpySource().draw(Circuit("C", 0.5), 4, np.random.default_rng(1)).shape
    (4, 2)
    """

    name = "numpy"

    def draw(self, circuit: Circuit, shots: int, rng: np.random.Generator) -> Bits:
        """The bits (shots, qubits); both of a link are equal."""
        bits = (rng.random(shots) >= 1 - circuit.p).astype(np.uint8)
        return np.repeat(bits[:, None], circuit.qubits, axis=1)


class SourceName(Word):
    """The names of the sources."""

    AUTO = "auto"
    """Qiskit where it is installed, otherwise NumPy."""
    QISKIT = "qiskit"
    NUMPY = "numpy"


@lru_cache
def source(name: str = "auto") -> Source:
    """The source of that name, the same object each time; InputError if there is none.

    >>> source("numpy").name
    'numpy'
    """
    chosen = member(SourceName, name, "source of bits")
    if chosen is SourceName.AUTO:
        chosen = SourceName.QISKIT if find_spec("qiskit") else SourceName.NUMPY
    if chosen is SourceName.NUMPY:
        return NumpySource()
    from unsunk.study.circuits import QiskitSource

    return QiskitSource()


class Tape:
    """The bits of a packet at one p, drawn when first asked for, whatever the order of asking.

    A bit hangs on the packet's seed, its place, p and the source only, so one tape serves every
    rule layer, policy, reading and start. `p` is None for L0, which asks for no bits.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.study.bank import make_bank
    >>> packet = make_bank(Board(5, 5), packets=1).packets[0]
    >>> tape = Tape(packet, 0.5, source("numpy"))
    >>> bits = [tape.vulnerable(1, 300), tape.branch(0, 2), *tape.link(1, 0)]
    >>> again = Tape.replay(tape.record())
    >>> bits == [again.vulnerable(1, 300), again.branch(0, 2), *again.link(1, 0)]
    True
    """

    def __init__(self, packet: Packet, p: float | None, source: Source) -> None:
        self.p, self.seed, self.ships = p, packet.seed, len(packet.fleet.lengths)
        self._source: Source | None = source
        self._name = source.name
        self._drawn: dict[tuple[Kind, int, int], bytes] = {}

    def vulnerable(self, shooter: int, shot: int) -> int:
        """V of a player's shot, counted from 0."""
        chunk, place = divmod(shot, CHUNK)
        found = self._drawn.get(("V", shooter, chunk))
        return (found or self._draw("V", shooter, chunk))[place]

    def branch(self, owner: int, ship: int) -> int:
        """B of a ship."""
        return (self._drawn.get(("B", owner, 0)) or self._draw("B", owner, 0))[ship]

    def link(self, owner: int, ship: int) -> tuple[int, int]:
        """(C₀, C₁) of the link of a ship, met by direct damage to its owner's segment."""
        pairs = self._drawn.get(("C", owner, 0)) or self._draw("C", owner, 0)
        return pairs[2 * ship], pairs[2 * ship + 1]

    def _draw(self, kind: Kind, player: int, chunk: int) -> bytes:
        if self._source is None:
            raise InputError(
                f"this record has no bits {kind} of player {player + 1} from number "
                f"{CHUNK * chunk + 1} on: it is of another game"
            )
        if self.p is None:
            raise InputError("L0 asks for no bits: a tape for another layer needs p")
        circuit = Circuit(kind, LINK_P if kind == "C" else self.p)
        many = CHUNK if kind == "V" else self.ships
        place = (self.seed, KINDS.index(kind), player, chunk)
        bits = self._drawn[kind, player, chunk] = _drawn(self._source, circuit, many, place)
        return bits

    def record(self) -> dict[str, Any]:
        """All bits drawn so far, for `replay`: small, and as JSON has it."""
        drawn = {}
        for (kind, player, chunk), bits in sorted(self._drawn.items()):
            packed = np.packbits(np.frombuffer(bits, np.uint8))
            drawn[f"{kind} {player + 1} {chunk}"] = packed.tobytes().hex()
        return {
            "source": self._name,
            "seed": self.seed,
            "p": self.p,
            "ships": self.ships,
            "bits": drawn,
        }

    @classmethod
    def replay(cls, record: Mapping[str, Any]) -> Self:
        """A tape of a record's bits and no others: asked for more, it raises InputError.

        InputError too if the record is damaged.
        """
        tape = cls.__new__(cls)
        try:
            tape.p, tape.seed, tape.ships = record["p"], record["seed"], record["ships"]
            tape._source, tape._name = None, record["source"]
            tape._drawn = {}
            for key, text in record["bits"].items():
                kind, player, chunk = _place(key)
                many = {"V": CHUNK, "B": tape.ships, "C": 2 * tape.ships}[kind]
                packed = np.frombuffer(bytes.fromhex(text), np.uint8)
                if len(packed) != -(-many // 8):
                    raise ValueError(key)
                bits = np.unpackbits(packed, count=many).tobytes()
                tape._drawn[kind, player, chunk] = bits
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InputError(f"this is not a record of a tape: {error!r}") from None
        return tape


def is_record(value: object) -> bool:
    """Whether this has all that `Tape.record` gives, each of its kind.

    >>> is_record({"source": "numpy", "seed": 7, "p": 0.5, "ships": 3, "bits": {"B 1 0": "a0"}})
    True
    """
    kinds: dict[str, tuple[type, ...]] = {
        "source": (str,),
        "seed": (int,),
        "p": (float, int),
        "ships": (int,),
        "bits": (dict,),
    }
    if not isinstance(value, dict) or value.keys() != kinds.keys():
        return False
    if any(type(value[name]) not in kind for name, kind in kinds.items()):
        return False
    return all(type(text) is str for text in value["bits"].values())


def redrawn(record: Mapping[str, Any], packet: Packet, source: Source) -> dict[str, Any]:
    """The record that a source draws for a packet, at the places that this record has.

    InputError if it has a place that no game asks for.
    """
    tape = Tape(packet, record["p"], source)
    for key in record["bits"]:
        kind, player, chunk = _place(key)
        tape._draw(kind, player, chunk)
    return tape.record()


def _place(key: str) -> tuple[Kind, int, int]:
    """The circuit, the player from 0 and the chunk of bits that a record names so."""
    for kind in KINDS:
        match = re.fullmatch(rf"{kind} ([12]) (0|[1-9][0-9]{{0,5}})", key, re.ASCII)
        if match and (kind == "V" or match[2] == "0"):
            return kind, int(match[1]) - 1, int(match[2])
    raise InputError(f"this is not a record of a tape: it has bits '{key}'")


@lru_cache(maxsize=CACHED)
def _drawn(source: Source, circuit: Circuit, shots: int, place: tuple[int, ...]) -> bytes:
    """The bits of a place, one a byte."""
    return source.draw(circuit, shots, np.random.default_rng(place)).tobytes()
