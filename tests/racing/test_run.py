"""Runs block by block: what comes next, when a run stops, and that blocks leave no trace."""

import numpy as np
import pytest

from unsunk.errors import InputError
from unsunk.hunting.simulate import finishing_times
from unsunk.racing import run as module
from unsunk.racing.run import Block, Task, run
from unsunk.racing.summary import Hunted, summary
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset

SMALL = parse_rules("board 6x6; fleet 3,3,2; announce length")


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No strategy has a kernel."""
    monkeypatch.setattr(module, "compiled", lambda name, rules: False)


def blocks(games: int = 40, **options: object) -> list[Block]:
    kept: list[Block] = []
    run([Task("one-rule", games)], SMALL, 3, keep=kept.append, **options)  # type: ignore[arg-type]
    return kept


def times(kept: list[Block]) -> list[int]:
    assert [block.first for block in kept] == np.cumsum([0, *map(sized, kept[:-1])]).tolist()
    return np.concatenate([block.times for block in kept]).tolist()


def sized(block: Block) -> int:
    return len(block.times)


EXPECTED = finishing_times("one-rule", SMALL, 3, 0, 40).tolist()


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize(("first", "aim"), [(16, 60), (3, 0), (5, 1e-3), (1000, 60)])
def test_without_a_kernel_the_times_are_the_same(
    monkeypatch: pytest.MonkeyPatch, workers: int, first: int, aim: float
) -> None:
    monkeypatch.setattr(module, "FIRST", first)
    monkeypatch.setattr(module, "AIM", aim)
    assert times(blocks(workers=workers)) == EXPECTED


@pytest.mark.parametrize(("size", "chunk"), [(7, 3), (16, 2_000), (40, 9)])
def test_with_a_kernel_the_times_are_the_same(
    monkeypatch: pytest.MonkeyPatch, size: int, chunk: int
) -> None:
    monkeypatch.setattr(module, "BLOCK", size)
    monkeypatch.setattr(module, "CHUNK", chunk)
    kept = blocks()
    assert times(kept) == EXPECTED
    assert max(map(sized, kept)) == min(size, 40)


@pytest.mark.usefixtures("plain")
def test_blocks_of_a_walk_grow_until_they_take_long_enough() -> None:
    task, sizes = Task("one-rule", 10_000), []
    for seconds in (0.0, 10.0, 60.0, 600.0, 6000.0):
        first, games = task.next_block(SMALL)
        sizes.append(games)
        task.blocks.append(Block("one-rule", first, np.zeros(games, np.uint8), seconds))
    assert sizes == [16, 64, 256, 256, 64]
    task.games = task.done + 3
    assert task.next_block(SMALL) == (task.done, 3)


@pytest.mark.usefixtures("plain")
def test_a_block_never_has_less_than_two_games_but_at_the_end() -> None:
    task = Task("one-rule", 100, [Block("one-rule", 0, np.zeros(2, np.uint8), 1e6)])
    assert task.next_block(SMALL) == (2, 2)


def test_the_strategy_that_had_the_least_time_goes_next() -> None:
    slow, quick = Task("random", 60), Task("density", 40)
    slow.blocks.append(Block("random", 0, np.full(20, 30, np.uint8), 5.0))
    order = []
    for number, task in enumerate(module._in_turn([slow, quick])):
        order.append(task.strategy)
        block = np.full(20, 30, np.uint8)
        task.blocks.append(Block(task.strategy, task.done, block, 3.0))
        assert number < 10
    assert order == ["density", "density", "random", "random"]


@pytest.mark.parametrize("hours", [0, 1e-9])
def test_when_time_is_up_every_strategy_has_an_interval_and_no_more(
    monkeypatch: pytest.MonkeyPatch, hours: float
) -> None:
    monkeypatch.setattr(module, "BLOCK", 10)
    tasks = [Task("random", 1_000), Task("density", 1_000), Task("one-rule", 5)]
    run(tasks, SMALL, 1, hours=hours)
    assert [task.done for task in tasks] == [10, 10, 5]
    found = summary(SMALL, 1, [task.hunted for task in tasks])
    assert [result.games for result in found.results] == [10, 10, 5]


def test_with_time_enough_nothing_stops() -> None:
    assert times(blocks(hours=1)) == EXPECTED


def test_blocks_already_there_are_not_hunted_again() -> None:
    told: list[tuple[int, int]] = []
    task = Task("one-rule", 40, [Block("one-rule", 0, np.array(EXPECTED[:15]), 1.0)])
    kept: list[Block] = []
    run([task], SMALL, 3, keep=kept.append, progress=lambda *at: told.append(at))
    assert [(block.first, sized(block)) for block in kept] == [(15, 25)]
    assert task.hunted.times.tolist() == EXPECTED
    assert task.hunted.seconds == 1.0 + kept[0].seconds
    assert told == [(40, 40)]


def test_a_strategy_that_plays_otherwise_than_its_blocks_is_refused() -> None:
    task = Task("one-rule", 40, [Block("one-rule", 0, np.array([EXPECTED[0] + 1, 20]), 1.0)])
    with pytest.raises(InputError, match="'one-rule' has changed: it sinks the fleet of game 0"):
        run([task], SMALL, 3)


@pytest.mark.usefixtures("plain")
def test_a_walk_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    blocks(progress=lambda *at: told.append(at), workers=2)
    assert told == [(done, 40) for done in range(1, 41)]


@pytest.mark.parametrize(("cells", "kind"), [("15x17", np.uint8), ("16x16", np.uint16)])
def test_times_take_a_byte_where_that_is_enough(cells: str, kind: type) -> None:
    task = Task("random", 4)
    run([task], parse_rules(f"board {cells}; fleet 2"), 1)
    assert task.hunted.times.dtype == kind


def test_differences_are_those_of_the_games_that_both_have() -> None:
    hunted = [
        Hunted("a", np.array([3, 9, 5, 7], np.uint8)),
        Hunted("b", np.array([5, 9], np.uint8)),
    ]
    found = summary(Ruleset(), 1, [*hunted, Hunted("c", np.array([4], np.uint8))])
    assert [(r.strategy, r.games, r.mean) for r in found.results] == [("a", 4, 6), ("b", 2, 7)]
    (pair,) = found.paired
    assert (pair.a, pair.b, pair.mean_difference) == ("a", "b", -1)
    assert found.results[0].seconds is found.results[0].games_per_second is None
