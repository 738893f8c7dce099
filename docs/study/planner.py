"""Measures the planner beside one-step policies: the figures of planner.md.

    python docs/study/planner.py --games 200 --p 0.5 --feedback ambiguous

Each policy hunts the same waters alone, and the k-th shot at a cell meets the same bit whichever of
them fires it. With --rounds whole games of two players of one policy are played instead, each on
the packet's own tape. A difference is printed with its 95 % interval.
"""

from argparse import ArgumentParser
from time import process_time

import numpy as np
from numpy.typing import NDArray

from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY
from unsunk.study.bank import make_bank
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.game import play
from unsunk.study.packet import Packet
from unsunk.study.policies.policy import Policy, policy
from unsunk.study.reading import Condition, Feedback, Layer, Reading
from unsunk.study.view import View


def hunt(hunter: Policy, condition: Condition, packet: Packet) -> int:
    """The shots that a policy takes to sink player 1's fleet."""
    fleet, view = sum(packet.waters[0].a), View(condition)
    tries = [0] * condition.board.size
    while view.damaged != fleet:
        cell = hunter.next_shot(view, Dice(packet.seed, 2))
        tries[cell] += 1
        rng = np.random.default_rng([packet.seed, cell, tries[cell]])
        if fleet >> cell & 1 and rng.random() < (condition.p or 1):
            view = view.damage(cell)
        elif fleet >> cell & 1 or condition.reading.feedback is Feedback.AMBIGUOUS:
            view = view.resisted(cell)
        else:
            view = view.missed(cell)
    return view.shots


def rounds(hunter: Policy, condition: Condition, packet: Packet) -> int:
    """The rounds that a game takes in which both players play one policy."""
    bits = Tape(packet, condition.p, NumpySource())
    return play(packet, condition, (hunter, hunter), packet.number % 2, bits).state.rounds


def interval(values: NDArray[np.float64]) -> str:
    """Mean and 95 % interval."""
    return f"{values.mean():.2f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.2f}"


def main() -> None:
    """Read the arguments, measure, print."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("policies", nargs="*", default=["belief", "joint", "planner"])
    parser.add_argument("--board", type=Board.parse, default=Board(5, 5))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--p", type=float, default=0.5)
    parser.add_argument("--feedback", type=Feedback, default=Feedback.AMBIGUOUS)
    parser.add_argument("--rounds", action="store_true")
    given = parser.parse_args()
    reading = Reading(feedback=given.feedback)
    condition = Condition(given.board, STUDY, Layer.L1, given.p, reading)
    bank = make_bank(given.board, STUDY, given.games)
    measure = rounds if given.rounds else hunt
    results = {}
    for name in given.policies:
        start = process_time()
        values = np.array(
            [measure(policy(name), condition, packet) for packet in bank.packets], dtype=np.float64
        )
        results[name] = values
        print(f"{condition.key}: {name} {interval(values)}", end=", ")
        print(f"{process_time() - start:.0f} s of a processor")
        for other in list(results)[:-1]:
            print(f"    {name} - {other}: {interval(values - results[other])}", flush=True)


if __name__ == "__main__":
    main()
