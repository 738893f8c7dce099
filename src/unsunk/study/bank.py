"""A bank: the packets of a board and fleet, drawn from one seed, kept as a JSON file.

`bank.schema.json` says what the file looks like. Its base layout, which L0 and L1 are played with,
is branch A.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from pathlib import Path
from reprlib import repr
from typing import Any

from unsunk.errors import BudgetError, ImpossibleFleetError, InputError
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.existence import require_solvable
from unsunk.rules.fleet import MOST_SHIPS, STUDY, Fleet
from unsunk.rules.placement import Placement, placements
from unsunk.rules.ruleset import Ruleset
from unsunk.study.packet import Packet, Waters

FORMAT, VERSION = "unsunk bank", 1
NO_BANK = "this is not a bank of packets"
MOST_SEED = (1 << 64) - 1
PACKETS, SEED = 40, 1
STREAM = 3
"""Path element under which packets are drawn."""
REDRAWS = 1000
"""The times that a setup is drawn anew when the bank has it already."""
SWEEPS = 400
"""How often each ship is moved where the boards are too crowded for an exact draw."""


@dataclass(frozen=True)
class Bank:
    """The packets that a run plays; InputError unless they belong together and all differ."""

    board: Board
    fleet: Fleet
    seed: int
    packets: tuple[Packet, ...]

    def __post_init__(self) -> None:
        if not self.packets:
            raise InputError("a bank without packets: it has 1 or more")
        numbers: set[int] = set()
        seeds: set[int] = set()
        setups: dict[object, int] = {}
        for packet in self.packets:
            number = packet.number
            if (packet.board, packet.fleet) != (self.board, self.fleet):
                raise InputError(
                    f"packet {number} is of {packet.fleet} on a {packet.board} board: "
                    f"this bank is of {self.fleet} on a {self.board} board"
                )
            if number in numbers:
                raise InputError(f"two packets have the number {number}")
            if packet.seed in seeds:
                raise InputError(f"packet {number} has the seed {packet.seed} of another packet")
            other = setups.setdefault((packet.waters, packet.links), number)
            if other != number:
                raise InputError(f"packets {other} and {number} are the same setup")
            numbers.add(number)
            seeds.add(packet.seed)

    def to_json(self) -> str:
        """The text of the bank's file: cells by name, players, segments and trials from 1."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "board": str(self.board),
            "fleet": str(self.fleet),
            "seed": self.seed,
            "base": "A",
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items()]
        rows = ",\n".join(f"    {json.dumps(self._row(packet))}" for packet in self.packets)
        return f'{{\n{"".join(lines)}  "packets": [\n{rows}\n  ]\n}}\n'

    def _row(self, packet: Packet) -> dict[str, Any]:
        def names(masks: tuple[int, ...]) -> list[str]:
            return [Placement.of(self.board, mask).text(self.board) for mask in masks]

        return {
            "trial": packet.number,
            "seed": packet.seed,
            "players": [{"A": names(waters.a), "B": names(waters.b)} for waters in packet.waters],
            "links": [[one + 1, other + 1] for one, other in packet.links],
        }

    @property
    def sha256(self) -> str:
        """The hash of the file's bytes, in hexadecimal."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()


def make_bank(board: Board, fleet: Fleet = STUDY, packets: int = PACKETS, seed: int = SEED) -> Bank:
    """Draw a bank: all placements of a player are disjoint, and every such choice equally likely.

    Packet 7 of a seed is the same in a bank of 40 and of 2,000. ImpossibleFleetError where the
    board has no room, BudgetError where it cannot be known; InputError where it has too few
    different setups.

    >>> bank = make_bank(Board(5, 5), packets=2)
    >>> bank.packets[1] == make_bank(Board(5, 5), packets=9).packets[1]
    True
    """
    doubled = _doubled(board, fleet)
    dice, seen, made = Dice(seed, STREAM), set[object](), []
    for number in range(1, packets + 1):
        for attempt in count():
            if attempt == REDRAWS:
                raise InputError(
                    f"{fleet} on a {board} board has too few setups for {packets} different packets"
                )
            packet = _packet(doubled, fleet, number, dice.at(number, attempt))
            if (packet.waters, packet.links) not in seen:
                break
        seen.add((packet.waters, packet.links))
        made.append(packet)
    return Bank(board, fleet, seed, tuple(made))


def _doubled(board: Board, fleet: Fleet) -> Ruleset:
    """The rules under which two candidates for every ship are one layout."""
    lengths = tuple(length for length in fleet.lengths for _ in "AB")
    if len(lengths) > MOST_SHIPS:
        raise InputError(f"a fleet of the study has {MOST_SHIPS // 2} ships at most")
    try:
        return Ruleset(board, Fleet(lengths))
    except ImpossibleFleetError as error:
        raise ImpossibleFleetError(
            f"two candidates for every ship of {fleet} do not fit on a {board} board: "
            "take fewer or shorter ships, or a larger board",
            error.reason,
        ) from None


def _packet(doubled: Ruleset, fleet: Fleet, number: int, dice: Dice) -> Packet:
    waters = []
    for player in (1, 2):
        masks = _draw(doubled, dice.at(player))
        waters.append(Waters(masks[::2], masks[1::2]))
    links = dice.at(3)
    pairs = tuple((links.below(length), links.below(length)) for length in fleet.lengths)
    seed = dice.at(4).word() >> 11
    return Packet(doubled.board, fleet, number, (waters[0], waters[1]), pairs, seed)


def _draw(rules: Ruleset, dice: Dice) -> tuple[int, ...]:
    """A layout's masks; equal ships change places at random."""
    if _countable(rules):
        with suppress(BudgetError):
            return draw_layout(rules, dice, last=0).ships
    return _stirred(rules, dice)


