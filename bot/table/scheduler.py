"""The scheduler: does what has fallen due, in whichever process finds it first."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import structlog

from bot.table.due import LEASE_SECONDS, Due, Dues
from bot.table.ports import Clock, StoreDown

TICK_SECONDS = 1.0

Handler: TypeAlias = Callable[[Due], Awaitable[None]]
"""Does one thing that has fallen due; after a crash it may be asked again."""

log = structlog.get_logger()


class Scheduler:
    """Looks each second for what is due, and hands it to the handler of its kind.

    What a handler fails to do, or a process that dies, is tried again when the claim has ended.
    A kind without a handler is left for processes that know it: releases overlap.
    """

    def __init__(self, dues: Dues, clock: Clock, handlers: Mapping[str, Handler]) -> None:
        self._dues = dues
        self._clock = clock
        self._handlers = handlers

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            try:
                await self.tick()
            except Exception:
                # A fault of ours must not end the looking: other things will fall due.
                log.exception("due.fault")
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self) -> None:
        """Do what is due now."""
        try:
            claimed = await self._dues.claim(self._clock())
        except StoreDown:
            return  # what is due waits until the store is back
        await asyncio.gather(*map(self._try, claimed))

    async def _try(self, due: Due) -> None:
        handler = self._handlers.get(due.kind)
        if handler is None:
            log.warning("due.unknown", table=due.table, what=due.what)
            return
        try:
            async with asyncio.timeout(LEASE_SECONDS):
                await handler(due)
            await self._dues.done(due)
        except StoreDown:
            log.warning("due.waiting", table=due.table, what=due.what)
        except Exception:
            # One thing that cannot be done must not keep the others from being done.
            log.exception("due.failed", table=due.table, what=due.what)
