"""A record followed in all trees at once is followed as in each of them alone."""

import numpy as np
import pytest

from tests.generators import told
from unsunk.belief.listed import list_layouts_of
from unsunk.hunting.forest import ELSEWHERE, Forest
from unsunk.hunting.hunt import grow, next_cell
from unsunk.rules.choices import Announce
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import parse_rules
from unsunk.rules.shot import answer

BOARDS = ("3x3; fleet 2,2", "2x5; fleet 3,1", "4x4; fleet 3,2", "1x6; fleet 2,2")
HUNTS = 7


def one_by_one(forest: Forest, hunts: list, knowledge: Knowledge) -> list[list[int]]:
    """The slow twin: every tree is asked about every image of the record."""
    moves = knowledge.rules.board.symmetries
    asked = [
        [next_cell(hunt, forest.listed, knowledge.moved(move)) for move in moves] for hunt in hunts
    ]
    return [
        [
            ELSEWHERE if cell is None else move.index(cell)
            for cell, move in zip(row, moves, strict=True)
        ]
        for row in asked
    ]


@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("board", BOARDS)
def test_as_each_hunt_alone(board: str, announce: Announce) -> None:
    rules = parse_rules(f"board {board}; announce {announce}")
    listed, dice = list_layouts_of(rules), np.random.default_rng(5)
    hunts = [grow(listed, dice.integers(0, 99, len(listed))) for _ in range(HUNTS)]
    forest, followed = Forest(hunts, listed), 0
    for _ in range(6):
        layout = listed.layout(int(dice.integers(len(listed))))
        led = int(dice.integers(HUNTS)), int(dice.integers(len(rules.board.symmetries)))
        knowledge = Knowledge(rules)
        while not knowledge.finished:
            aims = forest.aims(knowledge).tolist()
            assert aims == one_by_one(forest, hunts, knowledge)
            followed += sum(cell != ELSEWHERE for row in aims for cell in row)
            cell = aims[led[0]][led[1]]
            knowledge = knowledge.after(cell, answer(layout, knowledge.fired, cell))
        assert (forest.aims(knowledge) == ELSEWHERE).all()
    assert followed > 100


def test_records_that_no_hunt_leads_to() -> None:
    rules = parse_rules("board 4x4; fleet 3,2; announce length")
    listed = list_layouts_of(rules)
    hunts = [grow(listed)]
    forest = Forest(hunts, listed)
    knowledge = told(listed.layout(0), [15, 12])
    assert (forest.aims(knowledge) == ELSEWHERE).all()
    assert one_by_one(forest, hunts, knowledge) == forest.aims(knowledge).tolist()
