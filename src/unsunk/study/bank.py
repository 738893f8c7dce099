"""A bank: the packets of a board and fleet, drawn from one seed, kept as a JSON file.

`bank.schema.json` says what the file looks like. Its base layout, which L0 and L1 are played with,
is branch A.
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from pathlib import Path
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
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path} is not a bank of packets: {error!r}") from None


def _bank(data: Mapping[str, Any]) -> Bank:
    if (data["format"], data["version"], data["base"]) != (FORMAT, VERSION, "A"):
        raise InputError(f"this is not an {FORMAT} of version {VERSION} whose base is branch A")
    board, fleet = Board.parse(data["board"]), Fleet.parse(data["fleet"])
    packets = tuple(_read_packet(board, fleet, row) for row in data["packets"])
    return Bank(board, fleet, _whole(data["seed"]), packets)


def _read_packet(board: Board, fleet: Fleet, row: Mapping[str, Any]) -> Packet:
    one, two = (Waters(_masks(board, of["A"]), _masks(board, of["B"])) for of in row["players"])
    links = tuple((_whole(first) - 1, _whole(second) - 1) for first, second in row["links"])
    return Packet(board, fleet, _whole(row["trial"]), (one, two), links, _whole(row["seed"]))


def _masks(board: Board, texts: list[str]) -> tuple[int, ...]:
    return tuple(Placement.parse(board, text).mask(board) for text in texts)


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise InputError(f"{value!r} stands where a whole number should")
    return value
