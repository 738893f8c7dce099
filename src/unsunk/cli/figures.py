"""`unsunk figures`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from unsunk.cli.options import Json
from unsunk.cli.output import print_json, table_console
from unsunk.errors import InputError

if TYPE_CHECKING:
    from unsunk.ledger.figures import Figure

Source = Annotated[str | None, typer.Option("--seed", help="Only the figures of one source: 003.")]
Part = Annotated[str | None, typer.Option("--part", help="Only those of one part: house.")]
Check = Annotated[bool, typer.Option("--check", help="Compute the cheap ones anew and compare.")]
Markdown = Annotated[
    bool, typer.Option("--markdown", help="Print the page of the documentation; stands alone.")
]


def figures(
    seed: Source = None,
    part: Part = None,
    check: Check = False,
    markdown: Markdown = False,
    json: Json = False,
) -> None:
    """Show every figure of the sources with ours, its kind and the command that reran it."""
    from unsunk.ledger.figures import figures as chosen

    if markdown:
        if seed is not None or part is not None or check or json:
            raise InputError("--markdown prints the whole page: it stands alone")
        from unsunk.ledger.page import page

        print(page(), end="")
        return
    found = chosen(seed, part)
    if check:
        _check(found, json)
    elif json:
        print_json({"figures": [figure.row() for figure in found]})
    else:
        _print_table(found)


def _check(figures: "Sequence[Figure]", json: bool) -> None:
    from unsunk.ledger.checks import recompute

    chosen = {figure.id for figure in figures}
    found = {name: pair for name, pair in recompute().items() if name in chosen}
    for name, (ours, now) in found.items():
        if ours != now:
            raise InputError(f"the ledger has {ours:g} for '{name}', computed anew it is {now:g}")
    if json:
        rows = [{"id": name, "ours": ours, "now": now} for name, (ours, now) in found.items()]
        print_json({"checked": rows})
        return
    for name, (_, now) in found.items():
        print(f"{name}: {now:g}")
    print(f"{len(found)} figures computed anew, all as in the ledger")


def _print_table(found: "Sequence[Figure]") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from unsunk.ledger.page import with_interval

    table = Table(box=SIMPLE_HEAD)
    for heading in ("figure", "theirs", "ours", "kind", "rerun by, note"):
        table.add_column(heading, overflow="fold")
    for figure in found:
        theirs, ours = figure.theirs, figure.ours
        table.add_row(
            f"{theirs['id']}\n{theirs['quantity']}",
            with_interval(theirs["value"], theirs["low"], theirs["high"]),
            with_interval(ours["ours"], ours["ours_low"], ours["ours_high"]),
            ours["ours_kind"],
            "\n".join(filter(None, (ours["command"], ours["note"]))),
        )
    console = table_console()
    console.print(table)
    answered = sum(figure.answered for figure in found)
    console.print(f"{answered} of {len(found)} figures answered")
