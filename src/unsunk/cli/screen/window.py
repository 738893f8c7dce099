"""The part of a board that is seen when the whole does not fit."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Window:
    """`seen` of `all` rows (or columns), from number `first` on."""

    all: int
    seen: int
    first: int = 0

    @property
    def numbers(self) -> range:
        """The rows (or columns) that are seen."""
        return range(self.first, self.first + self.seen)

    @property
    def more_before(self) -> bool:
        """Whether there is more before the first that is seen."""
        return self.first > 0

    @property
    def more_after(self) -> bool:
        """Whether there is more after the last that is seen."""
        return self.first + self.seen < self.all

    def resized(self, room: int) -> "Window":
        """The window where there is room for so many, at least one."""
        seen = min(self.all, max(1, room))
        return Window(self.all, seen, min(self.first, self.all - seen))

    def moved(self, steps: int) -> "Window":
        """The window moved, as far as the board goes.

        >>> Window(10, 4, 5).moved(3).numbers
        range(6, 10)
        """
        first = max(0, min(self.all - self.seen, self.first + steps))
        return Window(self.all, self.seen, first)

    def showing(self, number: int) -> "Window":
        """The nearest window in which that row (or column) is seen.

        >>> Window(10, 4).showing(7).numbers
        range(4, 8)
        """
        if number < self.first:
            return self.moved(number - self.first)
        return self.moved(max(0, number - self.first - self.seen + 1))
