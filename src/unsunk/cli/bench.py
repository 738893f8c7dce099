"""`unsunk bench`."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unsunk.cli.options import Json, takes_given_rules
from unsunk.cli.output import print_json, table_console
from unsunk.cli.progress import progress_bar
from unsunk.errors import InputError
from unsunk.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from unsunk.racing.summary import Bench

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="STRATEGY",
        help="The strategies to compare: names, or FILE.py:CLASS of your own.",
        show_default=False,
    ),
]
Games = Annotated[
    int | None,
    typer.Option("--games", help="Layouts that every strategy hunts.  [default: 10000]"),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, help="Makes every draw repeatable.  [default: 1]"),
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Threads.  [default: one a core]")
]
Hours = Annotated[
    float | None, typer.Option("--hours", min=0, help="Begin no further block of games after that.")
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Keep every game in a new folder.")
]
Resume = Annotated[
    Path | None,
    typer.Option(
        "--resume",
        metavar="DIR",
        help="Go on with a folder: all its strategies, or those named, new ones too.",
    ),
]
Read = Annotated[
    Path | None,
    typer.Option("--read", metavar="FILE", help="Hunt nothing; tell what a file of games holds."),
]


@dataclass(frozen=True)
class Chosen:
    """What the command line says of the games; None where it says nothing."""

    names: list[str]
    rules: Ruleset | None
    games: int | None
    seed: int | None


@takes_given_rules
def bench(
    rules: Ruleset | None,
    strategies: Names = None,
    games: Games = None,
    seed: Seed = None,
    workers: Workers = None,
    hours: Hours = None,
    out: Out = None,
    resume: Resume = None,
    read: Read = None,
    json: Json = False,
) -> None:
    """Measure strategies on the same uniform layouts: shots to sink the whole fleet."""
    chosen = Chosen(strategies or [], rules, games, seed)
    if sum(place is not None for place in (out, resume, read)) > 1:
        raise InputError("--out, --resume and --read exclude one another: give one of them")
    if read is not None:
        if chosen != Chosen([], None, None, None) or hours is not None:
            raise InputError("--read takes all from its file: leave strategies and rules out")
        found, rules = _read(read)
    else:
        with progress_bar("hunting") as progress:
            how = {"workers": workers, "hours": hours, "progress": progress}
            found, rules = _kept(chosen, out, resume, how) if out or resume else _run(chosen, how)
    if json:
        print_json(
            {
                "results": [asdict(r) for r in found.results],
                "paired": [asdict(p) for p in found.paired],
            }
        )
    else:
        _print_tables(found, rules)


def _read(file: Path) -> "tuple[Bench, Ruleset]":
    """What a file of games holds."""
    from unsunk.racing.games_file import read_games
    from unsunk.racing.summary import summary

    games = read_games(file)
    return summary(games.rules, games.seed, games.hunted), games.rules


def _run(chosen: Chosen, how: dict[str, Any]) -> "tuple[Bench, Ruleset]":
    """A run that nothing is kept of."""
    from unsunk.racing.bench import GAMES, SEED
    from unsunk.racing.bench import bench as run

    rules = chosen.rules or Ruleset()
    games = GAMES if chosen.games is None else chosen.games
    seed = SEED if chosen.seed is None else chosen.seed
    return run(chosen.names, rules, games, seed, **how), rules


def _kept(
    chosen: Chosen, out: Path | None, resume: Path | None, how: dict[str, Any]
) -> "tuple[Bench, Ruleset]":
    """A run that is kept in a folder, a new one or one that is gone on with."""
    from unsunk.racing.bench import SEED, bench_kept, check
    from unsunk.racing.store import Store

    if resume is not None:
        store = Store.resume(resume, chosen.rules, chosen.seed)
    else:
        seed = SEED if chosen.seed is None else chosen.seed
        agreed = chosen.rules or Ruleset()
        check(chosen.names, agreed, chosen.games, seed)
        store = Store.begin(out or Path(), agreed, seed)
    with store:
        return bench_kept(store, chosen.names, chosen.games, **how), store.rules


def _print_tables(found: "Bench", rules: Ruleset) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    if not found.results:
        raise InputError("there are no two games of any strategy yet")
    console, first = table_console(), found.results[0]
    most = max(r.games for r in found.results)
    title = (
        f"Shots to sink {rules.fleet} on {rules.board}, touching {rules.touching}, announced "
        f"{rules.announce}: {most:,} uniform layouts, seed {first.seed}"
    )
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 0, 0, 1))
    table.add_column("strategy", no_wrap=True)
    uneven = ["games"] if any(r.games < most for r in found.results) else []
    for heading in (*uneven, "mean ± 95 %", "median", "sd", "p95", "best", "worst", "games/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    for r in found.results:
        table.add_row(
            r.strategy,
            *[f"{r.games:,}" for _ in uneven],
            f"{r.mean:.3f} ±{(r.ci95[1] - r.ci95[0]) / 2:.3f}",
            f"{r.median:g}",
            f"{r.sd:.2f}",
            str(r.p95),
            str(r.min),
            str(r.max),
            _speed(r.games_per_second),
        )
    console.print(table)
    if found.paired:
        _print_pairs(found)


def _speed(games: float | None) -> str:
    """Games a second; not known of games that were read from a file."""
    if games is None:
        return "–"
    return f"{games:,.0f}" if games >= 10 else f"{games:.2g}"


def _print_pairs(found: "Bench") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    pairs = Table(title="Differences on the same layouts", title_justify="left", box=SIMPLE_HEAD)
    pairs.add_column("a - b")
    for heading in ("mean", "95 % interval"):
        pairs.add_column(heading, justify="right")
    for p in found.paired:
        pairs.add_row(
            f"{p.a} - {p.b}",
            f"{p.mean_difference:+.3f}",
            f"{p.ci95[0]:+.3f} to {p.ci95[1]:+.3f}",
        )
    table_console().print(pairs)
