"""Pictures for messages in chats where the bot is not: no file can be sent there.

They are sent to a chat of the bot's owner, the cache chat, and go by their number from then on.
"""

import hashlib
from functools import partial

import structlog
from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, Forbidden

from bot.on_telegram.barriers import Migrate, bearable
from bot.on_telegram.flood import Flood
from bot.show.outbound import RetryLater, Unshowable
from bot.work.cache import Cache

KEPT = 256
"""How many pictures' numbers are remembered, so that trying again sends none a second time."""

PICTURE_SECONDS = 5.0
"""How long a board waits for room in the cache chat; where that takes longer it is in letters."""

REFUSED_SECONDS = 60.0
"""How long nothing is sent to a cache chat that has refused a picture."""

log = structlog.get_logger()


async def cache_chat(bot: Bot, chat: str) -> str:
    """Look for the cache chat; return what it is called, which changes with a group's kind.

    A bot that was put out there may be let in again: it begins without. TelegramError for a chat
    that does not exist, or where Telegram cannot be asked.
    """
    try:
        await bot.get_chat(chat)
    except Forbidden as out:
        log.warning("telegram.no-cache", why=out.message)
    except ChatMigrated as migrated:
        log.warning("telegram.cache-moved", to=migrated.new_chat_id)
        return str(migrated.new_chat_id)
    return chat


class Pictures:
    """Finds the number of a picture, which is sent to the cache chat if need be."""

    def __init__(self, bot: Bot, flood: Flood, migrate: Migrate, chat: str | None) -> None:
        self._bot = bot
        self._flood = flood
        self._migrate = migrate
        self._chat = chat
        self._numbers: Cache[bytes, str] = Cache(KEPT)

    async def number(self, png: bytes) -> str | None:
        """What Telegram calls a picture; None where there is no chat that takes it soon.

        RetryLater where that chat has room for it in a few seconds.
        """
        if (chat := self._chat) is None:
            return None
        try:
            send = partial(self._send, chat, png)
            return await self._numbers.get(hashlib.sha256(png).digest(), send)
        except RetryLater as later:
            if later.seconds <= PICTURE_SECONDS:
                raise
            log.info("telegram.no-picture", s=later.seconds)
        except (Unshowable, BadRequest) as lost:
            self._flood.rest(chat, REFUSED_SECONDS)
            log.warning("telegram.no-cache", why=str(lost))
        return None

    async def _send(self, chat: str, png: bytes) -> str:
        async with bearable(self._flood, chat, self._follow, burst=True):
            sent = await self._bot.send_photo(
                chat, png, filename="board.png", disable_notification=True
            )
            return sent.photo[-1].file_id  # the largest one

    async def _follow(self, old: str, new: str) -> None:
        """Go on in the supergroup that the cache chat became; games may be there, too."""
        self._chat = new
        await self._migrate(old, new)
