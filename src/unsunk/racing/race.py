"""How often strategies win races: head-to-head, on their worst layout, in the mutual race.

A strategy is a lottery over fixed hunts (see `racer.py`), each scored in all symmetries of the
board. One that no dice decide is a single hunt, and all its figures are exact. Of any other, hunts
are drawn, and figures are their means with 95 % intervals. Its worst and its slowest layout are
chosen by them and measured by others, ten times as many, drawn on that class of layouts alone: so
the figures told are unbiased for the layouts told, while on a layout that was missed it may win
less, or be slower, still.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from unsunk.belief.listed import Listed
from unsunk.errors import InputError
from unsunk.hunting.strategy import strategy
from unsunk.racing.pace import Floats, Pace, Times
from unsunk.racing.player import Player
from unsunk.racing.racer import Racer, draw
from unsunk.racing.summary import Z95
from unsunk.rules.notation import layout_text

GAMES = 100
"""Hunts drawn of a strategy with dice, where none is said."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval, which is a point if it is exact."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Opponent:
    """What is raced: E laws of finishing times, each as likely as another; E is 1 if exact."""

    hidden: Floats
    """(N,) the chance of each layout in a head-to-head, on both sides."""
    laws: Floats
    """(E, n + 1) on fleets hidden so: their mean is the pace."""
    slowest: Floats
    """(E', n + 1) on the layout that takes it longest on average."""


@dataclass(frozen=True)
class Raced:
    """How a strategy raced."""

    strategy: str
    kind: Literal["exact", "sampled"]
    games: int | None
    """Hunts drawn of it; None if it is one."""
    win_rate: Estimate
    """Head-to-head: fleets hidden alike on both sides."""
    worst_win_rate: Estimate
    """On its worst layout, against the pace."""
    worst_layout: str
    mean_shots: Estimate
    """On uniform layouts."""
    mean_shots_hider: Estimate
    """On fleets hidden as the opponent hides them."""
    slowest_mean: Estimate
    """Mean shots on the layout that takes it longest on average."""
    slowest_layout: str
    mutual_race: Estimate
    """The chance to be first if either hunts the layout that takes it longest."""

    def row(self) -> dict[str, Any]:
        """All by name, each estimate followed by its interval."""
        row: dict[str, Any] = {}
        for name, value in vars(self).items():
            told = isinstance(value, Estimate)
            row[name] = value.value if told else value
            if told:
                row[f"{name}_ci95"] = [value.low, value.high]
        return row


def race(racer: Racer, opponent: Opponent) -> Raced:
    """Race a strategy in all ways; see the module."""
    listed, wins = racer.listed, Pace(opponent.laws.mean(axis=0)).wins
    worst = int(_by_class(listed, racer.rows, wins).argmin())
    slowest = _slowest(listed, racer.rows)
    exact = racer.exact and len(opponent.laws) == len(opponent.slowest) == 1
    on_slowest = laws_on(racer, slowest)
    return Raced(
        strategy=racer.name,
        kind="exact" if exact else "sampled",
        games=None if racer.exact else len(racer.rows),
        win_rate=duel(laws(listed, racer.rows, opponent.hidden), opponent.laws),
        worst_win_rate=duel(laws_on(racer, worst), opponent.laws),
        worst_layout=_text(listed, worst),
        mean_shots=_mean(laws(listed, racer.rows, _uniform(listed))),
        mean_shots_hider=_mean(laws(listed, racer.rows, opponent.hidden)),
        slowest_mean=_mean(on_slowest),
        slowest_layout=_text(listed, slowest),
        mutual_race=duel(on_slowest, opponent.slowest),
    )


def against(player: Player) -> Opponent:
    """A solved player as opponent: its pace, and fleets that it hides."""
    slowest = player.law(int(player.means.argmax()))
    return Opponent(player.hidden, player.pace.law[None], slowest.law[None])


def against_first(racer: Racer) -> Opponent:
    """A strategy as opponent: its pace on uniform layouts, by hunts drawn for nothing else."""
    listed, hidden = racer.listed, _uniform(racer.listed)
    slowest = _slowest(listed, racer.rows)
    return Opponent(hidden, laws(listed, racer.rows, hidden), laws_on(racer, slowest))


