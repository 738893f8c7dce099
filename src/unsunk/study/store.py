"""The folder of a run, so that it can be killed at any moment and taken up again.

    manifest.json     design, versions, seeds; at the end the SHA-256 of every file
    banks/            the packets, one JSON file a board and fleet
    tapes/            the bits drawn, one file a board, fleet, p and block of packets
    parts/            the games, one file a task, named by its hash
    trials.parquet    all games in one file, and as trials.csv
    summary.csv, comparisons.csv, tables/

The bits of a task are on the disk before its games are, and every file is written whole or not at
all. A task without a part is played again, and draws the bits that it drew before.
"""

import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from unsunk.errors import InputError
from unsunk.racing.folder import FRESH, Held, locked, sha256, write
from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.study.bank import Bank, make_bank, read_bank
from unsunk.study.bits import SourceName, is_record, source
from unsunk.study.design import Design
from unsunk.study.log import frame, require_rows, to_parquet
from unsunk.study.manifest import (
    MANIFEST,
    Manifest,
    finished,
    read_manifest,
    require_same_versions,
    versions,
)
from unsunk.study.tables import outputs
from unsunk.study.task import BLOCK, Played, Record, Row, Task, canonical, joined

if TYPE_CHECKING:
    import polars as pl

BANKS, TAPES, PARTS = "banks", "tapes", "parts"
PARQUET, CSV = "trials.parquet", "trials.csv"
NOT_PACKED = (
    OSError, EOFError, zlib.error, ValueError, KeyError, AttributeError, TypeError, RecursionError,
)  # fmt: skip
AGAIN = "delete it and go on with `unsunk study resume`"


