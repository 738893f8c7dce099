"""The options that the commands about solved players share."""

from typing import Annotated

import typer

Solution = Annotated[
    str,
    typer.Argument(
        metavar="SOLUTION", help="A stored player (near-perfect-4x4) or a file.", show_default=False
    ),
]
