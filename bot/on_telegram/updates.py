"""Updates, parsed one by one, so that an invalid one doesn't affect the others."""

from collections.abc import Sequence
from typing import Any

import structlog
from telegram import Bot, Update

from bot.on_telegram.requests import READ_SECONDS

log = structlog.get_logger()


class Listener(Bot):
    """The library's bot, with a method that gets updates without parsing them.

    The library's `get_updates` fails altogether if one update is invalid.
    """

    async def listen(
        self, offset: int | None, seconds: int, allowed: Sequence[str], limit: int = 100
    ) -> list[Any]:
        """Return the updates from `offset` on, waiting up to `seconds`; confirm earlier ones."""
        query = {"offset": offset, "limit": limit, "timeout": seconds, "allowed_updates": allowed}
        found = await self._post("getUpdates", query, read_timeout=READ_SECONDS + seconds)
        return found if isinstance(found, list) else []


def number(data: object) -> int | None:
    """Return the id of an update; None if it has none."""
    id_ = data.get("update_id") if isinstance(data, dict) else None
    return id_ if isinstance(id_, int) and not isinstance(id_, bool) else None


def read(data: Any, bot: Bot) -> Update | None:
    """Parse an update; log an invalid one and return None."""
    try:
        return Update.de_json(data, bot)
    except Exception as error:
        # It isn't retried: it would fail again, and hold back all later updates.
        log.error("update.unread", update=number(data), why=type(error).__name__)  # noqa: TRY400 - a traceback could contain users' messages
        return None
