"""The results that come with unsunk, from runs: tables, most beside the paper's, and figures."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from unsunk.study.beyond import by_board, by_reading
from unsunk.study.compare import FLEET, ROUNDS, Beside, Value, compare, counts
from unsunk.study.log import Cell, from_parquet
from unsunk.study.manifest import read_manifest
from unsunk.study.measures import Mean, Share
from unsunk.study.results import Results, results
from unsunk.study.store import PARQUET, finished_log
from unsunk.study.stored_results import (
    Point,
    StoredFigure,
    StoredResults,
    StoredSeries,
    StoredTable,
)

if TYPE_CHECKING:
    import polars as pl

READING = "paper"
DIGITS = 4
MARKS = {"published": "", "worked out": "*", "as ours": "°", "none": ""}
"""Behind an interval of the paper: where it is from."""
KEY = "Intervals in brackets, 95 %; * worked out from what the paper gives, ° as wide as ours."
TITLES = {
    1: "Terminal turns, and their paired difference from L0, at p = 0.5",
    2: "Who wins at p = 0.5; counts for 80 games",
    3: "Mean terminal turns by p",
    4: "Damage at L3, p = 0.5; counts for 80 games",
}
RULES = {3: f", means at other p than 0.5 within {ROUNDS:g} rounds"}
"""What agrees, where it is not intervals that tell."""
LABELS = {
    "mean": "mean",
    "l0_mean": "L0",
    "delta": "Δ",
    "d": "d",
    "p1_wins": "player 1 wins",
    "p2_wins": "player 2 wins",
    "draws": "draws",
    "starter_rate": "starter wins, %",
    "disparity": "disparity, %",
    "draw_rate": "draw rate, %",
    "parity": "mirrored-start parity, %",
    "direct": "direct damage",
    "direct_rate": "direct, % of shots",
    "linked": "linked damage",
    "linked_rate": "linked, % of shots",
    "sunk": "ships sunk",
    "terminal_linked": "terminal correlated",
}
"""Measure: the heading of its columns."""
SHARES = ("starter_rate", "disparity", "draw_rate", "parity", "direct_rate", "linked_rate")
"""Measures that are shown in percent."""


def publish(
    folder: Path,
    sweep: Path | None = None,
    density: Path | None = None,
    readings: Path | None = None,
) -> StoredResults:
    """The results of a finished run; its figures are those of `sweep`, if that is given.

    Runs of other boards, `density`, and of other readings give a table more. InputError if a run
    is not finished or was changed.
    """
    design = read_manifest(folder).design
    log = _log(folder)
    drawn = results(log if sweep is None else _log(sweep))
    packets = design.packets if sweep is None else read_manifest(sweep).design.packets
    more = [make(_log(run)) for make, run in ((by_board, density), (by_reading, readings)) if run]
    return StoredResults(
        design.games, design.packets, design.seed, (*tables(log), *more), figures(drawn, packets)
    )


def to_json(found: StoredResults) -> bytes:
    """The bytes of the file that `stored_results` reads."""
    return f"{json.dumps(found.to_data(), separators=(',', ':'), allow_nan=False)}\n".encode()


def tables(log: "pl.DataFrame") -> tuple[StoredTable, ...]:
    """The paper's tables 1 to 4 with a column of ours beside each of theirs."""
    rows = compare(log, READING)
    agreed = counts(rows)
    made = []
    for number, (same, played, _) in agreed.items():
        chosen = [row for row in rows if row.key.table == number]
        caption = f"{TITLES[number]}. {same} of {played} cells agree{RULES.get(number, '')}. {KEY}"
        made.append(StoredTable(f"table-{number}", caption, *_beside(chosen)))
    return tuple(made)


def _beside(rows: Sequence[Beside]) -> tuple[tuple[str, ...], tuple[tuple[str | None, ...], ...]]:
    """The columns and the rows of a table: a row for each board, policy and layer."""
    headings = list(dict.fromkeys(map(_heading, rows)))
    groups: dict[tuple[str, str, str], dict[str, Beside]] = {}
    for row in rows:
        key = row.key
        groups.setdefault((key.board, key.policy, key.layer), {})[_heading(row)] = row
    columns = [f"{name}, {whose}" for name in headings for whose in ("paper", "ours")]
    lines = [
        (
            *key,
            "; ".join(n for n in headings if n in group and group[n].agrees is False) or None,
            *(text for name in headings for text in _pair(group.get(name))),
        )
        for key, group in groups.items()
    ]
    return ("board", "policy", "layer", "differs", *columns), tuple(lines)


