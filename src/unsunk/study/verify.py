"""Whether a run is as it was written: every hash, every table value, and every game played again.

The banks follow from the seed, and all else from the games' parts. The log is compared with them
value by value, the tables are made anew from the log, and the parts themselves can be played again
from the bits in the folder.
"""

import csv
import io
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from unsunk.errors import InputError
from unsunk.racing.folder import LOCK, sha256
from unsunk.study.bits import SourceName, redrawn, source
from unsunk.study.collect import Progress
from unsunk.study.log import Cell, frame, from_csv, from_parquet
from unsunk.study.manifest import MANIFEST, Manifest, finished
from unsunk.study.store import (
    CSV,
    PARQUET,
    bank_path,
    drawn,
    kept_files,
    part_path,
    read_part,
    read_records,
    tape_path,
)
from unsunk.study.tables import outputs
from unsunk.study.task import Played, Record, Row, Task, play_task
from unsunk.study.workers import Workers

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Problem:
    """What is not as it was written."""

    file: str
    what: str

    def __str__(self) -> str:
        return f"{self.file} {self.what}"


@dataclass
class Verified:
    """What was looked at, and what was found."""

    files: int = 0
    games: int = 0
    values: int = 0
    """Values of tables and summaries computed anew."""
    replayed: int = 0
    problems: list[Problem] = field(default_factory=list)


def verify(folder: Path) -> Verified:
    """Check every file and hash, and compute banks, log and every table value anew.

    InputError if the folder holds no finished run, or its manifest is damaged.
    """
    manifest = finished(folder)
    found = Verified(files=len(manifest.files))
    found.problems += _hashes(folder, manifest)
    named = {problem.file for problem in found.problems}
    found.problems += _banks(folder, manifest, named)
    tasks = manifest.tasks(drawn(manifest.design))
    if not any(part_path(task.id) in manifest.files for task in tasks):
        found.problems.append(Problem(MANIFEST, "names no games of the banks of its seed"))
        return found
    log = _log(folder, tasks, found, manifest.files.keys() - named)
    if log is None:
        return found
    found.games = len(log)
    expected = {CSV: log.write_csv().encode(), **outputs(log)}
    found.problems += _names(folder, manifest, {PARQUET, *expected, *kept_files(tasks)})
    for name, data in expected.items():
        found.values += _values(data) if name.endswith(".csv") and name != CSV else 0
        found.problems += _unlike(folder, name, data)
    return found


def replay(
    folder: Path, workers: Workers, progress: Progress | None = None
) -> tuple[int, list[Problem]]:
    """Play every game again from the bits in the folder: how many, and those that differ.

    The bits are drawn again too, if they are NumPy's or if Qiskit is here in the same version.
    """
    manifest = finished(folder)
    tasks = manifest.tasks(drawn(manifest.design))
    problems = list(_other_bits(folder, tasks)) if _drawn_here(manifest) else []
    games, total = 0, sum(len(task.packets) for task in tasks)
    for (task, _), played in workers.each(_again, _with_records(folder, tasks)):
        games += len(task.packets)
        if isinstance(played, Played):
            problems += _other_games(task, read_part(folder, task), played.rows)
        else:
            problems.append(Problem(tape_path(task), played))
        if progress is not None:
            progress(games, total)
    return games, problems


def _again(work: tuple[Task, Sequence[Record] | str]) -> Played | str:
    """The games of a task from recorded bits, or why they cannot be played."""
    task, records = work
    if isinstance(records, str):
        return records
    try:
        return play_task(task, records)
    except (InputError, IndexError, ValueError) as error:
        return f"does not have the bits of its games: {error}"


def _with_records(
    folder: Path, tasks: Sequence[Task]
) -> Iterator[tuple[Task, Sequence[Record] | str]]:
    """The tasks, each with its bits or why these cannot be read."""
    for task in tasks:
        try:
            yield task, read_records(folder, task) if task.source is not None else ()
        except InputError as error:
            yield task, str(error)


def _drawn_here(manifest: Manifest) -> bool:
    """Whether what drew the bits is here, in the same version if it is not NumPy."""
    name = manifest.source
    try:
        return name == SourceName.NUMPY or version(name) == manifest.versions.get(name)
    except PackageNotFoundError:
        return False


def _other_bits(folder: Path, tasks: Sequence[Task]) -> Iterator[Problem]:
    """The tapes whose bits are not those that the source draws; others are left to playing."""
    for name, task in {tape_path(task): task for task in tasks if task.source is not None}.items():
        with suppress(InputError):
            for record, packet in zip(read_records(folder, task), task.packets, strict=True):
                if redrawn(record, packet, source(str(task.source))) != record:
                    yield Problem(
                        name,
                        f"has other bits for packet {packet.number} than {task.source} draws",
                    )


def _hashes(folder: Path, manifest: Manifest) -> Iterator[Problem]:
    """Files that are missing or changed."""
    for name, digest in manifest.files.items():
        path = folder / name
        if not path.is_file():
            yield Problem(name, "is missing")
        elif sha256(path.read_bytes()) != digest:
            yield Problem(name, "was changed after it was written: its SHA-256 is another")


