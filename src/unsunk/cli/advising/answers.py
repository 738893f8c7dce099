"""The law as JSON; the names of its parts are told in `docs/commands.md`."""

from collections.abc import Sequence

from unsunk.belief.posterior import Posterior
from unsunk.cli.advising.words import outcomes_of
from unsunk.rules.board import Board
from unsunk.rules.notation import record_text, rules_text
from unsunk.rules.placement import Placement, placements

MOST_BEST = 10
"""Cells of which the outcomes are told."""


def law_answer(law: Posterior, seconds: float) -> dict[str, object]:
    """What a record says of every cell, those fired at included."""
    board = law.knowledge.rules.board
    answer = _head(law, seconds) | {
        "counts": _by_cell(board, law.counts),
        "probabilities": _by_cell(board, law.chances),
    }
    if law.kind == "sampled":
        low, high = zip(*map(law.interval, range(board.size)), strict=True)
        answer |= {"low": _by_cell(board, low), "high": _by_cell(board, high)}
    return answer


def advice_answer(
    law: Posterior, seconds: float, strategy: str, cells: Sequence[int]
) -> dict[str, object]:
    """Where a strategy would fire, one of `cells`, and what the likeliest cells may answer."""
    board = law.knowledge.rules.board
    first = _told(law, cells[0]) if cells else {}
    likeliest = sorted(range(board.size), key=lambda cell: (-law.heat[cell], cell))[:MOST_BEST]
    return {
        "cell": first.get("cell"),
        "probability": first.get("probability"),
        **_head(law, seconds),
        "outcomes": first.get("outcomes", {}),
        "strategy": strategy,
        "cells": [board.name(cell) for cell in cells],
        "best": [_told(law, cell) for cell in likeliest if law.heat[cell]],
        "finished": law.knowledge.finished,
    }


def ships_answer(law: Posterior) -> list[dict[str, object]]:
    """For each kind of ship the layouts that have one at a placement; placements of none left out.

    Ships alike are one kind: each layout counts once for each of them.
    """
    rules = law.knowledge.rules
    return [
        {
            "length": (length := rules.fleet.lengths[group[0]]),
            "ships": [rules.fleet.names[ship] for ship in group],
            "placements": {
                Placement.of(rules.board, mask).text(rules.board): count
                for mask, count in zip(placements(rules.board, length), places, strict=True)
                if count
            },
        }
        for group, places in zip(rules.groups, law.places, strict=True)
    ]


def _head(law: Posterior, seconds: float) -> dict[str, object]:
    head: dict[str, object] = {"layouts": law.layouts, "kind": law.kind}
    if law.sample is not None:
        low, high = law.sample.layouts
        head |= {"layouts_low": low, "layouts_high": high}
    return head | {
        "effective": law.effective,
        "seconds": seconds,
        "rules": rules_text(law.knowledge.rules),
        "record": record_text(law.knowledge),
    }


def _told(law: Posterior, cell: int) -> dict[str, object]:
    told: dict[str, object] = {
        "cell": law.knowledge.rules.board.name(cell),
        "count": law.counts[cell],
        "probability": law.chance(cell),
    }
    if law.kind == "sampled":
        low, high = law.interval(cell)
        told |= {"low": low, "high": high}
    return told | {"outcomes": outcomes_of(law, cell)}


def _by_cell(board: Board, values: Sequence[float]) -> dict[str, float]:
    return {board.name(cell): value for cell, value in enumerate(values)}