class Run(Held):
    """A run, held by one process at a time: use it in a `with` statement."""

    def __init__(self, folder: Path, lock: IO[bytes], manifest: Manifest) -> None:
        super().__init__(folder, lock)
        self.manifest = manifest

    @classmethod
    def begin(cls, folder: Path, design: Design) -> "Run":
        """A new run; InputError if there is one already, or if the design cannot be played."""
        design.require_played()
        chance, banks = source(design.source).name, drawn(design)
        for name in (BANKS, TAPES, PARTS):
            (folder / name).mkdir(parents=True, exist_ok=True)
        run = cls(folder, locked(folder, "run"), Manifest(design, chance, versions(chance)))
        run.banks = banks
        with _closed_on_error(run.lock):
            if (folder / MANIFEST).exists():
                raise InputError(
                    f"{folder} holds a run already: go on with it by `unsunk study resume {folder}`"
                )
            run._save_banks()
        return run

    @classmethod
    def resume(cls, folder: Path, design: Design | None = None) -> "Run":
        """The run in a folder, with a larger design if one is given.

        InputError if it is damaged, was begun with other versions, or if the design leaves out
        what was played.
        """
        manifest = read_manifest(folder)
        run = cls(folder, locked(folder, "run"), manifest)
        with _closed_on_error(run.lock):
            for torn in folder.rglob(f"*{FRESH}"):
                torn.unlink()
            source(manifest.source)
            require_same_versions(folder, manifest.versions, versions(manifest.source))
            (design or manifest.design).require_played()
            for ground, bank in run.banks.items():
                _check_bank(run, ground, bank)
            if design is not None:
                run._extend(design)
        return run

    @cached_property
    def banks(self) -> dict[tuple[Board, Fleet], Bank]:
        """The packets by board and fleet, drawn from the design's seed."""
        return drawn(self.manifest.design)

    @cached_property
    def tasks(self) -> list[Task]:
        """All tasks, in the order of the log."""
        return self.manifest.tasks(self.banks)

    def waiting(self) -> list[Task]:
        """The tasks that have no games yet; InputError for damaged files.

        Games whose bits are gone are deleted, so that they draw them again.
        """
        for path in sorted((self.folder / TAPES).glob("*.gz")):
            unpacked(path)
        return [task for task in self.tasks if not self._played(task)]

    def keep(self, task: Task, played: Played) -> None:
        """Write a task's bits, then its games."""
        before = self.records(task)
        records = joined(before, played.records)
        if records != before:
            write(
                self.folder / tape_path(task), packed({"tape": list(task.tape), "records": records})
            )
        body = {"task": task.id, "identity": task.identity, "games": list(played.rows)}
        write(self.folder / part_path(task.id), packed(body))

    def records(self, task: Task) -> list[Record]:
        """The bits drawn so far of a task's packets; none at L0."""
        is_there = task.source is not None and (self.folder / tape_path(task)).is_file()
        return read_records(self.folder, task) if is_there else []

    def log(self) -> "pl.DataFrame":
        """All games; every task must have been played."""
        return read_log(self.folder, self.tasks)

    def finish(self) -> None:
        """Write the log and all that follows from it, then the manifest with every hash."""
        log, folder = self.log(), self.folder
        made = {PARQUET: to_parquet(log), CSV: log.write_csv().encode(), **outputs(log)}
        for name, data in made.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write(folder / name, data)
        names = [*made, *kept_files(self.tasks)]
        self.manifest.files = {name: sha256((folder / name).read_bytes()) for name in names}
        self.manifest.finished = True
        self.manifest.save(folder)

    def _played(self, task: Task) -> bool:
        part = self.folder / part_path(task.id)
        if not part.is_file():
            return False
        read_part(self.folder, task)
        if task.source is None or (self.folder / tape_path(task)).is_file():
            return True
        part.unlink()
        return False

    def _extend(self, design: Design) -> None:
        if design.source not in (SourceName.AUTO, self.manifest.source):
            raise InputError(
                f"the bits in {self.folder} are drawn by {self.manifest.source}, not by "
                f"{design.source}: run the design in another folder"
            )
        seed = self.manifest.design.seed
        if design.seed != seed:
            raise InputError(
                f"the packets in {self.folder} are drawn from seed {seed}, not from {design.seed}: "
                "leave the seed out of the design, or run it in another folder"
            )
        old = {task.id for task in self.tasks if (self.folder / part_path(task.id)).is_file()}
        self.manifest.design = design
        for name in ("banks", "tasks"):
            self.__dict__.pop(name, None)
        left_out = old - {task.id for task in self.tasks}
        if left_out:
            raise InputError(
                f"the design leaves out {len(left_out):,} of the tasks that {self.folder} has "
                "played: it must have all that was played, the same seed, and more "
                f"packets only if those before were a multiple of {BLOCK}"
            )
        self.manifest.finished = False
        self._save_banks()

    def _save_banks(self) -> None:
        """Write the manifest, then the banks: a kill between leaves banks that are made again."""
        self.manifest.files = {bank_path(*at): bank.sha256 for at, bank in self.banks.items()}
        self.manifest.save(self.folder)
        for ground, bank in self.banks.items():
            write(self.folder / bank_path(*ground), bank.to_json().encode())


def drawn(design: Design) -> dict[tuple[Board, Fleet], Bank]:
    """The packets of a design by board and fleet, from its seed."""
    return {
        ground: make_bank(*ground, packets=design.packets, seed=design.seed)
        for ground in design.grounds
    }


@contextmanager
def _closed_on_error(lock: IO[bytes]) -> Iterator[None]:
    """Let go of a folder if what is done inside fails."""
    try:
        yield
    except BaseException:
        lock.close()
        raise


def bank_path(board: Board, fleet: Fleet) -> str:
    """Where the packets of a board and fleet lie in a run.

    >>> bank_path(Board(5, 5), Fleet((4, 3, 2)))
    'banks/5x5-4-3-2.json'
    """
    return f"{BANKS}/{board}-{_word(str(fleet))}.json"


def tape_path(task: Task) -> str:
    """Where the bits that a task draws lie."""
    board, fleet, p, first = task.tape
    return f"{TAPES}/{board}-{_word(fleet)}-p{p!r}-{first:06}.json.gz"


def part_path(task: str) -> str:
    """Where the games of a task lie."""
    return f"{PARTS}/{task}.json.gz"


