"""The strategy map of a small board as a chart."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from unsunk.cli.charts.labels import placed
from unsunk.rules.notation import parse_rules

Map = Mapping[str, Any]
Rows = list[dict[str, Any]]

WIDTH, HEIGHT = 960, 520
CELL = 34
"""Pixels of a cell of a board."""
LEAST = 0.2
"""Points below this share of races won head-to-head are told in the title, not drawn."""
ITSELF = "near-perfect"
LAWS = {ITSELF: "near-perfect", "exact": "exact (heat map)", "three-parity": "three-parity"}
"""The strategies whose finishing times are drawn, and what they are called."""
ORANGE, BLACK, BLUE, GREY = "#d55e00", "#222222", "#0072b2", "#555555"
HEAT = ["#f7f3ef", "#b03a2e"]
KINDS = {"solved": (ORANGE, "diamond"), "exact": (BLACK, "square"), "sampled": (BLUE, "circle")}
"""Kind of a point: its colour and its shape."""
FONT = "Helvetica, Arial, sans-serif"


def chart(found: Map) -> alt.VConcatChart:
    """The points, two boards, and the laws of finishing times."""
    player = found["player"]
    below = alt.hconcat(
        _board(found, "Where near-perfect hides: a ship on the cell, %", player["hides"]),
        _board(found, "Where it fires first, %", player["fires_first"]),
        _laws(found),
        spacing=40,
    ).resolve_scale(color="independent")
    drawn: alt.VConcatChart = (
        alt.vconcat(_map(found), below, spacing=30)
        .resolve_scale(color="independent", shape="independent")
        .properties(title=_title(found), background="white", padding=16)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_axis(labelFontSize=12, titleFontSize=13, gridColor="#e6e6e6")
        .configure_legend(labelFontSize=12)
        .configure_title(fontSize=13, anchor="start", fontWeight="bold")
    )
    return drawn


def _title(found: Map) -> alt.TitleParams:
    board, fleet = parse_rules(found["rules"]).board, parse_rules(found["rules"]).fleet
    return alt.TitleParams(
        f"Strategy map of {board.rows}×{board.columns} with ships "
        f"{', '.join(str(length) for length in fleet.lengths)}",
        subtitle=_caption(found),
        fontSize=20,
        subtitleFontSize=12,
        subtitleColor=GREY,
        subtitlePadding=6,
        offset=14,
    )


def _caption(found: Map) -> list[str]:
    """What is shown, what of it is exact and what sampled, and how it is made."""
    points, against, seed = found["points"], found["against"], found["seed"]
    exact = [point["strategy"] for point in points if point["kind"] == "exact"]
    drawn = max((point["games"] or 0 for point in points), default=0)
    games = f" --games {drawn}" if drawn else ""
    off = [
        f"{p['strategy']} ({100 * p['win_rate']:.1f} %, {100 * p['worst_win_rate']:.1f} %)"
        for p in points
        if p["win_rate"] < LEAST
    ]
    shows = f"Every strategy against {against}: the share of races that it wins head-to-head, and "
    lines = [
        f"{shows}on the layout where it wins least.",
        f"Exact: {', '.join(exact)}; all that is shown of near-perfect below.",
    ]
    if drawn:
        lines.append(
            f"Sampled: all others, {drawn} hunts drawn of each, seed {seed}, with 95 % intervals; "
            "the worst layout is measured by others, drawn on it alone."
        )
    if off:
        lines.append(f"Too far left to be drawn: {', '.join(off)}.")
    return [*lines, f"Made by: unsunk figure small-boards --redo{games} --seed {seed}"]


def _map(found: Map) -> alt.LayerChart:
    """Head-to-head across, worst layout up, in percent."""
    points = [_point(point) for point in found["points"] if point["win_rate"] >= LEAST]
    across, up = (_domain([row[axis] for row in points]) for axis in ("x", "y"))
    _put_labels(points, across, up)
    x = alt.X("x:Q", scale=_scale(across), title="Races won head-to-head, %")
    y = alt.Y("y:Q", scale=_scale(up), title="Races won on the worst layout, %")
    colours, shapes = zip(*KINDS.values(), strict=True)
    legend, kinds = alt.Legend(title=None, orient="top-left"), list(KINDS)
    colour = alt.Color("kind:N", scale=alt.Scale(domain=kinds, range=colours), legend=legend)
    shape = alt.Shape("kind:N", scale=alt.Scale(domain=kinds, range=shapes), legend=legend)
    tips = [
        alt.Tooltip("strategy:N"),
        alt.Tooltip("x:Q", format=".2f", title="head-to-head, %"),
        alt.Tooltip("y:Q", format=".2f", title="worst layout, %"),
        alt.Tooltip("shots:Q", format=".2f", title="mean shots"),
    ]
    base = alt.Chart(alt.InlineData(values=points))
    bars = base.transform_filter("datum.kind == 'sampled'").mark_rule(
        clip=True, color=BLUE, opacity=0.4
    )
    lines = base.mark_rule(color="#999999", strokeWidth=0.7)
    marks = base.mark_point(filled=True, size=75, opacity=1)
    where = {"x": alt.X("text_x:Q"), "y": alt.Y("text_y:Q"), "text": alt.Text("strategy:N")}
    look: dict[str, Any] = {"align": "left", "baseline": "middle", "fontSize": 12}
    layers = [
        bars.encode(x=x, y="y_low:Q", y2="y_high:Q"),
        bars.encode(x="x_low:Q", x2="x_high:Q", y=y),
        lines.encode(x=x, y=y, x2="to_x:Q", y2="to_y:Q"),
        marks.encode(x=x, y=y, color=colour, shape=shape, tooltip=tips),
        base.mark_text(stroke="white", strokeWidth=3, **look).encode(**where),
        base.mark_text(**look).encode(**where),
    ]
    return alt.LayerChart(layer=layers, width=WIDTH, height=HEIGHT)


def _point(point: Map) -> dict[str, Any]:
    """A row of data, in percent."""
    row = {
        "strategy": point["strategy"],
        "kind": "solved" if point["strategy"] == ITSELF else point["kind"],
        "shots": point["mean_shots"],
    }
    for axis, name in (("x", "win_rate"), ("y", "worst_win_rate")):
        low, high = point[f"{name}_ci95"]
        row |= {axis: 100 * point[name], f"{axis}_low": 100 * low, f"{axis}_high": 100 * high}
    return row


def _put_labels(points: Rows, across: list[float], up: list[float]) -> None:
    """Give each row where its label begins, and where the line to it ends."""
    x_unit, y_unit = WIDTH / (across[1] - across[0]), HEIGHT / (up[1] - up[0])
    pixels = [((p["x"] - across[0]) * x_unit, (up[1] - p["y"]) * y_unit) for p in points]
    boxes = placed(pixels, [p["strategy"] for p in points], WIDTH, HEIGHT)
    for point, (x, y), box in zip(points, pixels, boxes, strict=True):
        end_x, end_y = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
        point |= {
            "text_x": across[0] + box.left / x_unit,
            "text_y": up[1] - (box.top + box.bottom) / 2 / y_unit,
            "to_x": across[0] + end_x / x_unit,
            "to_y": up[1] - end_y / y_unit,
        }


def _domain(values: Sequence[float]) -> list[float]:
    """From a little below the least to a little above the most."""
    margin = max(0.06 * (max(values) - min(values)), 0.5)
    return [min(values) - margin, max(values) + margin]


def _scale(domain: list[float]) -> alt.Scale:
    return alt.Scale(domain=domain, nice=False, zero=False)


def _board(found: Map, title: str, shares: Sequence[float]) -> alt.LayerChart:
    """A board with a percentage a cell, warmer where it is more."""
    board, most = parse_rules(found["rules"]).board, max(shares)
    rows = [
        {
            "column": board.name(board.column(cell))[:-1],
            "row": board.row(cell) + 1,
            "share": 100 * share,
            "text": f"{100 * share:.0f}" if share >= 0.005 else "<1" if share > 0 else "",
            "ink": "#ffffff" if share > 0.7 * most else BLACK,
        }
        for cell, share in enumerate(shares)
    ]
    axis = alt.Axis(title=None, domain=False, ticks=False, labelAngle=0)
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("column:O", axis=axis), y=alt.Y("row:O", axis=axis)
    )
    warm = alt.Scale(domain=[0, 100 * most], range=HEAT, interpolate="rgb")
    heat = alt.Color("share:Q", scale=warm, legend=None)
    ink = alt.Color("ink:N", scale=None)
    drawn: alt.LayerChart = (
        alt.layer(
            base.mark_rect(stroke="white", strokeWidth=2).encode(color=heat),
            base.mark_text(fontSize=12).encode(text="text:N", color=ink),
        )
        .resolve_scale(color="independent")
        .properties(title=title, width=CELL * board.columns, height=CELL * board.rows)
    )
    return drawn


def _laws(found: Map) -> alt.Chart:
    """The laws of finishing times on uniform layouts."""
    rows = [
        {"strategy": LAWS[point["strategy"]], "shots": shots, "share": 100 * share}
        for point in found["points"]
        if point["strategy"] in LAWS
        for shots, share in enumerate(point["laws"]["uniform"])
        if share >= 0.0005
    ]
    names = alt.Scale(domain=list(LAWS.values()), range=[ORANGE, BLACK, BLUE])
    legend = alt.Legend(title=None, orient="top-right")
    whole = alt.Axis(tickMinStep=1, format="d")
    drawn: alt.Chart = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_line(point=True, strokeWidth=2)
        .encode(
            x=alt.X("shots:Q", title="Shots", scale=alt.Scale(zero=False), axis=whole),
            y=alt.Y("share:Q", title="Games, %"),
            color=alt.Color("strategy:N", scale=names, legend=legend),
        )
        .properties(title="Shots needed on uniform layouts", width=360, height=170)
    )
    return drawn
