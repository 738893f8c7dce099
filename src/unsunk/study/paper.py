"""The cells of the paper's tables, and the intervals that follow from what it gives."""

import csv
import math
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from unsunk.study.measures import Interval, Z, share

GAMES = 80
"""The games of a cell of the paper."""

Numbers = tuple[float, float | None, float | None]
"""A value and the ends of its interval, None where the paper gives none."""


class Key(NamedTuple):
    """A cell of the paper."""

    table: int
    board: str
    policy: str
    layer: str
    p: float | None
    measure: str


@cache
def paper() -> dict[Key, Numbers]:
    """The paper's cells: (value, low, high), the interval None where it gives none.

    >>> paper()[Key(1, "5x5", "random", "L0", None, "mean")]
    (22.43, 22.02, 22.84)
    """
    text = files("unsunk.study").joinpath("paper.csv").read_text(encoding="utf-8")
    found = {}
    for row in csv.DictReader(text.splitlines()):
        p = float(row["p"]) if row["p"] else None
        key = Key(int(row["table"]), row["board"], row["policy"], row["layer"], p, row["measure"])
        low, high = (float(row[name]) if row[name] else None for name in ("low", "high"))
        found[key] = (float(row["value"]), low, high)
    return found


def worked_out(key: Key, value: float) -> Interval | None:
    """The paper's interval from its own numbers; None where they do not give one."""
    if key.measure == "d":
        return around(value, d_reach(value, GAMES))
    if key.measure == "delta":
        d = paper()[key._replace(table=1, measure="d")][0]
        return around(value, Z * abs(value / d) / math.sqrt(GAMES))
    if key.measure in ("starter_rate", "draw_rate"):
        found = share(round(value * GAMES), GAMES)
        return found.low, found.high
    if key.measure in ("draws", "terminal_linked"):
        found = share(round(value), GAMES)
        return GAMES * found.low, GAMES * found.high
    return None


def around(value: float, reach: float) -> Interval:
    """The interval that reaches as far on both sides."""
    return value - reach, value + reach


def d_reach(d: float, games: int) -> float:
    """Half the interval of a paired d, by its large-sample variance 1/n + d²/2n."""
    return Z * math.sqrt(1 / games + d * d / (2 * games))


def folded(value: float, reach: float) -> Interval:
    """The interval of |x| from that of x, which reaches as far on both sides.

    >>> folded(0.1, 0.25), folded(0.5, 0.25)
    ((0.0, 0.35), (0.25, 0.75))
    """
    return max(0.0, value - reach), min(1.0, value + reach)


def unfolded(value: float, reach: float) -> Interval:
    """The same of 1 - |x|."""
    low, high = folded(1 - value, reach)
    return 1 - high, 1 - low
