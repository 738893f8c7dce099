"""A small solved player, mixtures of grown hunts, and what tests of commands about them share."""

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unsunk.belief.listed import Listed, list_layouts_of
from unsunk.cli.main import main
from unsunk.hunting.hunt import grow
from unsunk.hunting.mixture import Mixture
from unsunk.racing.pace import pace_of
from unsunk.racing.pool import Pool, spread
from unsunk.rules.notation import parse_rules
from unsunk.rules.ruleset import Ruleset
from unsunk.solving.run import PLAYER, Kept, solve, write_player

RULES = "--board 3x3 --fleet 2,2"
"""A solve of these settles in a second."""
SMALL = parse_rules("board 3x3; fleet 2,2; announce length")


def grown(rules: Ruleset, hunts: int = 3, seed: int = 1) -> Mixture:
    """A mixture of hunts grown on random weights, that hides by a random lottery."""
    listed, rng = list_layouts_of(rules), np.random.default_rng(seed)
    pool = Pool(listed)
    while len(pool) < hunts:
        pool.add(grow(listed, rng.integers(0, 50, len(listed))))
    weights, hider = _lottery(rng, hunts), _lottery(rng, len(listed.sizes))
    pace = pace_of(pool.times, weights, spread(listed, hider), rules.board.size)
    return Mixture(rules, tuple(pool.hunts), weights, hider, pace.law, {"method": "grown"}, {})


def solved(folder: Path) -> Path:
    """The file of a player of `SMALL`, solved into a new folder to a third of a point."""
    with Kept.begin(folder, SMALL) as kept:
        solve(kept, tolerance=0.3, workers=1)
        write_player(kept, 0.3, workers=1)
    return folder / PLAYER


def refused(capsys: pytest.CaptureFixture[str], arguments: str, sentence: str) -> None:
    """A command ends with one sentence and exit code 2."""
    assert main(shlex.split(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("unsunk: ")
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


def told(capsys: pytest.CaptureFixture[str], arguments: str) -> dict[str, Any]:
    """The JSON that a command prints, and nothing else."""
    assert main([*shlex.split(arguments), "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    found: dict[str, Any] = json.loads(captured.out)
    return found


def symmetric_times(mixture: Mixture, listed: Listed) -> list[list[int]]:
    """For every hunt and every symmetry the finishing times, layout by layout: a slow twin."""
    from unsunk.hunting.hunt import next_cell
    from unsunk.rules.knowledge import Knowledge
    from unsunk.rules.shot import answer

    found = []
    for hunt in mixture.hunts:
        shots = []
        for number in range(len(listed)):
            layout, known = listed.layout(number), Knowledge(mixture.rules)
            while not known.finished:
                cell = next_cell(hunt, listed, known)
                assert cell is not None
                known = known.after(cell, answer(layout, known.fired, cell))
            shots.append(len(known))
        found += [[shots[image] for image in row] for row in listed.images.tolist()]
    return found


def _lottery(rng: np.random.Generator, many: int) -> np.ndarray:
    weights = rng.random(many) ** 2
    return weights / weights.sum()
