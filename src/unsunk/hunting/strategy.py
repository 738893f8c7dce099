"""What a strategy is, and the register of those that have a name."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from typing import ClassVar

from unsunk.belief.heatmap import pick
from unsunk.errors import BudgetError, InputError
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset


class Strategy(ABC):
    """Picks the next shot from what a shooter may know, and from nothing else.

    A strategy says how much it wants each cell; it fires at one of the most wanted. It keeps
    nothing between shots, so a game can be stopped and taken up anywhere. What it draws once for a
    whole game, its plan, is drawn at every shot anew from the game's dice, and is always the same.
    """

    name: ClassVar[str]
    """The name in the register."""
    story: ClassVar[str]
    """What it does, in one sentence."""
    source: ClassVar[str]
    """Where it comes from."""
    aimless: ClassVar[bool] = False
    """Whether it may fire where no ship can be."""
    sure: ClassVar[bool] = False
    """Whether, once a single layout is left, it fires at the cells of that alone."""

    @abstractmethod
    def heat(self, knowledge: Knowledge) -> list[int]:
        """How much each cell is wanted: a whole number a cell, 0 where it would never fire.

        Cells fired at are 0; while a ship is afloat some cell is above 0. For a strategy that draws
        a plan once a game, the sum or mean over all plans: above 0 where any of them may fire.
        """

    def drawn(self, dice: Dice) -> "Strategy":
        """The strategy with what it draws once a game drawn; itself if it draws nothing.

        `dice` are those of the game; a plan is drawn from `dice.at(PLAN)` and from nothing else.
        """
        return self

    def require(self, rules: Ruleset) -> None:  # noqa: B027
        """Raise BudgetError, at once, if it does not play under these rules: most play anywhere."""

    def grounds(self) -> tuple[Ruleset, ...]:
        """The rules it plays under, where they are few enough to be named; else none."""
        return ()

    def plays(self, rules: Ruleset) -> bool:
        """Whether it plays under these rules; see `require`."""
        try:
            self.require(rules)
        except BudgetError:
            return False
        return True

    def hides(self, rules: Ruleset, dice: Dice) -> Layout | None:
        """Where it hides a fleet of its own; None if it has no lottery: all layouts alike, then."""
        return None

    def next_shot(self, knowledge: Knowledge, dice: Dice) -> int:
        """The cell to fire at; the same knowledge and dice give the same cell.

        `dice` are those of the game; each shot draws from its own place in them.
        TurnError if there is no cell left.
        """
        return pick(self.drawn(dice).heat(knowledge), dice.at(len(knowledge)))


_REGISTER = {
    "random": ("at_random", "AtRandom"),
    "parity-follow": ("parity_follow", "ParityFollow"),
    "density": ("density", "Density"),
    "one-rule": ("one_rule", "OneRule"),
    "one-rule-no-parity": ("one_rule", "OneRuleNoParity"),
    "exact": ("exact", "Exact"),
    "exact-random": ("exact", "ExactRandom"),
    "exact-lowest": ("exact", "ExactLowest"),
    "admiral": ("admiral", "Admiral"),
    "optimal": ("optimal", "Optimal"),
    "near-perfect": ("near_perfect", "NearPerfect"),
    "checkerboard": ("checkerboard", "Checkerboard"),
    "checkerboard-heat": ("checkerboard", "CheckerboardHeat"),
    "checkerboard-densest": ("checkerboard", "CheckerboardDensest"),
    "checkerboard-aimless": ("checkerboard", "CheckerboardAimless"),
    "three-parity": ("three_parity", "ThreeParity"),
    "three-parity-heat": ("three_parity", "ThreeParityHeat"),
    "three-parity-densest": ("three_parity", "ThreeParityDensest"),
    "three-parity-fixed": ("three_parity", "ThreeParityFixed"),
    "three-parity-aimless": ("three_parity", "ThreeParityAimless"),
    "smart-core": ("smart_core", "SmartCore"),
    "smart-core-heat": ("smart_core", "SmartCoreHeat"),
    "smart-core-never": ("smart_core", "SmartCoreNever"),
    "smart-core-always": ("smart_core", "SmartCoreAlways"),
    "smart-core-aimless": ("smart_core", "SmartCoreAimless"),
}
"""Name of a strategy: the module in this folder and the class."""


def strategy_names() -> tuple[str, ...]:
    """The names of all registered strategies.

    >>> strategy_names()[:4]
    ('random', 'parity-follow', 'density', 'one-rule')
    """
    return tuple(_REGISTER)


def strategy(name: str) -> Strategy:
    """The strategy of that name, or the one of `FILE.py:CLASS`; InputError if there is none.

    >>> strategy("density").name
    'density'
    >>> strategy("densty")
    Traceback (most recent call last):
    unsunk.errors.InputError: 'densty' is not a strategy: did you mean density?
    """
    if ":" in name:
        loader = import_module("unsunk.hunting.own")
        own: Strategy = loader.own_strategy(name)
        return own
    if name not in _REGISTER:
        near = get_close_matches(name, _REGISTER, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_REGISTER)}"
        raise InputError(f"'{name}' is not a strategy: {hint}")
    module, kind = _REGISTER[name]
    make: Callable[[], Strategy] = getattr(import_module(f"unsunk.hunting.{module}"), kind)
    return make()
