"""Many hunts at once: finishing times of a strategy on uniform layouts.

The layouts of game i depend on (seed, i) alone and the ties of a strategy on (seed, i, shot), so
every strategy meets the same fleets, runs can be cut anywhere, and the compiled kernel fires the
same shots as the plain strategy. A strategy without a kernel, or a fleet whose weights exceed 64
bits, is played in plain Python.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.density import hit_weight
from unsunk.hunting.play import play
from unsunk.hunting.strategy import strategy
from unsunk.kernels import simulate as kernel
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice, child_key
from unsunk.rules.drawing import REJECTION_BUDGET, draw_layout
from unsunk.rules.layout import Layout
from unsunk.rules.placement import halo, placements
from unsunk.rules.ruleset import Ruleset

Times = NDArray[np.int16]

_WAYS = {
    "random": kernel.RANDOM,
    "parity-follow": kernel.PARITY_FOLLOW,
    "density": kernel.COUNT,
    "one-rule": kernel.COUNT_HALF,
    "one-rule-no-parity": kernel.COUNT,
}
_BLIND = ("random", "parity-follow")
"""Strategies that do not weigh placements."""
_ANNOUNCE = {
    Announce.SHOWN: kernel.SHOWN,
    Announce.LENGTH: kernel.LENGTH,
    Announce.SILENT: kernel.SILENT,
    Announce.NAMED: kernel.NAMED,
}
_TOUCHING = {Touching.YES: 0, Touching.CORNERS: 1, Touching.NO: 2}


def compiled(name: str, rules: Ruleset) -> bool:
    """Whether a strategy has a kernel under these rules.

    >>> compiled("density", Ruleset())
    True
    """
    return name in _WAYS and _dtype(name, rules) is not None


def _weights(name: str, rules: Ruleset) -> list[int]:
    """Votes of a placement by the hits it covers.

    Any weights do in which one placement through h hits outranks all over the cell through fewer.
    Over a cell a ship of length k has at most 2k placements, and none through k hits, so the
    weight grows by one more than twice the cells of the ships longer than h: less than w**h, and
    within 64 bits for longer ships.
    """
    lengths = rules.fleet.lengths
    weights = [1]
    for hits in range(max(lengths)):
        longer = sum(length for length in lengths if length > hits)
        weights.append(weights[-1] * (hit_weight(longer) if name not in _BLIND else 1))
    return weights


def _dtype(name: str, rules: Ruleset) -> type[np.signedinteger] | None:
    """The narrowest type that holds all votes and twice their offset; see `_weights`."""
    most = _weights(name, rules)[-1] * (hit_weight(rules.fleet.cells) if name in _BLIND else 1)
    if most < 1 << 29:
        return np.int32
    return np.int64 if most < 1 << 61 else None


@lru_cache(maxsize=32)
def tables(name: str, rules: Ruleset) -> kernel.Tables:
    """The arrays that the kernel needs; see `kernels/simulate.py` for their shapes."""
    board, dtype = rules.board, _dtype(name, rules) or np.int64
    weights = _weights(name, rules)
    weights[-1] = 0  # a placement on hits alone is dropped, so this weight is never used
    spots = [
        (group, mask)
        for group, ships in enumerate(rules.groups)
        for mask in placements(board, rules.fleet.lengths[ships[0]])
    ]
    lengths = np.array([mask.bit_count() for _, mask in spots], np.int16)
    cells = np.zeros((len(spots), max(rules.fleet.lengths)), np.uint16)
    blank = np.zeros(board.size, dtype)
    over: list[list[int]] = [[] for _ in range(board.size)]
    near: list[list[int]] = [[] for _ in range(board.size)]
    for place, (group, mask) in enumerate(spots):
        for i, cell in enumerate(cells_of(mask)):
            cells[place, i] = cell
            blank[cell] += len(rules.groups[group])
            over[cell].append(place)
        for cell in cells_of(halo(board, mask, rules.touching)):
            near[cell].append(place)
    group_of = np.array([group for group, _ in spots], np.uint16)
    offset = 1 << (30 if dtype is np.int32 else 62)
    way = [_WAYS[name], _ANNOUNCE[rules.announce], _TOUCHING[rules.touching], board.columns, offset]
    return kernel.Tables(
        blank=blank,
        cells=cells,
        group=group_of,
        lengths=lengths,
        over_from=_starts(over),
        over=_joined(over),
        near_from=_starts(near),
        near=_joined(near),
        group_from=np.searchsorted(group_of, np.arange(len(rules.groups) + 1)).astype(np.int32),
        ships=np.array(_ship_rows(rules), np.int32),
        many=np.array([len(ships) for ships in rules.groups], np.int32),
        beside=np.array([_neighbours(rules, cell) for cell in range(board.size)], np.int16),
        weights=np.array(weights, dtype),
        colour=np.array([(board.row(c) + board.column(c)) % 2 for c in range(board.size)], np.int8),
        way=np.array(way, np.int64),
    )


def _starts(lists: list[list[int]]) -> NDArray[np.int32]:
    return np.cumsum([0, *map(len, lists)]).astype(np.int32)


def _joined(lists: list[list[int]]) -> NDArray[np.uint32]:
    return np.array([item for items in lists for item in items], np.uint32)


def _ship_rows(rules: Ruleset) -> list[tuple[int, int]]:
    group_of = {ship: group for group, ships in enumerate(rules.groups) for ship in ships}
    return [(group_of[ship.index], ship.length) for ship in rules.fleet.ships]


def _neighbours(rules: Ruleset, cell: int) -> list[int]:
    board = rules.board
    row, column = board.row(cell), board.column(cell)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [
        r * board.columns + c if 0 <= r < board.rows and 0 <= c < board.columns else -1
        for r, c in steps
    ]


def layouts(rules: Ruleset, seed: int, first: int, games: int) -> NDArray[np.int32]:
    """Uniform layouts of games `first` to `first + games - 1`, as rows of placement numbers.

    Row i is the layout that `draw_layout(rules, Dice(seed, LAYOUT_STREAM, first + i))` gives.

    >>> layouts(Ruleset(), 1, 0, 3).shape
    (3, 5)
    """
    table = tables("random", rules)
    out = np.empty((games, len(rules.fleet.lengths)), np.int32)
    key, taken = np.uint64(child_key(seed, LAYOUT_STREAM)), np.zeros(rules.board.size, np.int64)
    done = 0
    while done < games:
        taken[:] = 0
        done += kernel.draw_layouts(table, key, first + done, REJECTION_BUDGET, taken, out[done:])
        if done < games:
            layout = draw_layout(rules, Dice(seed, LAYOUT_STREAM, first + done))
            out[done] = placement_numbers(layout)
            done += 1
    return out


def placement_numbers(layout: Layout) -> list[int]:
    """The placement of every ship as its number in `tables`."""
    rules, table = layout.rules, tables("random", layout.rules)
    return [
        int(table.group_from[group]) + placements(rules.board, length).index(mask)
        for (group, length), mask in zip(_ship_rows(rules), layout.ships, strict=True)
    ]


def as_layout(rules: Ruleset, row: NDArray[np.int32]) -> Layout:
    """The layout of a row of placement numbers."""
    table = tables("random", rules)
    masks = [
        placements(rules.board, length)[int(number) - int(table.group_from[group])]
        for (group, length), number in zip(_ship_rows(rules), row, strict=True)
    ]
    return Layout.trusted(rules, tuple(masks))


def finishing_times(name: str, rules: Ruleset, seed: int, first: int, games: int) -> Times:
    """The finishing times of a strategy in games `first` to `first + games - 1`: (games,) int16.

    >>> int(finishing_times("density", Ruleset(), 1, 0, 1)[0]) in range(17, 101)
    True
    """
    rows = layouts(rules, seed, first, games)
    return hunt(name, rules, rows, seed, first)[0]


def hunt(
    name: str,
    rules: Ruleset,
    rows: NDArray[np.int32],
    seed: int,
    first: int,
    *,
    record: bool = False,
) -> tuple[Times, NDArray[np.int16]]:
    """Hunt the given layouts: finishing times (games,) and, if asked, the shots (games, cells).

    Without a kernel the plain strategy plays. Unused places of `shots` are -1.
    """
    games, size = len(rows), rules.board.size
    times = np.empty(games, np.int16)
    shots = np.full((games if record else 0, size), -1, np.int16)
    if compiled(name, rules):
        key = np.uint64(child_key(seed, SHOT_STREAM))
        table = tables(name, rules)
        kernel.simulate(table, kernel.new_state(table), rows, key, first, times, shots)
        return times, shots
    hunter = strategy(name)
    for game in range(games):
        known = play(hunter, as_layout(rules, rows[game]), Dice(seed, SHOT_STREAM, first + game))
        times[game] = len(known)
        if record:
            shots[game, : len(known)] = [shot.cell for shot in known.shots]
    return times, shots


def warm() -> None:
    """Compile the kernels, so that no timed run pays for it."""
    for name in ("random", "density"):
        finishing_times(name, Ruleset(), 0, 0, 1)
    from unsunk.rules.board import Board
    from unsunk.rules.fleet import Fleet

    finishing_times("density", Ruleset(Board(10, 10), Fleet((8, 7, 6))), 0, 0, 1)
