"""Which shots of a record contradict one another: a smallest set that no layout answers so.

Unlike `Knowledge`, which refuses the first shot that clashes locally with those before it, this
looks at the whole record, as a person at a real board needs it who misheard one shot some time ago.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from unsunk.belief.demands import Demands
from unsunk.belief.layout_search import Steps, fitted
from unsunk.belief.smallest_set import smallest_set
from unsunk.errors import BudgetError, ContradictionError, LayoutError
from unsunk.rules.bits import cells_of
from unsunk.rules.contradiction import check_form
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.notation import shot_text
from unsunk.rules.ruleset import Ruleset

FITS_BUDGET = 150_000
"""The most steps of a search for one layout (under half a second)."""


@dataclass(frozen=True)
class Clash:
    """Shots that cannot all be true, as places in the record from 0, in ascending order.

    `smallest` says whether it is proven that no fewer shots clash.
    """

    shots: tuple[int, ...]
    smallest: bool = True

    def sentence(self, rules: Ruleset, record: Sequence[Shot]) -> str:
        """The clash in words.

        >>> from unsunk.rules.notation import parse_rules, parse_shots
        >>> rules = parse_rules("board 1x4; fleet 2; announce length")
        >>> record = parse_shots(rules, "D1:hit C1:hit B1:sunk2")
        >>> clash(rules, record).sentence(rules, record)
        'these 2 shots cannot all be true: D1:hit B1:sunk2'
        """
        said = " ".join(_said(rules, record[number]) for number in self.shots)
        if len(self.shots) == 1:
            return f"this shot cannot be true, whatever was heard of the others: {said}"
        end = "" if self.smallest else " (fewer of them may clash already)"
        return f"these {len(self.shots)} shots cannot all be true: {said}{end}"


def _said(rules: Ruleset, shot: Shot) -> str:
    """The shot as text, without its cells where they are no ship."""
    if 0 <= shot.outcome.cells <= rules.board.full:
        with suppress(LayoutError):
            return shot_text(rules, shot)
    return shot_text(rules, Shot(shot.cell, replace(shot.outcome, cells=0)))


def fits(knowledge: Knowledge) -> bool:
    """Whether some layout fits the record; BudgetError if that takes over FITS_BUDGET steps.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x6; fleet 3,2; announce length")
    >>> [fits(parse_record(rules, text)) for text in ("C1:miss", "B1:miss")]
    [True, False]
    """
    demands = Demands(knowledge.rules, knowledge.shots)
    return fitted(demands, demands.all, Steps(FITS_BUDGET)) is not None


def clash(rules: Ruleset, shots: Sequence[Shot]) -> Clash | None:
    """A smallest set of shots that no layout answers as heard, None if some layout fits them all.

    The cells fired at before each shot are taken as they are. A shot whose outcome has not the
    parts that the rules announce clashes alone, two shots at one cell clash with each other. Where
    the budgets are used up, what was found by then is returned, not proven `smallest`, and
    BudgetError is raised if it is not even known whether a layout fits.

    >>> from unsunk.rules.notation import parse_rules, parse_shots
    >>> rules = parse_rules("board 4x4; fleet 3,2; announce length")
    >>> clash(rules, parse_shots(rules, "A1:hit C2:miss B2:sunk2 A4:miss"))
    Clash(shots=(1, 2), smallest=True)
    >>> clash(rules, parse_shots(rules, "A1:hit D1:hit D4:miss A4:hit"))
    Clash(shots=(0, 1, 3), smallest=True)
    """
    for number, shot in enumerate(shots):
        try:
            check_form(rules, shot.cell, shot.outcome)
        except ContradictionError:
            return Clash((number,))
    first: dict[int, int] = {}
    for number, shot in enumerate(shots):
        if first.setdefault(shot.cell, number) != number:
            return _twice(rules, shots, (first[shot.cell], number))
    demands = Demands(rules, shots)
    clashing = _clashing(demands)
    if not clashing:
        return None
    found, proven = smallest_set(demands, clashing)
    return Clash(tuple(cells_of(found)), proven)


def _clashing(demands: Demands) -> int:
    """Some shots that clash, 0 if a layout fits all; BudgetError if it is not known."""
    try:
        return 0 if fitted(demands, demands.all, Steps(FITS_BUDGET)) is not None else demands.all
    except BudgetError:
        knowledge = Knowledge(demands.rules)
        for number, shot in enumerate(demands.shots):
            try:
                knowledge = knowledge.after(shot.cell, shot.outcome)
            except ContradictionError:
                return (1 << number + 1) - 1
        raise


def _twice(rules: Ruleset, shots: Sequence[Shot], pair: tuple[int, int]) -> Clash:
    """The clash of a record with two shots at one cell: those, unless one shot clashes alone."""
    first = {shot.cell: number for number, shot in reversed(list(enumerate(shots)))}
    kept = sorted(first.values())
    demands, steps = Demands(rules, [shots[number] for number in kept]), Steps(FITS_BUDGET)
    try:
        for place, number in enumerate(kept):
            if fitted(demands, 1 << place, steps) is None:
                return Clash((number,))
    except BudgetError:
        return Clash(pair, smallest=False)
    return Clash(pair)
