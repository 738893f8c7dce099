"""Playing a run's tasks until all are done."""

from collections.abc import Callable

from unsunk.study.store import Run
from unsunk.study.task import Task, play_task
from unsunk.study.workers import Workers

Progress = Callable[[int, int], None]
"""Called with (games played, games in all)."""


def collect(run: Run, workers: Workers, progress: Progress | None = None) -> None:
    """Play what is not played yet, keep each task as it is done, then write all results.

    The files do not hang on the workers, on the order in which tasks are done, or on when the run
    was stopped.
    """
    waiting = run.waiting()
    total = sum(len(task.packets) for task in run.tasks)
    done = total - sum(len(task.packets) for task in waiting)
    for task, played in workers.each(play_task, sorted(waiting, key=_cost, reverse=True)):
        run.keep(task, played)
        done += len(task.packets)
        if progress is not None:
            progress(done, total)
    run.finish()


def _cost(task: Task) -> float:
    """About how long a task takes, in shots: the longest begin first, so that none is left last."""
    condition = task.condition
    return len(task.packets) * condition.board.size / (condition.p or 1)
