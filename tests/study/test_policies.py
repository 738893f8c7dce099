"""The four policies: what they promise, what they weigh, and that belief and greedy part at L1."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unsunk.errors import BudgetError, ContradictionError, InputError, StrategyError
from unsunk.hunting.pattern import colour
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.dice import Dice
from unsunk.rules.fleet import STUDY, Fleet
from unsunk.rules.placement import placements
from unsunk.study import check
from unsunk.study.bank import make_bank
from unsunk.study.bits import NumpySource, Tape
from unsunk.study.check import PLACES, WATERS, WATERS_LATER, check_policy, conditions
from unsunk.study.game import Game, play
from unsunk.study.packet import Packet
from unsunk.study.policies.belief import BeliefState
from unsunk.study.policies.greedy import Greedy
from unsunk.study.policies.maps import HIT_WEIGHT, empty, first_highest, places, settled
from unsunk.study.policies.policy import PAPER, Policy, policy, policy_names
from unsunk.study.reading import Condition, Feedback, Layer, Reading, Told
from unsunk.study.view import View

SMALL, LARGE = Board(5, 5), Board(10, 10)
READING, AMBIGUOUS = Reading(), Reading(feedback=Feedback.AMBIGUOUS)
TOLD = Reading(sinks=Told.TOLD)

MOST_WATERS = WATERS + PLACES * WATERS_LATER


def blank(
    board: Board = SMALL, layer: Layer = Layer.L0, reading: Reading = READING, p: float = 0.5
) -> View:
    return View(Condition(board, STUDY, layer, None if layer is Layer.L0 else p, reading))


def fires(name: str, view: View, draws: int = 1) -> set[str]:
    board = view.condition.board
    return {board.name(policy(name).next_shot(view, Dice(1, draw))) for draw in range(draws)}


def game(name: str, condition: Condition, number: int, start: int = 0) -> Game:
    packet = make_bank(condition.board, condition.fleet, number).packets[-1]
    bits = Tape(packet, condition.p, NumpySource())
    return play(packet, condition, (policy(name), policy(name)), start, bits)


@pytest.mark.parametrize("name", PAPER)
def test_a_policy_keeps_its_promises(name: str) -> None:
    reports = [check_policy(policy(name), condition) for condition in conditions()]
    assert len(reports) == 48
    assert all(report.waters >= MOST_WATERS - WATERS_LATER for report in reports)


COLUMNS = [0b00001_00001_00001_00001_00001 << column for column in range(5)]


class Peeking(Policy):
    """From a shot on it fires at what it was shown of what is hidden."""

    name = "peeking"

    def __init__(self, packet: Packet, first: int = 0) -> None:
        self.packet, self.first = packet, first

    def next_shot(self, view: View, dice: Dice) -> int:
        shown = self.peek(view) if view.shots >= self.first else 0
        cells = cells_of(view.legal)
        return min(cells, key=lambda cell: (view.tries[cell], not shown >> cell & 1))

    def peek(self, view: View) -> int:
        """The mask of one player's candidates for where ships lie."""
        return sum(self.packet.waters[1].a)


class PeekingAtBranches(Peeking):
    """It knows the candidates that are not the base layout."""

    def peek(self, view: View) -> int:
        return sum(self.packet.waters[1].b)


class PeekingAtLinks(Peeking):
    """It knows the number of a linked segment."""

    def peek(self, view: View) -> int:
        return COLUMNS[self.packet.links[0][1]]


class PeekingAtBits(Peeking):
    """It knows V of the next shot, from the packet's seed."""

    def peek(self, view: View) -> int:
        bits = Tape(self.packet, 0.5, NumpySource())
        return COLUMNS[bits.vulnerable(0, view.shots)]


class Moody(Policy):
    """Counts how often it was asked."""

    name = "moody"

    def __init__(self) -> None:
        self.asked = 0

    def next_shot(self, view: View, dice: Dice) -> int:
        self.asked += 1
        cells = list(cells_of(view.legal))
        return cells[self.asked % len(cells)]


