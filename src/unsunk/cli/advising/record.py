"""A record from the command line or from standard input."""

import sys
from collections.abc import Sequence
from contextlib import suppress

from unsunk.belief.clash import Clash, clash
from unsunk.errors import BudgetError, ContradictionError, InputError, UnsunkError
from unsunk.rules.contradiction import check_form
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.notation import MOST_TEXT, parse_record, parse_shots
from unsunk.rules.ruleset import Ruleset

STDIN = "-"
NOTHING_FITS = "no layout fits the record"


def record_of(words: Sequence[str] | None) -> str:
    """The text of a record: the words given, or what standard input holds for a single `-`.

    >>> record_of(["A1:miss", "B1:hit"])
    'A1:miss B1:hit'
    """
    if words is None or list(words) != [STDIN]:
        return " ".join(words or [])
    if sys.stdin is None:
        raise InputError("standard input is closed: give the record as an argument instead of -")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin.read(MOST_TEXT + 1)


def known(rules: Ruleset, text: str) -> Knowledge:
    """What a record says; InputError if it cannot be read, ContradictionError if it clashes.

    The latter names a smallest set of shots that clash.

    >>> known(Ruleset(), "A1:miss B1:hit A1:hit")
    Traceback (most recent call last):
    unsunk.errors.ContradictionError: no layout fits the record: these 2 shots cannot all be true: \
A1:miss A1:hit
    """
    shots = parse_shots(rules, text)
    for number, shot in enumerate(shots, 1):
        try:
            check_form(rules, shot.cell, shot.outcome)
        except ContradictionError as error:
            raise InputError(f"shot {number}: {error}") from None
    try:
        return parse_record(rules, text)
    except ContradictionError as error:
        raise clashing(rules, shots, error) from None


def clashing(rules: Ruleset, shots: Sequence[Shot], error: UnsunkError) -> UnsunkError:
    """The error that names a smallest set of clashing shots; the given one if none is found."""
    found = None
    with suppress(BudgetError):
        found = clash(rules, shots)
    if found is None:
        return error
    sentence = f"{NOTHING_FITS}: {found.sentence(rules, shots)}"
    return ContradictionError(sentence + _reason(rules, shots, found))


def _reason(rules: Ruleset, shots: Sequence[Shot], found: Clash) -> str:
    """Why a shot that clashes alone does, where the rules say so at once."""
    knowledge = Knowledge(rules)
    for number, shot in enumerate(shots):
        try:
            knowledge = knowledge.after(shot.cell, shot.outcome)
        except ContradictionError as error:
            return f" ({error})" if found.shots == (number,) else ""
    return ""
