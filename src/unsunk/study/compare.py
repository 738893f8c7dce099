"""The paper's tables beside ours, cell by cell, each with its interval.

Two values agree if nothing separates them: if 0 lies in the interval of their difference, joined
from both by adding the distances in quadrature (Zou and Donner 2008). Where the paper gives no
interval, it is worked out from what it gives (Δ from d, counts as binomial), or ours is taken for
as many packets as it has. Cells of Table 3 at p = 0.25 and 0.75 agree within 1.5 rounds.
"""

import csv
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from unsunk.study.log import FLAGS, Cell, Sample, samples
from unsunk.study.measures import (
    Interval,
    Paired,
    Summary,
    Z,
    base_of,
    mean,
    pair,
    rate,
    share,
    summarise,
)

if TYPE_CHECKING:
    import polars as pl

GAMES = 80
"""The games of a cell of the paper."""
ROUNDS = 1.5
"""How far means of Table 3 may lie apart where the paper gives no interval."""
SLACK = 1e-9
FLEET = "4,3,2"


class Key(NamedTuple):
    """A cell of the paper."""

    table: int
    board: str
    policy: str
    layer: str
    p: float | None
    measure: str


@dataclass(frozen=True)
class Value:
    """A value with its interval, and where that is from."""

    value: float
    low: float
    high: float
    kind: str
    """`published`, `worked out` from what is, or `as ours` for as many games."""


@dataclass(frozen=True)
class Beside:
    """A cell of the paper beside ours; `ours` is None where it was not played."""

    key: Key
    paper: Value
    ours: Value | None
    rule: str
    agrees: bool | None
    note: str = ""


def compare(log: "pl.DataFrame", reading: str = "paper") -> list[Beside]:
    """Every cell of the paper's tables beside that of a log under a reading.

    Counts are ours for as many games as the paper's.
    """
    found = {cell: sample for cell, sample in samples(log).items() if cell.fleet == FLEET}
    measured = _Measured({cell: s for cell, s in found.items() if cell.reading == reading}, reading)
    return [measured.beside(key, numbers) for key, numbers in paper().items()]


def paper() -> dict[Key, tuple[float, float | None, float | None]]:
    """The paper's cells: (value, low, high), the interval None where it gives none.

    >>> paper()[Key(1, "5x5", "random", "L0", None, "mean")]
    (22.43, 22.02, 22.84)
    """
    text = files("unsunk.study").joinpath("paper.csv").read_text(encoding="utf-8")
    found = {}
    for row in csv.DictReader(text.splitlines()):
        p = float(row["p"]) if row["p"] else None
        key = Key(int(row["table"]), row["board"], row["policy"], row["layer"], p, row["measure"])
        low, high = (float(row[name]) if row[name] else None for name in ("low", "high"))
        found[key] = (float(row["value"]), low, high)
    return found


def counts(rows: Sequence[Beside]) -> dict[int, tuple[int, int, int]]:
    """By table (cells that agree, cells compared, cells of the paper)."""
    return {
        table: (
            sum(row.agrees is True for row in rows if row.key.table == table),
            sum(row.agrees is not None for row in rows if row.key.table == table),
            sum(row.key.table == table for row in rows),
        )
        for table in sorted({row.key.table for row in rows})
    }


def agree(one: Value, other: Value) -> bool:
    """Whether 0 lies in the joined interval of their difference.

    >>> agree(Value(10, 9, 11, ""), Value(11.3, 10.3, 12.3, ""))
    True
    >>> agree(Value(10, 9, 11, ""), Value(11.5, 10.5, 12.5, ""))
    False
    """
    low, high = sorted((one, other), key=lambda value: value.value)
    apart = high.value - low.value
    return apart <= math.hypot(low.high - low.value, high.value - high.low) + SLACK


