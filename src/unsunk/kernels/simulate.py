"""Whole hunts, compiled: the twin of `hunting/play.py` for the strategies that count placements.

The counts are never made anew. A miss takes the placements over it out of the counts, a hit
raises the weight of those over it, a sink takes the ship's placements out; each touches only the
cells of the placements that change. A cell fired at gets a large negative offset, so the hottest
cell is a plain maximum.

Arrays (n cells, G groups of ships alike, P placements over all groups, S ships):
    `blank` (n,)           the counts before the first shot, int32 or int64
    `cells` (P, longest)   the cells of a placement, filled up with 0, uint16
    `group` (P,)           its group, uint16;  `lengths` (P,) its length, int16
    `over_from` (n + 1,), `over`      the placements over each cell, one after another, uint32
    `near_from` (n + 1,), `near`      those that a hit on the cell rules out by touching, uint32
    `group_from` (G + 1,)  the first placement of each group, int32
    `ships` (S, 2)         group and length of each ship, int32;  `many` (G,) ships in each group
    `beside` (n, 4)        the neighbours up, down, left, right, -1 beyond the edge, int16
    `weights`              votes of a placement by the hits it covers, same dtype as `blank`
    `colour` (n,)          0 where row + column is even, 1 elsewhere, int8
    `way` (5,)             strategy, announcement, touching (0 yes, 1 corners, 2 no), columns of the
                           board, offset of cells fired at; int64
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from unsunk.kernels.common import compiled, inline

RANDOM, PARITY_FOLLOW, COUNT, COUNT_HALF = 0, 1, 2, 3
SHOWN, LENGTH, SILENT, NAMED = 0, 1, 2, 3
UNTRIED, MISSED, OPEN, EXPLAINED = 0, 1, 2, 3

Whole = int | np.signedinteger[Any]

U64 = np.uint64
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
LOW = np.uint64(0xFFFFFFFF)


class Tables(NamedTuple):
    """What a simulation needs to know of rules and strategy; see the module's docstring."""

    blank: NDArray[np.signedinteger]
    cells: NDArray[np.uint16]
    group: NDArray[np.uint16]
    lengths: NDArray[np.int16]
    over_from: NDArray[np.int32]
    over: NDArray[np.uint32]
    near_from: NDArray[np.int32]
    near: NDArray[np.uint32]
    group_from: NDArray[np.int32]
    ships: NDArray[np.int32]
    many: NDArray[np.int32]
    beside: NDArray[np.int16]
    weights: NDArray[np.signedinteger]
    colour: NDArray[np.int8]
    way: NDArray[np.int64]


class State(NamedTuple):
    """One game as it is played; all modified in place."""

    votes: NDArray[np.signedinteger]
    covered: NDArray[np.int8]
    """(P,) open hits that a placement covers, -1 once it is ruled out."""
    cell: NDArray[np.int8]
    """(n,) UNTRIED, MISSED, OPEN or EXPLAINED."""
    owner: NDArray[np.int8]
    """(n,) the ship on a cell, -1 for water."""
    when: NDArray[np.int16]
    """(n,) the number of the shot that hit the cell, 0 if none did."""
    many: NDArray[np.int32]
    """(G,) ships afloat."""
    left: NDArray[np.int32]
    """(S,) cells not yet hit."""
    where: NDArray[np.int32]
    """(S,) the placement of each ship."""
    sinks: NDArray[np.int32]
    """(S, 3) sink cell, length and shot number of the sinks heard."""
    certain: NDArray[np.int32]
    """(n,) scratch: 1 + the number of the sink that a hit certainly belongs to."""
    common: NDArray[np.int32]
    """(n,) scratch: places of one sunk ship over each cell."""
    wanted: NDArray[np.int16]
    """(n,) scratch: the cells chosen among."""
    made: NDArray[np.int64]
    """(2,) shots fired, sinks heard."""


