"""Pictures for inline messages, in chats where the bot isn't a member and can't upload files.

They are uploaded to the operator's cache chat, and then sent by file id.
"""

import hashlib
from functools import partial

import structlog
from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, Forbidden

from bot.on_telegram.barriers import Migrate, sending
from bot.on_telegram.flood import Flood
from bot.show.outbound import RetryLater, Unshowable
from bot.work.cache import Cache

KEPT = 256
"""How many file ids are cached, so that a retry doesn't upload a picture again."""

PICTURE_SECONDS = 5.0
"""How long a board waits for the cache chat's rate limit. Beyond that it is shown as text."""

REFUSED_SECONDS = 60.0
"""How long to pause uploads after the cache chat has refused a picture."""

log = structlog.get_logger()


async def cache_chat(bot: Bot, chat: str) -> str:
    """Check the cache chat and return its id, which changes when a group becomes a supergroup.

    A chat that the bot was removed from is accepted: the bot may be added again later. Raises
    TelegramError if the chat doesn't exist or the call fails.
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
    """Returns file ids of pictures, uploading new ones to the cache chat."""

    def __init__(self, bot: Bot, flood: Flood, migrate: Migrate, chat: str | None) -> None:
        self._bot = bot
        self._flood = flood
        self._migrate = migrate
        self._chat = chat
        self._file_ids: Cache[bytes, str] = Cache(KEPT)

    async def file_id(self, png: bytes) -> str | None:
        """Return the file id of a picture; None if it can't be uploaded any time soon.

        Raises RetryLater if the cache chat's rate limit allows it in a few seconds.
        """
        if (chat := self._chat) is None:
            return None
        try:
            send = partial(self._send, chat, png)
            return await self._file_ids.get(hashlib.sha256(png).digest(), send)
        except RetryLater as later:
            if later.seconds <= PICTURE_SECONDS:
                raise
            log.info("telegram.no-picture", s=later.seconds)
        except (Unshowable, BadRequest) as lost:
            self._flood.pause(chat, REFUSED_SECONDS)
            log.warning("telegram.no-cache", why=str(lost))
        return None

    async def _send(self, chat: str, png: bytes) -> str:
        async with sending(self._flood, chat, self._follow, burst=True):
            sent = await self._bot.send_photo(
                chat, png, filename="board.png", disable_notification=True
            )
            return sent.photo[-1].file_id  # the largest one

    async def _follow(self, old: str, new: str) -> None:
        """Follow the cache chat, and any games in it, to its new supergroup."""
        self._chat = new
        await self._migrate(old, new)
