"""What comes of an act on any platform: a reply, whatever happens, and in time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import structlog

from bot.show.outbound import Barrier
from bot.table.ports import StoreDown
from bot.table.request import Reply
from engine.text import Text

BLIND_SECONDS = 1.5
"""An act that takes longer is acknowledged before its outcome is known."""

FAILED = Text("act.failed")
"""What people are told of a fault of ours."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an act.

    `trouble` is what kept it from being done, and the reply tells of that: StoreDown, after which
    the same act may be tried again, or a fault of ours, which has been logged. `barrier` is why the
    board cannot be shown where the act was to show it.
    """

    reply: Reply
    trouble: Exception | None = None
    barrier: Barrier | None = None

    def settled(self) -> Reply:
        """The reply, for a platform that delivers again what has not been settled: see StoreDown.

        Raises StoreDown where the store could not do the act.
        """
        if isinstance(self.trouble, StoreDown):
            raise self.trouble
        return self.reply


async def outcome_of(act: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Do something, and tell what came of it: whoever asked must hear of a fault, too."""
    try:
        return await act
    except StoreDown as down:
        return Outcome(Reply((down.text,), refused=True), down)
    except Exception as fault:
        log.exception("act.failed")
        return Outcome(Reply((FAILED,), refused=True), fault)


@asynccontextmanager
async def acknowledging(acknowledge: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Acknowledge blindly what was asked if what is done in here takes longer than BLIND_SECONDS.

    An acknowledgement that has begun is finished first, so that the answer comes after it.
    """
    begun = False

    async def late() -> None:
        nonlocal begun
        await asyncio.sleep(BLIND_SECONDS)
        begun = True
        await acknowledge()

    task = asyncio.create_task(late())
    try:
        yield
        if begun:
            await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
