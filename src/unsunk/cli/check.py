"""`unsunk check`."""

from typing import Annotated

import typer

from unsunk.cli.options import Seed

Name = Annotated[
    str, typer.Argument(metavar="STRATEGY", help="A name, or FILE.py:CLASS of your own.")
]


def check(strategy: Name, seed: Seed = 1) -> None:
    """Test what every strategy promises: legal shots, an end, no memory, no peeking."""
    from unsunk.hunting.check import check_strategy
    from unsunk.hunting.strategy import strategy as find

    report = check_strategy(find(strategy), seed=seed)
    print(
        f"{strategy} keeps every promise in {report.games} hunts and {report.shots:,} shots; "
        f"{report.fleets:,} other fleets with the same record drew the same shot"
    )
