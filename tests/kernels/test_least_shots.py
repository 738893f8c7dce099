"""The compiled dynamic program: its parts, its room, and the same without compiling."""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.naive_least_shots import Least
from unsunk.errors import BudgetError, ImpossibleFleetError
from unsunk.hunting import least_shots
from unsunk.hunting.least_shots import optimum
from unsunk.kernels import least_shots as kernel
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import list_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import parse_rules

ROOT = Path(__file__).parents[2]


def memo(slots: int = 16, pool: int = 100, stack: int = 100) -> kernel.Memo:
    return kernel.Memo(
        slots=np.zeros(slots, np.int64),
        pool=np.zeros(pool, np.uint64),
        stack=np.zeros(stack, np.uint64),
        work=np.zeros((4, 4, 10), np.int64),
        frames=np.zeros((4, 16), np.int64),
        used=np.zeros(2, np.int64),
    )


@pytest.mark.parametrize("many", [0, 1, 2, 3, 17, 400])
def test_sorts_a_part_of_the_stack_and_nothing_else(many: int) -> None:
    dice = Dice(1, many)
    words = np.array([dice.below(1 << 60) << 4 for _ in range(many + 4)], np.uint64)
    wanted = [*words[:2], *sorted(words[2 : many + 2]), *words[many + 2 :]]
    kernel.sort(words, 2, many)
    assert words.tolist() == [int(word) for word in wanted]


def test_merges_equal_words() -> None:
    words = np.array([5 << 16 | 2, 3 << 16 | 1, 5 << 16 | 40], np.uint64)
    assert kernel.merge(words, 0, 3) == 2
    assert words[:2].tolist() == [3 << 16 | 1, 5 << 16 | 42]


def test_sets_of_one_hash_are_told_apart() -> None:
    """The whole list is compared, never the hash alone."""
    room = memo()
    for number, words in enumerate([[1, 2], [1, 3], [1, 2, 3], [7]]):
        room.stack[: len(words)] = words
        place = kernel.find(room, 0, len(words), np.uint64(9))
        room.pool[place + 1] = number + 1
    for number, words in enumerate([[1, 2], [1, 3], [1, 2, 3], [7]]):
        room.stack[: len(words)] = words
        assert room.pool[kernel.find(room, 0, len(words), np.uint64(9)) + 1] == number + 1
    assert room.used.tolist() == [4 * 3 + 8, 4]
    room.slots[:] = 0
    kernel.rehash(room)
    assert room.pool[kernel.find(room, 0, 1, np.uint64(9)) + 1] == 4


def test_says_when_the_table_or_the_pool_is_full() -> None:
    for room in (memo(slots=2), memo(pool=7)):
        room.stack[0] = 1
        assert kernel.find(room, 0, 1, np.uint64(1)) == 0
        room.stack[0] = 2
        assert kernel.find(room, 0, 1, np.uint64(1)) == kernel.FULL


def test_room_is_made_until_the_budget_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = parse_rules("board 4x4; fleet 2,2; announce length; touching corners")
    small = least_shots._Solver(rules)
    small.memo = small.memo._replace(
        slots=np.zeros(4, np.int64), pool=np.empty(64, np.uint64), stack=np.empty(300, np.uint64)
    )
    found = small.ask(Knowledge(rules))
    assert found == optimum(Knowledge(rules))
    assert len(small.memo.pool) > 64
    for name, most in (("SETS", 100), ("WORDS", 1 << 12)):
        with monkeypatch.context() as patch:
            patch.setattr(least_shots, name, most)
            with pytest.raises(BudgetError, match="take a smaller board or fleet"):
                least_shots._Solver(rules).ask(Knowledge(rules))


def assert_as_the_twin(board: str, announce: Announce, touching: Touching) -> None:
    try:
        rules = parse_rules(f"board {board}; announce {announce}; touching {touching}")
    except ImpossibleFleetError:
        return
    layouts, plain, found = tuple(list_layouts(rules)), Least(), optimum(Knowledge(rules))
    assert found.shots == plain.shots(layouts, 0)
    assert set(found.cells) == plain.best_cells(layouts, 0)


@pytest.mark.parametrize(("announce", "touching"), [*product(Announce, Touching)])
@pytest.mark.parametrize(
    "board", ["3x3; fleet 3,2", "2x4; fleet 2,2", "2x5; fleet 3,2", "1x9; fleet 3,2,2"]
)
def test_the_least_shots_of_the_plain_twin(
    board: str, announce: Announce, touching: Touching
) -> None:
    assert_as_the_twin(board, announce, touching)


def without_compiling() -> None:
    """What the test below runs where nothing is compiled; only the hash may overflow."""
    for name in ("mix", "turn"):
        setattr(kernel, name, np.errstate(over="ignore")(getattr(kernel, name)))
    for announce, touching in product(Announce, Touching):
        for board in ("2x3; fleet 2,2", "1x7; fleet 3,2", "2x4; fleet 3,2"):
            assert_as_the_twin(board, announce, touching)


def test_the_same_without_compiling() -> None:
    """Run as plain Python, where an overflow or an index beyond an array would be an error."""
    code = (
        "import numba; assert numba.config.DISABLE_JIT; "
        "from tests.kernels.test_least_shots import without_compiling; without_compiling()"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    subprocess.run(command, check=True, cwd=ROOT, env=environment)
