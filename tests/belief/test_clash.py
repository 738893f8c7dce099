"""Smallest clashes, against all sets of shots and all layouts."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings

from tests.generators import records
from tests.naive import labelled
from unsunk.belief import clash as clash_module
from unsunk.belief import smallest_set
from unsunk.belief.clash import Clash, clash, fits
from unsunk.belief.demands import Demands
from unsunk.belief.layout_search import Steps, fitted
from unsunk.errors import BudgetError, ContradictionError
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_rules, parse_shots
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import HIT, MISS, Kind, Outcome, answer

BOARDS = {
    "4x4": (Board(4, 4), Fleet((3, 2)), 60),
    "3x4": (Board(3, 4), Fleet((3, 2)), 60),
    "1x7": (Board(1, 7), Fleet((3, 2)), 60),
    "2x6": (Board(2, 6), Fleet((2, 1, 1)), 40),
    "5x5": (Board(5, 5), Fleet((3, 2, 2)), 2),
}


@cache
def fleets(board: Board, lengths: tuple[int, ...], touching: Touching) -> list[tuple[int, ...]]:
    """All layouts with every ship told apart, each ship a mask."""
    found = labelled(board.rows, board.columns, lengths, str(touching))
    cells = [[sum(1 << r * board.columns + c for r, c in ship) for ship in f] for f in found]
    return [tuple(ships) for ships in cells]


def well_formed(rules: Ruleset, outcome: Outcome) -> bool:
    """Whether these are the parts of an outcome that the announcement gives."""
    sunk, miss = outcome.kind is Kind.SUNK, outcome.kind is Kind.MISS
    length, name, cells = outcome.length, outcome.name, outcome.cells
    if miss or (rules.announce is not Announce.NAMED and not sunk):
        return (length, name, cells) == (None, None, 0)
    if rules.announce is Announce.NAMED:
        return name in rules.fleet.names and not cells and (length is not None or not sunk)
    if rules.announce is Announce.SHOWN:
        return length is not None and 0 < cells <= rules.board.full
    return rules.announce is Announce.LENGTH and length is not None and not name and not cells


def true_shots(rules: Ruleset, ships: tuple[int, ...], shots: Sequence[Shot]) -> int:
    """The shots that a layout answers as heard, as a mask."""
    found = fired = 0
    for number, (cell, heard) in enumerate((shot.cell, shot.outcome) for shot in shots):
        mine = next(((i, m) for i, m in enumerate(ships) if m >> cell & 1), None)
        if mine is None:
            over = all(not mask & ~fired for mask in ships)
            true = heard.kind is Kind.MISS and not over
        else:
            length, name = rules.fleet.lengths[mine[0]], rules.fleet.names[mine[0]]
            sunk = not mine[1] & ~fired & ~(1 << cell) and rules.announce is not Announce.SILENT
            shown = rules.announce is Announce.SHOWN
            true = (
                heard.kind is (Kind.SUNK if sunk else Kind.HIT)
                and heard.length in (None, length)
                and heard.name in (None, name)
                and heard.cells == (mine[1] if sunk and shown else 0)
            )
        found |= (true and well_formed(rules, heard)) << number
        fired |= 1 << cell
    return found


def smallest(rules: Ruleset, shots: Sequence[Shot]) -> int:
    """The fewest shots that clash, by trying all sets; 0 if some layout fits.

    A shot at a cell that was fired at before clashes with the shot there, not on its own.
    """
    layouts = fleets(rules.board, rules.fleet.lengths, rules.touching)
    answers = {true_shots(rules, ships, shots) for ships in layouts}
    cells = [shot.cell for shot in shots]
    for size in range(1, len(shots) + 1):
        for some in combinations(range(len(shots)), size):
            if len({cells[number] for number in some}) < size:
                return size
            if cells.index(cells[some[0]]) == some[0] and clashes(some, answers):
                return size
    return 0


def clashes(some: Sequence[int], answers: set[int]) -> bool:
    wanted = sum(1 << number for number in some)
    return all(wanted & ~true for true in answers)


def corrupted(rules: Ruleset, dice: Dice, most: int) -> list[Shot]:
    """A record that was true before some of its outcomes were exchanged for others."""
    truth, other = draw_layout(rules, dice), draw_layout(rules, dice)
    cells = list(range(rules.board.size))
    dice.shuffle(cells)
    cells.sort(key=lambda cell: dice.below(3) > 1 or not truth.occupied >> cell & 1)
    shots, fired = [], 0
    for cell in cells[: 2 + dice.below(most - 1)]:
        layout = other if dice.below(5) == 0 else truth
        shots.append(Shot(cell, answer(layout, fired, cell)))
        fired |= 1 << cell
    for _ in range(dice.below(3)):
        place = dice.below(len(shots))
        heard = shots[dice.below(len(shots))].outcome
        shots[place] = Shot(shots[place].cell, (heard, HIT, MISS)[dice.below(3)])
    if dice.below(8) == 0:
        shots[dice.below(len(shots))] = shots[dice.below(len(shots))]
    return shots


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("touching", Touching)
@pytest.mark.parametrize("announce", Announce)
def test_no_fewer_shots_clash(name: str, touching: Touching, announce: Announce) -> None:
    board, fleet, times = BOARDS[name]
    rules = Ruleset(board, fleet, touching, announce)
    sizes = set()
    for number in range(times):
        shots = corrupted(rules, Dice(7, number), 9)
        found, least = clash(rules, shots), smallest(rules, shots)
        sizes.add(least)
        assert (len(found.shots) if found else 0) == least, shots
        if found:
            assert found.smallest
            assert list(found.shots) == sorted(set(found.shots))
            check_minimal(rules, shots, found)
    assert times < 40 or len(sizes) > 2


def check_minimal(rules: Ruleset, shots: Sequence[Shot], found: Clash) -> None:
    """The shots clash, and without any of them the others do not."""
    layouts = fleets(rules.board, rules.fleet.lengths, rules.touching)
    answers = {true_shots(rules, ships, shots) for ships in layouts}
    cells = {shots[number].cell for number in found.shots}
    if len(cells) < len(found.shots):
        assert len(found.shots) == 2
        return
    assert clashes(found.shots, answers)
    for number in found.shots:
        assert not clashes([other for other in found.shots if other != number], answers)


@pytest.mark.parametrize("touching", Touching)
@pytest.mark.parametrize("announce", Announce)
def test_what_knowledge_refuses_clashes_and_nothing_else(
    touching: Touching, announce: Announce
) -> None:
    """Either a shot is refused, or no layout fits, or there is no clash."""
    rules = Ruleset(Board(4, 4), Fleet((3, 2, 1)), touching, announce)
    layouts = fleets(rules.board, rules.fleet.lengths, rules.touching)
    refused = 0
    for number in range(150):
        shots = corrupted(rules, Dice(8, number), 16)
        found = clash(rules, shots)
        try:
            knowledge = Knowledge(rules, tuple(shots))
        except ContradictionError:
            refused += 1
            assert found, shots
        else:
            everything = (1 << len(shots)) - 1
            some = any(true_shots(rules, ships, shots) == everything for ships in layouts)
            assert some is fits(knowledge) is (found is None), shots
    assert 15 < refused < 150


@given(records(64))
def test_the_truth_never_clashes(played: tuple[Layout, Knowledge]) -> None:
    truth, knowledge = played
    assert clash(knowledge.rules, knowledge.shots) is None
    assert fits(knowledge)
    assert clash(truth.rules, ()) is None


@settings(max_examples=60)
@given(records(25))
def test_a_layout_that_is_found_answers_what_is_said_of_it(
    played: tuple[Layout, Knowledge],
) -> None:
    """Each shot alone, and those heard with it, fit a layout found by listing all."""
    _, knowledge = played
    rules, shots = knowledge.rules, knowledge.shots
    if len(rules.fleet.lengths) > 2:
        return
    layouts = fleets(rules.board, rules.fleet.lengths, rules.touching)
    answers = {true_shots(rules, ships, shots) for ships in layouts}
    demands = Demands(rules, shots)
    for number in range(len(shots)):
        assert fitted(demands, 1 << number, Steps(100_000)) in answers


CASES = {
    "a sink beside water": (
        "board 10x10; announce length",
        "B3:miss J10:miss C3:sunk2 D3:hit C2:miss",
        "B3:miss C3:sunk2",
    ),
    "a sink amid water": (
        "board 10x10; announce length",
        "B3:miss C2:miss J1:hit C4:miss D3:miss C3:sunk2",
        "B3:miss C2:miss C4:miss D3:miss C3:sunk2",
    ),
    "a sink too early": (
        "board 10x10; announce length",
        "J1:hit C3:hit D3:hit E3:sunk5 F3:hit",
        "E3:sunk5",
    ),
    "two ships of 5": (
        "board 10x10; announce length",
        "A1:hit B1:hit C1:hit D1:hit E1:sunk5 A3:hit B3:hit C3:hit D3:hit E3:sunk5",
        "E1:sunk5 E3:sunk5",
    ),
    "a ship of 7": ("board 10x10; announce length", "A1:miss J1:sunk7", "J1:sunk7"),
    "six hits for five ships": (
        "board 10x10; announce silent",
        "A1:hit J10:hit C5:miss A10:hit J1:hit E2:miss F8:hit D6:hit",
        "A1:hit J10:hit A10:hit J1:hit F8:hit D6:hit",
    ),
    "hits on a row for one ship": (
        "board 1x9; fleet 3,2; announce silent",
        "A1:hit D1:hit I1:miss H1:hit",
        "A1:hit D1:hit H1:hit",
    ),
    "no room": (
        "board 1x6; fleet 3,2; announce silent",
        "A1:miss E1:hit B1:miss",
        "B1:miss",
    ),
    "a destroyer that does not sink": (
        "board 10x10; announce named",
        "A1:hit=destroyer A2:miss B1:hit=destroyer C1:miss",
        "A1:hit=destroyer B1:hit=destroyer",
    ),
    "a destroyer far and wide": (
        "board 10x10; announce named",
        "A1:hit=destroyer A2:miss J9:miss J10:hit=destroyer",
        "A1:hit=destroyer J10:hit=destroyer",
    ),
    "two cruisers": (
        "board 10x10; announce shown",
        "A1:hit B1:hit C1:sunk3=cruiser@A1-C1 A3:hit B3:hit C3:sunk3=cruiser@A3-C3 A5:miss",
        "C1:sunk3=cruiser@A1-C1 C3:sunk3=cruiser@A3-C3",
    ),
    "a sink over water": (
        "board 10x10; announce shown",
        "A1:hit B1:miss C1:sunk3@A1-C1 J1:hit",
        "B1:miss C1:sunk3@A1-C1",
    ),
    "side by side": (
        "board 10x10; touching no; announce silent",
        "D9:hit E9:hit H1:hit D8:hit A1:miss",
        "E9:hit D8:hit",
    ),
    "a shot after the last ship": (
        "board 1x6; fleet 2; announce length",
        "A1:hit B1:sunk2 C1:miss",
        "B1:sunk2 C1:miss",
    ),
    "a cell twice": ("board 10x10; announce silent", "A1:miss B1:hit A1:miss", "A1:miss A1:miss"),
    "a cell twice, a shot that cannot be": (
        "board 10x10; announce length",
        "A1:miss A1:miss B1:miss J1:sunk7",
        "J1:sunk7",
    ),
    "a sink under silent": ("board 10x10; announce silent", "A1:miss B1:sunk3", "B1:sunk3"),
    "a hit without a name": ("board 10x10; announce named", "A1:miss B1:hit", "B1:hit"),
    "a sink without a length": ("board 10x10; announce length", "A1:hit B1:sunk", "B1:sunk"),
    "a sink without its cells": ("board 10x10; announce shown", "A1:hit B1:sunk2", "B1:sunk2"),
}


@pytest.mark.parametrize("name", CASES)
def test_known_clashes(name: str) -> None:
    rules, record, expected = CASES[name]
    assert said(parse_rules(rules), record) == expected


def said(rules: Ruleset, record: str) -> str:
    """The shots that clash, as text."""
    shots = parse_shots(rules, record)
    found = clash(rules, shots)
    assert found
    assert found.smallest
    sentence = found.sentence(rules, shots)
    assert sentence.endswith(" ".join(record.split()[number] for number in found.shots))
    return sentence.partition(": ")[2]


def test_the_sentence_says_how_many_and_whether_fewer_may_do() -> None:
    rules = Ruleset(announce=Announce.SILENT)
    record = "A1:miss B1:hit C1:miss"
    shots = parse_shots(rules, record)
    told = [
        Clash((0, 2)).sentence(rules, shots),
        Clash((1,)).sentence(rules, shots),
        Clash((0, 1, 2), smallest=False).sentence(rules, shots),
    ]
    assert told == [
        "these 2 shots cannot all be true: A1:miss C1:miss",
        "this shot cannot be true, whatever was heard of the others: B1:hit",
        f"these 3 shots cannot all be true: {record} (fewer of them may clash already)",
    ]


@pytest.mark.parametrize("cells", [0b10010, 1 << 100, -1, 1 << 99 | 1])
def test_cells_that_are_no_ship_clash_and_can_be_said(cells: int) -> None:
    shots = [Shot(3, MISS), Shot(4, Outcome(Kind.SUNK, 2, None, cells))]
    found = clash(Ruleset(), shots)
    assert found == Clash((1,))
    assert found.sentence(Ruleset(), shots).endswith(": E1:sunk2")


@pytest.mark.parametrize("touching", Touching)
@pytest.mark.parametrize("announce", Announce)
def test_a_classic_record_with_one_false_shot(announce: Announce, touching: Touching) -> None:
    """All other shots are true of one layout, so the false shot is in every clash."""
    rules = Ruleset(touching=touching, announce=announce)
    found = []
    for number in range(12):
        shots, false = misheard(rules, Dice(9, number))
        found.append(clash(rules, shots))
        if found[-1]:
            assert false in found[-1].shots
            assert found[-1].smallest
            check_no_fewer(Demands(rules, shots), found[-1])
    assert any(found)


def misheard(rules: Ruleset, dice: Dice) -> tuple[list[Shot], int]:
    """A record of 20 to 60 shots, half of the first ones hits, and the place of a false one."""
    truth = draw_layout(rules, dice)
    water = [cell for cell in range(100) if not truth.occupied >> cell & 1]
    ship = [cell for cell in range(100) if truth.occupied >> cell & 1]
    dice.shuffle(water)
    cells = [cell for pair in zip(ship[:15], water, strict=False) for cell in pair] + water[15:]
    shots, fired = [], 0
    for cell in cells[: 20 + dice.below(41)]:
        shots.append(Shot(cell, answer(truth, fired, cell)))
        fired |= 1 << cell
    false = dice.below(20)
    heard = shots[false].outcome
    other = next(s.outcome for s in shots if s.outcome.kind is not Kind.MISS)
    shots[false] = Shot(shots[false].cell, other if heard.kind is Kind.MISS else MISS)
    return shots, false


def check_no_fewer(demands: Demands, found: Clash) -> None:
    """No shot can be left out of the clash."""
    shots = sum(1 << number for number in found.shots)
    assert fitted(demands, shots, Steps(1_000_000)) is None
    for number in found.shots:
        assert fitted(demands, shots & ~(1 << number), Steps(1_000_000)) is not None


MANY = "board 15x15; fleet 5,5,4,4,3,3,3,2,2,2; announce silent"
TEN = "board 10x10; fleet 4,3,3,2,2,2,1,1,1,1; touching no; announce silent"


@pytest.mark.parametrize("text", [MANY, TEN])
@pytest.mark.parametrize("first", [0, 1])
def test_many_ships_end_in_time_with_a_clash(text: str, first: int) -> None:
    """All their cells and one more: proven smallest or not, what is named does clash."""
    rules = parse_rules(text)
    truth = draw_layout(rules, Dice(1))
    cells = [cell for cell in range(rules.board.size) if truth.occupied >> cell & 1]
    water = [cell for cell in range(rules.board.size) if not truth.occupied >> cell & 1]
    shots = [Shot(cell, HIT) for cell in [*cells, water[first * 40]]]
    found = clash(rules, shots)
    assert found
    if found.smallest:
        check_no_fewer(Demands(rules, shots), found)


def test_fleets_that_fill_the_board_are_found() -> None:
    for board, fleet in (("10x10", ",".join(["5"] * 20)), ("8x8", ",".join(["2"] * 32))):
        rules = parse_rules(f"board {board}; fleet {fleet}; announce silent")
        hits = tuple(Shot(cell, HIT) for cell in range(0, rules.board.size, 3))
        assert fits(Knowledge(rules, hits))
        assert clash(rules, (*hits, Shot(1, MISS))) == Clash((len(hits),))


HIDDEN = "A1:hit D1:hit D4:miss A4:hit B2:miss"
SMALL = parse_rules("board 4x4; fleet 3,2; announce length")


def test_without_a_proof_the_clash_is_small_but_not_called_smallest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(smallest_set, "PROOF_BUDGET", 0)
    assert clash(SMALL, parse_shots(SMALL, HIDDEN)) == Clash((0, 1, 3), smallest=False)


def test_without_any_steps_the_whole_record_is_the_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smallest_set, "PROOF_BUDGET", 0)
    monkeypatch.setattr(smallest_set, "LESSEN_BUDGET", 0)
    assert clash(SMALL, parse_shots(SMALL, HIDDEN)) == Clash((0, 1, 2, 3, 4), smallest=False)
    monkeypatch.setattr(smallest_set, "PROOF_BUDGET", 100_000)
    assert clash(SMALL, parse_shots(SMALL, HIDDEN)) == Clash((0, 1, 3))
    monkeypatch.setattr(smallest_set, "LARGEST", 4)
    assert clash(SMALL, parse_shots(SMALL, HIDDEN)) == Clash((0, 1, 2, 3, 4), smallest=False)


def test_whether_a_layout_fits_may_remain_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clash_module, "FITS_BUDGET", 0)
    shots = parse_shots(SMALL, HIDDEN)
    with pytest.raises(BudgetError, match="within the steps allowed"):
        clash(SMALL, shots)
    with pytest.raises(BudgetError, match="within the steps allowed"):
        fits(Knowledge(SMALL, shots))
    refused = parse_shots(SMALL, "A1:hit C3:miss C4:sunk2 A4:hit")
    assert clash(SMALL, refused) == Clash((1, 2))
    assert clash(SMALL, parse_shots(SMALL, "A1:miss A1:miss")) == Clash((0, 1), smallest=False)
