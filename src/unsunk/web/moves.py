"""What a request does to a game: the events it adds, or a Refusal with nothing changed.

Chance enters here and only here, from the two secret seeds of the session, each draw at its own
place in them: decided again from the same events, a request gives the same events.
"""

from unsunk.errors import LayoutError, UnsunkError
from unsunk.hunting.levels import level as strategy_of
from unsunk.hunting.warming import SLOW
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice
from unsunk.rules.fleet import Ship
from unsunk.rules.layout import Layout
from unsunk.rules.placement import Placement
from unsunk.web import messages
from unsunk.web.draws import draw
from unsunk.web.refusals import Refusal, refusal
from unsunk.web.session import COMPUTER, PERSON, SIDES, Event, Session, after, fleet_event
from unsunk.web.terms import playable

MOST_SETUP_EVENTS = 500
"""How often a person may change their mind before the battle."""


def decide(session: Session, action: messages.Action) -> list[Event]:
    """The events that an action adds to a session; Refusal if the rules or the phase forbid it."""
    if isinstance(action, messages.Fire):
        return fire(session, action.cell)
    if session.phase != "setup":
        raise Refusal("wrong_phase", f"'{action.type}' belongs to the setup: the battle has begun")
    if session.version >= MOST_SETUP_EVENTS and not isinstance(action, messages.Start):
        raise Refusal(
            "too_many_requests",
            f"the setup has taken {session.version} steps: start the battle or a new game",
        )
    match action:
        case messages.Place():
            return place(session, action.ship, action.first, across=action.across)
        case messages.Remove():
            ship = _known_ship(session, action.ship).index
            there = session.placed[ship] is not None
            return [{"type": "removed", "ship": ship}] if there else []
        case messages.Clear():
            return [] if session.setup.is_empty else [{"type": "cleared"}]
        case messages.Random():
            return [fleet_event("randomised", shown_fleet(session))]
        case messages.SetLevel():
            playable(action.level, session.rules)
            return (
                [{"type": "level", "level": action.level}] if action.level != session.level else []
            )
        case messages.Start():
            return start(session)


def counts(session: Session, action: messages.Action) -> bool:
    """Whether the computer may have to count whole fleets for its answer to an action."""
    return session.level in SLOW and isinstance(action, messages.Fire | messages.Start)


def place(session: Session, ship: int, first: str, *, across: bool) -> list[Event]:
    """Place a ship, or move it if it lies somewhere already."""
    known, board = _known_ship(session, ship), session.rules.board
    placement = Placement(_cell(session, first), known.length, across)
    try:
        setup = session.setup.place(ship, placement)
    except LayoutError as error:
        more = {"length": known.length} if error.other is None else {"other": error.other}
        raise refusal(error, ship=known.name, cell=first, **more) from None
    if setup == session.setup:
        return []
    return [{"type": "placed", "ship": ship, "at": placement.text(board)}]


def start(session: Session) -> list[Event]:
    """Start the battle: the computer's fleet is drawn, and its first shot if it moves first."""
    missing = session.setup.missing
    if missing:
        raise Refusal(
            "fleet_incomplete",
            f"the fleet is not complete: place the {', '.join(missing)}",
            count=len(missing),
            ships=", ".join(missing),
        )
    return with_answer(session, fleet_event("started", hidden_fleet(session)))


def hidden_fleet(session: Session) -> Layout:
    """The computer's fleet; Refusal if no fleet can be drawn on so crowded a board.

    It depends on the rules, the level and the seed `hide` alone: not on the person's fleet.
    """
    rules, seed = session.rules, session.seeds.hide
    own = strategy_of(session.level).hides(rules, Dice(seed, LAYOUT_STREAM))
    return draw(rules, seed) if own is None else own


def shown_fleet(session: Session) -> Layout:
    """The fleet that the person asks to be drawn; Refusal as for the computer's."""
    return draw(session.rules, session.seeds.show, session.randomised)


def fire(session: Session, text: str) -> list[Event]:
    """The person fires; the computer answers if the game goes on."""
    if session.game is None:
        raise Refusal("wrong_phase", "no shot before the battle: place the fleet and start")
    cell = _cell(session, text)
    name = session.rules.board.name(cell)
    try:
        session.game.fire(PERSON, cell)
    except UnsunkError as error:
        raise refusal(error, cell=name) from None
    return with_answer(session, {"type": "fired", "by": SIDES[PERSON], "cell": name})


def with_answer(session: Session, event: Event) -> list[Event]:
    """An event, and the computer's shot if it is the computer's turn after it."""
    then = after(session, [event])
    if then.game is None or then.turn != COMPUTER:
        return [event]
    knowledge = then.game.knowledge[COMPUTER - 1]
    cell = strategy_of(then.level).next_shot(knowledge, Dice(then.seeds.show, SHOT_STREAM))
    return [event, {"type": "fired", "by": SIDES[COMPUTER], "cell": then.rules.board.name(cell)}]


def _cell(session: Session, text: str) -> int:
    try:
        return session.rules.board.cell(text)
    except UnsunkError as error:
        raise Refusal("bad_cell", str(error), cell=text) from None


def _known_ship(session: Session, index: int) -> Ship:
    try:
        return session.setup.ship(index)
    except LayoutError as error:
        raise refusal(error, ship=index) from None
