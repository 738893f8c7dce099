"""A solve kept in a folder, so that it can be killed at any moment and taken up again.

    state.unsunk     the loop, written anew after every round (see `state.py`)
    rounds.csv       a row a round, with the seconds that it took
    player.mixture   the player, written when a run ends

Every file is written under another name, forced to the disk and renamed. A round that was killed is
done again, and comes out the same.
"""

import csv
import io
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO

from unsunk.belief.listed import list_layouts_of
from unsunk.errors import InputError
from unsunk.hunting.mixture import Mixture
from unsunk.racing.folder import Held, locked, write
from unsunk.racing.games_file import version
from unsunk.rules.notation import rules_text
from unsunk.rules.ruleset import Ruleset
from unsunk.solving.exploitability import Done
from unsunk.solving.near_perfect import Reported, Search
from unsunk.solving.polish import finished
from unsunk.solving.reply_ground import require_reply
from unsunk.solving.state import Narrow, State, read_state

STATE, ROUNDS, PLAYER = "state.unsunk", "rounds.csv", "player.mixture"
TOLERANCE = 0.02
"""Points that a reply may gain, of a run that does not say how many."""
ENOUGH = 3e-4
"""Narrow replies that gain less, in win rate, give way to exact ones."""
METHOD = "near-perfect: exact best replies to analytic centres, linear programs, a moving pace"


class Kept(Held):
    """A solve in a folder, held by one process at a time: use it in a `with` statement."""

    def __init__(self, folder: Path, lock: IO[bytes], state: State) -> None:
        super().__init__(folder, lock)
        self.state = state

    @classmethod
    def begin(cls, folder: Path, rules: Ruleset, narrow: Narrow = None) -> "Kept":
        """A new solve; InputError if there is one already, BudgetError if the board is too large.

        `narrow` asks for narrow replies first: how many cells, and from how many remnants on.
        """
        require_reply(rules)
        state = State(Search.begin(list_layouts_of(rules)), narrow)
        folder.mkdir(parents=True, exist_ok=True)
        lock = locked(folder, "solve")
        if (folder / STATE).exists():
            lock.close()
            raise InputError(f"{folder} holds a solve already: go on with it by --resume {folder}")
        kept = cls(folder, lock, state)
        kept.save()
        return kept

    @classmethod
    def resume(cls, folder: Path, rules: Ruleset | None = None) -> "Kept":
        """The solve in a folder; InputError if it is damaged, or of other rules than those given.

        So it is if another version wrote it.
        """
        path = folder / STATE
        if not path.exists():
            raise InputError(f"{folder} holds no solve: begin one there with --out {folder}")
        lock = locked(folder, "solve")
        try:
            state = read_state(path.read_bytes(), str(path))
            there = state.search.listed.rules
            if rules is not None and rules_text(rules) != rules_text(there):
                raise InputError(
                    f"{folder} holds a solve of '{there}', not of '{rules}': "
                    "solve other rules in another folder"
                )
            _time(state.search, folder / ROUNDS)
        except BaseException:
            lock.close()
            raise
        return cls(folder, lock, state)

    @property
    def hours(self) -> float:
        """The time that its rounds took."""
        return sum(found.seconds for found in self.state.search.rounds) / 3600

    def save(self) -> None:
        """Write the rounds, then the state that they led to."""
        rows = [asdict(found) | {"gap": found.gap} for found in self.state.search.rounds]
        text = io.StringIO()
        table = csv.DictWriter(text, rows[0] if rows else [], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
        write(self.folder / ROUNDS, text.getvalue().encode())
        write(self.folder / STATE, self.state.to_bytes())

    def settled(self, tolerance: float) -> bool:
        """Whether the last reply was exact and gained at most so many points."""
        rounds = self.state.search.rounds
        return bool(rounds) and rounds[-1].exact and rounds[-1].gap <= tolerance


def solve(
    kept: Kept,
    *,
    tolerance: float = TOLERANCE,
    hours: float | None = None,
    workers: int = 2,
    reported: Reported | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Do round after round, each kept, until the gap is at most `tolerance` points.

    After `hours`, or once `stopped` says so, no further round begins; one there is at least.
    """
    end = None if hours is None else time.monotonic() + 3600 * hours
    search = kept.state.search
    while not kept.settled(tolerance):
        found = search.round(kept.state.narrow, ENOUGH, workers)
        kept.save()
        if reported is not None:
            reported(found)
        if stopped() or (end is not None and time.monotonic() >= end):
            break


def write_player(
    kept: Kept,
    tolerance: float,
    *,
    coupled: bool = False,
    workers: int = 2,
    done: Done | None = None,
) -> Mixture:
    """Polish and measure the player that a solve has come to, and write it into the folder."""
    search, narrow = kept.state.search, kept.state.narrow
    provenance = {
        "method": METHOD,
        "rounds": len(search.rounds),
        "exact_rounds": sum(found.exact for found in search.rounds),
        "pool": len(search.pool),
        "hours": kept.hours,
        "gap": search.rounds[-1].gap,
        "tolerance": tolerance,
        "narrow": None if narrow is None else list(narrow),
        "version": version(),
    }
    player = finished(search, provenance, coupled=coupled, workers=workers, done=done)
    write(kept.folder / PLAYER, player.to_bytes())
    return player


def _time(search: Search, path: Path) -> None:
    """Put the seconds and the memory of the rounds back; the rest of the table is only for people.

    InputError if the table is damaged.
    """
    try:
        rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
        for number, found in enumerate(search.rounds):
            seconds, memory = float(rows[number]["seconds"]), int(rows[number]["memory"])
            search.rounds[number] = replace(found, seconds=seconds, memory=memory)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        raise InputError(f"{path} is damaged: restore it, or solve anew") from None
