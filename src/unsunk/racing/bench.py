"""Strategies on the same uniform layouts: how many shots they need, and how they differ.

The layouts of game i are those of (seed, i) for every strategy, so differences are paired. A run
can be kept in a folder, killed at any moment, taken up again, and given more games or strategies.
"""

from collections.abc import Sequence

from unsunk.errors import InputError
from unsunk.hunting.strategy import strategy
from unsunk.racing.run import Progress, Task, run
from unsunk.racing.store import Store
from unsunk.racing.summary import FEWEST, Bench, summary
from unsunk.rules.dice import Dice
from unsunk.rules.ruleset import Ruleset

GAMES = 10_000
"""Games of a run that does not say how many."""
SEED = 1
"""The seed of a run that names none."""


def bench(
    names: Sequence[str],
    rules: Ruleset,
    games: int,
    seed: int,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    hours: float | None = None,
) -> Bench:
    """Hunt the layouts of games 0 to `games - 1` with every strategy.

    The result depends on rules, games and seed alone, not on `workers` (threads; one a core by
    default). After `hours` no further block of games begins, and what is done is told. InputError
    for an unknown or doubled strategy, or fewer than two games; BudgetError for a strategy that
    does not play under the rules.

    >>> bench(["random"], Ruleset(), 200, 1).results[0].games
    200
    """
    check(names, rules, games, seed)
    tasks = [Task(name, games) for name in names]
    run(tasks, rules, seed, workers=workers, progress=progress, hours=hours)
    return summary(rules, seed, [task.hunted for task in tasks])


def bench_kept(
    store: Store,
    names: Sequence[str] = (),
    games: int | None = None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    hours: float | None = None,
) -> Bench:
    """As `bench`, but every block of games is kept in a folder, and all games in one file there.

    What the folder has of these strategies is gone on with, until each has `games`; without
    `names` that is every strategy there, without `games` as many as were asked for before (10,000
    for a new one). The result is of all strategies in the folder. InputError if one of them has
    changed since, BudgetError if one does not play under the rules; then nothing new is kept.
    """
    check(names or list(store.entries), store.rules, games, store.seed)
    store.want(names, games, GAMES)
    tasks = store.tasks()
    wanted = [tasks[name] for name in names or tasks]
    run(
        wanted,
        store.rules,
        store.seed,
        workers=workers,
        progress=progress,
        hours=hours,
        keep=store.keep,
    )
    hunted = [task.hunted for task in tasks.values() if task.done]
    store.finish(hunted)
    return summary(store.rules, store.seed, hunted)


def check(names: Sequence[str], rules: Ruleset, games: int | None, seed: int) -> None:
    """InputError if a strategy is unknown or doubled, games are too few or the seed is too large.

    BudgetError for a strategy that does not play under the rules.

    >>> check(["density"], Ruleset(), 1, 1)
    Traceback (most recent call last):
    unsunk.errors.InputError: 1 games are too few: an interval needs at least 2
    """
    for name in names:
        strategy(name).require(rules)
    if not names:
        raise InputError("no strategy is named: name one or more, for instance density")
    if len(set(names)) != len(names):
        raise InputError("a strategy is named twice: name each once")
    if games is not None and games < FEWEST:
        raise InputError(f"{games} games are too few: an interval needs at least {FEWEST}")
    Dice(seed)
