"""A design: what a run plays, from a few lines of TOML."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from unsunk.errors import InputError, UnsunkError
from unsunk.rules.board import Board
from unsunk.rules.choices import member
from unsunk.rules.fleet import STUDY, Fleet
from unsunk.study.bank import Bank
from unsunk.study.bits import SourceName
from unsunk.study.game import MOST_ROUNDS
from unsunk.study.policies.policy import policy
from unsunk.study.reading import Condition, Feedback, Layer, Reading
from unsunk.study.task import BLOCK, Task

DESIGNS = ("paper", "sweep", "density", "readings")
"""The designs that come with the package."""
MOST_PACKETS = 100_000
MARGIN = 10
"""How many times the rounds that a game takes must fit into the most that are played."""
LONGEST = 200
"""Entries of a list."""


@dataclass(frozen=True)
class Design:
    """Every combination of what is listed, with the same packets; InputError if it cannot be run.

    The default is the paper's: 160 configurations of 40 games.

    >>> design = Design()
    >>> len(design.configurations), design.games
    (160, 6400)
    """

    boards: tuple[str, ...] = ("5x5", "10x10")
    """A board, and its fleet where it is another than 4,3,2: `10x10 5,4,3`."""
    policies: tuple[str, ...] = ("random", "checkerboard", "belief", "greedy")
    layers: tuple[str, ...] = ("L0", "L1", "L2", "L3")
    p: tuple[float, ...] = (0.25, 0.5, 0.75)
    readings: tuple[str, ...] = ("paper",)
    starts: tuple[int, ...] = (1, 2)
    """The player who fires first."""
    packets: int = 40
    seed: int = 1
    source: str = "auto"

    def __post_init__(self) -> None:
        for name in ("boards", "policies", "layers", "p", "readings", "starts"):
            _check_list(name, getattr(self, name))
        if self.packets < 1 or self.packets > MOST_PACKETS:
            raise InputError(f"packets = {self.packets}: a bank has 1 to {MOST_PACKETS:,}")
        if not 0 <= self.seed < 1 << 64:
            raise InputError(f"seed = {self.seed}: it is a whole number from 0 to 2**64 - 1")
        if set(self.starts) - {1, 2}:
            raise InputError(f"starts = {list(self.starts)}: player 1 or player 2 fires first")
        if not self.p and any(Layer.parse(layer) for layer in self.layers):
            raise InputError("p is empty: every layer but L0 needs the chance that a bit is 1")
        member(SourceName, self.source, "source of bits")
        _ = self.configurations

    @property
    def grounds(self) -> tuple[tuple[Board, Fleet], ...]:
        """The boards, each with its fleet."""
        return tuple(_ground(text) for text in self.boards)

    @property
    def configurations(self) -> list[tuple[Condition, str, int]]:
        """(condition, policy, start from 0) of every configuration, in the order of the log."""
        found = []
        for reading, (board, fleet), name, layer in product(
            self.readings, self.grounds, self.policies, self.layers
        ):
            level = Layer.parse(layer)
            for p in self.p if level else (None,):
                condition = Condition(board, fleet, level, p, Reading.parse(reading))
                found += [(condition, name, start - 1) for start in self.starts]
        return found

    @property
    def games(self) -> int:
        """The number of games of the whole design."""
        return len(self.configurations) * self.packets

    def require_played(self) -> None:
        """InputError or BudgetError if a policy does not play here, or a game may not end."""
        for condition, name, _ in self.configurations:
            _require_end(condition)
            policy(name).require(condition)

    def tasks(
        self, banks: Mapping[tuple[Board, Fleet], Bank], source: str, version: str
    ) -> Iterator[Task]:
        """The tasks of the design, in the order of the log."""
        blocks = {ground: list(_blocks(bank)) for ground, bank in banks.items()}
        for condition, mover, start in self.configurations:
            for block, digest in blocks[condition.board, condition.fleet]:
                chance = source if condition.layer else None
                yield Task(condition, mover, start, block.packets, digest, chance, version)

    def table(self) -> dict[str, Any]:
        """The design as JSON and TOML have it; `parse_table` reads it back.

        >>> parse_table(Design().table()) == Design()
        True
        """
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }


def parse_table(table: Mapping[str, Any]) -> Design:
    """The design of a table; what it leaves out is as in the paper's. InputError."""
    default = Design.__dataclass_fields__
    given: dict[str, Any] = {}
    for name, value in table.items():
        if name not in default:
            raise InputError(f"'{name}' is not one of {', '.join(default)}")
        kind = type(default[name].default)
        if kind is tuple:
            given[name] = tuple(_items(name, value))
        elif type(value) is kind:
            given[name] = value
        else:
            raise InputError(f"{name} = {value!r}: it must be {_KINDS[kind]}")
    return Design(**given)


