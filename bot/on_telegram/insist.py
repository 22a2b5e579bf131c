"""Calls that are made again when they are lost, for as long as their outcome is worth something."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError

from bot.on_telegram.flood import patience

T = TypeVar("T")

FIRST_PAUSE_SECONDS: Final = 0.5
"""How long to wait after the first call that was lost; after each further one twice as long."""


async def insist(
    call: Callable[[], Awaitable[T]],
    until: float,
    rest: Callable[[float], None] = lambda _: None,
    clock: Callable[[], float] = time.monotonic,
) -> T:
    """Return what a call gives, made again where Telegram is away or has no time for it.

    `until` is when nobody waits for it any more, by `clock`; then the last TelegramError is raised.
    `rest` is told for how many seconds Telegram wants to be left alone. A call whose answer was
    lost may have been done: what it says may be said twice.
    """
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            return await call()
        except RetryAfter as later:
            lost: TelegramError = later
            seconds = patience(later)
            rest(seconds)
        except BadRequest:
            raise
        except NetworkError as unreached:
            lost, seconds, pause = unreached, pause, 2 * pause
        if clock() + seconds > until:
            raise lost
        await asyncio.sleep(seconds)
