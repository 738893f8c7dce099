"""A fixed hunt: a decision tree without dice, kept as one byte a node.

The tree stands in pre-order: for every record at which two or more layouts are left the cell fired
at, then the trees of what may be heard, in ascending order of its number (`Listed.heard`, a miss is
0). Where one layout is left, its cells not fired at follow in ascending order and nothing is
stored; where the fleet is sunk, nothing either.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed, heard_number
from unsunk.errors import InputError
from unsunk.rules.bits import cells_of, mask_of
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import answer

MOST_CELLS = 255
"""The most cells of a board: cells and finishing times fit a byte."""
Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class Hunt:
    """A decision tree under a ruleset, on a board of at most 255 cells; see the module.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> rules = parse_rules("board 1x4; fleet 2")
    >>> times(Hunt(rules, bytes([1, 2])), list_layouts_of(rules)).tolist()
    [3, 2, 3]
    """

    rules: Ruleset
    shots: bytes


def split(listed: Listed, part: Numbers, fired: int, cell: int) -> list[tuple[int, Numbers]]:
    """The layouts of a part by what is heard of a shot at `cell`, in ascending order of it.

    `part` are the numbers of the layouts, `fired` the mask of the cells fired at before.
    """
    bit, rest = _words(listed, 1 << cell), ~_words(listed, fired | 1 << cell)
    ships = listed.ships[part]
    hit, sunk = (ships & bit).any(axis=2), ~(ships & rest).any(axis=2)
    heard = (np.where(sunk, listed.heard[part, :, 1], listed.heard[part, :, 0]) * hit).sum(axis=1)
    return [(int(what), part[heard == what]) for what in np.unique(heard)]


def times(hunt: Hunt, listed: Listed) -> NDArray[np.uint8]:
    """(N,) the finishing time on every layout; InputError if the tree is corrupt."""
    found, at = np.zeros(len(listed), np.uint8), 0
    stack = [(np.arange(len(listed)), 0)]
    while stack:
        part, fired = stack.pop()
        if len(part) == 1:
            found[part] = fired.bit_count() + _left(listed, int(part[0]), fired).bit_count()
        elif not _left(listed, int(part[0]), fired):
            found[part] = fired.bit_count()
        else:
            if at == len(hunt.shots):
                raise InputError("the tree of a hunt ends too early")
            cell = hunt.shots[at]
            if cell >= listed.rules.board.size or fired >> cell & 1:
                raise InputError(f"the tree of a hunt fires at cell {cell} twice or off the board")
            at += 1
            parts = split(listed, part, fired, cell)
            stack += [(part, fired | 1 << cell) for _, part in reversed(parts)]
    if at < len(hunt.shots):
        raise InputError("the tree of a hunt goes on after its end")
    return found


def grow(listed: Listed, weights: NDArray[np.int64] | None = None) -> Hunt:
    """The greedy hunt: fires at the cell that most weight covers, the lowest of several.

    `weights` (N,) are 0 or more, by default 1 each; a part without weight counts its layouts.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> list(grow(list_layouts_of(parse_rules("board 1x4; fleet 2"))).shots)
    [1, 0]
    """
    weights = np.ones(len(listed), np.int64) if weights is None else weights
    bits = np.unpackbits(listed.cells.view(np.uint8), axis=1, bitorder="little").astype(np.int64)
    shots, stack = bytearray(), [(np.arange(len(listed)), 0)]
    while stack:
        part, fired = stack.pop()
        if len(part) > 1 and _left(listed, int(part[0]), fired):
            counts = weights[part] @ bits[part] if weights[part].any() else bits[part].sum(axis=0)
            untried = [not fired >> cell & 1 for cell in range(len(counts))]
            cell = int((counts * untried).argmax())
            shots.append(cell)
            parts = split(listed, part, fired, cell)
            stack += [(part, fired | 1 << cell) for _, part in reversed(parts)]
    return Hunt(listed.rules, bytes(shots))


def grow_by(listed: Listed, choose: Callable[[Knowledge], int]) -> Hunt:
    """The hunt that fires where a function of the record says.

    It is asked once for every record at which two or more layouts are left. With one layout left
    the hunt fires at its cells, whatever the function would do.
    """
    shots, stack = bytearray(), [(np.arange(len(listed)), Knowledge(listed.rules))]
    while stack:
        part, known = stack.pop()
        if len(part) > 1 and not known.finished:
            cell = choose(known)
            shots.append(cell)
            for _, left in reversed(split(listed, part, known.fired, cell)):
                outcome = answer(listed.layout(int(left[0])), known.fired, cell)
                stack.append((left, known.after(cell, outcome)))
    return Hunt(listed.rules, bytes(shots))


def next_cell(hunt: Hunt, listed: Listed, knowledge: Knowledge) -> int | None:
    """The cell the hunt fires at after a record; None if a shot was fired elsewhere or at the end.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x4; fleet 2")
    >>> hunt, listed = Hunt(rules, bytes([1, 2])), list_layouts_of(rules)
    >>> next_cell(hunt, listed, parse_record(rules, "B1:hit"))
    2
    """
    index, node = _index(hunt, listed), 0
    for known, shot in enumerate(knowledge.shots):
        fired = mask_of(shot.cell for shot in knowledge.shots[:known])
        if shot.cell != _cell(hunt, listed, node, fired):
            return None
        if node >= 0:
            heard = heard_number(hunt.rules, shot.outcome)
            node = index[node].get(heard, END)
    return None if knowledge.finished else _cell(hunt, listed, node, knowledge.fired)


END = -(1 << 31)


def _cell(hunt: Hunt, listed: Listed, node: int, fired: int) -> int | None:
    """The cell fired at in a node, or with only layout `~node` left."""
    if node >= 0:
        return hunt.shots[node]
    return None if node == END else next(cells_of(_left(listed, ~node, fired)), None)


@lru_cache(maxsize=64)
def _index(hunt: Hunt, listed: Listed) -> list[dict[int, int]]:
    """For every node what may be heard, and the node after it or ~layout."""
    index = [dict[int, int]() for _ in hunt.shots]
    stack, at = [(np.arange(len(listed)), 0, dict[int, int](), 0)], 0
    while stack:
        part, fired, above, heard = stack.pop()
        if len(part) == 1:
            above[heard] = ~int(part[0])
        elif _left(listed, int(part[0]), fired):
            above[heard], cell = at, hunt.shots[at]
            for what, left in reversed(split(listed, part, fired, cell)):
                stack.append((left, fired | 1 << cell, index[at], what))
            at += 1
    return index


def _left(listed: Listed, number: int, fired: int) -> int:
    """The cells of a layout not fired at, as a mask."""
    return int.from_bytes(listed.cells[number].tobytes(), "little") & ~fired


def _words(listed: Listed, mask: int) -> NDArray[np.uint64]:
    """(C,) a mask as words."""
    return np.frombuffer(mask.to_bytes(8 * listed.cells.shape[1], "little"), np.uint64)
