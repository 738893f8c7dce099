"""The exact law against the list of all layouts, and what must hold where no list is possible."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive_fleets
from tests.generators import records, rulesets, seeds, told
from tests.naive_fleets import Listed, listed, random_game, random_order
from tests.rules.chance import assert_uniform
from unsunk.belief.fleets import Question, count_fleets
from unsunk.belief.posterior import Posterior, law_of, posterior
from unsunk.errors import ContradictionError, ImpossibleFleetError, InputError
from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import iterate_layouts
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.placement import placements
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import HIT, MISS, Kind, Outcome, answer

CHOICES = list(product(Touching, Announce))
SMALL = [
    "1x9; fleet 3,2,1",
    "1x12; fleet 3,2,2,1",
    "2x6; fleet 2,2,2,1",
    "5x4; fleet 3",
    "3x4; fleet 2,2,1",
    "3x4; fleet 2,2,2,1,1",
    "3x3; fleet 2,1,1,1",
    "3x3; fleet 1,1,1,1,1",
    "4x4; fleet 3,2",
    "4x4; fleet 2,2,2,2",
    "4x4; fleet 3,3,3,2",
    "4x4; fleet 3,3,3,1",
    "4x4; fleet 3,2,2,2",
    "4x4; fleet 4,3,2,2",
    "4x4; fleet 3,3,2,2,1",
    "4x4; fleet 4,3,2,2,1",
    "4x4; fleet 3,3,2,1",
    "4x4; fleet 4,4,3,2",
    "4x4; fleet 2,2,2,1",
    "4x4; fleet 4,2,1,1",
    "4x5; fleet 4,3,2,1",
    "5x4; fleet 3,3,2,2",
    "4x5; fleet 4,3,3,2",
    "4x5; fleet 5,4,3,2",
    "5x5; fleet 3,3,2",
    "5x5; fleet 5,4,3,2",
    "5x5; fleet 5,4,4,2",
    "5x5; fleet 5,5,5,5,2",
    "5x5; fleet 5,5,4,3,2",
    "6x6; fleet 6,6,5,2",
]
LARGE = [
    "7x7; fleet 3,2",
    "9x9; fleet 9,9,9,2",
    "13x9; fleet 13,2",
    "13x9; fleet 13,13,2",
    "13x9; fleet 13,13,13,2",
    "9x13; fleet 13,13,13,1",
]
"""Up to four words of placements a group and two of cells; few ships, so that a list ends."""
LARGER = [
    "10x10; fleet 10,10,2",
    "10x10; fleet 10,10,10,1",
    "11x11; fleet 2,2",
    "11x11; fleet 11,11,11,2",
    "12x12; fleet 12,2",
    "13x9; fleet 13,12,2",
]


def assert_same(law: Posterior, left: Listed) -> None:
    """Cell for cell, placement for placement, outcome for outcome."""
    assert law.kind == "exact"
    assert law.layouts == left.layouts
    assert law.counts == left.counts
    assert law.places == left.places
    assert {cell: law.outcomes(cell) for cell in cells_of(law.knowledge.untried)} == left.outcomes


def compare(rules: Ruleset, dice: Dice, one_in: int) -> int:
    """Compare about one in so many records of a random hunt, and the last; returns how many."""
    game, left, compared = random_game(rules, dice), listed(rules), 0
    for knowledge in game:
        if knowledge.shots:
            left = left.after(knowledge.shots[-1].cell, knowledge.shots[-1].outcome)
        if knowledge is game[-1] or dice.below(one_in) == 0:
            assert_same(posterior(knowledge), left)
            compared += 1
    return compared


def choices_of(board: str) -> list[Ruleset]:
    """All announcements and touching rules, as far as the fleet fits."""
    found = []
    for touching, announce in CHOICES:
        try:
            found.append(parse_rules(f"board {board}; touching {touching}; announce {announce}"))
        except ImpossibleFleetError:
            continue
    return found


def compare_board(board: str, games: int, one_in: int, *, seed: int = 1, most: int) -> int:
    """Compare records under every announcement and touching rule with at most so many layouts."""
    compared = 0
    for rules in choices_of(board):
        if count_fleets(Question.of(Knowledge(rules))).layouts <= most:
            everywhere = listed(rules)
            assert_same(posterior(Knowledge(rules)), everywhere)
            compared += sum(compare(rules, Dice(seed, game), one_in) for game in range(games))
    return compared


@pytest.mark.parametrize("board", SMALL)
def test_equals_its_slow_twin(board: str) -> None:
    assert compare_board(board, games=3, one_in=3, most=20_000) >= 20


@pytest.mark.parametrize("board", LARGE)
def test_equals_its_slow_twin_where_placements_take_many_words(board: str) -> None:
    assert compare_board(board, games=1, one_in=25, most=12_000) >= 12


@pytest.mark.slow
@pytest.mark.parametrize("board", SMALL + LARGE + LARGER)
def test_equals_its_slow_twin_at_length(board: str) -> None:
    games = 40 if board in SMALL else 3
    assert compare_board(board, games, one_in=2, seed=2, most=70_000) >= 100


@settings(max_examples=150)
@given(rulesets(20), seeds)
def test_equals_its_slow_twin_under_any_rules(rules: Ruleset, seed: int) -> None:
    if count_fleets(Question.of(Knowledge(rules))).layouts <= 3_000:
        compare(rules, Dice(seed), 3)


@settings(max_examples=40)
@given(records(16))
def test_the_twin_hears_what_the_rules_answer(played: tuple[Layout, Knowledge]) -> None:
    """The twin crosses out in bulk; `answer` agrees, layout by layout."""
    _, knowledge = played
    if count_fleets(Question.of(Knowledge(knowledge.rules))).layouts > 2_000:
        return
    left = [layout for layout in iterate_layouts(knowledge.rules) if told_alike(layout, knowledge)]
    twin = naive_fleets.fitting(knowledge)
    rows = [
        [sum(1 << cell for cell, on in enumerate(ship) if on) for ship in row]
        for row in twin.lies.tolist()
    ]
    assert rows == [list(layout.ships) for layout in left]
    for cell in cells_of(knowledge.untried):
        heard = Counter(
            without_what_is_shown(answer(layout, knowledge.fired, cell), knowledge.rules)
            for layout in left
        )
        assert twin.outcomes[cell] == heard


def without_what_is_shown(outcome: Outcome, rules: Ruleset) -> Outcome:
    """An outcome without the name and the cells that `shown` adds to a sink."""
    if rules.announce is Announce.NAMED:
        return outcome
    return replace(outcome, name=None, cells=0)


def told_alike(layout: Layout, knowledge: Knowledge) -> bool:
    """Whether a layout answers a record as it was answered, the names of equal ships aside."""
    fired = 0
    for shot in knowledge.shots:
        both = (answer(layout, fired, shot.cell), shot.outcome)
        if knowledge.rules.announce is not Announce.NAMED:
            both = tuple(replace(outcome, name=None) for outcome in both)
        if both[0] != both[1]:
            return False
        fired |= 1 << shot.cell
    return True


# Known numbers


@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        ("board 10x10", 15_046_987_768),
        ("board 10x10; announce named", 30_093_975_536),
        ("board 10x10; touching no", 1_925_751_392),
        ("board 10x10; touching corners", 2_898_771_376),
        ("board 6x6", 3_343_568),
        ("board 7x7", 62_378_548),
        ("board 8x8", 571_126_760),
        ("board 9x9", 3_394_196_128),
        ("board 11x11", 54_083_238_912),
        ("board 4x4; fleet 3,2", 264),
        ("board 4x4; fleet 1,1", 120),
        ("board 2x3; fleet 1,1,1", 20),
        ("board 10x10; fleet 3,3,2", 1_924_020),
    ],
)
def test_blank_boards(rules: str, layouts: int) -> None:
    law = posterior(Knowledge(parse_rules(rules)))
    assert law.kind == "exact"
    assert law.layouts == layouts
    assert_adds_up(law)
    assert_symmetric(law)


def test_the_blank_classic_board_cell_by_cell() -> None:
    law = posterior(Knowledge(Ruleset(announce=Announce.LENGTH)))
    corners = [law.counts[cell] for cell in (0, 9, 90, 99)]
    assert corners == [1_203_741_932] * 4
    assert [law.counts[cell] for cell in (44, 45, 54, 55)] == [3_214_027_020] * 4
    assert round(law.chance(99), 4) == 0.08
    assert round(law.chance(44), 4) == 0.2136
    assert law.effective is None
    assert law.interval(44) == (law.chance(44), law.chance(44))


def assert_adds_up(law: Posterior) -> None:
    """Every layout has the fleet's cells, each ship once, and one outcome a cell."""
    rules = law.knowledge.rules
    assert sum(law.counts) == law.layouts * rules.fleet.cells
    for group, row in zip(rules.groups, law.places, strict=True):
        assert sum(row) == len(group) * law.layouts
    for cell in range(rules.board.size):
        if law.knowledge.untried >> cell & 1:
            outcomes = law.outcomes(cell)
            assert sum(outcomes.values()) == law.layouts
            assert outcomes.get(MISS, 0) == law.layouts - law.counts[cell]
            assert all(number > 0 for number in outcomes.values())
        elif law.knowledge.hits >> cell & 1:
            assert law.counts[cell] == law.layouts
        else:
            assert law.counts[cell] == 0
    assert law.heat == [
        count if law.knowledge.untried >> cell & 1 else 0 for cell, count in enumerate(law.counts)
    ]
    assert law.chances == tuple(count / law.layouts for count in law.counts)


