"""Updates become intents; whoever asked is answered once.

What an update asks is known by its own operation: one that is delivered again changes nothing.
"""

import structlog
from telegram import Bot, Message, Update
from telegram.constants import ChatMemberStatus, ChatType

from bot.on_telegram import commands, links, names, words
from bot.on_telegram.answers import Answers, operation
from bot.on_telegram.commands import START, Typed
from bot.on_telegram.inline import Inline
from bot.on_telegram.keyboard import elsewhere, link
from bot.on_telegram.links import AT_LENGTH
from bot.on_telegram.presses import Presses
from bot.table.commands import BadCommand
from bot.table.intents import Accept, Challenge, ChangeSettings, Close, Intent, ShowSettings
from bot.table.people import Actor, Place, Platform
from bot.table.ports import StoreDown
from bot.table.request import Reply, Request
from bot.table.service import Service
from bot.texts.catalogue import Catalogue
from renderer.text import Say, Text

ALLOWED_UPDATES = ("message", "callback_query", "inline_query", "chosen_inline_result")

ADMINS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)

FOR_ADMINS = (ChangeSettings, Close)
FOR_ANYBODY = (*FOR_ADMINS, *AT_LENGTH, ShowSettings)
"""What may be asked by somebody who writes as their group."""

log = structlog.get_logger()


class Inbound:
    """Takes what people type and press in Telegram to the service."""

    def __init__(self, bot: Bot, service: Service, catalogue: Catalogue, answers: Answers) -> None:
        self._bot = bot
        self._service = service
        self._catalogue = catalogue
        self._answers = answers
        self._presses = Presses(bot, service, catalogue, answers)
        self._inline = Inline(service, catalogue, answers)

    async def handle(self, update: Update) -> None:
        """Do what an update asks; it is done when this returns, though not yet answered.

        Raises StoreDown, and then the update has to come again. A fault of ours is told to whoever
        asked, and over with: one that cannot be handled must not keep all later ones from being.
        """
        try:
            await self._take(update)
        except StoreDown:
            raise
        except Exception:
            log.exception("update.failed", update=update.update_id)
            self._admit(update)

    async def _take(self, update: Update) -> None:
        if update.callback_query is not None:
            await self._presses.take(update.callback_query)
        elif update.message is not None:
            await self._hear(update.message)
        elif update.inline_query is not None:
            self._inline.offer(update.inline_query)
        elif update.chosen_inline_result is not None:
            await self._inline.chosen(update.chosen_inline_result)

    def _admit(self, update: Update) -> None:
        """Tell whoever asked that something went wrong here."""
        person, message, chosen = (
            update.effective_user,
            update.message,
            update.chosen_inline_result,
        )
        if person is None:
            return
        say, failed = self._say(person.language_code), Reply((Text("telegram.failed"),))
        if update.callback_query is not None:
            self._answers.press(update.callback_query, say(failed.texts[0]))
        elif message is not None:
            self._answers.tell(names.place(message), failed, say, to=message)
        elif chosen is not None and chosen.inline_message_id is not None:
            self._answers.write(chosen.inline_message_id, failed, say)

    async def _hear(self, message: Message) -> None:
        """Do what a message asks, or what it tells of its chat."""
        if message.migrate_to_chat_id is not None:
            await self.migrate(str(message.chat.id), str(message.migrate_to_chat_id))
        elif message.migrate_from_chat_id is not None:
            await self.migrate(str(message.migrate_from_chat_id), str(message.chat.id))
        elif message.from_user is not None:
            command = commands.typed(message, self._bot.username)
            if command is not None:
                await self._typed(message, command, names.actor(message.from_user))

    async def migrate(self, old: str, new: str) -> None:
        """Take every table of a group along to the supergroup that it became."""
        await self._service.follow(Place(Platform.TELEGRAM, old), Place(Platform.TELEGRAM, new))

    async def _typed(self, message: Message, command: Typed, actor: Actor) -> None:
        place, say = names.place(message), self._say(actor.language)
        private = message.chat.type == ChatType.PRIVATE
        try:
            asked = await self._request(message, command, actor, place)
        except BadCommand as bad:
            if private or command.ours:
                self._answers.tell(place, Reply((bad.text,), refused=True), say, to=message)
            return
        intent = asked.intent
        if isinstance(intent, Challenge) and private:
            self._refer(place, say, message)
        elif isinstance(intent, AT_LENGTH) and not private:
            self._point(place, intent, say, message, greets=command.name == START)
        else:
            reply = await self._service.act(asked)
            if command.name == START and isinstance(intent, Accept) and not reply.refused:
                reply = Reply((Text("telegram.accepted"),))
            self._answers.tell(place, reply, say, to=message)

    async def _request(
        self, message: Message, command: Typed, actor: Actor, place: Place
    ) -> Request:
        """What was typed, and by whom; BadCommand says what is wrong with it."""
        if command.name == START:
            intent, place = await links.read(command.rest, place, self._service)
        else:
            intent = commands.intent_of(command, message)
        if message.sender_chat is not None and not isinstance(intent, FOR_ANYBODY):
            raise BadCommand(Text("telegram.anonymous"))
        if isinstance(intent, FOR_ADMINS):
            actor = await self._manager(message)
        return Request(operation(message), actor, place, intent)

    async def _manager(self, message: Message) -> Actor:
        """Whoever wrote, as somebody who manages the chat if they do."""
        person, chat = message.from_user, message.chat
        assert person is not None  # noqa: S101 - whose actor was needed
        if message.sender_chat is not None:  # a group's anonymous administrators write as the group
            return names.actor(person, manages=message.sender_chat.id == chat.id)
        if chat.type == ChatType.PRIVATE:
            return names.actor(person, manages=True)
        member = await self._bot.get_chat_member(chat.id, person.id)
        return names.actor(person, manages=member.status in ADMINS)

    def _point(
        self, place: Place, intent: Intent, say: Say, message: Message, *, greets: bool
    ) -> None:
        """Say where the long answer is to be had."""
        told = Text("telegram.hello" if greets else "telegram.in-private")
        url = links.address(self._bot.username, links.payload(intent, place))
        keys = link(say(Text("telegram.read")), url)
        self._answers.tell(place, Reply((told,)), say, to=message, keys=keys)

    def _refer(self, place: Place, say: Say, message: Message) -> None:
        """Say where others are to be challenged: here is nobody else."""
        url = links.address(self._bot.username, "new", group=True)
        keys = elsewhere(url, say, inline=self._bot.supports_inline_queries)
        self._answers.tell(place, Reply((Text("telegram.alone"),)), say, to=message, keys=keys)

    def _say(self, language: str | None) -> Say:
        return words.voice(self._catalogue, language)
