"""The rule layers: what holds for bits of any value, and worked examples."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.study.made import AnyBits, any_bits, condition, packets, readings, shots
from unsunk.errors import InputError, TurnError
from unsunk.rules.bits import mask_of
from unsunk.rules.board import Board
from unsunk.rules.fleet import Fleet
from unsunk.study.layers import ATTACKS, Event, State, step
from unsunk.study.packet import Packet, Waters
from unsunk.study.reading import PAPER, STRICT, Condition, Feedback, Layer, Linked, Reading, Told
from unsunk.study.view import View

seeds = st.integers(0, 2**32)
layers = st.sampled_from(Layer)


# What holds in every game


def lies(state: State, owner: int) -> int:
    """All cells where the owner's resolved ships lie."""
    ships = range(len(state.packet.fleet.lengths))
    return sum(state.active(owner, ship) or 0 for ship in ships)


@given(packets(), layers, readings, any_bits, seeds)
def test_damage_and_branches_only_grow(
    packet: Packet, layer: Layer, reading: Reading, bits: AnyBits, seed: int
) -> None:
    for before, event, after in shots(
        State.begin(packet, condition(packet, layer, reading)), bits, seed
    ):
        resolved = {(owner, ship): branch for owner, ship, branch in event.resolved}
        for owner in (0, 1):
            one, other = before.sides[owner], after.sides[owner]
            new = [event.cell] if event.damage and owner != event.shooter else []
            linked = [cell for side, cell in [event.linked or (-1, -1)] if side == owner]
            assert not mask_of(new + linked) & one.damaged
            assert other.damaged == one.damaged | mask_of(new + linked)
            assert other.linked == one.linked | mask_of(linked)
            for ship, branch in enumerate(one.branch):
                expected = branch if branch is not None else resolved.get((owner, ship))
                assert other.branch[ship] == expected


@given(packets(), layers, readings, any_bits, seeds)
def test_a_fleet_loses_no_cell_that_it_has_not(
    packet: Packet, layer: Layer, reading: Reading, bits: AnyBits, seed: int
) -> None:
    sunk: list[tuple[int, int]] = []
    for _, event, after in shots(
        State.begin(packet, condition(packet, layer, reading)), bits, seed
    ):
        sunk += event.sunk
        for owner in (0, 1):
            assert not after.sides[owner].damaged & ~lies(after, owner)
        gone = {
            (owner, ship)
            for owner in (0, 1)
            for ship in range(len(packet.fleet.lengths))
            if (mask := after.active(owner, ship)) is not None
            and not mask & ~after.sides[owner].damaged
        }
        assert gone == set(sunk)
        assert len(gone) == len(sunk)
        fleets = [sum(one == owner for one, _ in gone) for owner in (0, 1)]
        lost = [many == len(packet.fleet.lengths) for many in fleets]
        assert after.over == any(lost)
        assert after.winner == (lost.index(False) if sum(lost) == 1 else None)


