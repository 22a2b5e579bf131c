"""Acts that have begun are finished, though whoever asked for them has gone away."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from aiohttp import web

T = TypeVar("T")

FINISH_SECONDS = 3.0
"""How long the end of the program waits for what is being done."""


class Acts:
    """What is being done. Everything else stops when the connection that asked for it is lost."""

    def __init__(self) -> None:
        self._doing: set[asyncio.Task[Any]] = set()

    async def finish(self, act: Coroutine[Any, Any, T]) -> T:
        """Do something to its end; whoever is cancelled meanwhile waits for it no longer."""
        task = asyncio.create_task(act)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return await asyncio.shield(task)

    async def close(self, _app: web.Application) -> None:
        """Wait for what is being done, if it does not take too long."""
        if self._doing:
            await asyncio.wait(self._doing, timeout=FINISH_SECONDS)
