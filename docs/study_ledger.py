"""Write the study's rows of the ledger from a run: `python -m docs.study_ledger DIR`.

Cells of the paper's tables are those of `unsunk study compare`. What the paper says of all its
conditions at once, such as the range of a measure, is said of banks as large as the paper's: the
packets of the run are cut into banks of 40, and each end is the mean over these.
"""

import csv
import io
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, median

from unsunk.ledger.figures import OURS, figures
from unsunk.rules.fleet import STUDY
from unsunk.study.compare import Beside, compare
from unsunk.study.design import Design
from unsunk.study.log import Cell, Sample, from_parquet, samples
from unsunk.study.manifest import read_manifest
from unsunk.study.measures import Paired, Summary, base_of, pair, share, summarise
from unsunk.study.publish import SHARES
from unsunk.study.store import PARQUET, finished_log
from unsunk.study.task import BLOCK

LEDGER = Path(__file__).parents[1] / "src" / "unsunk" / "ledger" / "ours.csv"
MINE = "000-"
MEASURES = {
    "mean": "mean", "delta": "delta", "d": "d", "p1-wins": "p1_wins", "p2-wins": "p2_wins",
    "draws": "draws", "start-win-rate": "starter_rate", "disparity": "disparity",
    "draw-rate": "draw_rate", "mirrored-parity": "parity", "L0": "l0_mean", "direct": "direct",
    "direct-rate": "direct_rate", "correlated": "linked", "correlated-rate": "linked_rate",
    "sunk": "sunk", "terminal": "terminal_linked",
}  # fmt: skip
"""End of a row's name: measure of `compare`."""
CHANCES = {"p25": 0.25, "p50": 0.5, "p75": 0.75}
RUN = "unsunk study run"
CIRCUITS = "unsunk study circuits --p"
DEFINITIONS: dict[str, tuple[float | str, str]] = {
    "configurations": (len(Design().configurations), RUN),
    "games": (Design().games, RUN),
    "players": (2, RUN),
    "ships": (len(STUDY.lengths), RUN),
    **{f"ship-s{i}": (n, RUN) for i, n in enumerate(sorted(STUDY.lengths), start=1)},
    "shots-a-turn": (1, RUN),
    "levels": (len(Design().layers), RUN),
    "modified-levels": (len(Design().layers) - 1, RUN),
    "attack-labels": (2, "unsunk study walkthrough"),
    "branches": (2, "unsunk study packets --board 5x5"),
    "branch-ships": (len(STUDY.lengths), "unsunk study packets --board 5x5"),
    "qubits-vb": (1, f"{CIRCUITS} 0.5"),
    "qubits-c": (2, f"{CIRCUITS} 0.5"),
    "p-low": (0.25, RUN),
    "p-main": (0.5, RUN),
    "p-high": (0.75, RUN),
    **{
        f"theta-p{p:02.0f}": (f"{2 * math.asin(math.sqrt(p / 100)):.6f}", f"{CIRCUITS} {p / 100}")
        for p in (25, 50, 75)
    },
    "packets": (Design().packets, RUN),
    "boards": (len(Design().boards), RUN),
    "side-small": (5, RUN),
    "side-large": (10, RUN),
    "occupied": (STUDY.cells, RUN),
    "density-5x5": (100 * STUDY.cells / 25, RUN),
    "density-10x10": (100 * STUDY.cells / 100, RUN),
    "cells-5x5": (25, RUN),
    "cells-10x10": (100, RUN),
    "policies": (len(Design().policies), RUN),
    "belief-norm": (1, "unsunk study validate"),
    "trials": (Design().packets, RUN),
    "starts": (len(Design().starts), RUN),
    "games-a-condition": (Design().packets * len(Design().starts), RUN),
    "ci-level": (95, RUN),
    "ci-multiplier": (1.96, RUN),
    "conditions": (len(Design().boards) * len(Design().policies), RUN),
    "l3-games": (8 * 2 * Design().packets, RUN),
}
"""End of a row's name after `000-text-`: its constant and the command that shows it."""
EXACT = ("theta", "occupied", "density", "cells", "belief-norm")


def rows(folder: Path) -> list[dict[str, str]]:
    """A row for every figure of the study."""
    log, manifest = from_parquet(finished_log(folder), PARQUET), read_manifest(folder)
    cells = {_name(row): row for row in compare(log)}
    packets = manifest.design.packets
    told = {
        cell: sample
        for cell, sample in samples(log).items()
        if cell.reading == "paper" and cell.p in (None, 0.5)
    }
    whole, banks = _Bank(told), [_Bank(part) for part in _cut(told, packets)]
    run = f"{RUN} --packets {packets} --out large"
    made = []
    for figure in figures(part="study"):
        end = figure.id.removeprefix("000-text-")
        if figure.id in cells:
            row = _cell(cells[figure.id], run)
        elif end in DEFINITIONS:
            value, command = DEFINITIONS[end]
            kind = "exact" if end.startswith(EXACT) else "definition"
            row = _row(f"{value:g}" if not isinstance(value, str) else value, kind, command)
        elif end == "circuit-library":
            version = manifest.versions.get("qiskit", "none")
            row = _row("", "", "", f"Qiskit {version}: its bits have the law of the formula.")
        else:
            row = _of_all(end, whole, banks)
            row["command"] = f"{run} && python -m docs.study_ledger large"
        made.append({"id": figure.id, **row})
    return made


