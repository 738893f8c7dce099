"""Runs on a Dask cluster: the same bytes, and one sentence where there is none."""

import gc
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import dask
import distributed
import pytest

from tests.study.small_run import content, made
from unsunk.errors import InputError
from unsunk.study.manifest import versions
from unsunk.study.workers import workers


@pytest.fixture(autouse=True)
def _clients_are_closed():
    """Dask waits for ever if a client that failed is collected while another begins."""
    yield
    gc.collect()


def test_a_local_cluster_gives_the_same_bytes(tmp_path):
    config = tmp_path / "mine.toml"
    config.write_text('boards = ["5x5"]\npolicies = ["random"]\npackets = 4\nsource = "numpy"\n')
    folder = tmp_path / "cluster"
    command = ["study", "run", "--config", str(config), "--out", str(folder)]
    ended = subprocess.run(
        [sys.executable, "-m", "unsunk", *command, "--jobs", "2", "--cluster", "local"],
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert content(folder) == content(made(tmp_path / "here"))


@pytest.mark.parametrize("address", ["", "localhost", "localhost:1", "carrier-pigeon://x:1"])
def test_an_address_where_nobody_answers_is_refused(address, monkeypatch):
    monkeypatch.setattr("unsunk.study.cluster.PATIENCE", 0.2)
    with pytest.raises(InputError, match="no Dask cluster with workers answers at"):
        workers(1, address).__enter__()


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install unsunk\[cluster\]"):
        workers(1, "local").__enter__()


def test_a_worker_that_is_ended_is_told_in_one_sentence():
    sentence = "a worker was ended from outside, .* with fewer workers"
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        pytest.raises(InputError, match=sentence),
        workers(1, "local") as one,
    ):
        list(one.each(os._exit, [1]))


class Far:
    """A client of a cluster with one worker, whose Qiskit is another than ours, or missing."""

    qiskit = "0.1"

    def __init__(self, address, timeout):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def wait_for_workers(self, many, timeout):
        pass

    def run(self, function, *arguments):
        found = function(*arguments)
        if "qiskit" in found and self.qiskit is None:
            raise PackageNotFoundError("qiskit")
        return {"far": {name: self.qiskit if name == "qiskit" else found[name] for name in found}}

    def get_executor(self, pure):
        return None


@pytest.mark.parametrize(
    ("qiskit", "sentence"),
    [
        ("0.1", "the worker far has .*'qiskit': '0.1'"),
        (None, "the workers at far have no qiskit: install it there"),
    ],
)
def test_workers_need_the_versions_of_the_source_of_bits(qiskit, sentence, monkeypatch):
    monkeypatch.setattr(distributed, "Client", Far)
    monkeypatch.setattr(Far, "qiskit", qiskit)
    with workers(1, "far", "numpy") as players:
        assert players.many == 1
    with pytest.raises(InputError, match=sentence):
        workers(1, "far", "qiskit").__enter__()
    assert "qiskit" not in versions("numpy")
