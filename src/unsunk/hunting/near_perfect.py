"""The stored mixtures: hunts and fleets drawn by lotteries with the best worst case found."""

from functools import cached_property, lru_cache

import numpy as np

from unsunk.belief.listed import list_layouts_of
from unsunk.errors import BudgetError
from unsunk.hunting.exact import ExactLowest
from unsunk.hunting.forest import ELSEWHERE, Forest
from unsunk.hunting.hunt import next_cell
from unsunk.hunting.mixture import (
    Mixture,
    draw_by,
    load_mixture,
    running_sums,
    stored_mixtures,
)
from unsunk.hunting.strategy import Strategy
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce
from unsunk.rules.dice import PLAN, Dice
from unsunk.rules.fleet import THREE
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset

STORED = "near-perfect-"
"""The name of a stored mixture up to its board."""
MILLION = 1_000_000


class NearPerfect(Strategy):
    """One hunt of a solved mixture, drawn with a symmetry of the board before the first shot.

    After that it throws no dice. Where somebody else has fired a shot of its record, so that the
    hunt does not lead there, it fires where most of the hunts that do would fire, and where none
    does, at the likeliest cell under the exact law; at the lowest of several.
    """

    name = "near-perfect"
    story = "Draws a hunt from a solved mixture, and then follows it without dice (some boards)."
    source = "ours, solved by the essay's loop of source 002 with exact best replies"

    def grounds(self) -> tuple[Ruleset, ...]:
        """The rules of the mixtures that are stored."""
        return tuple(
            Ruleset(Board.parse(name.removeprefix(STORED)), THREE, announce=Announce.LENGTH)
            for name in stored_mixtures()
            if name.startswith(STORED)
        )

    def require(self, rules: Ruleset) -> None:
        """BudgetError where no mixture is stored; names and the order of turns do not matter."""
        grounds = self.grounds()
        if not any(_alike(rules, ground) for ground in grounds):
            boards = " and ".join(str(ground.board) for ground in grounds)
            raise BudgetError(
                f"{self.name} plays on {boards} boards only, with ships 3,3,2 that may touch, "
                "where a sunk ship's length is announced: for instance --board 4x4 --fleet 3,3,2 "
                "--announce length"
            )

    def drawn(self, dice: Dice) -> Strategy:
        """The strategy with the hunt and the symmetry of a game."""
        return _Drawn(dice)

    def heat(self, knowledge: Knowledge) -> list[int]:
        """Of a million games that have come to this record, in how many it fires there next.

        Over all hunts and symmetries that lead to the record; where none does, all of them at the
        likeliest cell. A cell has 1 or more where any of them fires.
        """
        return list(_heat(knowledge))

    def hides(self, rules: Ruleset, dice: Dice) -> Layout:
        """A fleet by the lottery of the mixture: a class of layouts, then a random image."""
        return Layout.trusted(rules, _solved(rules).hidden(dice).ships)


class _Drawn(NearPerfect):
    """A plan: it is the same on whatever board, so it is kept as dice."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice.at(PLAN)

    def drawn(self, dice: Dice) -> Strategy:
        """Itself: the plan is drawn."""
        return self

    def heat(self, knowledge: Knowledge) -> list[int]:
        """1 at the cell it fires at."""
        wanted = [0] * knowledge.rules.board.size
        if not knowledge.finished:
            solved = _solved(knowledge.rules)
            wanted[solved.shot(knowledge, *solved.plan(self.dice.at()))] = 1
        return wanted


class _Solved:
    """A mixture made ready to be played."""

    def __init__(self, mixture: Mixture) -> None:
        self.mixture, self.listed = mixture, list_layouts_of(mixture.rules)
        self.hunts, self.classes = running_sums(mixture.weights), running_sums(mixture.hider)

    @cached_property
    def forest(self) -> Forest:
        """All its hunts side by side, for questions about every plan at once."""
        return Forest(self.mixture.hunts, self.listed)

    def plan(self, dice: Dice) -> tuple[int, int]:
        """A hunt by its weight and a symmetry, as numbers."""
        return draw_by(self.hunts, dice), dice.below(len(self.mixture.rules.board.symmetries))

    def hidden(self, dice: Dice) -> Layout:
        """A class of layouts by its weight, and one of its layouts, each equally likely."""
        first = self.listed.first[draw_by(self.classes, dice)]
        symmetry = dice.below(len(self.mixture.rules.board.symmetries))
        return self.listed.layout(int(self.listed.image(symmetry)[first]))

    def shot(self, knowledge: Knowledge, hunt: int, symmetry: int) -> int:
        """The cell that a plan fires at: its tree is asked about the record as it looks turned."""
        move = self.mixture.rules.board.symmetries[symmetry]
        cell = next_cell(self.mixture.hunts[hunt], self.listed, knowledge.moved(move))
        if cell is not None:
            return move.index(cell)
        wanted = _heat(knowledge)
        return wanted.index(max(wanted))

    def wanted(self, knowledge: Knowledge) -> tuple[int, ...]:
        """The heat over all plans that lead to a record, in millionths."""
        size = knowledge.rules.board.size
        if knowledge.finished:
            return (0,) * size
        aims = self.forest.aims(knowledge)
        hunts, symmetries = np.nonzero(aims != ELSEWHERE)
        weights = np.diff(self.hunts, prepend=0)[hunts]
        shares = np.bincount(aims[hunts, symmetries], weights, size)
        if not shares.any():
            likeliest = ExactLowest().heat(knowledge)
            shares[likeliest.index(max(likeliest))] = 1
        parts = MILLION * shares / shares.sum()
        return tuple(max(1, round(part)) if part > 0 else 0 for part in parts.tolist())


@lru_cache(maxsize=256)
def _heat(knowledge: Knowledge) -> tuple[int, ...]:
    """The heat of the last records, kept: a check asks for each of them dozens of times."""
    return _solved(knowledge.rules).wanted(knowledge)


@lru_cache(maxsize=16)
def _solved(rules: Ruleset) -> _Solved:
    NearPerfect().require(rules)
    return _load(rules.board)


@lru_cache(maxsize=2)
def _load(board: Board) -> _Solved:
    return _Solved(load_mixture(f"{STORED}{board}"))


def _alike(one: Ruleset, other: Ruleset) -> bool:
    """Whether rules are the same for whoever hunts or hides by announced lengths."""
    return (one.board, one.fleet.lengths, one.touching, one.announce) == (
        other.board,
        other.fleet.lengths,
        other.touching,
        other.announce,
    )
