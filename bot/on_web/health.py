"""Whether this process can serve: asked by the hosting service, and never kept waiting."""

import asyncio

from aiohttp import web

from bot.table.ports import Down, Store, StoreDown


class Health:
    """Answers for the store as well. Who asks at the same time is told the same."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asking: asyncio.Task[bool] | None = None

    async def health(self, _request: web.Request) -> web.Response:
        """200 while the store answers, though it may take no changes; else 503."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._answers())
        if await asyncio.shield(self._asking):
            return web.Response(text="ok")
        return web.Response(text="the store does not answer", status=503)

    async def _answers(self) -> bool:
        try:
            await self._store.ping()
        except StoreDown as down:
            return down.reason in (Down.FULL, Down.READ_ONLY)
        return True
