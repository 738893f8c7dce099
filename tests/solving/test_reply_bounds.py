"""Bounds for several chances at once: against exact replies, one by one."""

import numpy as np
import pytest
from numpy.typing import NDArray

from unsunk.belief.listed import list_layouts_of
from unsunk.errors import BudgetError, InputError
from unsunk.racing.pool import spread
from unsunk.rules.notation import parse_rules
from unsunk.solving import reply_bounds as module
from unsunk.solving.best_reply import best_reply
from unsunk.solving.reply_bounds import reply_bounds

Floats = NDArray[np.float64]
BOARDS = ["3x3; fleet 2", "2x4; fleet 2", "2x4; fleet 3,2", "3x4; fleet 3,2", "4x4; fleet 3,2"]
UP = 2.0**-16
"""What a share may be rounded up by, a shot."""


def question(text: str, seed: int, many: int) -> tuple[object, Floats, Floats]:
    listed = list_layouts_of(parse_rules(f"board {text}"))
    draw, cells = np.random.default_rng(seed), listed.rules.board.size
    hidden = spread(listed, draw.dirichlet(np.ones(len(listed.sizes))))
    wins = -np.sort(-draw.random((many, cells + 1)), axis=1)
    late = draw.integers(listed.rules.fleet.cells, cells, many)
    wins[::2] *= np.arange(cells + 1) <= late[::2, None]  # some cannot be won late
    return listed, hidden, wins


@pytest.mark.parametrize("announce", ["length", "silent"])
@pytest.mark.parametrize("many", [1, 5, 9])
@pytest.mark.parametrize("text", BOARDS)
def test_bounds_stand_just_above_the_best_replies(text: str, many: int, announce: str) -> None:
    listed, hidden, wins = question(f"{text}; announce {announce}", many, many)
    found = reply_bounds(listed, hidden, wins)  # type: ignore[arg-type]
    for bound, chances in zip(found.bounds, wins, strict=True):
        value = best_reply(listed, hidden, chances).value  # type: ignore[arg-type]
        assert bound - found.over <= value <= bound <= value + UP * wins.shape[1]


def test_neither_the_workers_nor_the_company_change_a_bound() -> None:
    listed, hidden, wins = question("3x4; fleet 3,2; announce length", 7, 9)
    found = reply_bounds(listed, hidden, wins, workers=1).bounds  # type: ignore[arg-type]
    for workers in (2, 3):
        again = reply_bounds(listed, hidden, wins, workers=workers)  # type: ignore[arg-type]
        assert again.bounds.tolist() == found.tolist()
    turned = reply_bounds(listed, hidden, wins[::-1])  # type: ignore[arg-type]
    assert turned.bounds.tolist() == found[::-1].tolist()


def test_too_many_chances_or_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    listed, hidden, wins = question("3x4; fleet 3,2; announce length", 7, 10)
    for some in (wins, wins[:0]):
        with pytest.raises(InputError, match="chances at once: 1 to 9 are possible"):
            reply_bounds(listed, hidden, some)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="must not rise"):
        reply_bounds(listed, hidden, wins[:2, ::-1])  # type: ignore[arg-type]
    monkeypatch.setattr(module, "SMALL", 4096)
    with pytest.raises(BudgetError, match="more than 4,096 states of knowledge"):
        reply_bounds(listed, hidden, wins[:3])  # type: ignore[arg-type]
