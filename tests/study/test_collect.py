"""Runs kept in a folder: the same bytes whoever works, however often it was stopped."""

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.study.small_run import content, made, small
from unsunk.errors import ImpossibleFleetError, InputError, UnsunkError
from unsunk.racing.folder import write
from unsunk.rules.board import Board
from unsunk.study import manifest as manifests
from unsunk.study import task as tasks
from unsunk.study.bank import make_bank
from unsunk.study.collect import collect
from unsunk.study.design import Design
from unsunk.study.log import COLUMNS, from_parquet
from unsunk.study.manifest import read_manifest
from unsunk.study.policies.at_random import AtRandom
from unsunk.study.store import PARQUET, Run, drawn, packed, read_records, unpacked
from unsunk.study.verify import verify
from unsunk.study.workers import Workers, workers


class Stop(Exception):
    """Stands for a kill."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run without any interruption."""
    return content(made(tmp_path_factory.mktemp("runs") / "whole"))


def resumed(folder):
    with Run.resume(folder) as run:
        collect(run, Workers())
    return content(folder)


def stopped(folder, monkeypatch, after, late=False):
    """A run that is stopped after so many tasks, or at the end."""
    keep, done = Run.keep, []

    def keep_some(self, task, played):
        if len(done) == after:
            raise Stop
        done.append(task)
        keep(self, task, played)

    def finish(self):
        raise Stop

    with monkeypatch.context() as patched:
        patched.setattr(Run, "keep", keep_some)
        if late:
            patched.setattr(Run, "finish", finish)
        with pytest.raises(Stop):
            made(folder)


def test_a_second_run_has_the_same_bytes(whole, tmp_path):
    assert content(made(tmp_path / "again")) == whole


def test_two_processes_give_the_same_bytes(whole, tmp_path):
    with workers(2) as two:
        assert content(made(tmp_path / "two", two)) == whole


@pytest.mark.parametrize("after", [0, 1, 7, 19])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(after, whole, tmp_path, monkeypatch):
    stopped(tmp_path / "run", monkeypatch, after)
    assert len(list((tmp_path / "run" / "parts").iterdir())) == after
    assert resumed(tmp_path / "run") == whole


def test_a_run_stopped_before_its_tables_goes_on_to_the_same_bytes(whole, tmp_path, monkeypatch):
    stopped(tmp_path / "run", monkeypatch, 99, late=True)
    assert resumed(tmp_path / "run") == whole


def test_a_finished_run_is_resumed_to_the_same_bytes(whole, tmp_path):
    folder = made(tmp_path / "run")
    (folder / "tables" / "table-1.md").unlink()
    assert resumed(folder) == whole


def test_a_killed_process_leaves_a_run_that_goes_on(tmp_path):
    folder, config = tmp_path / "run", tmp_path / "mine.toml"
    config.write_text('boards = ["5x5"]\npolicies = ["random"]\npackets = 20\nsource = "numpy"\n')
    options = ["--config", str(config), "--out", str(folder), "--jobs", "2"]
    killed = subprocess.Popen(
        [sys.executable, "-m", "unsunk", "study", "run", *options], stderr=subprocess.DEVNULL
    )
    while killed.poll() is None and len(list(folder.glob("parts/*.gz"))) < 3:
        time.sleep(0.01)
    children = psutil.Process(killed.pid).children()
    killed.kill()
    killed.wait()
    assert len(children) >= 2
    assert psutil.wait_procs(children, timeout=30)[1] == []
    assert not (folder / PARQUET).exists()
    (folder / "parts" / "torn.json.gz.new").write_bytes(b"")
    assert resumed(folder) == content(made(tmp_path / "whole", packets=20))


def test_a_larger_design_adds_to_a_run(whole, tmp_path):
    folder = made(tmp_path / "run", layers=("L0", "L1"), p=(0.25,))
    before = {name: data for name, data in content(folder).items() if name.startswith("parts/")}
    with Run.resume(folder, small()) as run:
        collect(run, Workers())
    assert before.items() < content(folder).items()
    assert content(folder) == whole


