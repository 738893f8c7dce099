"""Finishing times game by game as one Parquet file: small, the same bytes each time, checked.

Its columns are `game` and, for each strategy, the shots of every game; a strategy that has hunted
fewer games than another has nulls at its end. Rules, seed and a hash of the file stand in its
footer; the hash is that of the file with zeros in its place, and is checked before anything is
parsed. Polars is imported when it is used, since most runs keep no file.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from unsunk.errors import InputError
from unsunk.racing.summary import Hunted
from unsunk.rules.notation import parse_rules, rules_text
from unsunk.rules.ruleset import Ruleset

FORMAT = 1
NOTE = "unsunk"
"""The key under which the file says what it holds, as JSON."""
GAME = "game"
COMPRESSION = {"compression": "brotli", "compression_level": 9}
HASH = re.compile(rb'"sha256": "([0-9a-f]{64})"')
BLANK = "0" * 64


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
        "sha256": BLANK,
    }
    data = parquet(pl.DataFrame(columns), {NOTE: json.dumps(note)})
    return _with_hash(data, hashlib.sha256(data).hexdigest())


def read_games(path: Path) -> Games:
    """Read the file back; InputError if it is another, or not as it was written."""
    return parse_games(path.read_bytes(), str(path))


def parse_games(data: bytes, name: str) -> Games:
    """The games in the bytes of a file called `name`; errors as in `read_games`."""
    found = HASH.findall(data)
    if len(found) != 1:
        raise InputError(f"{name} is no whole file of games: write one with unsunk bench --out DIR")
    if hashlib.sha256(_with_hash(data, BLANK)).hexdigest() != found[0].decode():
        raise InputError(f"{name} was changed after it was written: its hash does not fit")
    try:
        return _parsed(data)
    except (ValueError, KeyError) as error:
        raise InputError(f"{name} holds games that this version cannot read: {error}") from None


def parquet(frame: Any, note: Mapping[str, str] | None = None) -> bytes:
    """A data frame as the bytes of a Parquet file."""
    out = BytesIO()
    frame.write_parquet(out, statistics=False, metadata=dict(note or {}), **COMPRESSION)
    return out.getvalue()


def _with_hash(data: bytes, digest: str) -> bytes:
    return HASH.sub(f'"sha256": "{digest}"'.encode(), data)


def _parsed(data: bytes) -> Games:
    import polars as pl

    note = json.loads(pl.read_parquet_metadata(BytesIO(data))[NOTE])
    if note["format"] != FORMAT:
        raise ValueError(f"its format is {note['format']}, not {FORMAT}")
    hunted = [
        Hunted(column.name, column.drop_nulls().to_numpy())
        for column in pl.read_parquet(BytesIO(data)).drop(GAME).iter_columns()
    ]
    return Games(parse_rules(note["rules"]), note["seed"], tuple(hunted))
