"""`make bench`: compiled hunts against plain Python, on the same boards and shot for shot.

Prints, for every strategy that has a kernel, games a second of both on one core, how many times
faster the kernel is, and the most memory in use. Ends with 1 if the two ever fire differently.
"""

import resource
import sys
import time

import numpy as np
from numpy.typing import NDArray

from unsunk.hunting.play import play
from unsunk.hunting.simulate import as_layout, compiled, hunt, layouts
from unsunk.hunting.strategy import strategy, strategy_names
from unsunk.rules.dice import SHOT_STREAM, Dice
from unsunk.rules.ruleset import Ruleset

RULES = Ruleset()
SEED = 1
PLAIN_GAMES = 60
KERNEL_GAMES = 100_000
TRIES = 3


def plain_shots(name: str, rows: NDArray[np.int32]) -> tuple[list[list[int]], float]:
    """The shots of the plain strategy on every layout, and its games a second."""
    hunter, boards = strategy(name), [as_layout(RULES, row) for row in rows]
    start = time.perf_counter()
    records = [
        play(hunter, board, Dice(SEED, SHOT_STREAM, game)) for game, board in enumerate(boards)
    ]
    seconds = time.perf_counter() - start
    return [[shot.cell for shot in record.shots] for record in records], len(rows) / seconds


def kernel_speed(name: str, rows: NDArray[np.int32]) -> float:
    """Games a second of the kernel on one core: the best of a few tries."""
    best = float("inf")
    for _ in range(TRIES):
        start = time.perf_counter()
        hunt(name, RULES, rows, SEED, 0)
        best = min(best, time.perf_counter() - start)
    return len(rows) / best


def same_shots(name: str, rows: NDArray[np.int32], plain: list[list[int]]) -> bool:
    """Whether the kernel fires the shots of the plain strategy."""
    shots = hunt(name, RULES, rows, SEED, 0, record=True)[1]
    return [row[row >= 0].tolist() for row in shots] == plain


def main() -> int:
    """Measure all strategies that have a kernel."""
    rows = layouts(RULES, SEED, 0, KERNEL_GAMES)
    few, differ = rows[:PLAIN_GAMES], []
    print(f"{'strategy':<20}{'plain games/s':>15}{'kernel games/s':>16}{'times':>8}  same shots")
    for name in filter(lambda name: compiled(name, RULES), strategy_names()):
        plain, plain_speed = plain_shots(name, few)
        speed = kernel_speed(name, rows)
        same = same_shots(name, few, plain)
        print(
            f"{name:<20}{plain_speed:>15,.1f}{speed:>16,.0f}{speed / plain_speed:>8,.0f}"
            f"  {'yes' if same else 'NO'}"
        )
        if not same:
            differ.append(name)
    # ru_maxrss is in bytes on macOS, in kilobytes elsewhere
    unit = 1 if sys.platform == "darwin" else 1024
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    print(f"most memory: {memory / 1e6:.0f} MB")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
