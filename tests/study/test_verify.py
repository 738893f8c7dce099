"""Verify: whatever is changed in a run is named, file and value."""

import gzip
import json
import shutil
import sys
from importlib.metadata import PackageNotFoundError

import polars as pl
import pytest

from tests.study.small_run import made, small
from unsunk.errors import InputError
from unsunk.racing.folder import sha256
from unsunk.rules.board import Board
from unsunk.study.bank import make_bank
from unsunk.study.log import from_csv, from_parquet, to_parquet
from unsunk.study.manifest import read_manifest
from unsunk.study.store import PARQUET, Run, drawn, packed, part_path, tape_path, unpacked
from unsunk.study.task import play_task
from unsunk.study.verify import replay, verify
from unsunk.study.workers import Workers


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return made(tmp_path_factory.mktemp("runs") / "run")


@pytest.fixture
def folder(sound, tmp_path):
    shutil.copytree(sound, tmp_path / "run")
    return tmp_path / "run"


def signed(folder, name, data):
    """Write a file and its hash into the manifest, as a careful forger would."""
    (folder / name).write_bytes(data)
    manifest = read_manifest(folder)
    manifest.files[name] = sha256(data)
    manifest.save(folder)


def told(folder):
    return [str(problem) for problem in verify(folder).problems]


def test_a_sound_run_has_no_problem(sound):
    found = verify(sound)
    assert found.problems == []
    assert (found.games, found.files) == (80, len(read_manifest(sound).files))
    tables = ["summary.csv", "comparisons.csv", *(f"tables/table-{n}.csv" for n in (1, 2, 3, 4))]
    keys = ("reading", "board", "fleet", "policy", "layer", "p", "against")
    values = pl.concat(
        [pl.read_csv(sound / name, infer_schema=False).drop(keys, strict=False) for name in tables],
        how="diagonal",
    )
    assert found.values == sum(values.count().row(0)) > 500
    assert replay(sound, Workers()) == (80, [])


@pytest.mark.parametrize(
    "name",
    [
        "trials.parquet",
        "trials.csv",
        "summary.csv",
        "comparisons.csv",
        "tables/table-2.tex",
        "banks/5x5-4-3-2.json",
        "tapes/5x5-4-3-2-p0.5-000001.json.gz",
    ],
)
def test_a_byte_more_and_a_missing_file_are_named(name, folder):
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data + b"\n")
    assert any(line.startswith(f"{name} was changed") for line in told(folder))
    (folder / name).unlink()
    assert f"{name} is missing" in told(folder)


