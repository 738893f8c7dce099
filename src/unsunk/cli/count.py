"""`unsunk count`."""

from typing import Annotated

import typer

from unsunk.cli.options import Json, chosen_rules
from unsunk.cli.output import print_json
from unsunk.cli.progress import progress_bar
from unsunk.errors import ImpossibleFleetError


def count(
    rules: Annotated[str | None, typer.Option("--rules", metavar="NAME|FILE")] = None,
    board: Annotated[str | None, typer.Option("--board", metavar="ROWSxCOLUMNS")] = None,
    fleet: Annotated[str | None, typer.Option("--fleet", metavar="LENGTHS")] = None,
    touching: Annotated[str | None, typer.Option("--touching", metavar="yes|corners|no")] = None,
    announce: Annotated[
        str | None, typer.Option("--announce", metavar="shown|length|silent|named")
    ] = None,
    json: Json = False,
) -> None:
    """Count all layouts exactly, and those distinct up to the board's symmetries."""
    from unsunk.rules.counting import count_distinct, count_layouts

    options = {"board": board, "fleet": fleet, "touching": touching, "announce": announce}
    try:
        chosen = chosen_rules(rules=rules, **options)
    except ImpossibleFleetError as error:
        if error.reason != "no_layout":
            raise
        layouts = distinct = 0
    else:
        with progress_bar("counting") as progress:
            layouts = count_layouts(chosen, progress)
        distinct = count_distinct(chosen, layouts)
    if json:
        print_json({"layouts": layouts, "distinct": distinct, "kind": "exact"})
    else:
        print(f"{layouts:,} layouts, {distinct:,} of them distinct (exact)")
