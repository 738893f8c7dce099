"""`unsunk study` and its commands."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.study.small_run import content
from unsunk.cli.main import main

Captured = pytest.CaptureFixture[str]
CONFIG = """
boards = ["5x5"]
policies = ["random"]
packets = 3
source = "numpy"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text(CONFIG, encoding="utf-8")


def told(capsys: Captured, arguments: str) -> dict[str, Any]:
    """The JSON that a command prints, and nothing else."""
    assert main(["study", *arguments.split(), "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    found: dict[str, Any] = json.loads(captured.out)
    return found


def refused(capsys: Captured, arguments: str) -> str:
    """The sentence with which a command is refused."""
    assert main(["study", *arguments.split()]) == 2
    error = capsys.readouterr().err
    assert error.startswith("unsunk: ")
    assert error.count("\n") == 1
    return error


def test_a_run_is_made_verified_and_compared(capsys: Captured) -> None:
    run = told(capsys, "run --config small.toml --out a --jobs 1")
    assert run.pop("seconds") > 0
    assert run == {
        "folder": "a",
        "log": str(Path("a", "trials.parquet")),
        "configurations": 20,
        "games": 60,
        "source": "numpy",
    }
    verified = told(capsys, "verify a --replay --jobs 1")
    assert (verified["games"], verified["replayed"], verified["problems"]) == (60, 60, [])
    compared = told(capsys, "compare a --table 4")
    assert len(compared["cells"]) == 56
    assert compared["tables"]["4"] == {"agree": compared["tables"]["4"]["agree"], "compared": 7,
                                       "cells": 56}  # fmt: skip
    first = compared["cells"][0]
    assert first.keys() == {
        "table", "board", "policy", "layer", "p", "measure", "paper", "ours", "rule", "agrees",
        "note",
    }  # fmt: skip
    assert first["paper"].keys() == first["ours"].keys() == {"value", "low", "high", "kind"}


def test_people_read_tables(capsys: Captured) -> None:
    assert main(["study", "run", "--config", "small.toml", "--out", "a", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "| 5x5 | random | " in out
    assert out.endswith("60 games of 20 configurations, bits by numpy; kept in a\n")
    assert main(["study", "verify", "a"]) == 0
    assert capsys.readouterr().out.endswith("values computed anew: all as written\n")
    assert main(["study", "compare", "a"]) == 0
    out = capsys.readouterr().out
    assert "Table 1: 10x10 greedy" in out
    assert "of 10 cells agree (70 not played)" in out
    assert " cells agree, 3 packets a board\n" in out[out.index("In all: ") :]
    assert all(len(line) <= 80 for line in out.splitlines())


def test_resume_of_a_whole_run_changes_nothing_and_packets_make_it_larger(
    capsys: Captured,
) -> None:
    Path("small.toml").write_text(CONFIG.replace("3", "40") + 'layers = ["L0"]', encoding="utf-8")
    told(capsys, "run --config small.toml --out a --jobs 1 --seed 7")
    before = content(Path("a"))
    assert told(capsys, "resume a --jobs 1")["games"] == 80
    assert content(Path("a")) == before
    assert told(capsys, "resume a --packets 41 --jobs 1")["games"] == 82
    told(capsys, "run --config small.toml --out b --packets 41 --jobs 1 --seed 7")
    assert content(Path("b")) == content(Path("a"))
    assert told(capsys, "resume a --config small.toml --jobs 1")["games"] == 82


def test_a_seed_that_a_config_states_is_not_replaced(capsys: Captured) -> None:
    told(capsys, "run --config small.toml --out a --jobs 1 --seed 7")
    before = content(Path("a"))
    for seed in (1, 8):
        Path("small.toml").write_text(f"{CONFIG}seed = {seed}", encoding="utf-8")
        error = refused(capsys, "resume a --config small.toml --jobs 1")
        assert f"the packets in a are drawn from seed 7, not from {seed}: " in error
    assert content(Path("a")) == before
    Path("small.toml").write_text(f"{CONFIG}seed = 7", encoding="utf-8")
    assert told(capsys, "resume a --config small.toml --jobs 1")["games"] == 60


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("p = [1.5]", "small.toml: p = 1.5 is not a chance: it lies from 0 to 1"),
        ("policies = ['clever']", "small.toml: 'clever' is not a policy: it is one of random"),
        ("boards = ['3x3']", "do not fit on a 3x3 board"),
        ("boards = ['99x1']", "'99x1' is not a board"),
        ("policies = ['joint']\nboards = ['10x10 4,4,3,3']", "joint"),
        ("p = [", "this is not a TOML file"),
        ("colour = 1", "'colour' is not one of boards"),
    ],
)
def test_designs_that_cannot_be_played_are_refused(
    lines: str, sentence: str, capsys: Captured
) -> None:
    Path("small.toml").write_text(lines, encoding="utf-8")
    assert sentence in refused(capsys, "run --config small.toml --out a")
    assert not Path("a", "manifest.json").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("run --config nothing.toml", "'nothing.toml' is neither a design (paper, sweep"),
        ("run --packets 0", "invalid value for '--packets'"),
        ("run --jobs 0", "invalid value for '--jobs'"),
        ("run --seed 18446744073709551616 --out a", "it is a whole number from 0 to 2**64 - 1"),
        ("resume nowhere", "nowhere holds no run: begin one there"),
        ("verify nowhere", "nowhere holds no run"),
        ("compare nowhere", "nowhere holds no run"),
        ("compare nowhere --table 5", "invalid value for '--table'"),
        ("circuits --p 2", "p = 2 is not a chance"),
        ("packets --board 3x3", "do not fit on a 3x3 board"),
        ("packets small.toml", "small.toml: this is not a bank of packets"),
        ("packets nowhere.json", "nowhere.json"),
        ("walkthrough --policy clever", "'clever' is not a policy"),
        ("walkthrough --reading loose", "'loose' is not a reading"),
        ("walkthrough --p 1.5", "p = 1.5 is not a chance"),
    ],
)
def test_refusals_are_one_sentence(arguments: str, sentence: str, capsys: Captured) -> None:
    assert sentence in refused(capsys, arguments)


