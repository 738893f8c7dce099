"""Whether a run is as it was written: every hash, every table value, and every game played again.

The games' parts are what all else follows from. The log is compared with them value by value, the
tables are made anew from the log, and the parts themselves can be played again from the bits in
the folder.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from unsunk.errors import InputError
from unsunk.racing.folder import sha256
from unsunk.study.bank import read_bank
from unsunk.study.collect import Progress
from unsunk.study.log import from_parquet
from unsunk.study.manifest import Manifest, finished
from unsunk.study.store import (
    BANKS,
    CSV,
    PARQUET,
    PARTS,
    TAPES,
    bank_path,
    part_path,
    read_log,
    read_part,
    read_records,
    tape_path,
)
from unsunk.study.tables import FOLDER, outputs
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
    """Check every hash, and compute the log and every table value anew.

    InputError if the folder holds no finished run, or its manifest is damaged.
    """
    manifest = finished(folder)
    found = Verified(files=len(manifest.files))
    found.problems += _hashes(folder, manifest)
    named = {problem.file for problem in found.problems}
    tasks = _tasks(folder, manifest, found)
    if tasks is None:
        return found
    log = _log(folder, tasks, found, named)
    if log is None:
        return found
    found.games = len(log)
    expected = {CSV: log.write_csv().encode(), **outputs(log)}
    for name, data in expected.items():
        found.values += data.count(b",") if name.endswith(".csv") and name != CSV else 0
        found.problems += _unlike(folder, name, data)
    return found


def replay(
    folder: Path, workers: Workers, progress: Progress | None = None
) -> tuple[int, list[Problem]]:
    """Play every game again from the bits in the folder: how many, and those that differ."""
    manifest = finished(folder)
    found = Verified()
    tasks = _tasks(folder, manifest, found) or []
    games, total = 0, sum(len(task.packets) for task in tasks)
    for (task, _), played in workers.each(_again, _with_records(folder, tasks)):
        games += len(task.packets)
        if isinstance(played, Played):
            before = read_part(folder / part_path(task.id))
            found.problems += _other_games(task, before, played.rows)
        else:
            found.problems.append(Problem(tape_path(task), played))
        if progress is not None:
            progress(games, total)
    return games, found.problems


def _again(work: tuple[Task, Sequence[Record]]) -> Played | str:
    """The games of a task from recorded bits, or why they cannot be played."""
    task, records = work
    try:
        return play_task(task, records)
    except (InputError, IndexError, ValueError) as error:
        return f"does not have the bits of its games: {error}"


def _with_records(folder: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, Sequence[Record]]]:
    for task in tasks:
        yield task, read_records(folder / tape_path(task)) if task.source is not None else ()


def _hashes(folder: Path, manifest: Manifest) -> Iterator[Problem]:
    """Files that are missing, changed, or not of the run."""
    for name, digest in manifest.files.items():
        path = folder / name
        if not path.is_file():
            yield Problem(name, "is missing")
        elif sha256(path.read_bytes()) != digest:
            yield Problem(name, "was changed after it was written: its SHA-256 is another")
    for room in (BANKS, TAPES, PARTS, FOLDER):
        for path in sorted((folder / room).glob("*")):
            name = f"{room}/{path.name}"
            if name not in manifest.files:
                yield Problem(name, "is not a file of this run")


def _tasks(folder: Path, manifest: Manifest, found: Verified) -> list[Task] | None:
    """The tasks of the banks in the folder; None if these are not those that were played."""
    banks, sound = {}, True
    for ground in manifest.design.grounds:
        name = bank_path(*ground)
        try:
            bank = read_bank(folder / name)
            if (bank.board, bank.fleet) != ground:
                raise InputError(f"it is of {bank.fleet} on a {bank.board} board")
            if len(bank.packets) != manifest.design.packets:
                raise InputError(f"it has {len(bank.packets)} packets")
            banks[ground] = bank
        except (InputError, OSError) as error:
            found.problems.append(Problem(name, f"is not the bank of this run: {error}"))
            sound = False
    if not sound:
        return None
    tasks = manifest.tasks(banks)
    for ground in manifest.design.grounds:
        of = [task for task in tasks if (task.condition.board, task.condition.fleet) == ground]
        if not any(part_path(task.id) in manifest.files for task in of):
            name = bank_path(*ground)
            found.problems.append(Problem(name, "is not the bank that the games were played with"))
            sound = False
    return tasks if sound else None


def _log(
    folder: Path, tasks: Sequence[Task], found: Verified, named: set[str]
) -> "pl.DataFrame | None":
    """The games by their parts, and where the log says otherwise; None if both are damaged."""
    stored = None
    try:
        stored = from_parquet((folder / PARQUET).read_bytes(), PARQUET)
    except (InputError, OSError) as error:
        found.problems.append(Problem(PARQUET, f"cannot be read: {error}"))
    for task in tasks:
        name = part_path(task.id)
        try:
            read_part(folder / name)
        except InputError as error:
            if name not in named:
                found.problems.append(Problem(name, str(error)))
            return stored if PARQUET not in named else None
    log = read_log(folder, tasks)
    if stored is not None:
        found.problems += _other_log(stored, log)
    return log


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
