"""Retries with exponential backoff, up to a deadline."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

T = TypeVar("T")

FIRST_PAUSE_SECONDS = 0.2
"""The pause after the first failure; it doubles with each further one."""


@dataclass(frozen=True, slots=True)
class Transient:
    """A failure that may be temporary, so the call is worth retrying.

    `after` is how many seconds the platform asks to wait, None if it does not say.
    """

    after: float | None = None


Classify: TypeAlias = Callable[[Exception], Transient | None]
"""Called on every failure; returns None if it is permanent."""


async def retry(
    attempt: Callable[[], Awaitable[T]],
    deadline: float,
    classify: Classify,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> T:
    """Call `attempt` until it succeeds, and return its result.

    At `deadline`, by `clock`, the current attempt is cancelled (TimeoutError); none starts later.
    Raises the last attempt's exception. An attempt whose response was lost may have succeeded, so
    the call may take effect twice.
    """
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            async with asyncio.timeout(deadline - clock()):
                return await attempt()
        except Exception as failure:
            transient = classify(failure)
            if transient is None:
                raise
            if transient.after is None:
                seconds, pause = pause, 2 * pause
            else:
                seconds = transient.after
            if clock() + seconds >= deadline:
                raise
        await sleep(seconds)
