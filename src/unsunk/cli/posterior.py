"""`unsunk posterior`."""

from typing import Annotated

import typer

from unsunk.cli.advising.options import SECONDS, Budget, Record
from unsunk.cli.options import Json, Seed, takes_rules
from unsunk.cli.output import print_json, table_console
from unsunk.cli.progress import waiting
from unsunk.errors import InputError
from unsunk.rules.ruleset import Ruleset

Placements = Annotated[
    bool,
    typer.Option("--placements", help="With --json: the layouts with each ship at each place too."),
]


@takes_rules
def posterior(
    rules: Ruleset,
    record: Record = None,
    budget: Budget = SECONDS,
    placements: Placements = False,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Count the layouts that fit a record, and those of them with a ship on each cell."""
    from unsunk.cli.advising.law import counted
    from unsunk.cli.advising.record import known, record_of

    if placements and not json:
        raise InputError("--placements goes with --json: add it")
    with waiting("counting"):
        law, seconds = counted(known(rules, record_of(record)), budget, seed)
    if json:
        from unsunk.cli.advising.answers import law_answer, ships_answer

        ships = {"ships": ships_answer(law)} if placements else {}
        print_json(law_answer(law, seconds) | ships)
    else:
        from unsunk.cli.advising.report import print_law

        print_law(table_console(), law, seconds)
