"""How many layouts there are, by the quickest of our ways of counting.

Few ships on a small board are counted by `rules/counting.py`, which needs no compiled kernel. Else
the kernel that counts whole fleets begins; where a look at its progress says that it would take
more than about a minute, the count cell by cell of `rules/sweep.py` is the last resort.
"""

from unsunk.errors import BudgetError
from unsunk.rules import counting
from unsunk.rules.by_ship import ByShip
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.sweep import Progress

PLAIN = 500_000
"""The most placements tried ship by ship in plain Python (a third of a second)."""
PROBE = 10_000_000
"""Steps of the kernel after which its progress is looked at (half a second)."""
MOST = 2_400_000_000
"""Steps that the kernel may be expected to take (a minute or two)."""


def count_layouts(rules: Ruleset, progress: Progress | None = None) -> int:
    """The exact number of layouts, as `rules.counting.count_layouts` counts them, but sooner.

    BudgetError where every way of counting would take more than about a minute.

    >>> count_layouts(Ruleset())
    15046987768
    """
    if ByShip(rules.board, rules.fleet, rules.touching).steps() <= PLAIN:
        return counting.count_layouts(rules, progress)
    found = _compiled(rules, progress)
    return counting.count_layouts(rules, progress) if found is None else found


def _compiled(rules: Ruleset, progress: Progress | None) -> int | None:
    """The count by whole fleets; None if it would take too long."""
    from unsunk.belief.fleets import Question, Search

    try:
        search = Search(Question.of(Knowledge(rules)))
    except BudgetError:
        return None
    steps = PROBE
    while not search.go(PROBE):
        if search.progress * MOST < steps:
            return None
        steps += PROBE
        if progress is not None:
            progress(int(1000 * search.progress), 1000)
    return search.count.layouts
