"""The compiled best reply: its table, its formulas, and the same without compiling."""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.naive_least_shots import Least, told
from tests.naive_race import Most
from unsunk.belief.listed import list_layouts_of
from unsunk.kernels import best_reply as kernel
from unsunk.kernels import hunt, posterior
from unsunk.kernels import reply_cells as cells
from unsunk.kernels import reply_ends as ends
from unsunk.kernels import reply_room as rooms
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.notation import parse_rules
from unsunk.solving import reply_ground as module
from unsunk.solving.best_reply import best_reply

ROOT = Path(__file__).parents[2]
BOARDS = ["2x4; fleet 3,2", "2x3; fleet 2,2", "2x3; fleet 2,2,1", "2x4; fleet 3,2,2"]


def room(text: str, slots: int = 16) -> tuple[module.Ground, rooms.Work]:
    ground = module.ground_of(parse_rules(f"board {text}"))
    return ground, module._work(
        ground, np.zeros(slots, np.uint64), None, np.zeros((2, 8), np.int64), 0
    )


def test_the_table_gives_back_what_was_stored() -> None:
    """Words in one place stand one after another, round the end of the table."""
    _, work = room("3x3; fleet 2; announce length")
    index, shares = np.uint64(14), [0.0, 1.0, 0.5, 1 / 3]
    for tag, share in enumerate(shares, 1):
        assert kernel.find(work.slots, index, np.uint64(tag)) == rooms.OPEN
        kept = kernel.store(work, index, np.uint64(tag), share)
        assert abs(kept - share) <= 0.5 / rooms.SHARE
        assert kernel.find(work.slots, index, np.uint64(tag)) == kept
    assert np.flatnonzero(work.slots).tolist() == [0, 1, 14, 15]
    assert kernel.store(work, index, np.uint64(1), 0.25) == pytest.approx(0.25, abs=1e-7)
    assert kernel.find(work.slots, index, np.uint64(1)) == 0
    assert work.stored[:, 0].tolist() == [4, 0]


def test_a_share_fits_beside_the_longest_tag() -> None:
    _, work = room("3x3; fleet 2; announce length")
    kernel.store(work, np.uint64(3), rooms.TAG, 1.0)
    assert work.slots[3] == np.uint64((1 << 64) - 1)
    assert kernel.find(work.slots, np.uint64(3), rooms.TAG) == 1


def test_the_table_is_full_at_nine_tenths_of_all_workers() -> None:
    _, work = room("3x3; fleet 2; announce length", 1000)
    size = work.slots.shape[0]
    for one, other, looked, full in [
        (64, 835, 0, False),
        (64, 836, 0, True),
        (200, 700, 137, False),  # 63 since it looked
        (200, 700, 136, True),
    ]:
        work.stored[:, 0], work.stored[0, 1] = [one, other], looked
        assert kernel.full(work, size) is full
        assert work.stored[0, 1] == (one if one - looked >= kernel.LOOK else looked)


def alike(text: str) -> list[tuple[int, int, int, bool]]:
    """All pairs of remnants of two layouts after the same hits: whether a miss may be needed."""
    rules = parse_rules(f"board {text}")
    listed, plain = list_layouts_of(rules), Least()
    ground, found = module.ground_of(rules), []
    for one, two in combinations(range(len(listed)), 2):
        pair = (listed.layout(one), listed.layout(two))
        waiting = [(0, int(ground.number[one]), int(ground.number[two]))]
        while waiting:
            fired, x, y = waiting.pop()
            left = int(ground.remnants.left[x])
            if x != y:
                found.append((x, y, left, plain.shots(pair, fired) > 2 * left))
            for cell in cells_of(pair[0].occupied & pair[1].occupied & ~fired):
                if told(pair[0], fired, cell) == told(pair[1], fired, cell):
                    after = (child(ground, x, cell), child(ground, y, cell))
                    waiting.append((fired | 1 << cell, *after))
    return found


def child(ground: module.Ground, number: int, cell: int) -> int:
    where = ground.remnants.where[number].tolist()
    return int(ground.remnants.child[number, where.index(cell)])


@pytest.mark.parametrize("announce", ["length", "silent"])
@pytest.mark.parametrize("text", BOARDS)
def test_two_layouts_need_a_miss_unless_hits_tell_them_apart(text: str, announce: str) -> None:
    rules = f"{text}; announce {announce}"
    ground, work = room(rules)
    tables, pairs = ground.tables, alike(rules)
    assert {missed for *_, missed in pairs} == ({True, False} if announce == "length" else {True})
    for x, y, left, missed in pairs:
        assert ends.apart(tables, x, y) is not missed
        assert ends.apart(tables, y, x) is not missed
        wins = np.zeros(left + 2)
        wins[left], wins[left + 1] = 1.0, 0.25
        many = ends.of_two(tables, work, x, y, 800.0, 400.0)
        assert ends.worth(work, many, wins, left) == (900 if missed else 1200)


