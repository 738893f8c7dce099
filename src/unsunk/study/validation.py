"""Does the belief-state policy do what it is said to do? Checks with what they saw."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY
from unsunk.rules.placement import placements
from unsunk.study.bank import make_bank
from unsunk.study.layers import State, step
from unsunk.study.policies.belief import BeliefState
from unsunk.study.policies.greedy import Greedy
from unsunk.study.policies.joint import Joint
from unsunk.study.policies.maps import HIT_WEIGHT, TIE, Reals, posteriors
from unsunk.study.reading import Condition, Feedback, Layer, Reading
from unsunk.study.view import View

BOARDS = (Board(5, 5), Board(10, 10))
PACKETS = 40
EXACT = 1e-9
"""How near a sum of floats must come to the number that it stands for."""


@dataclass(frozen=True)
class Check:
    """A check: its name, whether it passed, and what was seen."""

    name: str
    passed: bool
    seen: str


def validate() -> list[Check]:
    """Run all checks: the paper's four and its tie, then those beyond it.

    >>> [check.name for check in validate() if not check.passed]
    []
    """
    return [Check(name, *check()) for name, check in _CHECKS.items()]


@dataclass(frozen=True)
class _Coins:
    """Bits that are all the same; the branches are chosen one by one."""

    branches: tuple[int, ...]

    def vulnerable(self, shooter: int, shot: int) -> int:
        return 1

    def branch(self, owner: int, ship: int) -> int:
        return self.branches[ship]

    def link(self, owner: int, ship: int) -> tuple[int, int]:
        return (1, 1)


def _blank(board: Board, layer: Layer = Layer.L0, feedback: Feedback = Feedback.OPEN) -> View:
    p = None if layer is Layer.L0 else 0.5
    return View(Condition(board, STUDY, layer, p, Reading(feedback=feedback)))


def _laws(view: View) -> dict[int, dict[int, float]]:
    """By length, the belief's chance of every placement mask."""
    board, laws = view.condition.board, {}
    every = posteriors(view, view.occupied, doubts=True)
    for length, (_, _, law) in zip(sorted(STUDY.lengths, reverse=True), every, strict=True):
        laws[length] = dict(zip(placements(board, length), law.tolist(), strict=True))
    return laws


def _walk(board: Board, layer: Layer, number: int) -> Iterator[View]:
    """The views of player 1 in a game of two belief-state policies, all bits 1."""
    packet = make_bank(board, packets=number).packets[-1]
    state = State.begin(packet, _blank(board, layer).condition)
    while not state.over:
        view = state.sides[1 - state.turn].view
        if state.turn == 0:
            yield view
        state, _ = step(state, BeliefState().next_shot(view, Dice(0)), _Coins((1,) * 3))


def _normalised() -> tuple[bool, str]:
    worst, many = 0.0, 0
    for board in BOARDS:
        for view in _walk(board, Layer.L1, 1):
            for law in _laws(view).values():
                worst, many = max(worst, abs(sum(law.values()) - 1)), many + 1
    return worst < EXACT, f"{many} laws, before and after shots, sum to 1 within {worst:.0e}"


def _misses() -> tuple[bool, str]:
    wrong = removed = kept = 0
    for board in BOARDS:
        for cell in range(board.size):
            for law in _laws(_blank(board).missed(cell)).values():
                for mask, chance in law.items():
                    gone = bool(mask >> cell & 1)
                    removed, kept = removed + gone, kept + (not gone)
                    wrong += gone != (chance == 0)
    return not wrong, f"{removed} placements over a miss removed, {kept} others kept, {wrong} wrong"


def _branches() -> tuple[bool, str]:
    wrong = many = 0
    for board in BOARDS:
        condition = _blank(board, Layer.L2).condition
        for packet in make_bank(board, packets=PACKETS).packets:
            waters = packet.waters[1]
            for ship, length in enumerate(STUDY.lengths):
                cell = waters.segment(ship, 0, 0)
                for bit in (0, 1):
                    bits = _Coins((bit,) * len(STUDY.lengths))
                    after, _ = step(State.begin(packet, condition), cell, bits)
                    law = _laws(after.sides[1].view)[length]
                    chosen, other = waters.branch(ship, bit), waters.branch(ship, 1 - bit)
                    possible = law[chosen] > 0 and (bit == 0 or law[other] == 0)
                    wrong += after.active(1, ship) != chosen or not possible
                    many += 1
    return not wrong, f"{many} resolutions, {wrong} where the chosen branch is not possible after"


