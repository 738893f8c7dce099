"""Every number of the large-board limit, with its kind and how it follows."""

from dataclasses import dataclass
from fractions import Fraction

from unsunk.solving.exact_integral import Exact
from unsunk.solving.large_board import (
    ADAPTIVE,
    CATCH_UP_HALF,
    CATCH_UP_ZONE,
    JUMP,
    PLAIN,
    SHOTS,
    ZONE,
    average,
    best_coin,
    slowest,
    worst,
)
from unsunk.solving.large_board_blocks import SHARE, block_plan, ceiling


@dataclass(frozen=True)
class Quantity:
    """A number of the model: `exact` as text, `value` as a decimal.

    `kind` is exact, or lower bound or upper bound on the best win rate of all hunts.
    """

    name: str
    exact: str
    value: float
    kind: str
    how: str


def quantities() -> list[Quantity]:
    """All of them, computed now (about a second).

    >>> next(q.exact for q in quantities() if q.name.startswith("plain with the zone: win"))
    '37/72'
    """
    return [*_costs(), *_win_rates(), *_bounds()]


def _row(name: str, value: Exact | Fraction, kind: str, how: str) -> Quantity:
    return Quantity(name, str(value), float(value), kind, how)


def _costs() -> list[Quantity]:
    shots = "share of the board, in shots"
    return [
        _row("every-third diagonals", Fraction(1, 3), "exact", "a 3 touches one cell of a set"),
        _row("A", Fraction(1, 6), "exact", "class 0 of six"),
        _row("B", Fraction(1, 6), "exact", "class 3 of six"),
        _row("C", Fraction(1, 3), "exact", "classes 2 and 4 of six"),
        _row("plain: slowest layout", slowest(PLAIN), "exact", shots),
        _row("plain: average", average(PLAIN, SHOTS), "exact", shots),
        _row("adaptive: slowest layout", slowest(ADAPTIVE), "exact", shots),
        _row("adaptive: average", average(ADAPTIVE, SHOTS), "exact", shots),
        _row("always jumping: slowest layout", slowest(JUMP), "exact", shots),
        _row("plain with the zone: slowest layout", slowest(ZONE), "exact", shots),
    ]


def _win_rates() -> list[Quantity]:
    coin, coin_wins, _ = best_coin(ADAPTIVE, JUMP)
    order, order_wins, _ = best_coin(CATCH_UP_ZONE, CATCH_UP_HALF)
    how = "worst layout of 36 patterns"
    return [
        _row("plain: win rate", worst(PLAIN), "exact", "its own pace"),
        _row("adaptive: win rate", worst(ADAPTIVE), "exact", how),
        _row("always jumping: win rate", worst(JUMP), "exact", how),
        Quantity(
            "best coin: share of jumps",
            f"≈ {float(coin):.9f}",
            float(coin),
            "exact",
            "where the win rates on two patterns cross",
        ),
        Quantity(
            "best coin: win rate",
            f"≈ {float(coin_wins):.9f}",
            float(coin_wins),
            "exact",
            how + ", at that share",
        ),
        _row("plain with the zone: win rate", worst(ZONE), "exact", "the same on every layout"),
        _row("catching up: share of half first", order, "exact", "where two patterns cross"),
        _row("catching up: win rate", order_wins, "exact", how + ", at that share"),
    ]


def _bounds() -> list[Quantity]:
    how = "drawn anew in every block, the same on every layout"
    return [
        _row("A and B from two ends: win rate", block_plan(Fraction(1)), "lower bound", how),
        _row(f"class 3 in {SHARE}: win rate", block_plan(SHARE), "lower bound", how),
        _row("any hunt: win rate", ceiling(), "upper bound", "no cell holds more of a ship"),
    ]
