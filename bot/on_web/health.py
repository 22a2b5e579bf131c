"""Health checks for the hosting service: whether the process is alive, and whether it can play."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from aiohttp import web

from bot.release import RELEASE
from bot.table.people import Platform
from bot.table.ports import Down, Store, StoreDown

Missing = Callable[[], Sequence[Platform]]
"""Returns the platforms that are not connected."""

_WHY = {
    Down.AWAY: "the store doesn't respond",
    Down.FULL: "the store is full",
    Down.READ_ONLY: "the store refuses writes",
    Down.FORBIDDEN: "the store denies the bot a right",
    Down.UNSURE: "the store doesn't respond",
}

RUNS: Final = f"Puluc {RELEASE}"
"""The last line of the answer about readiness: which release runs."""

PROBE = "readyz"
"""The name of the counter in the store whose increments prove that it can be written."""

PROBE_SECONDS = 60


class Health:
    """Reports the state of the process. Concurrent requests share one check of the store."""

    def __init__(self, store: Store, missing: Missing) -> None:
        self._store = store
        self._missing = missing
        self._check: asyncio.Task[Down | None] | None = None

    async def alive(self, _request: web.Request) -> web.Response:
        """Return 200: the event loop answers.

        The store doesn't matter here, because a hosting service restarts what isn't alive, and a
        restart doesn't bring back a store.
        """
        return web.Response(text="ok")

    async def ready(self, _request: web.Request) -> web.Response:
        """Return 200 if the store can be written and all platforms are connected; else 503.

        The body says `ok`, or has a line for each thing that is missing; the last line is `RUNS`.
        """
        if self._check is None or self._check.done():
            self._check = asyncio.create_task(self._down())
        down = await asyncio.shield(self._check)
        lines = [] if down is None else [_WHY[down]]
        lines += [f"{platform.value} isn't connected" for platform in self._missing()]
        text = "\n".join([*(lines or ["ok"]), RUNS])
        return web.Response(text=text, status=503 if lines else 200)

    async def _down(self) -> Down | None:
        """Return why the store can't be written, None if it can."""
        try:
            await self._store.count(PROBE, PROBE_SECONDS)
        except StoreDown as down:
            return down.reason
        return None