def _row(
    ours: str, kind: str, command: str, note: str = "", ends: Sequence[str] = ("", "")
) -> dict[str, str]:
    return dict(zip(OURS, (ours, *ends, kind, command, note), strict=True))


def _name(row: Beside) -> str:
    """The name of a cell's figure in the ledger."""
    key = row.key
    ends = {measure: end for end, measure in MEASURES.items()}
    end = ends[key.measure]
    if key.table == 3 and key.measure == "mean":
        end = next(name for name, p in CHANCES.items() if p == key.p)
    return f"{MINE}t{key.table}-{key.board}-{key.policy}-{key.layer}-{end}"


def _cell(row: Beside, run: str) -> dict[str, str]:
    """A cell of a table: exact where it is the same in every game."""
    command = f"{run} && unsunk study compare large --table {row.key.table}"
    if row.ours is None:
        return _row("", "", "", "Not played.")
    unit = 100 if row.key.measure in SHARES else 1
    value, low, high = (told(unit * x) for x in (row.ours.value, row.ours.low, row.ours.high))
    no_draw = row.key.measure in ("draws", "draw_rate") and row.key.layer != "L3"
    if no_draw or row.key.measure == "linked":
        return _row(value, "exact", command)
    note = "" if row.agrees else reason(row)
    return _row(value, "sampled", command, note, (low, high))


def told(value: float) -> str:
    """Two digits behind the point, one from a thousand on.

    >>> told(22.4301), told(1062.34), told(-0.0001)
    ('22.43', '1062.3', '0')
    """
    text = f"{value:.{2 if abs(value) < 1000 else 1}f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def reason(row: Beside) -> str:
    """Why a cell is not the paper's, as far as that is known; all are in docs/decisions.md."""
    policy, layer, measure = row.key.policy, row.key.layer, row.key.measure
    if measure == "terminal_linked":
        return f"The paper does not say what it counts; for 80 games {row.note}."
    if measure in ("p1_wins", "p2_wins", "disparity", "parity"):
        return "Both starts of a packet are mostly won by one player: 40 packets stand behind it."
    if measure == "d" and policy == "checkerboard":
        return "Theirs differs less from L0 game by game than our dice let it: its ties are unsaid."
    if layer == "L0" or measure == "l0_mean":
        return _at_l0(policy)
    if policy == "checkerboard" and layer == "L3":
        return "What it does with cells damaged through a link is unsaid; ours spares them."
    if policy == "random":
        return "Nothing of this policy is open, and L1 and L2 are one law: chance of 40 packets."
    if layer in ("L1", "L2") and policy != "checkerboard":
        return "L1 and L2 are one law, and with feedback open belief and greedy are one policy."
    if layer in ("L1", "L2"):
        return "L1 and L2 are one law; what the paper has between them is chance."
    return "How hits weigh in the map is unsaid; of the weights tried 2 for a hit fits best."


def _at_l0(policy: str) -> str:
    both = "Both starts are one game at L0, so 40 games stand behind the paper's 80"
    if policy == "random":
        return f"{both}."
    return f"{both}; {'ties are' if policy == 'checkerboard' else 'the weight of hits is'} unsaid."


class _Bank:
    """The games of a bank at the main p, measured."""

    def __init__(self, found: Mapping[Cell, Sample]) -> None:
        self.cells: dict[Cell, Summary] = {cell: summarise(s) for cell, s in found.items()}
        self.pairs: dict[Cell, Paired] = {
            cell: paired
            for cell, sample in found.items()
            if cell.layer != "L0" and (paired := pair(sample, found[base_of(cell)]))
        }

    def of(
        self, measure: Callable[[Summary], float], layer: str = "", board: str = ""
    ) -> list[float]:
        """A measure of the cells of a layer and a board; all where none is named."""
        return [
            measure(summary)
            for cell, summary in self.cells.items()
            if layer in ("", cell.layer) and board in ("", cell.board)
        ]

    def p_values(self) -> list[float]:
        """The p-values of all comparisons with L0, ascending."""
        return sorted(paired.p_value or 0 for paired in self.pairs.values())


def _cut(found: Mapping[Cell, Sample], packets: int) -> list[dict[Cell, Sample]]:
    """The games by banks of 40 packets, what is left over not used."""
    first = min(int(sample.trial.min()) for sample in found.values())
    return [
        {
            cell: _part(sample, first + start, first + start + BLOCK)
            for cell, sample in found.items()
        }
        for start in range(0, packets - BLOCK + 1, BLOCK)
    ]


