"""Calls that are made again when they fail, for as long as their outcome is worth something."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

T = TypeVar("T")

FIRST_PAUSE_SECONDS = 0.2
"""How long to wait after the first failure; after each further one twice as long."""


@dataclass(frozen=True, slots=True)
class Transient:
    """A failure after which another attempt may succeed.

    `after` is for how many seconds the platform wants to be left alone, None where it does not say.
    """

    after: float | None = None


Judge: TypeAlias = Callable[[Exception], Transient | None]
"""Hears of every failure, and says whether another attempt may succeed; None: it would not."""


async def retry(
    attempt: Callable[[], Awaitable[T]],
    until: float,
    judge: Judge,
    clock: Callable[[], float] = time.monotonic,
) -> T:
    """Return what an attempt gives; attempts are made until one succeeds or it is too late.

    `until` is when nobody waits for it any more, by `clock`: an attempt that is under way then is
    cut off (TimeoutError), and none is begun after it. Raises the failure of the last attempt. An
    attempt whose answer was lost may have been done: what it says may be said twice.
    """
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            async with asyncio.timeout(until - clock()):
                return await attempt()
        except Exception as failure:
            again = judge(failure)
            if again is None:
                raise
            if again.after is None:
                seconds, pause = pause, 2 * pause
            else:
                seconds = again.after
            if clock() + seconds >= until:
                raise
        await asyncio.sleep(seconds)
