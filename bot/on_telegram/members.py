"""Lookup of a user's status in a chat, which may be slow or fail."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog
from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import RetryAfter

from bot.on_telegram import names
from bot.on_telegram.flood import retry_seconds
from bot.table.people import Presence

PATIENCE_SECONDS: Final = 2.0
"""Timeout of a lookup, which blocks the chat's other updates."""

REST_SECONDS: Final = 10.0
"""How long not to ask about a chat again after a timeout."""

MAX_CHATS: Final = 1000

MEMBERS = frozenset(
    {ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.MEMBER}
)
ADMINS = frozenset({ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR})
OUTSIDE = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})

log = structlog.get_logger()


def is_inside(found: ChatMember) -> bool:
    """Whether this status is that of a user who is in the chat."""
    if isinstance(found, ChatMemberRestricted):
        return bool(found.is_member)
    return found.status in MEMBERS


def is_outside(found: ChatMember) -> bool:
    """Whether this status is that of a user who isn't in the chat. An unknown status is neither."""
    if isinstance(found, ChatMemberRestricted):
        return found.is_member is False
    return found.status in OUTSIDE


class Members:
    """Asks Telegram for a user's status in a chat. `clock` is monotonic, in seconds."""

    def __init__(self, bot: Bot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._clock = clock
        self._resting: dict[str, float] = {}

    async def is_admin(self, chat: str, person: str) -> bool | None:
        """Whether a user is an administrator of a chat; None if unknown."""
        found = await self._found(chat, person)
        return None if found is None else found.status in ADMINS

    async def presence(self, chat: str, person: str) -> Presence:
        """Return whether a user is in a chat, as far as Telegram tells.

        A deleted account has no name, and remains a member for about two weeks. Errors say nothing
        about a user: "member not found", "user not found" and "PARTICIPANT_ID_INVALID" are also the
        answers for members whom the bot hasn't met, or who are hidden from it.
        """
        found = await self._found(chat, person)
        if found is None:
            return Presence.UNKNOWN
        if is_outside(found) or names.is_deleted(found.user):
            return Presence.GONE
        return Presence.PRESENT if is_inside(found) else Presence.UNKNOWN

    async def _found(self, chat: str, person: str) -> ChatMember | None:
        if self._resting.get(chat, 0.0) > self._clock():
            return None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._bot.get_chat_member(chat, int(person))
        except TimeoutError:
            self._rest(chat, REST_SECONDS)
            log.warning("telegram.member-late", chat=chat)
        except RetryAfter as later:
            self._rest(chat, retry_seconds(later))
            log.warning("telegram.member-limited", chat=chat, s=retry_seconds(later))
        except Exception as error:
            # Refused, failed, or in a format that the library can't parse.
            log.warning("telegram.member-unknown", chat=chat, why=type(error).__name__)
        return None

    def _rest(self, chat: str, seconds: float) -> None:
        now = self._clock()
        if len(self._resting) >= MAX_CHATS:
            self._resting = {c: until for c, until in self._resting.items() if until > now}
        self._resting[chat] = now + seconds