def test_the_last_cell_is_sought_where_it_is_likeliest() -> None:
    ground, work = room("3x3; fleet 2; announce length")
    wins = np.array([0, 0.9, 0.5, 0.1, 0.0, 0, 0, 0, 0, 0, 0, 0])
    work.spare[:] = [0, 10, 0, 40, 0, 20, 0, 30, 0]
    many = ends.heaviest_first(ground.tables, work)
    assert many == 4
    value = ends.worth(work, many, wins, 1)
    assert value == 40 * 0.9 + 30 * 0.5 + 20 * 0.1
    assert not work.spare.any()


def chosen(
    ground: module.Ground, work: rooms.Work, layouts: NDArray[np.int32], hits: list[int]
) -> set[int]:
    """The cells chosen where these layouts are left after these hits, by their names."""
    tables, numbers = ground.tables, ground.number[layouts]
    for cell in hits:
        numbers = np.array([child(ground, number, cell) for number in numbers], np.int32)
    weights = np.full(len(layouts), 2.0**20)
    module.enter(work, numbers, weights, ground.sums[layouts], len(hits))
    work.frame[0, rooms.LEFT] = ground.remnants.left[numbers[0]]
    work.whole[0, 0] = weights.sum()
    work.hits[0] = tables.hash_hit[hits].sum(axis=0)
    work.hits[1] = ground.sums[layouts].sum(axis=0)
    seen = cells.tally(tables, work, 0)
    many = int(work.frame[0, rooms.END])
    found = cells_of(int(cells.choose(tables, work, 0, seen, many)))
    return {int(cells.name(tables, work, 0, cell)) for cell in found}


@pytest.mark.parametrize("search", [{}, {"broad": 2, "width": 2}], ids=["exact", "search"])
@pytest.mark.parametrize("text", ["3x3; fleet 2,2", "4x4; fleet 3,2", "4x4; fleet 3,3,2"])
def test_images_of_a_state_have_images_of_its_cells_chosen(
    text: str, search: dict[str, int]
) -> None:
    """Else the value of a state would depend, by rounding, on which image came first."""
    ground, work = room(f"{text}; announce length")
    wins = np.linspace(1, 0, ground.tables.cells + 4)
    ground = replace(ground, tables=ground.tables._replace(wins=wins, **search))
    listed, draw = ground.listed, np.random.default_rng(2)
    for _ in range(300):
        one = int(draw.integers(len(listed)))
        cells = draw.permutation([*cells_of(listed.layout(one).occupied)])
        hits = cells[: draw.integers(len(cells) - 1)].tolist()
        fits = np.flatnonzero(listed.cells[:, 0] & np.uint64(mask_of(hits)) == mask_of(hits))
        some = draw.choice(fits, min(len(fits), int(draw.integers(2, 9))), replace=False)
        names = chosen(ground, work, some, hits)
        for images, symmetry in zip(listed.images, listed.rules.board.symmetries, strict=True):
            moved = [symmetry[cell] for cell in hits]
            assert chosen(ground, work, images[some], moved) == names


def without_compiling() -> None:
    """What the test below runs; only hashes and counts of bits may overflow."""
    counting = [*product((hunt, posterior), ("popcount", "lowest"))]
    for place, name in [(kernel, "expand"), (kernel, "enter"), *counting]:
        setattr(place, name, np.errstate(over="ignore")(getattr(place, name)))
    draw = np.random.default_rng(1)
    for text in ("2x3; fleet 2,2", "1x7; fleet 3,2", "3x3; fleet 2"):
        for announce in ("length", "silent"):
            listed = list_layouts_of(parse_rules(f"board {text}; announce {announce}"))
            weights = np.full((2, len(listed)), 1 / len(listed))
            wins = -np.sort(-draw.random((2, listed.rules.board.size + 1)), axis=1)
            values = Most(listed, weights, wins)()
            for q, w, value in zip(weights, wins, values, strict=True):
                for workers, width in ((1, None), (2, None), (1, 2)):
                    reply = best_reply(listed, q, w, workers=workers, width=width, broad=9)
                    assert reply.value <= value + 1e-12
                    assert width is not None or reply.value > value - 1e-6


def test_the_same_without_compiling() -> None:
    """Run as plain Python, where an overflow or an index beyond an array would be an error."""
    code = (
        "import numba; assert numba.config.DISABLE_JIT; "
        "from tests.kernels.test_best_reply import without_compiling; without_compiling()"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    subprocess.run(command, check=True, cwd=ROOT, env=environment)