class _Measured:
    """The samples of a reading, summarised once."""

    def __init__(self, found: Mapping[Cell, Sample], reading: str) -> None:
        self.found, self.reading = found, reading
        self.summaries: dict[Cell, Summary] = {}
        self.pairs: dict[Cell, Paired | None] = {}
        self.published = {
            (key.board, key.policy, key.layer, key.p): numbers
            for key, numbers in paper().items()
            if key.table == 1 and key.measure == "mean"
        }

    def beside(self, key: Key, numbers: tuple[float, float | None, float | None]) -> Beside:
        """A cell of the paper beside ours."""
        layer = "L0" if key.measure == "l0_mean" else key.layer
        cell = Cell(self.reading, key.board, FLEET, key.policy, layer, key.p)
        ours = self._ours(key, cell)
        theirs = self._paper(key, numbers, ours, cell)
        rule = "interval"
        agrees: bool | None = None
        if ours is not None:
            agrees = agree(theirs, ours)
            if key.table == 3 and theirs.kind == "as ours":
                rule = f"{ROUNDS:g} rounds"
                agrees = abs(theirs.value - ours.value) <= ROUNDS + SLACK
        return Beside(key, theirs, ours, rule, agrees, self._note(key, cell))

    def _note(self, key: Key, cell: Cell) -> str:
        if key.measure != "terminal_linked" or cell not in self.found:
            return ""
        ends = self._summary(cell).ends
        scale = GAMES / self._summary(cell).games
        return ", ".join(f"{name} {end.count * scale:.1f}" for name, end in ends.items())

    def _summary(self, cell: Cell) -> Summary:
        if cell not in self.summaries:
            self.summaries[cell] = summarise(self.found[cell])
        return self.summaries[cell]

    def _pair(self, cell: Cell) -> Paired | None:
        if cell not in self.pairs:
            base = self.found.get(base_of(cell))
            self.pairs[cell] = pair(self.found[cell], base) if base else None
        return self.pairs[cell]

    def _ours(self, key: Key, cell: Cell) -> Value | None:
        if cell not in self.found:
            return None
        made = _OURS[key.measure](self, cell)
        if made is None:
            return None
        value, (low, high) = made
        return Value(value, low, high, "sampled")

    def _paper(
        self,
        key: Key,
        numbers: tuple[float, float | None, float | None],
        ours: Value | None,
        cell: Cell,
    ) -> Value:
        value, low, high = numbers
        if key.table == 3:
            _, low, high = self.published.get((*cell[1:2], cell.policy, cell.layer, cell.p),
                                              (value, None, None))  # fmt: skip
        if low is not None and high is not None:
            return Value(value, low, high, "published")
        worked = _worked_out(key, value)
        if worked is not None:
            return Value(value, *worked, "worked out")
        if ours is None:
            return Value(value, value, value, "none")
        scale = math.sqrt(self.found[cell].games / GAMES)
        reach = ((ours.value - ours.low) * scale, (ours.high - ours.value) * scale)
        return Value(value, value - reach[0], value + reach[1], "as ours")


def _worked_out(key: Key, value: float) -> Interval | None:
    """The paper's interval from its own numbers; None where they do not give one."""
    if key.measure == "d":
        return _around(value, _d_reach(value, GAMES))
    if key.measure == "delta":
        d = paper()[key._replace(table=1, measure="d")][0]
        return _around(value, Z * abs(value / d) / math.sqrt(GAMES))
    if key.measure in ("starter_rate", "draw_rate"):
        found = share(round(value * GAMES), GAMES)
        return found.low, found.high
    if key.measure in ("p1_wins", "p2_wins", "draws", "terminal_linked"):
        return _count(round(value), GAMES)
    if key.measure == "disparity":
        return _folded(value, GAMES)
    if key.measure == "parity":
        low, high = _folded(1 - value, GAMES)
        return 1 - high, 1 - low
    return None


Made = tuple[float, Interval]


def _mean_of(measured: _Measured, cell: Cell) -> Made | None:
    turns = measured._summary(cell).turns
    return _made(turns.value, turns.low, turns.high)


def _delta_of(measured: _Measured, cell: Cell) -> Made | None:
    paired = measured._pair(cell)
    return _made(paired.delta.value, paired.delta.low, paired.delta.high) if paired else None


