"""All games: make one, read one, act in one; each request counts exactly once."""

import hashlib
import secrets
from collections.abc import Callable

from unsunk.errors import UnsunkError
from unsunk.web.draws import try_draw
from unsunk.web.limits import MustCount
from unsunk.web.messages import Action, NewGame
from unsunk.web.moves import counts, decide
from unsunk.web.refusals import Refusal
from unsunk.web.session import Seeds, Session, after, created, fold
from unsunk.web.store import Conflict, Store
from unsunk.web.study.session import is_study
from unsunk.web.terms import agreed_rules, known_level, playable

MOST_ATTEMPTS = 8
"""How often a request is decided anew when others write first."""


def seat_of(token: str) -> str:
    """What is stored of a seat token: its SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()


class Games:
    """The games of a store. Seats are given by the hash of their token."""

    def __init__(
        self, store: Store, random_word: Callable[[], int] = lambda: secrets.randbits(64)
    ) -> None:
        self._store = store
        self._random_word = random_word

    def new(self, seat: str, wanted: NewGame) -> Session:
        """Make a game; Refusal if its terms are not possible."""
        action_id = str(wanted.action_id)
        for _ in range(MOST_ATTEMPTS):
            made = self._store.made(seat, action_id)
            if made is not None:
                return self.read(made, seat)
            known_level(wanted.level)
            rules = agreed_rules(wanted)
            level = playable(wanted.level, rules)
            seeds = Seeds(hide=self._random_word(), show=self._random_word())
            events = [created(secrets.token_urlsafe(12), rules, level, seeds)]
            try_draw(rules, seeds.hide)
            try:
                self._store.create(events[0]["id"], seat, action_id, events)
            except Conflict:
                continue
            return fold(events)
        raise Refusal("stale", "the game could not be made: ask for it once more")

    def read(self, game: str, seat: str) -> Session:
        """A game; Refusal `not_found` if there is none of that id or it is another seat's."""
        events = self._store.events(game, seat)
        if not events or is_study(events):
            raise Refusal("not_found", "there is no such game: start a new one")
        try:
            return fold(events)
        except UnsunkError as error:
            raise Refusal("unavailable", f"the game cannot be read: {error}") from error

    def act(self, game: str, seat: str, action: Action, *, counting: bool = True) -> Session:
        """Carry out an action, or nothing if an action of its id was carried out before.

        MustCount, with nothing changed, if whole fleets have to be counted for the computer's
        answer and `counting` is False.
        """
        action_id = str(action.action_id)
        for _ in range(MOST_ATTEMPTS):
            session = self.read(game, seat)
            if self._store.carried_out(game, action_id):
                return self.read(game, seat)
            if not counting and counts(session, action):
                raise MustCount
            events = decide(session, action)
            try:
                self._store.append(game, session.version, events, action_id)
            except Conflict:
                continue
            return after(session, events)
        raise Refusal(
            "stale", "the game moves on too fast for this request: look at it and try again"
        )
