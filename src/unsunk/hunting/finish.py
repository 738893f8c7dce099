"""After a hit: what all hand-written rules share."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from unsunk.belief.density import places_left
from unsunk.belief.explained import open_hits
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge


@dataclass(frozen=True)
class Sight:
    """A knowledge, and where in it the ships afloat still fit, each taken alone."""

    knowledge: Knowledge
    fits: dict[int, int]
    """For each length afloat the mask of the cells not fired at where such a ship fits."""

    @classmethod
    def of(cls, knowledge: Knowledge, unasked: int | None = None) -> "Sight":
        """What can be seen from a record.

        Ships of `unasked` cells and more are taken to fit on every cell not fired at.

        No ship has more cells left to be hit than the fleet has; so the last ship afloat fits only
        where it covers all open hits.

        >>> from unsunk.rules.notation import parse_record, parse_rules
        >>> rules = parse_rules("board 1x7; fleet 3,2; announce length")
        >>> {n: bin(mask) for n, mask in Sight.of(parse_record(rules, "C1:miss")).fits.items()}
        {3: '0b1111000', 2: '0b1111011'}
        """
        left, untried = knowledge.rules.fleet.cells - knowledge.hits.bit_count(), knowledge.untried
        fits = dict.fromkeys(knowledge.afloat, 0)
        for _, place, hits in places_left(knowledge):
            length = place.bit_count()
            if length - hits <= left:
                fits[length] |= place & untried
        for length in fits:
            if unasked is not None and length >= unasked:
                fits[length] = untried
        return cls(knowledge, fits)

    @property
    def board(self) -> Board:
        """The board."""
        return self.knowledge.rules.board

    @cached_property
    def open_hits(self) -> int:
        """The hits not explained by a sink."""
        return open_hits(self.knowledge)

    @property
    def anywhere(self) -> int:
        """The cells where some ship afloat fits."""
        return self.where(1)

    def where(self, shortest: int) -> int:
        """The cells where some ship afloat of at least that length fits."""
        mask = 0
        for length, cells in self.fits.items():
            if length >= shortest:
                mask |= cells
        return mask


def by_hand(sight: Sight) -> int:
    """Hand finishing: extend a line of two or more open hits, else fire beside one.

    A mask of cells where some ship afloat fits; 0 if no hit is open or none of these cells
    is left.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 3x3; fleet 3,2; announce length")
    >>> [bin(by_hand(Sight.of(parse_record(rules, hits)))) for hits in ("A1:hit", "A1:hit B1:hit")]
    ['0b1010', '0b100']
    """
    return line_ends(sight) or beside_hits(sight)


def line_ends(sight: Sight) -> int:
    """The cells at either end of two or more open hits in line, where some ship fits.

    Under `named` the hits of a line are on one ship.
    """
    ends = 0
    for hits in _hits_by_ship(sight):
        for way in range(4):
            line = hits & moved(sight.board, hits, way)
            ends |= moved(sight.board, line, way)
    return ends & sight.anywhere


def beside_hits(sight: Sight) -> int:
    """The cells beside an open hit, where some ship fits."""
    return beside(sight.board, sight.open_hits) & sight.anywhere


def beside(board: Board, mask: int) -> int:
    """The cells with an edge neighbour in a mask.

    >>> bin(beside(Board(2, 3), 0b100))
    '0b100010'
    """
    found = 0
    for way in range(4):
        found |= moved(board, mask, way)
    return found


def moved(board: Board, mask: int, way: int) -> int:
    """A mask moved by one cell up, down, left or right (0 to 3); what leaves the board is gone.

    >>> [bin(moved(Board(2, 3), 0b1100, way)) for way in range(4)]
    ['0b1', '0b100000', '0b10', '0b10000']
    """
    first = _first_column(board)
    if way == 0:
        return mask >> board.columns
    if way == 1:
        return mask << board.columns & board.full
    return (mask & ~first) >> 1 if way == 2 else mask << 1 & board.full & ~first


@lru_cache(maxsize=256)
def _first_column(board: Board) -> int:
    return sum(1 << board.columns * row for row in range(board.rows))


def _hits_by_ship(sight: Sight) -> list[int]:
    """The open hits, as one mask or, under `named`, as one mask a ship."""
    if sight.knowledge.rules.announce is not Announce.NAMED:
        return [sight.open_hits]
    return [mask for mask in sight.knowledge.named_hits.values() if mask & sight.open_hits]


def evenly(board: Board, area: int) -> list[int]:
    """The heat that wants every cell of an area alike."""
    return [area >> cell & 1 for cell in range(board.size)]


def likeliest(knowledge: Knowledge, area: int) -> list[int]:
    """The heat of the exact law within an area: the layouts left that cover each of its cells.

    It is that of `exact-random`, sampled where the fleets are too many to count.

    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x4; fleet 2; announce length")
    >>> likeliest(parse_record(rules, "A1:miss"), 0b1110)
    [0, 1, 2, 1]
    """
    from unsunk.hunting.exact import ExactRandom  # it loads compiled kernels: not by hand

    heat = ExactRandom().heat(knowledge) if area else [0] * knowledge.rules.board.size
    return [value if area >> cell & 1 else 0 for cell, value in enumerate(heat)]
