"""Progress bars, on standard error and only where somebody watches."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from threading import Timer

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

PATIENCE = 2.0
"""Seconds after which a wait is told of."""


@contextmanager
def progress_bar(text: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function to call with (done, in all); the bar is gone afterwards."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(text, total=None)

        def step(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield step


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Turn a wheel beside a text while something takes its time; it is gone afterwards."""
    console = Console(stderr=True)
    with console.status(f"{text} …") if console.is_terminal else nullcontext():
        yield


@contextmanager
def patience(sentence: str) -> Iterator[None]:
    """Say a sentence once if something takes long: a wheel would be read aloud at every turn."""
    if not sys.stderr.isatty():
        yield
        return
    timer = Timer(PATIENCE, print, (sentence,), {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
