"""Runs kept in a folder: the same bytes whoever works, however often it was stopped."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.study.small_run import content, made, small
from unsunk.errors import InputError
from unsunk.study import manifest as manifests
from unsunk.study import task as tasks
from unsunk.study.collect import collect
from unsunk.study.design import Design
from unsunk.study.log import COLUMNS, from_parquet
from unsunk.study.policies.at_random import AtRandom
from unsunk.study.store import PARQUET, Run
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


@pytest.mark.parametrize(
    "change", [{"seed": 2}, {"layers": ("L0", "L1")}, {"packets": 5}, {"boards": ("5x6",)}]
)
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
