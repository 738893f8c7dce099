"""The planner: its particles, what it promises, and positions where looking ahead pays."""

from collections import defaultdict
from functools import cache
from itertools import product
from math import prod

import pytest

from unsunk.errors import BudgetError, ContradictionError
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY, Fleet
from unsunk.rules.placement import placements
from unsunk.study.bank import make_bank
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.check import WATERS, WATERS_LATER, check_policy
from unsunk.study.game import play
from unsunk.study.policies import planner
from unsunk.study.policies.joint import Joint
from unsunk.study.policies.planner import Planner, layouts_of
from unsunk.study.policies.policy import policy
from unsunk.study.reading import Condition, Feedback, Layer, Reading, Told
from unsunk.study.view import View

AMBIGUOUS = Reading(feedback=Feedback.AMBIGUOUS)
SMALL = Board(5, 5)
LINE = Board(1, 9), Fleet((4, 2))
STRIP = Board(2, 5), Fleet((3, 2))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few hunts: for tests of anything but how good the cell is."""
    monkeypatch.setattr(planner, "HUNTS", (4, 4))
    monkeypatch.setattr(planner, "LAYOUTS", 40)


def condition(board: Board = SMALL, reading: Reading = AMBIGUOUS, p: float = 0.5) -> Condition:
    return Condition(board, STUDY, Layer.L1, p, reading)


def law(view: View) -> dict[int, float]:
    """The exact law of the cells of the fleet."""
    weights = defaultdict[int, float](float)
    told, fleet = view.condition.reading, view.condition.fleet
    for ships in product(*[placements(view.condition.board, one) for one in fleet.lengths]):
        union = 0
        for ship in ships:
            union |= ship
        fits = union.bit_count() == fleet.cells and not union & view.misses
        fits &= not view.occupied & ~union
        if told.sinks is Told.TOLD:
            sunk = [ship.bit_count() for ship in ships if not ship & ~view.damaged]
            fits &= sorted(sunk) == sorted(view.sunk)
        linked = [(ship & view.by_link).bit_count() for ship in ships]
        if fits and max(linked) < 2:
            links = zip(ships, linked, strict=True)
            chance = prod(1 / ship.bit_count() for ship, one in links if one)
            tries = sum(many for cell, many in enumerate(view.tries) if union >> cell & 1)
            ambiguous = told.feedback is Feedback.AMBIGUOUS
            misfires = (1 - (view.condition.p or 1)) ** tries if ambiguous else 1
            weights[union] += chance * misfires
    total = sum(weights.values())
    return {union: weight / total for union, weight in weights.items() if weight}


def views() -> list[View]:
    told = Reading(feedback=Feedback.AMBIGUOUS, sinks=Told.TOLD)
    doubt = View(condition()).damage(7).damage(12).resisted(11).resisted(11).resisted(13)
    heard = View(condition(reading=told)).damage(7).damage(12, sunk=2).resisted(11).damage(22)
    certain = View(condition(p=1)).damage(7).resisted(12).damage(8).resisted(6)
    plain = View(condition(reading=Reading())).missed(12).resisted(7).damage(6).missed(11)
    two = View(Condition(*STRIP, Layer.L2, 0.25, AMBIGUOUS)).resisted(0).resisted(7)
    links = View(Condition(SMALL, STUDY, Layer.L3, 0.5, AMBIGUOUS)).linked(7).damage(6).linked(8)
    return [doubt, heard, certain, plain, two, links]


@pytest.mark.parametrize("view", views(), ids=str)
def test_layouts_are_those_of_the_posterior(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them with their weights, or as many as asked for, drawn in proportion."""
    exact = law(view)
    monkeypatch.setattr(planner, "LAYOUTS", 10_000)
    every = layouts_of(view, 0.5)
    masks = [int(row[0]) for row in every.masks]
    assert dict(zip(masks, every.weights.tolist(), strict=True)) == pytest.approx(exact)
    monkeypatch.setattr(planner, "LAYOUTS", 20)
    drawn, heat = layouts_of(view, 0.5), Joint().heat(view)
    assert {int(row[0]) for row in drawn.masks} <= exact.keys()
    assert drawn.weights.sum() == pytest.approx(1)
    legal = [cell for cell, one in enumerate(heat) if one]
    assert drawn.heat[legal] == pytest.approx([heat[cell] for cell in legal], abs=0.25)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("told", Told)