@inline
def mix(word: np.uint64) -> np.uint64:
    """The SplitMix64 finaliser, as in `rules/dice.py`."""
    word = (word ^ (word >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U64(27))) * U64(0x94D049BB133111EB)
    return word ^ (word >> U64(31))


@inline
def child(key: np.uint64, element: np.uint64) -> np.uint64:
    """The key one step further down the path, as in `rules/dice.py`."""
    return mix(key + mix(element + GOLDEN))


@inline
def below(key: np.uint64, counter: np.uint64, bound: np.uint64) -> tuple[np.uint64, np.uint64]:
    """A uniform number below `bound` (under 2**32) and the counter after it."""
    counter += U64(1)
    product = (mix(key + counter * GOLDEN) >> U64(32)) * bound
    if product & LOW < bound:
        threshold = (U64(1) << U64(32)) % bound
        while product & LOW < threshold:
            counter += U64(1)
            product = (mix(key + counter * GOLDEN) >> U64(32)) * bound
    return product >> U64(32), counter


@compiled
def draw_layouts(
    tables: Tables,
    key: np.uint64,
    first: int,
    tries: int,
    taken: NDArray[np.int64],
    out: NDArray[np.int32],
) -> int:
    """Fill `out` (games, S) with the placements of uniform layouts, in place.

    Layout i is drawn at `key` / (first + i) by throwing whole fleets, at most `tries` of them.
    Returns the number of layouts filled; fewer than asked means that `tries` did not suffice.
    `taken` (n,) is scratch and starts as zeros.
    """
    ships = tables.ships.shape[0]
    stamp = 0
    for game in range(out.shape[0]):
        stream, counter = child(key, U64(first + game)), U64(0)
        for attempt in range(tries + 1):
            if attempt == tries:
                return game
            stamp += 1
            ship = 0
            while ship < ships:
                start = tables.group_from[tables.ships[ship, 0]]
                room = tables.group_from[tables.ships[ship, 0] + 1] - start
                number, counter = below(stream, counter, U64(room))
                place = start + np.int64(number)
                if not put(tables, place, taken, stamp):
                    break
                out[game, ship] = place
                ship += 1
            if ship == ships:
                break
    return out.shape[0]


@inline
def put(tables: Tables, place: int, taken: NDArray[np.int64], stamp: int) -> bool:
    """Mark a placement and what it rules out, unless it is ruled out itself.

    `taken` holds `stamp` for a ship cell, `-stamp` for a cell where touching forbids one.
    """
    length = tables.lengths[place]
    for i in range(length):
        if abs(taken[tables.cells[place, i]]) == stamp:
            return False
    for i in range(length):
        taken[tables.cells[place, i]] = stamp
    return mark_halo(tables, place, taken, stamp)


@inline
def mark_halo(tables: Tables, place: int, taken: NDArray[np.int64], stamp: int) -> bool:
    """Mark the cells beside a placement that the touching rule keeps free; always True."""
    touching = tables.way[2]
    if touching == 0:
        return True
    for i in range(tables.lengths[place]):
        for way in range(4):
            near = tables.beside[tables.cells[place, i], way]
            if near < 0:
                continue
            if taken[near] != stamp:
                taken[near] = -stamp
            if touching == 2:
                for turn in range(2):
                    corner = tables.beside[near, (2 if way < 2 else 0) + turn]
                    if corner >= 0 and taken[corner] != stamp:
                        taken[corner] = -stamp
    return True


@inline
def add(tables: Tables, state: State, place: int, votes: int) -> None:
    """Add votes to every cell of a placement, in place."""
    for i in range(tables.lengths[place]):
        state.votes[tables.cells[place, i]] += votes


@inline
def rule_out(tables: Tables, state: State, place: int) -> None:
    """Take a placement out of the counts, in place."""
    covered = state.covered[place]
    if covered >= 0:
        add(tables, state, place, -tables.weights[covered] * state.many[tables.group[place]])
        state.covered[place] = -1


