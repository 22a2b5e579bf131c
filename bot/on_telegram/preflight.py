"""The first calls: without them nothing can begin, so it is said which setting is wrong."""

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
from bot.on_telegram.flood import patience
from bot.on_telegram.transport import Unreached

T = TypeVar("T")

PATIENCE_SECONDS = 60.0
"""How long a call is tried again, where Telegram asks for patience or does not answer."""

UNANSWERED_SECONDS = 2.0
"""How long to wait after a call that was not answered, or by somebody in Telegram's stead."""

log = structlog.get_logger()


async def reach(call: Callable[[], Awaitable[T]], setting: str, advice: str = "") -> T:
    """Return what a call gives, as soon as Telegram has time for it.

    WrongSetting tells what is wrong: `setting` where Telegram refuses, with `advice`.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE_SECONDS
    while True:
        try:
            return await call()
        except InvalidToken:
            raise WrongSetting(
                "TELEGRAM_TOKEN: Telegram does not know this token; ask @BotFather for it"
            ) from None
        except (BadRequest, ChatMigrated, Forbidden) as refused:
            raise WrongSetting(f"{setting}: Telegram says: {refused.message}{advice}") from None
        except RetryAfter as later:
            seconds = patience(later)
        except Unreached:
            raise WrongSetting("TELEGRAM_API_URL: Telegram cannot be reached from here") from None
        except NetworkError:  # no answer in time, a broken one, or that it is away: 503
            seconds = UNANSWERED_SECONDS
        if loop.time() + seconds > until:
            raise WrongSetting(
                "TELEGRAM_API_URL: Telegram has no time for this bot; "
                f"start it again in {seconds:.0f} seconds or later"
            )
        log.warning("telegram.waiting", s=seconds)
        await asyncio.sleep(seconds)
