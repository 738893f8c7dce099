"""The planner's kernel: layouts listed and drawn, and hunts, against their plain twins."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from unsunk.kernels import planner as kernel
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.board import Board
from unsunk.rules.placement import placements

FLEETS = ((Board(3, 4), (3, 2, 2)), (Board(9, 8), (2, 2, 0)), (Board(1, 9), (3, 2, 1)))


def words(mask: int, board: Board) -> list[int]:
    return [mask >> 64 * w & 2**64 - 1 for w in range((board.size + 63) // 64)]


class Given:
    """Placements with random weights, for the kernel and as lists of (mask, weight) by ship."""

    def __init__(self, board: Board, lengths: tuple[int, ...], hits: int) -> None:
        rng = np.random.default_rng(1)
        ships = [placements(board, length) if length else (0,) for length in lengths]
        self.ships = [[(mask, float(rng.integers(1, 9))) for mask in ship] for ship in ships]
        self.board, self.hits = board, hits
        every = [one for ship in self.ships for one in ship]
        self.places = kernel.Places(
            np.array([words(mask, board) for mask, _ in every], np.uint64),
            np.array([weight for _, weight in every]),
            np.cumsum([0] + [len(ship) for ship in ships]),
            np.array(words(hits, board), np.uint64),
        )
        self.pairs = np.empty((len(ships[0]), len(ships[1])))

    def layouts(self) -> dict[tuple[int, ...], float]:
        """The weight of every layout, by the numbers of its placements."""
        found = {}
        numbered: list[list[tuple[int, int, float]]] = []
        for ship in self.ships:
            start = sum(map(len, numbered))
            numbered.append([(start + i, *one) for i, one in enumerate(ship)])
        for three in product(*numbered):
            masks = [mask for _, mask, _ in three]
            union = masks[0] | masks[1] | masks[2]
            if union.bit_count() == sum(map(int.bit_count, masks)) and not self.hits & ~union:
                found[tuple(i for i, _, _ in three)] = float(np.prod([w for _, _, w in three]))
        return found


@pytest.mark.parametrize(("board", "lengths"), FLEETS)
@pytest.mark.parametrize("hit", [False, True])
def test_layouts_listed_and_drawn(board: Board, lengths: tuple[int, ...], hit: bool) -> None:
    given = Given(board, lengths, mask_of([board.size - 2]) if hit else 0)
    layouts = given.layouts()
    many, total = kernel.weigh(given.places, given.pairs)
    assert (many, total) == (len(layouts), sum(layouts.values()))
    listed = np.empty((many, 3), np.int64)
    assert kernel.list_all(given.places, given.pairs, listed) == many
    assert [tuple(row) for row in listed.tolist()] == list(layouts)
    drawn, step = np.empty((1000, 3), np.int64), total / 1000
    assert kernel.draw(given.places, given.pairs, 0.3 * step, step, drawn) == 1000
    counts = Counter(tuple(row) for row in drawn.tolist())
    assert all(abs(counts[one] - weight / step) < 1 for one, weight in layouts.items())
    assert counts.keys() <= layouts.keys()


def test_nothing_fits() -> None:
    given = Given(Board(1, 9), (3, 2, 1), mask_of([0, 2, 4, 6, 8]))
    assert kernel.weigh(given.places, given.pairs) == (0, 0.0)


def plain_hunt(
    layouts: dict[int, float], closed: int, p: float, cell: int, truth: int, needs: list[int]
) -> float:
    """What `hunt` costs, with sets of cells in a dictionary and nothing kept from shot to shot."""
    law, tries, cost = dict(layouts), Counter[int](), 0.0
    while len(law) > 1:
        total = sum(law.values())
        chance = sum(weight for mask, weight in law.items() if mask >> cell & 1) / total
        cost += 1 - chance
        tries[cell] += 1
        if truth >> cell & 1 and (tries[cell] >= needs[cell] or chance > 1 - 1e-9):
            law = {mask: weight for mask, weight in law.items() if mask >> cell & 1}
            closed |= 1 << cell
        else:
            law = {mask: weight * (1 - p * (mask >> cell & 1)) for mask, weight in law.items()}
            law = {mask: weight for mask, weight in law.items() if weight > 0}
        if not truth & ~closed:
            break
        left = {mask & ~closed: 0.0 for mask in law}
        heat = {
            c: sum(weight for mask, weight in law.items() if mask >> c & 1)
            for mask in left
            for c in cells_of(mask)
        }
        most = max(heat.values())
        cell = min(c for c, one in heat.items() if one > most * (1 - 1e-9))
    return cost


def arrays(layouts: dict[int, float], board: Board) -> tuple[kernel.Layouts, kernel.Scratch]:
    cells = np.array([list(cells_of(mask)) for mask in layouts], np.int32)
    law = np.array(list(layouts.values()))
    heat: NDArray[np.float64] = np.bincount(cells.ravel(), law.repeat(cells.shape[1]), board.size)
    masks = np.array([words(mask, board) for mask in layouts], np.uint64)
    return kernel.Layouts(masks, cells, law, heat), kernel.Scratch(
        np.empty(len(law)),
        np.empty(len(law), np.int64),
        np.empty(board.size),
        np.empty(board.size, np.int64),
        np.empty(board.size, np.bool_),
    )


@pytest.mark.parametrize("p", [1.0, 0.5])
@pytest.mark.parametrize(("board", "lengths"), FLEETS)
def test_hunts(board: Board, lengths: tuple[int, ...], p: float) -> None:
    """Weights that are not alike leave few ties, which rounding may break in two ways."""
    rng = np.random.default_rng(3)
    known = placements(board, 2)[0] & -placements(board, 2)[0]
    found = {
        one | two | three
        for one, two, three in product(
            *[placements(board, length) if length else (0,) for length in lengths]
        )
        if not (one & two or one & three or two & three) and (one | two | three) & known
    }
    chosen = sorted(found)[:: max(1, len(found) // 30)]
    law = rng.random(len(chosen)) + 0.1
    layouts = dict(zip(chosen, (law / law.sum()).tolist(), strict=True))
    kept, scratch = arrays(layouts, board)
    closed = np.array([known >> cell & 1 for cell in range(board.size)], np.bool_)
    truths = rng.integers(0, len(chosen), 6)
    needs = rng.geometric(p, (6, board.size))
    heat = kept.heat * ~closed
    first = np.argsort(-heat)[:3]
    costs = [
        [
            plain_hunt(layouts, known, p, int(cell), chosen[truth], need)
            for truth, need in zip(truths, needs.tolist(), strict=True)
        ]
        for cell in first
    ]
    beyond = np.array(costs) - np.array(costs[0])
    sums, hunts = np.zeros((3, 2)), kernel.Hunts(truths, needs)
    for begin, end in ((0, 2), (2, 6)):
        kernel.judge(kept, closed, p, first, hunts, begin, end, 1000, scratch, sums)
    assert sums[:, 0] == pytest.approx(beyond.sum(axis=1), abs=1e-9)
    assert sums[:, 1] == pytest.approx((beyond**2).sum(axis=1), abs=1e-9)
    assert beyond.any()


def test_a_hunt_is_broken_off() -> None:
    """After one shot a cell costs the chance that it is empty."""
    kept, scratch = arrays({0b0011: 0.5, 0b0110: 0.3, 0b1100: 0.2}, Board(1, 4))
    sums = np.zeros((4, 2))
    hunts = kernel.Hunts(np.array([0]), np.ones((1, 4), np.int64))
    closed = np.zeros(4, np.bool_)
    kernel.judge(kept, closed, 0.5, np.arange(4), hunts, 0, 1, 1, scratch, sums)
    assert sums[:, 0] == pytest.approx([0, -0.3, 0, 0.3])
