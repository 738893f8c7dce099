"""The ends of a best hunt that are formulas: two entries left, or one cell to be hit; compiled."""

import numpy as np

from unsunk.kernels.common import NONE, ONE, U, inline, lowest, popcount
from unsunk.kernels.reply_room import END, LEFT, SHOTS, START, Tables, Work


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
def last_cell(tables: Tables, work: Work, depth: int, cell: int, code: int) -> float:
    """The value of a hit after which one cell is left to be hit: the heaviest cells first."""
    shots = work.frame[depth, SHOTS] + 1
    for c in range(tables.cells):
        work.spare[c] = 0.0
    for i in range(work.frame[depth, START], work.frame[depth, END]):
        number = work.id[i]
        if has(tables, number, cell) and heard(step_of(tables, number, cell)) == code:
            other = tables.bits[number] & ~(ONE << U(cell))
            work.spare[lowest(other)] += work.weight[i]
    return in_order(tables, work, shots)


@inline
def in_order(tables: Tables, work: Work, shots: int) -> float:
    """Fire at the cells in `spare` by their weight, the heaviest first."""
    value = 0.0
    while True:
        best, most = 0, 0.0
        for c in range(tables.cells):
            if work.spare[c] > most:
                best, most = c, work.spare[c]
        if most == 0.0:
            return value
        shots += 1
        value += whole(most * tables.wins[shots])
        work.spare[best] = 0.0


@inline
def two(tables: Tables, work: Work, depth: int, cell: int, code: int) -> float:
    """The value of a child of two entries; the code is -1 for a miss."""
    x, y, shots = -1, -1, work.frame[depth, SHOTS] + 1 + work.frame[depth, LEFT]
    first, second = 0.0, 0.0
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
    return two_of(tables, x, y, first, second, shots if code < 0 else shots - 1)


@inline
def two_of(tables: Tables, one: int, two: int, first: float, second: float, shots: int) -> float:
    """The value of two entries; `shots` is the finishing time without a miss."""
    if one == two or apart(tables, one, two):
        return whole((first + second) * tables.wins[shots])
    slow = whole(min(first, second) * tables.wins[shots + 1])
    return whole(max(first, second) * tables.wins[shots]) + slow
