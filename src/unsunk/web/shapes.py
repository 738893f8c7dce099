"""The JSON that goes out: the shapes of all that a player may see."""

from typing import Literal, NotRequired, TypedDict

Side = Literal["you", "computer"]
"""Who, as a view and an event name them."""


class RulesView(TypedDict):
    """The rules of the game, as text and numbers."""

    rows: int
    columns: int
    board: str
    fleet: str
    touching: str
    announce: str
    order: str
    first: str


class ShipView(TypedDict):
    """A ship of the fleet that both sides have."""

    ship: int
    name: str
    length: int


class LyingView(TypedDict):
    """Where a ship lies."""

    ship: int
    cells: list[str]


class ShotView(TypedDict):
    """A shot: its cell, what was announced, and the ship hit as far as the viewer knows it."""

    cell: str
    kind: str
    ship: int | None


class SunkView(TypedDict):
    """A ship that is sunk, with what the viewer knows of it."""

    ship: int | None
    length: int | None
    cells: list[str] | None


class Tally(TypedDict):
    """How one side has shot; `accuracy` is None before the first shot."""

    shots: int
    hits: int
    accuracy: float | None


class YourWaters(TypedDict):
    """The viewer's own waters."""

    ships: list[LyingView | None]
    shots: list[ShotView]
    sunk: list[SunkView]
    tally: Tally


class TheirWaters(TypedDict):
    """The other's waters; `ships` is None until the game is over."""

    ships: list[LyingView] | None
    shots: list[ShotView]
    sunk: list[SunkView]
    tally: Tally


class LogView(TypedDict):
    """One line of the log: a shot as it was announced."""

    n: int
    by: str
    cell: str
    kind: str
    ship: str | None
    length: int | None


class View(TypedDict):
    """Everything a player may see."""

    id: str
    version: int
    phase: str
    level: str
    turn: str | None
    winner: str | None
    rules: RulesView
    ships: list[ShipView]
    yours: YourWaters
    theirs: TheirWaters
    log: list[LogView]


class HeatView(TypedDict):
    """What each untried cell of the viewer's waters is worth to the other.

    `law` is `own` (how much the level wants it) or `exact` (layouts left that cover it); `kind` and
    `layouts` (digits) belong to the exact law.
    """

    version: int
    law: str
    kind: str | None
    layouts: str | None
    values: dict[str, str]
    shares: dict[str, float]
    next: None


class OutcomeView(TypedDict):
    """What may be heard at a cell: `miss`, `hit` or `sunk3`, and the ship if it would be named.

    `low` and `high` bound the chance by 95 % where it was sampled.
    """

    outcome: str
    ship: int | None
    chance: float
    count: str
    low: NotRequired[float]
    high: NotRequired[float]


class CellView(TypedDict):
    """An untried cell: layouts left that cover it, as digits, and their share of all.

    `low` and `high` bound the share by 95 % where it was sampled.
    """

    count: str
    chance: float
    low: NotRequired[float]
    high: NotRequired[float]


class BestView(TypedDict):
    """One of the likeliest cells, and what may be heard there."""

    cell: str
    chance: float
    outcomes: list[OutcomeView]


class GroupView(TypedDict):
    """Ships that no announcement tells apart: how many are sunk, and how many hit but afloat.

    Both are expected numbers; `heard` counts the sinks announced, None where none ever is.
    """

    length: int
    ships: list[int]
    heard: int | None
    sunk: float
    hit: float


class AdviceView(TypedDict):
    """All that a record says. `certain` and `impossible` are known where the law is exact.

    `low` and `high`, digits as well, bound `layouts` by 95 % where it was sampled.
    """

    rules: RulesView
    ships: list[ShipView]
    record: str
    kind: str
    layouts: str
    low: str | None
    high: str | None
    effective: float | None
    cells: dict[str, CellView]
    best: list[BestView]
    groups: list[GroupView]
    certain: list[str] | None
    impossible: int | None
    finished: bool