def test_a_torn_log_is_named(folder):
    data = (folder / PARQUET).read_bytes()
    (folder / PARQUET).write_bytes(data[: len(data) // 2])
    assert [line.split(":")[0] for line in told(folder)] == [
        f"{PARQUET} was changed after it was written"
    ]


def test_a_damaged_log_is_not_parsed_and_parts_or_csv_are_gone_on_with(folder, monkeypatch):
    """What parses Parquet may end the process if it is damaged."""

    def parse(data, name):
        raise AssertionError

    monkeypatch.setattr("unsunk.study.verify.from_parquet", parse)
    (folder / PARQUET).write_bytes(b"PAR1")
    table = folder / "tables" / "table-2.csv"
    signed(folder, "tables/table-2.csv", table.read_bytes().replace(b"random", b"Random"))
    assert [problem.file for problem in verify(folder).problems][:2] == [
        PARQUET,
        "tables/table-2.csv",
    ]
    path = next((folder / "parts").iterdir())
    path.unlink()
    found = verify(folder)
    assert found.games == 80
    assert {problem.file for problem in found.problems} == {
        PARQUET,
        f"parts/{path.name}",
        "tables/table-2.csv",
    }
    (folder / "trials.csv").write_bytes(b"")
    assert {problem.file for problem in verify(folder).problems} == {
        PARQUET,
        f"parts/{path.name}",
        "trials.csv",
    }


def test_a_panic_of_the_parser_is_one_sentence(monkeypatch):
    def panic(source):
        raise pl.exceptions.PanicException("called unwrap")

    monkeypatch.setattr(pl, "read_parquet", panic)
    with pytest.raises(InputError, match="log is no Parquet file: called unwrap"):
        from_parquet(b"", "log")


def test_csv_has_the_log(sound):
    log = from_parquet((sound / PARQUET).read_bytes(), PARQUET)
    assert from_csv((sound / "trials.csv").read_bytes(), "trials.csv").equals(log)
    with pytest.raises(InputError, match=r"trials\.csv is no log of a run"):
        from_csv(b"a,b\n1,2\n", "trials.csv")


def test_an_edited_table_is_named_by_its_value(folder):
    path = folder / "tables" / "table-1.csv"
    lines = path.read_text().splitlines(keepends=True)
    cells = lines[2].split(",")
    right, cells[9] = cells[9], "99.5"
    lines[2] = ",".join(cells)
    signed(folder, "tables/table-1.csv", "".join(lines).encode())
    (line,) = told(folder)
    assert line == (
        "tables/table-1.csv line 3 (paper 5x5 4,3,2 random L1 0.5), mean: "
        f"it says '99.5', the log gives '{right}'"
    )


@pytest.mark.parametrize("kind", ["md", "tex"])
def test_edited_pages_are_named_by_their_value(kind, folder):
    name = f"tables/table-3.{kind}"
    text = (folder / name).read_text()
    value = next(word for word in text.split() if word.count(".") == 1 and word[0].isdigit())
    signed(folder, name, text.replace(value, "12.34", 1).encode())
    (line,) = told(folder)
    assert line.startswith(f"{name} line ")
    assert line.endswith(f"it says '12.34', the log gives '{value}'")


def test_an_edited_log_is_named_by_its_game_and_value(folder):
    log = from_parquet((folder / PARQUET).read_bytes(), PARQUET)
    turns = log["terminal_turns"].to_list()
    edited = log.with_columns(pl.Series("terminal_turns", [*turns[:9], 3, *turns[10:]], pl.Int32))
    signed(folder, PARQUET, to_parquet(edited))
    (line,) = told(folder)
    assert line == (
        f"{PARQUET} row 10 (5x5 random L1 p=0.25, trial 2, player 1 first): terminal_turns is 3, "
        f"the game's part says {turns[9]}"
    )


def test_a_log_with_a_game_less_is_named(folder):
    log = from_parquet((folder / PARQUET).read_bytes(), PARQUET)
    signed(folder, PARQUET, to_parquet(log.head(79)))
    assert told(folder) == [f"{PARQUET} has 79 games, its parts have 80"]


def test_a_log_of_other_columns_is_named(folder):
    log = from_parquet((folder / PARQUET).read_bytes(), PARQUET)
    signed(folder, PARQUET, to_parquet(log.drop("winner")))
    (line,) = told(folder)
    assert line.startswith(f"{PARQUET} cannot be read: {PARQUET} is no log of a run")


def test_a_table_of_another_run_is_named(folder, tmp_path):
    other = made(tmp_path / "other", seed=2)
    for name in ("tables/table-4.csv", "trials.csv"):
        signed(folder, name, (other / name).read_bytes())
    lines = told(folder)
    assert {line.split()[0] for line in lines} == {"tables/table-4.csv", "trials.csv"}


@pytest.mark.parametrize("forged", [False, True])
def test_a_wrong_bank_is_named(forged, folder):
    data = make_bank(Board(5, 5), packets=4, seed=2).to_json().encode()
    name = "banks/5x5-4-3-2.json"
    if forged:
        signed(folder, name, data)
    else:
        (folder / name).write_bytes(data)
    lines = told(folder)
    assert f"{name} is not the bank that seed 1 draws" in lines
    assert any("was changed" in line for line in lines) is not forged


def test_a_bank_of_another_board_or_with_a_packet_less_is_named(folder):
    name = "banks/5x5-4-3-2.json"
    for bank in (make_bank(Board(6, 6), packets=4), make_bank(Board(5, 5), packets=3)):
        (folder / name).write_text(bank.to_json())
        assert f"{name} is not the bank that seed 1 draws" in told(folder)


def test_a_manifest_of_another_seed_is_named(folder):
    manifest = read_manifest(folder)
    manifest.design = small(seed=2)
    manifest.save(folder)
    assert told(folder) == [
        "banks/5x5-4-3-2.json is not the bank that seed 2 draws",
        "manifest.json names no games of the banks of its seed",
    ]


def test_a_part_without_games_is_named(folder):
    path, body = _l3(folder)
    signed(folder, f"parts/{path.name}", packed({**body, "games": []}))
    (line,) = told(folder)
    assert line.startswith(f"parts/{path.name} cannot be read: ")


def test_a_damaged_part_is_named(folder):
    path = next((folder / "parts").iterdir())
    path.write_bytes(path.read_bytes()[:-9])
    lines = told(folder)
    assert f"parts/{path.name} was changed after it was written" in lines[0]
    assert len(lines) == 1


def test_a_file_that_is_not_of_the_run_is_named(folder):
    (folder / "parts" / "0123456789abcdef.json.gz").write_bytes(b"")
    assert told(folder) == ["parts/0123456789abcdef.json.gz is not a file of this run"]


@pytest.mark.parametrize("name", ["notes.txt", "more/notes.txt", "tables/table-5.csv", ".hidden"])
def test_strange_files_are_named_wherever_they_lie(name, folder):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(b"")
    assert told(folder) == [f"{name} is not a file of this run"]
    signed(folder, name, b"1")
    assert told(folder) == [f"{name} is not a file of this run"]


@pytest.mark.parametrize("kind", ["banks", "parts", "tapes", "tables", ""])
@pytest.mark.parametrize("there", [False, True])
def test_a_file_that_the_manifest_leaves_out_is_named(kind, there, folder):
    path = next(path for path in sorted((folder / kind).iterdir()) if path.suffix in (".csv", ".gz")
                or kind == "banks")  # fmt: skip
    name = path.relative_to(folder).as_posix()
    manifest = read_manifest(folder)
    del manifest.files[name]
    manifest.save(folder)
    if not there:
        path.unlink()
    assert f"{name} is not named in manifest.json" in told(folder)


def test_an_edited_manifest_is_refused(folder):
    path = folder / "manifest.json"
    path.write_text(path.read_text().replace('"banks": 1', '"banks": 2'))
    with pytest.raises(InputError, match=r"manifest\.json is damaged"):
        verify(folder)
    path.write_text("[]")
    with pytest.raises(InputError, match=r"manifest\.json is damaged"):
        verify(folder)
    path.unlink()
    with pytest.raises(InputError, match="holds no run"):
        verify(folder)


def test_a_run_that_is_not_finished_is_refused(tmp_path):
    Run.begin(tmp_path / "run", small()).lock.close()
    with pytest.raises(InputError, match="is not finished: go on with it"):
        verify(tmp_path / "run")


def _l3(folder):
    """A part with games at L3."""
    for path in (folder / "parts").iterdir():
        body = unpacked(path)
        if body["identity"]["layer"] == "L3":
            return path, body
    raise AssertionError


def test_games_forged_everywhere_are_found_by_playing_them_again(folder):
    path, body = _l3(folder)
    body["games"][1]["direct_2"] += 1
    signed(folder, f"parts/{path.name}", packed(body))
    with Run.resume(folder) as run:
        run.finish()
    assert verify(folder).problems == []
    games, (problem,) = replay(folder, Workers())
    assert games == 80
    assert problem.file == f"parts/{path.name}"
    row = body["games"][1]
    assert (
        f"direct_2 is {row['direct_2']}, played again it is {row['direct_2'] - 1}" in problem.what
    )


@pytest.mark.parametrize("how", ["flipped", "left out"])
def test_forged_bits_are_found_by_playing_again(how, folder):
    name = "tapes/5x5-4-3-2-p0.75-000001.json.gz"
    body = unpacked(folder / name)
    bits = body["records"][2]["bits"]
    if how == "left out":
        del bits["V 2 0"]
    else:
        bits["V 2 0"] = "".join(f"{15 - int(digit, 16):x}" for digit in bits["V 2 0"])
    signed(folder, name, packed(body))
    assert verify(folder).problems == []
    _, problems = replay(folder, Workers())
    files = {problem.file.partition("/")[0] for problem in problems}
    assert files == {"tapes"} if how == "left out" else {"tapes", "parts"}


def _forge_bits_and_games(folder):
    """Flip the bits of a tape, and play its games with them, as a careful forger would."""
    name = "tapes/5x5-4-3-2-p0.75-000001.json.gz"
    body = unpacked(folder / name)
    bits = body["records"][2]["bits"]
    bits["V 2 0"] = "".join(f"{15 - int(digit, 16):x}" for digit in bits["V 2 0"])
    signed(folder, name, packed(body))
    manifest = read_manifest(folder)
    for task in manifest.tasks(drawn(manifest.design)):
        if task.source is not None and tape_path(task) == name:
            part = folder / part_path(task.id)
            rows = play_task(task, body["records"]).rows
            part.write_bytes(packed({**unpacked(part), "games": list(rows)}))
    with Run.resume(folder) as run:
        run.finish()
    return name


def test_bits_that_the_source_does_not_draw_are_named(folder):
    name = _forge_bits_and_games(folder)
    assert verify(folder).problems == []
    games, (problem,) = replay(folder, Workers())
    assert games == 80
    assert str(problem) == f"{name} has other bits for packet 3 than numpy draws"


def test_bits_of_qiskit_are_drawn_again_where_it_is_the_same(tmp_path, monkeypatch):
    folder = made(tmp_path / "run", source="qiskit", packets=3, p=(0.75,), layers=("L1",))
    name = _forge_bits_and_games(folder)
    _, (problem,) = replay(folder, Workers())
    assert problem.file == name
    monkeypatch.setattr("unsunk.study.verify.version", lambda name: "0.1")
    assert replay(folder, Workers())[1] == []


@pytest.mark.parametrize("content", [[], [1, 2, 3, 4]])
def test_a_tape_without_bits_is_named(content, folder):
    name = "tapes/5x5-4-3-2-p0.75-000001.json.gz"
    body = unpacked(folder / name)
    signed(folder, name, packed({**body, "records": content}))
    _, problems = replay(folder, Workers())
    assert {problem.file for problem in problems} == {name}


def _missing(name):
    raise PackageNotFoundError(name)


def test_playing_again_needs_no_qiskit(tmp_path, monkeypatch):
    from unsunk.study import bits

    folder = made(tmp_path / "run", source="qiskit", packets=1, p=(0.5,))
    assert read_manifest(folder).versions["qiskit"]

    monkeypatch.setattr(bits, "find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "unsunk.study.circuits", None)
    monkeypatch.setattr("unsunk.study.verify.version", _missing)
    bits.source.cache_clear()
    with pytest.raises(ImportError):
        bits.source("qiskit")
    assert verify(folder).problems == []
    assert replay(folder, Workers()) == (8, [])


def test_parts_are_plain_json_under_gzip(sound):
    for path in (sound / "parts").iterdir():
        assert json.loads(gzip.decompress(path.read_bytes()))["task"] in path.name
