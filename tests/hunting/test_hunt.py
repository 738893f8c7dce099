"""Fixed hunts: greedy ones against a plain twin and game by game, any tree kept and taken up."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from tests.naive_hunt import greedily, hunted
from unsunk.belief.listed import Listed, heard_number, list_layouts_of
from unsunk.errors import InputError, StrategyError
from unsunk.hunting import hunt as module
from unsunk.hunting.hunt import Hunt, grow, grow_by, grow_timed, next_cell, times
from unsunk.hunting.play import play
from unsunk.hunting.strategy import strategy
from unsunk.racing.times import times_of
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.dice import Dice
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_record, parse_rules
from unsunk.rules.shot import Kind, Outcome, answer

BOARDS = (
    "board 1x9; fleet 3,2",
    "board 2x5; fleet 2,2,1",
    "board 4x4; fleet 3,3",
    "board 6x11; fleet 3",
)
ALL = [
    f"{board}; touching {touching}; announce {announce}"
    for board in BOARDS
    for touching in Touching
    for announce in Announce
]
SMALL = [text for text in ALL if "touching yes" in text]


def layouts_of(listed: Listed) -> list[Layout]:
    return [listed.layout(number) for number in range(len(listed))]


def at_random(seed: int) -> Callable[[Knowledge], int]:
    """A hunt at random, without dice: the cell depends on the record alone."""

    def choose(knowledge: Knowledge) -> int:
        path = [2 * shot.cell + (shot.outcome.kind is Kind.HIT) for shot in knowledge.shots]
        cells = list(cells_of(knowledge.untried))
        return cells[Dice(seed, *path).below(len(cells))]

    return choose


@pytest.mark.parametrize("text", ALL)
def test_the_greedy_hunt_and_its_times_are_those_of_the_plain_twin(text: str) -> None:
    listed = list_layouts_of(parse_rules(text))
    layouts = layouts_of(listed)
    draw = np.random.default_rng(5)
    few = draw.integers(0, 9, len(listed)) * (draw.random(len(listed)) < 0.2)
    for weights in (None, draw.integers(0, 3, len(listed)), few * 10**15):
        given = [1] * len(listed) if weights is None else weights.tolist()
        shots, found = hunted(layouts, greedily(dict(zip(layouts, given, strict=True))))
        hunt, in_one_pass = grow_timed(listed, weights)
        assert list(hunt.shots) == shots
        assert in_one_pass.tolist() == [found[layout] for layout in layouts]
        assert times(hunt, listed).tolist() == in_one_pass.tolist()
        assert hunt == grow(listed, weights)


@pytest.mark.parametrize("announce", Announce)
def test_the_greedy_hunt_is_exact_lowest_game_by_game(announce: Announce) -> None:
    listed = list_layouts_of(parse_rules(f"board 4x4; fleet 3,2; announce {announce}"))
    found, hunter = times(grow(listed), listed), strategy("exact-lowest")
    played = [len(play(hunter, layout, Dice(1))) for layout in layouts_of(listed)]
    assert found.tolist() == played
    assert times_of(hunter, listed, Dice(1)).tolist() == played


@pytest.mark.parametrize(
    ("board", "mean", "most"), [("5x5", "13.956", 19), ("10x10", "37.153", 71)]
)
def test_published_times_of_the_greedy_hunt(board: str, mean: str, most: int) -> None:
    listed = list_layouts_of(parse_rules(f"board {board}; fleet 3,3,2; announce length"))
    found = grow_timed(listed)[1]
    assert f"{found.mean():.3f}" == mean
    assert found.max() == most


@pytest.mark.parametrize("text", SMALL)
def test_any_tree_is_kept_and_walked_again(text: str) -> None:
    listed = list_layouts_of(parse_rules(text))
    layouts = layouts_of(listed)
    for seed in range(2):
        choose = at_random(seed)
        hunt = grow_by(listed, choose)
        records = dict.fromkeys(layouts, Knowledge(listed.rules))

        def fire(left: Sequence[Layout], fired: int, choose=choose, records=records) -> int:
            cell = choose(records[left[0]])
            for layout in left:
                records[layout] = records[layout].after(cell, answer(layout, fired, cell))
            return cell

        shots, found = hunted(layouts, fire)
        assert list(hunt.shots) == shots
        kept = Hunt(parse_rules(str(listed.rules)), bytes(bytearray(hunt.shots)))
        assert times(kept, listed).tolist() == [found[layout] for layout in layouts]


@pytest.mark.parametrize("text", SMALL)
def test_a_tree_is_played_game_by_game(text: str) -> None:
    listed = list_layouts_of(parse_rules(text))
    for hunt in (grow(listed), grow_by(listed, at_random(7))):
        for layout, time in zip(layouts_of(listed), times(hunt, listed), strict=True):
            known = Knowledge(listed.rules)
            while not known.finished:
                cell = next_cell(hunt, listed, known)
                assert cell is not None
                known = known.after(cell, answer(layout, known.fired, cell))
            assert len(known) == time
            assert next_cell(hunt, listed, known) is None


def test_a_record_that_left_the_tree_has_no_next_cell() -> None:
    rules = parse_rules("board 5x5; fleet 3,3,2; announce length")
    listed = list_layouts_of(rules)
    hunt = grow(listed)
    assert next_cell(hunt, listed, parse_record(rules, "")) == hunt.shots[0] == 12
    assert next_cell(hunt, listed, parse_record(rules, "A1:miss")) is None
    second = rules.board.name(hunt.shots[1])
    assert next_cell(hunt, listed, parse_record(rules, f"C3:miss {second}:hit")) is not None
    other = "A1" if second != "A1" else "B1"
    assert next_cell(hunt, listed, parse_record(rules, f"C3:miss {other}:hit")) is None
    nowhere = " ".join(f"{rules.board.name(cell)}:miss" for cell in hunt.shots[:17])
    assert next_cell(hunt, listed, parse_record(rules, nowhere)) is None


def test_one_layout_needs_no_node() -> None:
    listed = list_layouts_of(parse_rules("board 1x4; fleet 2,2"))
    hunt = grow(listed)
    assert hunt.shots == b""
    assert times(hunt, listed).tolist() == [4]
    record = parse_record(listed.rules, "A1:hit")
    assert next_cell(hunt, listed, record) == 1
    assert next_cell(hunt, listed, parse_record(listed.rules, "B1:hit")) is None


def test_times_of_asks_on_where_one_layout_is_left() -> None:
    """A strategy that fires at water then needs longer than its tree, which does not."""
    listed = list_layouts_of(parse_rules("board 3x4; fleet 3,2; announce length"))
    slower = 0
    for name in ("random", "density", "parity-follow"):
        hunter = strategy(name)
        for game in range(3):
            dice = Dice(3, game)
            found = times_of(hunter, listed, dice)
            assert found.tolist() == [len(play(hunter, x, dice)) for x in layouts_of(listed)]
            tree = grow_by(listed, lambda known, h=hunter, dice=dice: h.next_shot(known, dice))
            assert (times(tree, listed) <= found).all()
            slower += int((times(tree, listed) < found).sum())
    assert slower > 0


def moved(outcome: Outcome, listed: Listed, symmetry: tuple[int, ...]) -> Outcome:
    cells = listed.rules.board.moved(outcome.cells, symmetry)
    return Outcome(outcome.kind, outcome.length, outcome.name, cells)


@pytest.mark.parametrize("text", [text for text in SMALL if "shown" in text or "length" in text])
def test_the_image_of_a_hunt_takes_as_long_on_the_image_of_a_layout(text: str) -> None:
    listed = list_layouts_of(parse_rules(text))
    for hunt in (grow(listed), grow_by(listed, at_random(2))):
        found = times(hunt, listed)
        for number, symmetry in [*enumerate(listed.rules.board.symmetries)][1::2]:
            back = tuple(symmetry.index(cell) for cell in range(len(symmetry)))

            def choose(known: Knowledge, hunt=hunt, back=back, there=symmetry) -> int:
                shots = [Shot(back[s.cell], moved(s.outcome, listed, back)) for s in known.shots]
                return there[next_cell(hunt, listed, Knowledge(known.rules, tuple(shots)))]

            image = times(grow_by(listed, choose), listed)
            assert (image[listed.image(number)] == found).all()


def test_a_hunt_longer_than_a_chunk_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = list_layouts_of(parse_rules("board 4x4; fleet 3,3,2; announce length"))
    weights = np.arange(len(listed)) % 3
    whole = grow_timed(listed), grow_timed(listed, weights)
    monkeypatch.setattr(module, "CHUNK", 7)
    for (hunt, found), given in zip(whole, (None, weights), strict=True):
        again, again_found = grow_timed(listed, given)
        assert again == hunt
        assert (again_found == found).all()


def test_corrupt_trees_are_refused_in_one_sentence() -> None:
    listed = list_layouts_of(parse_rules("board 4x4; fleet 3,2; announce length"))
    shots = grow(listed).shots
    for end in (0, 1, len(shots) - 1):
        with pytest.raises(InputError, match=f"ends after {end} nodes, where more must follow$"):
            times(Hunt(listed.rules, shots[:end]), listed)
    with pytest.raises(InputError, match=f"has {len(shots) + 1} nodes, where {len(shots)} end it$"):
        times(Hunt(listed.rules, shots + b"\0"), listed)
    for wrong in (shots[0], 16, 63, 64, 255):
        with pytest.raises(InputError, match=f"fires at cell {wrong} in node 1: .* off the 4x4"):
            times(Hunt(listed.rules, shots[:1] + bytes([wrong]) + shots[2:]), listed)
        with pytest.raises(InputError, match="in node 1"):
            next_cell(
                Hunt(listed.rules, shots[:1] + bytes([wrong]) + shots[2:]),
                listed,
                Knowledge(listed.rules),
            )


def test_what_does_not_belong_together_is_refused() -> None:
    listed = list_layouts_of(parse_rules("board 4x4; fleet 3,2; announce length"))
    other = list_layouts_of(parse_rules("board 4x4; fleet 3,2; announce silent"))
    with pytest.raises(InputError, match="cannot hunt the layouts of"):
        times(grow(other), listed)
    large = list_layouts_of(parse_rules("board 16x16; fleet 16"))
    for use in (grow, lambda x: times_of(strategy("random"), x, Dice(1))):
        with pytest.raises(InputError, match="room for 255 cells, and a 16x16 board has 256"):
            use(large)
    for weights in (np.ones(3, np.int64), np.full(len(listed), -1)):
        with pytest.raises(InputError, match="one weight of 0 or more for each of 264 layouts"):
            grow(listed, weights)
    with pytest.raises(InputError, match="add up to 2"):
        grow(listed, np.full(len(listed), 1 << 60))


@pytest.mark.parametrize("cell", [0, 16, -1])
def test_a_function_that_fires_at_no_cell_is_refused(cell: int) -> None:
    listed = list_layouts_of(parse_rules("board 4x4; fleet 3,2; announce length"))
    with pytest.raises(StrategyError, match=f"cell {cell} cannot be fired at after the record 'A1"):
        grow_by(listed, lambda known: cell if known.shots else 0)


@pytest.mark.parametrize("text", SMALL)
def test_few_layouts_answer_as_many_do(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listed, rng = list_layouts_of(parse_rules(text)), np.random.default_rng(1)
    everything, full = np.arange(len(listed)), listed.rules.board.full
    for _ in range(20):
        fired = int.from_bytes(rng.bytes(9), "little") & full
        cell = int(rng.integers(listed.rules.board.size))
        fired &= ~(1 << cell)
        found = []
        for few in (0, 10**9):
            monkeypatch.setattr(module, "FEW", few)
            found.append(module.heard_at(listed, everything, fired, cell).tolist())
        expected = [
            heard_number(listed.rules, answer(layout, fired, cell)) for layout in layouts_of(listed)
        ]
        assert found == [expected, expected]
