"""Write the table of the strategy map from its stored numbers: `make map` runs this.

Between `<!-- points -->` and `<!-- end -->` the page holds what is made here, and nothing else.
"""

import re
from pathlib import Path
from typing import Any

from unsunk.racing.map_file import load_map

PAGE = Path(__file__).parent / "small-boards.md"
BOARD = "5x5"
BLOCK = re.compile(r"(?<=<!-- points -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)
HEADINGS = (
    "strategy",
    "kind",
    "head-to-head, %",
    "worst layout, %",
    "mean shots",
    "on its slowest layout",
    "at a hottest cell, %",
)


def table(found: dict[str, Any]) -> str:
    """A sentence on how the numbers were made, and a row for every point."""
    games = max(point["games"] or 0 for point in found["points"])
    drawn = f"seed {found['seed']}, {games} hunts drawn of a strategy with dice"
    lines = [f"Against `{found['against']}`, {drawn}:", "", f"| {' | '.join(HEADINGS)} |"]
    lines += ["|---" * len(HEADINGS) + "|", *(_row(point) for point in found["points"])]
    return "\n".join(lines)


def _row(point: dict[str, Any]) -> str:
    hottest = point["hottest"]
    cells = [
        f"`{point['strategy']}`",
        point["kind"],
        *(_estimate(point, name, 100) for name in ("win_rate", "worst_win_rate")),
        *(_estimate(point, name, 1) for name in ("mean_shots", "slowest_mean")),
        _with_reach(hottest["shots"], hottest["ci95"], 100, 1),
    ]
    return f"| {' | '.join(cells)} |"


def _estimate(point: dict[str, Any], name: str, unit: int) -> str:
    return _with_reach(point[name], point[f"{name}_ci95"], unit, 2)


def _with_reach(value: float, ends: list[float], unit: int, digits: int) -> str:
    """A value with half the width of its interval, if that is not nothing."""
    reach = f"{unit * (ends[1] - ends[0]) / 2:.{digits}f}"
    told = f"{unit * value:.{digits}f}"
    return f"{told} ± {reach}" if float(reach) else told


def written(found: dict[str, Any]) -> str:
    """The page with its table made anew."""
    return BLOCK.sub(lambda _: table(found), PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(written(load_map(BOARD)), encoding="utf-8")
