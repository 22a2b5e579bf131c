"""Calls to Telegram at startup. If one fails, the error names the wrong setting."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
)

from bot.config import WrongSetting
from bot.on_telegram.flood import retry_seconds
from bot.on_telegram.requests import is_unreachable

T = TypeVar("T")

PATIENCE_SECONDS = 60.0
"""How long to retry a call while Telegram is rate limiting or not responding."""

UNANSWERED_SECONDS = 2.0
"""Delay before a retry after a missing or invalid response."""

log = structlog.get_logger()


async def require(call: Callable[[], Awaitable[T]], setting: str, advice: str = "") -> T:
    """Make a call that must succeed, with retries, and return its result.

    Raises WrongSetting; if Telegram rejects the call, it names `setting` and ends with `advice`.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE_SECONDS
    while True:
        try:
            return await call()
        except InvalidToken:
            raise WrongSetting(
                "TELEGRAM_TOKEN: Telegram rejects this token. Get the current one from @BotFather"
            ) from None
        except (BadRequest, ChatMigrated, Forbidden) as refused:
            raise WrongSetting(f"{setting}: Telegram's error: {refused.message}{advice}") from None
        except RetryAfter as later:
            seconds = retry_seconds(later)
        except NetworkError as lost:  # a timeout, an invalid response, or an error such as 503
            if is_unreachable(lost):
                raise WrongSetting("TELEGRAM_API_URL: Can't connect to Telegram") from None
            seconds = UNANSWERED_SECONDS
        if loop.time() + seconds > until:
            raise WrongSetting(
                "TELEGRAM_API_URL: Telegram isn't responding or is rate limiting this bot. "
                f"Try again in {seconds:.0f} seconds or later"
            )
        log.warning("telegram.waiting", s=seconds)
        await asyncio.sleep(seconds)
