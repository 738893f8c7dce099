"""`make bench`: the law of whole fleets, timed on the blank board and over whole games.

Prints, in processor time of one core: the blank classic board; every state of some hunts of `exact`
under `shown` and under `length`; and how many times as long a compiled depth-first enumeration, one
layout after another, takes on some of the states. `posterior` is called anew each time and keeps no
results. Writes nothing; ends with 1 if a figure breaks a promise, or if the enumeration finds other
counts.

    python benchmarks/posterior.py [GAMES [SECONDS]]

SECONDS is how long one enumeration may take; with 60 the whole takes half an hour.
"""

import resource
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from unsunk.belief.alone import places_alone
from unsunk.belief.posterior import posterior
from unsunk.hunting.play import play
from unsunk.hunting.strategy import strategy
from unsunk.rules.choices import Announce
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.notation import record_text
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset

SEED = 1
GAMES = 200
SAMPLE = 60
"""States on which the enumeration is timed, spread evenly over those of all games."""
SECONDS = 2.0
LISTED = 2e8
"""Layouts that the enumeration lists a second, about."""
COSTLY = 0.01
"""Seconds of an enumeration from which on the ratio is promised."""
PROMISES = {"blank": 0.15, "median": 0.005, "90 %": 0.050, "worst": 0.150, "ratio": 20.0}
MOST_MEMORY = 300e6

U = np.uint64
Words = NDArray[np.uint64]
Whole = NDArray[np.int64]


class Ships(NamedTuple):
    """Ships one after another: the allowed placements of each as two words of cells."""

    low: Words
    high: Words
    first: Whole
    """(ships + 1,) the first placement of each ship."""
    twin: Whole
    """(ships,) 1 if the ship before is as long and not told apart."""
    hits: Words
    """(2,) cells to be covered."""


@njit(cache=True, nogil=True)
def enumerate_layouts(ships: Ships, at: Whole, counts: Whole, most: int) -> int:
    """Count all layouts one by one, ship by ship, and the placements in them.

    Returns the number of layouts, -1 after `most` placements tried. `at` (ships + 1,) is scratch;
    adds to `counts` (placements,) in place.
    """
    many = ships.first.shape[0] - 1
    low, high = np.zeros(many + 1, np.uint64), np.zeros(many + 1, np.uint64)
    after_low, after_high = np.zeros(many + 1, np.uint64), np.zeros(many + 1, np.uint64)
    for ship in range(many - 1, -1, -1):
        after_low[ship], after_high[ship] = after_low[ship + 1], after_high[ship + 1]
        for place in range(ships.first[ship], ships.first[ship + 1]):
            after_low[ship] |= ships.low[place]
            after_high[ship] |= ships.high[place]
    found, tried, ship = 0, 0, 0
    at[0] = ships.first[0]
    while ship >= 0:
        place = at[ship]
        if place == ships.first[ship + 1]:
            ship -= 1
            continue
        at[ship] += 1
        tried += 1
        if tried > most:
            return -1
        if (ships.low[place] & low[ship]) | (ships.high[place] & high[ship]) != U(0):
            continue
        taken_low, taken_high = low[ship] | ships.low[place], high[ship] | ships.high[place]
        open_low = ships.hits[0] & ~(taken_low | after_low[ship + 1])
        open_high = ships.hits[1] & ~(taken_high | after_high[ship + 1])
        if open_low | open_high != U(0):
            continue
        ship += 1
        low[ship], high[ship] = taken_low, taken_high
        if ship < many:
            at[ship] = ships.first[ship]
            if ships.twin[ship]:
                at[ship] = ships.first[ship] + at[ship - 1] - ships.first[ship - 1]
            continue
        found += 1
        for other in range(many):
            counts[at[other] - 1] += 1
        ship -= 1
    return found


def ships_of(knowledge: Knowledge) -> Ships:
    """The placements of each ship that the record allows, longest ships first."""
    rules, word = knowledge.rules, (1 << 64) - 1
    masks: list[int] = []
    first, twin = [0], []
    for group, possible in zip(rules.groups, places_alone(knowledge), strict=True):
        all_places = placements(rules.board, rules.fleet.lengths[group[0]])
        allowed = [mask for place, mask in enumerate(all_places) if possible >> place & 1]
        for number in range(len(group)):
            masks += allowed
            first.append(len(masks))
            twin.append(int(number > 0))
    return Ships(
        np.array([mask & word for mask in masks], np.uint64),
        np.array([mask >> 64 for mask in masks], np.uint64),
        np.array(first),
        np.array(twin),
        np.array([knowledge.hits & word, knowledge.hits >> 64], np.uint64),
    )


def enumerated(knowledge: Knowledge, most: int) -> tuple[int, list[int], float]:
    """Layouts, cells and seconds of the whole enumeration; -1 layouts if it was cut short."""
    start = time.process_time()
    ships = ships_of(knowledge)
    counts, at = np.zeros(len(ships.low), np.int64), np.zeros(len(ships.first), np.int64)
    layouts = enumerate_layouts(ships, at, counts, most)
    bits = np.arange(64, dtype=np.uint64)
    cells = [
        number
        for words in (ships.low, ships.high)
        for number in (counts @ (words[:, None] >> bits & U(1)).astype(np.int64)).tolist()
    ]
    seconds = time.process_time() - start
    return layouts, cells[: knowledge.rules.board.size], seconds


