"""Where the heavy counts are made: few at once, off the loop that answers everybody else."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from unsunk.web.limits import Limits
from unsunk.web.refusals import Refusal

T = TypeVar("T")


class Desk:
    """Runs tasks in threads, at most `limits.thinkers` at once; the others wait in line."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._free = asyncio.Semaphore(limits.thinkers)
        self._here = 0

    async def run(self, request: Request, task: Callable[[], T]) -> T:
        """The result of a task; Refusal if the line is full or its client has gone."""
        if self._here >= self._limits.thinkers + self._limits.waiting:
            raise Refusal("too_many_requests", "too many counts at once: try again in a moment")
        self._here += 1
        try:
            async with self._free:
                if await request.is_disconnected():
                    raise Refusal("bad_request", "nobody waits for this answer any more")
                return await run_in_threadpool(task)
        finally:
            self._here -= 1
