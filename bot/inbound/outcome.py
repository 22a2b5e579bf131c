"""Outcomes: every request gets a reply, in time and even if it fails."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import structlog

from bot.show.outbound import Barrier
from bot.table.ports import StoreDown
from bot.table.request import Reply
from bot.work.ending import end
from engine.text import Text

BLIND_SECONDS = 1.5
"""After how many seconds a request is acknowledged before its outcome is known."""

FAILED = Text("act.failed")
"""The message for an unexpected error."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a request.

    `trouble` is the exception that prevented it, and `reply` says so: StoreDown, after which it may
    be retried, or an unexpected error, which has been logged. `barrier` is why the board cannot be
    shown, if so.
    """

    reply: Reply
    trouble: Exception | None = None
    barrier: Barrier | None = None

    def settled(self) -> Reply:
        """Return the reply.

        Raises StoreDown if the store was down, so that the platform redelivers.
        """
        if isinstance(self.trouble, StoreDown):
            raise self.trouble
        return self.reply


async def outcome_of(act: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Await a request's outcome; turn exceptions into outcomes, so that the actor gets a reply."""
    try:
        return await act
    except StoreDown as down:
        return Outcome(Reply((down.text,), refused=True), down)
    except Exception as fault:
        log.exception("act.failed")
        return Outcome(Reply((FAILED,), refused=True), fault)


@asynccontextmanager
async def acknowledging(acknowledge: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Acknowledge the request if the body of the context takes longer than BLIND_SECONDS.

    An acknowledgement that has begun is completed on exit, so that the reply comes after it.
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
        await end(task)
