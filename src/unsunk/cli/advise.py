"""`unsunk advise`."""

from typing import TYPE_CHECKING, Annotated

import typer

from unsunk.cli.advising.options import SECONDS, Budget, Record
from unsunk.cli.options import Json, Seed, takes_rules
from unsunk.cli.output import print_json, table_console
from unsunk.cli.progress import waiting
from unsunk.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from unsunk.belief.posterior import Posterior
    from unsunk.hunting.strategy import Strategy

EXACT = "exact"

Hunter = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="What that strategy would fire at; a name, or FILE.py:CLASS of your own.",
    ),
]


@takes_rules
def advise(
    rules: Ruleset,
    record: Record = None,
    strategy: Hunter = EXACT,
    budget: Budget = SECONDS,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Say where to fire next, and what may be heard there."""
    from unsunk.cli.advising.law import counted
    from unsunk.cli.advising.record import known, record_of
    from unsunk.hunting.strategy import strategy as find

    hunter = find(strategy)
    hunter.require(rules)
    with waiting("counting"):
        law, seconds = counted(known(rules, record_of(record)), budget, seed)
        cells = _wanted(hunter, law)
    if json:
        from unsunk.cli.advising.answers import advice_answer

        print_json(advice_answer(law, seconds, strategy, cells))
    else:
        from unsunk.cli.advising.report import print_advice

        print_advice(table_console(), law, strategy, cells)


def _wanted(hunter: "Strategy", law: "Posterior") -> list[int]:
    """The cells that a strategy wants most; for `exact`, all likeliest ones by the law counted."""
    from unsunk.belief.heatmap import hottest

    if law.knowledge.finished:
        return []
    return hottest(law.heat if hunter.name == EXACT else hunter.heat(law.knowledge))
