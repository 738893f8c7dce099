"""All games of the study: make one, read one, fire in one; each request counts exactly once.

A game follows from its condition, policy, seed, starter and the person's cells: decided again from
these, every request gives the same events.
"""

import secrets
from collections.abc import Callable

from unsunk.errors import InputError, UnsunkError
from unsunk.rules.dice import Dice
from unsunk.study.bank import make_bank
from unsunk.study.bits import Tape
from unsunk.study.layers import Bits, State, step
from unsunk.study.policies.policy import policy
from unsunk.web.refusals import Refusal
from unsunk.web.session import Event
from unsunk.web.store import Conflict, Store
from unsunk.web.study.messages import NewStudyGame, Shot
from unsunk.web.study.quantum import safe_source
from unsunk.web.study.session import (
    COMPUTER,
    PERSON,
    SIDES,
    StudySession,
    created,
    fired,
    fold,
    is_study,
    shown,
)
from unsunk.web.study.terms import agreed_condition, agreed_policy

MOST_ATTEMPTS = 8
"""How often a request is decided anew when others write first."""
MOST_SHOTS = 2_000
"""The most shots of a person in one game."""


class StudyGames:
    """The games of the study in a store. Seats are given by the hash of their token."""

    def __init__(
        self, store: Store, random_word: Callable[[], int] = lambda: secrets.randbits(63)
    ) -> None:
        self._store = store
        self._random_word = random_word

    def new(self, seat: str, wanted: NewStudyGame) -> StudySession:
        """Make a game, with the policy's first shot if it starts; Refusal if that is not played."""
        action_id = str(wanted.action_id)
        for _ in range(MOST_ATTEMPTS):
            made = self._store.made(seat, action_id)
            if made is not None:
                return self.read(made, seat)
            session, events = begin(wanted, secrets.token_urlsafe(12), self._random_word())
            try:
                self._store.create(session.id, seat, action_id, events)
            except Conflict:
                continue
            return session
        raise Refusal("stale", "the game could not be made: ask for it once more")

    def read(self, game: str, seat: str) -> StudySession:
        """A game; Refusal `not_found` if there is none of that id or it is another seat's."""
        events = self._store.events(game, seat)
        if not is_study(events):
            raise Refusal("not_found", "there is no such game: start a new one")
        try:
            return fold(events)
        except UnsunkError as error:
            raise Refusal("unavailable", f"the game cannot be read: {error}") from error

    def fire(self, game: str, seat: str, shot: Shot) -> StudySession:
        """Fire, and let the policy answer; nothing if a shot of its id was carried out before."""
        action_id = str(shot.action_id)
        for _ in range(MOST_ATTEMPTS):
            session = self.read(game, seat)
            if self._store.carried_out(game, action_id):
                return self.read(game, seat)
            then, events = decide(session, shot)
            try:
                self._store.append(game, session.version, events, action_id)
            except Conflict:
                continue
            return then
        raise Refusal(
            "stale", "the game moves on too fast for this request: look at it and try again"
        )


def begin(wanted: NewStudyGame, id: str, seed: int) -> tuple[StudySession, list[Event]]:
    """A game of a seed, and its first events; Refusal if its terms are not possible."""
    condition = agreed_condition(wanted)
    agreed_policy(wanted.policy, condition)
    packet = make_bank(condition.board, condition.fleet, packets=1, seed=seed).packets[0]
    state = State.begin(packet, condition, SIDES.index(wanted.start))
    session = StudySession(id, wanted.policy, safe_source().name, seed, state)
    return answered(session, [created(session)], bits_of(session))


def decide(session: StudySession, shot: Shot) -> tuple[StudySession, list[Event]]:
    """The session after a shot and the policy's answer, and the events of both; or a Refusal."""
    state, board = session.state, session.state.packet.board
    if state.over:
        raise Refusal("wrong_phase", "the game is over: no more shots are fired")
    due = sum(event.shooter == PERSON for event in session.told) + 1
    if shot.shot != due:
        raise Refusal("not_your_turn", f"shot {shot.shot} is not due: your next is shot {due}")
    if due > MOST_SHOTS:
        raise Refusal("too_many_requests", f"the game has taken {MOST_SHOTS} shots: begin another")
    try:
        cell = board.cell(shot.cell)
    except InputError as error:
        raise Refusal("bad_cell", str(error), cell=shot.cell) from None
    try:
        state.sides[COMPUTER].view.require_legal(cell)
    except InputError as error:
        raise Refusal("cell_taken", str(error), cell=board.name(cell)) from None
    bits = bits_of(session)
    then, told = step(state, cell, bits)
    return answered(shown(session, then, told), [fired(told, board)], bits)


def answered(
    session: StudySession, events: list[Event], bits: Bits
) -> tuple[StudySession, list[Event]]:
    """A session and its new events, with the policy's shot if it is its turn."""
    state = session.state
    if state.over or state.turn != COMPUTER:
        return session, events
    view = state.sides[PERSON].view
    cell = policy(session.policy).next_shot(view, Dice(state.packet.seed, COMPUTER + 1))
    then, told = step(state, cell, bits)
    return shown(session, then, told), [*events, fired(told, state.packet.board)]


def bits_of(session: StudySession) -> Bits:
    """The bits of a session's game, drawn where it asks for them."""
    return Tape(session.state.packet, session.state.condition.p, safe_source(session.source))
