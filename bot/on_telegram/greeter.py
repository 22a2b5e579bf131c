"""The greeting that the bot posts when it is added to a group."""

from typing import Final

from telegram import Bot, ChatMemberUpdated
from telegram.constants import ChatType

from bot.acts.beginnings import welcome
from bot.inbound.platform import Services
from bot.inbound.speech import answered_in
from bot.on_telegram import names, words
from bot.on_telegram.answers import Answers
from bot.on_telegram.delivery import Recipient
from bot.on_telegram.members import is_inside
from bot.table.people import Actor, Place, Platform
from bot.table.ports import REDELIVERY_SECONDS

APART_SECONDS: Final = 60
"""Telegram may report in several updates, within this time, that the bot was added to a group."""

GROUPS = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})


class Greeter:
    """Greets each group once, although Telegram may report several times that the bot was added."""

    def __init__(self, bot: Bot, services: Services, answers: Answers) -> None:
        self._bot = bot
        self._store = services.store
        self._catalogue = services.catalogue
        self._answers = answers

    async def joined(self, change: ChatMemberUpdated, update: int) -> None:
        """Greet a group if this update says that the bot was added to it. May raise StoreDown."""
        came = is_inside(change.new_chat_member) and not is_inside(change.old_chat_member)
        if not came or change.chat.type not in GROUPS:
            return
        if await self._store.gate(f"telegram.joined:{self._bot.id}:{update}", REDELIVERY_SECONDS):
            place = Place(Platform.TELEGRAM, str(change.chat.id))
            await self.greet(names.actor(change.from_user), place)

    async def greet(self, actor: Actor, place: Place) -> None:
        """Greet a group that `actor` has added the bot to, unless it was greeted a moment ago."""
        chosen = (await self._store.settings(place)).language
        if await self._is_new(place.channel):
            language = chosen or await answered_in(self._store, actor)
            say = words.Voice(self._catalogue, language)
            self._answers.reply(Recipient(actor, say, place), welcome())

    async def moved(self, chat: str) -> None:
        """Mark a group as greeted whose id has changed to `chat`. May raise StoreDown."""
        await self._is_new(chat)

    async def _is_new(self, chat: str) -> bool:
        return await self._store.gate(f"telegram.greeted:{self._bot.id}:{chat}", APART_SECONDS)