@inline
def rule_out_over(tables: Tables, state: State, cell: Whole) -> None:
    """Take all placements over a cell out of the counts, in place."""
    for i in range(tables.over_from[cell], tables.over_from[cell + 1]):
        rule_out(tables, state, tables.over[i])


@inline
def hit(tables: Tables, state: State, cell: int, ship: int) -> None:
    """Raise the weight of the placements over a hit and drop those it rules out, in place."""
    named = tables.way[1] == NAMED
    mine = tables.ships[ship, 0]
    for i in range(tables.over_from[cell], tables.over_from[cell + 1]):
        place = tables.over[i]
        covered = state.covered[place]
        if covered < 0:
            continue
        group = tables.group[place]
        if (named and group != mine) or covered + 1 == tables.lengths[place]:
            rule_out(tables, state, place)
            continue
        state.covered[place] = covered + 1
        add(
            tables,
            state,
            place,
            (tables.weights[covered + 1] - tables.weights[covered]) * state.many[group],
        )
    for i in range(tables.near_from[cell], tables.near_from[cell + 1]):
        rule_out(tables, state, tables.near[i])
    if named:
        hits = tables.ships[ship, 1] - state.left[ship]
        for place in range(tables.group_from[mine], tables.group_from[mine + 1]):
            if state.covered[place] < hits:
                rule_out(tables, state, place)


@inline
def sink(tables: Tables, state: State, cell: int, ship: int) -> None:
    """Take a ship that was heard to sink out of the counts, in place."""
    group = tables.ships[ship, 0]
    if tables.way[1] == LENGTH:
        heard = state.sinks[state.made[1]]
        heard[0], heard[1], heard[2] = cell, tables.ships[ship, 1], state.made[0]
        state.made[1] += 1
        explain_by_length(tables, state)
    else:
        place = state.where[ship]
        for i in range(tables.lengths[place]):
            other = np.int64(tables.cells[place, i])
            state.cell[other] = EXPLAINED
            rule_out_over(tables, state, other)
    state.many[group] -= 1
    for place in range(tables.group_from[group], tables.group_from[group + 1]):
        covered = state.covered[place]
        if covered >= 0:
            add(tables, state, place, -tables.weights[covered])
            if state.many[group] == 0:
                state.covered[place] = -1


@compiled
def rule_out_by_room(tables: Tables, state: State) -> None:
    """Take out placements with more cells left to be hit than the fleet has, in place."""
    room = state.left.sum()
    if room >= tables.cells.shape[1]:
        return
    for place in range(tables.group.shape[0]):
        if state.covered[place] >= 0 and tables.lengths[place] - state.covered[place] > room:
            rule_out(tables, state, place)


@compiled
def explain_by_length(tables: Tables, state: State) -> None:
    """Find the hits that the sinks heard certainly explain, as `belief/explained.py`, in place.

    A place of a sunk ship covers its sink cell, otherwise hits up to that shot, and no cell certain
    to belong to another ship sunk; cells common to all its places are certain. Repeated until
    nothing changes. `certain` holds 1 + the number of the sink.
    """
    certain = state.certain
    certain[:] = 0
    for number in range(state.made[1]):
        certain[state.sinks[number, 0]] = number + 1
    changed = True
    while changed:
        changed = False
        for number in range(state.made[1]):
            if narrow(tables, state, number, certain):
                changed = True
    for cell in range(certain.shape[0]):
        if certain[cell] and state.cell[cell] == OPEN:
            state.cell[cell] = EXPLAINED
            rule_out_over(tables, state, cell)


