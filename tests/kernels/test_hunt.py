"""The kernels of fixed hunts: counting, parting, pausing, and the same without compiling."""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.naive_hunt import greedily, hunted, told
from unsunk.belief.listed import Listed, heard_number, list_layouts_of
from unsunk.errors import ImpossibleFleetError
from unsunk.hunting.hunt import _layouts, _scratch, _tree, grow_timed, times
from unsunk.kernels import hunt as kernel
from unsunk.kernels import posterior
from unsunk.rules.bits import mask_of
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.notation import parse_rules
from unsunk.rules.shot import answer

ROOT = Path(__file__).parents[2]
BOARDS = ("board 4x4; fleet 3,2", "board 7x10; fleet 2", "board 9x15; fleet 2")
NO_WEIGHTS = np.empty(0, np.int64)


def some(listed: Listed, many: int, seed: int) -> tuple[kernel.Scratch, list[int], int]:
    """Room with a part of so many layouts drawn, their numbers, and cells fired at."""
    draw = np.random.default_rng(seed)
    scratch, size = _scratch(listed), listed.rules.board.size
    numbers = draw.permutation(len(listed))[:many]
    scratch.order[:many], scratch.cells[:many] = numbers, listed.cells[numbers]
    scratch.part[0, 1] = many
    fired = mask_of(draw.permutation(size)[: size // 4].tolist())
    words = scratch.fired.shape[1]
    scratch.fired[0] = np.frombuffer(fired.to_bytes(8 * words, "little"), np.uint64)
    return scratch, numbers.tolist(), fired


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("many", [2, 3, 7, 8, 15])
def test_few_layouts_are_counted_as_many_are(text: str, many: int) -> None:
    listed = list_layouts_of(parse_rules(text))
    counts = np.full(listed.rules.board.size, 7, np.int64)
    for seed in range(20):
        scratch, numbers, fired = some(listed, many, seed)
        plain = [
            sum(listed.layout(number).occupied >> cell & 1 for number in numbers)
            * (1 - (fired >> cell & 1))
            for cell in range(len(counts))
        ]
        kernel.count(scratch, 0, NO_WEIGHTS, True, counts)
        assert counts.tolist() == plain
        if any(plain):
            assert kernel.hottest(counts) == plain.index(max(plain))
            assert kernel.hottest_of_few(scratch, 0, 0, many) == plain.index(max(plain))
        weights = np.arange(len(listed), dtype=np.int64)
        kernel.count(scratch, 0, weights, False, counts)
        worth = sum(n * (listed.layout(n).occupied & ~fired).bit_count() for n in numbers)
        assert counts.sum() == worth


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("text", BOARDS)
def test_a_shot_parts_the_layouts_by_what_is_heard(text: str, announce: Announce) -> None:
    listed = list_layouts_of(parse_rules(f"{text}; announce {announce}"))
    layouts, none = _layouts(listed), _tree(0, 0)
    many = min(len(listed), 120)
    for seed in range(5):
        scratch, numbers, _ = some(listed, many, seed)
        scratch.fired[:] = 0
        cell, found = 6, np.zeros(len(listed), np.uint8)
        hits = kernel.split(layouts, scratch, 0, cell, found, none)
        heard = {n: told(listed.layout(n), 0, cell) for n in numbers}
        assert hits == sum(what != () for what in heard.values())
        parts = [
            {heard[n] for n in scratch.order[first:end].tolist()}
            for first, end, _ in scratch.part[: scratch.at[kernel.PARTS]].tolist()
        ]
        assert [len(part) for part in parts] == [1] * len(parts)
        assert [part.pop() for part in reversed(parts)] == sorted(set(heard.values()))
        assert sorted(scratch.order[:many].tolist()) == sorted(numbers)
        assert (scratch.cells[:many] == listed.cells[scratch.order[:many]]).all()


def test_edges_lead_to_the_nodes_that_follow() -> None:
    listed = list_layouts_of(parse_rules("board 3x4; fleet 2,2; announce shown"))
    shots = np.frombuffer(grow_timed(listed)[0].shots, np.uint8)
    nodes = len(shots)
    tree, found = _tree(nodes + 1, nodes + len(listed)), np.zeros(len(listed), np.uint8)
    scratch = _scratch(listed)
    assert kernel.walk(_layouts(listed), shots, 12, scratch, found, tree) == kernel.DONE
    assert scratch.at.tolist() == [0, nodes, scratch.at[kernel.EDGES]]
    tree.first[nodes] = scratch.at[kernel.EDGES]
    for number in range(len(listed)):
        layout, node, fired = listed.layout(number), 0, 0
        while node >= 0:
            cell = int(shots[node])
            heard = heard_number(listed.rules, answer(layout, fired, cell))
            edges = range(tree.first[node], tree.first[node + 1])
            after = [int(tree.after[edge]) for edge in edges if tree.heard[edge] == heard]
            fired |= 1 << cell
            assert len(after) == (layout.occupied & ~fired != 0)
            node = after[0] if after else ~number
        assert node == ~number


def test_pauses_when_the_shots_are_full() -> None:
    listed = list_layouts_of(parse_rules("board 4x4; fleet 3,2; announce length"))
    hunt, found = grow_timed(listed)
    again, shots, scratch = np.zeros(len(listed), np.uint8), [], _scratch(listed)
    room, counts, none = np.zeros(3, np.uint8), np.zeros(16, np.int64), _tree(0, 0)
    while scratch.at[kernel.PARTS] > 0:
        nodes = kernel.grow(
            _layouts(listed), NO_WEIGHTS, NO_WEIGHTS, scratch, counts, room, again, none, 0, 0
        )
        shots += room[:nodes].tolist()
    assert shots == list(hunt.shots)
    assert (again == found).all()


def assert_as_the_twin(board: str, announce: Announce, touching: Touching) -> None:
    try:
        rules = parse_rules(f"board {board}; announce {announce}; touching {touching}")
    except ImpossibleFleetError:
        return
    listed = list_layouts_of(rules)
    layouts = [listed.layout(number) for number in range(len(listed))]
    for weights in (None, np.arange(len(listed)) // 2 % 3 * (np.arange(len(listed)) % 5 == 0)):
        worth = [1] * len(listed) if weights is None else weights.tolist()
        shots, wanted = hunted(layouts, greedily(dict(zip(layouts, worth, strict=True))))
        hunt, found = grow_timed(listed, weights)
        assert list(hunt.shots) == shots
        assert found.tolist() == times(hunt, listed).tolist() == [wanted[x] for x in layouts]


@pytest.mark.parametrize(("announce", "touching"), [*product(Announce, Touching)])
@pytest.mark.parametrize("board", ["4x4; fleet 3,2", "4x4; fleet 3,3,2", "3x3; fleet 2,2,1"])
def test_the_greedy_hunt_of_the_plain_twin(
    board: str, announce: Announce, touching: Touching
) -> None:
    assert_as_the_twin(board, announce, touching)


def without_compiling() -> None:
    """What the test below runs where nothing is compiled; only counts of bits may overflow."""
    for module, name in product((kernel, posterior), ("popcount", "lowest")):
        setattr(module, name, np.errstate(over="ignore")(getattr(module, name)))
    for announce, touching in product(Announce, Touching):
        for board in ("2x4; fleet 2,2", "1x7; fleet 3,2", "3x3; fleet 2,1", "7x10; fleet 7"):
            assert_as_the_twin(board, announce, touching)


def test_the_same_without_compiling() -> None:
    """Run as plain Python, where an overflow or an index beyond an array would be an error."""
    code = (
        "import numba; assert numba.config.DISABLE_JIT; "
        "from tests.kernels.test_hunt import without_compiling; without_compiling()"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    subprocess.run(command, check=True, cwd=ROOT, env=environment)
