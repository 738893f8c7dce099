"""Checkerboard with its ties broken in three ways: the figures of policies.md.

    python docs/study/checkerboard.py --board 10x10 --packets 200

`drawn` is the policy: one random order of the cells, the same at every rule layer; `dice` draws
anew at each shot; `rows` goes row by row. Player 1 begins, bits by NumPy. Mean
rounds with 95 % intervals; d is the mean paired difference from L0 over its standard deviation;
last come, at L3, games for 80 in which a ship of a sunk fleet with linked damage sank before the
last shot.
"""

from argparse import ArgumentParser

import numpy as np
from numpy.typing import NDArray

from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY
from unsunk.study.bank import make_bank
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.game import play
from unsunk.study.packet import Packet
from unsunk.study.policies.checkerboard import Checkerboard
from unsunk.study.policies.policy import Policy
from unsunk.study.reading import Condition, Layer
from unsunk.study.view import View

Floats = NDArray[np.float64]


class ByDice(Checkerboard):
    """Any of the best cells, drawn anew at each shot."""

    def next_shot(self, view: View, dice: Dice) -> int:
        """A uniform one of the best cells."""
        cells = self.best(view)
        return cells[dice.at(view.shots).below(len(cells))]


class ByRows(Checkerboard):
    """The first of the best cells, row by row."""

    def next_shot(self, view: View, dice: Dice) -> int:
        """The first of the best cells."""
        return self.best(view)[0]


TIES: dict[str, Policy] = {"drawn": Checkerboard(), "dice": ByDice(), "rows": ByRows()}


def games(ties: str, condition: Condition, packets: tuple[Packet, ...]) -> tuple[Floats, float]:
    """Rounds of a game of each packet, and terminal counts for 80 games."""
    rows = []
    for packet in packets:
        bits = Tape(packet, condition.p, NumpySource())
        rows.append(play(packet, condition, (TIES[ties], TIES[ties]), 0, bits).row())
    turns = np.array([row["terminal_turns"] for row in rows], dtype=np.float64)
    return turns, 80 * float(np.mean([row["linked_sunk_before"] for row in rows]))


def main() -> None:
    """Read the arguments, play, print."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", type=Board.parse, default=Board(10, 10))
    parser.add_argument("--packets", type=int, default=200)
    given = parser.parse_args()
    packets = make_bank(given.board, STUDY, given.packets).packets
    for ties in TIES:
        base, _ = games(ties, Condition(given.board, STUDY), packets)
        print(f"{given.board} {ties}: L0 {_interval(base)}")
        for layer in (Layer.L1, Layer.L2, Layer.L3):
            turns, ends = games(ties, Condition(given.board, STUDY, layer, 0.5), packets)
            more = turns - base
            last = f", {ends:.0f} of 80" if layer is Layer.L3 else ""
            print(f"    {layer} {_interval(turns)}, d {more.mean() / more.std(ddof=1):.2f}{last}")


def _interval(values: Floats) -> str:
    return f"{values.mean():.2f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