@lru_cache(maxsize=16)
def _countable(rules: Ruleset) -> bool:
    """Whether a layout of these rules can be thrown, or the layouts counted."""
    try:
        draw_layout(rules, Dice(0), last=0)
    except BudgetError:
        return False
    return True


def _stirred(rules: Ruleset, dice: Dice, sweeps: int = SWEEPS) -> tuple[int, ...]:
    """A layout after moving each ship `sweeps` times to a uniform one of the places it has.

    Every such move leaves the uniform law of layouts as it is (Gibbs sampling), and many of them
    forget the layout that they began with. For boards too crowded to throw ships at or to count.
    """
    board, lengths = rules.board, rules.fleet.lengths
    masks = list(require_solvable(board, rules.fleet, Touching.YES))
    taken = sum(masks)
    for _ in range(sweeps * len(masks)):
        ship = dice.below(len(masks))
        taken ^= masks[ship]
        free = [mask for mask in placements(board, lengths[ship]) if not mask & taken]
        masks[ship] = free[dice.below(len(free))]
        taken |= masks[ship]
    return tuple(masks)


def read_bank(path: Path) -> Bank:
    """The bank in a file; InputError, naming the file, if it is not one or breaks its rules."""
    data = path.read_bytes()
    try:
        return _bank(json.loads(data))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except RecursionError:
        raise InputError(f"{path}: {NO_BANK}: it holds lists within lists") from None
    except ValueError as error:
        raise InputError(f"{path}: {NO_BANK}: it is not JSON: {error}") from None


def _bank(data: object) -> Bank:
    names = ("format", "version", "base", "board", "fleet", "seed", "packets")
    _, _, _, board, fleet, seed, packets = _fields(data, names, "the bank", _require_format)
    ground = Board.parse(_text(board)), Fleet.parse(_text(fleet))
    rows = tuple(_read_packet(*ground, row) for row in _list(packets))
    return Bank(*ground, _whole(seed, most=MOST_SEED), rows)


def _require_format(data: Mapping[str, object]) -> None:
    if [data.get(name) for name in ("format", "version", "base")] != [FORMAT, VERSION, "A"]:
        raise InputError(f"this is not an {FORMAT} of version {VERSION} whose base is branch A")


def _read_packet(board: Board, fleet: Fleet, row: object) -> Packet:
    trial, seed, players, links = _fields(row, ("trial", "seed", "players", "links"), "a packet")
    one, two = (_waters(board, player) for player in _list(players, 2))
    pairs = [[_whole(number) - 1 for number in _list(pair, 2)] for pair in _list(links)]
    number = _whole(trial, least=1)
    linked = tuple((first, second) for first, second in pairs)
    return Packet(board, fleet, number, (one, two), linked, _whole(seed, most=MOST_SEED))


def _waters(board: Board, player: object) -> Waters:
    a, b = (
        tuple(Placement.parse(board, _text(text)).mask(board) for text in _list(ships))
        for ships in _fields(player, ("A", "B"), "a player")
    )
    return Waters(a, b)


def _fields(
    data: object,
    names: Sequence[str],
    what: str,
    require: Callable[[Mapping[str, object]], None] = lambda data: None,
) -> list[object]:
    """The values under these names; InputError unless there are these and no others."""
    if not isinstance(data, dict):
        raise InputError(f"{NO_BANK}: {repr(data)} stands where {what} should")
    require(data)
    for name in names:
        if name not in data:
            raise InputError(f"{NO_BANK}: {what} has no '{name}'")
    for name in data:
        if name not in names:
            raise InputError(f"{NO_BANK}: {what} has '{name}', which is none of {', '.join(names)}")
    return [data[name] for name in names]


def _list(value: object, many: int | None = None) -> list[object]:
    if not isinstance(value, list) or many not in (None, len(value)):
        what = "a list" if many is None else f"a list of {many}"
        raise InputError(f"{NO_BANK}: {repr(value)} stands where {what} should")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InputError(f"{NO_BANK}: {repr(value)} stands where a text should")
    return value


def _whole(value: object, least: int = 0, most: int | None = None) -> int:
    if type(value) is not int or value < least:
        raise InputError(f"{repr(value)} stands where a whole number should")
    if most is not None and value > most:
        raise InputError(f"{repr(value)} is too large: a seed is at most 2**64 - 1")
    return value
