"""A chart as a file: vector, picture, or a page that needs no network."""

import altair as alt
import vl_convert

SHARP = 2
"""Pixels of a picture for one of the chart."""


def chart_bytes(chart: alt.TopLevelMixin, kind: str) -> bytes:
    """A chart as `svg`, `png` or `html`.

    >>> chart_bytes(alt.Chart(alt.InlineData(values=[])).mark_point(), "svg")[:4]
    b'<svg'
    """
    spec = chart.to_dict()
    if kind == "png":
        picture: bytes = vl_convert.vegalite_to_png(spec, scale=SHARP)
        return picture
    text: str = (
        vl_convert.vegalite_to_svg(spec)
        if kind == "svg"
        else vl_convert.vegalite_to_html(spec, bundle=True, renderer="svg")
    )
    return text.encode()
