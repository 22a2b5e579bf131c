"""What has begun is finished, though whoever asked for it waits no longer."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks:
    """The tasks of one adapter that are under way."""

    def __init__(self) -> None:
        self._going: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Begin something beside whatever the caller goes on with."""
        task = asyncio.create_task(work)
        self._going.add(task)
        task.add_done_callback(self._going.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end; whoever is cancelled meanwhile waits for it no longer."""
        return await asyncio.shield(self.begin(work))

    async def drain(self) -> None:
        """Wait until all that has begun is done; whoever gives that up ends what is left.

        An act that is not committed by then has changed nothing.
        """
        try:
            while self._going:
                await asyncio.wait(tuple(self._going))
        finally:
            left = tuple(self._going)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)


async def within(seconds: float, finish: Callable[[], Awaitable[None]]) -> None:
    """Finish what has begun, if it does not take too long: what is left the next process finds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await finish()
