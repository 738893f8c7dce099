"""What one player may see of a game: the only door through which a game leaves the process.

`view` and `heat` build everything that is sent, from a session and the player it is sent to. What
they say of the other's waters comes from that player's `Knowledge`, which holds what was announced
and cannot hold a layout; the layout itself is looked at only when the game is over. So two games
that differ only in ships the player has not heard of give the same bytes, which a test proves.
"""

from collections.abc import Iterator, Sequence

from unsunk.hunting.levels import LEVELS
from unsunk.hunting.levels import level as strategy_of
from unsunk.rules.bits import cells_of
from unsunk.rules.choices import Announce
from unsunk.rules.game import Game
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.shot import Kind
from unsunk.web.refusals import Refusal
from unsunk.web.session import Session
from unsunk.web.shapes import (
    HeatView,
    LogView,
    LyingView,
    RulesView,
    ShipView,
    ShotView,
    SunkView,
    Tally,
    TheirWaters,
    View,
    YourWaters,
)


def view(session: Session, viewer: int) -> View:
    """Everything that player `viewer` (1 or 2) may see of a session."""
    rules, game = session.rules, session.game
    return {
        "id": session.id,
        "version": session.version,
        "phase": session.phase,
        "level": session.level,
        "turn": _side(session.turn, viewer),
        "winner": "draw" if session.winner == "draw" else _side(session.winner, viewer),
        "rules": rules_view(rules, viewer),
        "ships": ships_view(rules),
        "yours": _yours(session, viewer),
        "theirs": _theirs(session, viewer),
        "log": list(_log(game, viewer)) if game is not None else [],
    }


def heat(session: Session, viewer: int, law: str = "own") -> HeatView:
    """What each untried cell of the viewer's waters is worth to the computer.

    `law` is `own`, how much its level wants the cell, or `exact`, how many of the layouts that fit
    what it has heard cover the cell. Refusal outside the battle.
    """
    if session.game is None or session.phase != "battle":
        raise Refusal("wrong_phase", "the computer thinks during the battle only")
    knowledge, name = session.game.knowledge[2 - viewer], session.rules.board.name
    kind, layouts, wanted = _law(session.level, knowledge, law)
    untried = list(cells_of(knowledge.untried))
    most = max((wanted[cell] for cell in untried), default=0) or 1
    return {
        "version": session.version,
        "law": law,
        "kind": kind,
        "layouts": layouts,
        "values": {name(cell): str(wanted[cell]) for cell in untried},
        "shares": {name(cell): round(wanted[cell] / most, 4) for cell in untried},
        "next": None,
    }


def _law(
    level: str, knowledge: Knowledge, law: str
) -> tuple[str | None, str | None, Sequence[int]]:
    """Whether a law is exact, the layouts left under it, and its number a cell."""
    if law == "own":
        return None, None, strategy_of(level).heat(knowledge)
    from unsunk.belief.posterior import posterior  # it may load compiled kernels: not at the start

    known = posterior(knowledge)
    return known.kind, str(known.layouts), known.counts


def levels() -> dict[str, list[dict[str, str]]]:
    """The levels and their strategies."""
    return {"levels": [{"id": level, "strategy": name} for level, name in LEVELS.items()]}


def _side(player: int | None, viewer: int) -> str | None:
    if player is None:
        return None
    return "you" if player == viewer else "computer"


def rules_view(rules: Ruleset, viewer: int) -> RulesView:
    """The rules, as player `viewer` is told of them."""
    return {
        "rows": rules.board.rows,
        "columns": rules.board.columns,
        "board": str(rules.board),
        "fleet": str(rules.fleet),
        "touching": rules.touching.value,
        "announce": rules.announce.value,
        "order": rules.order.value,
        "first": "you" if rules.first == viewer else "computer",
    }


def ships_view(rules: Ruleset) -> list[ShipView]:
    """The ships of the fleet that both sides have."""
    return [{"ship": s.index, "name": s.name, "length": s.length} for s in rules.fleet.ships]


def _names(rules: Ruleset, mask: int) -> list[str]:
    return [rules.board.name(cell) for cell in cells_of(mask)]


def _tally(knowledge: Knowledge | None) -> Tally:
    shots = len(knowledge) if knowledge is not None else 0
    hits = knowledge.hits.bit_count() if knowledge is not None else 0
    return {"shots": shots, "hits": hits, "accuracy": round(hits / shots, 4) if shots else None}


def _yours(session: Session, viewer: int) -> YourWaters:
    """The viewer's own waters: they know which ship each shot has hit, whatever was announced."""
    rules, game = session.rules, session.game
    placed = session.placed if game is None else game.layouts[viewer - 1].ships
    against = None if game is None else game.knowledge[2 - viewer]
    shots: list[ShotView] = []
    sunk: list[SunkView] = []
    fired = 0
    for shot in against.shots if against is not None else ():
        fired |= 1 << shot.cell
        ship = next((i for i, mask in enumerate(placed) if mask and mask >> shot.cell & 1), None)
        shots.append(
            {"cell": rules.board.name(shot.cell), "kind": shot.outcome.kind.value, "ship": ship}
        )
        mask = placed[ship] if ship is not None else None
        if ship is not None and mask and not mask & ~fired:
            sunk.append({"ship": ship, "length": mask.bit_count(), "cells": _names(rules, mask)})
    return {
        "ships": [
            {"ship": ship, "cells": _names(rules, mask)} if mask else None
            for ship, mask in enumerate(placed)
        ],
        "shots": shots,
        "sunk": sunk,
        "tally": _tally(against),
    }


def _theirs(session: Session, viewer: int) -> TheirWaters:
    """The other's waters: what the viewer's shots have announced, and all of it at the end."""
    rules, game = session.rules, session.game
    if game is None:
        return {"ships": None, "shots": [], "sunk": [], "tally": _tally(None)}
    knowledge = game.knowledge[viewer - 1]
    revealed: list[LyingView] | None = None
    if session.phase == "over":
        layout = game.layouts[2 - viewer]
        revealed = [
            {"ship": i, "cells": _names(rules, mask)} for i, mask in enumerate(layout.ships)
        ]
    return {
        "ships": revealed,
        "shots": [
            {
                "cell": rules.board.name(shot.cell),
                "kind": shot.outcome.kind.value,
                "ship": _heard_ship(rules, shot),
            }
            for shot in knowledge.shots
        ],
        "sunk": [
            _heard_sunk(knowledge, shot)
            for shot in knowledge.shots
            if shot.outcome.kind is Kind.SUNK
        ],
        "tally": _tally(knowledge),
    }


def _heard_ship(rules: Ruleset, shot: Shot) -> int | None:
    name = shot.outcome.name
    return None if name is None else rules.fleet.names.index(name)


def _heard_sunk(knowledge: Knowledge, shot: Shot) -> SunkView:
    """A sink as announced; under `named` the ship's cells are those its name was heard at."""
    rules, outcome = knowledge.rules, shot.outcome
    cells = outcome.cells
    if rules.announce is Announce.NAMED and outcome.name is not None:
        cells = knowledge.named_hits[outcome.name]
    return {
        "ship": _heard_ship(rules, shot),
        "length": outcome.length,
        "cells": _names(rules, cells) if cells else None,
    }


def _log(game: Game, viewer: int) -> Iterator[LogView]:
    for number, (player, shot) in enumerate(game.history(), 1):
        yield {
            "n": number,
            "by": "you" if player == viewer else "computer",
            "cell": game.rules.board.name(shot.cell),
            "kind": shot.outcome.kind.value,
            "ship": shot.outcome.name,
            "length": shot.outcome.length,
        }
