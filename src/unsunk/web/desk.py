"""Where the heavy counts are made: few at once, off the loop that answers everybody else."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from unsunk.web.guard import client_of
from unsunk.web.limits import Limits, Meter, MustCount
from unsunk.web.refusals import Refusal

T = TypeVar("T")


class Desk:
    """Runs tasks in threads, at most `limits.thinkers` at once; the others wait in line."""

    def __init__(self, limits: Limits, meter: Meter) -> None:
        self._limits = limits
        self._meter = meter
        self._free = asyncio.Semaphore(limits.thinkers)
        self._here = 0

    async def run(self, request: Request, task: Callable[[], T], *, fee: int = 0) -> T:
        """The result of a task; Refusal if the line is full or its client has gone.

        `fee` is what its client has still to pay for it; Refusal if it cannot.
        """
        if self._here >= self._limits.thinkers + self._limits.waiting:
            raise Refusal("too_many_requests", "too many counts at once: try again in a moment")
        if not self._meter.allows(client_of(request), fee):
            raise Refusal("too_many_requests", "too many counts: wait a second and try again")
        self._here += 1
        try:
            async with self._free:
                if await request.is_disconnected():
                    raise Refusal("bad_request", "nobody waits for this answer any more")
                return await run_in_threadpool(task)
        finally:
            self._here -= 1

    async def run_if_counting(self, request: Request, task: Callable[[bool], T]) -> T:
        """The result of a task of which nobody knows before whether it counts whole fleets.

        It is called with whether it may count, first with False and not at the desk. If it then
        raises MustCount, with nothing changed, it is called with True at the desk, and costs what
        a count costs.
        """
        try:
            return await run_in_threadpool(task, False)
        except MustCount:
            return await self.run(request, partial(task, True), fee=self._limits.advice_cost - 1)
