"""The exact posterior beside one that lists every layout and weighs each."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unsunk.errors import BudgetError, ContradictionError
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY, Fleet
from unsunk.rules.placement import placements
from unsunk.study.bank import make_bank
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.check import check_policy
from unsunk.study.game import play
from unsunk.study.layers import State, step
from unsunk.study.policies.joint import Joint
from unsunk.study.policies.policy import policy
from unsunk.study.reading import Condition, Feedback, Layer, Reading, Told
from unsunk.study.view import View

BOARD = Board(3, 5)
fleets = st.sampled_from([Fleet((3, 2)), Fleet((2,)), Fleet((2, 2)), Fleet((3, 2, 1))])
readings = st.builds(
    Reading,
    feedback=st.sampled_from(Feedback),
    links=st.sampled_from(Told),
    sinks=st.sampled_from(Told),
)


def share_of_links(view: View, ships: tuple[int, ...]) -> Fraction:
    """The share of all choices of a linked segment a ship that explain what came by link."""
    if not view.by_link:
        return Fraction(1)
    choices = product(*(cells_of(ship) for ship in ships))
    fitting = [choice for choice in choices if not set(cells_of(view.by_link)) - set(choice)]
    return Fraction(len(fitting), prod(ship.bit_count() for ship in ships))


def naive_chances(view: View) -> list[Fraction]:
    """The chance of a ship at each cell: every layout listed, kept or dropped, and weighed."""
    condition, reading = view.condition, view.condition.reading
    damages = Fraction(1) if condition.p is None else Fraction(condition.p)
    sinks = reading.sinks is Told.TOLD and bool(view.sunk)
    if condition.layer is Layer.L3 and reading.links is Told.SILENT:
        sinks = False
    total, over = Fraction(0), [Fraction(0)] * condition.board.size
    lengths = condition.fleet.lengths
    for ships in product(*(placements(condition.board, length) for length in lengths)):
        occupied = 0
        for ship in ships:
            occupied |= ship
        if occupied.bit_count() != condition.fleet.cells:
            continue
        if view.misses & occupied or view.damaged & ~occupied:
            continue
        full = [
            length for ship, length in zip(ships, lengths, strict=True) if not ship & ~view.damaged
        ]
        if sinks and sorted(full) != sorted(view.sunk):
            continue
        weight = share_of_links(view, ships)
        for cell, many in enumerate(view.tries):
            if occupied >> cell & 1:
                weight *= (1 - damages) ** many
            elif many and reading.feedback is Feedback.OPEN:
                weight = Fraction(0)
        total += weight
        for cell in cells_of(occupied):
            over[cell] += weight
    return [chance / total for chance in over]


def compare(view: View) -> None:
    expected = naive_chances(view)
    assert Joint().map(view).tolist() == pytest.approx([float(one) for one in expected], abs=1e-9)
    cell = Joint().next_shot(view, Dice(0))
    top = max(expected[other] for other in cells_of(view.legal))
    assert cell == next(other for other in cells_of(view.legal) if expected[other] == top)


@settings(max_examples=60)
@given(fleets, st.sampled_from(Layer), readings, st.integers(1, 12), st.integers(0, 2**20))
def test_chances_are_those_of_all_layouts(
    fleet: Fleet, layer: Layer, reading: Reading, number: int, seed: int
) -> None:
    condition = Condition(BOARD, fleet, layer, None if layer is Layer.L0 else 0.25, reading)
    packet = make_bank(BOARD, fleet, number).packets[-1]
    state, tape = State.begin(packet, condition), Tape(packet, condition.p, NumpySource())
    dice = Dice(seed)
    for _ in range(dice.below(25)):
        if state.over:
            break
        cells = list(cells_of(state.sides[1 - state.turn].view.legal))
        state, _ = step(state, cells[dice.below(len(cells))], tape)
    if not state.over:
        compare(state.sides[1 - state.turn].view)


@pytest.mark.parametrize(
    ("linked", "cell", "chance"),
    [("A1 B1", "A2", 1), ("B3 C3", "B2", 0.699), ("C3", "C2", 0.523), ("A1 B1 C1", "B2", 1)],
)
def test_each_linked_cell_is_of_another_ship(linked: str, cell: str, chance: float) -> None:
    board = Board(5, 5)
    view = View(Condition(board, STUDY, Layer.L3, 0.5))
    for name in linked.split():
        view = view.linked(board.cell(name))
    compare(view)
    assert Joint().map(view)[board.cell(cell)] == pytest.approx(chance, abs=5e-4)


def test_a_linked_cell_of_a_ship_with_damage_of_its_own() -> None:
    told = Reading(feedback=Feedback.AMBIGUOUS, sinks=Told.TOLD)
    view = View(Condition(Board(5, 5), STUDY, Layer.L3, 0.5, told)).damage(12).resisted(8)
    compare(view.linked(13).damage(7))
    compare(view.linked(13).linked(17).damage(11, sunk=2))


@settings(max_examples=60)
@given(fleets, readings, st.integers(1, 12), st.integers(0, 2**20))
def test_chances_with_links_heard(fleet: Fleet, reading: Reading, number: int, seed: int) -> None:
    """With more links than games of random shots come to."""
    ships, dice = make_bank(BOARD, fleet, number).packets[-1].waters[0].a, Dice(seed)
    view = View(Condition(BOARD, fleet, Layer.L3, 0.25, reading))
    for ship in ships:
        cells = list(cells_of(ship))
        if dice.below(3):
            view = view.linked(cells[dice.below(len(cells))])
    compare(view)


@pytest.mark.parametrize("feedback", Feedback)
def test_chances_on_the_board_of_the_study(feedback: Feedback) -> None:
    condition = Condition(Board(5, 5), STUDY, Layer.L1, 0.5, Reading(feedback=feedback))
    view = View(condition).resisted(12).damage(7).resisted(12).resisted(3)
    compare(view.resisted(0) if feedback is Feedback.AMBIGUOUS else view.missed(0))


def test_a_blank_board_gives_the_share_of_layouts() -> None:
    chances = Joint().map(View(Condition(Board(5, 5))))
    expected = naive_chances(View(Condition(Board(5, 5))))
    assert chances.tolist() == pytest.approx([float(one) for one in expected], abs=1e-12)
    assert chances.sum() == pytest.approx(9)


def test_it_keeps_its_promises() -> None:
    for layer in Layer:
        p = None if layer is Layer.L0 else 0.5
        for feedback in Feedback:
            reading = Reading(feedback=feedback, sinks=Told.TOLD)
            check_policy(Joint(), Condition(Board(4, 5), Fleet((3, 2)), layer, p, reading))
    assert check_policy(Joint(), Condition(Board(10, 10), STUDY, Layer.L2, 0.5)).waters > 0


def test_it_beats_each_ship_taken_alone() -> None:
    condition, rounds = Condition(Board(5, 5)), {"joint": 0, "belief": 0}
    for packet in make_bank(condition.board, packets=40).packets:
        for name in rounds:
            players = (policy(name), policy(name))
            game = play(packet, condition, players, 0, Tape(packet, None, NumpySource()))
            rounds[name] += game.state.rounds
    assert rounds["belief"] - rounds["joint"] > 40


def test_beyond_its_reach_it_says_so() -> None:
    for board, fleet, sentence in (
        (Board(10, 10), Fleet((4, 3, 2, 2)), "up to 3 ships of 62 cells: this fleet has 4 of 11"),
        (Board(26, 26), Fleet((26, 26, 26)), "this fleet has 3 of 78"),
        (Board(20, 20), STUDY, "up to 50,000,000 ways .* 4,3,2 on a 20x20 board has 372,096,000"),
    ):
        with pytest.raises(BudgetError, match=sentence):
            Joint().require(Condition(board, fleet))
        with pytest.raises(BudgetError, match=sentence):
            Joint().next_shot(View(Condition(board, fleet)), Dice(0))


def test_what_no_layout_fits_is_a_contradiction() -> None:
    view = View(Condition(Board(3, 5), Fleet((3, 2))))
    for cell in (0, 2, 4, 10, 12, 14):
        view = view.damage(cell)
    with pytest.raises(ContradictionError, match="no layout fits what was heard: A1 damaged"):
        Joint().map(view)