def assert_symmetric(law: Posterior) -> None:
    """For a record that every symmetry moves onto itself: the blank one."""
    for symmetry in law.knowledge.rules.board.symmetries:
        assert [law.counts[place] for place in symmetry] == list(law.counts)


def classic_records(announce: Announce, touching: Touching, seed: int) -> list[Knowledge]:
    """Some records of a hunt at random on the classic board."""
    rules = Ruleset(announce=announce, touching=touching)
    layout, dice = draw_layout(rules, Dice(seed)), Dice(seed, 1)
    order = random_order(layout, dice)
    return [told(layout, order[:shots]) for shots in (1, 3, 8, 14, 20, 40, 99)]


@pytest.mark.parametrize(("touching", "announce"), CHOICES)
def test_sums_on_the_classic_board(touching: Touching, announce: Announce) -> None:
    for seed in range(3):
        for knowledge in classic_records(announce, touching, seed):
            assert_adds_up(posterior(knowledge))


def moved(knowledge: Knowledge, symmetry: tuple[int, ...]) -> Knowledge:
    """The record on the board turned or mirrored."""
    turned, board = Knowledge(knowledge.rules), knowledge.rules.board
    for shot in knowledge.shots:
        outcome = replace(shot.outcome, cells=board.moved(shot.outcome.cells, symmetry))
        turned = turned.after(symmetry[shot.cell], outcome)
    return turned


