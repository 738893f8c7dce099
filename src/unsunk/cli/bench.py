"""`unsunk bench`."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from unsunk.cli.options import Json, Seed, takes_rules
from unsunk.cli.output import print_json, table_console
from unsunk.cli.progress import progress_bar
from unsunk.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from unsunk.racing.bench import Bench

Names = Annotated[
    list[str],
    typer.Argument(
        metavar="STRATEGY...",
        help="The strategies to compare: names, or FILE.py:CLASS of your own.",
    ),
]
Games = Annotated[int, typer.Option("--games", help="Layouts that every strategy hunts.")]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Threads.  [default: one a core]")
]


@takes_rules
def bench(
    strategies: Names,
    rules: Ruleset,
    games: Games = 10_000,
    seed: Seed = 1,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Measure strategies on the same uniform layouts: shots to sink the whole fleet."""
    from unsunk.racing.bench import bench as run

    with progress_bar("hunting") as progress:
        found = run(strategies, rules, games, seed, workers=workers, progress=progress)
    if json:
        print_json(
            {
                "results": [asdict(r) for r in found.results],
                "paired": [asdict(p) for p in found.paired],
            }
        )
    else:
        _print_tables(found, rules)


def _print_tables(found: "Bench", rules: Ruleset) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    console, first = table_console(), found.results[0]
    title = (
        f"Shots to sink {rules.fleet} on {rules.board}, touching {rules.touching}, announced "
        f"{rules.announce}: {first.games:,} uniform layouts, seed {first.seed}"
    )
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 0, 0, 1))
    table.add_column("strategy", no_wrap=True)
    for heading in ("mean ± 95 %", "median", "sd", "p95", "best", "worst", "games/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    for r in found.results:
        table.add_row(
            r.strategy,
            f"{r.mean:.3f} ±{(r.ci95[1] - r.ci95[0]) / 2:.3f}",
            f"{r.median:g}",
            f"{r.sd:.2f}",
            str(r.p95),
            str(r.min),
            str(r.max),
            f"{r.games_per_second:,.0f}",
        )
    console.print(table)
    if found.paired:
        pairs = Table(
            title="Differences on the same layouts", title_justify="left", box=SIMPLE_HEAD
        )
        pairs.add_column("a - b")
        for heading in ("mean", "95 % interval"):
            pairs.add_column(heading, justify="right")
        for p in found.paired:
            pairs.add_row(
                f"{p.a} - {p.b}",
                f"{p.mean_difference:+.3f}",
                f"{p.ci95[0]:+.3f} to {p.ci95[1]:+.3f}",
            )
        console.print(pairs)