@compiled
def narrow(tables: Tables, state: State, number: int, certain: NDArray[np.int32]) -> bool:
    """Mark the cells common to all places of one sunk ship as certain; whether any is new."""
    sink_cell, length, shot = state.sinks[number]
    common = state.common
    common[:] = 0
    places = 0
    for i in range(tables.over_from[sink_cell], tables.over_from[sink_cell + 1]):
        place = tables.over[i]
        if tables.lengths[place] != length or not fits(tables, state, place, shot, certain, number):
            continue
        places += 1
        for j in range(length):
            common[tables.cells[place, j]] += 1
    changed = False
    for cell in range(certain.shape[0]):
        if places and common[cell] == places and certain[cell] == 0:
            certain[cell] = number + 1
            changed = True
    return changed


@compiled
def fits(
    tables: Tables,
    state: State,
    place: int,
    shot: int,
    certain: NDArray[np.int32],
    number: int,
) -> bool:
    """Whether a place lies on hits up to a shot and clear of the certain cells of other sinks."""
    for i in range(tables.lengths[place]):
        cell = tables.cells[place, i]
        if state.when[cell] == 0 or state.when[cell] > shot:
            return False
        if certain[cell] != 0 and certain[cell] != number + 1:
            return False
    return True


@inline
def shortest(tables: Tables, state: State) -> int:
    """The length of the shortest ship afloat."""
    least = 127
    for group in range(state.many.shape[0]):
        if state.many[group] > 0:
            least = min(least, tables.lengths[tables.group_from[group]])
    return least