def everything(folder):
    """Every path of a folder with its bytes, its lock too."""
    return {
        path: path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"boards": ("5x5", "10x10 4,4,3,3"), "policies": ("random", "joint")},
        {"p": (0.25, 0.5, 0.75, 1e-6)},
        {"boards": ("5x5", "3x3")},
        {"seed": 2},
        {"source": "qiskit"},
        {"layers": ("L0",)},
    ],
)
def test_a_refused_design_leaves_a_finished_run_as_it_is(changes, tmp_path):
    folder = made(tmp_path / "run")
    before = everything(folder)
    with pytest.raises(UnsunkError):
        Run.resume(folder, small(**changes))
    assert everything(folder) == before
    assert verify(folder).problems == []


@pytest.mark.parametrize("changes", [{"boards": ("3x3",)}, {"boards": ("5x5", "3x3")}])
def test_a_design_that_cannot_be_drawn_leaves_nothing_behind(changes, tmp_path):
    with pytest.raises(ImpossibleFleetError):
        Run.begin(tmp_path / "run", small(**changes))
    assert list(tmp_path.iterdir()) == []


L0 = {"layers": ("L0",), "packets": 40}


@pytest.mark.parametrize("at", range(4))
def test_a_kill_while_a_run_is_enlarged_is_survived(at, tmp_path, monkeypatch):
    folder = made(tmp_path / "run", **L0)
    before, written = content(folder), []

    def write_some(path, data):
        if len(written) == at:
            raise Stop
        written.append(path)
        write(path, data)

    larger = L0 | {"packets": 42, "boards": ("5x5", "6x6")}
    with monkeypatch.context() as patched:
        for room in ("store", "manifest"):
            patched.setattr(f"unsunk.study.{room}.write", write_some)
        if at < 3:
            with pytest.raises(Stop):
                Run.resume(folder, small(**larger))
        else:
            Run.resume(folder, small(**larger)).lock.close()
    expected = content(made(tmp_path / "whole", **larger)) if at else before
    assert resumed(folder) == expected


def test_a_bank_of_the_same_seed_and_more_packets_is_made_anew(whole, tmp_path):
    folder = made(tmp_path / "run")
    path = folder / "banks" / "5x5-4-3-2.json"
    path.write_text(make_bank(Board(5, 5), packets=9).to_json())
    assert resumed(folder) == whole
    path.write_text(make_bank(Board(5, 5), packets=4, seed=2).to_json())
    with pytest.raises(InputError, match="hash does not fit"):
        resumed(folder)


def test_a_seed_other_than_that_of_the_run_is_refused(tmp_path):
    folder = made(tmp_path / "run")
    with pytest.raises(InputError, match="are drawn from seed 1, not from 2: leave the seed out"):
        Run.resume(folder, small(seed=2))


@pytest.mark.parametrize("change", [{"layers": ("L0", "L1")}, {"packets": 5}, {"boards": ("5x6",)}])
def test_a_design_without_what_was_played_is_refused(change, tmp_path):
    folder = made(tmp_path / "run")
    with pytest.raises(InputError, match="the design leaves out"):
        Run.resume(folder, small(**change))
    Run.resume(folder).lock.close()


def test_bits_of_another_source_are_not_mixed_in(tmp_path):
    folder = made(tmp_path / "run", packets=1)
    with pytest.raises(InputError, match="are drawn by numpy, not by qiskit"):
        Run.resume(folder, small(packets=1, source="qiskit"))


