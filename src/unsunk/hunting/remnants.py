"""What shots leave of the layouts, numbered, with the answer to every further shot.

A remnant is what matters of a layout after some hits: the ships not sunk, each with its cells not
yet hit. Layouts with the same remnant answer every further shot alike, so from then on they are
one, with a weight. Under `length` and `silent`, ships that no answer tells apart change places
freely; under `silent` the remnant is the set of cells left; under `shown` the whole placement of
each ship belongs to it, since the sink will show it.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import iterate_layouts
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import HIT, MISS, Kind, Outcome

Words = NDArray[np.uint64]
Ids = NDArray[np.int32]

MOST_CELLS = 48
"""The cells of a board whose placements fit below the tag of a word."""
CELLS = np.uint64((1 << MOST_CELLS) - 1)
SUNK = 64
"""The first code of a sink."""


@dataclass(frozen=True)
class Remnants:
    """All remnants of a ruleset: N of them, S ships, n cells, R cells of a fleet, G symmetries.

    The first `weights.size` are those of the blank board.
    """

    weights: NDArray[np.int64]
    """Layouts of each remnant of the blank board."""
    left: NDArray[np.int16]
    """(N,) cells not yet hit."""
    cells: NDArray[np.uint64]
    """(N,) the same as masks."""
    ships: Words
    """(N, S) the same ship by ship, 0 for a ship that is sunk."""
    where: NDArray[np.int16]
    """(N, R) the same in ascending order, then -1."""
    child: Ids
    """(N, R) the remnant after a hit there."""
    code: NDArray[np.int16]
    """(N, R) what is heard then: a place in `outcomes`."""
    risk: NDArray[np.uint32]
    """(N, R) whether a later sink may leave open whose it was; see `_risk`."""
    images: Ids
    """(G, N) the remnant's image under each symmetry of the board."""
    groups: NDArray[np.int64]
    """(G, 2) first ship and end of each group of ships alike."""
    label: Ids
    """(N, S) a number for all ships afloat but ship s; -1 where there are none but that one."""
    alone: Ids
    """(N, S) the remnant of ship s alone."""
    outcomes: dict[int, Outcome]
    """What is heard by code; the name of a sunk ship only where it tells ships apart."""


def remnants(rules: Ruleset) -> Remnants:
    """Number all remnants under these rules, hit by hit.

    >>> from unsunk.rules.notation import parse_rules
    >>> found = remnants(parse_rules("board 2x2; fleet 2; announce length"))
    >>> len(found.weights), len(found.left)
    (4, 9)
    """
    return _Numbering(rules).run()


