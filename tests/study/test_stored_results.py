"""The file of results that the page shows: read whole, or refused with a sentence that says why."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from unsunk.errors import InputError
from unsunk.study.stored_results import parse_results, read_results, results_file

GOOD: dict[str, Any] = {
    "games": 160,
    "packets": 40,
    "seed": 1,
    "tables": [
        {"name": "one", "caption": "A", "columns": ["a", "b"], "rows": [["x", 1], [2.5, None]]}
    ],
    "figures": [
        {
            "name": "two",
            "caption": "B",
            "x": "p",
            "series": [{"name": "s", "points": [[0, 2, 1, 3]]}],
        }
    ],
}


def test_what_was_read_is_what_was_written(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(json.dumps(GOOD), encoding="utf-8")
    read = read_results(file)
    assert json.loads(json.dumps(read.to_data())) == GOOD
    assert read.figures[0].series[0].points == ((0, 2, 1, 3),)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_results(tmp_path / "results.json")


def test_the_file_of_the_package() -> None:
    if results_file().is_file():
        assert read_results().tables


@pytest.mark.parametrize("text", ["", "{", '{"games": NaN}'])
def test_what_is_no_json_names_the_file(text: str, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"^results\.json cannot be read: "):
        read_results(file)


def with_change(path: list[str | int], value: object) -> Any:
    data = deepcopy(GOOD)
    part: Any = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return data


BAD = [
    ([], "results must be an object with the keys games, packets, seed, tables, figures"),
    (with_change(["games"], True), "games must be a whole number"),
    (with_change(["seed"], -1), "seed must be a whole number"),
    (with_change(["more"], 1), "results must be an object with the keys"),
    (with_change(["tables"], {}), "tables must be a list"),
    (with_change(["tables", 0, "name"], ""), "the name of a table must be a text"),
    (with_change(["tables", 0, "columns"], ["a", 1]), "a column must be a text"),
    (
        with_change(["tables", 0, "rows", 1], [1]),
        "row 2 of table 'one' has 1 cells: there are 2 columns",
    ),
    (with_change(["tables", 0, "rows", 0, 0], [1]), r"\[1\] stands where a number should"),
    (with_change(["tables", 0, "rows", 0, 0], float("nan")), "nan stands where a number should"),
    (with_change(["figures", 0, "x"], None), "x must be a text"),
    (
        with_change(["figures", 0, "series", 0, "points", 0], [1, 2, 3]),
        "a point has 3 numbers: it has x, mean, low and high",
    ),
    (
        with_change(["figures", 0, "series", 0, "points", 0], [0, 4, 1, 3]),
        "series 's' has the mean 4 at 0 outside its interval 1 to 3",
    ),
]


@pytest.mark.parametrize(("data", "message"), BAD)
def test_what_is_wrong_is_named(data: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_results(data)