def test_a_cluster_that_does_not_answer_is_refused(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unsunk.study.cluster.PATIENCE", 0.2)
    sentence = refused(capsys, "run --config small.toml --out a --cluster localhost:1")
    assert "no Dask cluster with workers answers at localhost:1: " in sentence
    assert not Path("a").exists()


def test_a_folder_with_a_run_is_not_begun_again(capsys: Captured) -> None:
    told(capsys, "run --config small.toml --out a --jobs 1")
    assert "unsunk study resume a" in refused(capsys, "run --config small.toml --out a")


def test_what_was_edited_is_named_with_exit_code_2(capsys: Captured) -> None:
    told(capsys, "run --config small.toml --out a --jobs 1")
    table = Path("a", "tables", "table-1.csv")
    table.write_text(table.read_text().replace("random,L0", "random,L9", 1), encoding="utf-8")
    assert main(["study", "verify", "a"]) == 2
    captured = capsys.readouterr()
    assert "tables/table-1.csv was changed after it was written" in captured.out
    assert "layer: it says 'L9', the log gives 'L0'" in captured.out
    assert captured.err.startswith("unsunk: a is not as it was written: tables/table-1.csv was")
    assert captured.err.endswith("(and 1 more)\n")
    assert "was played under paper" in refused(capsys, "compare a --reading strict")
    Path("a", "trials.parquet").write_bytes(b"")
    assert "see `unsunk study verify a`" in refused(capsys, "compare a")


def test_the_three_circuits_are_drawn(capsys: Captured) -> None:
    assert main(["study", "circuits", "--p", "0.25"]) == 0
    out = capsys.readouterr().out
    assert out.count("Ry(π/3)") == 2
    assert out.count("Ry(π/2)") == 1
    assert out.count("X") == 1


def test_banks_are_made_and_checked(capsys: Captured) -> None:
    assert main(["study", "packets", "--board", "6x5", "--fleet", "3,2", "--packets", "2"]) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed)["board"] == "6x5"
    assert (
        main(
            [
                "study",
                "packets",
                "--board",
                "6x5",
                "--fleet",
                "3,2",
                "--packets",
                "2",
                "--out",
                "b.json",
            ]
        )
        == 0
    )
    first = capsys.readouterr().out
    assert Path("b.json").read_text(encoding="utf-8") == printed
    assert main(["study", "packets", "b.json"]) == 0
    assert capsys.readouterr().out == first
    assert first.startswith("2 packets of 3,2 on a 6x5 board, seed 1, SHA-256 ")


def test_a_walk_tells_a_game_of_each_layer(capsys: Captured) -> None:
    arguments = "study walkthrough --policy random --board 5x5 --p 0.75 --reading strict --seed 3"
    assert main(arguments.split()) == 0
    out = capsys.readouterr().out
    for layer in ("L0", "L1", "L2", "L3"):
        assert f"\n{layer}: packet 1 of" in f"\n{out}"
    assert main(arguments.split()) == 0
    assert capsys.readouterr().out == out


def test_validate_runs_the_checks(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    found = told(capsys, "validate")
    assert found["passed"]
    assert all(check.keys() == {"name", "passed", "seen"} for check in found["checks"])
    from unsunk.study.validation import Check

    checks = [Check("sums to 1", True, "1.0"), Check("misses", False, "0 removed")]
    monkeypatch.setattr("unsunk.study.validation.validate", lambda: checks)
    assert main(["study", "validate"]) == 2
    captured = capsys.readouterr()
    assert "passed  sums to 1: 1.0" in captured.out
    assert "FAILED  misses: 0 removed" in captured.out
    assert captured.err == "unsunk: 1 of 2 checks failed: misses\n"


def test_every_command_says_what_it_is_for(capsys: Captured) -> None:
    assert main(["study", "--help"]) == 0
    out = capsys.readouterr().out
    for name in ("run", "resume", "verify", "compare", "validate", "circuits", "packets",
                 "walkthrough"):  # fmt: skip
        assert f"\n  {name} " in out
        assert main(["study", name, "--help"]) == 0
        assert "Usage: unsunk study " + name in capsys.readouterr().out
