"""Tasks: what determines a game is in its identity, and nothing else is."""

from dataclasses import replace

import pytest

from tests.study.small_run import small
from unsunk.errors import InputError
from unsunk.racing.folder import sha256
from unsunk.rules.board import Board
from unsunk.rules.fleet import STUDY
from unsunk.study.bank import make_bank
from unsunk.study.reading import Condition, Layer, Reading
from unsunk.study.task import Task, canonical, joined, play_task

BANK = make_bank(Board(5, 5), packets=3)
TASK = Task(
    Condition(Board(5, 5), STUDY, Layer.L3, 0.5),
    "random",
    0,
    BANK.packets,
    BANK.sha256,
    "numpy",
    "1",
)
OTHER = make_bank(Board(5, 5), packets=3, seed=2)


@pytest.mark.parametrize(
    "change",
    [
        {"condition": replace(TASK.condition, p=0.5 + 1e-12)},
        {"condition": replace(TASK.condition, layer=Layer.L2)},
        {"condition": replace(TASK.condition, reading=Reading.parse("strict"))},
        {"condition": replace(TASK.condition, board=Board(5, 6))},
        {"policy": "belief"},
        {"start": 1},
        {"packets": BANK.packets[:2]},
        {"bank": OTHER.sha256},
        {"source": "qiskit"},
        {"version": "2"},
    ],
)
def test_whatever_determines_a_game_changes_the_id(change):
    assert replace(TASK, **change).id != TASK.id


def test_the_id_is_the_hash_of_the_identity_and_the_same_in_every_process():
    assert TASK.id == replace(TASK).id == sha256(canonical(TASK.identity))[:16]
    assert len({task.id for task in small().tasks(_banks(), "numpy", "1")}) == 20


def test_the_same_task_gives_the_same_games_and_its_bits_give_them_again():
    played = play_task(TASK)
    assert canonical(played.rows) == canonical(play_task(TASK).rows)
    assert play_task(TASK, played.records).rows == played.rows
    assert [row["trial"] for row in played.rows] == [1, 2, 3]
    assert {row["task"] for row in played.rows} == {TASK.id}


def test_other_bits_give_other_games():
    first = play_task(TASK)
    flipped = [
        {**record, "bits": {place: _flipped(bits) for place, bits in record["bits"].items()}}
        for record in first.records
    ]
    assert play_task(TASK, flipped).rows != first.rows


def test_l0_has_no_bits_and_does_not_know_the_source():
    task = replace(TASK, condition=Condition(Board(5, 5)), source=None)
    assert play_task(task).records == ()
    design = small(layers=("L0",))
    ids = [[task.id for task in design.tasks(_banks(), name, "1")] for name in ("numpy", "qiskit")]
    assert ids[0] == ids[1]


def test_a_record_without_the_bits_of_the_game_is_refused():
    short = [{**record, "bits": {}} for record in play_task(TASK).records]
    with pytest.raises(InputError, match="has no bits"):
        play_task(TASK, short)


def test_joining_refuses_bits_that_differ():
    one = {"p": 0.5, "bits": {"V 1 0": "ff"}}
    with pytest.raises(InputError, match="cannot be repeated"):
        joined([one], [{"p": 0.5, "bits": {"V 1 0": "fe"}}])
    with pytest.raises(InputError, match="cannot be repeated"):
        joined([one], [{"p": 0.25, "bits": {}}])
    assert joined([], [one]) == joined([one], []) == joined([one], [one]) == [one]


def _banks():
    return {(Board(5, 5), STUDY): make_bank(Board(5, 5), packets=4)}


def _flipped(bits: str) -> str:
    return "".join(f"{15 - int(digit, 16):x}" for digit in bits)
