"""Tables 1 to 4 and the full summaries of a log, as CSV, Markdown and LaTeX.

CSV has every number with its intervals, shares as fractions; Markdown and LaTeX have the paper's
columns. All are functions of the log alone.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from unsunk.study.log import ENDS, FLAGS, Cell
from unsunk.study.measures import Mean, Rate, Share, Summary, base_of
from unsunk.study.results import Compared, Results, results

if TYPE_CHECKING:
    import polars as pl

Value = str | int | float | None
Row = dict[str, Value]
FOLDER = "tables"
NOTHING = "–"


@dataclass(frozen=True)
class Table:
    """A table: `rows` for CSV, `shown` under `heading` for people."""

    name: str
    title: str
    rows: Sequence[Row]
    heading: Sequence[str]
    shown: Sequence[Sequence[str]]


def outputs(log: "pl.DataFrame") -> dict[str, bytes]:
    """The bytes of every file of results, by its path in the folder of a run."""
    found = results(log)
    made = {
        "summary.csv": csv_text(summary_rows(found)),
        "comparisons.csv": csv_text(comparison_rows(found)),
    }
    for table in tables(found):
        made[f"{FOLDER}/{table.name}.csv"] = csv_text(table.rows)
        made[f"{FOLDER}/{table.name}.md"] = markdown(table)
        made[f"{FOLDER}/{table.name}.tex"] = latex(table)
    return {name: text.encode() for name, text in made.items()}


def tables(found: Results) -> list[Table]:
    """Tables 1 to 4."""
    return [_turns(found), _outcomes(found), _chances(found), _links(found)]


def summary_rows(found: Results) -> list[Row]:
    """Every measure of every cell."""
    return [_key(cell) | _all(summary) for cell, summary in found.summaries.items()]


def comparison_rows(found: Results) -> list[Row]:
    """Every comparison: with L0, and with the main p."""
    kinds = {"L0": found.against_l0, f"p={found.main or 0:g}": found.against_main}
    return [
        _key(cell) | {"against": against} | _delta(compared)
        for against, kind in kinds.items()
        for cell, compared in kind.items()
    ]


def _turns(found: Results) -> Table:
    cells = found.at_main()
    rows = [
        _key(cell) | _games(found, cell) | _mean(found.summaries[cell].turns)
        | _delta(found.against_l0.get(cell))
        for cell in cells
    ]  # fmt: skip
    layers = _names(cell.layer for cell in cells)
    label, groups = _grouped(cells, "reading", "board", "fleet", "policy")
    shown = [
        [*words, *[_turns_text(found, _at(group, layer)) for layer in layers]]
        for words, group in groups
    ]
    title = f"Terminal turns, mean ± 95 % interval{_where(found)}; Δ and d against L0"
    return Table("table-1", title, rows, [*label, *layers], shown)


def _outcomes(found: Results) -> Table:
    cells = found.at_main()
    rows = [_key(cell) | _games(found, cell) | _ends(found.summaries[cell]) for cell in cells]
    label, groups = _grouped(cells, "reading", "board", "fleet", "policy", "layer")
    shown = []
    for words, (cell,) in groups:
        s = found.summaries[cell]
        shown.append(
            [
                *words,
                f"{s.p1_wins}:{s.p2_wins}:{s.draws.count}",
                _percent(s.starter_wins.value),
                _percent(s.disparity),
                _percent(s.draws.value),
                _percent(s.parity),
            ]
        )
    heading = ["P1:P2:draw", "starter wins", "disparity", "draws", "mirrored-start parity"]
    title = f"Who wins{_where(found)}"
    return Table("table-2", title, rows, [*label, *heading], shown)


def _chances(found: Results) -> Table:
    cells = [cell for cell in found.summaries if cell.p is not None]
    rows = []
    for cell in cells:
        base = found.summaries.get(base_of(cell))
        row = _key(cell) | _games(found, cell) | _mean(found.summaries[cell].turns)
        row["l0_mean"] = base.turns.value if base else None
        rows.append(row | _delta(found.against_main.get(cell), "main_"))
    ps = sorted({cell.p for cell in cells if cell.p is not None})
    label, groups = _grouped(cells, "reading", "board", "fleet", "policy", "layer")
    shown = []
    for words, group in groups:
        by_p = {cell.p: f"{found.summaries[cell].turns.value:.2f}" for cell in group}
        base = found.summaries.get(base_of(group[0]))
        first = f"{base.turns.value:.2f}" if base else NOTHING
        shown.append([*words, first, *(by_p.get(p, NOTHING) for p in ps)])
    heading = [*label, "L0", *(f"p={p:g}" for p in ps)]
    return Table("table-3", "Mean terminal turns by p", rows, heading, shown)


def _links(found: Results) -> Table:
    cells = [cell for cell in found.at_main() if cell.layer == "L3"]
    rows, shown = [], []
    label, groups = _grouped(cells, "reading", "board", "fleet", "policy")
    for words, (cell,) in groups:
        s, compared = found.summaries[cell], found.against_l0.get(cell)
        rows.append(_key(cell) | _games(found, cell) | _damage(s) | _delta(compared))
        shown.append(
            [
                *words,
                f"{s.direct.count} ({_percent(s.direct.value)})",
                f"{s.linked.count} ({_percent(s.linked.value)})",
                str(s.sunk),
                *(str(s.ends[name].count) for name in FLAGS),
                f"{compared.paired.delta.value:+.2f}" if compared else NOTHING,
            ]
        )
    heading = [
        "direct damage",
        "linked damage",
        "ships sunk",
        *(ENDS[name] for name in FLAGS),
        "Δ against L0",
    ]
    title = f"L3, direct and linked damage{_where(found)} (share of all shots)"
    return Table("table-4", title, rows, [*label, *heading], shown)


def csv_text(rows: Sequence[Mapping[str, Value]]) -> str:
    r"""Rows as CSV, numbers with 8 digits.

    >>> csv_text([{"a": "x", "b": 1 / 3, "c": None}])
    'a,b,c\nx,0.33333333,\n'
    """
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _text(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def markdown(table: Table) -> str:
    """A table as Markdown, its title above."""
    lines = [table.heading, ["---"] * len(table.heading), *table.shown]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{table.title}\n\n{body}\n"


def latex(table: Table) -> str:
    """A table as a LaTeX tabular for the package booktabs, its title as a comment."""
    lines = [[_escaped(text) for text in line] for line in (table.heading, *table.shown)]
    first, *rest = [" & ".join(line) + r" \\" for line in lines]
    body = "\n".join([r"\toprule", first, r"\midrule", *rest, r"\bottomrule"])
    columns = "l" * len(table.heading)
    return f"% {table.title}\n\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}\n"


_LATEX = {"&": r"\&", "%": r"\%", "_": r"\_", "±": r"$\pm$", "Δ": r"$\Delta$", "–": "--"}


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in text)


def _text(value: Value) -> str:
    if value is None:
        return ""
    return f"{value:.8g}" if isinstance(value, float) else str(value)


def _key(cell: Cell) -> Row:
    return dict(cell._asdict())


def _games(found: Results, cell: Cell) -> Row:
    return {"games": found.summaries[cell].games}


def _mean(mean: Mean, prefix: str = "") -> Row:
    row: Row = {
        "mean": mean.value,
        "sd": mean.sd,
        "low": mean.low,
        "high": mean.high,
        "packet_low": mean.packet_low,
        "packet_high": mean.packet_high,
    }
    return {prefix + name: value for name, value in row.items()}


def _delta(compared: Compared | None, prefix: str = "") -> Row:
    """A comparison; all empty if there is none."""
    names = ("delta", "delta_sd", "delta_low", "delta_high", "delta_packet_low",
             "delta_packet_high", "d", "t", "p_value", "p_holm", "p_packets")  # fmt: skip
    if compared is None:
        return dict.fromkeys([prefix + name for name in names])
    paired = compared.paired
    values = (
        *_mean(paired.delta).values(),
        paired.d,
        paired.t,
        paired.p_value,
        compared.p_holm,
        paired.p_packets,
    )
    return {prefix + name: value for name, value in zip(names, values, strict=True)}


def _share(name: str, share: Share | None) -> Row:
    if share is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: share.value, f"{name}_low": share.low, f"{name}_high": share.high}


def _rate(name: str, rate: Rate) -> Row:
    return {
        name: rate.count,
        f"{name}_rate": rate.value,
        f"{name}_low": rate.low,
        f"{name}_high": rate.high,
    }


def _ends(s: Summary) -> Row:
    wins: Row = {"p1_wins": s.p1_wins, "p2_wins": s.p2_wins, "draws": s.draws.count}
    return (
        wins
        | _share("starter_rate", s.starter_wins)
        | {"disparity": s.disparity}
        | _share("draw_rate", s.draws)
        | {"parity": s.parity}
        | _share("same_winner", s.same_winner)
    )


def _damage(s: Summary) -> Row:
    row: Row = {"shots": s.shots} | _rate("direct", s.direct) | _rate("linked", s.linked)
    row["sunk"] = s.sunk
    for name, end in s.ends.items():
        row |= {name: end.count} | _share(f"{name}_share", end)
    return row


def _all(s: Summary) -> Row:
    row: Row = {"games": s.games, "packets": s.packets}
    first: Row = {"first_hit": s.first_hit, "first_hits": s.first_hits, "resolved": s.resolved}
    return row | _mean(s.turns) | _ends(s) | first | _damage(s)


def _grouped(
    cells: Sequence[Cell], *names: str
) -> tuple[list[str], list[tuple[list[str], list[Cell]]]]:
    """The cells that agree in these, each with its labels: fleet and reading only if they vary."""
    varies = {name: len({getattr(cell, name) for cell in cells}) > 1 for name in Cell._fields}
    label = [name for name in names if name not in ("fleet", "reading") or varies[name]]
    groups: dict[tuple[str, ...], list[Cell]] = {}
    for cell in cells:
        groups.setdefault(tuple(getattr(cell, name) for name in names), []).append(cell)
    pick: Callable[[Cell], list[str]] = lambda cell: [getattr(cell, name) for name in label]  # noqa: E731
    return label, [(pick(group[0]), group) for group in groups.values()]


def _names(texts: Iterable[str]) -> list[str]:
    return sorted(set(texts))


def _at(group: Sequence[Cell], layer: str) -> Cell | None:
    return next((cell for cell in group if cell.layer == layer), None)


def _turns_text(found: Results, cell: Cell | None) -> str:
    if cell is None:
        return NOTHING
    turns, compared = found.summaries[cell].turns, found.against_l0.get(cell)
    text = f"{turns.value:.2f}"
    if turns.high is not None:
        text += f" ± {turns.high - turns.value:.2f}"
    if compared is None:
        return text
    d = compared.paired.d
    return f"{text} Δ={compared.paired.delta.value:+.2f}; d={'–' if d is None else f'{d:.2f}'}"


def _percent(value: float | None) -> str:
    return NOTHING if value is None else f"{100 * value:.1f} %"


def _where(found: Results) -> str:
    return "" if found.main is None else f" at p = {found.main:g}"
