"""One shot: what the shooter hears."""

from dataclasses import dataclass

from unsunk.rules.choices import Announce, Word, member
from unsunk.rules.layout import Layout


class Kind(Word):
    """The three kinds of outcome.

    >>> list(map(str, Kind))
    ['miss', 'hit', 'sunk']
    """

    MISS = "miss"
    HIT = "hit"
    SUNK = "sunk"


@dataclass(frozen=True)
class Outcome:
    """What a shooter hears of one shot; the parts that the announcement leaves out are empty.

    `length` and `name` are of the ship hit, `cells` is the mask of the ship sunk. InputError for
    a kind that is none.

    >>> Outcome(Kind.SUNK, length=5)
    Outcome(kind=Kind.SUNK, length=5, name=None, cells=0)
    """

    kind: Kind
    length: int | None = None
    name: str | None = None
    cells: int = 0

    def __post_init__(self) -> None:
        if type(self.kind) is not Kind:
            object.__setattr__(self, "kind", member(Kind, self.kind, "kind"))


MISS = Outcome(Kind.MISS)
HIT = Outcome(Kind.HIT)


def answer(layout: Layout, fired: int, cell: int) -> Outcome:
    """The outcome of firing at `cell` when the cells of the mask `fired` were fired at before.

    The rules of the layout say what is announced. This is the only function that answers a shot.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> from unsunk.rules.ruleset import Ruleset
    >>> layout = Layout(Ruleset(Board(2, 2), Fleet((2,))), (0b0011,))
    >>> answer(layout, 0, 2).kind.value, answer(layout, 0b01, 1).length
    ('miss', 2)
    """
    ship = layout.ship_at(cell)
    if ship is None:
        return MISS
    rules, mask = layout.rules, layout.ships[ship]
    length, name = rules.fleet.lengths[ship], rules.fleet.names[ship]
    sunk = mask & ~(fired | 1 << cell) == 0
    if rules.announce is Announce.NAMED:
        return Outcome(Kind.SUNK if sunk else Kind.HIT, length, name)
    if not sunk or rules.announce is Announce.SILENT:
        return HIT
    if rules.announce is Announce.LENGTH:
        return Outcome(Kind.SUNK, length)
    return Outcome(Kind.SUNK, length, name, mask)
