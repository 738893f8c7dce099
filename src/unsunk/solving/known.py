"""What best replies to one lottery tell of all laws of finishing times against it.

A law p is possible if it wins no more than a best reply with each of the chances asked. Replies
take minutes on larger boards, so they may be kept in a folder, each as soon as it is made:

    replies.json    `version`, `of` (SHA-256 of the rules and the lottery), `replies`: of each the
                    chances asked (n + 1), the bound, and the law (n + 1) of the hunt found; if
                    only bounds were sought it is empty, and `over` says how sharp they are
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from unsunk.belief.listed import Listed
from unsunk.errors import InputError
from unsunk.racing.folder import Held, locked, sha256, write
from unsunk.racing.games_file import version
from unsunk.racing.pace import Floats, Times
from unsunk.rules.notation import rules_text
from unsunk.solving.best_reply import best_reply
from unsunk.solving.linear_program import most_won
from unsunk.solving.reply_bounds import reply_bounds

REPLIES = "replies.json"
SAME = 1e-12
"""Chances that differ by no more are the same question."""


@dataclass(frozen=True)
class Told:
    """What a best reply tells, as plain numbers."""

    wins: list[float]
    """(n + 1) the chance to win with each finishing time that was asked."""
    bound: float
    """No hunt wins more with them."""
    law: list[float]
    """(n + 1) the law of the finishing time of the hunt found; empty if none was sought."""
    over: float = 0.0
    """If none was sought: some hunt wins more than the bound less this."""

    @property
    def value(self) -> float:
        """What the hunt found wins with them."""
        return float(np.dot(self.law, self.wins))


def law_of(row: Times, hidden: Floats, cells: int) -> Floats:
    """The law (n + 1,) of finishing times (N,) on fleets hidden by a lottery (N,).

    >>> law_of(np.array([2, 3, 3], np.uint8), np.full(3, 1 / 3), 4).round(2).tolist()
    [0.0, 0.0, 0.33, 0.67, 0.0]
    """
    law: Floats = np.bincount(row, hidden, cells + 1).astype(float)
    return law


class Known:
    """Best replies to a lottery (N,), asked for as they are needed; see the module.

    `told` are those that are there already; `keep` is called with all after each new one.
    """

    def __init__(
        self,
        listed: Listed,
        hidden: Floats,
        *,
        workers: int = 2,
        told: list[Told] | None = None,
        keep: Callable[[list[Told]], None] = lambda told: None,
    ) -> None:
        self.listed, self.hidden, self.workers, self.keep = listed, hidden, workers, keep
        self.told = told or []

    @property
    def laws(self) -> list[list[float]]:
        """The laws of the hunts found."""
        return [one.law for one in self.told if one.law]

    def find(self, wins: Floats) -> Told | None:
        """The reply to these chances (n + 1,), if it is there."""
        for one in self.told:
            if abs(np.array(one.wins) - wins).max() <= SAME:
                return one
        return None

    def ask(self, wins: Floats) -> Told:
        """The best reply to these chances (n + 1,), made unless it is there."""
        found = self.find(wins)
        if found is None:
            reply = best_reply(self.listed, self.hidden, wins, workers=self.workers)
            assert reply.bound is not None
            law = law_of(reply.times, self.hidden, self.listed.rules.board.size)
            found = Told(wins.tolist(), reply.bound, law.tolist())
            self.told.append(found)
            self.keep(self.told)
        return found

    def bound(self, questions: Sequence[Floats]) -> None:
        """Bounds for up to nine chances (n + 1,) in one search, without the hunts."""
        found = reply_bounds(self.listed, self.hidden, np.array(questions), workers=self.workers)
        for wins, bound in zip(questions, found.bounds, strict=True):
            self.told.append(Told(wins.tolist(), float(bound), [], found.over))
        self.keep(self.told)

    def least(self, wins: Floats) -> float:
        """Some hunt wins more with these chances (n + 1,), as far as bounds say; 0 if none does."""
        found = self.find(wins)
        return 0.0 if found is None or found.law else found.bound - found.over

    def supposing(self, wins: Floats, bound: float) -> "Known":
        """What would be known if no hunt won more than a bound with these chances (n + 1,)."""
        told = [*self.told, Told(wins.tolist(), bound, [])]
        return Known(self.listed, self.hidden, workers=self.workers, told=told)

    def most(self, wins: Floats) -> float:
        """No law that is possible wins more with these chances (n + 1,)."""
        asked = np.array([one.wins for one in self.told])
        return most_won(wins, asked, np.array([one.bound for one in self.told]))


@contextmanager
def known_in(folder: Path, listed: Listed, hidden: Floats, *, workers: int = 2) -> Iterator[Known]:
    """The best replies to a lottery (N,) that a folder keeps; a new folder is made.

    InputError if it is damaged, held by another process, or keeps replies to another lottery, under
    other rules or of another version.
    """
    folder.mkdir(parents=True, exist_ok=True)
    of = sha256(rules_text(listed.rules).encode() + hidden.astype("<f8").tobytes())
    head = {"version": version(), "of": of}
    path = folder / REPLIES

    def keep(told: list[Told]) -> None:
        write(path, json.dumps(head | {"replies": [asdict(one) for one in told]}).encode())

    with Held(folder, locked(folder, "exploit")):
        told = _read(path, head, listed.rules.board.size) if path.exists() else []
        yield Known(listed, hidden, workers=workers, told=told, keep=keep)


def _read(path: Path, head: dict[str, str], cells: int) -> list[Told]:
    try:
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        there = {name: kept[name] for name in head}
        told = [Told(**one) for one in kept["replies"]]
        shapes = [np.array((one.wins, one.law or one.wins), float).shape for one in told]
        whole = all(shape == (2, cells + 1) for shape in shapes)
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{path} is damaged: remove it to make its replies anew") from None
    if there != head:
        raise InputError(
            f"{path} keeps replies to another player, or of another version of unsunk: "
            "give another folder"
        )
    if not whole or not all(isinstance(one.bound, float) for one in told):
        raise InputError(f"{path} is damaged: remove it to make its replies anew")
    return told
