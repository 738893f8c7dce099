"""Rollouts against a plain twin, and what looking ahead must bring."""

from collections import defaultdict
from dataclasses import replace

import pytest

from tests.generators import told
from unsunk.belief.fleets import Question, list_fleets
from unsunk.belief.heatmap import hottest
from unsunk.belief.posterior import posterior
from unsunk.hunting.admiral import Admiral
from unsunk.hunting.exact import Exact, ExactLowest, ExactRandom
from unsunk.hunting.expected import expected_shots
from unsunk.hunting.least_shots import optimum
from unsunk.hunting.rollout import MOST_LAYOUTS, WORK, rollout, soonest
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import iterate_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Outcome, answer


def greedy(layouts: list[Layout], fired: int, cell: int | None = None) -> int:
    """Shots over all layouts, at the cell most of them cover, the lowest of several."""
    if not layouts[0].occupied & ~fired:
        return 0
    if cell is None:
        counts = [
            0 if fired >> c & 1 else sum(layout.occupied >> c & 1 for layout in layouts)
            for c in range(layouts[0].rules.board.size)
        ]
        cell = counts.index(max(counts))
    parts: dict[Outcome, list[Layout]] = defaultdict(list)
    for layout in layouts:
        parts[heard(layout, fired, cell)].append(layout)
    return len(layouts) + sum(greedy(part, fired | 1 << cell) for part in parts.values())


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("touching", Touching)
@pytest.mark.parametrize(
    ("board", "fleet"), [((4, 4), (3, 2)), ((3, 4), (2, 2, 1)), ((1, 9), (3, 2)), ((7, 10), (3,))]
)
def test_rollouts_are_those_of_a_plain_hunt(
    board: tuple[int, int], fleet: tuple[int, ...], touching: Touching, announce: Announce
) -> None:
    rules = Ruleset(Board(*board), Fleet(fleet), touching, announce)
    layouts = list(iterate_layouts(rules))
    for game in range(4):
        cells = list(range(rules.board.size))
        Dice(4, game).shuffle(cells)
        knowledge = told(draw_layout(rules, Dice(3, game)), cells[: game + 1])
        left = [layout for layout in layouts if answers(layout, knowledge)]
        cells = [c for c in range(rules.board.size) if knowledge.untried >> c & 1]
        fleets = list_fleets(Question.of(knowledge), len(left), 1 << 40)
        assert fleets is not None
        assert len(fleets) == len(left)
        least = 1 << 60
        for cell in cells:
            values = dict(rollout(knowledge, fleets, [cell]))
            assert values == {cell: greedy(left, knowledge.fired, cell)}
            least = min(least, values[cell])
        *_, (_, best) = rollout(knowledge, fleets, cells)
        assert best == least


def heard(layout: Layout, fired: int, cell: int) -> Outcome:
    """The answer, without the name where it tells ships apart that are alike."""
    true = answer(layout, fired, cell)
    return true if layout.rules.announce is Announce.NAMED else replace(true, name=None)


def answers(layout: Layout, knowledge: Knowledge) -> bool:
    """Whether a layout would have answered the record."""
    fired = 0
    for shot in knowledge.shots:
        name = shot.outcome.name if layout.rules.announce is Announce.NAMED else None
        if heard(layout, fired, shot.cell) != replace(shot.outcome, name=name):
            return False
        fired |= 1 << shot.cell
    return True


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize(("side", "fleet"), [(4, (2, 2)), (4, (3, 2)), (4, (3,))])
def test_looking_ahead_is_never_worse_and_never_beats_the_optimum(
    side: int, fleet: tuple[int, ...], announce: Announce
) -> None:
    rules = Ruleset(Board(side, side), Fleet(fleet), announce=announce)
    ahead, plain = expected_shots(Admiral(), rules), expected_shots(ExactLowest(), rules)
    assert optimum(Knowledge(rules)).mean <= ahead <= expected_shots(Exact(), rules) <= plain
    if fleet == (3, 2) and announce is Announce.LENGTH:
        assert ahead < plain


@pytest.mark.parametrize("announce", Announce)
def test_exact_breaks_ties_and_nothing_else_by_looking_ahead(announce: Announce) -> None:
    rules = Ruleset(Board(6, 6), Fleet((3, 2)), announce=announce)
    broken = 0
    for game in range(60):
        cells = list(range(36))
        Dice(14, game).shuffle(cells)
        knowledge = told(draw_layout(rules, Dice(13, game)), cells[: game % 12])
        law, drawn = posterior(knowledge), hottest(ExactRandom().heat(knowledge))
        ahead = hottest(Exact().heat(knowledge))
        assert set(ahead) <= set(drawn) == set(hottest(law.heat))
        if law.layouts > MOST_LAYOUTS or law.heat[drawn[0]] in (0, law.layouts):
            assert ahead == drawn
            continue
        fleets = list_fleets(Question.of(knowledge), law.layouts, 1 << 40)
        assert fleets is not None
        compared = drawn[: WORK // law.layouts]
        total = {cell: sum(dict(rollout(knowledge, fleets, [cell])).values()) for cell in compared}
        assert len(ahead) == 1
        assert total[ahead[0]] == min(total.values())
        broken += max(total.values()) > min(total.values())
    assert broken >= 5


def test_ties_are_left_to_the_dice_while_layouts_are_too_many() -> None:
    law = posterior(Knowledge(Ruleset()))
    assert soonest(law, hottest(law.heat)) is None
    assert hottest(Exact().heat(law.knowledge)) == hottest(law.heat)
    assert len(hottest(law.heat)) == 4


def test_a_certain_cell_is_fired_at_at_once() -> None:
    rules = Ruleset(Board(1, 6), Fleet((3, 2)), announce=Announce.LENGTH)
    knowledge = Knowledge(rules)
    assert posterior(knowledge).chance(1) == 1
    assert Admiral().next_shot(knowledge, Dice(1)) in (1, 4)
