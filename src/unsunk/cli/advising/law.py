"""The law of what is hidden after a record, and how long counting it took."""

from collections.abc import Callable
from math import isfinite
from time import perf_counter

from unsunk.belief.fleets import Question
from unsunk.belief.posterior import Posterior, posterior
from unsunk.belief.sampling import sample_fleets
from unsunk.belief.tables import fleet_tables
from unsunk.cli.advising.record import clashing
from unsunk.errors import BudgetError, ContradictionError, InputError
from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset

LONGEST_BUDGET = 86_400
TINY = Ruleset(Board(2, 2), Fleet((2,)))


def counted(
    knowledge: Knowledge, budget: float, seed: int, clock: Callable[[], float] = perf_counter
) -> tuple[Posterior, float]:
    """The law after a record and the seconds of its computing: the layouts left, all cells.

    Kernels are compiled and the ruleset's tables made before the clock starts. ContradictionError,
    naming a smallest set of clashing shots, if no layout fits; BudgetError if the fleets are out of
    reach and no shots are found to clash.
    """
    if not (isfinite(budget) and 0 <= budget <= LONGEST_BUDGET):
        raise InputError(f"a budget of {budget:g} seconds is none: it is 0 to {LONGEST_BUDGET}")
    try:
        prepare(knowledge.rules)
        start = clock()
        law = posterior(knowledge, budget=budget, seed=seed)
    except (BudgetError, ContradictionError) as error:
        raise clashing(knowledge.rules, knowledge.shots, error) from None
    assert len(law.counts) == knowledge.rules.board.size
    return law, clock() - start


def prepare(rules: Ruleset) -> None:
    """Compile or load the kernels on a tiny board, and make the tables of a ruleset.

    >>> prepare(TINY)
    """
    blank = Knowledge(TINY)
    posterior(blank)
    sample_fleets(Question.of(blank), seed=1, throws=10)
    fleet_tables(rules)
