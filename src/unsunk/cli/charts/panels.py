"""Rows of panels under one title, as the figures of the study have them."""

from collections.abc import Sequence

import altair as alt

from unsunk.cli.charts.small_boards import FONT, GREY


def titled(
    rows: Sequence[alt.HConcatChart], title: str, told: Sequence[str], spacing: int
) -> alt.VConcatChart:
    """The rows, so many pixels apart, under a title and the lines told of them."""
    heading = alt.TitleParams(
        title,
        subtitle=list(told),
        fontSize=20,
        subtitleFontSize=12,
        subtitleColor=GREY,
        subtitlePadding=6,
        offset=14,
    )
    drawn: alt.VConcatChart = (
        alt.vconcat(*rows, spacing=spacing)
        .properties(title=heading, background="white", padding=16)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_title(fontSize=13, anchor="start", fontWeight="bold")
    )
    return drawn
