"""Random layouts within the time of one request, and which draws are not worth another try."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

from unsunk.errors import BudgetError
from unsunk.rules.board import Board
from unsunk.rules.choices import Touching
from unsunk.rules.dice import LAYOUT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset
from unsunk.web.refusals import Refusal, too_crowded

TRIES, STATES, LAST = 20_000, 50_000, 30_000
"""The most fleets thrown, the most states counted, and the most fleets thrown after that: about
half a second in all."""
REMEMBERED = 256


class Refused:
    """The keys of the draws that were given up last.

    >>> refused = Refused(most=2)
    >>> for key in "abc":
    ...     refused.add(key)
    >>> "a" in refused, "c" in refused
    (False, True)
    """

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._keys: OrderedDict[Hashable, None] = OrderedDict()
        self._lock = Lock()

    def add(self, key: Hashable) -> None:
        """Remember a key, and forget the one used longest ago if there are too many."""
        with self._lock:
            self._keys[key] = None
            self._keys.move_to_end(key)
            if len(self._keys) > self._most:
                self._keys.popitem(last=False)

    def clear(self) -> None:
        """Forget all keys."""
        with self._lock:
            self._keys.clear()

    def __contains__(self, key: Hashable) -> bool:
        with self._lock:
            return key in self._keys


CROWDED = Refused()
"""Waters in which no new game is begun, since a draw was given up there."""
_refused = Refused()


def draw(rules: Ruleset, seed: int, *path: int) -> Layout:
    """The layout at a place of a seed; Refusal `too_crowded` if that would take too long.

    The same place gives the same layout, or is refused, at every call.
    """
    key = (waters(rules.board, rules.fleet, rules.touching), seed, path)
    if key in _refused:
        raise too_crowded()
    dice = Dice(seed, LAYOUT_STREAM, *path)
    try:
        return draw_layout(rules, dice, TRIES, states=STATES, last=LAST)
    except BudgetError:
        _refused.add(key)
        raise too_crowded() from None


def try_draw(rules: Ruleset, seed: int) -> None:
    """Draw the layout of a new game; waters where that is refused are remembered in CROWDED."""
    try:
        draw(rules, seed)
    except Refusal:
        CROWDED.add(waters(rules.board, rules.fleet, rules.touching))
        raise


def waters(board: Board, fleet: Fleet, touching: Touching) -> Hashable:
    """What decides how hard a layout is to draw."""
    return board, fleet.lengths, touching
