"""Figures of ours that are computed anew in well under a second, each by a small function."""

from collections.abc import Callable
from fractions import Fraction

from unsunk.belief.density import hit_weight
from unsunk.errors import InputError
from unsunk.hunting.check import FLEETS, SHOTS
from unsunk.hunting.levels import LEVELS
from unsunk.hunting.one_rule import OneRule
from unsunk.hunting.parity_follow import ParityFollow
from unsunk.ledger.figures import ledger, number
from unsunk.rules.bits import cells_of
from unsunk.rules.fleet import CLASSIC
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import parse_record
from unsunk.rules.ruleset import Ruleset

Check = Callable[[], float]


def blind_mean() -> float:
    """The mean place of the last of k ship cells in a random order of n: k (n + 1) / (k + 1)."""
    rules = Ruleset()
    k, n = rules.fleet.cells, rules.board.size
    return round(float(Fraction(k * (n + 1), k + 1)), 4)


def search_half() -> float:
    """The share of the cells that `one-rule` skips on a blank board."""
    heat = OneRule().heat(Knowledge(Ruleset()))
    return heat.count(0) / len(heat)


def neighbours() -> float:
    """The cells that `parity-follow` fires at after one hit inside the board."""
    return sum(ParityFollow().heat(parse_record(Ruleset(), "E5:hit")))


def line() -> float:
    """The hits in line after which `parity-follow` fires only at the two ends of the line."""
    for hits in range(1, 4):
        record = " ".join(f"{column}5:hit" for column in "CDE"[:hits])
        heat = ParityFollow().heat(parse_record(Ruleset(), record))
        if {cell // 10 for cell in cells_of(sum(v << c for c, v in enumerate(heat)))} == {4}:
            return hits
    raise InputError("parity-follow does not follow a line")


CHECKS: dict[str, Check] = {
    "001-blind-mean": blind_mean,
    "001-shortest-ship": lambda: min(CLASSIC.lengths),
    "001-search-half": search_half,
    "001-peek-fleets": lambda: FLEETS,
    "001-peek-shots": lambda: SHOTS,
    "004-ships": lambda: len(CLASSIC.lengths),
    "004-levels": lambda: len(LEVELS),
    "004-normal-neighbours": neighbours,
    "004-normal-line": line,
    "004-hard-weight": lambda: hit_weight(CLASSIC.cells),
    "004-easy-mean": blind_mean,
}
"""Name of a figure: what computes it."""


def recompute() -> dict[str, tuple[float, float]]:
    """For every figure with a check the number in the ledger and the number computed now.

    >>> all(ours == now for ours, now in recompute().values())
    True
    """
    known = {figure.id: number(figure.ours["ours"]) for figure in ledger()}
    found = {}
    for name, check in CHECKS.items():
        ours = known.get(name)
        if ours is None:
            raise InputError(f"'{name}' has a check but no number of ours")
        found[name] = (ours, float(check()))
    return found
