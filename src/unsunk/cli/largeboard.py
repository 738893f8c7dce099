"""`unsunk largeboard`."""

from dataclasses import asdict

from unsunk.cli.options import Json
from unsunk.cli.output import print_json, table_console


def largeboard(json: Json = False) -> None:
    """Compute the large-board limit of ships 3, 3 and 2, exactly."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from unsunk.solving.large_board_results import quantities

    found = quantities()
    if json:
        print_json({"quantities": [asdict(quantity) for quantity in found]})
        return
    table = Table(box=SIMPLE_HEAD)
    for heading in ("quantity", "exactly", "%", "kind", "how"):
        table.add_column(heading, overflow="fold")
    for quantity in found:
        percent = f"{100 * quantity.value:.4f}"
        table.add_row(quantity.name, quantity.exact, percent, quantity.kind, quantity.how)
    table_console().print(table)