def best(run: Callable[[], object], tries: int) -> float:
    """The least processor time of a few tries, in seconds."""
    found = []
    for _ in range(tries):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def law(knowledge: Knowledge) -> tuple[int, tuple[int, ...]]:
    """Layouts and cells, and that they are exact."""
    found = posterior(knowledge)
    if found.kind != "exact":
        raise AssertionError(f"sampled: {record_text(knowledge)}")
    return found.layouts, found.counts


def states(announce: Announce, games: int) -> list[Knowledge]:
    """Every record before a shot of some hunts of `exact`, boards and ties drawn with SEED."""
    rules, hunter, found = Ruleset(announce=announce), strategy("exact-random"), []
    for game in range(games):
        layout = draw_layout(rules, Dice(SEED, LAYOUT_STREAM, game))
        shots = play(hunter, layout, Dice(SEED, SHOT_STREAM, game)).shots
        found += [_before(rules, shots[:number]) for number in range(len(shots))]
    return found


def _before(rules: Ruleset, shots: tuple[Shot, ...]) -> Knowledge:
    knowledge = Knowledge(rules)
    for shot in shots:
        knowledge = knowledge.after(shot.cell, shot.outcome)
    return knowledge


def time_states(announce: Announce, known: list[Knowledge]) -> list[str]:
    """Print the quantiles of the time a state; returns the broken promises."""
    seconds = np.array([best(lambda k=knowledge: law(k), 2) for knowledge in known])
    told = {
        "median": float(np.quantile(seconds, 0.5)),
        "90 %": float(np.quantile(seconds, 0.9)),
        "worst": float(seconds.max()),
    }
    line = ", ".join(f"{name} {1e3 * value:.2f} ms" for name, value in told.items())
    print(f"{announce}: {len(known):,} states, {line}, all {seconds.sum():.1f} s")
    slowest = {record_text(known[number]): seconds[number] for number in np.argsort(seconds)[-200:]}
    for text, worst in list(slowest.items())[:-4:-1]:
        print(f"  {1e3 * worst:7.2f} ms after '{text}'")
    return [
        f"{announce}: {name} {1e3 * value:.1f} ms, promised {1e3 * PROMISES[name]:.0f}"
        for name, value in told.items()
        if value > PROMISES[name]
    ]


def time_enumeration(announce: Announce, known: list[Knowledge], limit: float) -> list[str]:
    """Print how many times as long the enumeration takes; returns the broken promises."""
    chosen = [known[len(known) * number // SAMPLE] for number in range(SAMPLE)]
    rows, faults = [], []
    for knowledge in chosen:
        counted = law(knowledge)
        if counted[0] > limit * LISTED:
            continue
        layouts, cells, slow = enumerated(knowledge, int(limit * 3 * LISTED))
        if layouts < 0:
            continue
        rows.append((slow, best(lambda k=knowledge: law(k), 3), len(knowledge)))
        if (layouts, tuple(cells)) != counted:
            faults.append(f"the enumeration differs after '{record_text(knowledge)}'")
    return faults + report(announce, rows)


def report(announce: Announce, rows: list[tuple[float, float, int]]) -> list[str]:
    """Print the ratios, of all states and of those where the enumeration takes a while."""
    total = sum(slow for slow, _, _ in rows) / sum(quick for _, quick, _ in rows)
    print(
        f"{announce}: the enumeration ended on {len(rows)} of {SAMPLE} states, the longest in "
        f"{max(rows)[0]:.1f} s: {total:,.0f} times as long in all"
    )
    faults = []
    for least in (0.0, 0.001, COSTLY, 0.1, 1.0, 10.0):
        some = sorted((row[0] / row[1], *row) for row in rows if row[0] >= least)
        if some:
            ratio, slow, quick, shots = some[0]
            middle = some[len(some) // 2][0]
            print(
                f"  {len(some):3} of {least} s or more: {middle:,.1f} times at the median, "
                f"{ratio:,.1f} at least ({1e3 * slow:.2f} against {1e3 * quick:.2f} ms, "
                f"after {shots} shots)"
            )
            if least == COSTLY and ratio < PROMISES["ratio"]:
                faults.append(f"{announce}: only {ratio:.1f} times as fast as the enumeration")
    return faults


def main() -> int:
    """Measure; the exit code is 1 if a promise is broken."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    faults = []
    for announce in (Announce.LENGTH, Announce.SHOWN, Announce.NAMED):
        blank = Knowledge(Ruleset(announce=announce))
        law(blank)
        seconds = best(lambda blank=blank: law(blank), 10)
        print(f"blank board, {announce}: {law(blank)[0]:,} layouts in {1e3 * seconds:.1f} ms")
        if announce is not Announce.NAMED and seconds > PROMISES["blank"]:
            faults.append(f"the blank board takes {seconds:.3f} s")
    all_states = {announce: states(announce, games) for announce in ("shown", "length")}
    for announce, known in all_states.items():
        faults += time_states(Announce(announce), known)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
        1 if sys.platform == "darwin" else 1024
    )
    print(f"most memory: {memory / 1e6:.0f} MB of {MOST_MEMORY / 1e6:.0f}")
    if memory > MOST_MEMORY:
        faults.append("too much memory")
    for announce, known in all_states.items():
        faults += time_enumeration(Announce(announce), known, limit)
    print("\n".join(faults) or "every promise kept")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
