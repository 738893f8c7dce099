"""Ctrl-C that is heard at once and obeyed later."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c(sentence: str) -> Iterator[Callable[[], bool]]:
    """Give a function that says whether Ctrl-C was pressed; `sentence` is said when it is.

    Pressed again it stops at once, as everywhere else.
    """
    pressed = False

    def hear(*_: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True
        print(sentence, file=sys.stderr, flush=True)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
