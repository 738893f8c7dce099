"""Which shots of a record contradict one another: a smallest set that no layout answers so.

Every set of shots that clashes must have a shot outside each layout's answers. So the sets of shots
that some layout answers wrongly are collected, a smallest set that meets all of them is looked for
and put to the test: if a layout answers it, the shots it answers wrongly are one more set to meet;
if none does, it is a smallest clash. Source: Ignatiev, Previti, Liffiton, Marques-Silva, Smallest
MUS extraction with minimal hitting set dualization (CP 2015).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from unsunk.belief.shot_sets import ShotSets, Steps
from unsunk.errors import BudgetError, ContradictionError, LayoutError
from unsunk.rules.bits import cells_of
from unsunk.rules.contradiction import check_form
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.notation import shot_text
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind

FITS_BUDGET = 60_000
"""The most steps of a search for one layout."""
LESSEN_BUDGET = 40_000
"""The most steps in which a set of shots that clashes is made smaller."""
PROOF_BUDGET = 100_000
"""The most steps in which a still smaller set is looked for."""


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
    try:
        return shot_text(rules, shot)
    except LayoutError:
        return f"{rules.board.name(shot.cell)}:{shot.outcome.kind}{shot.outcome.length or ''}"


def fits(knowledge: Knowledge) -> bool:
    """Whether some layout fits the record; BudgetError if that takes over FITS_BUDGET steps.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x6; fleet 3,2; announce length")
    >>> [fits(parse_record(rules, text)) for text in ("C1:miss", "B1:miss")]
    [True, False]
    """
    sets = ShotSets(knowledge.rules, knowledge.shots)
    return sets.fitted(sets.all, Steps(FITS_BUDGET)) is not None


def clash(rules: Ruleset, shots: Sequence[Shot]) -> Clash | None:
    """A smallest set of shots that no layout answers as heard, None if some layout fits them all.

    The cells fired at before each shot are taken as they are. A shot alone clashes when its
    outcome cannot be under the rules. Two shots at one cell clash. BudgetError if it is not known
    after FITS_BUDGET steps whether a layout fits; where the other budgets are used up, the set
    found by then is returned, not `smallest`.

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
        first.setdefault(shot.cell, number)
    if len(first) < len(shots):
        return _twice(rules, shots, first)
    sets = ShotSets(rules, shots)
    if sets.fitted(sets.all, Steps(FITS_BUDGET)) is not None:
        return None
    found = _lessened(sets)
    smaller, proven = _Smallest(sets, found).result
    return Clash(tuple(cells_of(smaller)), proven)


def _twice(rules: Ruleset, shots: Sequence[Shot], first: dict[int, int]) -> Clash:
    """The clash of a record that fires at a cell twice: two such shots, unless one alone does."""
    again = next(number for number, shot in enumerate(shots) if first[shot.cell] != number)
    kept = list(first.values())
    sets, steps = ShotSets(rules, [shots[number] for number in kept]), Steps(PROOF_BUDGET)
    try:
        for place, number in enumerate(kept):
            if sets.fitted(1 << place, steps) is None:
                return Clash((number,))
    except BudgetError:
        return Clash((first[shots[again].cell], again), smallest=False)
    return Clash((first[shots[again].cell], again))


def _lessened(sets: ShotSets) -> int:
    """A clash from which, as far as the budget goes, no shot can be left out."""
    hits = [n for n, s in enumerate(sets.shots) if s.outcome.kind is not Kind.MISS]
    water = [n for n, s in enumerate(sets.shots) if s.outcome.kind is Kind.MISS]
    steps, models = Steps(LESSEN_BUDGET), list[int]()
    orders = ([*water, *hits], [*hits, *water][::-1])
    return min((_without(sets, order, steps, models) for order in orders), key=int.bit_count)


def _without(sets: ShotSets, order: Sequence[int], steps: Steps, models: list[int]) -> int:
    """All shots but those that can be left out one after the other; adds to the models."""
    left = sets.all
    for number in order:
        trial = left & ~(1 << number)
        if any(not trial & ~model for model in models):
            continue
        try:
            model = sets.fitted(trial, steps.part(LESSEN_BUDGET // 20))
        except BudgetError:
            continue
        if model is None:
            left = trial
        else:
            models.append(model)
    return left


class _Smallest:
    """The search for a clash of fewer shots than one that was found: `result`, and if proven."""

    def __init__(self, sets: ShotSets, found: int) -> None:
        self._sets, self._found = sets, found
        self._steps = Steps(PROOF_BUDGET)
        self.missed: list[int] = []
        """The shots that a layout answers wrongly, for layouts that answer no more rightly."""
        self.size = 0
        try:
            self.result = self._search(), True
        except BudgetError:
            self.result = found, False

    def _search(self) -> int:
        for number in cells_of(self._found):
            model = self._sets.fitted(self._found & ~(1 << number), self._steps)
            if model is not None:
                self.missed.append(self._sets.all & ~self._grown(model, 0))
        for size in range(1, self._found.bit_count()):
            self.size = size
            smaller = self._meeting(0, 0, size)
            if smaller is not None:
                return smaller
        return self._found

    def _meeting(self, chosen: int, out: int, more: int) -> int | None:
        """A clash of the shots chosen and up to so many more, none of those that are out."""
        self._steps.take(1 + len(self.missed) // 32)
        open_sets = sorted((m & ~out for m in self.missed if not m & chosen), key=int.bit_count)
        if not open_sets:
            model = self._sets.fitted(chosen, self._steps)
            if model is None:
                return chosen
            missed = self._sets.all & ~self._grown(model, out)
            self.missed.append(missed)
            open_sets = [missed & ~out]
        met, apart = 0, 0
        for missed in open_sets:
            if not missed & met:
                met, apart = met | missed, apart + 1
                if apart > more:
                    return None
        for number in cells_of(open_sets[0]):
            found = self._meeting(chosen | 1 << number, out, more - 1)
            if found is not None:
                return found
            out |= 1 << number
        return None

    def _grown(self, model: int, last: int) -> int:
        """A set of shots that some layout answers, with those of a model, and as large as can be.

        The shots of the mask `last` are tried last.
        """
        for part in (~last, last):
            for number in cells_of(self._sets.all & ~model & part):
                if not model >> number & 1:
                    better = self._sets.fitted(model | 1 << number, self._steps)
                    model = better or model
        return model
