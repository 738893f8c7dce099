"""The options that many commands share: the rules of the game, the seed, JSON."""

import functools
import inspect
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from unsunk.errors import ImpossibleFleetError, InputError, UnsunkError
from unsunk.rules.board import Board
from unsunk.rules.choices import Announce, Touching
from unsunk.rules.fleet import Fleet
from unsunk.rules.ruleset import RULESETS, Ruleset

Seed = Annotated[int, typer.Option("--seed", min=0, help="Makes every draw repeatable.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON on standard output.")]

_RULE_OPTIONS = {
    "rules": (
        "NAME|FILE",
        f"A ruleset ({', '.join(RULESETS)}) or a TOML file of these, order and first (1 or 2).",
    ),
    "board": ("ROWSxCOLUMNS", "The board, 1x1 to 26x26."),
    "fleet": ("LENGTHS", "The fleet: 5,4,3,3,2, sub=3,tug=1 or classic."),
    "touching": ("|".join(Touching), "May ships touch: yes, at corners only, no."),
    "announce": ("|".join(Announce), "What a shot announces."),
}
_READERS: dict[str, Callable[[str], Any]] = {
    "board": Board.parse,
    "fleet": Fleet.parse,
    "touching": str,
    "announce": str,
    "order": str,
    "first": lambda text: int(text) if text in ("1", "2") else text,
}
LONGEST_VALUE = 2_000
"""Characters of a value in a file; a fleet of 40 ships with long names is shorter."""

Choose = Callable[..., Ruleset | None]


def takes_rules(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the rule options in place of its parameter `rules: Ruleset`.

    The command is called with the ruleset that the options describe.
    """
    return _with_options(command, chosen_rules)


def takes_any_rules(command: Callable[..., None]) -> Callable[..., None]:
    """As `takes_rules`, but where a fleet has room and yet no layout, `rules` is None."""

    def choose(**options: str | None) -> Ruleset | None:
        try:
            return chosen_rules(**options)
        except ImpossibleFleetError as error:
            if error.reason != "no_layout":
                raise
            return None

    return _with_options(command, choose)


def takes_given_rules(command: Callable[..., None]) -> Callable[..., None]:
    """As `takes_rules`, but where no rule option is given, `rules` is None."""

    def choose(**options: str | None) -> Ruleset | None:
        given = any(text is not None for text in options.values())
        return chosen_rules(**options) if given else None

    return _with_options(command, choose)


def takes_race_rules(command: Callable[..., None]) -> Callable[..., None]:
    """As `takes_given_rules`, but a sink is announced by its length if nothing else is said."""

    def choose(**options: str | None) -> Ruleset | None:
        if all(text is None for text in options.values()):
            return None
        if options["rules"] is None and options["announce"] is None:
            options["announce"] = Announce.LENGTH
        return chosen_rules(**options)

    return _with_options(command, choose)


def _with_options(command: Callable[..., None], choose: Choose) -> Callable[..., None]:
    signature = inspect.signature(command)
    own = [parameter for name, parameter in signature.parameters.items() if name != "rules"]

    @functools.wraps(command)
    def run(**values: Any) -> None:
        options = {name: values.pop(name) for name in _RULE_OPTIONS}
        command(rules=choose(**options), **values)

    parameters = [*own, *(_parameter(name) for name in _RULE_OPTIONS)]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def chosen_rules(rules: str | None = None, **options: str | None) -> Ruleset:
    """The ruleset of a name or a file, changed by the options that are given; InputError.

    >>> str(chosen_rules("three", board="5x7", announce="silent"))
    'board 5x7; fleet 3,3,2; touching yes; announce silent; order alternate; first 1'
    """
    base = Ruleset() if rules is None else named_rules(rules)
    return _changed(base, {name: text for name, text in options.items() if text is not None})


def named_rules(text: str) -> Ruleset:
    """The ruleset of that name, or the one that a TOML file describes; InputError.

    The file holds any of `board`, `fleet` (text or a list of lengths), `touching`, `announce`,
    `order` and `first`; what it leaves out is as in the classic game.
    """
    if text in RULESETS:
        return RULESETS[text]
    if not Path(text).is_file():
        raise InputError(f"'{text}' is neither a ruleset ({', '.join(RULESETS)}) nor a file")
    try:
        table = _toml(text)
        unknown = sorted(table.keys() - _READERS.keys())
        if unknown:
            raise InputError(f"'{unknown[0]}' is not one of {', '.join(_READERS)}")
        return _changed(Ruleset(), {name: _as_text(name, table[name]) for name in table})
    except UnsunkError as error:
        error.args = (f"{text}: {error}",)
        raise


def _toml(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"this is not a TOML file: {error}") from None
    except RecursionError:
        raise InputError("this holds lists within lists: rules are text and numbers") from None
    except ValueError:
        raise InputError("this holds a number of thousands of digits: 26 is the most") from None


def _parameter(name: str) -> inspect.Parameter:
    metavar, text = _RULE_OPTIONS[name]
    annotation = Annotated[str | None, typer.Option(f"--{name}", metavar=metavar, help=text)]
    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, keyword, default=None, annotation=annotation)


def _as_text(name: str, value: object) -> str:
    """A TOML value as the text that the command line would hold: a list of lengths with commas."""
    parts = value if isinstance(value, list) else [value]
    if not all(isinstance(part, str) or _is_small(part) for part in parts):
        raise InputError(f"{name} is neither text nor a small number nor a list of such")
    text = ",".join(map(str, parts))
    if len(text) > LONGEST_VALUE:
        raise InputError(f"{name} has {len(text)} characters: the most is {LONGEST_VALUE}")
    return text


def _is_small(value: object) -> bool:
    return type(value) is int and abs(value) < 1000


def _changed(base: Ruleset, texts: Mapping[str, str]) -> Ruleset:
    return replace(base, **{name: _READERS[name](text) for name, text in texts.items()})
