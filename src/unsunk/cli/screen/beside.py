"""Work beside the screen, in a thread that nobody waits for when the player leaves."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


async def beside(work: Callable[[], T]) -> T:
    """What some work returns or raises; the thread is left alone if the caller is cancelled.

    Threads of Textual's own are waited for at the end, which would hold up a player who leaves.

    >>> asyncio.run(beside(lambda: 6 * 7))
    42
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[T] = loop.create_future()

    def settle(end: Callable[[Any], None], value: object) -> None:
        if not found.done():
            end(value)

    def tell(end: Callable[[Any], None], value: object) -> None:
        with suppress(RuntimeError):  # the loop has been closed by then
            loop.call_soon_threadsafe(settle, end, value)

    def run() -> None:
        try:
            result = work()
        except Exception as error:
            tell(found.set_exception, error)
        else:
            tell(found.set_result, result)

    Thread(target=run, name="beside the screen", daemon=True).start()
    return await found
