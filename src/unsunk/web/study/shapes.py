"""The JSON that goes out: the shapes of all that a player of the study may see."""

from typing import TypedDict

from unsunk.web.shapes import Side


class ConditionView(TypedDict):
    """What is played under; `p` is None at L0."""

    rows: int
    columns: int
    layer: str
    p: float | None
    feedback: str
    linked: str


class ShipView(TypedDict):
    """A ship in its two branches; `b` is None below L2, `branch` while it is not resolved."""

    length: int
    a: list[str]
    b: list[str] | None
    branch: str | None


class ResolvedView(TypedDict):
    """A ship that a shot made the game look for, and where it was found."""

    side: Side
    ship: int
    branch: str


class PlaceView(TypedDict):
    """A cell of one side's waters."""

    side: Side
    cell: str


class SunkView(TypedDict):
    """A ship of one side that was sunk."""

    side: Side
    ship: int


class ShotView(TypedDict):
    """A shot as far as the viewer knows it.

    `heard` is `miss`, `resisted`, `damage` or, where a miss and a resisted hit sound alike,
    `nothing`. `v` and `c` are None where no bit was measured and where it is not told.
    """

    by: Side
    cell: str
    attack: str
    heard: str
    v: int | None
    resolved: list[ResolvedView]
    c: list[int] | None
    linked: PlaceView | None
    sunk: list[SunkView]


class RevealView(TypedDict):
    """What is told at the end: the seed, the source of the bits, the linked segments by ship."""

    seed: str
    source: str
    links: list[list[int]]


class StudyView(TypedDict):
    """Everything a player may see; `theirs` and `reveal` are None until the game is over."""

    id: str
    version: int
    phase: str
    winner: str | None
    round: int
    condition: ConditionView
    policy: str
    start: Side
    yours: list[ShipView]
    theirs: list[ShipView] | None
    log: list[ShotView]
    reveal: RevealView | None


class HeatView(TypedDict):
    """What the policy thinks of the viewer's cells, as shares of the hottest; None if it does not
    think in numbers.
    """

    version: int
    shares: dict[str, float] | None
