"""All that a shooter may know: the rules and the record of the shots, in order.

There is no place in it for a layout, so a strategy that is handed a `Knowledge` cannot peek.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from unsunk.rules.choices import Announce
from unsunk.rules.contradiction import check_shot
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind, Outcome


@dataclass(frozen=True)
class Shot:
    """A cell fired at and what was heard."""

    cell: int
    outcome: Outcome


@dataclass(frozen=True)
class Knowledge:
    """The record of one shooter; ContradictionError if a shot clashes with the rules or the record.

    Only local clashes are found here (a cell twice, a sink that no hits join, a ship that is not
    afloat); whether any layout fits the whole record is a question for `belief`.

    >>> from unsunk.rules.shot import HIT, MISS
    >>> knowledge = Knowledge(Ruleset()).after(0, MISS).after(1, HIT)
    >>> knowledge.misses, knowledge.hits, knowledge.afloat
    (1, 2, (5, 4, 3, 3, 2))
    """

    rules: Ruleset
    shots: tuple[Shot, ...] = ()

    def __post_init__(self) -> None:
        before = Knowledge._trusted(self.rules, ())
        for shot in self.shots:
            before = before.after(shot.cell, shot.outcome)

    @classmethod
    def _trusted(cls, rules: Ruleset, shots: tuple[Shot, ...]) -> "Knowledge":
        knowledge = object.__new__(cls)
        object.__setattr__(knowledge, "rules", rules)
        object.__setattr__(knowledge, "shots", shots)
        return knowledge

    def after(self, cell: int, outcome: Outcome) -> "Knowledge":
        """The knowledge after one more shot; ContradictionError if it clashes with this one."""
        shot = Shot(cell, outcome)
        check_shot(self, cell, outcome)
        known = Knowledge._trusted(self.rules, (*self.shots, shot))
        misses, hits, sinks = self.misses, self.hits, self.sinks
        if outcome.kind is Kind.MISS:
            misses |= 1 << cell
        else:
            hits |= 1 << cell
        if outcome.kind is Kind.SUNK:
            sinks = (*sinks, (hits, shot))
        vars(known).update(misses=misses, hits=hits, sinks=sinks)  # cached from shot to shot
        return known

    def moved(self, symmetry: tuple[int, ...]) -> "Knowledge":
        """The record as it looks when the board is turned by one of its symmetries.

        >>> known = Knowledge(Ruleset()).after(0, Outcome(Kind.MISS))
        >>> {known.moved(symmetry).misses.bit_length() for symmetry in Ruleset().board.symmetries}
        {1, 10, 91, 100}
        """
        move = self.rules.board.moved
        shots = (
            Shot(
                symmetry[shot.cell],
                replace(shot.outcome, cells=move(shot.outcome.cells, symmetry)),
            )
            for shot in self.shots
        )
        return Knowledge._trusted(self.rules, tuple(shots))

    def __len__(self) -> int:
        return len(self.shots)

    @cached_property
    def fired(self) -> int:
        """The mask of the cells fired at."""
        return self.misses | self.hits

    @cached_property
    def misses(self) -> int:
        """The mask of the cells that were water."""
        return sum(1 << shot.cell for shot in self.shots if shot.outcome.kind is Kind.MISS)

    @cached_property
    def hits(self) -> int:
        """The mask of the cells that were ship."""
        return sum(1 << shot.cell for shot in self.shots if shot.outcome.kind is not Kind.MISS)

    @property
    def untried(self) -> int:
        """The mask of the cells not fired at."""
        return self.rules.board.full & ~self.fired

    @cached_property
    def sinks(self) -> tuple[tuple[int, Shot], ...]:
        """The shots heard to sink a ship, each with the mask of the hits up to and with it."""
        found, hits = [], 0
        for shot in self.shots:
            if shot.outcome.kind is not Kind.MISS:
                hits |= 1 << shot.cell
            if shot.outcome.kind is Kind.SUNK:
                found.append((hits, shot))
        return tuple(found)

    @cached_property
    def afloat(self) -> tuple[int, ...]:
        """The lengths of the ships not heard to sink, longest first; under `silent` all of them."""
        left = Counter(self.rules.fleet.lengths)
        left.subtract(shot.outcome.length for _, shot in self.sinks if shot.outcome.length)
        return tuple(sorted(left.elements(), reverse=True))

    @cached_property
    def named_hits(self) -> dict[str, int]:
        """Under `named`, the mask of the hits on each ship hit, by its name; else empty."""
        hits: dict[str, int] = {}
        if self.rules.announce is Announce.NAMED:
            for shot in self.shots:
                if shot.outcome.name:
                    hits[shot.outcome.name] = hits.get(shot.outcome.name, 0) | 1 << shot.cell
        return hits

    @property
    def finished(self) -> bool:
        """Whether every cell of the fleet has been hit."""
        return self.hits.bit_count() == self.rules.fleet.cells