class Cold(Moody):
    """Always fires at the first legal cell, with the heat of a board of one cell."""

    name = "cold"

    def next_shot(self, view: View, dice: Dice) -> int:
        return next(cells_of(view.legal))

    def heat(self, view: View) -> list[float]:
        return [1.0]


def test_the_check_finds_what_is_wrong() -> None:
    condition = Condition(SMALL)
    with pytest.raises(StrategyError, match="'moody' answers the same question in two ways"):
        check_policy(Moody(), condition)
    with pytest.raises(StrategyError, match="'cold' has no finite heat"):
        check_policy(Cold(), condition)
    with pytest.raises(BudgetError, match="joint plays with up to 3 ships"):
        check_policy(policy("joint"), Condition(LARGE, Fleet((4, 3, 2, 2))))


@pytest.mark.parametrize("first", [0, 8])
@pytest.mark.parametrize("feedback", Feedback)
@pytest.mark.parametrize(
    ("peeking", "layer"),
    [
        *((Peeking, layer) for layer in Layer),
        (PeekingAtBranches, Layer.L2),
        (PeekingAtBranches, Layer.L3),
        (PeekingAtLinks, Layer.L3),
        *((PeekingAtBits, layer) for layer in Layer if layer >= Layer.L1),
    ],
)
def test_the_check_finds_who_knows_what_is_hidden(
    peeking: type[Peeking], layer: Layer, feedback: Feedback, first: int
) -> None:
    condition = blank(layer=layer, reading=Reading(feedback=feedback)).condition
    with pytest.raises(StrategyError, match=r"'peeking' fires at .* it knows more"):
        check_policy(lambda packet: peeking(packet, first), condition)


def test_the_dice_of_the_check_are_not_those_of_the_packet() -> None:
    words: list[tuple[int, int]] = []

    class Listening(Peeking):
        def next_shot(self, view: View, dice: Dice) -> int:
            own = [Dice(self.packet.seed, player, view.shots).word() for player in (1, 2)]
            word = dice.word()
            assert word not in own
            words.append((view.shots, word))
            return next(cells_of(view.legal))

    check_policy(Listening, Condition(SMALL))
    asked_first = {word for shots, word in words if shots == 0}
    assert len(asked_first) == 2


def test_the_check_says_so_if_it_finds_no_other_waters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "alike", lambda *_: iter(()))
    with pytest.raises(BudgetError, match="no other waters were found in 400 tries"):
        check_policy(policy("belief"), Condition(SMALL))


def test_the_register_names_every_policy_and_refuses_others() -> None:
    for name in policy_names():
        assert policy(name).name == name
        assert policy(name).story.endswith(".")
    with pytest.raises(InputError, match="'clever' is not a policy: it is one of random"):
        policy("clever")


@given(st.sets(st.integers(0, 24), max_size=8), st.sets(st.integers(0, 24), max_size=4))
def test_scores_are_those_of_a_plain_count(misses: set[int], hits: set[int]) -> None:
    view = blank(layer=Layer.L1)
    for cell in misses - hits:
        view = view.missed(cell)
    for number, cell in enumerate(sorted(hits)):
        view = view.damage(cell) if number % 2 else view.resisted(cell)
    expected = [Fraction(0)] * SMALL.size
    for length in STUDY.lengths:
        weights = {
            mask: HIT_WEIGHT ** (mask & view.occupied).bit_count()
            for mask in placements(SMALL, length)
            if not mask & view.misses
        }
        for mask, weight in weights.items():
            for cell in cells_of(mask):
                expected[cell] += Fraction(weight, sum(weights.values()))
    assert BeliefState().map(view).tolist() == pytest.approx([float(one) for one in expected])
    heat = BeliefState().heat(view)
    assert all(heat[cell] == 0 for cell in range(25) if not view.legal >> cell & 1)
    cell = BeliefState().next_shot(view, Dice(0))
    best = max(expected[other] for other in cells_of(view.legal))
    assert cell == next(other for other in cells_of(view.legal) if expected[other] == best)


@pytest.mark.parametrize("board", [SMALL, LARGE])
@pytest.mark.parametrize("reading", [Reading(), AMBIGUOUS, TOLD])
def test_belief_and_greedy_fire_identical_shots_at_l0(board: Board, reading: Reading) -> None:
    for number in (1, 2, 3):
        condition = Condition(board, reading=reading)
        one, other = game("belief", condition, number), game("greedy", condition, number)
        assert one.events == other.events


