"""Finishing times game by game as one Parquet file: small, the same bytes each time, checked.

Its columns are `game` and, for each strategy, the shots of every game; a strategy that has hunted
fewer games than another has nulls at its end. Rules, seed and a hash of all times stand beside
them. Polars is imported when it is used, since most runs keep no file.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from unsunk.errors import InputError, UnsunkError
from unsunk.racing.summary import Hunted, Times
from unsunk.rules.notation import parse_rules, rules_text
from unsunk.rules.ruleset import Ruleset

FORMAT = 1
NOTE = "unsunk"
"""The key under which the file says what it holds, as JSON."""
GAME = "game"
COMPRESSION = {"compression": "brotli", "compression_level": 9}


@dataclass(frozen=True)
class Games:
    """What such a file holds."""

    rules: Ruleset
    seed: int
    hunted: tuple[Hunted, ...]


def version() -> str:
    """The version of unsunk, which stands in all files."""
    return metadata.version("unsunk")


def games_bytes(rules: Ruleset, seed: int, hunted: Sequence[Hunted]) -> bytes:
    """The file as bytes, which depend on versions, rules, seed and times alone.

    >>> hunted = [Hunted("a", np.array([17, 30], np.uint8)), Hunted("b", np.array([20], np.uint8))]
    >>> data = games_bytes(Ruleset(), 1, hunted)
    >>> games = parse_games(data, "games.parquet")
    >>> games.seed, [(one.strategy, one.times.tolist()) for one in games.hunted]
    (1, [('a', [17, 30]), ('b', [20])])
    """
    import polars as pl

    most = max((len(one.times) for one in hunted), default=0)
    columns = [pl.Series(GAME, np.arange(most, dtype=np.uint32))]
    for one in hunted:
        column = pl.Series(one.strategy, one.times)
        columns.append(column.extend_constant(None, most - len(column)).rechunk())
    note = {
        "format": FORMAT,
        "version": version(),
        "rules": rules_text(rules),
        "seed": seed,
        "sha256": _digest(rules, seed, hunted),
    }
    return parquet(pl.DataFrame(columns), {NOTE: json.dumps(note)})


def read_games(path: Path) -> Games:
    """Read the file back; InputError if it is another, or not as it was written."""
    return parse_games(path.read_bytes(), str(path))


def parse_games(data: bytes, name: str) -> Games:
    """The games in the bytes of a file called `name`; errors as in `read_games`."""
    try:
        games, digest = _parsed(data)
    except UnsunkError:
        raise
    except BaseException as error:  # a panic of Polars is no Exception
        if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
            raise
        raise InputError(
            f"{name} is no whole file of games: it was cut, changed or made by another program"
        ) from None
    if digest != _digest(games.rules, games.seed, games.hunted):
        raise InputError(f"{name} was changed after it was written: its hash does not fit")
    return games


def parquet(frame: Any, note: Mapping[str, str] | None = None) -> bytes:
    """A data frame as the bytes of a Parquet file."""
    out = BytesIO()
    frame.write_parquet(out, statistics=False, metadata=dict(note or {}), **COMPRESSION)
    return out.getvalue()


def _parsed(data: bytes) -> tuple[Games, str]:
    import polars as pl

    note = json.loads(pl.read_parquet_metadata(BytesIO(data))[NOTE])
    frame = pl.read_parquet(BytesIO(data))
    if note["format"] != FORMAT or frame.columns[0] != GAME:
        raise ValueError
    hunted = []
    for column in frame.iter_columns():
        if column.name != GAME:
            times = column.head(len(column) - column.null_count())
            if times.null_count():
                raise ValueError
            hunted.append(Hunted(column.name, times.to_numpy()))
    return Games(parse_rules(note["rules"]), int(note["seed"]), tuple(hunted)), note["sha256"]


def _digest(rules: Ruleset, seed: int, hunted: Sequence[Hunted]) -> str:
    """A hash of all that the file says."""
    names = [[one.strategy, len(one.times)] for one in hunted]
    found = hashlib.sha256(json.dumps([rules_text(rules), seed, names]).encode())
    for one in hunted:
        found.update(_plain(one.times))
    return found.hexdigest()


def _plain(times: Times) -> bytes:
    return times.astype("<u2").tobytes()
