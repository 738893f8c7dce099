"""What holds for every strategy that has a name."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from tests.generators import told
from tests.rules.chance import assert_uniform
from unsunk.belief.density import places_left
from unsunk.belief.heatmap import hottest
from unsunk.errors import InputError, TurnError
from unsunk.hunting.check import check_strategy, every_ground
from unsunk.hunting.levels import LEVELS, level
from unsunk.hunting.play import play
from unsunk.hunting.rule import HeatFinishing
from unsunk.hunting.strategy import Strategy, strategy, strategy_names
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.counting import list_layouts
from unsunk.rules.dice import SHOT_STREAM, Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.game import Game
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.layout import Layout
from unsunk.rules.notation import game_text, parse_game, parse_layout, parse_record, parse_rules
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import MISS, Kind, answer

NAMES = strategy_names()
FREE = [name for name in NAMES if not strategy(name).grounds()]
"""Those that are not bound to a few boards."""
AIMED = [name for name in FREE if not strategy(name).aimless]
ANYWHERE = [name for name in NAMES if strategy(name).plays(Ruleset())]
AIMED_ANYWHERE = [name for name in ANYWHERE if name in AIMED]
BY_HEAT = [name for name in NAMES if isinstance(strategy(name), HeatFinishing)]
THINKERS = ("exact", "exact-random", "exact-lowest", "admiral", *BY_HEAT)
"""Those whose shots take milliseconds: they count whole fleets."""
VARIANTS = (
    "one-rule-no-parity",
    "three-parity-fixed",
    "smart-core-never",
    "smart-core-always",
    "checkerboard-aimless",
    "three-parity-aimless",
    "smart-core-aimless",
)
"""Those that share nearly all with another."""
CHOICES = list(product(Announce, Touching))
FULL = [
    parse_rules(f"board {board}; announce {announce}")
    for board in ("10x10; fleet 5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5", "3x4; fleet 4,4,2,1,1")
    for announce in Announce
]


def rows_of(rules: Ruleset) -> Layout:
    """The layout that fills a board row by row."""
    cells = iter(range(rules.board.size))
    return Layout(
        rules, tuple(sum(1 << next(cells) for _ in range(n)) for n in rules.fleet.lengths)
    )


@pytest.mark.parametrize("name", NAMES)
def test_passes_its_conformance_test_on_all_grounds(name: str) -> None:
    games = 1 if name in THINKERS or name in VARIANTS else 2
    report = check_strategy(strategy(name), games=games)
    assert report.games == games * sum(map(strategy(name).plays, every_ground()))
    assert report.games == 80 * games or name not in ANYWHERE
    assert (report.idle > 0.05 * report.listed) is strategy(name).aimless


@pytest.mark.parametrize(("announce", "touching"), CHOICES)
@pytest.mark.parametrize("name", ["random", "parity-follow", "density", "one-rule"])
def test_forty_fleets_on_the_classic_board(
    name: str, announce: Announce, touching: Touching
) -> None:
    rules = Ruleset(announce=announce, touching=touching)
    assert check_strategy(strategy(name), rules, games=1).fleets == 40


@pytest.mark.parametrize("rules", FULL, ids=lambda rules: f"{rules.board}-{rules.announce}")
@pytest.mark.parametrize("name", [name for name in ANYWHERE if name not in THINKERS])
def test_a_full_board_takes_all_its_cells_once(name: str, rules: Ruleset) -> None:
    """A hundred turns are a hundred distinct cells (faults 23)."""
    record = play(strategy(name), rows_of(rules), Dice(5))
    assert sorted(shot.cell for shot in record.shots) == list(range(rules.board.size))
    assert all(shot.outcome.kind is not Kind.MISS for shot in record.shots)


@pytest.mark.parametrize(("announce", "touching"), CHOICES)
@pytest.mark.parametrize("name", ANYWHERE)
def test_distinct_cells_and_an_end_on_the_last_ship_cell(
    name: str, announce: Announce, touching: Touching
) -> None:
    """Between 17 and 100 shots, no cell twice, the last one sinks (faults 22, 23)."""
    rules = Ruleset(announce=announce, touching=touching)
    record = play(strategy(name), draw_layout(rules, Dice(8, 1)), Dice(8, 2))
    cells = [shot.cell for shot in record.shots]
    assert len(set(cells)) == len(cells) == record.fired.bit_count()
    assert 17 <= len(cells) <= 100
    assert record.finished
    assert not Knowledge(rules, record.shots[:-1]).finished
    with pytest.raises(TurnError):
        Game.start(rules, *[draw_layout(rules, Dice(8, 1))] * 2).fire(2, cells[0])


def evasive(rules: Ruleset, layouts: list[Layout], hunter: Strategy, dice: Dice) -> Knowledge:
    """A hunt for a fleet that moves: each shot misses as long as any layout allows it."""
    knowledge = Knowledge(rules)
    while not knowledge.finished:
        cell = hunter.next_shot(knowledge, dice)
        heard = [answer(layout, knowledge.fired, cell) for layout in layouts]
        wanted = MISS if MISS in heard else heard[0]
        layouts = [x for x, outcome in zip(layouts, heard, strict=True) if outcome == wanted]
        knowledge = knowledge.after(cell, wanted)
    return knowledge


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("name", FREE)
def test_the_worst_case_ends_too(name: str, announce: Announce) -> None:
    for board in ("4x4; fleet 3,2", "3x4; fleet 2,2,1", "1x7; fleet 3,2", "4x3; fleet 1,1"):
        rules = parse_rules(f"board {board}; announce {announce}")
        for seed in range(3):
            record = evasive(rules, list_layouts(rules), strategy(name), Dice(seed))
            assert len(record) <= rules.board.size


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("name", ANYWHERE)
def test_two_hunts_in_one_game_do_not_disturb_each_other(name: str, announce: Announce) -> None:
    """Each follows its own hits, and hunts as if it were alone (faults 25)."""
    rules = Ruleset(Board(7, 7), Fleet((4, 3, 2)), announce=announce)
    fleets = [draw_layout(rules, Dice(3, player)) for player in (1, 2)]
    hunter, dice = strategy(name), [Dice(4, player) for player in (1, 2)]
    game = Game.start(rules, *fleets)
    while game.turn is not None:
        player = game.turn
        cell = hunter.next_shot(game.knowledge[player - 1], dice[player - 1])
        game = game.fire(player, cell)
    for player in (1, 2):
        alone = play(hunter, fleets[2 - player], Dice(4, player)).shots
        assert alone[: game.rounds - 1] == game.knowledge[player - 1].shots[: game.rounds - 1]


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("name", ANYWHERE)
def test_a_restored_game_goes_on_exactly(name: str, announce: Announce) -> None:
    """Faults 24: from the game's text, at every shot."""
    rules = Ruleset(Board(5, 6), Fleet((3, 2)), announce=announce)
    fleets = [draw_layout(rules, Dice(6, player)) for player in (1, 2)]
    hunter, game = strategy(name), Game.start(rules, *fleets)
    while game.turn is not None:
        restored = parse_game(game_text(game))
        known = [g.knowledge[game.turn - 1] for g in (game, restored)]
        cells = {hunter.next_shot(k, Dice(7, game.turn)) for k in known}
        assert len(cells) == 1
        game = game.fire(game.turn, cells.pop())


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("name", AIMED)
def test_hits_are_followed_on_either_colour_after_a_restore(name: str, announce: Announce) -> None:
    """2x2, the ship on its upper row, the lower one missed: either end was hit first."""
    rules = Ruleset(Board(2, 2), Fleet((2,)), announce=announce)
    for first, second in ((0, 1), (1, 0)):
        layout = Layout(rules, (0b0011,))
        knowledge = told(layout, [2, 3, first])
        assert strategy(name).next_shot(knowledge, Dice(1)) == second


