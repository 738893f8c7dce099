"""The conformance test itself: what it must catch, and that it says where."""

import sys
from collections.abc import Callable

import pytest

from unsunk.belief.density import density
from unsunk.errors import StrategyError, UnsunkError
from unsunk.hunting import check
from unsunk.hunting.check import Report, check_strategy, every_ground
from unsunk.hunting.strategy import Strategy, strategy
from unsunk.rules import game as game_module
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce, Order, Touching
from unsunk.rules.dice import PLAN, Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Outcome

SMALL = parse_rules("board 5x5; fleet 3,2")


class Honest(Strategy):
    """Density under another name, to be spoiled."""

    name = "spoiled"
    story = "Density, but for one fault."
    source = "this test"

    def heat(self, knowledge: Knowledge) -> list[int]:
        return density(knowledge)


def seen(layout: Layout, knowledge: Knowledge, heat: list[int]) -> list[int]:
    """A heat that is hottest at the ship cells not yet hit."""
    return [
        value + (10**9 if value and (layout.occupied & ~knowledge.hits) >> cell & 1 else 0)
        for cell, value in enumerate(heat)
    ]


class Closed(Honest):
    """Closes over the layout that it is made for."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def heat(self, knowledge: Knowledge) -> list[int]:
        return seen(self.layout, knowledge, super().heat(knowledge))


class FramePeeker(Honest):
    """Looks for a layout among the variables of its callers."""

    def heat(self, knowledge: Knowledge) -> list[int]:
        heat, frame = super().heat(knowledge), sys._getframe()
        while frame.f_back is not None:
            frame = frame.f_back
            for value in list(frame.f_locals.values()):
                layout = getattr(value, "layout", value)
                if isinstance(layout, Layout) and layout.rules == knowledge.rules:
                    return seen(layout, knowledge, heat)
        return heat


class Late(Closed):
    """Peeks at its sixth shot only."""

    def heat(self, knowledge: Knowledge) -> list[int]:
        return super().heat(knowledge) if len(knowledge) == 5 else density(knowledge)


class Twice(Honest):
    """Fires at its first cell again."""

    def next_shot(self, knowledge: Knowledge, dice: Dice) -> int:
        first = next((shot.cell for shot in knowledge.shots), None)
        return super().next_shot(knowledge, dice) if first is None else first


class OffBoard(Honest):
    def next_shot(self, knowledge: Knowledge, dice: Dice) -> int:
        return knowledge.rules.board.size


class Named(Honest):
    def next_shot(self, knowledge: Knowledge, dice: Dice) -> int:
        return "A1"  # type: ignore[return-value]


class Counting(Honest):
    """Keeps the number of shots it fired, over all games."""

    shots = 0

    def next_shot(self, knowledge: Knowledge, dice: Dice) -> int:
        self.shots += 1
        cells = list(cells_of(knowledge.untried))
        return max(cells, key=lambda cell: (density(knowledge)[cell], cell * self.shots % 7))


class Followed(Honest):
    """Keeps the targets beside its last hit, and forgets them when a game begins."""

    def __init__(self) -> None:
        self.targets: list[int] = []

    def heat(self, knowledge: Knowledge) -> list[int]:
        if not knowledge.shots:
            self.targets = []
        elif knowledge.hits >> knowledge.shots[-1].cell & 1:
            self.targets = list(cells_of(knowledge.rules.board.beside[knowledge.shots[-1].cell]))
        heat = density(knowledge)
        return [value * (2 if cell in self.targets else 1) for cell, value in enumerate(heat)]


class Remembering(Honest):
    """Answers by the object that it is asked with, not by what that says."""

    def __init__(self) -> None:
        self.asked: list[Knowledge] = []

    def heat(self, knowledge: Knowledge) -> list[int]:
        heat = density(knowledge)
        if all(knowledge is not other for other in self.asked):
            self.asked.append(knowledge)
        known = next(i for i, other in enumerate(self.asked) if knowledge is other)
        return [value << (cell + known) % 2 for cell, value in enumerate(heat)]


class UsesUp(Honest):
    """Draws from the dice of the game instead of from the place of the shot."""

    def next_shot(self, knowledge: Knowledge, dice: Dice) -> int:
        heat = self.heat(knowledge)
        top = [cell for cell, value in enumerate(heat) if value == max(heat)]
        return top[dice.below(len(top))]


class HeatBehind(Honest):
    """Leaves a number on cells fired at."""

    def heat(self, knowledge: Knowledge) -> list[int]:
        return [value + 1 for value in super().heat(knowledge)]


class HeatShort(Honest):
    def heat(self, knowledge: Knowledge) -> list[int]:
        return super().heat(knowledge)[:-1]


class HeatBroken(Honest):
    """A probability where a whole number is promised."""

    def heat(self, knowledge: Knowledge) -> list[int]:
        heat = super().heat(knowledge)
        return [value / sum(heat) for value in heat]  # type: ignore[misc]


class HeatNegative(Honest):
    def heat(self, knowledge: Knowledge) -> list[int]:
        return [value or -1 for value in super().heat(knowledge)]


class HeatElsewhere(Honest):
    """Shows a heat map by which it does not fire."""

    def next_shot(self, knowledge: Knowledge, dice: Dice) -> int:
        return max(cells_of(knowledge.untried))


class HeatUnsteady(Honest):
    """Another heat each time; the shot stays the same."""

    asked = 0

    def heat(self, knowledge: Knowledge) -> list[int]:
        self.asked += 1
        return [value * self.asked for value in super().heat(knowledge)]


class Blind(Honest):
    """Fires where no ship can be."""

    def heat(self, knowledge: Knowledge) -> list[int]:
        lowest = knowledge.untried & -knowledge.untried
        return [lowest >> cell & 1 for cell in range(knowledge.rules.board.size)]


class Planned(Honest):
    """Draws one half of the board, where it fires first."""

    half: int | None = None

    def heat(self, knowledge: Knowledge) -> list[int]:
        heat = super().heat(knowledge)
        if self.half is None:
            return heat
        mine = [value if cell % 2 == self.half else 0 for cell, value in enumerate(heat)]
        return mine if any(mine) else heat

    def of_half(self, half: int) -> "Planned":
        plan = type(self)()
        plan.half = half
        return plan

    def drawn(self, dice: Dice) -> "Planned":
        return self if self.half is not None else self.of_half(dice.at(PLAN).below(2))


class PlanNeglected(Planned):
    """Fires by the plan that it did not draw."""

    def next_shot(self, knowledge: Knowledge, dice: Dice) -> int:
        if self.half is not None:
            return super().next_shot(knowledge, dice)
        return self.of_half(1 - dice.at(PLAN).below(2)).next_shot(knowledge, dice)


class PlanOfItsOwn(Planned):
    """Draws from elsewhere: how often it was asked."""

    asked = 0

    def drawn(self, dice: Dice) -> "Planned":
        self.asked += 1
        return self.of_half(self.asked % 2)


class PlanUnseen(Planned):
    """Shows the heat of one plan as that of all."""

    def heat(self, knowledge: Knowledge) -> list[int]:
        return super().heat(knowledge) if self.half is not None else self.of_half(0).heat(knowledge)


class Raising(Honest):
    def heat(self, knowledge: Knowledge) -> list[int]:
        if len(knowledge) == 3:
            raise ZeroDivisionError("no reason")
        return super().heat(knowledge)


class GivingUp(Honest):
    """Has no wish left after three shots."""

    def heat(self, knowledge: Knowledge) -> list[int]:
        return [value if len(knowledge) < 3 else 0 for value in super().heat(knowledge)]


SPOILED: list[tuple[Callable[[], Strategy] | Callable[[Layout], Strategy], str]] = [
    (Twice, "a second time"),
    (OffBoard, "fires at 25, which is no cell"),
    (Named, "fires at 'A1', which is no cell"),
    (Counting, "not among the hottest|the same knowledge and dice"),
    (Followed, "not among the hottest|the same knowledge and dice|another heat"),
    (Remembering, "the same knowledge and dice|another heat"),
    (UsesUp, "the same knowledge and dice"),
    (HeatBehind, "which was fired at before"),
    (HeatShort, "24 numbers for 25 cells"),
    (HeatBroken, "not a whole number"),
    (HeatNegative, "not a whole number"),
    (HeatElsewhere, "not among the hottest"),
    (HeatUnsteady, "another heat"),
    (Blind, "where no ship afloat can be"),
    (PlanNeglected, "not among the hottest"),
    (PlanOfItsOwn, "not among the hottest|the same knowledge and dice|another heat"),
    (PlanUnseen, "by one of its plans, and its heat over all of them is 0 there"),
    (Raising, r"raises ZeroDivisionError \(no reason\)"),
    (GivingUp, "raises TurnError|not among the hottest"),
]


@pytest.mark.parametrize(
    ("spoiled", "fault"), SPOILED, ids=lambda part: getattr(part, "__name__", "")
)
@pytest.mark.parametrize("announce", Announce)
def test_catches_a_spoiled_strategy(
    spoiled: Callable[[], Strategy], fault: str, announce: Announce
) -> None:
    rules = Ruleset(SMALL.board, SMALL.fleet, announce=announce)
    with pytest.raises(StrategyError, match=fault):
        check_strategy(spoiled(), rules, games=4)


@pytest.mark.parametrize("announce", Announce)
def test_a_plan_for_a_game_is_drawn_from_its_dice(announce: Announce) -> None:
    check_strategy(Planned(), Ruleset(SMALL.board, SMALL.fleet, announce=announce), games=4)


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("board", ["10x10; fleet classic", "5x5; fleet 3,2"])
@pytest.mark.parametrize("cheat", [Closed, lambda _: FramePeeker()], ids=["closed", "frames"])
def test_catches_one_that_knows_the_layout(
    cheat: Callable[[Layout], Strategy], board: str, announce: Announce
) -> None:
    with pytest.raises(StrategyError, match="depending on where the fleet lies"):
        check_strategy(cheat, parse_rules(f"board {board}; announce {announce}"), games=1)


def test_catches_one_that_listens_to_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It hides in the function that answers shots, and so learns of each fleet when it is used."""
    spied: list[Layout] = []
    true_answer = game_module.answer

    def spying(layout: Layout, fired: int, cell: int) -> Outcome:
        spied.append(layout)
        return true_answer(layout, fired, cell)

    class Spy(Honest):
        def heat(self, knowledge: Knowledge) -> list[int]:
            heat = super().heat(knowledge)
            return seen(spied[-1], knowledge, heat) if len(knowledge) == 4 and spied else heat

    monkeypatch.setattr(game_module, "answer", spying)
    with pytest.raises(StrategyError, match="depending on where the fleet lies"):
        check_strategy(Spy(), parse_rules("board 10x10"), games=1)


