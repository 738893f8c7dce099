"""A fixed hunt: a decision tree without dice, kept as one byte a node.

The tree stands in pre-order: for every record at which two or more layouts are left the cell fired
at, then the trees of what may be heard, in ascending order of its number (`Listed.heard`, a miss is
0). Where one layout is left, its cells not fired at follow in ascending order and nothing is
stored; where the fleet is sunk, nothing either.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed, heard_by_place, heard_number, outcome_of
from unsunk.belief.tables import fleet_tables
from unsunk.errors import InputError, StrategyError
from unsunk.kernels import hunt as kernel
from unsunk.kernels import plan as plan_kernel
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import record_text
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind, Outcome

MOST_CELLS = 255
"""The most cells of a board: cells and finishing times fit a byte."""
MOST_WEIGHT, MOST_FAVOUR = 1 << 62, 1 << 12
FEW = 64
"""So few layouts answer faster one by one than all at once."""
TABLE = 1 << 18
"""Records of which a plan remembers what it found."""
CHUNK = 1 << 20
"""Nodes that are grown at a time."""

Numbers = NDArray[np.intp]
Times = NDArray[np.uint8]


@dataclass(frozen=True)
class Hunt:
    """A decision tree under a ruleset; see the module. InputError on boards of 256 cells or more.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> rules = parse_rules("board 1x4; fleet 2")
    >>> times(Hunt(rules, bytes([1, 2])), list_layouts_of(rules)).tolist()
    [3, 2, 3]
    """

    rules: Ruleset
    shots: bytes

    def __post_init__(self) -> None:
        require_bytes(self.rules)


def require_bytes(rules: Ruleset) -> None:
    """Raise InputError if cells and finishing times do not fit a byte: 256 cells or more."""
    board = rules.board
    if board.size > MOST_CELLS:
        raise InputError(
            f"a hunt has room for {MOST_CELLS} cells, and a {board} board has {board.size}: "
            "take a smaller board"
        )


def times(hunt: Hunt, listed: Listed) -> Times:
    """(N,) the finishing time on every layout; InputError if the tree is corrupt.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> rules = parse_rules("board 1x4; fleet 2")
    >>> times(Hunt(rules, bytes([1])), list_layouts_of(rules))
    Traceback (most recent call last):
    unsunk.errors.InputError: the tree of a hunt ends after 1 nodes, where more must follow
    """
    return _walk(hunt, listed, _tree(0, 0))


def grow(listed: Listed, weights: NDArray[np.int64] | None = None) -> Hunt:
    """The greedy hunt: fires at the cell that most weight covers, the lowest of several.

    `weights` (N,) are 0 or more, by default 1 each; where no layout left has weight they count
    alike. InputError if a weight is below 0, or if the sum is 2**62 or more.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> list(grow(list_layouts_of(parse_rules("board 1x4; fleet 2"))).shots)
    [1, 0]
    """
    return grow_timed(listed, weights)[0]


def grow_timed(
    listed: Listed,
    weights: NDArray[np.int64] | None = None,
    favours: NDArray[np.int64] | None = None,
    wins: NDArray[np.float64] | None = None,
    planned: int = 0,
) -> tuple[Hunt, Times]:
    """The hunt of `grow` and its `times`, in one pass.

    `favours` (n,) are what the weight over a cell is multiplied by, 1 to 2**12, with weights that
    sum to less than 2**50. Where at most `planned` layouts are left, the hunt goes on so as to win
    a race: `wins` (n + 1,) is the chance to be first after so many shots. Of the two cells that
    most weight covers it fires at the one that wins more, if all further shots are planned alike.
    InputError for other favours.
    """
    weights = np.empty(0, np.int64) if weights is None else _checked(weights, listed)
    favoured = _favours(listed, weights, favours)
    require_bytes(listed.rules)
    layouts, scratch, found = _layouts(listed), _scratch(listed), np.zeros(len(listed), np.uint8)
    counts = np.zeros(listed.rules.board.size, np.int64)
    plans = _planned(listed, wins, planned)
    room = min(CHUNK, 64 * len(listed)) + plans.most * len(plans.frames)
    shots, chunk, tree = bytearray(), np.empty(room, np.uint8), _tree(0, 0)
    while scratch.at[kernel.PARTS] > 0:
        nodes = plan_kernel.grow(
            layouts, weights, favoured, scratch, counts, chunk, found, tree, plans
        )
        shots += chunk[:nodes].tobytes()
    return Hunt(listed.rules, bytes(shots)), found


def grow_by(listed: Listed, choose: Callable[[Knowledge], int]) -> Hunt:
    """The hunt that fires where a function of the record says.

    It is asked once for every record at which two or more layouts are left. Where one is left the
    hunt fires at its cells, whatever the function would do (`racing.times.times_of` asks on).
    StrategyError if it fires off the board or at a cell twice.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 1x4; fleet 2"))
    >>> list(grow_by(listed, lambda knowledge: len(knowledge.shots)).shots)
    [0, 1]
    """
    shots, waiting = bytearray(), [(Knowledge(listed.rules), np.arange(len(listed)))]
    while waiting:
        known, part = waiting.pop()
        if len(part) > 1 and not known.finished:
            cell = choose(known)
            waiting += reversed(answers(listed, known, part, cell))
            shots.append(cell)
    return Hunt(listed.rules, bytes(shots))


def answers(
    listed: Listed, known: Knowledge, part: Numbers, cell: int
) -> list[tuple[Knowledge, Numbers]]:
    """What is known after a shot at `cell`, and which layouts then, in ascending order of `heard`.

    `part` are the numbers of the layouts that fit `known`. StrategyError if the shot is impossible.
    """
    board = listed.rules.board
    if not 0 <= cell < board.size or known.fired >> cell & 1:
        raise StrategyError(
            f"cell {cell} cannot be fired at after the record '{record_text(known)}': it is "
            f"fired at already or off the {board} board"
        )
    heard = heard_at(listed, part, known.fired, cell)
    found = []
    for number in np.unique(heard).tolist():
        outcome = _as_first(known, outcome_of(known.rules, number))
        found.append((known.after(cell, outcome), part[heard == number]))
    return found


def heard_at(listed: Listed, part: Numbers, fired: int, cell: int) -> NDArray[np.int32]:
    """(P,) what each of P layouts answers a shot at `cell` (`Listed.heard`) after those `fired`.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 1x4; fleet 2; announce length"))
    >>> heard_at(listed, np.arange(3), 0b0010, 2).tolist()
    [0, 2, 1]
    """
    bit, rest = 1 << cell, ~(fired | 1 << cell)
    if listed.cells.shape[1] == 1 and len(part) <= FEW:
        rows = zip(listed.ships[part, :, 0].tolist(), listed.heard[part].tolist(), strict=True)
        return np.array([_heard_by(ships, heard, bit, rest) for ships, heard in rows], np.int32)
    here, left = _words(listed, bit), _words(listed, rest & listed.rules.board.full)
    ships, (hit, sink) = listed.ships[part], np.moveaxis(listed.heard[part], 2, 0)
    sunk = ~(ships & left).any(axis=2)
    heard: NDArray[np.int32] = (np.where(sunk, sink, hit) * (ships & here).any(axis=2)).sum(axis=1)
    return heard


def _heard_by(ships: list[int], heard: list[list[int]], bit: int, rest: int) -> int:
    """What one layout answers, its ships as masks."""
    for ship, (hit, sink) in zip(ships, heard, strict=True):
        if ship & bit:
            return hit if ship & rest else sink
    return 0


def _as_first(known: Knowledge, outcome: Outcome) -> Outcome:
    """Name a ship shown as sunk as the first of its length not sunk: layouts differ in its name."""
    if known.rules.announce is not Announce.SHOWN or outcome.kind is not Kind.SUNK:
        return outcome
    sunk = {shot.outcome.name for _, shot in known.sinks}
    ships = known.rules.fleet.ships
    alike = (ship.name for ship in ships if ship.length == outcome.length)
    return replace(outcome, name=next(name for name in alike if name not in sunk))


def next_cell(hunt: Hunt, listed: Listed, knowledge: Knowledge) -> int | None:
    """The cell the hunt fires at after a record; None if a shot was fired elsewhere, or at the end.

    The tree is unfolded at the first call and kept for the last hunts asked.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x4; fleet 2")
    >>> hunt, listed = Hunt(rules, bytes([1, 2])), list_layouts_of(rules)
    >>> next_cell(hunt, listed, parse_record(rules, "B1:hit"))
    2
    """
    tree, node, fired = unfolded(hunt, listed), 0 if hunt.shots else ~0, 0
    for shot in knowledge.shots:
        if shot.cell != _cell(hunt, listed, node, fired):
            return None
        fired |= 1 << shot.cell
        if node >= 0:
            heard = heard_number(hunt.rules, shot.outcome)
            first, end = tree.first[node : node + 2]
            edge = first + np.flatnonzero(tree.heard[first:end] == heard)
            if len(edge) == 0:
                return None
            node = int(tree.after[edge[0]])
    return _cell(hunt, listed, node, fired)


def _cell(hunt: Hunt, listed: Listed, node: int, fired: int) -> int | None:
    """The cell fired at in a node, or where only layout `~node` is left."""
    if node >= 0:
        return hunt.shots[node]
    occupied = int.from_bytes(listed.cells[~node].tobytes(), "little")
    return next(cells_of(occupied & ~fired), None)


@lru_cache(maxsize=64)
def unfolded(hunt: Hunt, listed: Listed) -> kernel.Tree:
    """The tree with its edges, kept for the last hunts asked; InputError if it is corrupt.

    What is heard descends along the edges of a node; the first edge after the last node stands at
    the end of `first`.
    """
    nodes = len(hunt.shots)
    room = _tree(nodes + 1, nodes + len(listed))
    _walk(hunt, listed, room)
    edges = int(room.first[nodes])
    return kernel.Tree(room.first, room.heard[:edges].copy(), room.after[:edges].copy())


def _walk(hunt: Hunt, listed: Listed, tree: kernel.Tree) -> Times:
    """Follow the hunt on every layout; its times, and its edges if there is room for them."""
    rules, shots = hunt.rules, np.frombuffer(hunt.shots, np.uint8)
    if rules != listed.rules:
        raise InputError(f"a hunt under '{rules}' cannot hunt the layouts of '{listed.rules}'")
    found, scratch = np.zeros(len(listed), np.uint8), _scratch(listed)
    status = kernel.walk(_layouts(listed), shots, rules.board.size, scratch, found, tree)
    nodes = int(scratch.at[kernel.NODES])
    if status == kernel.EARLY:
        raise InputError(f"the tree of a hunt ends after {nodes} nodes, where more must follow")
    if status == kernel.WRONG:
        raise InputError(
            f"the tree of a hunt fires at cell {shots[nodes]} in node {nodes}: that cell is "
            f"fired at already or off the {rules.board} board"
        )
    if nodes < len(shots):
        raise InputError(f"the tree of a hunt has {len(shots)} nodes, where {nodes} end it")
    if len(tree.first):
        tree.first[nodes:] = scratch.at[kernel.EDGES]
    return found


def _layouts(listed: Listed) -> kernel.Layouts:
    rules = listed.rules
    tables = fleet_tables(rules).tables
    return kernel.Layouts(listed.cells, listed.places, tables.cells, heard_by_place(rules))


def _scratch(listed: Listed) -> kernel.Scratch:
    layouts, words = listed.cells.shape
    fleet, board = listed.rules.fleet, listed.rules.board
    rows = board.size * (2 * fleet.cells + 2) + 2
    scratch = kernel.Scratch(
        order=np.arange(layouts, dtype=np.int32),
        cells=listed.cells.copy(),
        hit=np.empty(layouts, np.int32),
        hit_cells=np.empty((layouts, words), np.uint64),
        key=np.empty(layouts, np.int32),
        part=np.zeros((rows, 3), np.int64),
        fired=np.zeros((rows, words), np.uint64),
        at=np.array([1, 0, 0], np.int64),
    )
    scratch.part[0, 1] = layouts
    return scratch


def _tree(nodes: int, edges: int) -> kernel.Tree:
    return kernel.Tree(
        np.zeros(nodes, np.int32), np.zeros(edges, np.int32), np.zeros(edges, np.int32)
    )


def _favours(
    listed: Listed, weights: NDArray[np.int64], favours: NDArray[np.int64] | None
) -> NDArray[np.int64]:
    if favours is None:
        return np.empty(0, np.int64)
    if len(favours) != listed.rules.board.size or favours.min() < 1 or favours.max() > MOST_FAVOUR:
        raise InputError(f"a hunt has a favour of 1 to {MOST_FAVOUR:,} for each cell of its board")
    if weights.sum(dtype=np.float64) >= MOST_WEIGHT / MOST_FAVOUR:
        raise InputError("with favours the weights must add up to less than 2**50: divide them")
    return np.ascontiguousarray(favours, np.int64)


def _planned(listed: Listed, wins: NDArray[np.float64] | None, planned: int) -> plan_kernel.Planned:
    """Room for planning at most so many layouts; for none without `wins`."""
    size = listed.rules.board.size
    depths, most = size + 1, planned if wins is not None else 0
    places = TABLE if most else 1
    return plan_kernel.Planned(
        most=most,
        wins=np.zeros(size + 1) if wins is None else np.ascontiguousarray(wins, np.float64),
        frames=np.zeros((depths, plan_kernel.FIELDS), np.int64),
        keys=np.zeros(depths, np.uint64),
        won=np.zeros((depths, 2)),
        ends=np.zeros((depths, most + 1), np.int64),
        table=np.zeros(places, np.uint64),
        values=np.zeros(places),
        cells=np.zeros(places, np.uint8),
        filled=np.zeros(places + 1, np.int64),
    )


def _checked(weights: NDArray[np.int64], listed: Listed) -> NDArray[np.int64]:
    if len(weights) != len(listed) or weights.min() < 0:
        raise InputError(
            f"a hunt grows on one weight of 0 or more for each of {len(listed)} layouts"
        )
    if weights.sum(dtype=np.float64) >= MOST_WEIGHT:
        raise InputError("the weights of the layouts add up to 2**62 or more: divide them")
    return np.ascontiguousarray(weights, np.int64)


def _words(listed: Listed, mask: int) -> NDArray[np.uint64]:
    """(C,) a mask as words."""
    return np.frombuffer(mask.to_bytes(8 * listed.cells.shape[1], "little"), np.uint64)
