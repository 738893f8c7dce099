"""The conformance test: what every policy must satisfy, for its author to call.

A policy plays games under every layer and reading. Each of its views is put to it again, backwards
and rebuilt from its parts, and must be answered as before. And what no view tells must not matter:
other waters, links and bits that left both players the same views are put in its way, early and
late in the game, and its next shot has to be one and the same. Its dice are of a seed of their own,
so that they tell nothing of the bits.
"""

from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from itertools import islice, product
from math import isfinite

from unsunk.errors import BudgetError, StrategyError
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY, Fleet
from unsunk.study.alike import TRIES, alike
from unsunk.study.bank import make_bank
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.layers import Event, State, step
from unsunk.study.packet import Packet
from unsunk.study.policies.policy import Policy
from unsunk.study.reading import PAPER, Condition, Feedback, Layer, Reading, Told
from unsunk.study.view import View

SHOTS, WATERS = 3, 40
"""After how many shots of each player how many waters heard alike must draw the same next shot."""
PLACES, WATERS_LATER = 8, 10
"""Before how many further shots, spread evenly up to the last, how many must."""
DICE = Dice(0x756E73756E6B)
"""The dice of both players: of no packet's seed."""
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
    - WATERS waters that answered SHOTS shots of each player alike draw the same next shot, and so
      do WATERS_LATER at each of PLACES places up to the last shot.

    Without a condition it is checked under each of `conditions`, as far as it plays under them;
    BudgetError if it does not play under the one given, or if no other waters are found. In place
    of a policy, a function that makes one for the packet to be played can be given, to check that
    it makes nothing of it.

    >>> from unsunk.study.policies.policy import policy
    >>> check_policy(policy("belief"), Condition(Board(5, 5))).waters >= WATERS
    True
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
        packet = _packet(played.board, played.fleet)
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
def _packet(board: Board, fleet: Fleet) -> Packet:
    return make_bank(board, fleet, 1).packets[0]


@dataclass(frozen=True)
class _Check:
    """A policy that plays one packet against itself under one condition."""

    make: Maker
    packet: Packet
    condition: Condition

    def report(self) -> Report:
        """Play the game, ask all its questions again, and some of them over other waters."""
        policy = self.make(self.packet)
        state = State.begin(self.packet, self.condition)
        tape = Tape(self.packet, self.condition.p, NumpySource())
        states: list[State] = []
        events: list[Event] = []
        heats: list[list[float] | None] = []
        while not state.over:
            view, dice = _question(state)
            cell = policy.next_shot(view, dice)
            if not 0 <= cell < self.condition.board.size or not view.legal >> cell & 1:
                self.fail(policy, view, f"fires at {self._name(cell)}, which may not be fired at,")
            states.append(state)
            heats.append(self._heat(policy, view))
            state, event = step(state, cell, tape)
            events.append(event)
        for state, event, heat in zip(states[::-1], events[::-1], heats[::-1], strict=True):
            view, dice = _question(state)
            again = replace(view)
            if policy.next_shot(again, dice) != event.cell or policy.heat(again) != heat:
                self.fail(policy, view, "answers the same question in two ways")
        last = len(events) - 1
        many = dict.fromkeys((last * k // PLACES for k in range(1, PLACES + 1)), WATERS_LATER)
        many[min(2 * SHOTS, last)] = WATERS
        waters = sum(
            self._others(states[shot], events[:shot], events[shot].cell, most)
            for shot, most in many.items()
        )
        return Report(1, len(events), waters)

    def _heat(self, policy: Policy, view: View) -> list[float] | None:
        heat = policy.heat(view)
        if heat is not None and (len(heat) != len(view.tries) or not all(map(isfinite, heat))):
            self.fail(policy, view, "has no finite heat for each cell")
        return heat

    def _others(self, here: State, events: list[Event], expected: int, most: int) -> int:
        """At most so many waters heard alike draw the same next shot; how many there were."""
        found = 0
        for there in islice(alike(here, events, DICE.at(len(events))), most):
            found += 1
            policy, (view, dice) = self.make(there.packet), _question(there)
            cell = policy.next_shot(view, dice)
            if cell != expected:
                self.fail(
                    policy,
                    view,
                    f"fires at {self._name(expected)} or at {self._name(cell)}, depending on "
                    "what lies hidden: it knows more than what it was told,",
                )
        if not found:
            raise BudgetError(
                f"no other waters were found in {TRIES} tries that answer the first {len(events)} "
                f"shots alike, under '{self.condition.key}', packet {self.packet.number}"
            )
        return found

    def _name(self, cell: int) -> str:
        board = self.condition.board
        return board.name(cell) if 0 <= cell < board.size else f"cell {cell}"

    def fail(self, policy: Policy, view: View, fault: str) -> None:
        raise StrategyError(
            f"policy '{policy.name}' {fault} under '{self.condition.key}', packet "
            f"{self.packet.number}, knowing: {view}"
        )


def _question(state: State) -> tuple[View, Dice]:
    """What the player whose turn it is knows, and fresh dice of the player."""
    return state.sides[1 - state.turn].view, DICE.at(state.turn + 1)
