"""The scheduler: runs dues whose time has come, in any process."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

import structlog
from prometheus_client import Counter, Gauge

from bot.table.due import LEASE_SECONDS, Due, Dues
from bot.table.ports import Clock, StoreDown

TICK_SECONDS = 1.0
"""How often an idle scheduler polls, unless it is woken earlier."""

SLOTS = 64
"""How many handlers run concurrently."""

HANDLER_SECONDS = 2 * LEASE_SECONDS / 3
"""The timeout of a handler: less than a claim, so that no other process runs the same due."""

Handler: TypeAlias = Callable[[Due], Awaitable[None]]
"""Handles one due. Must be idempotent: after a crash it may be called again."""

log = structlog.get_logger()

RUNNING = Gauge("puluc_dues_running", "Pieces of due work in progress")
DONE = Counter("puluc_dues_done", "Pieces of due work finished", ["kind"])
FAILED = Counter("puluc_dues_failed", "Pieces of due work that failed", ["kind", "reason"])


class Scheduler:
    """Claims dues, and passes each to the handler for its kind.

    It claims as many dues as it has free slots and, while any are due, claims more as soon as a
    slot is free. A slow handler blocks one slot only. Finished dues are reported to the store in
    batches.

    A due whose handler fails, or whose process dies, is retried when the claim expires. A due
    without a handler is left to processes that know its kind, because releases overlap.
    """

    def __init__(
        self, dues: Dues, clock: Clock, handlers: Mapping[str, Handler], slots: int = SLOTS
    ) -> None:
        self._dues = dues
        self._clock = clock
        self._handlers = handlers
        self._slots = slots
        self._busy: set[asyncio.Task[None]] = set()
        self._finished: list[Due] = []
        self._look = asyncio.Event()
        self._unknown: set[str] = set()

    async def run(self) -> None:
        """Run dues until cancelled."""
        try:
            while True:
                try:
                    found = await self._turn()
                except StoreDown:
                    found = False  # dues, and reports of finished ones, wait for the store
                except Exception:
                    # A bug must not stop the scheduler: other dues are waiting.
                    log.exception("scheduler.failed")
                    found = False
                await self._pause(found=found)
        finally:
            await self._stop()

    def wake(self, dues: Sequence[Due]) -> None:
        """Poll as soon as these dues fall due, if that is before the next regular poll."""
        now, later = self._clock(), asyncio.get_running_loop().call_later
        for due in dues:
            if due.at < now + TICK_SECONDS:
                later(max(due.at - now, 0.0), self._look.set)

    async def tick(self) -> None:
        """Run one batch of dues to completion."""
        with suppress(StoreDown):
            if await self._turn():
                await asyncio.wait(self._busy)
            await self._report()

    async def _turn(self) -> bool:
        """Report finished dues and start claimed ones; return whether any were claimed."""
        self._look.clear()
        await self._report()
        free = self._slots - len(self._busy)
        claimed = await self._dues.claim(self._clock(), free) if free else ()
        for due in claimed:
            task = asyncio.create_task(self._do(due))
            self._busy.add(task)
            RUNNING.inc()
            task.add_done_callback(self._free)
        return bool(claimed)

    async def _pause(self, *, found: bool) -> None:
        """Wait for the next poll, unless dues were found and a slot is free for more."""
        if found and len(self._busy) < self._slots:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(TICK_SECONDS):
                await self._look.wait()

    def _free(self, task: asyncio.Task[None]) -> None:
        self._busy.discard(task)
        RUNNING.dec()
        self._look.set()

    async def _report(self) -> None:
        """Report finished dues to the store; if it is down, they are kept for the next report."""
        finished = self._finished[:]
        if finished:
            await self._dues.done(*finished)
            del self._finished[: len(finished)]

    async def _stop(self) -> None:
        """Cancel running handlers, whose dues other processes retry, and report finished dues."""
        tasks = tuple(self._busy)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreDown):
            await self._report()

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
            FAILED.labels(due.kind, "store").inc()
            log.warning("due.postponed", table=due.table, what=due.what)
        except Exception:
            # One failing due must not stop the others.
            FAILED.labels(due.kind, "bug").inc()
            log.exception("due.failed", table=due.table, what=due.what)
        else:
            DONE.labels(due.kind).inc()
            self._finished.append(due)
