"""A bench kept in a folder, so that it can be killed at any moment and taken up again.

    manifest.json    rules, seed, version; for each strategy its blocks with their hashes
    blocks/          the finishing times, one Parquet file a block
    games.parquet    all of them in one file, written when a run ends; worth keeping on its own

Every file is written under another name, forced to the disk and renamed, a block before the
manifest that names it. So a manifest names only what is there; a block that it does not name is
hunted again.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NoReturn

from unsunk.errors import InputError
from unsunk.racing.folder import Held, locked, sha256, write
from unsunk.racing.games_file import FORMAT, games_bytes, parquet, version
from unsunk.racing.run import Block, Task
from unsunk.racing.summary import Hunted, Times
from unsunk.rules.notation import parse_rules, rules_text
from unsunk.rules.ruleset import Ruleset

MANIFEST, BLOCKS, GAMES = "manifest.json", "blocks", "games.parquet"


@dataclass(frozen=True)
class Stamp:
    """A block as the manifest knows it; `file` lies in the folder of blocks."""

    first: int
    games: int
    seconds: float
    file: str
    sha256: str


@dataclass
class Entry:
    """A strategy as the manifest knows it: games wanted, hash of its own file if it has one."""

    games: int
    source: str | None
    blocks: list[Stamp] = field(default_factory=list)


class Store(Held):
    """A folder with a bench, held by one process at a time: use it in a `with` statement."""

    def __init__(self, folder: Path, lock: IO[bytes], rules: Ruleset, seed: int) -> None:
        super().__init__(folder, lock)
        self.rules, self.seed = rules, seed
        self.entries: dict[str, Entry] = {}

    @classmethod
    def begin(cls, folder: Path, rules: Ruleset, seed: int) -> "Store":
        """A new bench; InputError if there is one already."""
        (folder / BLOCKS).mkdir(parents=True, exist_ok=True)
        lock = locked(folder, "bench")
        if (folder / MANIFEST).exists():
            lock.close()
            raise InputError(f"{folder} holds a bench already: go on with it by --resume {folder}")
        store = cls(folder, lock, rules, seed)
        store._save()
        return store

    @classmethod
    def resume(cls, folder: Path, rules: Ruleset | None = None, seed: int | None = None) -> "Store":
        """The bench in a folder; InputError if it is damaged, or has other rules or another seed.

        Without `rules` or `seed` they are what they were.
        """
        if not (folder / MANIFEST).exists():
            raise InputError(f"{folder} holds no bench: begin one there with --out {folder}")
        lock = locked(folder, "bench")
        try:
            store = _read(folder, lock)
            store._check(rules, seed)
        except BaseException:
            lock.close()
            raise
        return store

    def want(self, names: Sequence[str], games: int | None, default: int) -> None:
        """Ask for so many games of these strategies; new ones are added, `default` games each."""
        for name in names or list(self.entries):
            entry = self.entries.setdefault(name, Entry(default, _source(name)))
            entry.games = entry.games if games is None else games
            if entry.source != _source(name):
                raise InputError(
                    f"'{name}' has changed since its games in {self.folder} were hunted: "
                    "measure it anew in another folder"
                )
        self._save()

    def tasks(self) -> dict[str, Task]:
        """For every strategy what it is to hunt and has hunted; InputError for a damaged block."""
        return {
            name: Task(
                name,
                entry.games,
                [Block(name, s.first, self._times(s), s.seconds) for s in entry.blocks],
            )
            for name, entry in self.entries.items()
        }

    def keep(self, block: Block) -> None:
        """Write a block, then the manifest that names it."""
        import polars as pl

        number = list(self.entries).index(block.strategy)
        name = f"s{number}-{block.first:09}.parquet"
        data = parquet(pl.DataFrame({"shots": block.times}))
        write(self.folder / BLOCKS / name, data)
        stamp = Stamp(block.first, len(block.times), block.seconds, name, sha256(data))
        self.entries[block.strategy].blocks.append(stamp)
        self._save()

    def finish(self, hunted: Sequence[Hunted]) -> Path:
        """Write all games into one file; returns where."""
        path = self.folder / GAMES
        write(path, games_bytes(self.rules, self.seed, hunted))
        return path

    def _save(self) -> None:
        body = {
            "format": FORMAT,
            "version": version(),
            "rules": rules_text(self.rules),
            "seed": self.seed,
            "strategies": {name: asdict(entry) for name, entry in self.entries.items()},
        }
        text = json.dumps({**body, "sha256": sha256(_canonical(body))}, indent=1)
        write(self.folder / MANIFEST, text.encode())

    def _check(self, rules: Ruleset | None, seed: int | None) -> None:
        if rules is not None and rules_text(rules) != rules_text(self.rules):
            raise InputError(
                f"{self.folder} holds games under '{self.rules}', not under '{rules}': "
                "measure other rules in another folder"
            )
        if seed is not None and seed != self.seed:
            raise InputError(
                f"{self.folder} holds games of seed {self.seed}, not {seed}: "
                "measure another seed in another folder"
            )

    def _times(self, stamp: Stamp) -> Times:
        import polars as pl

        path = self.folder / BLOCKS / stamp.file
        if not path.is_file():
            _refuse(path, "is missing")
        data = path.read_bytes()
        if sha256(data) != stamp.sha256:
            _refuse(path, "is damaged, its hash does not fit")
        return pl.read_parquet(BytesIO(data))["shots"].to_numpy()


def _read(folder: Path, lock: IO[bytes]) -> Store:
    path = folder / MANIFEST
    try:
        body = json.loads(path.read_bytes())
        if body.pop("sha256") != sha256(_canonical(body)) or body["format"] != FORMAT:
            raise ValueError
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        _refuse(path, "is damaged, its hash does not fit")
    if body["version"] != version():
        raise InputError(
            f"{folder} was begun with unsunk {body['version']}, and this is {version()}: "
            "measure anew in another folder, so that no two versions are mixed"
        )
    store = Store(folder, lock, parse_rules(body["rules"]), body["seed"])
    for name, entry in body["strategies"].items():
        blocks = [Stamp(**stamp) for stamp in entry["blocks"]]
        store.entries[name] = Entry(entry["games"], entry["source"], blocks)
    return store


def _refuse(path: Path, what: str) -> NoReturn:
    raise InputError(f"{path} {what}: restore it, or measure anew in another folder")


def _source(name: str) -> str | None:
    """The hash of the file of a strategy that is not ours."""
    return sha256(Path(name.rpartition(":")[0]).read_bytes()) if ":" in name else None


def _canonical(body: Any) -> bytes:
    return json.dumps(body, sort_keys=True).encode()