def kept_files(tasks: Sequence[Task]) -> list[str]:
    """The banks, parts and tapes of a run that has played these tasks."""
    grounds = [(task.condition.board, task.condition.fleet) for task in tasks]
    tapes = {tape_path(task) for task in tasks if task.source is not None}
    parts = [part_path(task.id) for task in tasks]
    return [*(bank_path(*ground) for ground in dict.fromkeys(grounds)), *parts, *sorted(tapes)]


def packed(body: dict[str, Any]) -> bytes:
    """JSON with a hash of its own content, compressed; the same bytes for the same content."""
    return gzip.compress(canonical({**body, "sha256": sha256(canonical(body))}), mtime=0)


def unpacked(path: Path) -> dict[str, Any]:
    """What `packed` was given; InputError if the file is damaged."""
    if not path.is_file():
        raise InputError(f"{path} is missing")
    try:
        body: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
        if body.pop("sha256") != sha256(canonical(body)):
            raise ValueError
    except NOT_PACKED:
        raise InputError(f"{path} is damaged, its hash does not fit: {AGAIN}") from None
    return body


def read_part(folder: Path, task: Task) -> list[Row]:
    """The games of a task; InputError if the file is damaged, is another's, or holds no games."""
    path = folder / part_path(task.id)
    body = unpacked(path)
    if body.get("task") != task.id:
        raise InputError(f"{path} holds the games of another task: {AGAIN}")
    try:
        played: list[Row] = require_rows(body.get("games"))
    except InputError as error:
        raise InputError(f"{path} holds no games: {error}: {AGAIN}") from None
    if [row["trial"] for row in played] != [packet.number for packet in task.packets]:
        raise InputError(f"{path} has not one game of each packet: {AGAIN}")
    return played


def read_records(folder: Path, task: Task) -> list[Record]:
    """The bits of a task's packets; InputError if the file is damaged or is of other packets."""
    path = folder / tape_path(task)
    records = unpacked(path).get("records")
    if not isinstance(records, list) or not all(map(is_record, records)):
        raise InputError(f"{path} holds no bits: {AGAIN}")
    of = [(record["source"], record["p"], record["seed"]) for record in records]
    if of != [(task.source, task.condition.p, packet.seed) for packet in task.packets]:
        raise InputError(f"{path} has the bits of other packets: {AGAIN}")
    return records


def read_log(folder: Path, tasks: Sequence[Task]) -> "pl.DataFrame":
    """The games of all tasks, from their parts."""
    import polars as pl

    return pl.concat([frame(read_part(folder, task)) for task in tasks])


def finished_log(folder: Path) -> bytes:
    """The bytes of the log of a finished run; InputError if it was changed."""
    path, digest = folder / PARQUET, finished(folder).files[PARQUET]
    if not path.is_file() or sha256(path.read_bytes()) != digest:
        raise InputError(f"{path} is not as it was written: see `unsunk study verify {folder}`")
    return path.read_bytes()


def _check_bank(run: Run, ground: tuple[Board, Fleet], bank: Bank) -> None:
    name = bank_path(*ground)
    path, wanted = run.folder / name, run.manifest.files.get(name)
    if bank.sha256 != wanted:
        raise InputError(
            f"seed {bank.seed} draws another bank than {path} now: run anew in another folder"
        )
    if path.is_file() and sha256(path.read_bytes()) == wanted:
        return
    if path.is_file() and not _is_of_the_seed(path, bank):
        raise InputError(f"{path} was changed after it was written, its hash does not fit: {AGAIN}")
    write(path, bank.to_json().encode())


def _is_of_the_seed(path: Path, bank: Bank) -> bool:
    """Whether a file is a whole bank of this one's seed, of more or fewer packets."""
    try:
        many = len(read_bank(path).packets)
    except InputError:
        return False
    other = make_bank(bank.board, bank.fleet, many, bank.seed)
    return path.read_bytes() == other.to_json().encode()


def _word(text: str) -> str:
    """A fleet in the name of a file."""
    return "".join(letter if letter.isalnum() else "-" for letter in text)
