"""Playing a run's tasks until all are done."""

from collections.abc import Callable
from dataclasses import replace

from unsunk.errors import InputError
from unsunk.study.store import Run, read_part
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
    _require_unchanged(run, {task.id for task in waiting})
    total = sum(len(task.packets) for task in run.tasks)
    done = total - sum(len(task.packets) for task in waiting)
    for task, played in workers.each(play_task, sorted(waiting, key=_cost, reverse=True)):
        run.keep(task, played)
        done += len(task.packets)
        if progress is not None:
            progress(done, total)
    run.finish()


def _require_unchanged(run: Run, waiting: set[str]) -> None:
    """InputError unless every policy plays a game under each layer as it is kept."""
    seen = set()
    for task in run.tasks:
        kind = task.policy, task.condition.layer
        if waiting and kind not in seen and task.id not in waiting:
            seen.add(kind)
            first = replace(task, packets=task.packets[:1])
            (row,) = play_task(first, run.records(task)[:1]).rows
            if row | {"task": task.id} != read_part(run.folder, task)[0]:
                raise InputError(
                    f"'{task.policy}' plays {task.condition.layer} otherwise than it did in "
                    f"{run.folder}: run anew in another folder"
                )


def _cost(task: Task) -> float:
    """About how long a task takes, in shots: the longest begin first, so that none is left last."""
    condition = task.condition
    return len(task.packets) * condition.board.size / (condition.p or 1)