def assert_images(knowledge: Knowledge, wanted: int) -> None:
    """The images of a record have the images of its map, its placements and its outcomes."""
    law, board = posterior(knowledge), knowledge.rules.board
    assert len(board.symmetries) == wanted
    for symmetry in board.symmetries:
        image = posterior(moved(knowledge, symmetry))
        assert image.layouts == law.layouts
        assert [image.counts[place] for place in symmetry] == list(law.counts)
        for group, ships in enumerate(knowledge.rules.groups):
            masks = placements(board, knowledge.rules.fleet.lengths[ships[0]])
            found = dict(zip(masks, image.places[group], strict=True))
            images = [found[board.moved(mask, symmetry)] for mask in masks]
            assert images == list(law.places[group])
        for cell in cells_of(knowledge.untried):
            assert image.outcomes(symmetry[cell]) == law.outcomes(cell)


@pytest.mark.parametrize(("touching", "announce"), CHOICES)
def test_the_images_of_a_record_have_the_images_of_its_map(
    touching: Touching, announce: Announce
) -> None:
    for knowledge in classic_records(announce, touching, 5)[1:4]:
        assert_images(knowledge, 8)
    oblong = parse_rules(f"board 6x9; announce {announce}; touching {touching}")
    layout = draw_layout(oblong, Dice(3))
    for shots in (2, 10, 16):
        assert_images(told(layout, random_order(layout, Dice(4))[:shots]), 4)


