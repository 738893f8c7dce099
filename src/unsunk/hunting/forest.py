"""Many hunts at once: one record followed in all their trees, under every symmetry of the board.

A tree that is turned is not stored: the record is turned instead. A pair of a hunt and a symmetry
is in a node as long as it has fired at all the cells of the record; the nodes of all pairs move on
together, shot by shot, and the pairs that would have fired elsewhere drop out.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed, heard_number
from unsunk.hunting.hunt import Hunt, unfolded
from unsunk.rules.knowledge import Knowledge

Numbers = NDArray[np.intp]
Cells = NDArray[np.int16]
ELSEWHERE = -1
"""In place of a cell: a shot of the record was fired elsewhere, or the fleet is sunk."""


class Forest:
    """The trees of H hunts side by side; a node is a number of 0 or more, a layout left is `~n`.

    It takes some 15 bytes for every node of a tree, and is made once.
    """

    def __init__(self, hunts: Sequence[Hunt], listed: Listed) -> None:
        self.listed, board = listed, listed.rules.board
        trees = [unfolded(hunt, listed) for hunt in hunts]
        sizes = [len(hunt.shots) for hunt in hunts]
        nodes = np.cumsum([0, *sizes[:-1]])
        self.roots: Numbers = np.array(
            [start if size else ~0 for start, size in zip(nodes, sizes, strict=True)]
        )
        self.shots = np.frombuffer(b"".join(hunt.shots for hunt in hunts), np.uint8)
        self.base = 1 + int(listed.heard.max())
        edges = [
            self._keys(start + np.repeat(np.arange(size), np.diff(tree.first)), tree.heard)
            for start, size, tree in zip(nodes, sizes, trees, strict=True)
        ]
        self.edges: NDArray[np.int32] = np.concatenate(edges)
        """Every edge of a node as one number, ascending: see `_keys`."""
        self.after: NDArray[np.int32] = np.concatenate(
            [
                np.where(tree.after < 0, tree.after, tree.after + start).astype(np.int32)
                for start, tree in zip(nodes, trees, strict=True)
            ]
        )
        """What each edge leads to."""
        self.back: Numbers = np.argsort(np.array(board.symmetries), axis=1)
        """(G, n) from where each symmetry moves a cell."""

    def aims(self, knowledge: Knowledge) -> Cells:
        """(H, G) the cell that each hunt under each symmetry fires at next, or ELSEWHERE.

        >>> from unsunk.belief.listed import list_layouts_of
        >>> from unsunk.rules.notation import parse_record, parse_rules
        >>> rules = parse_rules("board 1x4; fleet 2")
        >>> forest = Forest([Hunt(rules, bytes([1, 2]))], list_layouts_of(rules))
        >>> forest.aims(parse_record(rules, "")).tolist()
        [[1, 2]]
        >>> forest.aims(parse_record(rules, "C1:miss")).tolist()
        [[-1, 1]]
        """
        symmetries, size = self.back.shape
        node = np.repeat(self.roots, symmetries)
        pair = np.arange(len(node))
        fired = np.zeros((symmetries, size), bool)
        looks = [knowledge.moved(move) for move in self.listed.rules.board.symmetries]
        for shots in zip(*(look.shots for look in looks), strict=True):
            there = np.array([shot.cell for shot in shots])
            heard = np.array([heard_number(self.listed.rules, shot.outcome) for shot in shots])
            kept = self._cells(node, pair % symmetries, fired) == there[pair % symmetries]
            node, pair = node[kept], pair[kept]
            fired[np.arange(symmetries), there] = True
            node, known = self._heard(node, heard[pair % symmetries])
            node, pair = node[known], pair[known]
        cells = self._cells(node, pair % symmetries, fired)
        open_ = cells != ELSEWHERE
        pair, cells = pair[open_], cells[open_]
        aims = np.full(len(self.roots) * symmetries, ELSEWHERE, np.int16)
        aims[pair] = self.back[pair % symmetries, cells]
        return aims.reshape(-1, symmetries)

    def _cells(self, node: Numbers, symmetry: Numbers, fired: NDArray[np.bool_]) -> Cells:
        """(P,) the cells fired at, as the trees count them: of a layout left the lowest untried."""
        cells = np.full(len(node), ELSEWHERE, np.int16)
        stored = node >= 0
        cells[stored] = self.shots[node[stored]]
        left = self.listed.covers[~node[~stored]] & ~fired[symmetry[~stored]]
        cells[~stored] = np.where(left.any(axis=1), left.argmax(axis=1), ELSEWHERE)
        return cells

    def _heard(self, node: Numbers, heard: Numbers) -> tuple[Numbers, NDArray[np.bool_]]:
        """(P,) the nodes after what was heard, and whether they are any; a layout left remains."""
        after, known = node.copy(), node < 0
        stored = np.flatnonzero(~known)
        wanted = self._keys(node[stored], heard[stored])
        edge = np.minimum(np.searchsorted(self.edges, wanted), len(self.edges) - 1)
        known[stored] = self.edges[edge] == wanted
        after[stored] = self.after[edge]
        return after, known

    def _keys(self, node: Numbers, heard: NDArray[np.integer]) -> NDArray[np.int32]:
        """Edges as numbers in the order in which trees have them: what is heard descends."""
        keys: NDArray[np.int32] = (node * self.base - heard).astype(np.int32)
        return keys
