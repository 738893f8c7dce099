"""The conformance test: what every policy must satisfy, for its author to call.

A policy plays games under every layer and reading. Each of its views is put to it again, backwards
and rebuilt from its parts, and must be answered as before. And what lies under the cells not yet
fired at must not matter: other waters that answer the first shots alike are put in its way, and its
next shot has to be one and the same.
"""

from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from itertools import product
from math import isfinite

from unsunk.errors import BudgetError, StrategyError
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY, Fleet
from unsunk.study.bank import Bank, make_bank
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.layers import State, step
from unsunk.study.packet import Packet
from unsunk.study.policies.policy import Policy
from unsunk.study.reading import PAPER, Condition, Feedback, Layer, Reading, Told
from unsunk.study.view import View

SHOTS, WATERS = 3, 40
"""After how many shots how many waters that answer alike must draw the same next shot."""
PACKETS = 300
"""The packets that are searched for such waters."""
SMALL = (Board(4, 5), Fleet((3, 2)))
"""Board and fleet that are played under every reading."""
LARGE = ((Board(5, 5), STUDY), (Board(10, 10), STUDY))
"""Those that are played under the paper's reading and under `ambiguous`."""

Maker = Callable[[Packet], Policy]


@dataclass(frozen=True)
class Report:
    """What a check has seen; reports add up."""

    games: int = 0
    shots: int = 0
    waters: int = 0

    def __add__(self, other: "Report") -> "Report":
        return Report(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def check_policy(policy: Policy | Maker, condition: Condition | None = None) -> Report:
    """Raise StrategyError, naming the fault, if a policy breaks what every policy promises.

    - Each shot is one of the view's legal cells.
    - The same view and dice give the same shot and heat, in whatever order they are asked.
    - `heat`, if there is one, has a finite number for each cell.
    - WATERS waters that answer the first SHOTS shots alike draw the same next shot.

    Without a condition it is checked under each of `conditions`, as far as it plays under them;
    BudgetError if it does not play under the one given. In place of a policy, a function that makes
    one for the packet to be played can be given, to check that it makes nothing of it.

    >>> from unsunk.study.policies.policy import policy
    >>> check_policy(policy("belief"), Condition(Board(5, 5))).waters
    40
    >>> class Stubborn(Policy):
    ...     name = "stubborn"
    ...     def next_shot(self, view, dice):
    ...         return 0
    >>> check_policy(Stubborn(), Condition(Board(5, 5)))
    Traceback (most recent call last):
    unsunk.errors.StrategyError: policy 'stubborn' fires at A1, which may not be fired at, under \
'5x5 4,3,2 L0 paper', packet 1, knowing: A1 damaged
    """
    make: Maker = (lambda _: policy) if isinstance(policy, Policy) else policy
    report = Report()
    for played in conditions() if condition is None else (condition,):
        packet = _bank(played.board, played.fleet).packets[0]
        try:
            make(packet).require(played)
        except BudgetError:
            if condition is None:
                continue
            raise
        report += _Check(make, packet, played).report()
    return report


def conditions() -> Iterator[Condition]:
    """Yield what a check that names no condition plays: every layer under many readings."""
    readings = [
        Reading(feedback=feedback, links=links, sinks=sinks)
        for feedback, links, sinks in product(Feedback, Told, Told)
    ]
    for layer in Layer:
        p = None if layer is Layer.L0 else 0.5
        for reading in readings:
            yield Condition(*SMALL, layer, p, reading)
        for board, fleet in LARGE:
            for reading in (PAPER, Reading(feedback=Feedback.AMBIGUOUS)):
                yield Condition(board, fleet, layer, p, reading)


@lru_cache(maxsize=8)
def _bank(board: Board, fleet: Fleet) -> Bank:
    return make_bank(board, fleet, PACKETS)


@dataclass(frozen=True)
class _Check:
    """A policy that plays one packet against itself under one condition."""

    make: Maker
    packet: Packet
    condition: Condition

    def report(self) -> Report:
        policy = self.make(self.packet)
        state, tape = self._begin(self.packet)
        asked: list[tuple[View, Dice, int, list[float] | None]] = []
        while not state.over:
            view, dice = _question(state)
            cell = policy.next_shot(view, dice.at())
            if not 0 <= cell < self.condition.board.size or not view.legal >> cell & 1:
                self.fail(policy, view, f"fires at {self._name(cell)}, which may not be fired at,")
            asked.append((view, dice, cell, self._heat(policy, view)))
            state, _ = step(state, cell, tape)
        for view, dice, cell, heat in reversed(asked):
            again = replace(view)
            if policy.next_shot(again, dice.at()) != cell or policy.heat(again) != heat:
                self.fail(policy, view, "answers the same question in two ways")
        return Report(1, len(asked), self._others([cell for _, _, cell, _ in asked]))

    def _begin(self, packet: Packet) -> tuple[State, Tape]:
        return State.begin(packet, self.condition), Tape(packet, self.condition.p, NumpySource())

    def _heat(self, policy: Policy, view: View) -> list[float] | None:
        heat = policy.heat(view)
        if heat is not None and (len(heat) != len(view.tries) or not all(map(isfinite, heat))):
            self.fail(policy, view, "has no finite heat for each cell")
        return heat

    def _others(self, cells: list[int]) -> int:
        """Other waters that answer the first shots alike draw the same next shot; how many."""
        before = 2 * min(SHOTS, (len(cells) - 1) // 2)
        here = self._after(self.packet, cells[:before])
        assert here is not None
        found = 0
        for other in _bank(self.condition.board, self.condition.fleet).packets[1:]:
            packet = replace(other, seed=self.packet.seed)
            there = self._after(packet, cells[:before])
            if there is None or _question(there)[0] != _question(here)[0]:
                continue
            found += 1
            policy, (view, dice) = self.make(packet), _question(there)
            cell = policy.next_shot(view, dice)
            if cell != cells[before]:
                self.fail(
                    policy,
                    view,
                    f"fires at {self._name(cells[before])} or at {self._name(cell)}, depending on "
                    "where the ships lie: it knows more than what it was told,",
                )
            if found == WATERS:
                break
        return found

    def _after(self, packet: Packet, cells: list[int]) -> State | None:
        """A game after these shots; None if they cannot all be fired in it."""
        state, tape = self._begin(packet)
        for cell in cells:
            if state.over or not _question(state)[0].legal >> cell & 1:
                return None
            state, _ = step(state, cell, tape)
        return None if state.over else state

    def _name(self, cell: int) -> str:
        board = self.condition.board
        return board.name(cell) if 0 <= cell < board.size else f"cell {cell}"

    def fail(self, policy: Policy, view: View, fault: str) -> None:
        raise StrategyError(
            f"policy '{policy.name}' {fault} under '{self.condition.key}', packet "
            f"{self.packet.number}, knowing: {view}"
        )


def _question(state: State) -> tuple[View, Dice]:
    """What the player whose turn it is knows, and the dice of the shot."""
    view = state.sides[1 - state.turn].view
    return view, Dice(state.packet.seed, state.turn + 1, view.shots)