def read_design(text: str, seed: int = 1) -> Design:
    """The design of that name, or of a TOML file; `seed` where it states none. InputError.

    >>> read_design("paper") == Design(), len(read_design("sweep").p)
    (True, 19)
    """
    if text in DESIGNS:
        file = files("unsunk.study").joinpath("designs", f"{text}.toml")
        return parse_table({"seed": seed} | tomllib.loads(file.read_text(encoding="utf-8")))
    if not Path(text).is_file():
        raise InputError(f"'{text}' is neither a design ({', '.join(DESIGNS)}) nor a file")
    try:
        return parse_table({"seed": seed} | _toml(Path(text).read_bytes()))
    except UnsunkError as error:
        error.args = (f"{text}: {error}",)
        raise


_KINDS = {int: "a whole number", str: "text"}
_ELEMENTS: dict[str, tuple[type, ...]] = {"p": (int, float), "starts": (int,)}


def _toml(data: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not a TOML file: {error}") from None


def _items(name: str, value: object) -> list[Any]:
    kinds = _ELEMENTS.get(name, (str,))
    if not isinstance(value, list) or any(type(item) not in kinds for item in value):
        what = "numbers" if name in _ELEMENTS else "texts"
        raise InputError(f"{name} = {value!r}: it must be a list of {what}")
    if any(abs(item) > 1e9 for item in value if name in _ELEMENTS):
        raise InputError(f"{name} has a number that is far too large")
    return [float(item) for item in value] if name == "p" else value


def _check_list(name: str, items: Sequence[object]) -> None:
    if not items and name != "p":
        raise InputError(f"{name} is empty: name one at least")
    if len(items) > LONGEST:
        raise InputError(f"{name} has {len(items)} entries: the most is {LONGEST}")
    read = {"boards": _ground, "layers": Layer.parse, "readings": Reading.parse}.get(name)
    known = [read(str(item)) if read else item for item in items]
    if name == "policies":
        for item in items:
            policy(str(item))
    for place, item in enumerate(known):
        if item in known[:place]:
            raise InputError(f"{name} has '{items[place]}' twice")


def _ground(text: str) -> tuple[Board, Fleet]:
    board, _, fleet = text.strip().partition(" ")
    return Board.parse(board), Fleet.parse(fleet) if fleet else STUDY


def _require_end(condition: Condition) -> None:
    """InputError if games may well be given up after MOST_ROUNDS rounds.

    Cells are damaged in about 1 / p shots each. Where resisted hits are not told from misses, every
    cell of the board is fired at again and again.
    """
    if condition.p is None:
        return
    ambiguous = condition.reading.feedback is Feedback.AMBIGUOUS
    cells = condition.board.size if ambiguous else condition.fleet.cells
    least = MARGIN * cells / MOST_ROUNDS
    if condition.p < least:
        raise InputError(
            f"p = {condition.p:g} is too small for {condition.fleet} on a {condition.board} board: "
            f"a game may take more than {MOST_ROUNDS:,} rounds, so p must be {least:g} or more"
        )


def _blocks(bank: Bank) -> Iterator[tuple[Bank, str]]:
    """The bank cut into banks of at most BLOCK packets, each with its hash."""
    for first in range(0, len(bank.packets), BLOCK):
        packets = bank.packets[first : first + BLOCK]
        block = Bank(bank.board, bank.fleet, bank.seed, packets)
        yield block, block.sha256
