"""The slow, obvious twin of `hunting/least_shots.py`: every hunt tried, on tiny boards."""

from unsunk.rules.choices import Announce
from unsunk.rules.layout import Layout
from unsunk.rules.shot import Kind, answer

Layouts = tuple[Layout, ...]


def told(layout: Layout, fired: int, cell: int) -> tuple[object, ...]:
    """What is heard, without the names that do not count."""
    outcome = answer(layout, fired, cell)
    name = outcome.name if layout.rules.announce is Announce.NAMED else None
    return outcome.kind, outcome.length, name, outcome.cells


class Least:
    """The least shots that are still needed, summed over the layouts left.

    With `certain_first` a cell that all layouts left have is always fired at before others.
    """

    def __init__(self, certain_first: bool = False) -> None:
        self.certain_first = certain_first
        self.known: dict[tuple[Layouts, int], int] = {}

    def shots(self, left: Layouts, fired: int) -> int:
        if all(layout.occupied & ~fired == 0 for layout in left):
            return 0
        if (left, fired) not in self.known:
            cells = [c for c in range(left[0].rules.board.size) if not fired >> c & 1]
            useful = [c for c in cells if any(x.occupied >> c & 1 for x in left)]
            sure = [c for c in useful if all(x.occupied >> c & 1 for x in left)]
            tried = sure[:1] if sure and self.certain_first else useful
            self.known[left, fired] = min(self.begun(left, fired, cell) for cell in tried)
        return self.known[left, fired]

    def begun(self, left: Layouts, fired: int, cell: int) -> int:
        """The same for a hunt that goes on with this cell."""
        heard: dict[tuple[object, ...], list[Layout]] = {}
        for layout in left:
            heard.setdefault(told(layout, fired, cell), []).append(layout)
        total = len(left)
        for said, rest in heard.items():
            hit = said[0] is not Kind.MISS
            total += self.shots(tuple(rest), fired | 1 << cell if hit else fired)
        return total

    def best_cells(self, left: Layouts, fired: int) -> set[int]:
        best, size = self.shots(left, fired), left[0].rules.board.size
        untried = [c for c in range(size) if not fired >> c & 1]
        return {c for c in untried if self.begun(left, fired, c) == best}
