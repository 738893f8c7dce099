"""The files of strategy maps: written whole, read only if they are sound."""

import json
import math
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from unsunk.errors import ContradictionError, InputError, LayoutError
from unsunk.hunting.mixture import STORED
from unsunk.racing.folder import write
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import parse_layout, parse_rules
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import answer

PREFIX = "strategy-map-"
NO_MAP = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
NO_GAME = (InputError, LayoutError, ContradictionError)
SLACK = 1e-4
"""How far from 1 the chances of a law may sum, each being rounded to six digits."""
RATES = ("win_rate", "worst_win_rate", "mutual_race")
SHOTS = ("mean_shots", "mean_shots_hider", "slowest_mean")


def map_path(board: str) -> Path:
    """Where the map of a board stands that comes with unsunk: `5x5`."""
    return Path(str(files(STORED))) / f"{PREFIX}{board}.json"


def write_map(found: Mapping[str, Any], path: Path) -> None:
    """Write a map, so that at any moment the old or the new one is there, whole."""
    text = json.dumps(found, separators=(",", ":"), allow_nan=False)
    write(path, f"{text}\n".encode())


def load_map(board: str) -> dict[str, Any]:
    """The map of a board that comes with unsunk; InputError if there is none or if it is damaged.

    >>> load_map("9x9")
    Traceback (most recent call last):
    unsunk.errors.InputError: there is no strategy map of a 9x9 board
    """
    path = map_path(board)
    if not path.is_file():
        raise InputError(f"there is no strategy map of a {board} board")
    return read_map(path.read_bytes(), path.name)


def read_map(data: bytes, name: str) -> dict[str, Any]:
    """The map of a file's bytes; InputError, naming the file, if anything of it cannot be."""
    try:
        found: dict[str, Any] = json.loads(data)
        _check(found)
    except (*NO_MAP, *NO_GAME):
        raise InputError(
            f"{name} is damaged or holds no strategy map: restore it, or make it anew with "
            "`unsunk figure small-boards --redo`"
        ) from None
    return found


def _check(found: Mapping[str, Any]) -> None:
    """Raise one of the errors above if a map is not what `strategy_map` makes."""
    rules = parse_rules(found["rules"])
    board, size, player = rules.board, rules.board.size, found["player"]
    _require(found["board"] == {"rows": board.rows, "columns": board.columns})
    _require(all(isinstance(found[name], str) for name in ("against", "sha256", "version")))
    _require(isinstance(found["seed"], int))
    _numbers(player["hides"], size, rules.fleet.cells)
    _numbers(player["fires_first"], size, 1)
    _numbers(player["law"], size + 1, 1)
    _numbers([player["worst_win_rate"]], 1)
    _numbers([player["mean_shots"], *player["mean_by_layout"]], 3, most=size)
    _require(len(found["points"]) > 0)
    for point in found["points"]:
        _check_point(point, rules)


def _check_point(point: Mapping[str, Any], rules: Ruleset) -> None:
    size, hottest = rules.board.size, point["hottest"]
    _require(isinstance(point["strategy"], str))
    _require(point["kind"] in ("exact", "sampled") and hottest["kind"] in ("exact", "sampled"))
    _require(point["games"] is None or point["games"] > 0)
    _require(hottest["games"] > 0)
    for names, most in ((RATES, 1), (SHOTS, size)):
        _numbers([point[name] for name in names], len(names), most=most)
        for name in names:
            _interval(point[f"{name}_ci95"], point[name])
    _numbers([hottest["shots"]], 1)
    _interval(hottest["ci95"], hottest["shots"])
    for law in ("uniform", "worst"):
        _numbers(point["laws"][law], size + 1, 1)
    for layout in ("worst_layout", "slowest_layout"):
        parse_layout(rules, point[layout])
    _check_replay(point["replay"], rules)


def _check_replay(replay: Mapping[str, Any], rules: Ruleset) -> None:
    """Play it: every shot must be answered as the layout answers, and the last one ends it."""
    layout, known = parse_layout(rules, replay["layout"]), Knowledge(rules)
    for step in replay["steps"]:
        _numbers(step["chances"], rules.board.size)
        _require(isinstance(step["hottest"], bool))
        cell = rules.board.cell(step["cell"])
        outcome = answer(layout, known.fired, cell)
        _require((step["outcome"], step.get("length")) == (str(outcome.kind), outcome.length))
        known = known.after(cell, outcome)
    _require(known.finished)


def _numbers(
    values: Sequence[float], many: int, total: float | None = None, most: float = 1
) -> None:
    """So many numbers from 0 to `most`, of that sum."""
    _require(len(values) == many)
    _require(all(math.isfinite(value) and 0 <= value <= most + SLACK for value in values))
    _require(total is None or abs(sum(values) - total) <= SLACK)


def _interval(ends: Sequence[float], value: float) -> None:
    low, high = ends
    _require(math.isfinite(low) and math.isfinite(high) and low <= value <= high)


def _require(sound: bool) -> None:
    if not sound:
        raise ValueError("no strategy map")
