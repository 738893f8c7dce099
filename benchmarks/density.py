"""`make bench`: compiled hunts against plain Python, on the same boards and shot for shot.

Prints, for the strategies of the levels under every announcement, games a second of both on one
core (processor time, the best of a few tries), how many times as many the kernel hunts, and the
most memory in use. Writes nothing; ends with 1 if the two ever fire differently, if the density
kernel is not FASTER times as fast under the classic rules, or if memory exceeds MOST_MEMORY.
"""

import resource
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from unsunk.hunting.levels import LEVELS
from unsunk.hunting.play import play
from unsunk.hunting.simulate import as_layout, hunt, layouts
from unsunk.hunting.strategy import strategy
from unsunk.rules.choices import Announce
from unsunk.rules.dice import SHOT_STREAM, Dice
from unsunk.rules.ruleset import Ruleset

SEED = 1
BOARDS = 25
"""Boards that both hunt."""
MANY = 20_000
"""Different boards on which the games a second of the kernel are measured."""
TRIES = {"plain": 2, "kernel": 5}
FASTER = 200
MOST_MEMORY = 500e6

Rows = NDArray[np.int32]


def best(run: Callable[[], object], tries: int) -> float:
    """The least processor time of a few tries, in seconds."""
    found = []
    for _ in range(tries):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def plain_shots(name: str, rules: Ruleset, rows: Rows) -> list[list[int]]:
    """The shots of the plain strategy on every board."""
    hunter = strategy(name)
    records = [
        play(hunter, as_layout(rules, row), Dice(SEED, SHOT_STREAM, game))
        for game, row in enumerate(rows)
    ]
    return [[shot.cell for shot in record.shots] for record in records]


def compare(name: str, rules: Ruleset, rows: Rows) -> tuple[float, float, float, bool]:
    """Games a second of plain Python and kernel, their ratio on the same boards, same shots."""
    few = rows[:BOARDS]
    again = np.tile(few, (MANY // 4 // BOARDS, 1))
    plain = BOARDS / best(lambda: plain_shots(name, rules, few), TRIES["plain"])
    same_boards = len(again) / best(lambda: hunt(name, rules, again, SEED, 0), TRIES["kernel"])
    kernel = len(rows) / best(lambda: hunt(name, rules, rows, SEED, 0), TRIES["kernel"])
    shots = hunt(name, rules, few, SEED, 0, record=True)[1]
    same = [row[row >= 0].tolist() for row in shots] == plain_shots(name, rules, few)
    return plain, kernel, same_boards / plain, same


def most_memory() -> float:
    """The most memory that this process ever used, in bytes."""
    # ru_maxrss is in bytes on macOS, in kilobytes elsewhere
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main() -> int:
    """Measure; the exit code is 1 if a promise is broken."""
    faults = []
    print(f"{'announce':<9}{'strategy':<15}{'plain games/s':>14}{'kernel games/s':>16}{'times':>8}")
    for announce in Announce:
        rules = Ruleset(announce=announce)
        rows = layouts(rules, SEED, 0, MANY)
        for name in LEVELS.values():
            plain, kernel, times, same = compare(name, rules, rows)
            print(f"{announce:<9}{name:<15}{plain:>14,.1f}{kernel:>16,.0f}{times:>8,.0f}")
            if not same:
                faults.append(f"{name} under {announce}: the kernel fires other shots")
            if name == "density" and announce is Announce.SHOWN and times < FASTER:
                faults.append(f"the density kernel is {times:.0f} times as fast, not {FASTER}")
    memory = most_memory()
    print(f"most memory: {memory / 1e6:.0f} MB of {MOST_MEMORY / 1e6:.0f}")
    if memory > MOST_MEMORY:
        faults.append("too much memory")
    print("\n".join(faults) or "same shots everywhere; every promise kept")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
