"""Turns updates into acts and replies to each once.

Each update is its own operation, so handling it again changes nothing.
"""

from dataclasses import replace
from functools import partial

import structlog
from telegram import Bot, InlineKeyboardMarkup, Message, Update
from telegram.constants import ChatType

from bot.acts.act import Act, Audience, Who
from bot.commands.command import BadCommand
from bot.inbound.board_links import BoardLinks
from bot.inbound.outcome import FAILED
from bot.inbound.platform import Services
from bot.inbound.speech import answered_in
from bot.on_telegram import commands, links, names, words
from bot.on_telegram.answers import UNSHOWN, Answers, operation
from bot.on_telegram.commands import INVITE, START, Typed
from bot.on_telegram.delivery import Recipient
from bot.on_telegram.greeter import Greeter
from bot.on_telegram.guests import Guests
from bot.on_telegram.inline import Inline
from bot.on_telegram.inviting import Inviting
from bot.on_telegram.keyboard import choice_keyboard, link
from bot.on_telegram.members import Members
from bot.on_telegram.newest import Newest
from bot.on_telegram.presses import Presses
from bot.on_telegram.words import Voice
from bot.table.people import Actor, Place, Platform
from bot.table.ports import StoreDown
from bot.table.request import Reply, Request
from engine.text import Text

ALLOWED_UPDATES = (
    "message",
    "callback_query",
    "inline_query",
    "chosen_inline_result",
    "my_chat_member",
    "guest_message",
)

log = structlog.get_logger()


