"""What a group sees first when somebody takes the bot in: what this is, and the ways to begin."""

from typing import Final

from telegram import Bot, ChatMemberUpdated
from telegram.constants import ChatType

from bot.acts.welcome import welcome
from bot.inbound.platform import House
from bot.on_telegram import names, words
from bot.on_telegram.answers import Answers, Ear
from bot.on_telegram.members import is_inside
from bot.table.people import Actor, Place, Platform
from bot.table.ports import REDELIVERY_SECONDS

APART_SECONDS: Final = 60
"""Within so long Telegram tells by another update, too, that the bot has come to a group."""

GROUPS = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})


class Greeter:
    """Greets each group once, though Telegram tells more than once that the bot is there."""

    def __init__(self, bot: Bot, house: House, answers: Answers) -> None:
        self._bot = bot
        self._notes = house.store
        self._catalogue = house.catalogue
        self._answers = answers

    async def joined(self, change: ChatMemberUpdated, update: int) -> None:
        """Greet a group where the bot is now and was not before, as this update tells.

        May raise StoreDown.
        """
        came = is_inside(change.new_chat_member) and not is_inside(change.old_chat_member)
        if not came or change.chat.type not in GROUPS:
            return
        if await self._notes.gate(f"telegram.joined:{self._bot.id}:{update}", REDELIVERY_SECONDS):
            place = Place(Platform.TELEGRAM, str(change.chat.id))
            await self.greet(names.actor(change.from_user), place)

    async def greet(self, actor: Actor, place: Place) -> None:
        """Greet a group to which somebody has invited the bot, unless that has just been done."""
        if await self._is_new(place.channel):
            say = words.voice(self._catalogue, actor.language)
            self._answers.tell(Ear(actor, say, place), welcome())

    async def moved(self, chat: str) -> None:
        """Know the people of a group that has got another number. May raise StoreDown."""
        await self._is_new(chat)

    async def _is_new(self, chat: str) -> bool:
        return await self._notes.gate(f"telegram.greeted:{self._bot.id}:{chat}", APART_SECONDS)
