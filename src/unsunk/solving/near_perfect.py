"""The essay's loop for small boards: an exact best reply, then a linear program, again and again.

    lottery = any; pool = empty; pace = the heat map's
    repeat:
        mixture = the linear program's, over the pool, against the pace
        lottery = the analytic centre of those that the pool leaves in question
        pool += the best reply to lottery and pace
        pace = half-way to the mixture's finishing times
    until no reply gains more than the tolerance

A race is zero-sum once the pace is held, so the loop is column generation (McMahan, Gordon and Blum
2003) around a moving pace. The gap is exact at every round: no hunt wins more against the lottery
than the reply's bound, and no layout holds the mixture below the program's value.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from time import perf_counter
from typing import Literal

import numpy as np

from unsunk.belief.listed import Listed
from unsunk.hunting.hunt import grow
from unsunk.racing.pace import Floats, Pace
from unsunk.racing.pool import Pool, spread
from unsunk.solving.best_reply import ROUNDING, Reply, best_reply
from unsunk.solving.centre import analytic_centre
from unsunk.solving.linear_program import Plan, best_mixture
from unsunk.solving.reply_ground import Words

UNIFORM = 0.01
"""The most of a uniform lottery in what is asked: a reply then hunts well for every layout."""
DRIFT = 0.002
"""How far a bound of an earlier round may be off, since the pace has moved."""
OPEN = 1e-6
"""The least win rate that is taken to be in question."""
MISSED = {"narrow": 0.01, "guided": 0.002, "exact": 0.0}
"""What replies of each kind are taken to miss, in win rate."""
TRIED = 20
"""Replies that gain little in so many rounds give way to better ones."""
GUIDED = 200
"""The most guided replies between two exact ones."""
SLACK = 0.01
"""How much less than the best of a state a cell may seem to win that a guided reply tries."""
Kind = Literal["narrow", "guided", "exact"]
Reported = Callable[["Round"], None]


@dataclass(frozen=True)
class Round:
    """What one round has found."""

    number: int
    pool: int
    weighted: int
    """Hunts with weight in the mixture."""
    value: float
    """The mixture's win rate on its worst layout against the pace."""
    reply: float
    """The most that a hunt known wins against the lottery; with an exact reply, that any does.

    That is a little above `Reply.bound`, but the same whichever worker comes through first.
    """
    kind: Kind
    """Which cells the reply has tried: see `Search.round`."""
    gain: float
    """What it wins beyond every hunt of the pool."""
    mean: float
    """Mean shots of the pace."""
    seconds: float
    memory: int
    """Bytes of the reply's table."""

    @property
    def exact(self) -> bool:
        """Whether no hunt wins more than the reply says."""
        return self.kind == "exact"

    @property
    def gap(self) -> float:
        """What is still open, in points: what replies gain on the lottery and on the mixture."""
        return 100 * (self.reply - self.value)


@dataclass
class Guide:
    """An exact reply, for guided ones: what it was asked with, and its table once it is needed."""

    asked: Floats
    """(K,)"""
    pace: Pace
    found: Words | None = None

    def table(self, listed: Listed, workers: int) -> Words:
        """The table, made anew if the guide was read from a file."""
        if self.found is None:
            weights = spread(listed, self.asked)
            self.found = best_reply(listed, weights, self.pace.wins, workers=workers).table
        return self.found


