"""The adviser: what a record of somebody's own game says of every cell.

Nothing of it is kept: rules and record come with the request, and the answer follows from them.
"""

from typing import TYPE_CHECKING

from unsunk.errors import BudgetError, ContradictionError, InputError
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.notation import parse_shot, record_text
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind, Outcome
from unsunk.web.messages import Advise
from unsunk.web.refusals import Refusal, refusal
from unsunk.web.session import PERSON
from unsunk.web.shapes import AdviceView, BestView, CellView, GroupView, OutcomeView
from unsunk.web.terms import agreed_rules
from unsunk.web.view import rules_view, ships_view

if TYPE_CHECKING:
    from unsunk.belief.clash import Clash
    from unsunk.belief.posterior import Posterior

MOST_BEST = 5
DIGITS = 9
"""Decimals of a chance."""


def advise(wanted: Advise) -> AdviceView:
    """What the adviser says of a record.

    Refusal `bad_record`, `clash`, `too_many_fleets`, or of the terms.
    """
    from unsunk.belief.posterior import posterior  # it may load compiled kernels: not at the start

    rules = agreed_rules(wanted)
    shots = read_shots(rules, wanted.record)
    try:
        return advice_view(posterior(Knowledge(rules, shots)))
    except ContradictionError as error:
        raise clashing(rules, shots, error) from None
    except BudgetError as error:
        raise uncounted(rules, shots, error) from None


def read_shots(rules: Ruleset, text: str) -> tuple[Shot, ...]:
    """The shots of a record, each readable by itself; Refusal `bad_record` names one that is not.

    >>> [shot.cell for shot in read_shots(Ruleset(), "A1:miss, B1:hit")]
    [0, 1]
    """
    tokens = text.replace(",", " ").split()
    if len(tokens) > rules.board.size:
        raise Refusal(
            "bad_record",
            f"a record of {len(tokens)} shots is too long: "
            f"a {rules.board} board has {rules.board.size} cells",
            shot=rules.board.size + 1,
            text=tokens[rules.board.size][:40],
        )
    shots = []
    for number, token in enumerate(tokens, 1):
        try:
            shots.append(parse_shot(rules, token))
        except InputError as error:
            raise Refusal(
                "bad_record", f"shot {number}: {error}", shot=number, text=token[:40]
            ) from None
    return tuple(shots)


def clashing(rules: Ruleset, shots: tuple[Shot, ...], error: ContradictionError) -> Refusal:
    """The refusal of a record whose shots cannot all be true; it numbers the shots that clash."""
    from unsunk.belief.clash import Clash

    found = _clash(rules, shots) or Clash(_first_refused(rules, shots), smallest=False)
    return _told(rules, shots, found, f"no fleet answers like this: {error}")


def uncounted(rules: Ruleset, shots: tuple[Shot, ...], error: BudgetError) -> Refusal:
    """The refusal of a record that is not counted: it clashes, or has too many fleets."""
    found = _clash(rules, shots)
    if found is None:
        return refusal(error)
    return _told(rules, shots, found, found.sentence(rules, shots))


def _clash(rules: Ruleset, shots: tuple[Shot, ...]) -> "Clash | None":
    """Shots that clash, None if there are none or if they were not found."""
    from unsunk.belief.clash import clash

    try:
        return clash(rules, shots)
    except BudgetError:
        return None


def _told(rules: Ruleset, shots: tuple[Shot, ...], found: "Clash", message: str) -> Refusal:
    numbers = [index + 1 for index in found.shots]
    cells = ", ".join(rules.board.name(shots[number - 1].cell) for number in numbers)
    return Refusal(
        "clash",
        message,
        shots=numbers,
        cells=cells,
        count=len(numbers),
        smallest=found.smallest,
    )


def _first_refused(rules: Ruleset, shots: tuple[Shot, ...]) -> tuple[int, ...]:
    """The first shot that can follow none before it, such as one after the whole fleet is found."""
    knowledge = Knowledge(rules)
    for place, shot in enumerate(shots):
        try:
            knowledge = knowledge.after(shot.cell, shot.outcome)
        except ContradictionError:
            return (place,)
    return tuple(range(len(shots)))


