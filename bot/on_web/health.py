"""Health check for the hosting service."""

import asyncio

from aiohttp import web

from bot.table.ports import Down, Store, StoreDown


class Health:
    """Reports whether the store is available. Concurrent requests share one check."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._check: asyncio.Task[bool] | None = None

    async def health(self, _request: web.Request) -> web.Response:
        """Return 200 if the store responds, even if it is read-only or full; else 503."""
        if self._check is None or self._check.done():
            self._check = asyncio.create_task(self._responds())
        if await asyncio.shield(self._check):
            return web.Response(text="ok")
        return web.Response(text="the store isn't responding", status=503)

    async def _responds(self) -> bool:
        try:
            await self._store.ping()
        except StoreDown as down:
            return down.reason in (Down.FULL, Down.READ_ONLY)
        return True
