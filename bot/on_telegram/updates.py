"""Updates as Telegram sends them, each read by itself: one that cannot be read spoils no other."""

from collections.abc import Sequence
from typing import Any

import structlog
from telegram import Bot, Update

from bot.on_telegram.transport import READ_SECONDS

log = structlog.get_logger()


class Listener(Bot):
    """The library's bot, which can also ask for updates without reading them.

    The library's own `get_updates` reads all of them or none.
    """

    async def listen(
        self, offset: int | None, seconds: int, allowed: Sequence[str], limit: int = 100
    ) -> list[Any]:
        """Updates from `offset` on, waited for so long; this confirms all those before."""
        asked = {"offset": offset, "limit": limit, "timeout": seconds, "allowed_updates": allowed}
        told = await self._post("getUpdates", asked, read_timeout=READ_SECONDS + seconds)
        return told if isinstance(told, list) else []


def number(told: object) -> int | None:
    """What an update is confirmed by; None for what is no update at all."""
    found = told.get("update_id") if isinstance(told, dict) else None
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def read(told: Any, bot: Bot) -> Update | None:
    """Read an update; None, and a line in the log, for one that cannot be read."""
    try:
        return Update.de_json(told, bot)
    except Exception as error:
        # Sent again it would be no better, and keep all later ones from coming.
        log.error("update.unread", update=number(told), why=type(error).__name__)  # noqa: TRY400 - what was said shall not be in the log
        return None
