"""Packets as charts: the base layouts, the branches, the links."""

from collections.abc import Callable, Mapping
from typing import Any

import altair as alt

from unsunk.cli.charts.panels import titled
from unsunk.cli.charts.small_boards import BLACK, BLUE, ORANGE
from unsunk.rules.board import Board

Row = dict[str, Any]
SHIPS = {"4": BLUE, "3": "#009e73", "2": ORANGE}
"""Colours that a colour-blind reader tells apart; the ship's name is written in every cell too."""
WATER = "#eef3f7"
CELL = {5: 40, 10: 24}
"""Pixels of a cell, by the rows of the board."""


def layouts(found: Mapping[str, Any]) -> alt.VConcatChart:
    """The base layouts, branch A: what L0 and L1 are played with."""
    return _figure(
        found,
        "Base layouts",
        ["Branch A of the first packet of each board. L0 and L1 are played on it."],
        [("", lambda row: row["branch"] == "A", lambda row: (row["ship"], 1.0))],
    )


def branches(found: Mapping[str, Any]) -> alt.VConcatChart:
    """Both candidates of every ship, and the one that its bit B chose."""
    return _figure(
        found,
        "Branch resolution",
        [
            "Above, both candidates of every ship: A in full colour, B pale. Below, after a game:",
            f"at {found['layer']} with p = {found['p']:g}, B = 0 chose A and B = 1 chose B;",
            "a ship with a question mark was never looked for.",
        ],
        [
            (
                "before",
                lambda row: True,
                lambda row: (row["ship"] + row["branch"], 1.0 if row["branch"] == "A" else 0.45),
            ),
            (
                "after",
                lambda row: row["active"] is not False,
                lambda row: (
                    row["ship"] + row["branch"] + ("?" if row["active"] is None else ""),
                    0.3 if row["active"] is None else 1.0,
                ),
            ),
        ],
    )


def links(found: Mapping[str, Any]) -> alt.VConcatChart:
    """The linked segments, and the damage of a game."""
    return _figure(
        found,
        "Linked damage",
        [
            f"After a game: {found['layer']}, p = {found['p']:g}, {found['policy']} targeting.",
            "× is damage by a shot, • damage through a link, a ring the linked segment of a ship.",
        ],
        [("", lambda row: bool(row["active"]), lambda row: (_mark(row), 1.0))],
        rings=True,
    )


def _mark(row: Row) -> str:
    return str(row["ship"]) + {"direct": " ×", "linked": " •", None: ""}[row["damage"]]


Look = tuple[str, Callable[[Row], bool], Callable[[Row], tuple[str, float]]]
"""A row of boards: its name, which cells it shows, and the text and the strength of a cell."""


def _figure(
    found: Mapping[str, Any], title: str, told: list[str], looks: list[Look], *, rings: bool = False
) -> alt.VConcatChart:
    rows = []
    for name, shown, look in looks:
        panels = [
            _panel(
                Board.parse(board["board"]),
                f"{board['board'].replace('x', '×')}, player {player}{name and f', {name}'}",
                [
                    row | dict(zip(("text", "strength"), look(row), strict=True))
                    for row in board["cells"]
                    if row["player"] == player and shown(row)
                ],
                rings,
            )
            for board in found["boards"]
            for player in (1, 2)
        ]
        rows.append(alt.hconcat(*panels, spacing=28))
    made = f"Packet 1, seed {found['seed']}, bits of NumPy."
    drawn: alt.VConcatChart = titled(rows, title, [*told, made], 26).configure_axis(
        labelFontSize=11
    )
    return drawn


def _panel(board: Board, title: str, rows: list[Row], rings: bool) -> alt.LayerChart:
    """A board: water, ships, what is written on them."""
    size = CELL.get(board.rows, 24)
    for row in rows:
        row |= _place(board, board.cell(row["cell"]))
    water = [_place(board, cell) for cell in range(board.size)]
    axis = alt.Axis(title=None, domain=False, ticks=False, labelAngle=0)
    columns = [board.name(column)[:-1] for column in range(board.columns)]
    x = alt.X("column:O", axis=axis, scale=alt.Scale(domain=columns))
    y = alt.Y("row:O", axis=axis, scale=alt.Scale(domain=list(range(1, board.rows + 1))))
    colour = alt.Color(
        "ship:N",
        scale=alt.Scale(domain=list(SHIPS), range=list(SHIPS.values())),
        legend=alt.Legend(title="ship", orient="bottom"),
    )
    ships = alt.Chart(alt.InlineData(values=rows)).encode(x=x, y=y)
    layers = [
        alt.Chart(alt.InlineData(values=water))
        .mark_rect(color=WATER, stroke="white", strokeWidth=2)
        .encode(x=x, y=y),
        ships.mark_rect(stroke="white", strokeWidth=2).encode(
            color=colour, opacity=alt.Opacity("strength:Q", scale=None)
        ),
        ships.mark_text(fontSize=size * 0.4, color="white", fontWeight="bold")
        .transform_filter("datum.strength == 1")
        .encode(text="text:N"),
        ships.mark_text(fontSize=size * 0.4, color=BLACK)
        .transform_filter("datum.strength < 1")
        .encode(text="text:N"),
    ]
    if rings:
        layers.append(
            ships.mark_point(
                size=size * size * 0.6, stroke="white", strokeWidth=2, opacity=1
            ).transform_filter("datum.link")
        )
    width, height = size * board.columns, size * board.rows
    return alt.LayerChart(layer=layers, title=title, width=width, height=height)


def _place(board: Board, cell: int) -> Row:
    return {"column": board.name(board.column(cell))[:-1], "row": board.row(cell) + 1}
