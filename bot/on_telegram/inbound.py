"""Updates become intents; whoever asked is answered once.

What an update asks is known by its own operation: one that is delivered again changes nothing.
"""

import structlog
from telegram import Bot, Message, Update
from telegram.constants import ChatType

from bot.commands.commands import BadCommand
from bot.inbound.outcome import FAILED
from bot.inbound.platform import House
from bot.on_telegram import adaptation, commands, links, names, words
from bot.on_telegram.answers import Answers, Ear, operation
from bot.on_telegram.board_links import BoardLinks
from bot.on_telegram.commands import START, Typed
from bot.on_telegram.greeter import Greeter
from bot.on_telegram.inline import Inline
from bot.on_telegram.keyboard import link
from bot.on_telegram.links import AT_LENGTH, FOR_ONE
from bot.on_telegram.members import Members
from bot.on_telegram.presses import Presses
from bot.table.intents import (
    Accept,
    ChangeSettings,
    Close,
    Intent,
    Learn,
    Play,
    ShowSettings,
)
from bot.table.people import Actor, Place, Platform
from bot.table.ports import StoreDown
from bot.table.request import Reply, Request
from engine.text import Say, Text

ALLOWED_UPDATES = (
    "message",
    "callback_query",
    "inline_query",
    "chosen_inline_result",
    "my_chat_member",
)

FOR_ADMINS = (ChangeSettings, Close)
FOR_ANYBODY = (*FOR_ADMINS, *FOR_ONE, Play, ShowSettings)
"""What may be asked by somebody who writes as their group."""

log = structlog.get_logger()


class Inbound:
    """Takes what people type and press in Telegram to the service."""

    def __init__(
        self,
        bot: Bot,
        house: House,
        answers: Answers,
        members: Members,
    ) -> None:
        self._bot = bot
        self._games = house.games
        self._service = house.service
        self._dispatcher = house.dispatcher
        self._catalogue = house.catalogue
        self._answers = answers
        self._ways = BoardLinks(house.store)
        self._presses = Presses(bot, house, answers, self._ways)
        self._inline = Inline(bot, house, answers)
        self._greeter = Greeter(bot, house, answers)
        self._members = members

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
            try:
                self._admit(update)
            except Exception as error:
                # What cannot even be told of: an update that is not as Telegram's are.
                log.warning("update.unanswered", why=type(error).__name__)

    async def _take(self, update: Update) -> None:
        if update.callback_query is not None:
            await self._presses.take(update.callback_query)
        elif update.message is not None:
            await self._hear(update.message)
        elif update.inline_query is not None:
            self._inline.offer(update.inline_query)
        elif update.chosen_inline_result is not None:
            await self._inline.chosen(update.chosen_inline_result)
        elif update.my_chat_member is not None:
            await self._greeter.joined(update.my_chat_member, update.update_id)

    def _admit(self, update: Update) -> None:
        """Tell whoever asked that something went wrong here."""
        person, message, chosen = (
            update.effective_user,
            update.message,
            update.chosen_inline_result,
        )
        if person is None:
            return
        actor, failed = names.actor(person), Reply((FAILED,))
        say = self._say(actor.language)
        if update.callback_query is not None:
            self._answers.press(update.callback_query, say(failed.texts[0]))
        elif message is not None:
            self._answers.tell(Ear(actor, say, names.place(message), message), failed)
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
        await self._greeter.moved(new)
        await self._service.follow(Place(Platform.TELEGRAM, old), Place(Platform.TELEGRAM, new))

    async def _typed(self, message: Message, command: Typed, actor: Actor) -> None:
        place = names.place(message)
        ear = Ear(actor, self._say(actor.language), place, message)
        private = message.chat.type == ChatType.PRIVATE
        if not private and (command.name, command.rest) == (START, links.INVITED):
            await self._greeter.greet(actor, place)
            return
        try:
            asked = await self._request(message, command, actor, place)
        except BadCommand as bad:
            if private or command.ours:
                self._answers.tell(ear, Reply((bad.text,), refused=True))
            return
        intent = asked.intent
        if isinstance(intent, AT_LENGTH) and not private:
            self._point(ear, intent)
            return
        reply = (await self._dispatcher.act(asked)).settled()
        if command.name == START and isinstance(intent, Accept) and not reply.refused:
            reply = Reply((Text("telegram.accepted"),))
        reply, ways = await self._ways.led(reply, intent, actor, place, ear.say)
        self._answers.tell(ear, reply, ways)

    async def _request(
        self, message: Message, command: Typed, actor: Actor, place: Place
    ) -> Request:
        """What was typed, and by whom; BadCommand says what is wrong with it."""
        if command.name == START:
            here = place
            intent, place = await links.read(command.rest, here, self._service, self._games)
            if isinstance(intent, Accept) and not await self._may_sit(actor, here, place):
                raise BadCommand(Text("telegram.by-link"))
        else:
            intent = commands.intent_of(command, message, self._games)
        if message.sender_chat is not None and not isinstance(intent, FOR_ANYBODY):
            raise BadCommand(Text("telegram.anonymous"))
        if isinstance(intent, FOR_ADMINS):
            actor = await self._manager(message)
        intent = adaptation.meant(intent, names.place(message))
        return Request(operation(self._bot, message), actor, place, intent)

    async def _may_sit(self, actor: Actor, here: Place, there: Place) -> bool:
        """Whether somebody who follows a link `here` may take a seat at a table that is `there`.

        An inline message is meant for any chat. A private chat is its owner's, and into a group
        a link leads its members only.
        """
        if there.platform is not Platform.TELEGRAM:
            return False
        if there.channel == here.channel or names.inline_message(there) is not None:
            return True
        if names.is_private(there):
            return there == names.private(actor.user)
        return await self._members.is_member(there.channel, actor.user.id) is True

    async def _manager(self, message: Message) -> Actor:
        """Whoever wrote, as somebody who manages the chat if they do."""
        person, chat = message.from_user, message.chat
        assert person is not None  # noqa: S101 - whose actor was needed
        if message.sender_chat is not None:  # a group's anonymous administrators write as the group
            return names.actor(person, manages=message.sender_chat.id == chat.id)
        if chat.type == ChatType.PRIVATE:
            return names.actor(person, manages=True)
        manages = await self._members.is_admin(str(chat.id), str(person.id))
        if manages is None:
            raise BadCommand(Text("telegram.not-now"))
        return names.actor(person, manages=manages)

    def _point(self, ear: Ear, intent: Intent) -> None:
        """Say where the long answer is to be had."""
        learns = isinstance(intent, Learn)
        private = Text("telegram.learn-private" if learns else "telegram.in-private")
        label = Text("telegram.learn" if learns else "telegram.read")
        url = links.address(self._bot.username, links.payload(intent, ear.place))
        self._answers.tell(ear, Reply((private,)), link(ear.say(label), url))

    def _say(self, language: str) -> Say:
        return words.voice(self._catalogue, language)
