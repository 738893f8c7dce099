"""How long the rest of a hunt takes if it goes on greedily after each first shot worth a thought.

Rollout (Tesauro and Galperin 1996; Bertsekas 1997): a shot is judged by what a simple strategy
needs after it, which is never worse than the simple strategy itself. Here that is the greedy one
(the likeliest cell, the lowest of several), hunted to the end on every layout left, so the values
are exact.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.fleets import Question, list_fleets
from unsunk.belief.listed import heard_by_place
from unsunk.belief.posterior import Posterior
from unsunk.belief.tables import fleet_tables
from unsunk.kernels import rollout as kernel
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.ruleset import Ruleset

ENDLESS = 1 << 62
WORK = 200_000
"""The most layouts times cells that one shot may be thought over with."""
LEAST_CELLS = 4
MOST_LAYOUTS = WORK // LEAST_CELLS
"""More layouts are not listed, so that the least number of cells can always be compared."""
LIST_STEPS = 20_000_000


def soonest(law: Posterior, cells: Sequence[int]) -> int | None:
    """The cell after which a greedy hunt takes the fewest shots over all layouts left.

    The last of several such cells. Only the first cells are compared if all of them are more than
    `WORK` allows. None if the layouts are too many to list, or sampled, or if one of the cells is
    in all of them.

    >>> from unsunk.belief.posterior import posterior
    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x6; fleet 2; announce length")
    >>> soonest(posterior(parse_record(rules, "")), [1, 2, 3])
    3
    """
    certain = any(law.counts[cell] == law.layouts for cell in cells)
    if law.kind == "sampled" or certain or law.layouts > MOST_LAYOUTS:
        return None
    fleets = list_fleets(Question.of(law.knowledge), law.layouts, LIST_STEPS)
    if fleets is None:
        return None
    *_, (cell, _) = rollout(law.knowledge, fleets, cells[: WORK // law.layouts])
    return cell


def rollout(
    knowledge: Knowledge, fleets: NDArray[np.int32], cells: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Yield (first shot, shots that the rest takes, summed over the fleets, greedy after it).

    `fleets` (N, S) are all fleets left, rows of `belief.fleets.list_fleets`. Cells that take longer
    than one yielded before are left out.

    >>> from unsunk.belief.fleets import Question, list_fleets
    >>> from unsunk.rules.notation import parse_record, parse_rules
    >>> rules = parse_rules("board 1x6; fleet 3; announce length")
    >>> record = parse_record(rules, "C1:hit")
    >>> fleets = list_fleets(Question.of(record), 10, 1000)
    >>> list(rollout(record, fleets, [1, 3]))
    [(1, 8), (3, 8)]
    """
    board, layouts = knowledge.rules.board, _layouts(knowledge.rules, fleets)
    words, answers = layouts.all.shape[1], 2 * knowledge.rules.fleet.cells + 2
    room = min(board.size * answers, len(fleets)) + 2
    fired = np.frombuffer(knowledge.fired.to_bytes(8 * words, "little"), np.uint64)
    left = knowledge.rules.fleet.cells - knowledge.hits.bit_count()
    least = ENDLESS
    part = np.zeros((room, 3), np.int64)
    parts_fired = np.zeros((room, words), np.uint64)
    for cell in cells:
        scratch = kernel.Scratch(
            order=np.arange(len(fleets), dtype=np.int32),
            cells=layouts.all.copy(),
            key=np.zeros(len(fleets), np.int32),
            part=part,
            fired=parts_fired,
            counts=np.zeros((words, 64), np.int32),
        )
        total = kernel.hunt(layouts, scratch, fired, left, cell, least)
        if total <= least:
            least = total
            yield cell, total


def _layouts(rules: Ruleset, fleets: NDArray[np.int32]) -> kernel.Layouts:
    cells, heard = fleet_tables(rules).tables.cells, heard_by_place(rules)
    ships = cells[fleets]
    return kernel.Layouts(np.bitwise_or.reduce(ships, axis=1), ships, heard[fleets])