def pinned_records(rules: Ruleset) -> Iterator[tuple[Knowledge, Layout]]:
    """Records on a board with one ship, in any order of shots, after which one layout is left."""
    everywhere = list_layouts(rules)
    for seed in range(150):
        cells = list(range(rules.board.size))
        Dice(9, seed).shuffle(cells)
        layout = everywhere[seed % len(everywhere)]
        left, knowledge = everywhere, Knowledge(rules)
        for cell in cells:
            heard = answer(layout, knowledge.fired, cell)
            left = [x for x in left if answer(x, knowledge.fired, cell) == heard]
            knowledge = knowledge.after(cell, heard)
            if knowledge.finished:
                break
            if len(left) == 1:
                yield knowledge, layout


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("board", ["5x4; fleet 3", "1x6; fleet 4", "3x3; fleet 2", "4x5; fleet 1"])
@pytest.mark.parametrize("name", AIMED)
def test_once_everything_is_known_every_shot_hits(
    name: str, board: str, announce: Announce
) -> None:
    """Faults 10, whoever fired the shots before."""
    found = 0
    for knowledge, layout in pinned_records(parse_rules(f"board {board}; announce {announce}")):
        found += 1
        wanted = hottest(strategy(name).heat(knowledge))
        assert wanted
        assert all(layout.occupied >> cell & 1 for cell in wanted)
    assert found >= 9


