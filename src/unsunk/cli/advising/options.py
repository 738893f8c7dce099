"""The arguments that `posterior` and `advise` both take."""

from typing import Annotated

import typer

Record = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="RECORD",
        help="The shots in order: A1:miss D5:hit H7:sunk5@D7-H7. None, or '', is a blank board; "
        "- reads standard input.",
        show_default=False,
    ),
]
Budget = Annotated[
    float,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        help="Sample whole fleets where the exact count is expected to take longer.",
    ),
]
SECONDS = 2.0
"""The default budget, that of `belief/posterior.py`."""
