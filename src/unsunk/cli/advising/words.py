"""The law in words: numbers, lists, sentences."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from unsunk.rules.board import Board
from unsunk.rules.shot import Kind, Outcome

if TYPE_CHECKING:
    from unsunk.belief.posterior import Posterior

MOST_CELLS = 8
"""Cells that a sentence lists."""


def percent(share: float) -> str:
    """A probability with two decimals; only what is certain is 0 % or 100 %.

    >>> percent(0.21360), percent(1.0), percent(0.999999), percent(1e-9)
    ('21.36 %', '100 %', '99.99 %', '0.01 %')
    """
    if share in (0.0, 1.0):
        return f"{share:.0%}".replace("%", " %")
    return f"{min(max(100 * share, 0.01), 99.99):.2f} %"


def rounded(number: float, digits: int = 4) -> str:
    """An estimate to so many digits.

    >>> rounded(1_234_567), rounded(6.1728e22)
    ('1,235,000', '6.173e22')
    """
    if number < 1e15:
        return f"{float(f'{number:.{digits}g}'):,.0f}"
    return f"{number:.{digits - 1}e}".replace("e+", "e")


def cell_list(board: Board, cells: Sequence[int], last: str) -> str:
    """Cells by name, the last one after the word `last`; too many are told by one of them.

    >>> cell_list(Board(), [0, 1, 2], "or"), cell_list(Board(), range(100), "or")
    ('A1, B1 or C1', 'any of 100 cells, such as A1')
    """
    names = [board.name(cell) for cell in cells]
    if len(names) > MOST_CELLS:
        return f"any of {len(names)} cells, such as {names[0]}"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def layouts_phrase(law: "Posterior") -> str:
    """How many layouts are left: `12 layouts`, `about 6.173e22 layouts`."""
    if law.sample is not None:
        return f"about {rounded(law.layouts)} layouts"
    return "1 layout" if law.layouts == 1 else f"{law.layouts:,} layouts"


def kind_phrase(law: "Posterior") -> str:
    """Whether the number of layouts is exact, or what an estimate of it is worth."""
    if law.sample is None:
        return "exact"
    low, high = law.sample.layouts
    return (
        f"sampled, 95 % interval {rounded(low)} to {rounded(high)}, "
        f"worth {law.sample.effective:,.0f} fleets drawn at random"
    )


def layouts_sentence(law: "Posterior") -> str:
    """How many layouts fit the record."""
    phrase = layouts_phrase(law)
    fit = "fits" if law.layouts == 1 else "fit"
    return f"{phrase[0].upper()}{phrase[1:]} {fit} the record ({kind_phrase(law)})."


def chance_phrase(law: "Posterior", cell: int) -> str:
    """The probability of a ship on a cell, with its interval where it is an estimate."""
    share = percent(law.chance(cell))
    if law.sample is None:
        return share
    low, high = law.interval(cell)
    return f"{share} ({percent(low)} to {percent(high)})"


def outcome_token(outcome: Outcome) -> str:
    """An outcome as records write it, without a sunk ship's cells.

    >>> outcome_token(Outcome(Kind.SUNK, 3)), outcome_token(Outcome(Kind.HIT, 3, "cruiser"))
    ('sunk3', 'hit=cruiser')
    """
    length = outcome.length if outcome.kind is Kind.SUNK else ""
    name = f"={outcome.name}" if outcome.name else ""
    return f"{outcome.kind}{length}{name}"


def outcomes_of(law: "Posterior", cell: int) -> dict[str, float]:
    """What a shot at a cell may be answered, with its probability: miss, hits, sinks."""
    found = {outcome: count for outcome, count in law.outcomes(cell).items() if count}
    return {outcome_token(o): found[o] / law.layouts for o in sorted(found, key=_order)}


def _order(outcome: Outcome) -> tuple[int, int, str]:
    return list(Kind).index(outcome.kind), -(outcome.length or 0), outcome.name or ""


def folded(parts: Iterable[str], width: int) -> str:
    r"""Parts with commas between them, in lines of at most `width` unless a part is longer.

    >>> folded(["miss 25.00 %", "hit 60.00 %", "sunk2 15.00 %"], 26)
    'miss 25.00 %, hit 60.00 %,\nsunk2 15.00 %'
    """
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]}, {part}" if lines[-1] else part
        if lines[-1] and len(longer) > width - 1:
            lines[-1] += ","
            lines.append(part)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def wrapped(text: str, width: int) -> str:
    r"""A text in lines of at most `width`; no line begins with a percent sign.

    >>> wrapped("with a chance of 22.12 %.", 23)
    'with a chance of\n22.12 %.'
    """
    held = text.replace(" %", "\0%")
    return textwrap.fill(held, max(width, 1), break_long_words=False).replace("\0", " ")
