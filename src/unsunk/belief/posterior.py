"""The law of what is hidden: whole fleets, counted exactly after every shot.

Every layout that fits the rules and the record, the order of its shots included, is equally likely.
Where the exact count would take longer than its budget, whole fleets are sampled instead, and the
result says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from unsunk.belief.fleets import STEPS_PER_SECOND, Count, Question, Search, count_fleets
from unsunk.belief.sampling import Sample, sample_fleets
from unsunk.errors import ContradictionError, InputError
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.placement import placements
from unsunk.rules.shot import HIT, MISS, Kind, Outcome

BUDGET = 2.0
"""Seconds of one core that an exact count may be expected to take."""


@dataclass(frozen=True)
class Posterior:
    """How many of the layouts left do what; estimates where `kind` is "sampled".

    `places` has for each group of ships alike (`rules.groups`), for each of
    `placements(board, length)`, the layouts with a ship of the group there. `lottery` has the
    layouts left and their weights where these are not all 1 (`law_of`).
    """

    knowledge: Knowledge
    layouts: int
    places: tuple[tuple[int, ...], ...]
    sample: Sample | None = None
    lottery: tuple[tuple[Layout, int], ...] = ()

    @property
    def kind(self) -> Literal["exact", "sampled"]:
        """Whether the numbers are exact or estimates from sampled fleets."""
        return "exact" if self.sample is None else "sampled"

    @property
    def effective(self) -> float | None:
        """The number of independent uniform fleets that the sample is worth; None when exact."""
        return None if self.sample is None else self.sample.effective

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """For each cell the layouts that cover it; a hit is covered by all of them."""
        if self.sample is not None:
            return tuple(round(share * self.layouts) for share in self.chances)
        return tuple(self._weights)

    @cached_property
    def _weights(self) -> list[Any]:
        """What the placements over each cell weigh together."""
        weights: list[Any] = [0] * self.knowledge.rules.board.size
        for _, mask, weight in self._taken():
            for cell in cells_of(mask):
                weights[cell] += weight
        return weights

    def _taken(self) -> list[tuple[int, int, Any]]:
        """(group, mask, weight) of the placements that some layout takes.

        The weight is the number of layouts, when sampled the share of them.
        """
        rules = self.knowledge.rules
        weights = self.places if self.sample is None else self.sample.shares
        return [
            (group, mask, weight)
            for group, ships in enumerate(rules.groups)
            for mask, weight in zip(
                placements(rules.board, rules.fleet.lengths[ships[0]]), weights[group], strict=True
            )
            if weight
        ]

    @property
    def heat(self) -> list[int]:
        """The counts of the cells not fired at, 0 elsewhere."""
        untried = self.knowledge.untried
        return [count if untried >> cell & 1 else 0 for cell, count in enumerate(self.counts)]

    def chance(self, cell: int) -> float:
        """The probability that a ship lies on a cell."""
        return self.chances[cell]

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """The probability of a ship on each cell."""
        if self.sample is None:
            return tuple(count / self.layouts for count in self.counts)
        hits = self.knowledge.hits
        return tuple(
            1.0 if hits >> cell & 1 else min(share, 1.0) for cell, share in enumerate(self._weights)
        )

    def interval(self, cell: int) -> tuple[float, float]:
        """The 95 % interval of `chance(cell)`: a point when exact."""
        if self.sample is None:
            return self.chance(cell), self.chance(cell)
        return self.sample.interval(self.chance(cell))

    def outcomes(self, cell: int) -> dict[Outcome, int]:
        """What a shot at an untried cell may be answered, and after how many layouts.

        A sink is told by its length (its cells, under `shown`, are left out), under `named` every
        hit by its ship. InputError for a cell fired at.
        """
        return dict(self._outcomes[cell]) if self._untried(cell) else {}

    def _untried(self, cell: int) -> bool:
        board = self.knowledge.rules.board
        if not 0 <= cell < board.size:
            raise InputError(f"{cell} is not a cell: they are 0 to {board.size - 1}")
        if self.knowledge.fired >> cell & 1:
            raise InputError(f"{board.name(cell)} was fired at: choose a cell that was not")
        return True

    @cached_property
    def _outcomes(self) -> list[dict[Outcome, int]]:
        rules, hits = self.knowledge.rules, self.knowledge.hits
        found: list[dict[Outcome, Any]] = [{} for _ in self.counts]
        for group, mask, weight in self._taken():
            ship = rules.groups[group][0]
            length, name = rules.fleet.lengths[ship], rules.fleet.names[ship]
            rest = mask & ~hits
            for cell in cells_of(rest):
                outcome = heard(rules.announce, length, name, sunk=rest == 1 << cell)
                found[cell][outcome] = found[cell].get(outcome, 0) + weight
        return [self._counted(outcomes) for outcomes in found]

    def _counted(self, outcomes: dict[Outcome, Any]) -> dict[Outcome, int]:
        """The weights of what a ship on a cell may answer as layouts, and the misses."""
        if self.sample is not None:
            shares, layouts = outcomes, self.layouts
            outcomes, left = {}, layouts
            for outcome, share in shares.items():
                outcomes[outcome] = min(round(share * layouts), left)
                left -= outcomes[outcome]
        missed = self.layouts - sum(outcomes.values())
        counted = {MISS: missed, **outcomes} if missed else outcomes
        return {outcome: layouts for outcome, layouts in counted.items() if layouts}

    def draw(self, dice: Dice) -> Layout:
        """One of the layouts left, all equally likely (of the sampled ones where sampled).

        Ship after ship: each placement with its exact share of the layouts that have the ships
        drawn before. From a lottery, each layout with its weight.
        """
        if self.sample is not None:
            return self.sample.draw(dice)
        if self.lottery:
            weights = tuple(weight for _, weight in self.lottery)
            return self.lottery[_pick(weights, self.layouts, dice)][0]
        rules = self.knowledge.rules
        question, count = Question.of(self.knowledge), Count(self.layouts, self.places)
        ships = [0] * len(rules.fleet.lengths)
        for group, members in enumerate(rules.groups):
            masks = placements(rules.board, rules.fleet.lengths[members[0]])
            for position, ship in enumerate(members):
                place = _pick(count.places[group], (len(members) - position) * count.layouts, dice)
                ships[ship] = masks[place]
                question = question.with_ship(group, place)
                count = count_fleets(question)
        return Layout.trusted(rules, tuple(ships))


def heard(announce: Announce, length: int, name: str, *, sunk: bool) -> Outcome:
    """The outcome of hitting a ship, without the cells that `shown` adds to a sink.

    >>> heard(Announce.LENGTH, 3, "cruiser", sunk=True)
    Outcome(kind=Kind.SUNK, length=3, name=None, cells=0)
    """
    if announce is Announce.NAMED:
        return Outcome(Kind.SUNK if sunk else Kind.HIT, length, name)
    if sunk and announce is not Announce.SILENT:
        return Outcome(Kind.SUNK, length)
    return HIT


def _pick(weights: tuple[int, ...], total: int, dice: Dice) -> int:
    """An index with probability weight / total, whatever the size of the numbers."""
    number, bits = 0, total.bit_length()
    while True:
        number = 0
        for _ in range(-(-bits // 32)):
            number = number << 32 | dice.below(1 << 32)
        number >>= -bits % 32
        if number < total:
            break
    for index, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return index
    raise AssertionError("the weights do not add up to their total")


def posterior(knowledge: Knowledge, *, budget: float = BUDGET, seed: int = 1) -> Posterior:
    """The law of the layouts left after a record; ContradictionError if none fits.

    Exact if that is expected to take at most `budget` seconds of one core, else sampled with
    `seed`. InputError for a budget that is not a number of seconds, or a seed below 0.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 5x5; fleet 3,2; announce length")
    >>> law = posterior(parse_record(rules, "A2:hit B1:hit B2:sunk2"))
    >>> law.layouts, law.chance(rules.board.cell("A1"))
    (4, 0.5)
    """
    if not 0 <= budget < 1e6:
        raise InputError(f"a budget of {budget} is not possible: give 0 to a million seconds")
    if type(seed) is not int or seed < 0:
        raise InputError(f"a seed of {seed!r} is not possible: it is a whole number, 0 or more")
    question = Question.of(knowledge)
    count, sample = _exact(question, budget), None
    if count is None:
        sample = sample_fleets(question, seed)
        count = sample.count
    if count.layouts == 0:
        raise ContradictionError(
            "no layout fits the record: at least one of its shots was written or heard wrongly"
        )
    return Posterior(knowledge, count.layouts, count.places, sample)


def _exact(question: Question, budget: float) -> Count | None:
    """The exact count, unless a tenth of the budget shows that it would not suffice."""
    search, steps = Search(question), int(budget * STEPS_PER_SECOND)
    if not search.go(steps // 10) and search.progress > 0.05:
        search.go(steps)
    return search.count if search.done else None


def law_of(knowledge: Knowledge, lottery: Mapping[Layout, int]) -> Posterior:
    """The law after a record when layouts are drawn from a lottery of whole weights.

    All counts are sums of weights. For lotteries that can be listed; ContradictionError if none of
    its layouts fits.

    >>> from unsunk.rules.counting import iterate_layouts
    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x4; fleet 2; announce length")
    >>> lottery = dict(zip(iterate_layouts(rules), (5, 1, 2)))
    >>> law_of(parse_record(rules, "A1:miss"), lottery).counts
    (0, 1, 3, 2)
    """
    rules = knowledge.rules
    left, places = [], [[0] * len(placements(rules.board, n)) for n in _lengths(knowledge)]
    where = [
        {mask: place for place, mask in enumerate(placements(rules.board, n))}
        for n in _lengths(knowledge)
    ]
    possible = Question.of(knowledge).places
    for layout, weight in lottery.items():
        if type(weight) is not int or weight < 0:
            raise InputError(f"a layout has the weight {weight!r}: weights are whole, 0 or more")
        if layout.rules != rules:
            raise InputError("a layout of the lottery is of other rules than the record")
        taken = [
            (group, where[group][layout.ships[ship]])
            for group, ships in enumerate(rules.groups)
            for ship in ships
        ]
        fits = all(possible[group] >> place & 1 for group, place in taken)
        if fits and not knowledge.hits & ~layout.occupied:
            left.append((layout, weight))
            for group, place in taken:
                places[group][place] += weight
    total = sum(weight for _, weight in left)
    if total == 0:
        raise ContradictionError(
            "no layout of the lottery fits the record: check its shots, or give more layouts"
        )
    return Posterior(knowledge, total, tuple(map(tuple, places)), lottery=tuple(left))


def _lengths(knowledge: Knowledge) -> list[int]:
    return [knowledge.rules.fleet.lengths[group[0]] for group in knowledge.rules.groups]