def _d_of(measured: _Measured, cell: Cell) -> Made | None:
    paired = measured._pair(cell)
    if paired is None or paired.d is None:
        return None
    return paired.d, _around(paired.d, _d_reach(paired.d, paired.games))


def _wins(player: int) -> "Callable[[_Measured, Cell], Made | None]":
    def made(measured: _Measured, cell: Cell) -> Made | None:
        summary = measured._summary(cell)
        count = (summary.draws.count, summary.p1_wins, summary.p2_wins)[player]
        return count * GAMES / summary.games, _count(count, summary.games)

    return made


def _starter(measured: _Measured, cell: Cell) -> Made | None:
    wins = measured._summary(cell).starter_wins
    return wins.value, (wins.low, wins.high)


def _draw_rate(measured: _Measured, cell: Cell) -> Made | None:
    draws = measured._summary(cell).draws
    return draws.value, (draws.low, draws.high)


def _disparity(measured: _Measured, cell: Cell) -> Made | None:
    summary = measured._summary(cell)
    return summary.disparity, _folded(summary.disparity, summary.games)


def _parity(measured: _Measured, cell: Cell) -> Made | None:
    summary = measured._summary(cell)
    if summary.parity is None:
        return None
    low, high = _folded(1 - summary.parity, summary.games)
    return summary.parity, (1 - high, 1 - low)


def _total(name: str) -> "Callable[[_Measured, Cell], Made | None]":
    """Events of both players, for as many games as the paper's."""

    def made(measured: _Measured, cell: Cell) -> Made | None:
        sample = measured.found[cell]
        found = mean(getattr(sample, name).sum(axis=0), sample.trial)
        if found.low is None or found.high is None:
            return None
        return found.value * GAMES, (found.low * GAMES, found.high * GAMES)

    return made


def _rate_of(name: str) -> "Callable[[_Measured, Cell], Made | None]":
    def made(measured: _Measured, cell: Cell) -> Made | None:
        sample = measured.found[cell]
        found = rate(getattr(sample, name).sum(axis=0), sample.shots.sum(axis=0))
        return _made(found.value, found.low, found.high)

    return made


def _terminal(measured: _Measured, cell: Cell) -> Made | None:
    end = measured._summary(cell).ends[FLAGS[0]]
    return end.value * GAMES, (end.low * GAMES, end.high * GAMES)


_OURS: dict[str, Callable[[_Measured, Cell], Made | None]] = {
    "mean": _mean_of,
    "l0_mean": _mean_of,
    "delta": _delta_of,
    "d": _d_of,
    "p1_wins": _wins(1),
    "p2_wins": _wins(2),
    "draws": _wins(0),
    "starter_rate": _starter,
    "draw_rate": _draw_rate,
    "disparity": _disparity,
    "parity": _parity,
    "direct": _total("direct"),
    "linked": _total("linked"),
    "sunk": _total("sunk"),
    "direct_rate": _rate_of("direct"),
    "linked_rate": _rate_of("linked"),
    "terminal_linked": _terminal,
}


def _made(value: float, low: float | None, high: float | None) -> Made | None:
    return None if low is None or high is None else (value, (low, high))


def _around(value: float, reach: float) -> Interval:
    return value - reach, value + reach


def _d_reach(d: float, games: int) -> float:
    """Half the interval of a paired d, by its large-sample variance 1/n + d²/2n."""
    return Z * math.sqrt(1 / games + d * d / (2 * games))


def _count(count: int, games: int) -> Interval:
    """The exact interval of a count of games, for as many games as the paper's."""
    found = share(count, games)
    return found.low * GAMES, found.high * GAMES


def _folded(value: float, games: int) -> Interval:
    """The interval of |difference of two shares that sum to one|, from that of the difference."""
    reach = Z * math.sqrt(max(0.0, 1 - value * value) / games)
    return max(0.0, value - reach), min(1.0, value + reach)