@compiled
def collect_followed(tables: Tables, state: State) -> int:
    """The cells `parity-follow` would fire at, into `state.wanted`, ascending; their number."""
    for reach in range(2, 0, -1):
        found = 0
        for cell in range(state.cell.shape[0]):
            if state.votes[cell] > 0 and continues(tables, state, cell, reach):
                state.wanted[found] = cell
                found += 1
        if found > 0:
            return found
    step = shortest(tables, state)
    columns = tables.way[3]
    found = 0
    for cell in range(state.cell.shape[0]):
        if state.votes[cell] > 0 and (cell // columns + cell % columns + 2) % step == 0:
            state.wanted[found] = cell
            found += 1
    return found


@compiled
def continues(tables: Tables, state: State, cell: int, reach: int) -> bool:
    """Whether the next `reach` cells from `cell` in some direction are open hits (of one ship)."""
    named = tables.way[1] == NAMED
    for way in range(4):
        near = tables.beside[cell, way]
        if near < 0 or state.cell[near] != OPEN:
            continue
        if reach == 1:
            return True
        far = tables.beside[near, way]
        if (
            far >= 0
            and state.cell[far] == OPEN
            and (not named or state.owner[near] == state.owner[far])
        ):
            return True
    return False


@inline
def draw(state: State, stream: np.uint64, bound: int) -> Whole:
    """A uniform number below `bound`, drawn at the place of this shot."""
    if bound == 1:
        return 0
    number, _ = below(child(stream, U64(state.made[0])), U64(0), U64(bound))
    return np.int64(number)


@inline
def highest(tables: Tables, state: State, limit: int) -> int:
    """The most votes of a cell whose colour is at most `limit`."""
    top = -tables.way[4]
    for cell in range(state.votes.shape[0]):
        if tables.colour[cell] <= limit:
            top = max(top, state.votes[cell])
    return top


@inline
def choose_hottest(tables: Tables, state: State, stream: np.uint64) -> int:
    """A cell of the most votes.

    `one-rule` considers colour 0 only while no cell has a vote through a hit.
    """
    votes, colour = state.votes, tables.colour
    limit, top = 1, highest(tables, state, 1)
    if tables.way[0] == COUNT_HALF and top < tables.weights[1] and shortest(tables, state) > 1:
        limit, top = 0, highest(tables, state, 0)
    found = 0
    for cell in range(votes.shape[0]):
        found += (votes[cell] == top) & (colour[cell] <= limit)
    skip = draw(state, stream, found)
    for cell in range(votes.shape[0]):
        if votes[cell] == top and colour[cell] <= limit:
            if skip == 0:
                return cell
            skip -= 1
    return -1


@inline
def choose_untried(state: State, stream: np.uint64) -> int:
    """A cell not fired at."""
    skip = draw(state, stream, state.cell.shape[0] - state.made[0])
    for cell in range(state.cell.shape[0]):
        if state.cell[cell] == UNTRIED:
            if skip == 0:
                return cell
            skip -= 1
    return -1


@inline
def choose(tables: Tables, state: State, stream: np.uint64) -> int:
    """The next cell: one of those wanted most, drawn at the place of this shot."""
    way = tables.way[0]
    if way == RANDOM:
        return choose_untried(state, stream)
    if way == PARITY_FOLLOW:
        return state.wanted[draw(state, stream, collect_followed(tables, state))]
    return choose_hottest(tables, state, stream)


@inline
def fire(tables: Tables, state: State, cell: int, offset: int) -> None:
    """Answer a shot and learn from it, in place."""
    counting = tables.way[0] != RANDOM
    state.made[0] += 1
    state.votes[cell] -= offset
    ship = state.owner[cell]
    if ship < 0:
        state.cell[cell] = MISSED
        if counting:
            rule_out_over(tables, state, cell)
        return
    state.cell[cell] = OPEN
    state.when[cell] = state.made[0]
    state.left[ship] -= 1
    if counting:
        hit(tables, state, cell, ship)
        if state.left[ship] == 0 and tables.way[1] != SILENT:
            sink(tables, state, cell, ship)
        if tables.way[0] == PARITY_FOLLOW:
            rule_out_by_room(tables, state)


@inline
def set_up(tables: Tables, state: State, layout: NDArray[np.int32]) -> int:
    """Start a game on a layout, in place; the number of ship cells."""
    for cell in range(tables.blank.shape[0]):
        state.votes[cell] = tables.blank[cell]
    state.covered[:] = 0
    state.cell[:] = UNTRIED
    state.owner[:] = -1
    state.when[:] = 0
    for group in range(tables.many.shape[0]):
        state.many[group] = tables.many[group]
    state.made[:] = 0
    total = 0
    for ship in range(layout.shape[0]):
        length = tables.ships[ship, 1]
        state.left[ship] = length
        state.where[ship] = layout[ship]
        total += length
        for i in range(length):
            state.owner[tables.cells[layout[ship], i]] = ship
    return total


@compiled
def simulate(
    tables: Tables,
    state: State,
    layouts: NDArray[np.int32],
    key: np.uint64,
    first: int,
    times: NDArray[np.int16],
    record: NDArray[np.int16],
) -> None:
    """Hunt every layout (games, S); the finishing times go into `times` (games,), in place.

    Game i draws its ties at `key` / (first + i) / shot. `record` (games or 0, n) takes the cells
    fired at, in order, as far as it has rows. `state` comes from `new_state`.
    """
    offset = tables.way[4]
    for game in range(layouts.shape[0]):
        unhit = set_up(tables, state, layouts[game])
        stream = child(key, U64(first + game))
        while unhit > 0:
            cell = choose(tables, state, stream)
            if game < record.shape[0]:
                record[game, state.made[0]] = cell
            fire(tables, state, cell, offset)
            unhit -= state.owner[cell] >= 0
        times[game] = state.made[0]


def new_state(tables: Tables) -> State:
    """The arrays of one game, to be used for many in turn by one thread."""
    n, places, ships = tables.blank.shape[0], tables.group.shape[0], tables.ships.shape[0]
    return State(
        votes=np.empty_like(tables.blank),
        covered=np.empty(places, np.int8),
        cell=np.empty(n, np.int8),
        owner=np.empty(n, np.int8),
        when=np.empty(n, np.int16),
        many=np.empty_like(tables.many),
        left=np.empty(ships, np.int32),
        where=np.empty(ships, np.int32),
        sinks=np.empty((ships, 3), np.int32),
        certain=np.empty(n, np.int32),
        common=np.empty(n, np.int32),
        wanted=np.empty(n, np.int16),
        made=np.empty(2, np.int64),
    )