def _names(folder: Path, manifest: Manifest, expected: set[str]) -> Iterator[Problem]:
    """Files that a run writes and the manifest lacks, and those that are not of the run."""
    for name in sorted(expected - manifest.files.keys()):
        yield Problem(name, f"is not named in {MANIFEST}")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    for name in sorted((there | manifest.files.keys()) - expected - {MANIFEST, LOCK}):
        yield Problem(name, "is not a file of this run")


def _banks(folder: Path, manifest: Manifest, named: set[str]) -> Iterator[Problem]:
    """The banks that are not those that the seed draws."""
    for ground, bank in drawn(manifest.design).items():
        name = bank_path(*ground)
        path = folder / name
        if path.is_file() and path.read_bytes() != bank.to_json().encode():
            yield Problem(name, f"is not the bank that seed {bank.seed} draws")
        elif not path.is_file() and name not in named:
            yield Problem(name, "is missing")


def _log(
    folder: Path, tasks: Sequence[Task], found: Verified, sound: Set[str]
) -> "pl.DataFrame | None":
    """The games by their parts, and where the log says otherwise; None if all are damaged.

    `sound` are the files that have their hash: no other log is parsed, which may end the process.
    """
    import polars as pl

    stored = _stored(folder, PARQUET, from_parquet, found) if PARQUET in sound else None
    parts = []
    for task in tasks:
        name = part_path(task.id)
        try:
            parts.append(frame(read_part(folder, task)))
        except InputError as error:
            if name in sound:
                found.problems.append(Problem(name, f"cannot be read: {error}"))
    if len(parts) < len(tasks):
        if stored is None and CSV in sound:
            stored = _stored(folder, CSV, from_csv, found)
        return stored
    log = pl.concat(parts)
    if stored is not None:
        found.problems += _other_log(stored, log)
    return log


def _stored(
    folder: Path, name: str, read: "Callable[[bytes, str], pl.DataFrame]", found: Verified
) -> "pl.DataFrame | None":
    """The log in a file; None, and a problem, if it is none."""
    try:
        return read((folder / name).read_bytes(), name)
    except InputError as error:
        found.problems.append(Problem(name, f"cannot be read: {error}"))
        return None


def _values(data: bytes) -> int:
    """The cells of a table that have a value and do not say which line it is."""
    lines = csv.DictReader(io.StringIO(data.decode()))
    return sum(bool(value) for line in lines for name, value in line.items() if name not in _KEYS)


_KEYS = {*Cell._fields, "against"}


def _other_log(stored: "pl.DataFrame", log: "pl.DataFrame") -> Iterator[Problem]:
    if len(stored) != len(log):
        yield Problem(PARQUET, f"has {len(stored):,} games, its parts have {len(log):,}")
        return
    for name in log.columns:
        unlike = stored[name].ne_missing(log[name])
        for place in unlike.arg_true().to_list():
            yield Problem(
                PARQUET,
                f"row {place + 1} ({_game(log.row(place, named=True))}): {name} is "
                f"{stored[name][place]}, the game's part says {log[name][place]}",
            )


def _other_games(task: Task, before: Sequence[Row], now: Sequence[Row]) -> Iterator[Problem]:
    name = part_path(task.id)
    if len(before) != len(now):
        yield Problem(name, f"has {len(before)} games, and {len(now)} were played")
        return
    for old, new in zip(before, now, strict=True):
        for key, value in new.items():
            if old.get(key) != value:
                yield Problem(
                    name, f"({_game(new)}): {key} is {old.get(key)}, played again it is {value}"
                )


def _game(row: Row) -> str:
    """A game in words."""
    chance = "" if row["p"] is None else f" p={row['p']:g}"
    reading = "" if row["reading"] == "paper" else f" {row['reading']}"
    return (
        f"{row['board']} {row['policy']} {row['layer']}{chance}{reading}, "
        f"trial {row['trial']}, player {row['start']} first"
    )


def _unlike(folder: Path, name: str, expected: bytes) -> Iterator[Problem]:
    """The values of a file that are not those that the log gives."""
    try:
        found = (folder / name).read_bytes()
    except OSError:
        return
    if found == expected:
        return
    lines = _cells(name, found.decode("utf-8", "replace"))
    wanted = _cells(name, expected.decode())
    if [len(line) for line in lines] != [len(line) for line in wanted]:
        yield Problem(name, "has other lines or columns than the log gives")
        return
    heading = max(wanted[:4], key=len)
    differ = False
    for number, (line, right) in enumerate(zip(lines, wanted, strict=True), start=1):
        for column, value, true in zip(heading, line, right, strict=False):
            if value != true:
                differ = True
                where = f"line {number} ({' '.join(right[:_LABELS])}), {column}"
                yield Problem(name, f"{where}: it says '{value}', the log gives '{true}'")
    if not differ:
        yield Problem(name, "is written otherwise than the log gives it")


_LABELS = 6
"""Cells that say which line it is."""


def _cells(name: str, text: str) -> list[list[str]]:
    if name.endswith(".csv"):
        return list(csv.reader(io.StringIO(text)))
    part = "|" if name.endswith(".md") else "&"
    return [[cell.strip() for cell in line.strip("|").split(part)] for line in text.splitlines()]
