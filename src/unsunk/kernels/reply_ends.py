"""The ends of a best hunt that are formulas: two entries left, or one cell to be hit; compiled.

Such an end is a list of weights: the first is met after so many shots, and each other one shot
later than the one before.
"""

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import NONE, ONE, U, inline, lowest, popcount
from unsunk.kernels.reply_room import END, START, Tables, Work


@inline
def whole(value: float) -> float:
    """The nearest whole number."""
    return np.floor(value + 0.5)


@inline
def apart(tables: Tables, one: int, two: int) -> bool:
    """Whether two remnants can be told apart by shots that hit both."""
    if not tables.sinks:
        return False
    ships, a, b = tables.ships, NONE, NONE
    for s in range(ships.shape[1]):
        a |= ships[one, s]
        b |= ships[two, s]
    both = a & b
    for turn in range(2):
        x, y = (one, two) if turn == 0 else (two, one)
        for s in range(ships.shape[1]):
            ship = ships[x, s]
            if ship == NONE or ship & ~both != NONE:
                continue
            known = False
            for o in range(ships.shape[1]):
                if ships[y, o] == ship and tables.group[o] == tables.group[s]:
                    known = True
            if not known:
                return True
    return False


@inline
def step_of(tables: Tables, number: int, cell: int) -> np.uint64:
    """The step of a remnant at a cell that it has."""
    return tables.step[number, popcount(tables.bits[number] & ((ONE << U(cell)) - ONE))]


@inline
def has(tables: Tables, number: int, cell: int) -> bool:
    """Whether a remnant has a cell."""
    return (tables.bits[number] >> U(cell)) & ONE != NONE


@inline
def heard(step: np.uint64) -> int:
    """What is heard of a step."""
    return np.int64((step >> U(6)) & U(3))


@inline
def then(step: np.uint64) -> int:
    """The remnant after a step."""
    return np.int64(step >> U(16))


@inline
def last_cell(tables: Tables, work: Work, depth: int, cell: int, code: int) -> int:
    """The ends of a hit after which one cell is left to be hit: the heaviest cells first."""
    for c in range(tables.cells):
        work.spare[c] = 0.0
    for i in range(work.frame[depth, START], work.frame[depth, END]):
        number = work.id[i]
        if has(tables, number, cell) and heard(step_of(tables, number, cell)) == code:
            other = tables.bits[number] & ~(ONE << U(cell))
            work.spare[lowest(other)] += work.weight[i]
    return heaviest_first(tables, work)


@inline
def heaviest_first(tables: Tables, work: Work) -> int:
    """The cells in `spare` as ends, by their weight; `spare` is cleared."""
    many = 0
    while True:
        best, most = 0, 0.0
        for c in range(tables.cells):
            if work.spare[c] > most:
                best, most = c, work.spare[c]
        if most == 0.0:
            return many
        work.ends[many] = most
        many += 1
        work.spare[best] = 0.0


@inline
def two(tables: Tables, work: Work, depth: int, cell: int, code: int) -> int:
    """The ends of a child of two entries, the heavier first; the code is -1 for a miss."""
    x, y, first, second = -1, -1, 0.0, 0.0
    for i in range(work.frame[depth, START], work.frame[depth, END]):
        number = work.id[i]
        if has(tables, number, cell):
            step = step_of(tables, number, cell)
            if heard(step) != code:
                continue
            number = then(step)
        elif code >= 0:
            continue
        x, y, first, second = y, number, second, work.weight[i]
    return of_two(tables, work, x, y, first, second)


@inline
def of_two(tables: Tables, work: Work, one: int, two: int, first: float, second: float) -> int:
    """The ends of two remnants of these weights."""
    if one == two or apart(tables, one, two):
        work.ends[0] = first + second
        return 1
    work.ends[0], work.ends[1] = max(first, second), min(first, second)
    return 2


@inline
def worth(work: Work, many: int, wins: NDArray[np.float64], first: int) -> float:
    """What ends win of which the first is met after `first` shots, and one more after each."""
    value = 0.0
    for k in range(many):
        value += whole(work.ends[k] * wins[first + k])
    return value