def distinct(rows: Words) -> tuple[Ids, Ids]:
    """The first row of each kind, in order, and the kind of every row; rows are (N, K).

    >>> [x.tolist() for x in distinct(np.array([[5], [3], [5]], np.uint64))]
    [[1, 0], [1, 0, 1]]
    """
    order = np.lexsort(rows.T)
    ordered = rows[order]
    new = np.ones(len(rows), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    kinds = np.empty(len(rows), np.int32)
    kinds[order] = np.cumsum(new, dtype=np.int32) - 1
    return order[new].astype(np.int32), kinds


class _Numbering:
    """The remnants as they are found."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.groups = [(group[0], group[-1] + 1) for group in rules.groups]
        lengths = rules.fleet.lengths
        self.places = [
            mask for length in dict.fromkeys(lengths) for mask in placements(rules.board, length)
        ]
        self.tagged = rules.announce is Announce.SHOWN
        self.risky = (
            rules.announce is Announce.LENGTH
            and rules.touching is Touching.YES
            and len(lengths) > 1
        )

    def run(self) -> Remnants:
        """Number the remnants hit by hit, from the blank board to the last cell."""
        most = self.rules.fleet.cells
        rows, weights = self._blank()
        levels, tables, offset = [rows], [], 0
        for _ in range(most):
            offset += len(rows)
            table, rows = self._hits(rows, offset)
            tables.append(table)
            levels.append(rows)
        end = np.full((1, most), -1)
        tables.append((end, end, end, end))
        where, child, code, risk = (
            np.concatenate([table[part] for table in tables]) for part in range(4)
        )
        everything = np.concatenate(levels)
        label, alone = self._alone(everything)
        return Remnants(
            weights=weights,
            left=np.repeat(np.arange(most, -1, -1), [len(level) for level in levels]).astype(
                np.int16
            ),
            cells=np.bitwise_or.reduce(everything & CELLS, axis=1),
            ships=everything & CELLS,
            where=where.astype(np.int16),
            child=child.astype(np.int32),
            code=code.astype(np.int16),
            risk=risk.astype(np.uint32) if self.risky else np.zeros((1, most), np.uint32),
            images=self._images(levels),
            groups=np.array(self.groups, np.int64),
            label=label,
            alone=alone,
            outcomes=self._outcomes(),
        )

    def _key(self, rows: Words) -> Words:
        """What tells remnants apart: the ships, or under `silent` the cells alone."""
        if self.rules.announce is Announce.SILENT:
            return np.bitwise_or.reduce(rows, axis=1, keepdims=True)
        return rows

    def _sorted(self, rows: Words) -> Words:
        """Ships that no answer tells apart in ascending order, in place."""
        for start, end in self.groups:
            if end - start > 1:
                rows[:, start:end].sort(axis=1)
        return rows

    def _blank(self) -> tuple[Words, NDArray[np.int64]]:
        """The remnants before the first shot and how many layouts each stands for."""
        ships = np.array([layout.ships for layout in iterate_layouts(self.rules)], np.uint64)
        if self.tagged:
            tag = {mask: number for number, mask in enumerate(self.places, 1)}
            tags = np.array([[tag[int(mask)] for mask in row] for row in ships], np.uint64)
            ships |= tags << np.uint64(MOST_CELLS)
        ships = self._sorted(ships)
        first, kinds = distinct(self._key(ships))
        return ships[first], np.bincount(kinds).astype(np.int64)

    def _hits(self, rows: Words, offset: int) -> tuple[tuple[NDArray[np.int64], ...], Words]:
        """Hit every cell of every remnant: where, child, code, risk (N, R); and the children."""
        shape = (len(rows), self.rules.fleet.cells)
        where, child, code, risk = (np.full(shape, -1) for _ in range(4))
        rank, after, places = np.zeros(len(rows), np.int64), [], []
        for cell in range(self.rules.board.size):
            row, ship = np.nonzero(rows >> np.uint64(cell) & np.uint64(1))
            row, once = np.unique(row, return_index=True)
            ship = ship[once]
            hit = rows[row]
            hit[np.arange(len(row)), ship] ^= np.uint64(1 << cell)
            sunk = hit[np.arange(len(row)), ship] & CELLS == 0
            where[row, rank[row]] = cell
            code[row, rank[row]] = self._codes(hit, ship, sunk)
            if self.risky:
                risk[row, rank[row]] = self._risk(hit, ship, sunk)
            hit[np.arange(len(row))[sunk], ship[sunk]] = 0
            after.append(hit)
            places.append((row, rank[row]))
            rank[row] += 1
        children = self._sorted(np.concatenate(after))
        first, kinds = distinct(self._key(children))
        ends = np.cumsum([0, *map(len, after)])
        for (row, at), (start, end) in zip(places, pairwise(ends), strict=True):
            child[row, at] = offset + kinds[start:end]
        return (where, child, code, risk), children[first]

    def _codes(
        self, hit: Words, ship: NDArray[np.int64], sunk: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """What is heard of a hit on each ship; 0 is kept for a miss."""
        announce = self.rules.announce
        afloat = gone = np.ones(len(ship), np.int64)
        if announce is Announce.NAMED:
            afloat, gone = 1 + ship, SUNK + ship
        elif announce is Announce.LENGTH:
            group = np.array([g for g, (a, b) in enumerate(self.groups) for _ in range(a, b)])
            gone = SUNK + group[ship]
        elif announce is Announce.SHOWN:
            tag = hit[np.arange(len(ship)), ship] >> np.uint64(MOST_CELLS)
            gone = SUNK + tag.astype(np.int64)
        return np.where(sunk, gone, afloat)

    def _outcomes(self) -> dict[int, Outcome]:
        rules = self.rules
        found = {0: MISS, 1: HIT}
        for group, (start, _) in enumerate(self.groups):
            ship = rules.fleet.ships[start]
            if rules.announce is Announce.NAMED:
                found[1 + group] = Outcome(Kind.HIT, ship.length, ship.name)
                found[SUNK + group] = Outcome(Kind.SUNK, ship.length, ship.name)
            elif rules.announce is Announce.LENGTH:
                found[SUNK + group] = Outcome(Kind.SUNK, ship.length)
        if rules.announce is Announce.SHOWN:
            for tag, mask in enumerate(self.places, 1):
                found[SUNK + tag] = Outcome(Kind.SUNK, mask.bit_count(), None, mask)
        return found

    def _risk(
        self, hit: Words, ship: NDArray[np.int64], sunk: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """For a hit that sinks nothing, the groups of ships it leaves afloat, as two bit sets.

        The low 16 bits have the group of the ship hit, the high 16 those of all other ships. A cell
        that every remnant has is safe to fire at if no group is in both sets taken together.
        """
        low, high = np.zeros(len(ship), np.int64), np.zeros(len(ship), np.int64)
        for group, (start, end) in enumerate(self.groups):
            for slot in range(start, end):
                mine = ship == slot
                low |= np.where(mine, 1 << group, 0)
                high |= np.where(~mine & (hit[:, slot] != 0), 1 << group + 16, 0)
        return np.where(sunk, 0, low | high)

    def _images(self, levels: list[Words]) -> Ids:
        """The image of every remnant under every symmetry of the board."""
        board, parts, offset = self.rules.board, [], 0
        for rows in levels:
            known = self._key(rows)
            images = []
            for symmetry in board.symmetries:
                moved = self._key(self._sorted(self._moved(rows, symmetry)))
                _, kinds = distinct(np.concatenate([known, moved]))
                number = np.empty(len(rows), np.int32)
                number[kinds[: len(rows)]] = np.arange(len(rows))
                images.append(offset + number[kinds[len(rows) :]])
            parts.append(np.array(images, np.int32))
            offset += len(rows)
        return np.concatenate(parts, axis=1)

    def _moved(self, rows: Words, symmetry: tuple[int, ...]) -> Words:
        moved = np.zeros_like(rows)
        for cell, image in enumerate(symmetry):
            moved |= (rows >> np.uint64(cell) & np.uint64(1)) << np.uint64(image)
        if self.tagged:
            number = {mask: tag for tag, mask in enumerate(self.places, 1)}
            board = self.rules.board
            tags = [0, *(number[board.moved(mask, symmetry)] for mask in self.places)]
            old = (rows >> np.uint64(MOST_CELLS)).astype(np.int64)
            moved |= np.array(tags, np.uint64)[old] << np.uint64(MOST_CELLS)
        return moved

    def _alone(self, rows: Words) -> tuple[Ids, Ids]:
        """For each ship of each remnant the number of all others together, and itself alone.

        The others have one number whichever ship of a group of ships alike is left out.
        """
        many, ships = rows.shape
        label, alone = np.full((many, ships), -1, np.int32), np.full((many, ships), -1, np.int32)
        several = (rows != 0).sum(axis=1) > 1
        for start, end in self.groups:
            row, ship = np.nonzero(several[:, None] & (rows[:, start:end] != 0))
            ship += start
            others, single = rows[row], np.zeros((len(row), ships), np.uint64)
            single[np.arange(len(row)), ship] = others[np.arange(len(row)), ship]
            others[np.arange(len(row)), ship] = 0
            _, kinds = distinct(np.concatenate([self._key(rows), self._key(self._sorted(single))]))
            number = np.empty(many + len(row), np.int32)
            number[kinds[:many]] = np.arange(many)
            label[row, ship] = distinct(self._sorted(others))[1]
            alone[row, ship] = number[kinds[many:]]
        return label, alone
