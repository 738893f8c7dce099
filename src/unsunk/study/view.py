"""All that a shooter may know of the other's waters: there is no place in it for a ship."""

from dataclasses import dataclass

from unsunk.errors import InputError
from unsunk.rules.bits import cells_of
from unsunk.study.reading import Condition, Feedback


@dataclass(frozen=True)
class View:
    """What was heard so far: the order of the shots does not matter for what it tells.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.study.reading import Layer
    >>> view = View(Condition(Board(2, 2), layer=Layer.L1, p=0.5)).missed(0).resisted(3).damage(1)
    >>> view.shots, list(cells_of(view.legal)), view.tries
    (3, [2, 3], (0, 0, 0, 1))
    """

    condition: Condition
    misses: int = 0
    """The mask of cells heard to be empty; 0 if feedback is ambiguous."""
    damaged: int = 0
    """The mask of cells heard to be damaged, by a shot or through a link."""
    tries: tuple[int, ...] = ()
    """(n) shots without damage at each cell, but for misses: at a resisting ship if feedback is
    open, at a resisting ship or at nothing if it is ambiguous."""
    sunk: tuple[int, ...] = ()
    """The lengths of the ships heard to sink, in that order; empty if sinks are silent."""
    by_link: int = 0
    """The mask of cells heard to be damaged through a link: those among the damaged."""
    shots: int = 0

    def __post_init__(self) -> None:
        if not self.tries:
            object.__setattr__(self, "tries", (0,) * self.condition.board.size)

    @property
    def occupied(self) -> int:
        """The mask of cells known to be of a ship: damaged, or heard to resist."""
        if self.condition.reading.feedback is Feedback.AMBIGUOUS:
            return self.damaged
        return self.damaged | sum(1 << cell for cell, many in enumerate(self.tries) if many)

    @property
    def legal(self) -> int:
        """The mask of cells that may be fired at: all but misses and damaged ones."""
        return self.condition.board.full & ~self.misses & ~self.damaged

    def require_legal(self, cell: int) -> None:
        """InputError unless the cell may be fired at."""
        if 0 <= cell < self.condition.board.size and self.legal >> cell & 1:
            return
        name = self.condition.board.name(cell)
        if self.misses >> cell & 1:
            raise InputError(f"{name} is known to be empty: fire at another cell")
        raise InputError(f"{name} is damaged already: fire at another cell")

    def missed(self, cell: int) -> "View":
        """After a shot heard to be a miss."""
        return self._after_shot(self.misses | 1 << cell, self.tries)

    def resisted(self, cell: int) -> "View":
        """After a shot without damage that was not heard to be a miss."""
        tries = (*self.tries[:cell], self.tries[cell] + 1, *self.tries[cell + 1 :])
        return self._after_shot(self.misses, tries)

    def _after_shot(self, misses: int, tries: tuple[int, ...]) -> "View":
        shots = self.shots + 1
        return View(self.condition, misses, self.damaged, tries, self.sunk, self.by_link, shots)

    def damage(self, cell: int, sunk: int | None = None) -> "View":
        """After a shot that damaged; `sunk` is the length of the ship heard to sink with it."""
        return self._damaged(cell, sunk, self.by_link, self.shots + 1)

    def linked(self, cell: int, sunk: int | None = None) -> "View":
        """After damage through a link was heard of: no shot was spent."""
        return self._damaged(cell, sunk, self.by_link | 1 << cell, self.shots)

    def _damaged(self, cell: int, sunk: int | None, by_link: int, shots: int) -> "View":
        damaged = self.damaged | 1 << cell
        ships = self.sunk if sunk is None else (*self.sunk, sunk)
        return View(self.condition, self.misses, damaged, self.tries, ships, by_link, shots)

    def __str__(self) -> str:
        """What is known, by cell name."""
        name = self.condition.board.name
        parts = [f"{name(cell)} damaged" for cell in cells_of(self.damaged)]
        parts += [f"{name(cell)} empty" for cell in cells_of(self.misses)]
        parts += [
            f"{name(cell)} without damage {many}x" for cell, many in enumerate(self.tries) if many
        ]
        return "; ".join(parts) or "nothing"
