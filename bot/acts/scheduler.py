"""The scheduler: runs dues whose time has come, in any process."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

import structlog
from prometheus_client import Counter, Gauge

from bot.table.due import LEASE_SECONDS, Due, Dues
from bot.table.ports import Clock, StoreDown
from bot.work.ending import end
from bot.work.first import first
from bot.work.workshop import Busy

TICK_SECONDS = 1.0
"""How often a scheduler looks at what it is doing, and how long it rests after a failure."""

SLOTS = 64
"""How many handlers run concurrently."""

HANDLER_SECONDS = 20.0
"""The timeout of a handler, whose claim is renewed until then."""

RENEWED_SHARE = 2 / 3
"""A claim is renewed if no more than this share of it is left: in time for another attempt."""

PASSING: Mapping[type[Exception], str] = {
    StoreDown: "store",
    Busy: "busy",
    TimeoutError: "slow",
}
"""What handlers may meet that isn't a bug, with the reasons in the metrics."""

BUG: Final = "bug"
"""The reason of everything else."""

REST_SECONDS = 1.0
"""How long a due rests whose handler met one of these."""

FAILED_SECONDS = 10.0
"""How long a due rests whose handler has a bug, or whose kind this release doesn't know."""

Handler: TypeAlias = Callable[[Due], Awaitable[float | None]]
"""Handles one due; returns when it falls due again, None if it is done.

A step may reschedule the due meanwhile, which then counts. Must be idempotent: after a crash it may
be called again.
"""

log = structlog.get_logger()

RUNNING = Gauge("puluc_dues_running", "Pieces of due work in progress")
DONE = Counter("puluc_dues_done", "Pieces of due work finished", ["kind"])
FAILED = Counter("puluc_dues_failed", "Pieces of due work that failed", ["kind", "reason"])


@dataclass(eq=False, slots=True)
class _Running:
    """A due whose handler runs, or whose end isn't reported yet; its claim may be renewed."""

    claim: Due


class Scheduler:
    """Claims dues, and passes each to the handler for its kind.

    It sleeps until something is due, claims as many dues as it has free slots and, while any are
    due, claims more as soon as a slot is free. A slow handler blocks one slot only, and its claim
    is renewed for as long as it runs. Ends of handlers are reported to the store in batches.

    The dues of a process that dies are claimed by another when the claims expire. A due whose
    handler fails is released, to be retried after a rest, and one that is put off, until then. So
    is one without a handler, which is left to processes that know its kind, because releases
    overlap.
    """

    def __init__(
        self, dues: Dues, clock: Clock, handlers: Mapping[str, Handler], slots: int = SLOTS
    ) -> None:
        self._dues = dues
        self._clock = clock
        self._handlers = handlers
        self._slots = slots
        for kind in handlers:  # from zero, so that the first failure is seen as an increase
            DONE.labels(kind)
            for reason in (*PASSING.values(), BUG):
                FAILED.labels(kind, reason)
        self._busy: dict[asyncio.Task[None], _Running] = {}
        self._finished: list[_Running] = []
        self._released: list[tuple[float, _Running]] = []
        self._look = asyncio.Event()
        self._unknown: set[str] = set()

    async def run(self) -> None:
        """Run dues until cancelled."""
        try:
            while True:
                try:
                    found = await self._turn()
                except StoreDown:
                    await asyncio.sleep(TICK_SECONDS)  # dues wait for the store
                except Exception:
                    # A bug must not stop the scheduler: other dues are waiting.
                    log.exception("scheduler.failed")
                    await asyncio.sleep(TICK_SECONDS)
                else:
                    await self._pause(found=found)
        finally:
            await self._stop()

    async def tick(self) -> None:
        """Run one batch of dues to completion."""
        with suppress(StoreDown):
            if await self._turn():
                await asyncio.wait(self._busy)
            await self._report()

    async def renew(self) -> None:
        """Renew the claims of handlers that take long; quick ones cost nothing."""
        now = self._clock()
        old = now + RENEWED_SHARE * LEASE_SECONDS
        ending = [running for running in self._busy.values() if running.claim.at <= old]
        if ending:
            renewed = await self._dues.renew(now, *(running.claim for running in ending))
            for running, claim in zip(ending, renewed, strict=True):
                running.claim = claim

    async def _turn(self) -> bool:
        """Renew claims, report ended ones and start new ones; return whether any were claimed."""
        self._look.clear()
        with suppress(StoreDown):  # only of some games, if it is a cluster
            await self.renew()
        with suppress(StoreDown):
            await self._report()
        free = self._slots - len(self._busy)
        claimed = await self._dues.claim(self._clock(), free) if free else ()
        for due in claimed:
            running = _Running(due)
            task = asyncio.create_task(self._do(running))
            self._busy[task] = running
            RUNNING.inc()
            task.add_done_callback(self._free)
        return bool(claimed)

    async def _pause(self, *, found: bool) -> None:
        """Wait for dues, if a slot is free, and for the end of a handler or a claim to be renewed.

        Doesn't wait if dues were found and a slot is free for more.
        """
        is_free = len(self._busy) < self._slots
        if found and is_free:
            return
        seconds = TICK_SECONDS if self._busy or self._finished or self._released else None
        dues = [self._dues.any_due()] if is_free else []
        await first(self._look.wait(), *dues, seconds=seconds)

    def _free(self, task: asyncio.Task[None]) -> None:
        del self._busy[task]
        RUNNING.dec()
        self._look.set()

    async def _report(self) -> None:
        """Report finished and released dues to the store.

        If it is down, the next report has the finished ones; the others' claims expire.
        """
        finished, released = self._finished[:], self._released[:]
        self._released.clear()
        if finished:
            await self._dues.done(*(running.claim for running in finished))
            del self._finished[: len(finished)]
        releases = (self._dues.release(at, running.claim) for at, running in released)
        await asyncio.gather(*releases)

    async def _stop(self) -> None:
        """Cancel running handlers, whose dues other processes take over, and report the others."""
        await end(*self._busy)
        with suppress(StoreDown):
            await self._report()

    async def _do(self, running: _Running) -> None:
        due = running.claim
        handler = self._handlers.get(due.kind)
        if handler is None:
            if due.kind not in self._unknown:
                self._unknown.add(due.kind)
                log.warning("due.unknown", table=due.table, what=due.what)
            self._release(running, FAILED_SECONDS)
            return
        try:
            async with asyncio.timeout(HANDLER_SECONDS):
                again = await handler(due)
        except tuple(PASSING) as error:
            reason = next(why for kind, why in PASSING.items() if isinstance(error, kind))
            FAILED.labels(due.kind, reason).inc()
            log.warning("due.postponed", table=due.table, what=due.what, why=reason)
            self._release(running, REST_SECONDS)
        except asyncio.CancelledError:
            self._release(running, 0)
            raise
        except Exception:
            # One failing due must not stop the others.
            FAILED.labels(due.kind, BUG).inc()
            log.exception("due.failed", table=due.table, what=due.what)
            self._release(running, FAILED_SECONDS)
        else:
            DONE.labels(due.kind).inc()
            if again is None:
                self._finished.append(running)
            else:
                self._released.append((again, running))

    def _release(self, running: _Running, rest: float) -> None:
        """Let the next report release a due, which then rests for so many seconds."""
        self._released.append((self._clock() + rest, running))
