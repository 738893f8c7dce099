"""Every error that unsunk raises.

    UnsunkError
    ├── InputError               text or a value that cannot be read (also a ValueError)
    │   ├── ImpossibleFleetError     a fleet that has no place on its board
    │   └── LayoutError              a placement or a layout that the rules forbid
    ├── ContradictionError       a record whose shots cannot all be true
    ├── TurnError                a shot out of turn, twice at a cell, too early or too late
    ├── BudgetError              an exact answer that would cost more than its stated budget
    ├── StrategyError            a strategy that breaks what every strategy must satisfy
    └── SolverError              a linear program that ended without a proven optimum

The message is one sentence that names what is wrong and what would be right; the command prints it
after `unsunk:` and ends with exit code 2, the web app sends it with an HTTP status of 4xx
(503 where its database cannot be used).
"""


class UnsunkError(Exception):
    """The root of all errors that unsunk raises on purpose."""


class InputError(UnsunkError, ValueError):
    """Text or a value that cannot be read: a cell, a board, a fleet, a name, a file."""


class ImpossibleFleetError(InputError):
    """A fleet that cannot be placed on its board under its touching rule."""

    def __init__(self, message: str, reason: str = "no_room") -> None:
        super().__init__(message)
        self.reason = reason
        """`no_room` (too long, too many cells) or `no_layout` (there is room, yet nothing fits)."""


class LayoutError(InputError):
    """A placement or a whole layout that the rules forbid."""

    def __init__(self, message: str, reason: str = "layout", other: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        """One of `off_board`, `overlap`, `touches`, `bad_ship`, `layout`."""
        self.other = other
        """The name of the ship that is overlapped or touched."""


class ContradictionError(UnsunkError):
    """A record in which a shot clashes with the rules or with an earlier shot."""


class TurnError(UnsunkError):
    """A shot that is refused: out of turn, twice at a cell, before the start or after the end."""

    def __init__(self, message: str, reason: str = "turn") -> None:
        super().__init__(message)
        self.reason = reason
        """One of `not_your_turn`, `cell_taken`, `wrong_phase`, `turn`."""


class BudgetError(UnsunkError):
    """An exact count, list or draw that would exceed its budget; the message states the budget."""


class StrategyError(UnsunkError):
    """A strategy that fails its conformance test; names rules, seed and the record at fault."""


class SolverError(UnsunkError):
    """A linear program whose solver ended with another status than "optimal"."""
