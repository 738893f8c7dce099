"""A match: one game of a person against the computer, from the first ship placed to the end.

Person and computer are players 1 and 2 of the rules. Whatever chance decides is drawn from the
match's seed, each draw at its own place, so the same seed and the same moves give the same match.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from unsunk.errors import TurnError
from unsunk.hunting.levels import level as strategy_of
from unsunk.hunting.warming import SLOW
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.game import Game
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.placement import Placement
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.setup import Setup, Staged

if TYPE_CHECKING:
    from unsunk.belief.posterior import Posterior

PERSON, COMPUTER = 1, 2
SEEDS = 1 << 32
"""How many seeds there are to draw from."""
NEXT_STREAM = 3
"""Path element under which the seed of the next match is drawn."""


def fresh_seed() -> int:
    """A seed that nobody can foresee."""
    return secrets.randbelow(SEEDS)


@dataclass(frozen=True)
class Match(Staged):
    """A match after some moves; every move returns a new one and is refused by an error.

    `hidden` is the computer's fleet, `setup` the person's as far as it is placed; `randomised`
    counts the random placements; `game` is None until the battle.

    >>> match = Match.new(Ruleset(), "hard", seed=1).at_random().start()
    >>> match.phase, match.fire(0).answered().turn
    ('battle', 1)
    """

    rules: Ruleset
    level: str
    seed: int
    hidden: Layout
    setup: Setup
    randomised: int = 0
    game: Game | None = None

    @classmethod
    def new(cls, rules: Ruleset, level: str, seed: int) -> "Match":
        """A match before the first ship; InputError for an unknown level or a bad seed.

        BudgetError for a level that does not play under the rules.
        """
        return cls(rules, level, seed, _hidden(rules, level, seed), Setup.empty(rules))

    def again(self) -> "Match":
        """The match to play after this one; its seed follows from the seed of this one."""
        seed = Dice(self.seed, NEXT_STREAM).below(SEEDS)
        return Match.new(self.rules, self.level, seed)

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the person's ships that are not placed."""
        return self.setup.missing

    def ship_at(self, cell: int) -> int | None:
        """The index of the person's ship on a cell, None for water."""
        return self.setup.ship_at(cell)

    @property
    def thinks_long(self) -> bool:
        """Whether the computer may think for seconds, so that nobody should wait unawares."""
        return self.level in SLOW

    @property
    def thinking(self) -> bool:
        """Whether the computer is to fire."""
        return self.turn == COMPUTER

    def knowledge(self, player: int) -> Knowledge:
        """What a player has learnt of the other's waters so far."""
        return Knowledge(self.rules) if self.game is None else self.game.knowledge[player - 1]

    def with_level(self, level: str) -> "Match":
        """The match at another level; InputError if there is none, TurnError in the battle.

        A level that hides by a lottery of its own has another fleet than the others; none depends
        on the person's. BudgetError for a level that does not play under the rules.
        """
        self._must_be_setup("the level is chosen")
        return replace(self, level=level, hidden=_hidden(self.rules, level, self.seed))

    def place(self, ship: int, placement: Placement) -> "Match":
        """Place a ship, or move it; LayoutError where it cannot lie, TurnError in the battle."""
        self._must_be_setup("ships are placed")
        return replace(self, setup=self.setup.place(ship, placement))

    def remove(self, ship: int) -> "Match":
        """Take a ship off the board; LayoutError if it is not there, TurnError in the battle."""
        self._must_be_setup("ships are removed")
        return replace(self, setup=self.setup.remove(ship))

    def clear(self) -> "Match":
        """Take all ships off the board; TurnError in the battle."""
        self._must_be_setup("ships are removed")
        return replace(self, setup=self.setup.clear())

    def at_random(self) -> "Match":
        """Place the whole fleet at random, every layout equally likely; TurnError in the battle."""
        self._must_be_setup("ships are placed")
        number = self.randomised + 1
        layout = draw_layout(self.rules, Dice(self.seed, LAYOUT_STREAM, number))
        return replace(self, setup=self.setup.filled(layout), randomised=number)

    def start(self) -> "Match":
        """Begin the battle; TurnError if it has begun or the fleet is not complete."""
        if self.game is not None:
            raise TurnError("the battle has begun: it starts once", "wrong_phase")
        if self.missing:
            raise TurnError(
                f"the fleet is not complete: place {listed(self.missing)} first", "wrong_phase"
            )
        return replace(self, game=Game.start(self.rules, self.setup.layout(), self.hidden))

    def fire(self, cell: int) -> "Match":
        """The person fires; TurnError if the shot is refused."""
        if self.game is None:
            raise TurnError(
                "no shot before both fleets are placed: place yours, then start", "wrong_phase"
            )
        return replace(self, game=self.game.fire(PERSON, cell))

    def answered(self) -> "Match":
        """The match after the computer's shot, or as it is where the computer is not to fire."""
        if self.game is None or self.turn != COMPUTER:
            return self
        dice = Dice(self.seed, SHOT_STREAM)
        cell = strategy_of(self.level).next_shot(self.knowledge(COMPUTER), dice)
        return replace(self, game=self.game.fire(COMPUTER, cell))

    def heat(self) -> list[int]:
        """How much the computer wants each of the person's cells; TurnError outside the battle."""
        self.must_be_battle()
        return strategy_of(self.level).heat(self.knowledge(COMPUTER))

    def law(self) -> "Posterior":
        """The exact law of the person's waters after all that the computer has heard.

        TurnError outside the battle; BudgetError if the fleets are out of reach. It may take
        seconds, and loads the compiled kernels.
        """
        from unsunk.belief.posterior import posterior

        self.must_be_battle()
        return posterior(self.knowledge(COMPUTER))

    def history(self) -> Iterator[tuple[int, Shot]]:
        """Yield (player, shot) for the shots of both in the order in which they were fired."""
        return iter(()) if self.game is None else self.game.history()

    def must_be_battle(self) -> None:
        """TurnError outside the battle, when there is nothing to think about."""
        if self.phase != "battle":
            raise TurnError("the computer thinks during the battle only", "wrong_phase")

    def _must_be_setup(self, what: str) -> None:
        if self.game is not None:
            raise TurnError(f"{what} before the battle: it has begun", "wrong_phase")


def _hidden(rules: Ruleset, level: str, seed: int) -> Layout:
    """The computer's fleet; BudgetError if the level does not play under the rules."""
    hunter, dice = strategy_of(level), Dice(seed, LAYOUT_STREAM)
    hunter.require(rules)
    own = hunter.hides(rules, dice)
    return draw_layout(rules, dice) if own is None else own


def listed(names: tuple[str, ...]) -> str:
    """Ship names as a list in a sentence.

    >>> listed(("carrier",)), listed(("carrier", "cruiser", "destroyer"))
    ('the carrier', 'the carrier, the cruiser and the destroyer')
    """
    words = [f"the {name}" for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