def advice_view(law: "Posterior") -> AdviceView:
    """The answer that is sent for a posterior."""
    knowledge = law.knowledge
    rules, exact = knowledge.rules, law.kind == "exact"
    name, untried = rules.board.name, list(cells_of(knowledge.untried))
    likely = sorted(untried, key=lambda cell: (-law.counts[cell], cell))[:MOST_BEST]
    low, high = (None, None) if law.sample is None else map(round, law.sample.layouts)
    certain = [name(cell) for cell in untried if law.counts[cell] == law.layouts]
    return {
        "rules": rules_view(rules, PERSON),
        "ships": ships_view(rules),
        "record": record_text(knowledge),
        "kind": law.kind,
        "layouts": str(law.layouts),
        "low": None if low is None else str(low),
        "high": None if high is None else str(high),
        "effective": None if law.effective is None else round(law.effective, 1),
        "cells": {name(cell): _cell(law, cell) for cell in untried},
        "best": [_best(law, cell) for cell in likely if law.counts[cell]],
        "groups": [_group(law, number) for number in range(len(rules.groups))],
        "certain": certain if exact else None,
        "impossible": sum(not law.counts[cell] for cell in untried) if exact else None,
        "finished": knowledge.finished,
    }


def _cell(law: "Posterior", cell: int) -> CellView:
    seen: CellView = {"count": str(law.counts[cell]), "chance": round(law.chance(cell), DIGITS)}
    if law.sample is not None:
        low, high = law.interval(cell)
        seen |= {"low": round(low, DIGITS), "high": round(high, DIGITS)}
    return seen


def _best(law: "Posterior", cell: int) -> BestView:
    ways = sorted(law.outcomes(cell).items(), key=lambda way: _order(way[0]))
    return {
        "cell": law.knowledge.rules.board.name(cell),
        "chance": round(law.chance(cell), DIGITS),
        "outcomes": [_outcome(law, outcome, count) for outcome, count in ways if count],
    }


def _order(outcome: Outcome) -> tuple[int, int, str]:
    return list(Kind).index(outcome.kind), -(outcome.length or 0), outcome.name or ""


def _outcome(law: "Posterior", outcome: Outcome, count: int) -> OutcomeView:
    sunk = outcome.kind is Kind.SUNK
    ship = outcome.name
    seen: OutcomeView = {
        "outcome": f"sunk{outcome.length}" if sunk else outcome.kind.value,
        "ship": None if ship is None else law.knowledge.rules.fleet.names.index(ship),
        "chance": round(count / law.layouts, DIGITS),
        "count": str(count),
    }
    if law.sample is not None:
        low, high = law.sample.interval(count / law.layouts)
        seen |= {"low": round(low, DIGITS), "high": round(high, DIGITS)}
    return seen


def _group(law: "Posterior", number: int) -> GroupView:
    """Ships lying wholly on hits are sunk, those partly on hits are hit."""
    knowledge = law.knowledge
    rules, group = knowledge.rules, knowledge.rules.groups[number]
    length, hits = rules.fleet.lengths[group[0]], knowledge.hits
    sunk = hit = 0
    for mask, count in zip(placements(rules.board, length), law.places[number], strict=True):
        if not mask & ~hits:
            sunk += count
        elif mask & hits:
            hit += count
    return {
        "length": length,
        "ships": list(group),
        "heard": _heard(knowledge, group),
        "sunk": round(sunk / law.layouts, DIGITS),
        "hit": round(hit / law.layouts, DIGITS),
    }


def _heard(knowledge: Knowledge, group: tuple[int, ...]) -> int | None:
    fleet, announce = knowledge.rules.fleet, knowledge.rules.announce
    if announce is Announce.SILENT:
        return None
    sinks = [shot.outcome for _, shot in knowledge.sinks]
    if announce is Announce.NAMED:
        return sum(outcome.name == fleet.names[group[0]] for outcome in sinks)
    return sum(outcome.length == fleet.lengths[group[0]] for outcome in sinks)
