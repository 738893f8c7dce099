"""The paper's tables beside ours, cell by cell, each with its interval.

Two values agree if nothing separates them: if 0 lies in the interval of their difference, joined
from both by adding the distances in quadrature (Zou and Donner 2008). Where the paper gives no
interval, it is worked out from what it gives (Δ from d, counts as binomial), or ours is taken for
as many packets as it has. Cells of Table 3 at p = 0.25 and 0.75 agree within 1.5 rounds.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from unsunk.study.log import FLAGS, Cell, Sample, samples
from unsunk.study.measures import (
    Interval,
    Paired,
    Summary,
    base_of,
    mean,
    packet_reach,
    pair,
    rate,
    summarise,
)
from unsunk.study.paper import (
    GAMES,
    Key,
    Numbers,
    around,
    d_reach,
    folded,
    paper,
    unfolded,
    worked_out,
)

if TYPE_CHECKING:
    import polars as pl

ROUNDS = 1.5
"""How far means of Table 3 may lie apart where the paper gives no interval."""
SLACK = 1e-9
FLEET = "4,3,2"


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

    def beside(self, key: Key, numbers: Numbers) -> Beside:
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
        ends = self.summary_of(cell).ends
        scale = GAMES / self.summary_of(cell).games
        return ", ".join(f"{name} {end.count * scale:.1f}" for name, end in ends.items())

    def summary_of(self, cell: Cell) -> Summary:
        """The measures of a cell."""
        if cell not in self.summaries:
            self.summaries[cell] = summarise(self.found[cell])
        return self.summaries[cell]

    def pair_of(self, cell: Cell) -> Paired | None:
        """A cell less that at L0; None if there is none."""
        if cell not in self.pairs:
            base = self.found.get(base_of(cell))
            self.pairs[cell] = pair(self.found[cell], base) if base else None
        return self.pairs[cell]

    def lead_reach(self, cell: Cell) -> float | None:
        """Half the interval of player 1's share of wins less player 2's, by packets."""
        sample = self.found[cell]
        lead = (sample.winner == 1).astype(np.int64) - (sample.winner == 2)
        return packet_reach(lead, sample.trial)

    def _ours(self, key: Key, cell: Cell) -> Value | None:
        if cell not in self.found:
            return None
        made = _OURS[key.measure](self, cell)
        if made is None:
            return None
        value, (low, high) = made
        return Value(value, low, high, "sampled")

    def _paper(self, key: Key, numbers: Numbers, ours: Value | None, cell: Cell) -> Value:
        value, low, high = numbers
        same = (key.board, key.policy, cell.layer, key.p)
        if key.table == 3 and same in self.published:
            _, low, high = self.published[same]
        if low is not None and high is not None:
            return Value(value, low, high, "published")
        worked = worked_out(key, value)
        if worked is not None:
            return Value(value, *worked, "worked out")
        if ours is None:
            return Value(value, value, value, "none")
        scale = math.sqrt(self.found[cell].games / GAMES)
        if key.measure in ("disparity", "parity"):
            lead = (self.lead_reach(cell) or 0) * scale
            ends = folded(value, lead) if key.measure == "disparity" else unfolded(value, lead)
            return Value(value, *ends, "as ours")
        reach = ((ours.value - ours.low) * scale, (ours.high - ours.value) * scale)
        return Value(value, value - reach[0], value + reach[1], "as ours")


Made = tuple[float, Interval]


def _mean_of(measured: _Measured, cell: Cell) -> Made | None:
    turns = measured.summary_of(cell).turns
    return _made(turns.value, turns.low, turns.high)


def _delta_of(measured: _Measured, cell: Cell) -> Made | None:
    paired = measured.pair_of(cell)
    return _made(paired.delta.value, paired.delta.low, paired.delta.high) if paired else None


def _d_of(measured: _Measured, cell: Cell) -> Made | None:
    paired = measured.pair_of(cell)
    if paired is None or paired.d is None:
        return None
    return paired.d, around(paired.d, d_reach(paired.d, paired.games))


def _wins(player: int) -> "Callable[[_Measured, Cell], Made | None]":
    """A player's wins, with the interval of the packets' sums: a packet is often won twice."""

    def made(measured: _Measured, cell: Cell) -> Made | None:
        sample = measured.found[cell]
        won = (sample.winner == player).astype(np.int64)
        reach = packet_reach(won, sample.trial)
        share = int(won.sum()) / sample.games
        return None if reach is None else (GAMES * share, around(GAMES * share, GAMES * reach))

    return made


def _draws(measured: _Measured, cell: Cell) -> Made | None:
    draws = measured.summary_of(cell).draws
    return GAMES * draws.value, (GAMES * draws.low, GAMES * draws.high)


def _starter(measured: _Measured, cell: Cell) -> Made | None:
    wins = measured.summary_of(cell).starter_wins
    return wins.value, (wins.low, wins.high)


def _draw_rate(measured: _Measured, cell: Cell) -> Made | None:
    draws = measured.summary_of(cell).draws
    return draws.value, (draws.low, draws.high)


def _disparity(measured: _Measured, cell: Cell) -> Made | None:
    value, reach = measured.summary_of(cell).disparity, measured.lead_reach(cell)
    return None if reach is None else (value, folded(value, reach))


def _parity(measured: _Measured, cell: Cell) -> Made | None:
    value, reach = measured.summary_of(cell).parity, measured.lead_reach(cell)
    return None if value is None or reach is None else (value, unfolded(value, reach))


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
    end = measured.summary_of(cell).ends[FLAGS[0]]
    return end.value * GAMES, (end.low * GAMES, end.high * GAMES)


_OURS: dict[str, Callable[[_Measured, Cell], Made | None]] = {
    "mean": _mean_of,
    "l0_mean": _mean_of,
    "delta": _delta_of,
    "d": _d_of,
    "p1_wins": _wins(1),
    "p2_wins": _wins(2),
    "draws": _draws,
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