def test_a_cell_that_resisted_is_fired_at_again() -> None:
    view = blank(layer=Layer.L1).missed(12).resisted(6)
    for name in ("belief", "checkerboard"):
        assert fires(name, view, 20) == {"B2"}
    first = Greedy().next_shot(blank(layer=Layer.L1), Dice(0))
    assert Greedy().next_shot(blank(layer=Layer.L1).resisted(first), Dice(0)) == first


def test_belief_stays_at_a_known_ship_and_greedy_does_not() -> None:
    # the centre resisted; then a link damages B1 and, for greedy, moves the highest score there
    view = blank(layer=Layer.L3).resisted(12).linked(1)
    assert fires("belief", view) == {"C3"}
    assert fires("greedy", view) == {"C1"}


def test_doubtful_shots_weigh_placements_for_belief_and_their_own_cell_for_greedy() -> None:
    view = blank(layer=Layer.L1, reading=AMBIGUOUS, p=0.75)
    tried = view.resisted(12)
    ratio = [a / b for a, b in zip(Greedy().map(tried), Greedy().map(view), strict=True)]
    assert ratio == pytest.approx([1.0] * 12 + [0.25] + [1.0] * 12)
    assert BeliefState().map(tried)[7] < BeliefState().map(view)[7]
    weights = {
        mask: 0.25 if mask >> 12 & 1 else 1.0
        for length in STUDY.lengths
        for mask in placements(SMALL, length)
    }
    expected = 0.0
    for length in STUDY.lengths:
        every = placements(SMALL, length)
        over = sum(weights[mask] for mask in every if mask >> 7 & 1)
        expected += over / sum(weights[mask] for mask in every)
    assert BeliefState().map(tried)[7] == pytest.approx(expected)


def test_many_doubtful_shots_leave_a_law() -> None:
    view = blank(layer=Layer.L1, reading=AMBIGUOUS, p=0.9)
    for _ in range(400):
        for cell in range(24):
            view = view.resisted(cell)
    assert fires("belief", view) == {"E5"}


def test_a_shot_that_cannot_fail_leaves_no_doubt() -> None:
    for view in (
        blank(reading=AMBIGUOUS).resisted(3),
        blank(layer=Layer.L1, reading=AMBIGUOUS, p=1.0).resisted(3),
    ):
        assert empty(view) == 1 << 3
        assert BeliefState().map(view)[3] == 0
        assert "D1" not in fires("checkerboard", view, 100)
    assert empty(blank(layer=Layer.L1, reading=AMBIGUOUS).resisted(3)) == 0


def test_what_no_ship_fits_is_a_contradiction() -> None:
    view = blank()
    for cell in range(0, 25, 2):
        view = view.missed(cell)
    with pytest.raises(ContradictionError, match="no ship of 4 fits what was heard: A1 empty"):
        BeliefState().next_shot(view, Dice(0))


def test_sunk_ships_are_counted_no_more() -> None:
    view = blank(reading=TOLD).damage(0).damage(1, sunk=2)
    assert settled(view) == 0b11
    assert sum(BeliefState().heat(view)) == pytest.approx(7)
    assert BeliefState().map(view)[2] < BeliefState().map(blank(reading=TOLD))[2]
    unclear = blank(reading=TOLD).damage(0).damage(1).damage(2, sunk=2)
    assert settled(unclear) == 0
    beside = fires("checkerboard", view.damage(18), 60)
    assert beside == {"D3", "C4", "E4", "D5"}


def test_what_sinks_unheard_through_silent_links_is_not_ruled_out() -> None:
    silent = Reading(links=Told.SILENT, sinks=Told.TOLD)
    view = blank(layer=Layer.L3, reading=silent).damage(0).damage(1, sunk=3)
    assert sum(BeliefState().map(view)) == pytest.approx(9)


