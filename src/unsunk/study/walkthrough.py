"""Games told shot by shot: what was fired, which bits were read, what they did, what was heard."""

from collections.abc import Iterator

from unsunk.rules.placement import Placement
from unsunk.study.bits import Tape
from unsunk.study.game import Game, play
from unsunk.study.layers import Event
from unsunk.study.packet import Packet
from unsunk.study.policies.policy import Policy
from unsunk.study.reading import PAPER, Condition, Feedback, Layer, Reading, Told


def walkthrough(
    packet: Packet, policy: Policy, tape: Tape, reading: Reading = PAPER
) -> Iterator[str]:
    """The lines of one game of each rule layer, of a policy against itself, player 1 first.

    All have the packet and the tape's bits in common. The games are played as the lines are read.
    """
    for layer in Layer:
        p = None if layer is Layer.L0 else tape.p
        condition = Condition(packet.board, packet.fleet, layer, p, reading)
        yield from tell(play(packet, condition, (policy, policy), 0, tape))
        yield ""


def tell(game: Game) -> Iterator[str]:
    """The lines of a game: where the ships may lie, every shot, the end.

    >>> from unsunk.rules.board import Board
    >>> from unsunk.study.bank import make_bank
    >>> from unsunk.study.bits import source
    >>> from unsunk.study.policies.policy import policy
    >>> packet = make_bank(Board(5, 5), packets=1).packets[0]
    >>> tape, players = Tape(packet, 0.5, source("numpy")), (policy("random"), policy("random"))
    >>> lines = tell(play(packet, Condition(Board(5, 5)), players, 0, tape))
    >>> next(lines)
    'L0: packet 1 of 4,3,2 on 5x5, reading paper; player 1 fires first'
    """
    condition, packet = game.condition, game.packet
    chance = "" if condition.p is None else f", p = {condition.p:g}"
    yield (
        f"{condition.layer}: packet {packet.number} of {packet.fleet} on {packet.board}{chance}, "
        f"reading {condition.reading}; player {game.start + 1} fires first"
    )
    for owner in (0, 1):
        yield f"  player {owner + 1} hides {_hidden(game, owner)}"
    if condition.layer >= Layer.L3:
        yield f"  linked {_links(packet)}"
    linked: set[tuple[int, int]] = set()
    for number, event in enumerate(game.events):
        known = (1 - event.shooter, event.cell) in linked
        what = "; ".join(_happened(game, event, known))
        yield (
            f"  {number // 2 + 1:>3}. player {event.shooter + 1}, {event.attack} at "
            f"{packet.board.name(event.cell)}: {what}"
        )
        if event.linked is not None:
            linked.add(event.linked)
    winner, rounds = game.state.winner, game.state.rounds
    if winner is None:
        yield f"  a draw in round {rounds}: one shot sank the last of both fleets"
    else:
        yield f"  player {winner + 1} wins in round {rounds}"


def _hidden(game: Game, owner: int) -> str:
    """The ships with their place, or both candidates from L2 on."""
    packet = game.packet
    branches = (0, 1) if game.condition.layer >= Layer.L2 else (0,)
    ships = []
    for ship, name in enumerate(packet.fleet.names):
        places = [_place(packet, owner, ship, branch) for branch in branches]
        ships.append(f"{name} at {' or '.join(places)}")
    return ", ".join(ships)


def _links(packet: Packet) -> str:
    return ", ".join(
        f"{name}: segment {one + 1} of player 1's with segment {other + 1} of player 2's"
        for name, (one, other) in zip(packet.fleet.names, packet.links, strict=True)
    )


def _place(packet: Packet, owner: int, ship: int, branch: int) -> str:
    mask = packet.waters[owner].branch(ship, branch)
    return Placement.of(packet.board, mask).text(packet.board)


def _happened(game: Game, event: Event, known: bool) -> Iterator[str]:
    """What a shot did, in the order of the rules; `known` if a link had damaged the cell before."""
    names = game.packet.fleet.names
    if event.v is not None:
        yield f"V = {event.v}"
    for owner, ship, branch in event.resolved:
        place = _place(game.packet, owner, ship, branch)
        yield f"B = {branch} puts player {owner + 1}'s {names[ship]} at {place}"
    if event.ship is None:
        yield "empty"
    elif event.damage:
        yield f"the {names[event.ship]} is damaged"
    elif known:
        yield f"the {names[event.ship]} was damaged there through a link"
    else:
        yield f"the {names[event.ship]} resists"
    if event.c is not None:
        yield f"C₀C₁ = {event.c[0]}{event.c[1]}, {_linked(game, event)}"
    for owner, ship in event.sunk:
        yield f"player {owner + 1}'s {names[ship]} sinks"
    if game.condition.reading.feedback is Feedback.AMBIGUOUS and not event.damage:
        yield "heard: damage" if known else "heard: no damage"


def _linked(game: Game, event: Event) -> str:
    if event.linked is None:
        return "the link damages nothing"
    owner, cell = event.linked
    heard = "" if game.condition.reading.links is Told.TOLD else ", unheard"
    return f"the link damages player {owner + 1}'s ship at {game.packet.board.name(cell)}{heard}"
