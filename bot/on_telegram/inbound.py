"""Updates become intents; whoever asked is answered once.

What an update asks is known by its own operation: one that is delivered again changes nothing.
"""

import asyncio

import structlog
from telegram import (
    Bot,
    CallbackQuery,
    MaybeInaccessibleMessage,
    Message,
    Update,
)
from telegram.constants import ChatMemberStatus, ChatType

from bot.on_telegram import commands, links, names, words
from bot.on_telegram.answers import Answers, operation
from bot.on_telegram.commands import START, Typed
from bot.on_telegram.keyboard import link
from bot.table.codes import BadCode, decode
from bot.table.commands import BadCommand
from bot.table.intents import (
    Accept,
    Challenge,
    ChangeSettings,
    Close,
    Help,
    Intent,
    Rules,
    ShowSettings,
    TableRules,
)
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Operation, StoreDown
from bot.table.request import Reply, Request
from bot.table.service import Service
from bot.texts.catalogue import Catalogue
from renderer.text import Say, Text

BLIND_SECONDS = 1.5
"""An act that takes longer is answered before its outcome is known."""

ALLOWED_UPDATES = ("message", "callback_query")

ADMINS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)

FOR_ADMINS = (ChangeSettings, Close)
AT_LENGTH = (Rules, TableRules, Help)
"""What is answered at length: in private, where there are others."""

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

    async def handle(self, update: Update) -> None:
        """Do what an update asks; it is done when this returns, though not yet answered.

        Raises StoreDown, and then the update has to come again. A fault of ours is told to whoever
        asked, and over with: one that cannot be handled must not keep all later ones from being.
        """
        query, message = update.callback_query, update.message
        try:
            if query is not None:
                await self._press(query)
            elif message is not None:
                await self._hear(message)
        except StoreDown:
            raise
        except Exception:
            log.exception("update.failed", update=update.update_id)
            failed = Text("telegram.failed")
            if query is not None:
                self._answers.press(query, self._say(query.from_user.language_code)(failed))
            elif message is not None and message.from_user is not None:
                say = self._say(message.from_user.language_code)
                self._answers.tell(names.place(message), Reply((failed,)), say, to=message)

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

    async def _press(self, query: CallbackQuery) -> None:
        """Act first, then answer with the outcome; blindly where that takes too long."""
        say, message = self._say(query.from_user.language_code), query.message
        intent = _decoded(query.data or "")
        if intent is None or message is None:
            self._answers.press(query, say(Text("press.unknown")))
            return
        if isinstance(intent, AT_LENGTH) and message.chat.type != ChatType.PRIVATE:
            payload = links.payload(intent, names.place(message))
            self._answers.lead(query, links.address(self._bot.username, payload))
            return
        waiting = asyncio.get_running_loop()
        blindly = waiting.call_later(BLIND_SECONDS, self._answers.press, query, None)
        try:
            place, actor = await self._place(message, intent), names.actor(query.from_user)
            asked = Request(Operation(f"telegram:{query.id}"), actor, place, intent)
            reply = await self._service.act(asked)
        except StoreDown:
            self._answers.press(query, say(Text("telegram.waits")))
            raise
        finally:
            blindly.cancel()
        if isinstance(intent, AT_LENGTH):
            self._answers.tell(place, reply, say)
        self._answers.press(query, say(reply.texts[0]) if reply.refused else None)

    async def _place(self, message: MaybeInaccessibleMessage, intent: Intent) -> Place:
        """Where something was pressed; of a message that is gone nobody says in which topic."""
        place = names.place(message)
        table = getattr(intent, "table", None)
        if message.is_accessible or table is None:
            return place
        where = await self._service.place_of(table)
        return place if where is None or where.channel != place.channel else where

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
        keys = link(say(Text("telegram.group")), url)
        self._answers.tell(place, Reply((Text("telegram.alone"),)), say, to=message, keys=keys)

    def _say(self, language: str | None) -> Say:
        return words.voice(self._catalogue, language)


def _decoded(data: str) -> Intent | None:
    """What a button means; None for what no button of ours carries."""
    try:
        return decode(data)
    except BadCode:
        return None
