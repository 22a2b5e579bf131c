"""Background tasks that outlive the request that started them."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import structlog

from bot.table.ports import StoreDown
from bot.work.ending import drain

T = TypeVar("T")

log = structlog.get_logger()


class Tasks:
    """An adapter's running tasks."""

    def __init__(self) -> None:
        self._going: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start a task in the background."""
        task = asyncio.create_task(work)
        self._going.add(task)
        task.add_done_callback(self._going.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Await a task that keeps running if the caller is cancelled."""
        task = self.begin(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_unheard)
            raise

    async def drain(self) -> None:
        """Wait for all running tasks; cancelling this cancels them.

        A cancelled act that was not yet committed has changed nothing.
        """
        await drain(self._going)


def _unheard(task: "asyncio.Task[Any]") -> None:
    """Log the exception of a task that nobody awaits any more, unless the store was down."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, StoreDown):
        log.warning("task.unheard", exc_info=error)


async def within(seconds: float, finish: Callable[[], Awaitable[None]]) -> None:
    """Await `finish` for at most `seconds`; other processes pick up what is left."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await finish()
