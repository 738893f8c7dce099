"""`make bench`: fixed hunts grown and timed on every layout, {3,3,2} under `length`.

Prints the seconds (processor time of one warm core, best of a few tries) that it takes on 10x10 to
list the layouts, find their classes, grow the greedy hunt, time it, and do both in one pass; and
how many times as long a twin in NumPy takes on 5x5 and 6x6. Ends with 1 if the times of the twin
are others, or if growing and timing on 10x10 takes more than MOST_SECONDS.
"""

import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.hunting.hunt import grow, grow_timed, times
from unsunk.rules.notation import parse_rules

TRIES = 3
MOST_SECONDS = 1.5


def best(run: Callable[[], object]) -> float:
    """The least processor time of a few tries, in seconds; one before them warms up."""
    run()
    found = []
    for _ in range(TRIES):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def layouts(board: str) -> Listed:
    """The layouts of a board, listed anew."""
    rules = parse_rules(f"board {board}; fleet 3,3,2; announce length")
    return list_layouts_of.__wrapped__(rules)


def twin(listed: Listed) -> NDArray[np.uint8]:
    """The times of the greedy hunt, part by part in NumPy."""
    size, found = listed.rules.board.size, np.zeros(len(listed), np.uint8)
    bits = np.unpackbits(listed.ships.view(np.uint8), axis=2, bitorder="little", count=size)
    fleet = bits.any(axis=1)
    waiting = [(np.arange(len(listed)), np.zeros(size, np.bool_))]
    while waiting:
        part, fired = waiting.pop()
        left = fleet[part] & ~fired
        if len(part) == 1 or not left[0].any():
            found[part] = fired.sum() + left.sum(axis=1)
            continue
        cell = int(left.sum(axis=0).argmax())
        fired = fired.copy()
        fired[cell] = True
        sunk = ~(bits[part] & ~fired).any(axis=2)
        heard = np.where(sunk, listed.heard[part, :, 1], listed.heard[part, :, 0])
        heard = (heard * bits[part, :, cell]).sum(axis=1)
        waiting += [(part[heard == number], fired) for number in np.unique(heard)]
    return found


def main() -> int:
    """Measure; the exit code is 1 if a promise is broken."""
    faults = []
    print(f"{'board':<8}{'layouts':>10}{'pass s':>12}{'NumPy s':>12}{'times':>8}")
    for board in ("5x5", "6x6"):
        listed = layouts(board)
        ours, plain = (
            best(lambda known=listed: grow_timed(known)),
            best(lambda known=listed: twin(known)),
        )
        print(f"{board:<8}{len(listed):>10,}{ours:>12.4f}{plain:>12.3f}{plain / ours:>8,.0f}")
        if (twin(listed) != grow_timed(listed)[1]).any():
            faults.append(f"{board}: the twin's times are others")
    large = layouts("10x10")
    hunt, found = grow_timed(large)
    tasks: dict[str, Callable[[], object]] = {
        "list": lambda: layouts("10x10"),
        "list and classes": lambda: layouts("10x10").classes,
        "grow": lambda: grow(large),
        "time": lambda: times(hunt, large),
        "grow and time": lambda: grow_timed(large),
    }
    print(f"10x10: {len(large):,} layouts, {len(hunt.shots):,} nodes")
    seconds = {name: best(task) for name, task in tasks.items()}
    for name, took in seconds.items():
        print(f"  {name:<18}{took:>6.2f} s")
    print(f"  mean {found.mean():.3f}, at most {found.max()} shots")
    if seconds["grow and time"] > MOST_SECONDS:
        faults.append(f"growing and timing takes more than {MOST_SECONDS} s")
    print("\n".join(faults) or "same times everywhere; every promise kept")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