def children(law: Posterior, cell: int) -> list[tuple[int, Posterior]]:
    """What may be heard at a cell: how many layouts say so, and the law that it leaves."""
    found = []
    for outcome, layouts in law.outcomes(cell).items():
        parts = [law.knowledge.after(cell, part) for part in heard_at(law, cell, outcome)]
        laws = [posterior(part) for part in parts]
        assert sum(child.layouts for child in laws) == layouts
        found += [(child.layouts, child) for child in laws]
    return found


def heard_at(law: Posterior, cell: int, outcome: Outcome) -> list[Outcome]:
    """An outcome of the law; under `shown` a sink once for each set of cells that it may show."""
    rules = law.knowledge.rules
    if outcome.kind is not Kind.SUNK or rules.announce is not Announce.SHOWN:
        return [outcome]
    found = []
    for group, ships in enumerate(rules.groups):
        if rules.fleet.lengths[ships[0]] == outcome.length:
            masks = placements(rules.board, outcome.length)
            for mask, layouts in zip(masks, law.places[group], strict=True):
                if layouts and mask & ~law.knowledge.hits == 1 << cell:
                    found.append(replace(outcome, cells=mask))
    return found


def assert_mixes(law: Posterior, cell: int) -> int:
    """The children's maps, weighted by their chances, are the parent's; returns how many."""
    mixed, total = [0] * len(law.counts), 0
    below = children(law, cell)
    for layouts, child in below:
        total += layouts
        mixed = [a + b for a, b in zip(mixed, child.counts, strict=True)]
    assert total == law.layouts
    assert mixed == list(law.counts)
    for group, row in enumerate(law.places):
        assert tuple(map(sum, zip(*(c.places[group] for _, c in below), strict=True))) == row
    return len(below)


