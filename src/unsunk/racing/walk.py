"""Many hunts of one strategy at once, as a tree: games with the same record so far share its heat.

The heat of a strategy depends on the record, and on the plan if it draws one for a game. So it
is computed once for all games of a batch that have the same plan and have come to that record; then
every game picks among the hottest cells with dice of its own, exactly as in `hunting/play.py`, and
the games part by cell and outcome. With a strategy whose heat takes milliseconds most of the time
goes into the early shots, and those are shared most.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unsunk.belief.heatmap import choose, hottest
from unsunk.hunting.play import play
from unsunk.hunting.strategy import Strategy
from unsunk.rules.dice import SHOT_STREAM, Dice
from unsunk.rules.knowledge import Knowledge, Shot
from unsunk.rules.layout import Layout
from unsunk.rules.shot import Outcome, answer

MEMO = 50_000
"""Records whose hottest cells are remembered from one batch to the next."""
EARLY = 20
"""The most shots of a record that is remembered: later ones hardly ever come again."""

Ended = Callable[[int, Knowledge], None]
"""Called with the number of a game that has ended and its record; one call at a time."""


class Memo:
    """The hottest cells of the early records met last, of one strategy under one set of rules.

    It never holds more than `most` records, each of at most `EARLY` shots.
    """

    def __init__(self, most: int = MEMO) -> None:
        self.most = most
        self._cells: OrderedDict[tuple[Shot, ...], tuple[int, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._cells)

    def hottest(self, hunter: Strategy, knowledge: Knowledge) -> Sequence[int]:
        """The hottest cells of a record, from memory where it was met lately."""
        if len(knowledge) > EARLY:
            return hottest(hunter.heat(knowledge))
        with self._lock:
            known = self._cells.get(knowledge.shots)
            if known is not None:
                self._cells.move_to_end(knowledge.shots)
                return known
        cells = tuple(hottest(hunter.heat(knowledge)))
        with self._lock:
            self._cells[knowledge.shots] = cells
            if len(self._cells) > self.most:
                self._cells.popitem(last=False)
        return cells


def hunt_batch(
    hunter: Strategy,
    layouts: Sequence[Layout],
    seed: int,
    first: int,
    *,
    workers: int = 1,
    memo: Memo | None = None,
    ended: Ended | None = None,
) -> NDArray[np.int16]:
    """The finishing times (games,) of games `first`, `first + 1`, ... on the given layouts.

    Game `first + i` hunts `layouts[i]` with the ties of (seed, first + i), shot for shot as `play`
    does. `workers` are threads, worth their number where `heat` releases the interpreter's lock;
    nothing depends on them, nor on how games are cut into batches, nor on `memo`, which lets later
    batches of the same strategy and rules share the early records of earlier ones. Whatever the
    strategy raises ends the batch.

    >>> from unsunk.hunting.strategy import strategy
    >>> from unsunk.rules.dice import LAYOUT_STREAM
    >>> from unsunk.rules.drawing import draw_layout
    >>> from unsunk.rules.notation import parse_rules
    >>> rules = parse_rules("board 4x4; fleet 3,2")
    >>> layouts = [draw_layout(rules, Dice(1, LAYOUT_STREAM, game)) for game in range(100)]
    >>> hunt_batch(strategy("density"), layouts, 1, 0).shape
    (100,)
    """
    if not layouts:
        return np.empty(0, np.int16)
    walk = _Walk(hunter, layouts, seed, first, memo=Memo() if memo is None else memo, ended=ended)
    if workers == 1:
        walk.work()
        return walk.times
    with ThreadPoolExecutor(workers) as pool:
        try:
            for worker in [pool.submit(walk.work) for _ in range(workers)]:
                worker.result()
        finally:
            walk.stop()
    return walk.times


@dataclass(frozen=True)
class _Group:
    """The games of a batch with the same plan and the same record so far, by their places in it."""

    hunter: Strategy
    knowledge: Knowledge
    games: Sequence[int]


class _Walk:
    """One batch under way: groups that wait for their next shot, taken by whoever is free."""

    def __init__(
        self,
        hunter: Strategy,
        layouts: Sequence[Layout],
        seed: int,
        first: int,
        *,
        memo: Memo,
        ended: Ended | None,
    ) -> None:
        self.hunter, self.layouts, self.first = hunter, layouts, first
        self.memo, self.ended = memo, ended
        games, blank = range(len(layouts)), Knowledge(layouts[0].rules)
        self.dice = [Dice(seed, SHOT_STREAM, first + game) for game in games]
        self.times = np.zeros(len(layouts), np.int16)
        self.shares = getattr(hunter.next_shot, "__func__", None) is Strategy.next_shot
        if self.shares:
            self.waiting = self._by_plan(blank)
        else:
            self.waiting = [_Group(hunter, blank, [game]) for game in games]
        self.busy, self.stopped = 0, False
        self.news = threading.Condition()

    def _by_plan(self, blank: Knowledge) -> list[_Group]:
        """The games by the plan that each of them draws."""
        parts = dict[int, tuple[Strategy, list[int]]]()
        for game, dice in enumerate(self.dice):
            plan = self.hunter.drawn(dice)
            parts.setdefault(id(plan), (plan, []))[1].append(game)
        return [_Group(plan, blank, games) for plan, games in parts.values()]

    def work(self) -> None:
        """Fire the next shot of one group after another, until all games have ended."""
        try:
            group = self._take()
            while group is not None:
                group = self._take(self._fire(group) if self.shares else self._play(group))
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Let every worker end after the shot it is busy with."""
        with self.news:
            self.stopped = True
            self.news.notify_all()

    def _take(self, done: Sequence[_Group] | None = None) -> _Group | None:
        """Hand in what the last group has become and take the next; None if none will come."""
        with self.news:
            if done is not None:
                self._hand_in(done)
            while not (self.waiting or self.stopped) and self.busy:
                self.news.wait()
            if self.stopped or not self.waiting:
                return None
            self.busy += 1
            return self.waiting.pop()

    def _hand_in(self, groups: Sequence[_Group]) -> None:
        """Put groups where others can take them, and note what has ended."""
        for group in groups:
            if group.knowledge.finished:
                self._end(group)
            else:
                self.waiting.append(group)
        self.busy -= 1
        if self.busy == 0 or len(self.waiting) > 1:
            self.news.notify_all()

    def _end(self, group: _Group) -> None:
        for game in group.games:
            self.times[game] = len(group.knowledge)
            if self.ended is not None:
                self.ended(self.first + game, group.knowledge)

    def _fire(self, group: _Group) -> list[_Group]:
        """Fire the next shot of every game of a group; the groups by what was hit and heard."""
        known, parts = group.knowledge, dict[tuple[int, Outcome], list[int]]()
        cells, shot = self._cells(group), len(known)
        for game in group.games:
            cell = choose(cells, self.dice[game].at(shot))
            heard = answer(self.layouts[game], known.fired, cell)
            parts.setdefault((cell, heard), []).append(game)
        return [_Group(group.hunter, known.after(*told), games) for told, games in parts.items()]

    def _cells(self, group: _Group) -> Sequence[int]:
        """The hottest cells; the memo, which outlives the batch, knows no plans."""
        if group.hunter is self.hunter:
            return self.memo.hottest(self.hunter, group.knowledge)
        return hottest(group.hunter.heat(group.knowledge))

    def _play(self, group: _Group) -> list[_Group]:
        """Play the games of a group one by one, for a strategy that picks its shots by itself."""
        return [
            _Group(self.hunter, play(self.hunter, self.layouts[game], self.dice[game]), [game])
            for game in group.games
        ]
