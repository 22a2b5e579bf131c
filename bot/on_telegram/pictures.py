"""Pictures for messages in chats where the bot is not: no file can be sent there.

They are sent to a chat of the bot's owner, the cache chat, and go by their number from then on.
"""

import hashlib
from functools import partial

import structlog
from telegram import Bot
from telegram.error import BadRequest

from bot.on_telegram.barriers import Migrate, bearable
from bot.on_telegram.flood import Flood
from bot.show.kept import Kept
from bot.show.outbox import Unshowable

KEPT = 256
"""How many pictures' numbers are remembered, so that trying again sends none a second time."""

log = structlog.get_logger()


class Pictures:
    """Finds the number of a picture, which is sent to the cache chat if need be."""

    def __init__(self, bot: Bot, flood: Flood, migrate: Migrate, chat: str | None) -> None:
        self._bot = bot
        self._flood = flood
        self._migrate = migrate
        self._chat = chat
        self._numbers: Kept[bytes, str] = Kept(KEPT)

    async def number(self, png: bytes) -> str | None:
        """What Telegram calls a picture; None where there is no chat to send it to.

        RetryLater where that chat bears no more just now.
        """
        if self._chat is None:
            return None
        send = partial(self._send, self._chat, png)
        try:
            return await self._numbers.get(hashlib.sha256(png).digest(), send)
        except (Unshowable, BadRequest) as lost:
            log.warning("telegram.no-cache", why=str(lost))
            return None

    async def _send(self, chat: str, png: bytes) -> str:
        async with bearable(self._flood, chat, self._migrate):
            sent = await self._bot.send_photo(
                chat, png, filename="board.png", disable_notification=True
            )
            return sent.photo[-1].file_id  # the largest one
