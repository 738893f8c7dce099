"""One game against the computer: what its events add up to.

The events are small JSON objects, appended and never changed; a `Session` is their fold, so a game
is restored by reading them again. Nothing here draws anything: whatever chance decided is written
in the event itself. Person and computer are players 1 and 2 of the rules.

    created     format, id, rules, level, seeds    randomised  fleet (where each ship lies)
    placed      ship, at                           level       level
    removed     ship                               started     fleet (the computer's)
    cleared                                        fired       by (you or computer), cell
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from unsunk.errors import InputError
from unsunk.rules.game import Game
from unsunk.rules.layout import Layout
from unsunk.rules.notation import parse_rules, rules_text
from unsunk.rules.placement import Placement
from unsunk.rules.ruleset import Ruleset
from unsunk.rules.setup import Setup, Staged

Event = Mapping[str, Any]

FORMAT = 1
"""The format of the events; a change that old events do not fit raises it."""
PERSON, COMPUTER = 1, 2
SIDES = {PERSON: "you", COMPUTER: "computer"}
"""Player of the rules: the name in events."""


@dataclass(frozen=True)
class Seeds:
    """The two secret 64-bit seeds of a game.

    `hide` draws the computer's fleet and nothing else, `show` whatever the person gets to see
    (random placements, the computer's ties): so what is seen says nothing about what is hidden.
    """

    hide: int
    show: int


@dataclass(frozen=True)
class Session(Staged):
    """A game after `version` events.

    `setup` is the person's fleet as far as it is placed; `randomised` counts the random placements;
    `game` is None until the battle starts.
    """

    id: str
    rules: Ruleset
    level: str
    seeds: Seeds
    setup: Setup
    randomised: int = 0
    game: Game | None = None
    version: int = 1


def created(id: str, rules: Ruleset, level: str, seeds: Seeds) -> Event:
    """The first event of a game."""
    return {
        "type": "created",
        "format": FORMAT,
        "id": id,
        "rules": rules_text(rules),
        "level": level,
        "seeds": {"hide": seeds.hide, "show": seeds.show},
    }


def fleet_event(kind: str, layout: Layout) -> Event:
    """An event `randomised` or `started` with a whole fleet."""
    board = layout.rules.board
    return {
        "type": kind,
        "fleet": [Placement.of(board, mask).text(board) for mask in layout.ships],
    }


def fold(events: Sequence[Event]) -> Session:
    """The session that the events of one game add up to; InputError if they are not a game.

    >>> session = fold([created("g", Ruleset(), "hard", Seeds(1, 2)), {"type": "cleared"}])
    >>> session.phase, session.version
    ('setup', 2)
    """
    if not events or events[0].get("type") != "created" or events[0].get("format") != FORMAT:
        raise InputError(f"these are not the events of a game of format {FORMAT}")
    first = events[0]
    rules = parse_rules(first["rules"])
    session = Session(
        id=first["id"],
        rules=rules,
        level=first["level"],
        seeds=Seeds(**first["seeds"]),
        setup=Setup.empty(rules),
    )
    return after(session, events[1:])


def after(session: Session, events: Iterable[Event]) -> Session:
    """The session after more events."""
    for event in events:
        session = replace(_apply(session, event), version=session.version + 1)
    return session


def _apply(session: Session, event: Event) -> Session:
    match event["type"]:
        case "placed":
            at = Placement.parse(session.rules.board, event["at"])
            return replace(session, setup=session.setup.place(event["ship"], at))
        case "removed":
            return replace(session, setup=session.setup.remove(event["ship"]))
        case "cleared":
            return replace(session, setup=session.setup.clear())
        case "randomised":
            drawn = Layout.trusted(session.rules, _fleet(session.rules, event))
            setup = session.setup.filled(drawn)
            return replace(session, setup=setup, randomised=session.randomised + 1)
        case "level":
            return replace(session, level=event["level"])
        case "started":
            rules = session.rules
            ours = Layout(rules, session.setup.layout().ships)
            theirs = Layout(rules, _fleet(rules, event))
            return replace(session, game=Game.start(rules, ours, theirs))
        case "fired" if session.game is not None:
            player = PERSON if event["by"] == SIDES[PERSON] else COMPUTER
            cell = session.rules.board.cell(event["cell"])
            return replace(session, game=session.game.fire(player, cell))
        case other:
            raise InputError(
                f"'{other}' is not an event that can follow in the {session.phase} of a game"
            )


def _mask(rules: Ruleset, text: str) -> int:
    return Placement.parse(rules.board, text).mask(rules.board)


def _fleet(rules: Ruleset, event: Event) -> tuple[int, ...]:
    return tuple(_mask(rules, text) for text in event["fleet"])