def _highest() -> tuple[bool, str]:
    wrong = many = 0
    for board in BOARDS:
        for view in _walk(board, Layer.L1, 2):
            heat, cell = BeliefState().heat(view), BeliefState().next_shot(view, Dice(0))
            top = max(heat[other] for other in cells_of(view.legal))
            wrong += not view.legal >> cell & 1 or heat[cell] < top * (1 - TIE)
            many += 1
    return not wrong, f"{many} shots, {wrong} not at a highest legal cell"


def _ties() -> tuple[bool, str]:
    view = _blank(Board(10, 10))
    heat, name = BeliefState().heat(view), view.condition.board.name
    tied = [cell for cell, score in enumerate(heat) if score >= max(heat) * (1 - TIE)]
    cell = BeliefState().next_shot(view, Dice(0))
    seen = f"of {', '.join(map(name, tied))} it fires at {name(cell)}"
    return len(tied) > 1 and cell == min(tied), seen


def _exact_scores() -> tuple[bool, str]:
    worst, many = 0.0, 0
    for board in BOARDS:
        for view in _walk(board, Layer.L1, 3):
            for cell, score in enumerate(BeliefState().map(view).tolist()):
                worst = max(worst, abs(score - _score(view, cell)))
                many += 1
    return worst < EXACT, f"{many} scores within {worst:.0e} of the sums in fractions"


def _score(view: View, cell: int) -> Fraction:
    """The expected number of ships at a cell, counted the slow way."""
    score = Fraction(0)
    for length in STUDY.lengths:
        total = over = 0
        for mask in placements(view.condition.board, length):
            if not mask & view.misses:
                weight = HIT_WEIGHT ** (mask & view.occupied).bit_count()
                total, over = total + weight, over + weight * (mask >> cell & 1)
        score += Fraction(over, total)
    return score


def _doubts() -> tuple[bool, str]:
    worst, many = 0.0, 0
    for board in BOARDS:
        blank = _blank(board, Layer.L1, Feedback.AMBIGUOUS)
        before, cell = _laws(blank), board.size // 2
        after = _laws(blank.resisted(cell).resisted(cell))
        for length, law in after.items():
            free = next(mask for mask in law if not mask >> cell & 1)
            for mask, chance in law.items():
                due = 0.25 if mask >> cell & 1 else 1.0
                due *= before[length][mask] / before[length][free]
                worst, many = max(worst, abs(chance / law[free] - due)), many + 1
    return worst < EXACT, f"two shots without damage: {many} weights (1 - p)² within {worst:.0e}"


def _greedy() -> tuple[bool, str]:
    views = [
        view for board in BOARDS for number in (4, 5) for view in _walk(board, Layer.L0, number)
    ]
    same = sum(
        Greedy().next_shot(view, Dice(0)) == BeliefState().next_shot(view, Dice(0))
        for view in views
    )
    return same == len(views), f"{same} of {len(views)} shots the same"


def _joint() -> tuple[bool, str]:
    worst, many = 0.0, 0
    for board in BOARDS:
        for view in _walk(board, Layer.L1, 6):
            chances = Joint().map(view)
            known = [chances[cell] for cell in cells_of(view.damaged)]
            worst = max(worst, _off(chances), *(abs(chance - 1) for chance in known), 0.0)
            many += 1
    return (
        worst < EXACT,
        f"{many} maps: {STUDY.cells} cells in all, hits certain, within {worst:.0e}",
    )


def _off(chances: Reals) -> float:
    return float(abs(np.sum(chances) - STUDY.cells))


_CHECKS: dict[str, Callable[[], tuple[bool, str]]] = {
    "the belief sums to 1": _normalised,
    "a miss removes what it makes impossible": _misses,
    "a resolved branch is the one the belief allows": _branches,
    "the shot is at a highest legal cell": _highest,
    "of equal cells the first is taken": _ties,
    "scores are the sums of the laws": _exact_scores,
    "a doubtful shot weighs by 1 - p": _doubts,
    "greedy and belief agree at L0": _greedy,
    "joint holds the whole fleet": _joint,
}