def test_a_deleted_tape_is_whole_again_even_after_another_stop(whole, tmp_path, monkeypatch):
    folder = made(tmp_path / "run")
    next((folder / "tapes").iterdir()).unlink()
    keep = Run.keep

    def keep_one(self, task, played):
        keep(self, task, played)
        raise Stop

    with monkeypatch.context() as patched:
        patched.setattr(Run, "keep", keep_one)
        with pytest.raises(Stop):
            resumed(folder)
    assert resumed(folder) == whole


def test_the_log_has_a_row_a_game_in_the_order_of_the_design(whole):
    log = from_parquet(whole[PARQUET], PARQUET)
    assert tuple(log.columns) == COLUMNS
    assert len(log) == small().games
    assert log["layer"].unique(maintain_order=True).to_list() == ["L0", "L1", "L2", "L3"]
    assert log.filter(log["p"].is_null())["layer"].unique().to_list() == ["L0"]
    assert (log["shots_1"] - log["shots_2"]).abs().max() <= 1
    assert (log["terminal_turns"] == log.select("shots_1", "shots_2").max_horizontal()).all()
    l3 = log.filter(log["layer"] == "L3")
    assert ((l3["linked_1"] + l3["linked_2"]) == 3).all()
    assert set(log.filter(log["layer"] != "L3")["winner"]) == {1, 2}


def test_the_manifest_has_seeds_versions_and_every_file_and_nothing_of_where(whole):
    body = json.loads(whole["manifest.json"])
    assert body["files"].keys() == whole.keys() - {"manifest.json"}
    assert body["seeds"] == {"banks": 1, "bootstrap": 1}
    assert {"python", "unsunk", "numpy", "polars", "scipy"} == body["versions"].keys()
    assert Design(**{k: tuple(v) if isinstance(v, list) else v for k, v in body["design"].items()})
    text = whole["manifest.json"].decode()
    assert os.uname().nodename not in text
    assert str(Path.cwd()) not in text


def test_one_process_holds_a_run(tmp_path):
    folder = made(tmp_path / "run")
    with Run.resume(folder), pytest.raises(InputError, match="in use by another run"):
        Run.resume(folder)
    with pytest.raises(InputError, match="holds a run already"):
        Run.begin(folder, small())


@pytest.mark.parametrize("kind", ["parts", "tapes", "banks"])
def test_damaged_files_are_not_gone_on_with(kind, tmp_path):
    folder = made(tmp_path / "run")
    path = next((folder / kind).iterdir())
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(InputError, match="hash does not fit: delete it"):
        resumed(folder)


@pytest.mark.parametrize("kind", ["parts", "tapes", "banks"])
def test_deleted_files_are_made_again(kind, whole, tmp_path):
    folder = made(tmp_path / "run")
    next((folder / kind).iterdir()).unlink()
    assert resumed(folder) == whole


def test_the_games_of_another_task_are_refused(tmp_path):
    folder = made(tmp_path / "run")
    one, other, *_ = (folder / "parts").iterdir()
    one.write_bytes(other.read_bytes())
    with pytest.raises(InputError, match="of another task"):
        resumed(folder)


def _first(games, **changes):
    """Games with something else in the first."""
    return [{**games[0], **changes}, *games[1:]]


PARTS = {
    "none": lambda games: None,
    "a text": lambda games: "games",
    "numbers": lambda games: [1] * len(games),
    "empty": lambda games: [],
    "one less": lambda games: games[1:],
    "a column less": lambda games: [{k: v for k, v in row.items() if k != "p"} for row in games],
    "a column more": lambda games: _first(games, more=1),
    "a number as text": lambda games: _first(games, terminal_turns="12"),
    "a flag as number": lambda games: _first(games, linked_last=0),
    "no winner": lambda games: _first(games, winner=None),
    "too large": lambda games: _first(games, shots_1=1 << 31),
    "another trial": lambda games: _first(games, trial=3),
}