class Inbound:
    """Passes commands and presses in Telegram to the service."""

    def __init__(
        self,
        bot: Bot,
        services: Services,
        answers: Answers,
        members: Members,
    ) -> None:
        self._bot = bot
        self._games = services.games
        self._service = services.service
        self._store = services.store
        self._lift = services.lift
        self._dispatcher = services.dispatcher
        self._catalogue = services.catalogue
        self._url = services.url
        self._answers = answers
        self._board_links = BoardLinks(services.store, links.to_message)
        self._presses = Presses(bot, services, answers, self._board_links)
        self._inline = Inline(bot, services, answers)
        self._guests = Guests(bot, services, answers)
        self._inviting = Inviting(services.store)
        self._greeter = Greeter(bot, services, answers)
        self._members = members
        self.newest = Newest()

    async def handle(self, update: Update) -> None:
        """Execute an update; replies may be sent after this returns.

        Raises StoreDown; Telegram then has to deliver the update again. After any other exception,
        the user is told and the update isn't retried, so that it can't block later ones.
        """
        try:
            self.newest.note(update.message)
            await self._dispatch(update)
        except StoreDown:
            raise
        except Exception:
            log.exception("update.failed", update=update.update_id)
            try:
                await self._report_failure(update)
            except Exception as error:
                # A malformed update, which may not even have a user.
                log.warning("update.unanswered", why=type(error).__name__)

    async def _dispatch(self, update: Update) -> None:
        if update.callback_query is not None:
            await self._presses.handle(update.callback_query)
        elif update.message is not None:
            await self._message(update.message)
        elif update.inline_query is not None:
            await self._inline.offer(update.inline_query)
        elif update.chosen_inline_result is not None:
            await self._inline.chosen(update.chosen_inline_result)
        elif update.guest_message is not None:
            await self._guests.handle(update.guest_message)
        elif update.my_chat_member is not None:
            await self._lift(Platform.TELEGRAM, {str(update.my_chat_member.chat.id)})
            await self._greeter.joined(update.my_chat_member, update.update_id)

    async def _report_failure(self, update: Update) -> None:
        """Tell the user that something went wrong."""
        person, message, chosen = (
            update.effective_user,
            update.message,
            update.chosen_inline_result,
        )
        if person is None:
            return
        actor, failed = names.actor(person), Reply((FAILED,))
        say = await self._voice(actor)
        if update.callback_query is not None:
            self._answers.press(update.callback_query, say(failed.texts[0]))
        elif message is not None:
            self._answers.reply(Recipient(actor, say, names.place(message), message), failed)
        elif chosen is not None and chosen.inline_message_id is not None:
            self._answers.write(chosen.inline_message_id, failed, say)
        elif update.guest_message is not None:
            await self._guests.failed(update.guest_message, FAILED, say)

    async def _message(self, message: Message) -> None:
        """Run a message's command, or follow the chat's migration that it announces."""
        if message.migrate_to_chat_id is not None:
            await self.migrate(str(message.chat.id), str(message.migrate_to_chat_id))
        elif message.migrate_from_chat_id is not None:
            await self.migrate(str(message.migrate_from_chat_id), str(message.chat.id))
        elif message.from_user is not None:
            command = commands.typed(message, self._bot.username)
            if command is not None:
                await self._command(message, command, names.actor(message.from_user))

    async def migrate(self, old: str, new: str) -> None:
        """Move every table of a group to the supergroup that it has become."""
        await self._greeter.moved(new)
        await self._service.follow(Place(Platform.TELEGRAM, old), Place(Platform.TELEGRAM, new))

    async def _command(self, message: Message, command: Typed, actor: Actor) -> None:
        place = names.place(message)
        private = message.chat.type == ChatType.PRIVATE
        person = message.sender_chat is None  # nobody can be shown what is for a group or channel

        async def recipient() -> Recipient:
            voice = await self._voice(actor)
            return Recipient(actor, voice, place, message, hidden=person and not private)

        if not private and (command.name, command.rest) == (START, links.INVITED):
            await self._greeter.greet(actor, place)
            return
        try:
            act, request = await self._asked(message, command, actor, place)
        except BadCommand as bad:
            if private or command.ours:
                self._answers.reply(await recipient(), Reply((bad.text,), refused=True))
            return
        if not private and _leads_away(act, command):
            to = await recipient()
            link = self._link_to_private(to, act, act.declared.topic)
            ask = partial(self._read, act, request)
            self._answers.reply_for_long(to, ask, link, here=act.declared.topic != "data")
            return
        outcome = await self._dispatcher.settle(act, request)
        reply = outcome.settled()
        to = await recipient()  # only now: they may just have chosen another language
        if outcome.barrier is not None:
            instead = self._link_to_private(to, act, "personal")
            self._answers.reply_in_private(to, UNSHOWN, None, instead)
            return
        movable = names.is_private(place)
        reply = await self._board_links.linked(reply, actor, place, movable=movable)
        personal = act.declared.audience is Audience.PERSONAL
        fits = reply.lists or personal  # other choices are for the group
        keys = choice_keyboard(reply.choices, to.say, self._url) if fits else None
        if not private and (personal or reply.personal):
            instead = self._link_to_private(to, act, "personal")
            self._answers.reply_in_private(to, reply, keys, instead)
        else:
            hidden = to.hidden and act.declared.audience is not Audience.CHAT
            self._answers.reply(replace(to, hidden=hidden), reply, keys)

    async def _read(self, act: Act, request: Request, alone: bool) -> Reply:
        """Return the reply to a command in a group; `alone` if it is for the private chat."""
        outcome = await self._dispatcher.act(act, replace(request, alone=alone))
        place = names.private(request.actor.user) if alone else request.place
        return await self._board_links.linked(outcome.reply, request.actor, place, movable=alone)

    async def _asked(
        self, message: Message, command: Typed, actor: Actor, place: Place
    ) -> tuple[Act, Request]:
        """Return the act of a command, and who asks for it where. Raises BadCommand."""
        if command.name == START:
            act, place = links.read(command.rest, place)
        elif command.name == INVITE:
            act = await self._inviting.act_of(command, message, actor)
        else:
            act = commands.act_of(command, message, self._games)
        if message.sender_chat is not None and not act.declared.allows_anonymous:
            as_group = message.sender_chat.id == message.chat.id
            raise BadCommand(Text("telegram.anonymous" if as_group else "telegram.as-channel"))
        if act.declared.who is Who.MODERATORS:
            actor = await self._with_role(message)
        alone = names.is_private(names.place(message))
        return act, Request(operation(self._bot, message), actor, place, alone=alone)

    async def _with_role(self, message: Message) -> Actor:
        """Return the author of a message, with whether they manage the chat."""
        person, chat = message.from_user, message.chat
        assert person is not None  # noqa: S101 - checked before parsing the command
        if message.sender_chat is not None:  # anonymous administrators post as the group
            group = names.actor(person, manages=message.sender_chat.id == chat.id)
            return replace(group, name="")
        if chat.type == ChatType.PRIVATE:
            return names.actor(person, manages=True)
        manages = await self._members.is_admin(str(chat.id), str(person.id))
        if manages is None:
            raise BadCommand(Text("telegram.not-now"))
        return names.actor(person, manages=manages)

    def _link_to_private(
        self, to: Recipient, act: Act, topic: str
    ) -> tuple[Reply, InlineKeyboardMarkup]:
        """Return a reply with a link to the private chat, for a long or personal reply."""
        key = f"telegram.private.{topic}"
        url = links.address(self._bot.username, links.payload(act, to.place))
        return Reply((Text(key),)), link(to.say(Text(f"{key}.button")), url)

    async def _voice(self, actor: Actor) -> Voice:
        return words.Voice(self._catalogue, await answered_in(self._store, actor))


def _leads_away(act: Act, command: Typed) -> bool:
    """Return whether a command in a group gets a link to the private chat instead of a reply.

    Whoever types what a link or a button would send gets what these would show.
    """
    audience = act.declared.audience
    return audience is Audience.LONG or (audience.is_private and command.name == START)
