"""Runs on a Dask cluster: the same bytes, and one sentence where there is none."""

import subprocess
import sys

import pytest

from tests.study.small_run import content, made
from unsunk.errors import InputError
from unsunk.study.workers import workers


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