def test_the_number_of_shots_is_general() -> None:
    check_strategy(Late, Ruleset(), games=1)
    with pytest.raises(StrategyError, match="depending on where the fleet lies"):
        check_strategy(Late, Ruleset(), games=1, shots=5)


def test_forty_fleets_are_found() -> None:
    for shots in (0, 1, 4, 20):
        report = check_strategy(strategy("density"), Ruleset(), games=1, shots=shots)
        assert report.fleets == 40


def test_the_message_names_strategy_rules_seed_and_record() -> None:
    with pytest.raises(StrategyError) as caught:
        check_strategy(Twice(), SMALL, games=1, seed=77)
    text = str(caught.value)
    for part in ("'spoiled'", str(SMALL), "seed 77", "game 0", "after the record '"):
        assert part in text
    record = text.rpartition("after the record '")[2].removesuffix("'")
    assert len(parse_record(SMALL, record)) == 1
    assert isinstance(caught.value, UnsunkError)


def test_an_error_of_the_strategy_is_kept_as_the_cause() -> None:
    with pytest.raises(StrategyError) as caught:
        check_strategy(Raising(), SMALL)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_aimless_may_fire_anywhere() -> None:
    class Aimless(Blind):
        aimless = True

    report = check_strategy(Aimless(), SMALL)
    assert report.listed == report.shots
    assert report.idle > 0


