"""What the pictures of packets show: every cell of a packet, before and after one game."""

from typing import Any

from unsunk.rules.bits import cells_of
from unsunk.rules.board import Board
from unsunk.study.bank import SEED, make_bank
from unsunk.study.bits import Tape, source
from unsunk.study.game import Game, play
from unsunk.study.policies.policy import policy
from unsunk.study.reading import Condition, Layer

BOARDS = (Board(5, 5), Board(10, 10))
P, POLICY = 0.5, "random"


def portraits() -> dict[str, Any]:
    """The first packet of each board and what a game at L3 made of it.

    `cells` has a row for each cell of a candidate: `ship`, `branch` (A or B) and `segment`; whether
    it is a `link` end; after the game whether its branch is `active` (None if it was not resolved)
    and its `damage` ("direct", "linked" or None).

    >>> found = portraits()
    >>> [len(board["cells"]) for board in found["boards"]], found["boards"][0]["board"]
    ([36, 36], '5x5')
    """
    return {
        "seed": SEED,
        "p": P,
        "policy": POLICY,
        "layer": str(Layer.L3),
        "boards": [_portrait(board) for board in BOARDS],
    }


def _portrait(board: Board) -> dict[str, Any]:
    packet = make_bank(board, packets=1).packets[0]
    player, tape = policy(POLICY), Tape(packet, P, source("numpy"))
    condition = Condition(board, packet.fleet, Layer.L3, P)
    game = play(packet, condition, (player, player), 0, tape)
    return {
        "board": str(board),
        "trial": packet.number,
        "rounds": game.state.rounds,
        "winner": game.row()["winner"],
        "cells": [row for owner in (0, 1) for row in _cells(game, owner)],
    }


def _cells(game: Game, owner: int) -> list[dict[str, Any]]:
    packet, side = game.packet, game.state.sides[owner]
    rows = []
    for ship, name in enumerate(packet.fleet.names):
        for branch in (0, 1):
            chosen = side.branch[ship]
            for segment, cell in enumerate(cells_of(packet.waters[owner].branch(ship, branch))):
                hurt = chosen == branch and side.damaged >> cell & 1
                kind = "linked" if side.linked >> cell & 1 else "direct"
                rows.append(
                    {
                        "player": owner + 1,
                        "cell": packet.board.name(cell),
                        "ship": name,
                        "branch": "AB"[branch],
                        "segment": segment + 1,
                        "link": segment == packet.links[ship][owner],
                        "active": None if chosen is None else chosen == branch,
                        "damage": kind if hurt else None,
                    }
                )
    return rows
