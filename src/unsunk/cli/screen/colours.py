"""The colours of heat: one hue, lighter with every step on dark ground, darker on light ground."""

from functools import lru_cache

from rich.style import Style
from textual.color import Color

HUE = 28 / 360
STEPS = 10
DARK_GROUND = (0.10, 0.72)
"""Lightness of steps 0 and 9 on dark ground."""
LIGHT_GROUND = (0.96, 0.30)
"""Lightness of steps 0 and 9 on light ground."""


@lru_cache(maxsize=2 * STEPS)
def heat_style(step: int, *, dark: bool) -> Style:
    """The style of a cell of that heat, 0 to 9; its text is black or white, whichever stands out.

    >>> heat_style(0, dark=True).bgcolor == heat_style(0, dark=False).bgcolor
    False
    """
    ground = heat_colour(step, dark=dark)
    text = max(Color.parse("white"), Color.parse("black"), key=lambda c: contrast(c, ground))
    return Style(color=text.rich_color, bgcolor=ground.rich_color)


def heat_colour(step: int, *, dark: bool) -> Color:
    """The ground of a cell of that heat."""
    first, last = DARK_GROUND if dark else LIGHT_GROUND
    return Color.from_hsl(HUE, 0.85, first + (last - first) * step / (STEPS - 1))


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio").

    >>> round(contrast(Color.parse("white"), Color.parse("black")))
    21
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Color) -> float:
    """The relative luminance of a colour, 0 to 1 (WCAG 2.2, "relative luminance")."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in colour.normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