@pytest.mark.parametrize("how", PARTS)
def test_parts_with_a_right_hash_and_wrong_content_are_refused_by_name(how, tmp_path):
    folder = made(tmp_path / "run", layers=("L0",))
    path = next((folder / "parts").iterdir())
    body = unpacked(path)
    path.write_bytes(packed({**body, "games": PARTS[how](body["games"])}))
    with pytest.raises(InputError, match=rf"{path.name} h.*: delete it and go on"):
        resumed(folder)


TAPES = {
    "none": lambda records: None,
    "numbers": lambda records: [1] * len(records),
    "one less": lambda records: records[1:],
    "no bits": lambda records: [{k: v for k, v in one.items() if k != "bits"} for one in records],
    "bits as list": lambda records: [{**one, "bits": []} for one in records],
    "bits as numbers": lambda records: [{**one, "bits": {"B 1 0": 1}} for one in records],
    "another packet": lambda records: records[::-1],
    "another p": lambda records: [{**one, "p": 0.3} for one in records],
}


@pytest.mark.parametrize("how", TAPES)
def test_tapes_with_a_right_hash_and_wrong_content_are_refused_by_name(how, tmp_path):
    folder = made(tmp_path / "run", layers=("L1",), p=(0.5,))
    (path,) = (folder / "tapes").iterdir()
    body = unpacked(path)
    path.write_bytes(packed({**body, "records": TAPES[how](body["records"])}))
    with pytest.raises(InputError, match=rf"{path.name} h.*: delete it and go on"):
        read_records(folder, read_manifest(folder).tasks(drawn(small(layers=("L1",), p=(0.5,))))[0])


@pytest.mark.parametrize("kind", ["parts", "tapes"])
def test_lists_within_lists_are_refused_in_one_sentence(kind, tmp_path):
    folder = made(tmp_path / "run", layers=("L1",), p=(0.5,))
    path = next((folder / kind).iterdir())
    path.write_bytes(gzip.compress(b"[" * 100_000))
    with pytest.raises(InputError, match=rf"{path.name} is damaged"):
        resumed(folder)


def test_other_versions_are_not_mixed(tmp_path, monkeypatch):
    folder = made(tmp_path / "run")
    then = manifests.versions("numpy") | {"numpy": "1.0"}
    monkeypatch.setattr("unsunk.study.store.versions", lambda source: then)
    with pytest.raises(InputError, match=r"begun with numpy .*, and this is 1\.0"):
        Run.resume(folder)


def test_a_policy_that_has_changed_is_not_gone_on_with(tmp_path, monkeypatch):
    stopped(tmp_path / "run", monkeypatch, 5)
    monkeypatch.setattr(AtRandom, "next_shot", lambda self, view, dice: view.legal.bit_length() - 1)
    tasks._kept.cache_clear()
    with pytest.raises(InputError, match=r"'random' plays L. otherwise than it did"):
        resumed(tmp_path / "run")


def test_a_worker_that_is_ended_is_told_in_one_sentence():
    with workers(2) as two, pytest.raises(InputError, match="a worker was ended from outside"):
        list(two.each(os._exit, [1]))


@pytest.mark.slow
def test_the_papers_design(tmp_path):
    with workers(os.cpu_count() or 1) as players, Run.begin(tmp_path, Design()) as run:
        collect(run, players)
        log = run.log()
    assert len(log) == 6400
    links = log.with_columns(linked=log["linked_1"] + log["linked_2"])
    by_layer = {key[0]: part for key, part in links.partition_by("layer", as_dict=True).items()}
    assert set(by_layer["L3"]["linked"]) == {3}
    assert 0 < (by_layer["L3"]["winner"] == 0).mean() < 0.06
    for layer in ("L0", "L1", "L2"):
        assert set(by_layer[layer]["linked"]) == {0}
        assert set(by_layer[layer]["winner"]) == {1, 2}
    belief, greedy = (
        by_layer["L0"].filter(by_layer["L0"]["policy"] == name).drop("task", "policy")
        for name in ("belief", "greedy")
    )
    assert belief.equals(greedy)