def duel(mine: Floats, theirs: Floats) -> Estimate:
    """The chance that mine is first, ties half; laws (D, n + 1) and (E, n + 1), drawn apart.

    >>> duel(np.array([[0, 0.5, 0.5]]), np.array([[0, 0, 1.0]]))
    Estimate(value=0.75, low=0.75, high=0.75)
    """
    won = mine @ Pace(theirs.mean(axis=0)).wins
    lost = theirs @ Pace(mine.mean(axis=0)).wins
    return _estimate(float(won.mean()), won, lost)


def laws(listed: Listed, rows: Times, weights: Floats) -> Floats:
    """(D, n + 1) the laws of finishing times (D, N) on layouts drawn by weights (N,)."""
    cells = listed.rules.board.size
    some = np.flatnonzero(weights)
    found = np.array([np.bincount(row[some], weights[some], cells + 1) for row in rows])
    law: Floats = found / found.sum(axis=1, keepdims=True)
    return law


def laws_on(racer: Racer, class_: int) -> Floats:
    """(M, n + 1) the laws of finishing times on a class of layouts, of hunts drawn for that."""
    times, size = racer.on(class_), racer.listed.rules.board.size + 1
    law: Floats = np.array([np.bincount(row, minlength=size) for row in times]) / times.shape[1]
    return law


def _mean(laws: Floats) -> Estimate:
    """The mean shots of laws drawn alike."""
    means = laws @ np.arange(laws.shape[1])
    return _estimate(float(means.mean()), means)


def _estimate(value: float, *draws: Floats) -> Estimate:
    """A value with the interval that independent sets of draws leave, each adding its error."""
    error = sum(float(draw.var(ddof=1)) / len(draw) for draw in draws if len(draw) > 1)
    reach = Z95 * error**0.5
    return Estimate(value, value - reach, value + reach)


def _by_class(listed: Listed, rows: Times, worth: Floats) -> Floats:
    """(K,) the mean worth (n + 1,) of finishing times (D, N) on each class."""
    classes, sizes = listed.classes, listed.sizes
    total = sum(np.bincount(classes, worth[row], len(sizes)) for row in rows)
    means: Floats = total / (sizes * len(rows))
    return means


def _slowest(listed: Listed, rows: Times) -> int:
    """The class that takes longest on average."""
    shots = np.arange(listed.rules.board.size + 1.0)
    return int(_by_class(listed, rows, shots).argmax())


def _uniform(listed: Listed) -> Floats:
    return np.full(len(listed), 1 / len(listed))


def _text(listed: Listed, class_: int) -> str:
    return layout_text(listed.layout(int(listed.first[class_])))


def races(
    names: Sequence[str],
    listed: Listed,
    *,
    player: Player | None = None,
    games: int = GAMES,
    seed: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Raced]:
    """Race strategies against a player, or against the first of them on uniform layouts.

    >>> from unsunk.belief.listed import list_layouts_of
    >>> from unsunk.rules.notation import parse_rules
    >>> listed = list_layouts_of(parse_rules("board 3x3; fleet 2; announce length"))
    >>> raced, = races(["exact-lowest"], listed)
    >>> raced.kind, raced.win_rate.value, raced.worst_layout
    ('exact', 0.5, '2:A1-B1')
    """
    if len(set(names)) != len(names):
        raise InputError("a strategy is named twice: name each once")
    for name in names:
        strategy(name).require(listed.rules)
    drawn, total = 0, games * (len(names) + (player is None))

    def step() -> None:
        nonlocal drawn
        drawn += 1
        progress(drawn, total)

    racers = [draw(name, listed, games, seed, step=step) for name in names]
    if player is not None:
        opponent = against(player)
    elif racers[0].exact:
        opponent = against_first(racers[0])
    else:
        opponent = against_first(draw(names[0], listed, games, seed, side=1, step=step))
    return [race(racer, opponent) for racer in racers]
