"""The stored results of the study as charts: a panel for each board and policy, lines over p."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from unsunk.cli.charts.panels import titled
from unsunk.cli.charts.small_boards import BLACK, BLUE, ORANGE
from unsunk.study.stored_results import StoredFigure

TITLES = {
    "turns": "Mean terminal turns",
    "differences": "Terminal turns more than at L0, paired",
    "outcomes": "Games won by the starter, and draws, %",
}
"""Kind of figure: what is drawn."""
LINES = {
    "L0": (BLACK, [2, 3]),
    "L1": (BLUE, [1, 0]),
    "L2": (ORANGE, [7, 4]),
    "L3": ("#009e73", [1, 0]),
}
"""First word of a line: its colour and dashes; L1 and L2 are one law, so they lie on each other."""
DRAWS = ("#aa4499", [1, 0])
WIDTH, HEIGHT = 210, 190
BAND = 0.13
ACROSS = alt.Axis(values=[0, 0.25, 0.5, 0.75, 1], labelExpr="datum.value")


def chart(figures: Sequence[StoredFigure], kind: str) -> alt.VConcatChart:
    """The figures of a kind, a row of panels a board; their names are `kind-board-policy`."""
    boards = dict.fromkeys(_ground(figure)[0] for figure in figures)
    names = list(dict.fromkeys(line.name for figure in figures for line in figure.series))
    rows = [
        alt.hconcat(
            *(_panel(figure, names) for figure in figures if _ground(figure)[0] == board),
            spacing=18,
        ).resolve_scale(y="shared", color="shared")
        for board in boards
    ]
    drawn: alt.VConcatChart = (
        titled(rows, TITLES[kind], _told(figures[0]), 22)
        .configure_axis(labelFontSize=12, titleFontSize=13, gridColor="#e6e6e6")
        .configure_legend(labelFontSize=12, symbolStrokeWidth=2.5, symbolSize=300)
    )
    return drawn


def _told(figure: StoredFigure) -> list[str]:
    """How many packets, from the caption, and the command."""
    packets = figure.caption.rpartition("; ")[2]
    return [
        f"Two players of one policy against p, the chance that a bit is 1; {packets}.",
        f"Made by: unsunk figure study-{figure.name.split('-')[0]}",
    ]


def _ground(figure: StoredFigure) -> tuple[str, str]:
    """Its board and policy."""
    _, board, policy = figure.name.split("-")
    return board, policy


def _panel(figure: StoredFigure, names: list[str]) -> alt.LayerChart:
    rows: list[dict[str, Any]] = [
        {"line": line.name, "p": p, "mean": mean, "low": low, "high": high}
        for line in figure.series
        for p, mean, low, high in line.points
    ]
    colours, dashes = zip(*map(_look, names), strict=True)
    legend = alt.Legend(
        title=None,
        orient="bottom",
        columns=len(names),
        labelLimit=0,
        symbolType="stroke",
        symbolOpacity=1,
    )
    colour = alt.Color("line:N", scale=alt.Scale(domain=names, range=colours), legend=legend)
    dash = alt.StrokeDash("line:N", scale=alt.Scale(domain=names, range=dashes), legend=legend)
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("p:Q", title="p", scale=alt.Scale(domain=[0, 1]), axis=ACROSS)
    )
    scale = alt.Scale(zero=figure.name.startswith("outcomes"))
    layers = [
        base.mark_area(opacity=BAND).encode(
            y=alt.Y("low:Q", title=None, scale=scale),
            y2="high:Q",
            color=colour,
        ),
        base.mark_line(strokeWidth=2).encode(
            y=alt.Y("mean:Q", title=None, scale=scale),
            color=colour,
            strokeDash=dash,
        ),
    ]
    board, policy = _ground(figure)
    title = f"{board.replace('x', '×')}, {policy}"
    return alt.LayerChart(layer=layers, title=title, width=WIDTH, height=HEIGHT)


def _look(name: str) -> tuple[str, list[int]]:
    return DRAWS if name.endswith("draws") else LINES[name.split()[0]]
