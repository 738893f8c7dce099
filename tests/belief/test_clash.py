"""Smallest clashes, against all sets of shots and all layouts."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest

from tests.naive import labelled
from unsunk.belief.clash import Clash, clash
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.dice import Dice
from unsunk.rules.drawing import draw_layout
from unsunk.rules.fleet import Fleet
from unsunk.rules.knowledge import Shot
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import HIT, MISS, Kind, Outcome, answer

BOARDS = {
    "4x4": (Board(4, 4), Fleet((3, 2)), 150),
    "3x4": (Board(3, 4), Fleet((3, 2)), 150),
    "1x7": (Board(1, 7), Fleet((3, 2)), 150),
    "2x6": (Board(2, 6), Fleet((2, 1, 1)), 100),
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


def distinct_first(shots: Sequence[Shot]) -> list[Shot]:
    return list({shot.cell: shot for shot in reversed(shots)}.values())


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
    assert times < 100 or len(sizes) > 2


def check_minimal(rules: Ruleset, shots: Sequence[Shot], found: Clash) -> None:
    """The shots clash, and without any of them the others do not."""
    layouts = fleets(rules.board, rules.fleet.lengths, rules.touching)
    answers = {true_shots(rules, ships, shots) for ships in layouts}
    cells = {shots[number].cell for number in found.shots}
    assert len(cells) < len(found.shots) or clashes(found.shots, answers)