@pytest.mark.parametrize("name", AIMED_ANYWHERE)
def test_no_shot_beside_a_ship_where_touching_forbids_it(name: str) -> None:
    """Faults 11: D9 and E9 on one ship leave C9 and F9 beside it."""
    for touching in (Touching.CORNERS, Touching.NO):
        for announce in Announce:
            rules = Ruleset(touching=touching, announce=announce)
            said = "hit=carrier" if announce is Announce.NAMED else "hit"
            record = parse_record(rules, f"D9:{said} E9:{said}")
            wanted = hottest(strategy(name).heat(record))
            assert set(wanted) <= {rules.board.cell("C9"), rules.board.cell("F9")}


@pytest.mark.parametrize("name", AIMED_ANYWHERE)
def test_never_fires_where_no_ship_afloat_can_be(name: str) -> None:
    """On the classic board, in games begun by other hands."""
    hunter = strategy(name)
    for announce, touching in CHOICES:
        rules = Ruleset(announce=announce, touching=touching)
        layout = draw_layout(rules, Dice(11, 1))
        cells = list(range(100))
        Dice(12).shuffle(cells)
        for shots in (0, 10, 25, 45, 70):
            knowledge = told(layout, cells[:shots])
            possible = 0
            for _, mask, _ in places_left(knowledge):
                possible |= mask & knowledge.untried
            heat = hunter.heat(knowledge)
            assert all(possible >> cell & 1 for cell, value in enumerate(heat) if value)


@pytest.mark.parametrize("name", ANYWHERE)
def test_ties_are_broken_evenly(name: str) -> None:
    rules = Ruleset(Board(6, 6), Fleet((3, 2)))
    knowledge = parse_record(rules, "A1:miss C3:hit")
    hunter = strategy(name)
    wanted = hottest(hunter.heat(knowledge))
    drawn = [hunter.next_shot(knowledge, Dice(2, SHOT_STREAM, game)) for game in range(1000)]
    assert_uniform(drawn, wanted)


@pytest.mark.parametrize("name", ANYWHERE)
def test_the_same_record_twice_gives_the_same_heat(name: str) -> None:
    """Faults 8, second half."""
    knowledge = parse_record(Ruleset(), "E5:hit B2:miss E6:hit")
    hunter = strategy(name)
    assert hunter.heat(knowledge) == hunter.heat(knowledge) == strategy(name).heat(knowledge)


def test_a_heat_follows_the_board_when_it_is_turned() -> None:
    """No strategy prefers a corner of the board to another, but for the colours of one-rule."""
    rules = Ruleset(Board(6, 6), Fleet((3, 2)))
    layout = draw_layout(rules, Dice(1))
    cells = [3, 14, 22, 30, 8, 19]
    for name in ("random", "density", "one-rule-no-parity"):
        heat = strategy(name).heat(told(layout, cells))
        for symmetry in rules.board.symmetries:
            moved = told(layout.moved(symmetry), [symmetry[cell] for cell in cells])
            turned = strategy(name).heat(moved)
            assert [turned[symmetry[cell]] for cell in range(36)] == heat


def test_every_strategy_tells_its_story() -> None:
    assert len({strategy(name).story for name in NAMES}) == len(NAMES)
    for name in NAMES:
        assert strategy(name).name == name
        assert strategy(name).story.endswith(".")
        assert strategy(name).source


def test_levels_are_strategies() -> None:
    for name, wanted in LEVELS.items():
        assert level(name).name == wanted
    with pytest.raises(InputError, match="'grim' is not a level: it is one of easy"):
        level("grim")


def test_an_unknown_strategy_is_one_sentence() -> None:
    with pytest.raises(InputError, match="'onerule' is not a strategy: did you mean one-rule"):
        strategy("onerule")
    with pytest.raises(InputError, match="'xyz' is not a strategy: there are random, "):
        strategy("xyz")


def test_nothing_is_left_to_fire_at_when_all_is_sunk() -> None:
    rules = parse_rules("board 1x2; fleet 2")
    finished = told(parse_layout(rules, "A1-B1"), [0, 1])
    assert finished.finished
    with pytest.raises(TurnError, match="no cell left"):
        strategy("density").next_shot(finished, Dice(1))


def test_the_order_of_turns_changes_no_shot() -> None:
    one = Ruleset(Board(5, 5), Fleet((3, 2)))
    other = replace(one, order="simultaneous", first=2)
    layout = draw_layout(one, Dice(3))
    records = [
        play(strategy("density"), Layout(rules, layout.ships), Dice(4)).shots
        for rules in (one, other)
    ]
    assert records[0] == records[1]