def _heading(row: Beside) -> str:
    if row.key.table == 3 and row.key.measure == "mean":
        return f"p = {row.key.p:g}"
    return LABELS[row.key.measure]


def _pair(row: Beside | None) -> tuple[str | None, str | None]:
    """The paper's value and ours, as text; None where there is none."""
    if row is None:
        return None, None
    unit = 100 if row.key.measure in SHARES else 1
    return _shown(row.paper, unit), _shown(row.ours, unit) if row.ours else None


def _shown(value: Value, unit: int) -> str:
    middle, low, high = (_number(unit * x) for x in (value.value, value.low, value.high))
    if value.kind == "none" or low == middle == high:
        return middle
    return f"{middle} [{low}, {high}]{MARKS.get(value.kind, '')}"


def _number(value: float) -> str:
    """Two digits behind the point, one from a thousand on.

    >>> _number(22.43), _number(240.0), _number(1062.304)
    ('22.43', '240', '1062.3')
    """
    text = f"{value:.{2 if abs(value) < 1000 else 1}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def figures(found: Results, packets: int) -> tuple[StoredFigure, ...]:
    """Turns, differences from L0 and outcomes against p, for each board and policy.

    L0 has no p: its line is level.
    """
    cells = [cell for cell in found.summaries if cell.reading == READING and cell.fleet == FLEET]
    groups = dict.fromkeys((cell.board, cell.policy) for cell in cells)
    return tuple(
        figure
        for make in (_turns, _differences, _outcomes)
        for group in groups
        if (figure := make(found, [c for c in cells if (c.board, c.policy) == group], packets))
    )


Group = Sequence[Cell]


def _turns(found: Results, cells: Group, packets: int) -> StoredFigure | None:
    lines = _lines(cells, lambda cell: _mean(found.summaries[cell].turns))
    return _figure("turns", "Mean terminal turns", cells, lines, packets)


def _differences(found: Results, cells: Group, packets: int) -> StoredFigure | None:
    cells = [cell for cell in cells if cell in found.against_l0]
    lines = _lines(cells, lambda cell: _mean(found.against_l0[cell].paired.delta))
    return _figure("differences", "Terminal turns less those at L0", cells, lines, packets)


def _outcomes(found: Results, cells: Group, packets: int) -> StoredFigure | None:
    lines = _lines(cells, lambda cell: _share(found.summaries[cell].starter_wins), "starter wins")
    linked = [cell for cell in cells if cell.layer == "L3"]
    lines += _lines(linked, lambda cell: _share(found.summaries[cell].draws), "draws")
    return _figure("outcomes", "Games won by the starter, and draws, %", cells, lines, packets)


def _figure(
    kind: str, what: str, cells: Group, lines: list[StoredSeries], packets: int
) -> StoredFigure | None:
    if not lines:
        return None
    board, policy = cells[0].board, cells[0].policy
    caption = f"{what}: {board.replace('x', '×')}, {policy}; {packets:,} packets, 95 % bands"
    return StoredFigure(f"{kind}-{board}-{policy}", caption, "p", tuple(lines))


def _lines(
    cells: Group, measure: Callable[[Cell], Sequence[float] | None], what: str = ""
) -> list[StoredSeries]:
    """A line a layer; that of L0 runs from the least p to the greatest."""
    ps = sorted({cell.p for cell in cells if cell.p is not None})
    made = []
    for layer in sorted({cell.layer for cell in cells}):
        points = sorted(_points([cell for cell in cells if cell.layer == layer], ps, measure))
        if points:
            made.append(StoredSeries(f"{layer} {what}".strip(), tuple(points)))
    return made


def _points(
    cells: Group, ps: Sequence[float], measure: Callable[[Cell], Sequence[float] | None]
) -> Iterator[Point]:
    for cell in cells:
        ends = measure(cell)
        if ends is not None:
            middle, low, high = (float(f"{value:.{DIGITS}g}") for value in ends)
            for p in (cell.p,) if cell.p is not None else dict.fromkeys((ps[0], ps[-1])):
                yield p, middle, min(low, middle), max(high, middle)


def _mean(mean: Mean) -> Sequence[float] | None:
    """The interval is that of whole packets, whose games are not independent."""
    if mean.packet_low is None or mean.packet_high is None:
        return None
    return mean.value, mean.packet_low, mean.packet_high


def _share(share: Share) -> Sequence[float]:
    return 100 * share.value, 100 * share.low, 100 * share.high


def _log(folder: Path) -> "pl.DataFrame":
    return from_parquet(finished_log(folder), PARQUET)
