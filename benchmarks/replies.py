"""One exact best reply on 4×4 or 5×5 {3,3,2}: seconds, memory; what narrow and guided ones win.

    python benchmarks/replies.py            4×4, seconds
    python benchmarks/replies.py 5x5        minutes, and some gigabytes

Against the hider and the pace of the stored player of the board; where there is none, against
uniform hiding and the pace of the heat map. Guided replies are to that lottery moved, class by
class, by factors of a log-normal law of width 0.1.
"""

import resource
import sys

import numpy as np

from unsunk.belief.listed import list_layouts_of
from unsunk.hunting.mixture import load_mixture, stored_mixtures
from unsunk.racing.pace import Pace
from unsunk.racing.pool import spread
from unsunk.rules.notation import parse_rules
from unsunk.solving.best_reply import Reply, best_reply
from unsunk.solving.near_perfect import Search

NARROW = {"4x4": (1, 2, 3, 4, 5, 6), "5x5": (1, 2, 3)}
BROAD = 4


def said(reply: Reply, exact: Reply) -> str:
    """What a reply took and lost."""
    return (
        f"loss {100 * (exact.value - reply.value):7.4f} points, {reply.states:11,} states, "
        f"{reply.seconds:8.2f} s, table {reply.memory / 1e9:.2f} GB"
    )


def main(board: str = "4x4") -> None:
    """Ask for the exact reply, then for narrower ones."""
    listed = list_layouts_of(parse_rules(f"board {board}; fleet 3,3,2; announce length"))
    if f"near-perfect-{board}" in stored_mixtures():
        player = load_mixture(f"near-perfect-{board}")
        hider, pace = player.hider, Pace(player.pace)
    else:
        search = Search.begin(listed)
        hider, pace = search.lottery, search.pace
    weights = spread(listed, hider)
    best_reply(listed, weights, pace.wins, width=1, broad=BROAD)  # compiles
    exact = best_reply(listed, weights, pace.wins)
    print(f"{board}: {len(listed):,} layouts, the best reply wins {100 * exact.value:.4f} %")
    print(f"all cells: {said(exact, exact)}")
    for width in NARROW[board]:
        reply = best_reply(listed, weights, pace.wins, width=width, broad=BROAD)
        print(f"{width:9}: {said(reply, exact)}")
    factors = np.exp(0.1 * np.random.default_rng(1).standard_normal(len(listed.sizes)))
    moved = spread(listed, hider * factors / (hider @ factors))
    print("the lottery moved")
    for slack in (0.002, 0.005, 0.01, 0.02):
        reply = best_reply(listed, moved, pace.wins, guide=exact.table, slack=slack)
        print(
            f"slack {slack:5}: {100 * reply.value:.4f} %, {reply.states:11,} states, "
            f"{reply.seconds:8.2f} s"
        )
    if board == "4x4":
        print(f"all cells: {100 * best_reply(listed, moved, pace.wins).value:.4f} %")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"peak memory {peak:.2f} GB")


if __name__ == "__main__":
    main(*sys.argv[1:])
