"""Waiting for whichever of several things happens first."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from bot.work.ending import end


async def first(*events: Coroutine[Any, Any, object], seconds: float | None = None) -> None:
    """Return once one of these coroutines ends, or after so many seconds; cancel the others.

    None of them may be needed any more then: their results and errors are dropped.
    """
    waiting = [*map(asyncio.ensure_future, events)]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end(*waiting)