@pytest.mark.parametrize("feedback", Feedback)
@pytest.mark.parametrize("layer", [Layer.L0, Layer.L1, Layer.L3])
def test_keeps_what_policies_promise(layer: Layer, feedback: Feedback, told: Told) -> None:
    reading = Reading(feedback=feedback, links=told, sinks=told)
    p = None if layer is Layer.L0 else 0.5
    played = Condition(Board(4, 5), Fleet((3, 2)), layer, p, reading)
    report = check_policy(Planner(), played)
    assert report.shots > 0
    assert report.waters > WATERS + WATERS_LATER


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("side", [5, 10])
@pytest.mark.parametrize("feedback", Feedback)
def test_plays_the_boards_of_the_study(side: int, feedback: Feedback) -> None:
    played = condition(Board(side, side), Reading(feedback=feedback), 0.75)
    packet = make_bank(played.board, STUDY, 1).packets[0]
    hunter = Planner()
    game = play(packet, played, (hunter, policy("random")), 0, Tape(packet, 0.75, NumpySource()))
    assert game.state.winner == 0


def test_the_same_dice_give_the_same_cell() -> None:
    view = View(condition()).damage(7).resisted(11)
    assert len({Planner().next_shot(view, Dice(seed)) for seed in (4, 4, 4)}) == 1


@pytest.mark.usefixtures("quick")
def test_a_certain_cell_is_fired_at_first() -> None:
    """The ships lie at the two ends of the line, so their second cells are known."""
    view = View(Condition(*LINE, Layer.L1, 0.5, AMBIGUOUS))
    for cell in (0, 8):
        view = view.damage(cell)
    layouts = law(view)
    certain = [c for c in range(9) if c not in (0, 8) and all(one >> c & 1 for one in layouts)]
    assert certain == [1, 7]
    assert Planner().next_shot(view, Dice(1)) == 1


@cache
def least(law: tuple[tuple[int, float], ...], fired: int) -> float:
    """The misses that the best policy expects at L0, times the weight of the layouts."""
    if len(law) == 1:
        return 0
    cells = {cell for mask, _ in law for cell in range(10) if mask & ~fired & 1 << cell}
    return min(lost(law, fired, cell) for cell in cells)


def lost(law: tuple[tuple[int, float], ...], fired: int, cell: int) -> float:
    """The misses if a cell is fired at first."""
    parts = ([one for one in law if one[0] >> cell & 1 == bit] for bit in (0, 1))
    misses, hits = map(tuple, parts)
    total = sum(weight for _, weight in misses)
    return total + sum(least(part, fired | 1 << cell) for part in (misses, hits) if part)


@pytest.mark.parametrize(("setup", "gain"), [(LINE, 1 / 20), (STRIP, 2 / 40)])
@pytest.mark.parametrize("layer", [Layer.L0, Layer.L1])
def test_looking_ahead_beats_the_hottest_cell(
    setup: tuple[Board, Fleet], gain: float, layer: Layer
) -> None:
    """The one likeliest cell loses more shots than the best; the planner finds the best.

    Where it is heard what lies under a cell, a resisted shot tells as much as damage, and the
    least that is lost is the same at L0 and at L1.
    """
    view = View(Condition(*setup, layer, None if layer is Layer.L0 else 0.5))
    layouts = tuple(law(view).items())
    heat = Joint().heat(view)
    hottest = heat.index(max(heat))
    assert lost(layouts, 0, hottest) - least(layouts, 0) == pytest.approx(gain)
    for seed in range(5):
        cell = Planner().next_shot(view, Dice(seed))
        assert lost(layouts, 0, cell) == pytest.approx(least(layouts, 0))


@pytest.mark.usefixtures("quick")
def test_beats_the_belief_policy_where_no_damage_may_be_a_ship() -> None:
    played = condition(p=0.75)
    rounds = dict.fromkeys(("belief", "planner"), 0)
    for name in rounds:
        hunters = (policy(name), policy(name))
        for packet in make_bank(played.board, STUDY, 20).packets:
            tape = Tape(packet, 0.75, NumpySource())
            rounds[name] += play(packet, played, hunters, 0, tape).state.rounds
    assert rounds["planner"] < rounds["belief"]


@pytest.mark.parametrize(
    ("board", "fleet", "sentence"),
    [
        (Board(10, 10), Fleet((4, 3, 2, 2)), "planner plays with up to 3 ships: this fleet has 4"),
        (Board(12, 12), STUDY, "planner looks through up to 5,000,000 ways to place the ships"),
    ],
)
def test_beyond_its_budget(board: Board, fleet: Fleet, sentence: str) -> None:
    view = View(Condition(board, fleet))
    with pytest.raises(BudgetError, match=sentence):
        Planner().require(view.condition)
    with pytest.raises(BudgetError, match=sentence):
        Planner().next_shot(view, Dice(1))


def test_what_cannot_be() -> None:
    view = View(Condition(*LINE)).missed(4).missed(2)
    with pytest.raises(ContradictionError, match="no layout fits what was heard"):
        layouts_of(view.missed(6), 0.5)
