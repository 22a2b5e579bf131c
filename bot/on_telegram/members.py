"""What Telegram tells of somebody in a chat: a question that may take long, or have no answer."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog
from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.constants import ChatMemberStatus

PATIENCE_SECONDS: Final = 2.0
"""How long is waited for an answer: what the same chat asks next waits meanwhile."""

REST_SECONDS: Final = 10.0
"""How long a chat of which Telegram told nothing in time is not asked about again."""

MANY_CHATS: Final = 1000

MEMBERS = frozenset(
    {ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.MEMBER}
)
ADMINS = frozenset({ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR})

log = structlog.get_logger()


def is_inside(found: ChatMember) -> bool:
    """Whether somebody whose standing in a chat is this is there."""
    if isinstance(found, ChatMemberRestricted):
        return bool(found.is_member)
    return found.status in MEMBERS


class Members:
    """Asks Telegram who is in a chat. `clock` gives seconds that never go back."""

    def __init__(self, bot: Bot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._clock = clock
        self._resting: dict[str, float] = {}

    async def is_member(self, chat: str, person: str) -> bool | None:
        """Whether somebody is in a chat; None where Telegram does not tell."""
        found = await self._found(chat, person)
        return None if found is None else is_inside(found)

    async def is_admin(self, chat: str, person: str) -> bool | None:
        """Whether somebody is an administrator of a chat; None where Telegram does not tell."""
        found = await self._found(chat, person)
        return None if found is None else found.status in ADMINS

    async def _found(self, chat: str, person: str) -> ChatMember | None:
        if self._resting.get(chat, 0.0) > self._clock():
            return None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._bot.get_chat_member(chat, int(person))
        except TimeoutError:
            self._rest(chat)
            log.warning("telegram.member-late", chat=chat)
        except Exception as error:
            # Refused, lost, or told in a way that the library cannot read: it is not known.
            log.warning("telegram.member-unknown", chat=chat, why=type(error).__name__)
        return None

    def _rest(self, chat: str) -> None:
        now = self._clock()
        if len(self._resting) >= MANY_CHATS:
            self._resting = {c: until for c, until in self._resting.items() if until > now}
        self._resting[chat] = now + REST_SECONDS
