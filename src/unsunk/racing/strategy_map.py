"""The strategy map: every strategy raced against a solved player, and how it hunts.

A map is a JSON object, as it stands in its file: of the player, where it hides and fires first and
the law of its finishing time; of every strategy a point: how it raced (`Raced.row`), its laws on
uniform layouts and on its worst one, how often it fires at a hottest cell of the posterior, and one
game on its worst layout, shot by shot. Chances and shares are numbers from 0 to 1, a law has one
for every finishing time from 0 on, and a list of cells goes row by row.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any
from zlib import crc32

import numpy as np

from unsunk.belief.listed import Listed
from unsunk.hunting.play import play
from unsunk.hunting.strategy import strategy, strategy_names
from unsunk.racing.games_file import version
from unsunk.racing.pace import Floats
from unsunk.racing.player import Player
from unsunk.racing.portrait import fires_first, hides
from unsunk.racing.posterior_replay import Step, steps
from unsunk.racing.race import Estimate, Raced, against, laws, laws_on, race
from unsunk.racing.racer import Racer, draw
from unsunk.racing.replay import Drawn, draw_games, replay
from unsunk.racing.summary import Z95
from unsunk.rules.dice import LAYOUT_STREAM, SHOT_STREAM, Dice
from unsunk.rules.knowledge import Knowledge
from unsunk.rules.notation import layout_text, parse_layout, rules_text
from unsunk.rules.ruleset import Ruleset

ITSELF = "near-perfect"
"""The name of the player's own point."""
REPLAYS = 1000
"""Games on uniform layouts that are looked at shot by shot, of a hunter with dice."""
REPLAY_SIDE = 2
"""Place of their dice, beside those of the two sides of a race."""
DIGITS = 6


def entrants(rules: Ruleset) -> list[str]:
    """The registered strategies that play under the rules, but for the player itself.

    >>> from unsunk.rules.notation import parse_rules
    >>> entrants(parse_rules("board 5x5; fleet 3,3,2; announce length"))[:3]
    ['random', 'parity-follow', 'density']
    """
    return [name for name in strategy_names() if name != ITSELF and strategy(name).plays(rules)]


