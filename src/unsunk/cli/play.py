"""`unsunk play`."""

import os
import sys
from dataclasses import replace
from typing import Annotated

import typer

from unsunk.cli.options import takes_rules
from unsunk.errors import InputError
from unsunk.hunting.levels import LEVELS
from unsunk.rules.ruleset import Ruleset

STARTERS = {"you": 1, "computer": 2}

Level = Annotated[
    str, typer.Option("--level", metavar="|".join(LEVELS), help="How well the computer plays.")
]
Plain = Annotated[
    bool,
    typer.Option("--plain", help="Lines of text in place of the full screen, also in a pipe."),
]
First = Annotated[
    str | None,
    typer.Option("--first", metavar="|".join(STARTERS), help="Who fires first.  [default: you]"),
]
Repeat = Annotated[
    int | None,
    typer.Option("--seed", min=0, help="Repeats a game; each game tells its seed at the end."),
]


@takes_rules
def play(
    rules: Ruleset,
    level: Level = "hard",
    plain: Plain = False,
    seed: Repeat = None,
    first: First = None,
) -> None:
    """Play against the computer in the terminal."""
    from unsunk.cli.playing.match import Match, fresh_seed

    if first is not None and first not in STARTERS:
        raise InputError(f"'{first}' cannot fire first: it is {' or '.join(STARTERS)}")
    if sys.stdin is None:
        raise InputError("standard input is closed: there is nobody to play with")
    agreed = rules if first is None else replace(rules, first=STARTERS[first])
    match = Match.new(agreed, level, fresh_seed() if seed is None else seed)
    if plain or not _has_screen():
        from unsunk.cli.lines.conversation import in_lines

        in_lines(match)
    else:
        from unsunk.cli.screen.app import on_screen

        on_screen(match)


def _has_screen() -> bool:
    terminal = os.environ.get("TERM", "")
    return terminal != "dumb" and sys.stdin.isatty() and sys.stdout.isatty()
