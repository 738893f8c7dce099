"""The page of the documentation that shows the ledger."""

from collections.abc import Iterable
from itertools import groupby

from unsunk.ledger.figures import Figure, ledger

HEADER = """# Figures

Every figure that the sources print, with ours beside it: its kind, and the command that reran it.
The sources, by the number that starts a row's name: 000, a study of Battleship with chance in its
rules; 001, a browser game whose opponent has one rule; 002 and 003, the essay "What does optimal
Battleship look like?" and its detail pages; 004, Battleship by Kaan Baha Sever (2026).

`exact` figures follow from a count or a proof, `sampled` ones carry a 95 % interval, bounds say on
which side they lie. This page is made by `make figures` from `src/unsunk/ledger`.
"""


def page() -> str:
    """The page as Markdown: a section a part, with the figures answered so far."""
    figures = sorted(ledger(), key=lambda figure: figure.theirs["part"])
    sections = [
        _section(part, list(group)) for part, group in groupby(figures, lambda f: f.theirs["part"])
    ]
    return "\n".join([HEADER, *sections])


def _section(part: str, figures: list[Figure]) -> str:
    answered = [figure for figure in figures if figure.answered]
    lines = [f"## {part}", "", f"{len(answered)} of {len(figures)} figures answered.", ""]
    if answered:
        lines += [
            "| figure | theirs | ours | kind | rerun by | note |",
            "|---|---|---|---|---|---|",
        ]
        lines += [_line(figure) for figure in answered]
        lines += [""]
    return "\n".join(lines)


def _line(figure: Figure) -> str:
    theirs, ours = figure.theirs, figure.ours
    what = f"`{theirs['id']}`<br>{theirs['quantity']} ({theirs['where']})"
    command = f"`{ours['command']}`" if ours["command"] else ""
    cells = [
        what,
        with_interval(theirs["value"], theirs["low"], theirs["high"]),
        with_interval(ours["ours"], ours["ours_low"], ours["ours_high"]),
        ours["ours_kind"],
        command,
        ours["note"],
    ]
    return f"| {' | '.join(_escaped(cells))} |"


def with_interval(value: str, low: str, high: str) -> str:
    """A number and, where there is one, its interval.

    >>> with_interval("44.925", "44.872", "44.979")
    '44.925 (44.872 to 44.979)'
    """
    return f"{value} ({low} to {high})" if low and high else value


def _escaped(cells: Iterable[str]) -> Iterable[str]:
    return (cell.replace("|", "\\|").replace("\n", " ") for cell in cells)
