"""A match: one game of a person against the computer, from the first ship placed to the end.

Person and computer are players 1 and 2 of the rules. Whatever chance decides is drawn from the
match's seed, each draw at its own place, so the same seed and the same moves give the same match.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from unsunk.errors import LayoutError, TurnError
from unsunk.hunting.levels import level as strategy_of
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.game import Game, Winner
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout, check_apart
from unsunk.rules.placement import Placement
from unsunk.rules.ruleset import Ruleset

PERSON, COMPUTER = 1, 2
SEEDS = 1 << 32
"""How many seeds there are to draw from."""
NEXT_STREAM = 3
"""Path element under which the seed of the next match is drawn."""

Phase = Literal["setup", "battle", "over"]


def fresh_seed() -> int:
    """A seed that nobody can foresee."""
    return secrets.randbelow(SEEDS)


@dataclass(frozen=True)
class Match:
    """A match after some moves; every move returns a new one and is refused by an error.

    `hidden` is the computer's fleet, `placed` the mask of each ship of the person, None where it
    is not placed; `randomised` counts the random placements; `game` is None until the battle.

    >>> match = Match.new(Ruleset(), "hard", seed=1).at_random().start()
    >>> match.phase, match.fire(0).answered().turn
    ('battle', 1)
    """

    rules: Ruleset
    level: str
    seed: int
    hidden: Layout
    placed: tuple[int | None, ...]
    randomised: int = 0
    game: Game | None = None

    @classmethod
    def new(cls, rules: Ruleset, level: str, seed: int) -> "Match":
        """A match before the first ship; InputError for an unknown level or a bad seed."""
        strategy_of(level)
        hidden = draw_layout(rules, Dice(seed, LAYOUT_STREAM))
        return cls(rules, level, seed, hidden, (None,) * len(rules.fleet.lengths))

    def again(self) -> "Match":
        """The match to play after this one; its seed follows from the seed of this one."""
        seed = Dice(self.seed, NEXT_STREAM).below(SEEDS)
        return Match.new(self.rules, self.level, seed)

    @property
    def phase(self) -> Phase:
        """Where the match stands."""
        if self.game is None:
            return "setup"
        return "battle" if self.game.winner is None else "over"

    @property
    def turn(self) -> int | None:
        """The player to fire next, None in the setup and at the end."""
        return None if self.game is None else self.game.turn

    @property
    def winner(self) -> Winner | None:
        """The player who won, or `draw`; None until then."""
        return None if self.game is None else self.game.winner

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the person's ships that are not placed."""
        names = self.rules.fleet.names
        return tuple(n for n, mask in zip(names, self.placed, strict=True) if mask is None)

    def ship_at(self, cell: int) -> int | None:
        """The index of the person's ship on a cell, None for water."""
        for ship, mask in enumerate(self.placed):
            if mask is not None and mask >> cell & 1:
                return ship
        return None

    def knowledge(self, player: int) -> Knowledge:
        """What a player has learnt of the other's waters so far."""
        return Knowledge(self.rules) if self.game is None else self.game.knowledge[player - 1]

    def with_level(self, level: str) -> "Match":
        """The match at another level; InputError if there is none, TurnError in the battle."""
        self._must_be_setup("the level is chosen")
        strategy_of(level)
        return replace(self, level=level)

    def place(self, ship: int, placement: Placement) -> "Match":
        """Place a ship, or move it; LayoutError where it cannot lie, TurnError in the battle."""
        self._must_be_setup("ships are placed")
        name, length = self.rules.fleet.names[ship], self.rules.fleet.lengths[ship]
        if placement.length != length:
            where = placement.text(self.rules.board)
            raise LayoutError(
                f"{where} is a place for a ship of {placement.length}: the {name} has {length}",
                "bad_ship",
            )
        mask = placement.mask(self.rules.board)
        others = {i: m for i, m in enumerate(self.placed) if m is not None and i != ship}
        check_apart(self.rules, {**others, ship: mask})
        return self._with_ship(ship, mask)

    def remove(self, ship: int) -> "Match":
        """Take a ship off the board; LayoutError if it is not there, TurnError in the battle."""
        self._must_be_setup("ships are removed")
        if self.placed[ship] is None:
            name = self.rules.fleet.names[ship]
            raise LayoutError(f"the {name} is not on the board: there is nothing to remove")
        return self._with_ship(ship, None)

    def clear(self) -> "Match":
        """Take all ships off the board; TurnError in the battle."""
        self._must_be_setup("ships are removed")
        return replace(self, placed=(None,) * len(self.placed))

    def at_random(self) -> "Match":
        """Place the whole fleet at random, every layout equally likely; TurnError in the battle."""
        self._must_be_setup("ships are placed")
        number = self.randomised + 1
        layout = draw_layout(self.rules, Dice(self.seed, LAYOUT_STREAM, number))
        return replace(self, placed=layout.ships, randomised=number)

    def start(self) -> "Match":
        """Begin the battle; TurnError if it has begun or the fleet is not complete."""
        if self.game is not None:
            raise TurnError("the battle has begun: it starts once", "wrong_phase")
        if self.missing:
            raise TurnError(
                f"the fleet is not complete: place {listed(self.missing)} first", "wrong_phase"
            )
        ours = Layout(self.rules, tuple(mask or 0 for mask in self.placed))
        return replace(self, game=Game.start(self.rules, ours, self.hidden))

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
        if self.phase != "battle":
            raise TurnError("the computer thinks during the battle only", "wrong_phase")
        return strategy_of(self.level).heat(self.knowledge(COMPUTER))

    def history(self) -> Iterator[tuple[int, Shot]]:
        """Yield (player, shot) for the shots of both in the order in which they were fired."""
        first = self.rules.first
        for number in range(self.game.rounds if self.game else 0):
            for player in (first, 3 - first):
                shots = self.knowledge(player).shots
                if number < len(shots):
                    yield player, shots[number]

    def _must_be_setup(self, what: str) -> None:
        if self.game is not None:
            raise TurnError(f"{what} before the battle: it has begun", "wrong_phase")

    def _with_ship(self, ship: int, mask: int | None) -> "Match":
        placed = (*self.placed[:ship], mask, *self.placed[ship + 1 :])
        return replace(self, placed=placed)


def listed(names: tuple[str, ...]) -> str:
    """Ship names as a list in a sentence.

    >>> listed(("carrier",)), listed(("carrier", "cruiser", "destroyer"))
    ('the carrier', 'the carrier, the cruiser and the destroyer')
    """
    words = [f"the {name}" for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