@dataclass
class Search:
    """The loop under way: all that the next round depends on."""

    listed: Listed
    pool: Pool
    pace: Pace
    lottery: Floats
    """(K,) the hider's, over classes."""
    asked: Floats
    """(K,) the same with a little of the uniform one: what the last reply was asked with."""
    most: float = 1.0
    """A win rate that some lottery is thought to concede."""
    guide: Guide | None = None
    """The last exact reply."""
    rounds: list[Round] = field(default_factory=list)
    plan: Plan | None = None

    @classmethod
    def begin(cls, listed: Listed) -> "Search":
        """Before the first round: the heat map alone, layouts hidden uniformly."""
        pool = Pool(listed)
        pool.add(grow(listed))
        uniform = listed.sizes / listed.sizes.sum()
        return cls(listed, pool, pool.pace(np.ones(1), uniform), uniform, uniform)

    def round(self, narrow: tuple[int, int] | None, enough: float, workers: int = 2) -> Round:
        """One round of the loop.

        Replies are exact, or, where that takes long, of three kinds (`narrow` is given). *Narrow*
        ones at first: so many cells where more than so many remnants are left. When these gain less
        than `enough`, in win rate, an *exact* one, and then *guided* ones, which try only the cells
        nearly the best by the table of the last exact reply, until they gain too little too.
        """
        began = perf_counter()
        wins = self.pool.wins(self.pace)
        self.plan = best_mixture(wins)
        self._hide(wins, self.plan)
        kind = self._kind(narrow, enough)
        reply = self._ask(kind, narrow, workers)
        known = float((wins @ self.asked).max())
        self._learn(reply, max(known, reply.value), kind)
        cells = self.listed.rules.board.size
        found = Round(
            number=len(self.rounds) + 1,
            pool=len(self.pool),
            weighted=int(np.count_nonzero(self.plan.mixture)),
            value=self.plan.value,
            reply=max(known, reply.value) + (2 * cells * ROUNDING if kind == "exact" else 0),
            kind=kind,
            gain=reply.value - known,
            mean=self.pace.mean,
            seconds=perf_counter() - began,
            memory=reply.memory,
        )
        self.rounds.append(found)
        return found

    def _hide(self, wins: Floats, plan: Plan) -> None:
        """Find the centre of the lotteries in question, and mix a little of the uniform one in.

        The start lies between the program's lottery, which concedes least, and the last centre.
        What start and mixture concede beyond it is a part of what is in question, so that both the
        set and what is asked close in on the best lottery.
        """
        sizes, question = self.listed.sizes.astype(float), max(self.most - plan.value, OPEN)
        share = _share(wins, plan, self.lottery, question / 2, 0.5)
        start = (1 - share) * plan.lottery + share * self.lottery
        self.lottery = analytic_centre(wins, sizes, plan.value + question, start)
        uniform = sizes / sizes.sum()
        share = _share(wins, plan, uniform, question / 10, UNIFORM)
        self.asked = (1 - share) * self.lottery + share * uniform

    def _kind(self, narrow: tuple[int, int] | None, enough: float) -> Kind:
        """The kind of the next reply."""
        if narrow is None:
            return "exact"
        kind: Kind = self.rounds[-1].kind if self.rounds else "narrow"
        if kind == "exact":
            return "guided"
        last = list(takewhile(lambda found: found.kind == kind, reversed(self.rounds)))
        gains = [max(found.gain, 0.0) for found in last[:TRIED]]
        spent = len(last) >= TRIED and sum(gains) <= TRIED * enough
        return "exact" if spent or (kind == "guided" and len(last) >= GUIDED) else kind

    def _ask(self, kind: Kind, narrow: tuple[int, int] | None, workers: int) -> Reply:
        weights, wins = spread(self.listed, self.asked), self.pace.wins
        if kind == "narrow":
            assert narrow is not None
            width, broad = narrow
            return best_reply(self.listed, weights, wins, width=width, broad=broad, workers=workers)
        if kind == "guided":
            assert self.guide is not None
            table = self.guide.table(self.listed, workers)
            return best_reply(self.listed, weights, wins, guide=table, slack=SLACK, workers=workers)
        self.guide = None  # its table makes room for the next
        reply = best_reply(self.listed, weights, wins, workers=workers)
        if narrow is not None:
            self.guide = Guide(self.asked, self.pace, reply.table)
        return reply

    def _learn(self, reply: Reply, conceded: float, kind: Kind) -> None:
        assert self.plan is not None
        mixture = np.append(self.plan.mixture, 0)[: len(self.pool)]
        conceded += MISSED[kind]
        better = kind == "exact" and self.rounds and self.rounds[-1].kind != kind
        self.most = conceded if better else min(self.most + DRIFT, conceded)
        own = self.pool.pace(mixture, self.asked)
        self.pool.add(reply.hunt, reply.times)
        self.pace = self.pace.towards(own, 0.5)


def _share(wins: Floats, plan: Plan, lottery: Floats, conceded: float, most: float) -> float:
    """The share, at most `most`, of a lottery that adds at most `conceded` to the plan's value."""
    further = float((wins @ lottery).max()) - plan.value
    return most if further * most <= conceded else conceded / further