def _part(sample: Sample, first: int, end: int) -> Sample:
    chosen = (sample.trial >= first) & (sample.trial < end)
    names = ("trial", "start", "turns", "winner", "shots", "first_hit", "direct", "linked", "sunk",
             "resolved")  # fmt: skip
    parts = {name: getattr(sample, name)[..., chosen] for name in names}
    flags = {name: values[chosen] for name, values in sample.flags.items()}
    return replace(sample, **parts, flags=flags)


Ranged = Callable[[_Bank], list[float]]


def _per_80(count: Callable[[Summary], int]) -> Callable[[Summary], float]:
    return lambda s: 80 * count(s) / s.games


RANGES: dict[str, Ranged] = {
    "l0-range-5x5": lambda bank: bank.of(lambda s: s.turns.value, "L0", "5x5"),
    "l1-delta-range": lambda bank: [
        paired.delta.value for cell, paired in bank.pairs.items() if cell.layer == "L1"
    ],
    "start-win-range": lambda bank: bank.of(lambda s: 100 * s.starter_wins.value),
    "disparity-range": lambda bank: bank.of(lambda s: 100 * s.disparity),
    "direct-range-5x5": lambda bank: bank.of(lambda s: 100 * s.direct.value, "L3", "5x5"),
    "direct-range-10x10": lambda bank: bank.of(lambda s: 100 * s.direct.value, "L3", "10x10"),
    "corr-range-5x5": lambda bank: bank.of(lambda s: 100 * s.linked.value, "L3", "5x5"),
    "corr-range-10x10": lambda bank: bank.of(lambda s: 100 * s.linked.value, "L3", "10x10"),
    "sunk-range": lambda bank: bank.of(_per_80(lambda s: s.sunk), "L3"),
    "terminal-range": lambda bank: bank.of(
        _per_80(lambda s: s.ends["linked_sunk_before"].count), "L3"
    ),
}
MIDDLES: dict[str, Callable[[_Bank], float]] = {
    "draws-most": lambda bank: max(bank.of(_per_80(lambda s: s.draws.count), "L3")),
    "pvalue-most": lambda bank: bank.p_values()[-3],
    "pvalue-exceptions": lambda bank: sum(p >= 0.001 for p in bank.p_values()),
    "pvalue-belief-l3": lambda bank: _p_value(bank, "belief"),
    "pvalue-greedy-l3": lambda bank: _p_value(bank, "greedy"),
    "pvalue-bound": lambda bank: bank.p_values()[-1],
}
"""What is said of one bank: the median over banks, and the least and the greatest."""
WHAT = {
    "pvalue-most": "The greatest p-value of all comparisons but two.",
    "pvalue-bound": "The greatest p-value.",
}


def _p_value(bank: _Bank, policy: str) -> float:
    cells = [c for c in bank.pairs if (c.board, c.policy, c.layer) == ("10x10", policy, "L3")]
    return bank.pairs[cells[0]].p_value or 0


def _of_all(end: str, whole: _Bank, banks: Sequence[_Bank]) -> dict[str, str]:
    many = f"{len(banks)} bank{'s' if len(banks) > 1 else ''} of 40 packets"
    if end in RANGES:
        ends = [(min(values), max(values)) for values in map(RANGES[end], banks)]
        low, high = (mean(side) for side in zip(*ends, strict=True))
        all_of = RANGES[end](whole)
        note = f"Means over {many}; over all games {told(min(all_of))} to {told(max(all_of))}."
        return _row("", "sampled", "", note, (told(low), told(high)))
    if end in MIDDLES:
        values = [MIDDLES[end](bank) for bank in banks]
        shown = [f"{x:.2g}" for x in (median(values), min(values), max(values))]
        note = f"{WHAT.get(end, '')} Median, least and greatest of {many}.".strip()
        return _row(shown[0], "sampled", "", note, shown[1:])
    if end == "draws-l0-l2":
        return _row("0", "exact", "", "A shot damages one fleet only.")
    l3 = [summary for cell, summary in whole.cells.items() if cell.layer == "L3"]
    drawn = share(sum(s.draws.count for s in l3), sum(s.games for s in l3))
    unit = {"l3-draws": 640, "l3-draw-fraction": 1, "l3-draw-rate": 100}[end]
    shown = [f"{unit * x:.4g}" for x in (drawn.value, drawn.low, drawn.high)]
    return _row(shown[0], "sampled", "", f"{drawn.count:,} of {drawn.of:,} games.", shown[1:])


def written(folder: Path) -> str:
    """The whole table, the rows of others as they are."""
    kept = [
        line
        for line in LEDGER.read_text(encoding="utf-8").splitlines()
        if not line.startswith(MINE)
    ]
    out = io.StringIO()
    csv.DictWriter(out, ["id", *OURS], lineterminator="\n").writerows(rows(folder))
    return "\n".join(kept) + "\n" + out.getvalue()


if __name__ == "__main__":
    LEDGER.write_text(written(Path(sys.argv[1])), encoding="utf-8")
