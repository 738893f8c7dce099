"""What a policy is, and the register of those that have a name."""

from abc import ABC, abstractmethod
from importlib import import_module
from typing import ClassVar

from unsunk.errors import InputError
from unsunk.rules.dice import Dice
from unsunk.study.reading import Condition
from unsunk.study.view import View


class Policy(ABC):
    """Picks the next cell from what a shooter may know, and from nothing else.

    The same view and dice give the same cell. A policy may keep what it computed, but not what it
    saw: a game may be stopped and taken up anywhere.
    """

    name: ClassVar[str]
    """The name in the register."""
    story: ClassVar[str]
    """What it does, in one sentence."""

    @abstractmethod
    def next_shot(self, view: View, dice: Dice) -> int:
        """The cell to fire at: one of `view.legal`.

        `dice` are those of the player in this game, the same at each shot: what is drawn anew for
        a shot comes from `dice.at(view.shots)`, what is drawn once for the game from
        `dice.at(PLAN)`.
        """

    def heat(self, view: View) -> list[float] | None:
        """What it thinks of each cell (n), if it thinks in numbers: more is hotter."""
        return None

    def require(self, condition: Condition) -> None:  # noqa: B027
        """Raise BudgetError, at once, if it does not play under this condition."""


_REGISTER = {
    "random": ("at_random", "AtRandom"),
    "checkerboard": ("checkerboard", "Checkerboard"),
    "belief": ("belief", "BeliefState"),
    "greedy": ("greedy", "Greedy"),
    "joint": ("joint", "Joint"),
    "planner": ("planner", "Planner"),
}
"""Name of a policy: the module in this folder and the class."""
PAPER = ("random", "checkerboard", "belief", "greedy")
"""The four of the paper, in its order."""


def policy_names() -> tuple[str, ...]:
    """The names of all policies."""
    return tuple(_REGISTER)


def policy(name: str) -> Policy:
    """The policy of that name; InputError if there is none."""
    found = _REGISTER.get(name)
    if found is None:
        raise InputError(f"'{name}' is not a policy: it is one of {', '.join(_REGISTER)}")
    module = import_module(f"unsunk.study.policies.{found[0]}")
    made: Policy = getattr(module, found[1])()
    return made