def test_reports_add_up() -> None:
    assert Report(1, 2, 3, 4, 5) + Report(1, 1, 1, 1, 1) == Report(2, 3, 4, 5, 6)


def test_without_rules_all_kinds_are_met() -> None:
    met = list(every_ground())
    assert {rules.announce for rules in met} == set(Announce)
    assert {rules.touching for rules in met} == set(Touching)
    small = {rules for rules in met if rules.board.size <= check.SMALL}
    assert {(rules.announce, rules.touching) for rules in small if rules.fleet.cells == 5} == {
        (announce, touching) for announce in Announce for touching in Touching
    }
    boards = {str(rules.board) for rules in met}
    assert {"1x1", "10x10", "3x7"} <= boards
    assert min(rules.fleet.lengths[-1] for rules in met) == 1
    assert max(rules.fleet.lengths[0] for rules in met) == 12
    assert max(len(rules.fleet.lengths) for rules in met) >= 8


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("first", [1, 2])
def test_any_turn_order_will_do(order: Order, first: int) -> None:
    rules = Ruleset(SMALL.board, SMALL.fleet, order=order, first=first)
    assert check_strategy(strategy("density"), rules).games == 2


@pytest.mark.parametrize(
    "rules", ["board 1x1; fleet 1", "board 2x2; fleet 2,2", "board 5x5; fleet 5,5,5,5,5"]
)
def test_boards_that_are_all_ship(rules: str) -> None:
    report = check_strategy(strategy("one-rule"), parse_rules(rules))
    assert report.idle == 0
