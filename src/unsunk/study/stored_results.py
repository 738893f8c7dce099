"""The results of a run that come with unsunk: tables beside the paper's, and figures.

They are one JSON file:

    {"games": n, "packets": n, "seed": n, "tables": [table...], "figures": [figure...]}
    table:  {"name", "caption", "columns": [text...], "rows": [[text, number or null...]...]}
    figure: {"name", "caption", "x", "series": [{"name", "points": [[x, mean, low, high]...]}...]}
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import isfinite
from typing import Any

from unsunk.errors import InputError

Cell = str | int | float | None
Point = tuple[float, float, float, float]
"""x, mean, and the two ends of its interval."""


@dataclass(frozen=True)
class StoredTable:
    """A table; InputError unless each row has a cell for each column."""

    name: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise InputError(
                    f"row {number} of table '{self.name}' has {len(row)} cells: "
                    f"there are {len(self.columns)} columns"
                )


@dataclass(frozen=True)
class StoredSeries:
    """One line of a figure; InputError unless each mean lies in its interval."""

    name: str
    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        for x, mean, low, high in self.points:
            if not low <= mean <= high:
                raise InputError(
                    f"series '{self.name}' has the mean {mean:g} at {x:g} "
                    f"outside its interval {low:g} to {high:g}"
                )


@dataclass(frozen=True)
class StoredFigure:
    """A figure: lines with bands over `x`."""

    name: str
    caption: str
    x: str
    series: tuple[StoredSeries, ...]


@dataclass(frozen=True)
class StoredResults:
    """All that is shown of a run."""

    games: int
    packets: int
    seed: int
    tables: tuple[StoredTable, ...]
    figures: tuple[StoredFigure, ...]

    def to_data(self) -> dict[str, Any]:
        """What the file holds, as JSON has it."""
        return asdict(self)


def results_file() -> Traversable:
    """Where the file lies in the package."""
    return files("unsunk.study") / "results.json"


def read_results(file: Traversable | None = None) -> StoredResults:
    """The results in a file, those of the package unless another is named.

    FileNotFoundError if there is none; InputError, naming what is wrong, if it is damaged.
    """
    file = results_file() if file is None else file
    text = file.read_text(encoding="utf-8")
    try:
        return parse_results(json.loads(text))
    except (InputError, json.JSONDecodeError) as error:
        raise InputError(f"{file.name} cannot be read: {error}") from None


def parse_results(data: object) -> StoredResults:
    """Read what `to_data` gives; InputError for anything else.

    >>> empty = {"games": 2, "packets": 1, "seed": 1, "tables": [], "figures": []}
    >>> parse_results(empty).to_data() == {**empty, "tables": (), "figures": ()}
    True
    """
    top = _object(data, "results", ("games", "packets", "seed", "tables", "figures"))
    return StoredResults(
        games=_whole(top["games"], "games"),
        packets=_whole(top["packets"], "packets"),
        seed=_whole(top["seed"], "seed"),
        tables=tuple(map(_table, _list(top["tables"], "tables"))),
        figures=tuple(map(_figure, _list(top["figures"], "figures"))),
    )


def _table(data: object) -> StoredTable:
    table = _object(data, "a table", ("name", "caption", "columns", "rows"))
    return StoredTable(
        _text(table["name"], "the name of a table"),
        _text(table["caption"], "the caption of a table"),
        tuple(_text(name, "a column") for name in _list(table["columns"], "columns")),
        tuple(tuple(map(_cell, _list(row, "a row"))) for row in _list(table["rows"], "rows")),
    )


def _figure(data: object) -> StoredFigure:
    figure = _object(data, "a figure", ("name", "caption", "x", "series"))
    return StoredFigure(
        _text(figure["name"], "the name of a figure"),
        _text(figure["caption"], "the caption of a figure"),
        _text(figure["x"], "x"),
        tuple(map(_series, _list(figure["series"], "series"))),
    )


def _series(data: object) -> StoredSeries:
    series = _object(data, "a series", ("name", "points"))
    points = tuple(map(_point, _list(series["points"], "points")))
    return StoredSeries(_text(series["name"], "the name of a series"), points)


def _point(data: object) -> Point:
    numbers = [_number(value) for value in _list(data, "a point")]
    if len(numbers) != 4:
        raise InputError(f"a point has {len(numbers)} numbers: it has x, mean, low and high")
    x, mean, low, high = numbers
    return x, mean, low, high


def _object(data: object, what: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(data, dict) or set(data) != set(keys):
        raise InputError(f"{what} must be an object with the keys {', '.join(keys)}")
    return data


def _list(data: object, what: str) -> list[Any]:
    if not isinstance(data, list):
        raise InputError(f"{what} must be a list")
    return data


def _text(data: object, what: str) -> str:
    if not isinstance(data, str) or not data:
        raise InputError(f"{what} must be a text")
    return data


def _whole(data: object, what: str) -> int:
    if type(data) is not int or data < 0:
        raise InputError(f"{what} must be a whole number")
    return data


def _number(data: object) -> float:
    if not isinstance(data, int | float) or isinstance(data, bool) or not isfinite(data):
        raise InputError(f"{data!r} stands where a number should")
    return float(data)


def _cell(data: object) -> Cell:
    if data is None or isinstance(data, str) or type(data) is int:
        return data
    return _number(data)