@pytest.mark.parametrize(("touching", "announce"), CHOICES)
def test_a_shots_outcomes_mix_back_to_the_map_before_it(
    touching: Touching, announce: Announce
) -> None:
    for knowledge in classic_records(announce, touching, 7)[:6]:
        law, untried = posterior(knowledge), list(cells_of(knowledge.untried))
        hot = max(untried, key=lambda cell: law.counts[cell])
        for cell in {hot, untried[0], untried[len(untried) // 2]}:
            assert_mixes(law, cell)


def test_a_sink_that_may_be_shown_in_several_ways_mixes_back_too() -> None:
    """Two 2s may have sunk at B2: A2-B2 or B1-B2; so 4 outcomes: miss, hit and these."""
    rules = parse_rules("board 5x5; fleet 3,2,2; announce shown")
    law = posterior(parse_record(rules, "A2:hit B1:hit"))
    assert set(law.outcomes(6)) == {MISS, HIT, Outcome(Kind.SUNK, 2)}
    assert assert_mixes(law, 6) == 4


@settings(max_examples=60)
@given(records(30), st.integers(0, 29))
def test_outcomes_mix_back_under_any_rules(played: tuple[Layout, Knowledge], number: int) -> None:
    _, knowledge = played
    law, untried = posterior(knowledge), list(cells_of(knowledge.untried))
    assert_adds_up(law)
    if not knowledge.finished:
        assert_mixes(law, untried[number % len(untried)])


# The records of known faults


def law_under(rules: str, record: str = "") -> Posterior:
    said = "" if "announce" in rules else "; announce length"
    return posterior(parse_record(parse_rules(rules + said), record))


def covered(law: Posterior) -> dict[str, Fraction]:
    """The chances of the cells not fired at, by name, without those of 0."""
    board = law.knowledge.rules.board
    return {
        board.name(cell): Fraction(count, law.layouts)
        for cell, count in enumerate(law.heat)
        if count
    }


def test_order_matters() -> None:
    """Faults 1: 26 if the order is forgotten."""
    record = "B5:hit E4:miss B4:sunk2 D5:miss B3:hit E5:miss C5:miss A1:miss D2:hit"
    assert law_under("board 5x5; fleet 3,2,2", record).layouts == 22


def test_an_ambiguous_sink() -> None:
    """Faults 2."""
    law = law_under("board 5x5; fleet 3,2", "A2:hit B1:hit B2:sunk2")
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert law.layouts == 4
    assert covered(law) == {"A1": half, "C1": half, "A3": half, "D1": quarter, "A4": quarter}
    assert sorted(count for count in law.places[1] if count) == [2, 2]


def test_ships_in_one_line() -> None:
    """Faults 3: F1 is certain, B1 impossible."""
    law = law_under("board 1x8; fleet 3,2", "D1:hit E1:hit C1:sunk2")
    assert covered(law) == {"F1": 1, "G1": 1}
    assert law.layouts == 1


def test_ships_side_by_side() -> None:
    """Faults 4."""
    law = law_under("board 4x4; fleet 3,2", "A1:hit A2:hit B2:sunk2")
    assert law.layouts == 1
    assert covered(law) == {"B1": 1, "C1": 1}


def test_ships_exclude_each_other() -> None:
    """Faults 5: ship by ship C1 and D1 look best."""
    law = law_under("board 1x6; fleet 3,2")
    assert law.counts == (4, 6, 5, 5, 6, 4)
    assert law.layouts == 6


def test_a_ship_afloat_does_not_lie_wholly_on_hits() -> None:
    """Faults 6: 7 and 6/7 without that."""
    law = law_under("board 1x7; fleet 3,2", "C1:hit D1:hit")
    assert law.layouts == 6
    assert covered(law)["E1"] == Fraction(5, 6)


@pytest.mark.parametrize("announce", Announce)
def test_places_through_an_open_hit_count(announce: Announce) -> None:
    """Faults 7: H6 takes part in ships over F6 to H6, so it beats J6, and F8 does as well."""
    said = "hit=carrier" if announce is Announce.NAMED else "hit"
    law = law_under(f"board 10x10; announce {announce}", f"F6:{said}")
    board, chances = Board(), covered(law)
    masks = placements(board, 5)
    over = [
        layouts
        for mask, layouts in zip(masks, law.places[0], strict=True)
        if mask >> 55 & 1 and mask >> 57 & 1
    ]
    assert len(over) == 3
    assert min(over) > 0
    assert chances["G6"] > chances["H6"] > chances["J6"]
    assert chances["H6"] == chances["F8"]


def test_more_hits_weigh_more() -> None:
    """Faults 8, and the same record twice."""
    record = parse_record(parse_rules("board 10x10; fleet 5,4"), "A1:hit B1:hit C1:hit")
    law = posterior(record)
    assert law.counts[3] > law.counts[11] > 0
    assert posterior(record) == law


def test_ships_of_one_cell() -> None:
    """Faults 9: one placement a cell, ships alike counted once."""
    assert law_under("board 4x4; fleet 1,1").counts == (15,) * 16
    law = law_under("board 2x3; fleet 1,1,1")
    assert law.layouts == 20
    assert law.places == ((10,) * 6,)
    assert law_under("board 4x4; fleet 1,1; announce named").layouts == 240
    assert law_under("board 4x4; fleet 1,1", "A1:sunk1").counts == (15, *(1,) * 15)


def test_once_everything_is_known_the_rest_is_certain() -> None:
    """Faults 10: a 3 on 5x4 that two hits and a miss pin down."""
    law = law_under("board 5x4; fleet 3", "B2:hit C2:hit A2:miss")
    assert law.layouts == 1
    assert covered(law) == {"D2": 1}
    assert law.outcomes(7) == {Outcome(Kind.SUNK, 3): 1}


@pytest.mark.parametrize(("touching", "free"), [("yes", True), ("corners", False), ("no", False)])
def test_beside_hits_where_touching_is_forbidden(touching: str, free: bool) -> None:
    """Faults 11: D9 and E9 lie on one ship; under `yes` another may lie at D8."""
    chances = covered(law_under(f"board 10x10; touching {touching}", "D9:hit E9:hit"))
    for name in ("D8", "E8", "D10", "E10"):
        assert (name in chances) is free
    assert ("C8" in chances) is (touching != "no")
    if not free:
        assert chances["C9"] + chances["F9"] > 1


def test_a_finished_record_leaves_one_layout() -> None:
    rules = Ruleset(announce=Announce.LENGTH, touching=Touching.NO)
    layout = draw_layout(rules, Dice(2))
    law = posterior(told(layout, list(cells_of(layout.occupied))))
    assert law.layouts == 1
    assert law.heat == [0] * 100
    assert law.draw(Dice(1)).key == layout.key


# Draws


DRAWS = [
    ("board 4x4; fleet 3,2", ""),
    ("board 4x4; fleet 2,2,1; touching corners", "A1:miss"),
    ("board 3x4; fleet 2,2,1; announce named", "A1:miss B2:hit=2a"),
    ("board 4x4; fleet 3,3,2; announce length", "B2:hit C3:miss"),
    ("board 5x5; fleet 3,2,2; announce length", "A2:hit B1:hit B2:sunk2"),
    ("board 4x4; fleet 3,3,3,2; announce silent", "B2:hit B3:hit"),
    ("board 3x3; fleet 1,1,1,1", "A1:miss"),
]


@pytest.mark.parametrize(("rules", "record"), DRAWS)
def test_draws_are_uniform(rules: str, record: str) -> None:
    knowledge = parse_record(parse_rules(rules), record)
    law = posterior(knowledge)
    possible = [x for x in iterate_layouts(knowledge.rules) if told_alike(x, knowledge)]
    drawn = [law.draw(Dice(11, number)) for number in range(25 * len(possible))]
    assert all(Layout(knowledge.rules, layout.ships) for layout in drawn)
    assert_uniform([layout.key for layout in drawn], [layout.key for layout in possible])


def test_draws_on_the_classic_board_fit_the_record() -> None:
    for touching, announce in CHOICES:
        for knowledge in classic_records(announce, touching, 9)[::2]:
            law = posterior(knowledge)
            for number in range(4):
                layout = law.draw(Dice(number))
                assert told_alike(Layout(knowledge.rules, layout.ships), knowledge)


def test_draws_on_the_blank_classic_board_have_its_chances() -> None:
    """300 draws: 17 cells each, and the cells of the middle more often than those of the rim."""
    law = posterior(Knowledge(Ruleset()))
    seen = Counter(cell for n in range(300) for cell in cells_of(law.draw(Dice(3, n)).occupied))
    assert seen.total() == 300 * 17
    for cell in range(100):
        p = law.chance(cell)
        assert abs(seen[cell] - 300 * p) < 4.5 * (300 * p * (1 - p)) ** 0.5


# Lotteries


@settings(max_examples=60)
@given(records(16), st.integers(0, 4))
def test_a_lottery_against_the_twin(played: tuple[Layout, Knowledge], most: int) -> None:
    layout, knowledge = played
    if count_fleets(Question.of(Knowledge(knowledge.rules))).layouts > 3_000:
        return
    everywhere = listed(knowledge.rules)
    dice = Dice(most, len(everywhere.lies))
    layouts = list(iterate_layouts(knowledge.rules))
    weights = [dice.below(most + 1) + (x.key == layout.key) for x in layouts]
    left = replace(everywhere, weights=np.array(weights))
    for shot in knowledge.shots:
        left = left.after(shot.cell, shot.outcome)
    law = law_of(knowledge, dict(zip(layouts, weights, strict=True)))
    assert_same(law, left)
    assert_adds_up(law)
    by_key = {x.key: weight for x, weight in zip(layouts, weights, strict=True)}
    for number in range(20):
        drawn = law.draw(Dice(number))
        assert by_key[drawn.key] > 0
        assert told_alike(drawn, knowledge)


def test_a_lottery_of_ones_is_the_uniform_law() -> None:
    rules = parse_rules("board 4x4; fleet 3,2; announce length")
    knowledge = parse_record(rules, "B2:hit A1:miss")
    uniform, law = posterior(knowledge), law_of(knowledge, dict.fromkeys(iterate_layouts(rules), 1))
    assert (law.layouts, law.places) == (uniform.layouts, uniform.places)


def test_a_lottery_is_drawn_by_weight() -> None:
    """Ship by ship its weights would give a layout of weight 0."""
    rules = parse_rules("board 1x6; fleet 3,2")
    layouts = list(iterate_layouts(rules))
    law = law_of(Knowledge(rules), dict(zip(layouts, (0, 0, 0, 3, 1, 0), strict=True)))
    drawn = Counter(law.draw(Dice(1, number)).key for number in range(4000))
    assert drawn.keys() == {layouts[3].key, layouts[4].key}
    assert 2850 < drawn[layouts[3].key] < 3150


def test_numbers_of_any_size_in_a_lottery() -> None:
    rules = parse_rules("board 1x3; fleet 2; announce length")
    law = law_of(Knowledge(rules), dict(zip(iterate_layouts(rules), (10**30, 1), strict=True)))
    assert law.counts == (10**30, 10**30 + 1, 1)
    assert law.draw(Dice(1)).occupied == 0b011


def test_lotteries_that_are_refused() -> None:
    rules = parse_rules("board 1x3; fleet 2; announce length")
    first, second = iterate_layouts(rules)
    with pytest.raises(InputError, match="weight -1"):
        law_of(Knowledge(rules), {first: 2, second: -1})
    with pytest.raises(ContradictionError, match="no layout of the lottery fits"):
        law_of(parse_record(rules, "A1:miss"), {first: 2, second: 0})


# Refusals


@pytest.mark.parametrize(
    ("rules", "record"),
    [
        ("board 1x5; fleet 3; announce length", "C1:miss"),
        ("board 1x6; fleet 3,2; announce silent", "B1:miss"),
        ("board 4x4; fleet 3,3,3,2; announce length", "B1:miss B2:miss B3:miss B4:miss C1:miss"),
        ("board 10x10; fleet 2,2; touching no", "E5:hit F6:hit"),
    ],
)
def test_a_record_that_no_layout_fits(rules: str, record: str) -> None:
    knowledge = parse_record(parse_rules(rules), record)
    assert naive_fleets.fitting(knowledge).layouts == 0
    with pytest.raises(ContradictionError, match="no layout fits the record"):
        posterior(knowledge)


def test_outcomes_of_a_cell_fired_at_or_off_the_board() -> None:
    law = law_under("board 3x3; fleet 2", "A1:miss")
    with pytest.raises(InputError, match="A1 was fired at"):
        law.outcomes(0)
    for cell in (-1, 9):
        with pytest.raises(InputError, match=f"{cell} is not a cell: they are 0 to 8"):
            law.outcomes(cell)


def test_the_fleet_may_be_given_in_any_order() -> None:
    rules = [Ruleset(Board(5, 5), Fleet(lengths)) for lengths in ((3, 2, 3), (2, 3, 3), (3, 3, 2))]
    laws = [posterior(parse_record(chosen, "C3:hit A1:miss")) for chosen in rules]
    assert len({law.counts for law in laws}) == 1
    for law in laws:
        fleet = law.knowledge.rules.fleet.lengths
        assert [m.bit_count() for m in law.draw(Dice(1)).ships] == list(fleet)
