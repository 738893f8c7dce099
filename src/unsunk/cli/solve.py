"""`unsunk solve`."""

import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unsunk.cli.options import Json, takes_race_rules
from unsunk.cli.output import print_json
from unsunk.cli.progress import progress_bar
from unsunk.errors import InputError
from unsunk.rules.choices import Announce
from unsunk.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from rich.console import Console

    from unsunk.solving.near_perfect import Round
    from unsunk.solving.run import Kept

Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Begin, and keep all in a new folder.")
]
Resume = Annotated[
    Path | None, typer.Option("--resume", metavar="DIR", help="Go on with the solve of a folder.")
]
Hours = Annotated[float | None, typer.Option("--hours", min=0, help="Begin no round after that.")]
Tolerance = Annotated[
    float | None,
    typer.Option(
        "--tolerance",
        metavar="POINTS",
        min=0,
        help="End when no reply gains more.  [default: 0.02]",
    ),
]
Narrow = Annotated[
    str | None,
    typer.Option(
        "--narrow",
        metavar="WIDTH,BROAD",
        help="First ask for replies that try WIDTH cells where over BROAD remnants are left.",
    ),
]
Coupled = Annotated[
    bool, typer.Option("--coupled", help="At the end measure coupled replies too; see exploit.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Threads.  [default: one a core]")
]
COLUMNS = ("round", "pool", "weighted", "value", "gain", "gap", "mean shots", "seconds", "memory")
STOPPING = "unsunk: stopping after this round; Ctrl-C again stops at once"


@takes_race_rules
def solve(
    rules: Ruleset | None,
    out: Out = None,
    resume: Resume = None,
    hours: Hours = None,
    tolerance: Tolerance = None,
    narrow: Narrow = None,
    coupled: Coupled = False,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Find a near-perfect player of a small board: replies and linear programs in turn."""
    from unsunk.solving.run import PLAYER, TOLERANCE, write_player
    from unsunk.solving.run import solve as run

    enough, threads = TOLERANCE if tolerance is None else tolerance, workers or os.cpu_count() or 1
    with _opened(rules, out, resume, _narrow(narrow)) as kept:
        _run(kept, run, {"tolerance": enough, "hours": hours, "workers": threads}, json)
        with progress_bar("measuring") as progress:
            player = write_player(kept, enough, coupled=coupled, workers=threads, done=progress)
        file = kept.folder / PLAYER
        settled = kept.settled(enough)
    from unsunk.cli.solving.words import mixture_row, told

    if json:
        print_json(mixture_row(player) | {"settled": settled, "file": str(file)})
        return
    print("\n".join(told(player)))
    end = "settled" if settled else "not settled yet"
    print(f"{end}: the last reply gained {player.provenance['gap']:.4f} points; kept in {file}")


def _opened(
    rules: Ruleset | None, out: Path | None, resume: Path | None, narrow: tuple[int, int] | None
) -> "Kept":
    """The folder that the options name."""
    from unsunk.solving.run import Kept

    if (out is None) == (resume is None):
        raise InputError(
            "a solve is kept in a folder: give --out DIR for a new one or --resume DIR"
        )
    if resume is None:
        return Kept.begin(out or Path(), rules or Ruleset(announce=Announce.LENGTH), narrow)
    kept = Kept.resume(resume, rules)
    kept.state.narrow = narrow or kept.state.narrow
    return kept


def _narrow(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    parts = text.split(",")
    if len(parts) != 2 or not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise InputError(f"'{text}' is not WIDTH,BROAD: write two whole numbers such as 4,20")
    return int(parts[0]), int(parts[1])


def _run(kept: "Kept", run: Callable[..., None], how: dict[str, Any], json: bool) -> None:
    """Rounds until an end is reached, a line each: with --json only where somebody watches."""
    from rich.console import Console

    from unsunk.cli.solving.stopping import ctrl_c

    console = Console(stderr=json, markup=False, emoji=False)
    console.quiet = json and not sys.stderr.isatty()
    _line(console, COLUMNS)
    wheel = console.status("asking for a reply …") if console.is_terminal else nullcontext()
    with ctrl_c(STOPPING) as stopped, wheel:
        run(kept, reported=lambda found: _line(console, _shown(found)), stopped=stopped, **how)


def _shown(found: "Round") -> tuple[str, ...]:
    return (
        f"{found.number:,}{'' if found.exact else ' ~'}",
        f"{found.pool:,}",
        f"{found.weighted:,}",
        f"{found.value:.5f}",
        f"{100 * max(found.gain, 0):.4f}",
        f"{found.gap:.4f}",
        f"{found.mean:.4f}",
        f"{found.seconds:.1f}",
        f"{found.memory / 1e6:,.1f} MB",
    )


def _line(console: "Console", cells: tuple[str, ...]) -> None:
    widths = (8, 7, 9, 9, 9, 9, 11, 9, 12)
    text = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    console.print(text, highlight=False, no_wrap=True, crop=False, overflow="ignore")
