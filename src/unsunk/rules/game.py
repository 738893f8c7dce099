"""A whole game: two waters, whose turn it is, the result."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from unsunk.errors import LayoutError, TurnError
from unsunk.rules.choices import Order
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Outcome, answer

Winner = Literal[1, 2, "draw"]


@dataclass(frozen=True)
class Game:
    """A game between players 1 and 2 whose fleets are placed.

    `layouts` are the fleets of players 1 and 2, `knowledge` what each has learnt of the other's.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.rules.fleet import Fleet
    >>> rules = Ruleset(Board(1, 2), Fleet((1,)))
    >>> game = Game.start(rules, Layout(rules, (0b01,)), Layout(rules, (0b10,)))
    >>> game.turn, game.fire(1, 1).winner
    (1, 1)
    """

    rules: Ruleset
    layouts: tuple[Layout, Layout]
    knowledge: tuple[Knowledge, Knowledge]

    @classmethod
    def start(cls, rules: Ruleset, first: Layout, second: Layout) -> "Game":
        """A game before the first shot; LayoutError if a fleet was placed under other rules."""
        if first.rules != rules or second.rules != rules:
            raise LayoutError(
                "a fleet was placed under other rules: both must use the rules of the game"
            )
        return cls(rules, (first, second), (Knowledge(rules), Knowledge(rules)))

    @property
    def turn(self) -> int | None:
        """The player to fire next; None when the game is over."""
        if self.winner is not None:
            return None
        shots = len(self.knowledge[0]) + len(self.knowledge[1])
        return self.rules.first if shots % 2 == 0 else 3 - self.rules.first

    @property
    def winner(self) -> Winner | None:
        """The player who has sunk the other's fleet, `draw`, or None while the game goes on."""
        done = [knowledge.finished for knowledge in self.knowledge]
        if self.rules.order is Order.SIMULTANEOUS:
            if len(self.knowledge[0]) != len(self.knowledge[1]):
                return None
            if all(done):
                return "draw"
        return 1 if done[0] else 2 if done[1] else None

    @property
    def rounds(self) -> int:
        """The number of the round that the last shot belongs to; a round is one shot of each."""
        return max(len(self.knowledge[0]), len(self.knowledge[1]))

    def fire(self, player: int, cell: int) -> "Game":
        """The game after a shot of `player` at `cell`; TurnError if it is refused."""
        board = self.rules.board
        if self.winner is not None:
            raise TurnError("the game is over: no further shot is taken", "wrong_phase")
        if player != self.turn:
            raise TurnError(
                f"player {player} fires out of turn: it is the turn of player {self.turn}",
                "not_your_turn",
            )
        name = board.name(cell)
        mine = self.knowledge[player - 1]
        if mine.fired >> cell & 1:
            raise TurnError(
                f"{name} was fired at before: choose a cell not yet fired at", "cell_taken"
            )
        outcome = answer(self.layouts[2 - player], mine.fired, cell)
        after = mine.after(cell, outcome)
        both = (after, self.knowledge[1]) if player == 1 else (self.knowledge[0], after)
        return Game(self.rules, self.layouts, both)

    def history(self) -> Iterator[tuple[int, Shot]]:
        """Yield (player, shot) for the shots of both in the order in which they were fired."""
        players = (self.rules.first, 3 - self.rules.first)
        shots = (self.knowledge[player - 1].shots for player in players)
        for fired in zip_longest(*shots):
            for player, shot in zip(players, fired, strict=True):
                if shot is not None:
                    yield player, shot

    def last(self, player: int) -> Outcome | None:
        """What the player heard of the last shot of theirs."""
        shots = self.knowledge[player - 1].shots
        return shots[-1].outcome if shots else None