@given(packets(), layers, readings, any_bits, st.integers(0, 1), seeds)
def test_turns_rounds_and_labels(
    packet: Packet, layer: Layer, reading: Reading, bits: AnyBits, start: int, seed: int
) -> None:
    state = State.begin(packet, condition(packet, layer, reading), start)
    for number, (_, event, after) in enumerate(shots(state, bits, seed)):
        assert event.shooter == (start + number) % 2
        assert event.attack == ATTACKS[number // 2 % 2]
        assert after.rounds == number // 2 + 1
        assert after.sides[1 - event.shooter].view.shots == number // 2 + 1
        assert (event.v is None) == (layer is Layer.L0)
        assert event.v in (None, bits.vulnerable(event.shooter, number // 2))


@given(packets(), layers, readings, any_bits, seeds)
def test_spent_cells_are_refused_and_cost_nothing(
    packet: Packet, layer: Layer, reading: Reading, bits: AnyBits, seed: int
) -> None:
    for _, _, after in shots(State.begin(packet, condition(packet, layer, reading)), bits, seed):
        if after.over:
            with pytest.raises(TurnError, match="the game is over"):
                step(after, 0, bits)
            return
        spent = packet.board.full & ~after.sides[1 - after.turn].view.legal
        for cell in range(packet.board.size):
            if spent >> cell & 1:
                with pytest.raises(InputError, match="fire at another cell"):
                    step(after, cell, bits)


# What is heard


def heard(
    views: list[View], event: Event, before: State, reading: Reading, lengths: tuple[int, ...]
) -> list[View]:
    """The slow twin: both views after a shot, from what is said aloud and nothing else."""
    target, views = 1 - event.shooter, list(views)

    def sinks(owner: int) -> tuple[int, ...]:
        told = [lengths[ship] for side, ship in event.sunk if side == owner]
        return tuple(told) if reading.sinks is Told.TOLD else ()

    view = views[target]
    damage = event.damage or bool(before.sides[target].damaged >> event.cell & 1)
    if damage:
        view = replace(view, damaged=view.damaged | 1 << event.cell, sunk=view.sunk + sinks(target))
    elif reading.feedback is Feedback.OPEN and event.ship is None:
        view = replace(view, misses=view.misses | 1 << event.cell)
    else:
        tries = list(view.tries)
        tries[event.cell] += 1
        view = replace(view, tries=tuple(tries))
    views[target] = replace(view, shots=view.shots + 1)
    if event.linked is not None and reading.links is Told.TOLD:
        owner, cell = event.linked
        view = views[owner]
        hurt, by_link = view.damaged | 1 << cell, view.by_link | 1 << cell
        views[owner] = replace(view, damaged=hurt, by_link=by_link, sunk=view.sunk + sinks(owner))
    return views


@given(packets(), layers, readings, any_bits, seeds)
def test_views_hold_what_the_reading_lets_hear_and_nothing_else(
    packet: Packet, layer: Layer, reading: Reading, bits: AnyBits, seed: int
) -> None:
    played = condition(packet, layer, reading)
    views = [View(played), View(played)]
    for before, event, after in shots(State.begin(packet, played), bits, seed):
        views = heard(views, event, before, reading, packet.fleet.lengths)
        assert [side.view for side in after.sides] == views
        for side in after.sides:
            if reading.feedback is Feedback.AMBIGUOUS:
                assert side.view.misses == 0
            if reading.sinks is Told.SILENT:
                assert side.view.sunk == ()
            assert not side.view.damaged & ~side.damaged


@given(packets(), layers, any_bits, seeds)
def test_silent_links_are_heard_only_when_the_cell_is_fired_at(
    packet: Packet, layer: Layer, bits: AnyBits, seed: int
) -> None:
    silent = condition(packet, layer, Reading(links=Told.SILENT))
    unheard = [0, 0]
    for before, event, after in shots(State.begin(packet, silent), bits, seed):
        target = 1 - event.shooter
        if unheard[target] >> event.cell & 1:
            assert not event.damage
            assert after.sides[target].damaged == before.sides[target].damaged
            assert after.sides[target].view.damaged >> event.cell & 1
            unheard[target] ^= 1 << event.cell
        if event.linked is not None:
            owner, cell = event.linked
            unheard[owner] |= 1 << cell
        for owner in (0, 1):
            side = after.sides[owner]
            assert side.view.damaged == side.damaged & ~unheard[owner]


# How the layers stand to one another


def told(state: State, bits: AnyBits, cells: list[int]) -> list[tuple[Event, State]]:
    """A game fired at these cells in turn."""
    made = []
    for cell in cells:
        state, event = step(state, cell, bits)
        made.append((event, state))
    return made


@dataclass(frozen=True)
class Ones(AnyBits):
    """V is always 1."""

    def vulnerable(self, shooter: int, shot: int) -> int:
        return 1


@dataclass(frozen=True)
class Unlinked(AnyBits):
    """C₀ = C₁ = 0 always."""

    def link(self, owner: int, ship: int) -> tuple[int, int]:
        return 0, 0


@given(packets(), readings, any_bits, seeds)
def test_l2_with_branches_fixed_is_l1_on_that_layout(
    packet: Packet, reading: Reading, bits: AnyBits, seed: int
) -> None:
    chosen = [
        tuple(water.branch(ship, bits.branch(owner, ship)) for ship in range(len(water.a)))
        for owner, water in enumerate(packet.waters)
    ]
    others = [
        tuple(water.branch(ship, 1 - bits.branch(owner, ship)) for ship in range(len(water.a)))
        for owner, water in enumerate(packet.waters)
    ]
    one, two = (Waters(*pair) for pair in zip(chosen, others, strict=True))
    fixed = replace(packet, waters=(one, two))
    played = list(shots(State.begin(packet, condition(packet, Layer.L2, reading)), bits, seed))
    again = told(
        State.begin(fixed, condition(packet, Layer.L1, reading)),
        bits,
        [event.cell for _, event, _ in played],
    )
    for (_, event, after), (event_1, after_1) in zip(played, again, strict=True):
        assert replace(event, resolved=()) == event_1
        assert after.winner == after_1.winner
        assert after.over == after_1.over
        for owner in (0, 1):
            two_view, one_view = after.sides[owner].view, after_1.sides[owner].view
            assert replace(two_view, condition=one_view.condition) == one_view


@given(packets(), readings, seeds, seeds)
def test_l1_with_every_v_1_is_l0(packet: Packet, reading: Reading, bits: int, seed: int) -> None:
    played = list(
        shots(State.begin(packet, condition(packet, Layer.L1, reading)), Ones(bits), seed)
    )
    again = told(
        State.begin(packet, condition(packet, Layer.L0, reading)),
        Ones(bits),
        [event.cell for _, event, _ in played],
    )
    assert [replace(event, v=None) for _, event, _ in played] == [event for event, _ in again]
    assert played[-1][2].rounds == again[-1][1].rounds


@given(packets(), seeds, seeds)
def test_strict_l3_whose_links_measure_0_is_l2(packet: Packet, bits: int, seed: int) -> None:
    played = list(
        shots(State.begin(packet, condition(packet, Layer.L3, STRICT)), Unlinked(bits), seed)
    )
    again = told(
        State.begin(packet, condition(packet, Layer.L2, STRICT)),
        Unlinked(bits),
        [event.cell for _, event, _ in played],
    )
    assert [replace(event, c=None) for _, event, _ in played] == [event for event, _ in again]


@given(packets(), any_bits.filter(lambda bits: bits.ones > 0), seeds, st.sampled_from(Linked))
def test_a_finished_game_has_a_linked_damage_for_every_ship(
    packet: Packet, bits: AnyBits, seed: int, rule: Linked
) -> None:
    """In the paper's reading; in the strict one at most so many, each with bits 11."""
    reading = Reading(rule)
    played = list(
        shots(State.begin(packet, condition(packet, Layer.L3, reading)), bits, seed, 5000)
    )
    linked = [event for _, event, _ in played if event.linked is not None]
    ships = len(packet.fleet.lengths)
    assert all(event.damage for event in linked)
    assert len({event.linked for event in linked}) == len(linked)
    if rule is Linked.ONES:
        assert all(event.c == (1, 1) for event in linked)
        assert len(linked) <= ships
    elif played[-1][2].over:
        assert len(linked) == ships


@given(packets(), layers, readings, any_bits, st.integers(0, 1), seeds)
def test_seats_swapped_every_result_mirrors(
    packet: Packet, layer: Layer, reading: Reading, bits: AnyBits, start: int, seed: int
) -> None:
    mirrored = replace(
        packet,
        waters=(packet.waters[1], packet.waters[0]),
        links=tuple((other, one) for one, other in packet.links),
    )

    @dataclass(frozen=True)
    class Swapped:
        def vulnerable(self, shooter: int, shot: int) -> int:
            return bits.vulnerable(1 - shooter, shot)

        def branch(self, owner: int, ship: int) -> int:
            return bits.branch(1 - owner, ship)

        def link(self, owner: int, ship: int) -> tuple[int, int]:
            return bits.link(1 - owner, ship)

    state = State.begin(mirrored, condition(packet, layer, reading), 1 - start)
    for _, event, after in shots(
        State.begin(packet, condition(packet, layer, reading), start), bits, seed
    ):
        state, other = step(state, event.cell, Swapped())
        assert other.shooter == 1 - event.shooter
        assert (other.damage, other.ship, other.c) == (event.damage, event.ship, event.c)
        assert state.sides == (after.sides[1], after.sides[0])
        assert state.rounds == after.rounds
        expected = None if after.winner is None else 1 - after.winner
        assert state.winner == expected


# Worked examples, on 3x7 with a 3 and a 2

BOARD = Board(3, 7)


def ship(*names: str) -> int:
    return mask_of(BOARD.cell(name) for name in names)


ONE = Waters((ship("A1", "B1", "C1"), ship("G2", "G3")), (ship("A3", "B3", "C3"), ship("E1", "F1")))
TWO = Waters((ship("A1", "A2", "A3"), ship("C1", "D1")), (ship("B1", "B2", "B3"), ship("F3", "G3")))
PACKET = Packet(BOARD, Fleet((3, 2)), 1, (ONE, TWO), ((0, 2), (1, 0)), 1)


@dataclass
class Written:
    """Bits as written down: V is 1 unless said, B is 0 unless said."""

    zeros: tuple[tuple[int, int], ...] = ()
    ones: tuple[tuple[int, int], ...] = ()
    c: tuple[int, int] = (0, 0)

    def vulnerable(self, shooter: int, shot: int) -> int:
        return int((shooter, shot) not in self.zeros)

    def branch(self, owner: int, ship: int) -> int:
        return int((owner, ship) in self.ones)

    def link(self, owner: int, ship: int) -> tuple[int, int]:
        return self.c


def fired(
    cells: str, bits: Written, layer: Layer = Layer.L3, reading: Reading = PAPER, start: int = 0
) -> tuple[State, list[Event]]:
    state = State.begin(PACKET, condition(PACKET, layer, reading), start)
    events = []
    for name in cells.split():
        state, event = step(state, BOARD.cell(name), bits)
        events.append(event)
    return state, events


def test_l0_a_far_corner_of_a_board_that_is_not_square() -> None:
    state, events = fired("D2 G3", Written(), Layer.L0)
    assert [event.damage for event in events] == [False, True]
    assert state.sides[1].view.misses == ship("D2")
    assert state.sides[0].damaged == state.sides[0].view.damaged == ship("G3")


def test_l1_a_ship_that_resists_may_be_fired_at_again() -> None:
    state, events = fired("A1 D2 A1", Written(zeros=((0, 0),)), Layer.L1)
    assert [event.damage for event in events] == [False, False, True]
    assert events[0].ship == 0
    view = state.sides[1].view
    assert (view.tries[0], view.misses, view.damaged) == (1, 0, ship("A1"))


def test_l2_the_other_branch_is_no_longer_there() -> None:
    """B = 1: the 3 of player 2 lies at B1-B3, so the shot at A2 that looks for it is a miss."""
    state, events = fired("A2 D2 B2 D3 A1", Written(ones=((1, 0),)), Layer.L2)
    assert [event.resolved for event in events] == [((1, 0, 1),), (), (), (), ()]
    assert [event.damage for event in events] == [False, False, True, False, False]
    assert state.sides[1].branch == (1, None)
    assert state.sides[1].view.misses == ship("A2", "A1")


def test_l3_damage_to_a_linked_segment_looks_for_the_partner_and_damages_it() -> None:
    """Segment 3 of player 2's 3 is linked to segment 1 of player 1's, which B puts at A3-C3."""
    state, events = fired("A3", Written(ones=((0, 0),)))
    assert events[0].resolved == ((1, 0, 0), (0, 0, 1))
    assert events[0].c == (0, 0)
    assert events[0].linked == (0, BOARD.cell("A3"))
    assert state.sides[0].damaged == state.sides[0].linked == ship("A3")
    assert state.sides[0].view.damaged == ship("A3")
    assert state.sides[0].view.shots == 0


@pytest.mark.parametrize(("c", "many"), [((0, 0), 0), ((1, 0), 0), ((0, 1), 0), ((1, 1), 1)])
def test_l3_strict_needs_11(c: tuple[int, int], many: int) -> None:
    state, events = fired("A3", Written(c=c), reading=STRICT)
    assert events[0].c == c
    assert state.sides[0].linked.bit_count() == many
    assert (state.sides[0].branch[0] is not None) is bool(many)


def test_l3_a_partner_that_was_damaged_directly_is_not_damaged_again() -> None:
    """Strict: the link measured 00 when player 2's end was hit, and 11 when player 1's is."""

    class Apart(Written):
        def link(self, owner: int, ship: int) -> tuple[int, int]:
            return (0, 0) if owner == 1 else (1, 1)

    state, events = fired("A3 A1", Apart(), reading=STRICT)
    assert [event.c for event in events] == [(0, 0), (1, 1)]
    assert [event.linked for event in events] == [None, None]
    assert [side.linked for side in state.sides] == [0, 0]
    assert [side.damaged for side in state.sides] == [ship("A1"), ship("A3")]


def test_l3_a_link_is_followed_only_once_a_shot_damages() -> None:
    _, events = fired("A3 D2 A3 B1", Written(zeros=((0, 0),)))
    assert [event.c is not None for event in events] == [False, False, True, False]


def test_l3_silent_links_leave_the_cell_to_be_fired_at() -> None:
    silent = Reading(links=Told.SILENT)
    state, events = fired("A3 A1", Written(zeros=((1, 0),)), reading=silent)
    assert events[0].linked == (0, BOARD.cell("A1"))
    assert not events[1].damage
    assert events[1].c is None
    assert state.sides[0].damaged == state.sides[0].view.damaged == ship("A1")


def test_l3_both_fleets_sunk_by_one_shot_is_a_draw() -> None:
    """Player 1's last shot sinks player 2's 3 and, through its link, player 1's own."""
    bits = Written()
    cells = "C1 G2 D1 B1 A1 C1 A2 D2 A3"
    state, events = fired(cells, bits)
    assert events[0].linked == (0, BOARD.cell("G3"))
    assert events[-1].sunk == ((0, 0), (1, 0))
    assert events[-1].linked == (0, BOARD.cell("A1"))
    assert state.over
    assert state.winner is None
    assert state.rounds == 5


def test_sinks_are_heard_where_told_on_either_board() -> None:
    told_sinks = Reading(sinks=Told.TOLD)
    state, _ = fired("C1 G2 D1 B1 A1 C1 A2 D2 A3", Written(), reading=told_sinks)
    assert [side.view.sunk for side in state.sides] == [(2, 3), (2, 3)]


def test_ambiguous_an_empty_cell_and_a_resisting_ship_sound_alike() -> None:
    reading = Reading(feedback=Feedback.AMBIGUOUS)
    state, _ = fired("A1 D2 B1 D2", Written(zeros=((0, 0),)), Layer.L1, reading)
    view = state.sides[1].view
    assert view.tries[BOARD.cell("A1")] == view.tries[BOARD.cell("B1")] == 1
    assert state.sides[0].view.tries[BOARD.cell("D2")] == 2
    assert view.legal == BOARD.full


@pytest.mark.parametrize("cell", [-1, 21])
def test_cells_off_the_board_are_refused(cell: int) -> None:
    with pytest.raises(InputError, match="is not on a 3x7 board"):
        step(State.begin(PACKET, Condition(BOARD, PACKET.fleet)), cell, Written())
