"""The slow, obvious twin of `hunting/hunt.py`: layouts in plain lists, a hunt as nested parts."""

from collections.abc import Callable, Sequence

from unsunk.rules.choices import Announce
from unsunk.rules.layout import Layout
from unsunk.rules.placement import placements
from unsunk.rules.shot import Kind, answer

Fire = Callable[[Sequence[Layout], int], int]


def told(layout: Layout, fired: int, cell: int) -> tuple[int, ...]:
    """What is heard, so that a miss comes first, then hits, then sinks, ship by ship if named."""
    rules, outcome = layout.rules, answer(layout, fired, cell)
    if outcome.kind is Kind.MISS:
        return ()
    sunk = int(outcome.kind is Kind.SUNK)
    if rules.announce is Announce.NAMED:
        return (rules.fleet.names.index(str(outcome.name)), sunk)
    if not sunk:
        return (0,)
    lengths = list(dict.fromkeys(rules.fleet.lengths))
    length = int(outcome.length or 0)
    place = placements(rules.board, length).index(outcome.cells) if outcome.cells else 0
    return (1, lengths.index(length), place)


def hunted(layouts: Sequence[Layout], fire: Fire) -> tuple[list[int], dict[Layout, int]]:
    """The cells stored for a hunt, in order, and the finishing time on every layout."""
    shots: list[int] = []
    times: dict[Layout, int] = {}

    def go_on(left: Sequence[Layout], fired: int) -> None:
        if len(left) == 1 or left[0].occupied & ~fired == 0:
            shot = fired.bit_count()
            times.update({layout: shot + (layout.occupied & ~fired).bit_count() for layout in left})
            return
        cell = fire(left, fired)
        shots.append(cell)
        heard = [told(layout, fired, cell) for layout in left]
        for what in sorted(set(heard)):
            part = [layout for layout, said in zip(left, heard, strict=True) if said == what]
            go_on(part, fired | 1 << cell)

    go_on(layouts, 0)
    return shots, times


def greedily(weights: dict[Layout, int]) -> Fire:
    """Fire at the cell that most weight covers, the lowest; without weight that most layouts do."""

    def fire(left: Sequence[Layout], fired: int) -> int:
        worth = [weights[layout] for layout in left]
        worth = worth if any(worth) else [1] * len(left)
        counts = [
            sum(w for layout, w in zip(left, worth, strict=True) if layout.occupied >> cell & 1)
            * (1 - (fired >> cell & 1))
            for cell in range(left[0].rules.board.size)
        ]
        return counts.index(max(counts))

    return fire