def strategy_map(
    player: Player,
    names: Sequence[str],
    *,
    games: int,
    seed: int = 1,
    replays: int = REPLAYS,
    pool: Executor | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """The map of a player and strategies, `games` hunts drawn of each that has dice.

    `against` and `sha256`, the name of the player's file and its hash, are for the caller to add.
    """
    done, total = 0, games * len(names) + 1

    def step(draws: int = 1) -> None:
        nonlocal done
        done += draws
        progress(done, total)

    points = [_point_of_player(player, seed, replays)]
    step()
    for number, name in enumerate(names):
        racer = draw(name, player.listed, games, seed, pool=pool, step=step)
        points.append(_point(racer, player, seed, replays))
        step(1 + games * (number + 1) - done)
    board = player.listed.rules.board
    found = {
        "rules": rules_text(player.listed.rules),
        "board": {"rows": board.rows, "columns": board.columns},
        "seed": seed,
        "version": version(),
        "player": _portrait(player),
        "points": sorted(points, key=lambda point: -point["win_rate"]),
    }
    rounded: dict[str, Any] = _rounded(found)
    return rounded


def _portrait(player: Player) -> dict[str, Any]:
    return {
        "worst_win_rate": player.worst_win_rate,
        "mean_shots": player.mean_shots,
        "mean_by_layout": [player.means.min(), player.means.max()],
        "hides": hides(player.mixture, player.listed),
        "fires_first": fires_first(player.mixture),
        "law": _law_of_player(player, player.listed.sizes / len(player.listed)),
    }


def _point_of_player(player: Player, seed: int, replays: int) -> dict[str, Any]:
    """The player raced against itself: all exact, but for the games looked at."""
    listed, mixture, slowest = player.listed, player.mixture, int(player.means.argmax())
    worst = np.arange(len(listed.sizes)) == player.rates.argmin()
    raced = Raced(
        strategy=ITSELF,
        kind="exact",
        games=None,
        win_rate=_exactly(float(player.rates @ mixture.hider)),
        worst_win_rate=_exactly(player.worst_win_rate),
        worst_layout=layout_text(listed.layout(player.worst)),
        mean_shots=_exactly(player.mean_shots),
        mean_shots_hider=_exactly(player.pace.mean),
        slowest_mean=_exactly(float(player.means[slowest])),
        slowest_layout=layout_text(listed.layout(int(listed.first[slowest]))),
        mutual_race=_exactly(0.5),
    )
    drawn = draw_games(mixture, listed, replays, seed, uniform=True)
    one = Drawn(player.worst, drawn[0].hunt, drawn[0].symmetry)
    on_worst, *records = (game.record for game in replay(mixture, listed, [one, *drawn]))
    return raced.row() | {
        "laws": {
            "uniform": _law_of_player(player, listed.sizes / len(listed)),
            "worst": _law_of_player(player, worst.astype(float)),
        },
        "hottest": _hottest([steps(listed, record) for record in records], exact=False),
        "replay": _replay(listed, player.worst, on_worst, seed),
    }


def _point(racer: Racer, player: Player, seed: int, replays: int) -> dict[str, Any]:
    listed, raced = racer.listed, race(racer, against(player))
    worst = listed.number_of(parse_layout(listed.rules, raced.worst_layout))
    uniform = np.full(len(listed), 1 / len(listed))
    return raced.row() | {
        "laws": {
            "uniform": laws(listed, racer.rows, uniform).mean(axis=0),
            "worst": laws_on(racer, int(listed.classes[worst])).mean(axis=0),
        },
        "hottest": _hottest(
            [steps(listed, record) for record in _records(racer, seed, replays)], racer.exact
        ),
        "replay": _replay(listed, worst, _played(racer.name, listed, worst, seed, 0), seed),
    }


def _records(racer: Racer, seed: int, replays: int) -> list[Knowledge]:
    """Games on all layouts of a hunter without dice, else on some drawn, the same for all."""
    listed = racer.listed
    if racer.exact:
        layouts = list(range(len(listed)))
    else:
        layouts = [Dice(seed, LAYOUT_STREAM, game).below(len(listed)) for game in range(replays)]
    return [_played(racer.name, listed, layout, seed, game) for game, layout in enumerate(layouts)]


def _played(name: str, listed: Listed, layout: int, seed: int, game: int) -> Knowledge:
    dice = Dice(seed, SHOT_STREAM, REPLAY_SIDE, crc32(name.encode()), game)
    return play(strategy(name), listed.layout(layout), dice)


def _hottest(games: Sequence[Sequence[Step]], exact: bool) -> dict[str, Any]:
    """The share of shots at a hottest cell: a ratio of means, with its 95 % interval."""
    hot = np.array([sum(step.hottest for step in game) for game in games])
    shots = np.array([len(game) for game in games])
    share = float(hot.sum() / shots.sum())
    error = (hot - share * shots).std(ddof=1) / shots.mean() / len(games) ** 0.5
    reach = 0.0 if exact else Z95 * float(error)
    return {
        "shots": share,
        "games": len(games),
        "kind": "exact" if exact else "sampled",
        "ci95": [share - reach, share + reach],
    }


def _replay(listed: Listed, layout: int, record: Knowledge, seed: int) -> dict[str, Any]:
    return {
        "layout": layout_text(listed.layout(layout)),
        "seed": seed,
        "steps": [_told(listed, step) for step in steps(listed, record)],
    }


def _told(listed: Listed, step: Step) -> dict[str, Any]:
    outcome = step.shot.outcome
    length = {} if outcome.length is None else {"length": outcome.length}
    return {
        "cell": listed.rules.board.name(step.shot.cell),
        "outcome": str(outcome.kind),
        **length,
        "chances": step.chances,
        "hottest": step.hottest,
    }


def _law_of_player(player: Player, classes: Floats) -> Floats:
    """(n + 1,) the law of its finishing time on layouts drawn by a lottery over classes (K,)."""
    return player.pool.pace(player.mixture.weights, classes).law


def _exactly(value: float) -> Estimate:
    return Estimate(value, value, value)


def _rounded(value: Any) -> Any:
    """What JSON can hold, numbers to six digits."""
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    if isinstance(value, np.ndarray | list | tuple):
        return [_rounded(part) for part in value]
    if isinstance(value, float):
        return round(float(value), DIGITS)
    return value
