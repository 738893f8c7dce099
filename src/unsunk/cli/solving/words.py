"""The figures of a solved player, as JSON and in words."""

from collections.abc import Mapping
from typing import Any

from unsunk.hunting.mixture import Mixture

POINTS = ("decoupled", "coupled", "hunting", "hiding")
EXPLOITED = tuple(f"{name}_points{end}" for name in POINTS for end in ("", "_kind"))
"""The names of what a reply gains."""
MEANING = {
    "decoupled": "hides and hunts, each on its own,",
    "coupled": "hunts by where it hides",
    "hunting": "hunts",
    "hiding": "hides",
}


def mixture_row(mixture: Mixture) -> dict[str, Any]:
    """What a mixture is and what was measured of it when it was made, by name."""
    figures, provenance = mixture.figures, dict(mixture.provenance)
    return {
        "worst_win_rate": figures.get("worst_win_rate"),
        "mean_shots": figures.get("mean_shots"),
        "hunts": len(mixture.hunts),
        "weighted": int((mixture.weights > 0).sum()),
        "hours": provenance.get("hours"),
        "provenance": provenance,
        **{name: figures.get(name) for name in EXPLOITED},
        "rules": str(mixture.rules),
    }


def told(mixture: Mixture) -> list[str]:
    """A mixture in some sentences."""
    row = mixture_row(mixture)
    lines = [
        f"A player of {mixture.rules}",
        f"{row['hunts']:,} hunts, {row['weighted']:,} of them with weight",
    ]
    if row["worst_win_rate"] is not None:
        share = 100 * row["worst_win_rate"]
        lines.append(f"wins {share:.4f} % on its worst layout, racing its own pace (exact)")
    if row["mean_shots"] is not None:
        lines.append(f"needs {row['mean_shots']:.4f} shots on uniform layouts (exact)")
    lines += points_lines(row)
    provenance = row["provenance"]
    if "method" in provenance:
        lines.append(f"made by: {provenance['method']}")
    if "rounds" in provenance and row["hours"] is not None:
        lines.append(f"{provenance['rounds']:,} rounds in {row['hours']:.2f} hours")
    return lines


def points_lines(row: Mapping[str, Any]) -> list[str]:
    """What a reply gains, a line each for what was measured."""
    return [
        f"a reply that {MEANING[name]} gains {_points(row, name)}"
        for name in POINTS
        if row[f"{name}_points"] is not None
    ]


def _points(row: Mapping[str, Any], name: str) -> str:
    points, kind = row[f"{name}_points"], row[f"{name}_points_kind"]
    sign = {"upper-bound": "≤ ", "lower-bound": "≥ "}.get(kind, "")
    return f"{sign}{points:.4f} points ({kind})"
