"""The log of a run: one row a game, as Parquet and CSV, and what the measures read from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.errors import InputError
from unsunk.racing.games_file import parquet

if TYPE_CHECKING:
    import polars as pl

TEXTS = ("task", "board", "fleet", "policy", "layer", "reading")
ENDS = {
    "linked_sunk_before": "linked ship sunk before",
    "linked_in_loser": "linked damage in the loser",
    "linked_last": "last damage linked",
    "linked_sank_last": "last ship sunk by a link",
}
"""The ways in which damage through a link may have had a part in the end of a game, with titles."""
FLAGS = tuple(ENDS)
COLUMNS = (
    "task",
    "board",
    "fleet",
    "policy",
    "layer",
    "p",
    "reading",
    "start",
    "trial",
    "terminal_turns",
    "winner",
    "shots_1",
    "shots_2",
    "first_hit_1",
    "first_hit_2",
    "direct_1",
    "direct_2",
    "linked_1",
    "linked_2",
    "sunk_1",
    "sunk_2",
    *FLAGS,
    "resolved_1",
    "resolved_2",
)
_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(COLUMNS, (int,)),
    **dict.fromkeys(TEXTS, (str,)),
    **dict.fromkeys(FLAGS, (bool,)),
    **dict.fromkeys(("first_hit_1", "first_hit_2"), (int, NoneType)),
    "p": (float, int, NoneType),
}
"""What the values of a column are in a part."""

Numbers = NDArray[np.int64]


class Cell(NamedTuple):
    """What the games of both starts have in common: a row of a table, or a cell of it."""

    reading: str
    board: str
    fleet: str
    policy: str
    layer: str
    p: float | None

    def __str__(self) -> str:
        """In words; the reading is left out where it is the paper's.

        >>> str(Cell("paper", "5x5", "4,3,2", "random", "L1", 0.5))
        '5x5 4,3,2 random L1 p=0.5'
        """
        parts = [self.board, self.fleet, self.policy, self.layer]
        if self.p is not None:
            parts.append(f"p={self.p:g}")
        return " ".join(parts + ([] if self.reading == "paper" else [self.reading]))


@dataclass(frozen=True)
class Sample:
    """The games of a cell, in the order of (trial, start): arrays (games,).

    Those named by player are (2, games), player 1 first; `first_hit` has -1 where there was none.
    """

    trial: Numbers
    start: Numbers
    turns: Numbers
    winner: Numbers
    shots: Numbers
    first_hit: Numbers
    direct: Numbers
    linked: Numbers
    sunk: Numbers
    resolved: Numbers
    flags: Mapping[str, Numbers]

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.turns)


def frame(rows: Iterable[Mapping[str, Any]]) -> "pl.DataFrame":
    """Games as a data frame with the columns of the log."""
    import polars as pl

    return pl.DataFrame(list(rows), schema=_schema())


def require_rows(rows: object) -> list[dict[str, Any]]:
    """A list of games with the columns of the log, each of its kind; InputError otherwise."""
    if not isinstance(rows, list):
        raise InputError("they are no list")
    for place, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or row.keys() != _KINDS.keys():
            raise InputError(f"the columns of game {place} are not {', '.join(COLUMNS)}")
        for name, kinds in _KINDS.items():
            value = row[name]
            if type(value) not in kinds or (type(value) is int and abs(value) >= 1 << 31):
                raise InputError(f"{name} of game {place} is of another kind")
    return rows


def to_parquet(log: "pl.DataFrame") -> bytes:
    """The log as the bytes of a Parquet file, the same for the same games."""
    return parquet(log.rechunk())


def from_parquet(data: bytes, name: str) -> "pl.DataFrame":
    """The log in the bytes of a file called `name`; InputError if they are none."""
    from io import BytesIO

    import polars as pl

    try:
        log = pl.read_parquet(BytesIO(data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
        raise InputError(f"{name} is no Parquet file: {str(error).splitlines()[0]}") from None
    if log.schema != pl.Schema(_schema()):
        raise InputError(f"{name} is no log of a run: its columns are not {', '.join(COLUMNS)}")
    return log


def from_csv(data: bytes, name: str) -> "pl.DataFrame":
    """The log in the bytes of a CSV file called `name`; InputError if they are none."""
    import polars as pl

    try:
        return pl.read_csv(data, schema=_schema())
    except (pl.exceptions.PolarsError, ValueError) as error:
        raise InputError(f"{name} is no log of a run: {str(error).splitlines()[0]}") from None


def samples(log: "pl.DataFrame") -> dict[Cell, Sample]:
    """The games by cell, cells in the order of the log."""
    parts = log.partition_by(Cell._fields, as_dict=True, maintain_order=True)
    return {Cell(*key): _sample(part) for key, part in parts.items()}


def _sample(part: "pl.DataFrame") -> Sample:
    part = part.sort("trial", "start")

    def column(name: str) -> Numbers:
        return part[name].fill_null(-1).to_numpy().astype(np.int64)

    def both(name: str) -> Numbers:
        return np.stack([column(f"{name}_1"), column(f"{name}_2")])

    return Sample(
        trial=column("trial"),
        start=column("start"),
        turns=column("terminal_turns"),
        winner=column("winner"),
        shots=both("shots"),
        first_hit=both("first_hit"),
        direct=both("direct"),
        linked=both("linked"),
        sunk=both("sunk"),
        resolved=both("resolved"),
        flags={name: part[name].cast(int).to_numpy().astype(np.int64) for name in FLAGS},
    )


def _schema() -> "dict[str, type[pl.DataType]]":
    import polars as pl

    kinds: dict[str, type[pl.DataType]] = dict.fromkeys(COLUMNS, pl.Int32)
    kinds |= dict.fromkeys(TEXTS, pl.String) | dict.fromkeys(FLAGS, pl.Boolean)
    return kinds | {"p": pl.Float64}
