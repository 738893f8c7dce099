"""What best replies tell of all laws, against every hunt of tiny boards; and the folder of them."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.naive_race import all_laws
from unsunk.belief.listed import list_layouts_of
from unsunk.errors import InputError
from unsunk.racing.pace import Floats
from unsunk.racing.pool import spread
from unsunk.rules.notation import parse_rules
from unsunk.solving.known import REPLIES, Known, known_in

TINY = ["2x3; fleet 2", "2x3; fleet 2,2", "1x7; fleet 3,2", "3x3; fleet 2", "2x4; fleet 2"]
LISTED = list_layouts_of(parse_rules("board 2x4; fleet 2; announce length"))
EVEN = np.full(len(LISTED), 1 / len(LISTED))


def falling(draw: np.random.Generator, cells: int) -> Floats:
    wins: Floats = -np.sort(-draw.random(cells + 1))
    return wins


@pytest.mark.parametrize("text", TINY)
def test_no_law_of_a_hunt_wins_more_than_what_best_replies_say(text: str) -> None:
    """Against every falling chance: the truth stands below, and on what was asked they agree."""
    listed, draw = list_layouts_of(parse_rules(f"board {text}; announce length")), 5
    rng = np.random.default_rng(draw)
    lottery = rng.dirichlet(np.ones(len(listed.sizes)))
    laws = np.einsum("jkt,k->jt", all_laws(listed), lottery)
    known, cells = Known(listed, spread(listed, lottery)), listed.rules.board.size
    for turn in range(6):
        wins = falling(rng, cells)
        best = float((laws @ wins).max())
        if turn:
            assert known.most(wins) >= best - 1e-9
        told = known.ask(wins)
        assert told.value <= best + 1e-9 <= told.bound + 2e-9
        assert known.most(wins) == pytest.approx(best, abs=1e-4)


def test_the_same_question_is_answered_once() -> None:
    kept: list[int] = []
    known = Known(LISTED, EVEN, keep=lambda told: kept.append(len(told)))
    wins = falling(np.random.default_rng(1), 8)
    assert known.find(wins) is None
    told = known.ask(wins)
    assert known.ask(wins + 1e-15) is told is known.find(wins)
    assert known.ask(wins / 2) is not told
    assert kept == [1, 2]


def keep_one(folder: Path) -> Path:
    with known_in(folder, LISTED, EVEN) as known:
        known.ask(falling(np.random.default_rng(1), 8))
    return folder / REPLIES


def test_a_folder_gives_its_replies_back_number_by_number(tmp_path: Path) -> None:
    keep_one(tmp_path / "a")
    asked = Known(LISTED, EVEN)
    asked.ask(falling(np.random.default_rng(1), 8))
    with known_in(tmp_path / "a", LISTED, EVEN) as known:
        assert known.told == asked.told


def test_replies_to_another_lottery_or_under_other_rules_are_refused(tmp_path: Path) -> None:
    keep_one(tmp_path)
    other = list_layouts_of(parse_rules("board 2x4; fleet 3; announce length"))
    moved = spread(LISTED, np.arange(1, len(LISTED.sizes) + 1) / 1.0)
    for listed, hidden in ((other, np.full(len(other), 1 / len(other))), (LISTED, moved)):
        with (
            pytest.raises(InputError, match="keeps replies to another player"),
            known_in(tmp_path, listed, hidden / hidden.sum()),
        ):
            pass


@pytest.mark.parametrize("how", ["cut", "short", "text", "none", "list", "bound"])
def test_a_damaged_folder_is_refused_and_left_as_it_is(tmp_path: Path, how: str) -> None:
    file = keep_one(tmp_path)
    kept = json.loads(file.read_text())
    if how == "short":
        kept["replies"][0]["law"].pop()
    elif how == "text":
        kept["replies"][0]["wins"][0] = "much"
    elif how == "none":
        del kept["replies"][0]["bound"]
    elif how == "bound":
        kept["replies"][0]["bound"] = "0.5"
    text = json.dumps([1] if how == "list" else kept)
    file.write_text(text[:-9] if how == "cut" else text)
    before = file.read_bytes()
    with (
        pytest.raises(InputError, match="is damaged: remove it"),
        known_in(tmp_path, LISTED, EVEN),
    ):
        pass
    assert file.read_bytes() == before


def test_one_process_holds_a_folder(tmp_path: Path) -> None:
    with (
        known_in(tmp_path, LISTED, EVEN),
        pytest.raises(InputError, match="in use by another exploit"),
        known_in(tmp_path, LISTED, EVEN),
    ):
        pass
