"""`unsunk study` and its commands."""

import typer

from unsunk.cli.study.results import compare, publish, verify
from unsunk.cli.study.rules import circuits, packets, validate, walkthrough
from unsunk.cli.study.running import resume, run

study = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Chance in the rules: play the study, check it, compare it with the paper.",
)
for command, shows in (
    (run, "Play a design, the paper's by default."),
    (resume, "Go on with a run, or enlarge it."),
    (verify, "Check every hash and every value of a run."),
    (compare, "The paper's tables beside those of a run."),
    (publish, "Write the results of a run as the data that its pages show."),
    (validate, "Check what the policies believe."),
    (circuits, "Draw the three circuits."),
    (packets, "Make a bank of packets, or check one."),
    (walkthrough, "A game of each rule layer, shot by shot."),
):
    study.command(short_help=shows)(command)