def test_checkerboard_searches_one_colour_then_the_rest() -> None:
    view, even = blank(), colour(SMALL, 0)
    names = {SMALL.name(cell) for cell in cells_of(even)}
    assert fires("checkerboard", view, 200) == names
    for cell in cells_of(even):
        view = view.missed(cell)
    assert fires("checkerboard", view, 200) == {
        SMALL.name(cell) for cell in cells_of(SMALL.full & ~even)
    }


def test_checkerboard_follows_up_its_own_hits_only() -> None:
    hit, linked = blank(layer=Layer.L3).damage(12), blank(layer=Layer.L3).linked(12)
    assert fires("checkerboard", hit, 60) == {"C2", "B3", "D3", "C4"}
    assert len(fires("checkerboard", linked, 200)) == 12


def test_checkerboard_tries_again_what_is_in_doubt_after_all_else() -> None:
    view = blank(layer=Layer.L1, reading=AMBIGUOUS, p=0.25)
    for cell in range(24):
        view = view.resisted(cell)
    assert fires("checkerboard", view, 20) == {"E5"}
    view = view.resisted(24)
    assert len(fires("checkerboard", view, 300)) == 13
    # a ship beside the hit would have been damaged by three shots with a chance above a half
    view = blank(layer=Layer.L1, reading=AMBIGUOUS, p=0.25).damage(0).resisted(1).resisted(1)
    assert fires("checkerboard", view, 60) == {"B1", "A2"}
    view = view.resisted(1)
    assert fires("checkerboard", view, 60) == {"A2"}
    for _ in range(3):
        view = view.resisted(5)
    assert "B1" not in fires("checkerboard", view, 60)


@pytest.mark.parametrize("p", [1e-3, 6e-4, 1e-12])
def test_checkerboard_is_patient_however_small_the_chance(p: float) -> None:
    view = blank(layer=Layer.L1, reading=AMBIGUOUS, p=p).damage(0)
    assert fires("checkerboard", view, 60) == {"B1", "A2"}
    view = replace(view, tries=(0, int(0.69 / p), *view.tries[2:]))
    assert fires("checkerboard", view, 60) == {"B1", "A2"}


def test_the_patience_of_checkerboard_is_a_chance_of_a_half() -> None:
    chances = [k / 500 for k in range(5, 500)] + [1 - 0.5 ** (1 / k) for k in range(1, 69)]
    for p in chances:
        needed = next(many for many in range(1, 100) if (1 - p) ** many <= 0.5)
        view = blank(layer=Layer.L1, reading=AMBIGUOUS, p=p).damage(0)
        view = replace(view, tries=(0, needed - 1, *view.tries[2:]))
        assert "B1" in fires("checkerboard", view, 20)
        view = replace(view, tries=(0, needed, *view.tries[2:]))
        assert fires("checkerboard", view, 20) == {"A2"}


def test_equal_ships_count_as_often_as_there_are() -> None:
    condition = Condition(Board(6, 6), Fleet((3, 3, 2)))
    assert [length for length, _ in places(condition.board, condition.fleet).groups] == [3, 2]
    assert BeliefState().map(View(condition)).sum() == pytest.approx(8)


def test_the_first_of_the_highest_is_taken_whatever_the_last_digits() -> None:
    scores = BeliefState().map(blank(LARGE))
    nudged = scores.copy()
    nudged[66] *= 1 + 1e-15
    legal = LARGE.full
    assert first_highest(scores, legal) == first_highest(nudged, legal) == LARGE.cell("D4")
    nudged[66] *= 1 + 1e-9
    assert first_highest(nudged, legal) == 66


def test_rounds_are_near_those_published() -> None:
    """Checkerboard and belief at L0 on 5x5: 17.65 and 16.55 in the paper, of 40 packets."""
    bank, rounds = make_bank(SMALL, packets=100), dict[str, float]()
    for name in ("checkerboard", "belief"):
        players, condition = (policy(name), policy(name)), Condition(SMALL)
        games = [
            play(packet, condition, players, 0, Tape(packet, None, NumpySource()))
            for packet in bank.packets
        ]
        rounds[name] = sum(one.state.rounds for one in games) / len(games)
    assert 16.6 < rounds["checkerboard"] < 18.2
    assert 15.4 < rounds["belief"] < 16.7
