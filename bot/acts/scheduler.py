"""The scheduler: does what has fallen due, in whichever process finds it first."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

import structlog

from bot.table.due import LEASE_SECONDS, Due, Dues
from bot.table.ports import Clock, StoreDown

TICK_SECONDS = 1.0
"""How often an idle scheduler looks, unless it is told to look before."""

HANDS = 64
"""How many things are done at the same time."""

HANDLER_SECONDS = 2 * LEASE_SECONDS / 3
"""How long a handler may take: less than a claim lasts, so that nobody else begins the same."""

Handler: TypeAlias = Callable[[Due], Awaitable[None]]
"""Does one thing that has fallen due; after a crash it may be asked again."""

log = structlog.get_logger()


class Scheduler:
    """Claims what is due and hands it to the handler of its kind.

    It claims as much as it has free hands and, as long as something is due, goes on as soon as
    hands are free. So a slow handler takes one hand and holds up nobody. What handlers have done is
    told to the store in batches: all that was finished since the last one.

    What a handler fails to do, or a process that dies, is tried again when the claim has ended.
    A kind without a handler is left for processes that know it: releases overlap.
    """

    def __init__(
        self, dues: Dues, clock: Clock, handlers: Mapping[str, Handler], hands: int = HANDS
    ) -> None:
        self._dues = dues
        self._clock = clock
        self._handlers = handlers
        self._hands = hands
        self._busy: set[asyncio.Task[None]] = set()
        self._finished: list[Due] = []
        self._look = asyncio.Event()
        self._unknown: set[str] = set()

    async def run(self) -> None:
        """Do what falls due, until cancelled."""
        try:
            while True:
                try:
                    found = await self._turn()
                except StoreDown:
                    found = False  # what is due, and what is done, waits until the store is back
                except Exception:
                    # A fault of ours must not end the looking: other things will fall due.
                    log.exception("due.fault")
                    found = False
                await self._pause(found=found)
        finally:
            await self._stop()

    def wake(self, dues: Sequence[Due]) -> None:
        """Look for these as soon as they are due, if that is before the next look."""
        now, later = self._clock(), asyncio.get_running_loop().call_later
        for due in dues:
            if due.at < now + TICK_SECONDS:
                later(max(due.at - now, 0.0), self._look.set)

    async def tick(self) -> None:
        """Do once as much of what is due as there are free hands, to the end."""
        with suppress(StoreDown):
            if await self._turn():
                await asyncio.wait(self._busy)
            await self._tell()

    async def _turn(self) -> bool:
        """Tell what is done, begin what is due; whether it is worth while to look again at once."""
        self._look.clear()
        await self._tell()
        free = self._hands - len(self._busy)
        claimed = await self._dues.claim(self._clock(), free) if free else ()
        for due in claimed:
            hand = asyncio.create_task(self._do(due))
            self._busy.add(hand)
            hand.add_done_callback(self._free)
        return bool(claimed)

    async def _pause(self, *, found: bool) -> None:
        """Wait until the next look, or until a hand is free while there is more to do."""
        if found and len(self._busy) < self._hands:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(TICK_SECONDS):
                await self._look.wait()

    def _free(self, hand: asyncio.Task[None]) -> None:
        self._busy.discard(hand)
        self._look.set()

    async def _tell(self) -> None:
        """Have the store forget what is done; where it is away, the next time."""
        finished = self._finished[:]
        if finished:
            await self._dues.done(*finished)
            del self._finished[: len(finished)]

    async def _stop(self) -> None:
        """Leave what is not done to others; they shall not do again what is."""
        hands = tuple(self._busy)
        for hand in hands:
            hand.cancel()
        await asyncio.gather(*hands, return_exceptions=True)
        with suppress(StoreDown):
            await self._tell()

    async def _do(self, due: Due) -> None:
        handler = self._handlers.get(due.kind)
        if handler is None:
            if due.kind not in self._unknown:
                self._unknown.add(due.kind)
                log.warning("due.unknown", table=due.table, what=due.what)
            return
        try:
            async with asyncio.timeout(HANDLER_SECONDS):
                await handler(due)
        except StoreDown:
            log.warning("due.waiting", table=due.table, what=due.what)
        except Exception:
            # One thing that cannot be done must not keep the others from being done.
            log.exception("due.failed", table=due.table, what=due.what)
        else:
            self._finished.append(due)
