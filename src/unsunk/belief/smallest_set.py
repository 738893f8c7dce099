"""A smallest set of shots that clash.

First shots are left out of the record, many at once, as long as the others still clash. Then
smaller sets are looked for. A set of shots that clashes has, for every layout, a shot that this
layout answers wrongly. So the shots that some layout answers wrongly, as few as can be, are
collected for layout after layout; a set of shots that meets all of these, of the smallest size
possible, is put to the test; a layout that answers it rightly gives one more to meet, and if there
is none, it is a smallest clash.

Source: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS extraction with
minimal hitting set dualization, CP 2015.
"""

from collections.abc import Sequence

from unsunk.belief.demands import Demands
from unsunk.belief.layout_search import Steps, fitted
from unsunk.errors import BudgetError
from unsunk.rules.bits import cells_of, mask_of

LESSEN_BUDGET = 150_000
"""The most steps in which a clash is made smaller, a twentieth of them for one question."""
PROOF_BUDGET = 300_000
"""The most steps in which a still smaller clash is looked for."""
LARGEST = 150
"""Of a clash with more shots no smaller one is looked for."""


def smallest_set(demands: Demands, clashing: int) -> tuple[int, bool]:
    """A smallest clash, given one; where the budgets do not suffice a small one, and False.

    >>> from unsunk.rules.notation import parse_rules, parse_shots
    >>> rules = parse_rules("board 4x4; fleet 3,2; announce length")
    >>> demands = Demands(rules, parse_shots(rules, "A1:hit D1:hit D4:miss A4:hit"))
    >>> smallest_set(demands, demands.all)
    (11, True)
    """
    steps, models = Steps(LESSEN_BUDGET), list[int]()
    misses = list(cells_of(clashing & demands.misses))
    hits = list(cells_of(clashing & ~demands.misses))
    lessened = (
        _lessened(demands, order, steps, models)
        for order in ([*misses, *hits], [*hits, *misses][::-1])
    )
    found = min(lessened, key=int.bit_count)
    if found.bit_count() > LARGEST:
        return found, False
    try:
        return _Smaller(demands, found).result, True
    except BudgetError:
        return found, False


def _lessened(demands: Demands, order: Sequence[int], steps: Steps, models: list[int]) -> int:
    """The shots that are left of a clash when others are left out in order; adds to the models.

    Half of them are tried at once where all are too many. What is not known after its share of
    the steps stays in.
    """
    left, parts = mask_of(order), [order]
    while parts:
        part = parts.pop()
        trial = left & ~mask_of(part)
        if _clashes(demands, trial, steps, models):
            left = trial
        elif len(part) > 1:
            half = len(part) // 2
            parts += [part[half:], part[:half]]
    return left


def _clashes(demands: Demands, trial: int, steps: Steps, models: list[int]) -> bool:
    """Whether shots are known to clash; where a layout fits them, adds what it fits to the models.

    A model is a set of shots that some layout answers as heard.
    """
    if any(not trial & ~model for model in models):
        return False
    try:
        model = fitted(demands, trial, steps.part(LESSEN_BUDGET // 20))
    except BudgetError:
        return False
    if model is not None:
        models.append(model)
    return model is None


class _Smaller:
    """The search for a clash of fewer shots than one that is known; its `result` is smallest."""

    def __init__(self, demands: Demands, known: int) -> None:
        self._demands, self._steps = demands, Steps(PROOF_BUDGET)
        self._wrong: list[int] = []
        """Sets of shots that some layout answers wrongly, as small as can be."""
        self._start(known)
        sizes = range(1, known.bit_count())
        smaller = (self._meeting(0, 0, size) for size in sizes)
        self.result = next((found for found in smaller if found is not None), known)

    def _start(self, known: int) -> None:
        """The layouts that answer wrongly just one of the shots that are known to clash."""
        for number in cells_of(known):
            model = fitted(self._demands, known & ~(1 << number), self._steps)
            if model is not None:
                self._add(model, 0)

    def _add(self, model: int, last: int) -> int:
        """Make a model as large as can be, the shots of `last` last; what it lacks is kept."""
        shots = self._demands.all
        for part in (shots & ~last, shots & last):
            for number in cells_of(part & ~model):
                if not model >> number & 1:
                    more = fitted(self._demands, model | 1 << number, self._steps)
                    model = model if more is None else more
        self._wrong.append(shots & ~model)
        return self._wrong[-1]

    def _meeting(self, chosen: int, out: int, more: int) -> int | None:
        """A clash of the shots chosen and up to so many more, none of them of `out`."""
        self._steps.take(3 + len(self._wrong) // 8)
        to_meet = [wrong & ~out for wrong in self._wrong if not wrong & chosen]
        if not to_meet:
            model = fitted(self._demands, chosen, self._steps)
            if model is None:
                return chosen
            to_meet = [self._add(model, out) & ~out]
        to_meet.sort(key=int.bit_count)
        if _apart(to_meet) > more:
            return None
        for number in cells_of(to_meet[0]):
            found = self._meeting(chosen | 1 << number, out, more - 1)
            if found is not None:
                return found
            out |= 1 << number
        return None


def _apart(sets: Sequence[int]) -> int:
    """At least so many members are needed to meet all sets: sets in order, no two of which meet.

    >>> _apart([0b001, 0b110, 0b100])
    2
    """
    many = met = 0
    for members in sets:
        if not members & met:
            many, met = many + 1, met | members
    return many
