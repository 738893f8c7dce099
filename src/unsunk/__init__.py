"""Battleship: played, measured, solved.

The names below are the public ones; each is imported when it is first used, so that importing
the package loads neither NumPy nor Numba.

>>> import unsunk
>>> rules = unsunk.Ruleset(unsunk.Board(5, 5), unsunk.THREE, announce=unsunk.Announce.LENGTH)
>>> unsunk.count_layouts(rules), unsunk.count_distinct(rules)
(8000, 1009)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unsunk.belief.clash import clash
    from unsunk.belief.density import density
    from unsunk.belief.posterior import Posterior, posterior
    from unsunk.errors import UnsunkError
    from unsunk.hunting.check import check_strategy
    from unsunk.hunting.play import play
    from unsunk.hunting.strategy import Strategy, strategy, strategy_names
    from unsunk.racing.bench import bench
    from unsunk.rules.board import Board
    from unsunk.rules.choices import Announce, Order, Touching
    from unsunk.rules.counting import count_distinct, count_layouts, list_layouts
    from unsunk.rules.dice import Dice
    from unsunk.rules.drawing import draw_layout
    from unsunk.rules.fleet import CLASSIC, STUDY, THREE, Fleet
    from unsunk.rules.game import Game
    from unsunk.rules.knowledge import Knowledge, Shot
    from unsunk.rules.layout import Layout, canonical
    from unsunk.rules.notation import (
        game_text,
        layout_text,
        parse_game,
        parse_layout,
        parse_record,
        parse_rules,
        record_text,
        rules_text,
    )
    from unsunk.rules.placement import Placement
    from unsunk.rules.ruleset import Ruleset
    from unsunk.rules.shot import Kind, Outcome

_HOME = {
    "belief.clash": "clash",
    "belief.density": "density",
    "belief.posterior": "Posterior posterior",
    "errors": "UnsunkError",
    "hunting.check": "check_strategy",
    "hunting.play": "play",
    "hunting.strategy": "Strategy strategy strategy_names",
    "racing.bench": "bench",
    "rules.board": "Board",
    "rules.choices": "Announce Order Touching",
    "rules.counting": "count_distinct count_layouts list_layouts",
    "rules.dice": "Dice",
    "rules.drawing": "draw_layout",
    "rules.fleet": "CLASSIC STUDY THREE Fleet",
    "rules.game": "Game",
    "rules.knowledge": "Knowledge Shot",
    "rules.layout": "Layout canonical",
    "rules.notation": "game_text layout_text parse_game parse_layout parse_record parse_rules "
    "record_text rules_text",
    "rules.placement": "Placement",
    "rules.ruleset": "Ruleset",
    "rules.shot": "Kind Outcome",
}
"""Module: the public names it is home to."""

_MODULE = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = [
    "CLASSIC",
    "STUDY",
    "THREE",
    "Announce",
    "Board",
    "Dice",
    "Fleet",
    "Game",
    "Kind",
    "Knowledge",
    "Layout",
    "Order",
    "Outcome",
    "Placement",
    "Posterior",
    "Ruleset",
    "Shot",
    "Strategy",
    "Touching",
    "UnsunkError",
    "bench",
    "canonical",
    "check_strategy",
    "clash",
    "count_distinct",
    "count_layouts",
    "density",
    "draw_layout",
    "game_text",
    "layout_text",
    "list_layouts",
    "parse_game",
    "parse_layout",
    "parse_record",
    "parse_rules",
    "play",
    "posterior",
    "record_text",
    "rules_text",
    "strategy",
    "strategy_names",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE:
        raise AttributeError(f"module 'unsunk' has no attribute '{name}'")
    value = getattr(import_module(f"unsunk.{_MODULE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
