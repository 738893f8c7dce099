"""`unsunk study verify`, `compare` and `publish`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unsunk.cli.options import Json
from unsunk.cli.output import print_json, table_console
from unsunk.cli.progress import progress_bar, waiting
from unsunk.cli.study.running import Cluster, Folder, Jobs, many
from unsunk.errors import InputError

if TYPE_CHECKING:
    from unsunk.study.compare import Beside, Value
    from unsunk.study.verify import Problem, Verified

Replay = Annotated[
    bool, typer.Option("--replay", help="Play every game again from the bits in the folder, too.")
]
Reading = Annotated[
    str, typer.Option("--reading", help="The reading of the rules that is compared.")
]
Table = Annotated[
    int | None, typer.Option("--table", min=1, max=4, help="Show one of the four tables only.")
]
Sweep = Annotated[
    Path | None,
    typer.Option("--sweep", metavar="DIR", help="A run with more p, for the figures."),
]
Density = Annotated[
    Path | None,
    typer.Option("--density", metavar="DIR", help="A run on other boards, for a table by board."),
]
Readings = Annotated[
    Path | None,
    typer.Option("--readings", metavar="DIR", help="A run of other readings, for a table of them."),
]
File = Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the results.")]
RESULTS = Path("results.json")


def verify(
    folder: Folder,
    replay: Replay = False,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Check the hash of every file of a run, and compute its log and tables anew."""
    from unsunk.study.verify import replay as play_again
    from unsunk.study.verify import verify as check
    from unsunk.study.workers import workers

    with waiting("computing every value anew"):
        found = check(folder)
    if replay and not found.problems:
        with workers(many(jobs), cluster) as players, progress_bar("playing again") as progress:
            found.replayed, problems = play_again(folder, players, progress)
        found.problems += problems
    if json:
        print_json(asdict(found))
    else:
        _print_verified(found)
    if found.problems:
        raise InputError(f"{folder} is not as it was written: {_first(found.problems)}")


def compare(
    folder: Folder, table: Table = None, reading: Reading = "paper", json: Json = False
) -> None:
    """Set every cell of the paper's tables beside that of a run, each with its interval."""
    from unsunk.study.compare import compare as set_beside
    from unsunk.study.compare import counts
    from unsunk.study.log import from_parquet
    from unsunk.study.reading import Reading
    from unsunk.study.store import PARQUET, finished_log

    log = from_parquet(finished_log(folder), PARQUET)
    rows = set_beside(log, str(Reading.parse(reading)))
    if all(row.ours is None for row in rows):
        raise InputError(
            f"{folder} has no cell of the paper's tables under the reading {reading}: "
            f"it was played under {', '.join(log['reading'].unique().sort())}"
        )
    agreed = counts(rows)
    shown = [row for row in rows if table in (None, row.key.table)]
    if json:
        names = ("agree", "compared", "cells")
        print_json(
            {
                "tables": {
                    str(number): dict(zip(names, found, strict=True))
                    for number, found in agreed.items()
                },
                "cells": [_row(row) for row in shown],
            }
        )
        return
    for number in sorted({row.key.table for row in shown}):
        _print_table(number, [row for row in shown if row.key.table == number])
    print("✗ differs; * worked out from what is published; ° as ours, for as many games")
    for number, (same, played, cells) in agreed.items():
        missing = "" if played == cells else f" ({cells - played} not played)"
        print(f"Table {number}: {same} of {played} cells agree{missing}")
    same, played = (sum(found[place] for found in agreed.values()) for place in (0, 1))
    packets = log["trial"].n_unique()
    print(f"In all: {same} of {played} cells agree, {packets:,} packets a board")


def publish(
    folder: Folder,
    sweep: Sweep = None,
    density: Density = None,
    readings: Readings = None,
    out: File = RESULTS,
    json: Json = False,
) -> None:
    """Write the tables of a run beside the paper's, and its figures, as one JSON file."""
    from unsunk.racing.folder import write
    from unsunk.study.publish import publish as published
    from unsunk.study.publish import to_json

    with waiting("measuring"):
        found = published(folder, sweep, density, readings)
    write(out, to_json(found))
    if json:
        print_json({"file": str(out), "games": found.games, "packets": found.packets})
        return
    print(f"{len(found.tables)} tables and {len(found.figures)} figures written to {out}")


def _print_verified(found: "Verified") -> None:
    for problem in found.problems:
        print(problem)
    if not found.problems:
        again = f", {found.replayed:,} games played again" if found.replayed else ""
        print(
            f"{found.files:,} files, {found.games:,} games, {found.values:,} values computed anew"
            f"{again}: all as written"
        )


def _first(problems: "list[Problem]") -> str:
    more = f" (and {len(problems) - 1:,} more)" if len(problems) > 1 else ""
    return f"{problems[0]}{more}"


def _row(row: "Beside") -> dict[str, Any]:
    return {
        **row.key._asdict(),
        "paper": asdict(row.paper),
        "ours": asdict(row.ours) if row.ours else None,
        "rule": row.rule,
        "agrees": row.agrees,
        "note": row.note,
    }


def _print_table(number: int, rows: "list[Beside]") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    console = table_console()
    for board, policy in dict.fromkeys((row.key.board, row.key.policy) for row in rows):
        title = f"Table {number}: {board} {policy}"
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 0, 0, 1))
        table.add_column("layer", no_wrap=True)
        table.add_column("measure", no_wrap=True)
        for heading in ("paper", "95 %", "ours", "95 %", ""):
            table.add_column(heading, justify="right", no_wrap=True)
        for row in rows:
            if (row.key.board, row.key.policy) == (board, policy):
                chance = "" if row.key.p is None else f" p={row.key.p:g}"
                ours = _shown(row.ours) if row.ours else ("–", "")
                cells = (row.key.measure, *_shown(row.paper), *ours, _MARK[row.agrees])
                table.add_row(row.key.layer + chance, *cells)
        console.print(table)


_MARK = {True: "", False: "✗", None: "?"}
_KIND = {"worked out": "*", "as ours": "°"}


def _shown(value: "Value") -> tuple[str, str]:
    middle, low, high = (f"{x:.3g}" if abs(x) < 1 else f"{x:.4g}" for x in _numbers(value))
    return middle, "" if value.kind == "none" else f"{low}…{high}{_KIND.get(value.kind, ' ')}"


def _numbers(value: "Value") -> tuple[float, float, float]:
    return value.value, value.low, value.high
