"""Updates become intents; whoever asked is answered once.

What an update asks is known by its own operation: one that is delivered again changes nothing.
"""

import asyncio
import contextlib
from collections.abc import Iterator, Sequence

import structlog
from telegram import (
    Bot,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    Message,
    ReplyParameters,
    Update,
)
from telegram.constants import CallbackQueryLimit, ChatMemberStatus, ChatType, MessageLimit
from telegram.error import TelegramError

from bot.on_telegram import commands, names
from bot.on_telegram.commands import START, Typed
from bot.show import rules
from bot.show.examples import EXAMPLES
from bot.table.codes import BadCode, decode
from bot.table.commands import BadCommand
from bot.table.intents import (
    Accept,
    ChangeSettings,
    Close,
    Help,
    Intent,
    Options,
    Rules,
    ShowSettings,
    TableRules,
)
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Operation, StoreDown
from bot.table.request import Reply, Request
from bot.table.service import Service
from bot.table.table import TableId
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

    def __init__(self, bot: Bot, service: Service, catalogue: Catalogue) -> None:
        self._bot = bot
        self._service = service
        self._catalogue = catalogue

    async def handle(self, update: Update) -> None:
        """Do what an update asks."""
        if update.callback_query is not None:
            await self._press(update.callback_query)
        elif (message := update.message) is not None:
            if message.migrate_to_chat_id is not None:
                await self.migrate(str(message.chat.id), str(message.migrate_to_chat_id))
            elif message.from_user is not None:
                await self._typed(message, names.actor(message.from_user))

    async def migrate(self, old: str, new: str) -> None:
        """Take every table of a group along to the supergroup that it became."""
        await self._service.follow(Place(Platform.TELEGRAM, old), Place(Platform.TELEGRAM, new))

    async def _press(self, query: CallbackQuery) -> None:
        say = self._say(query.from_user.language_code)
        intent = _decoded(query.data or "")
        if intent is None or query.message is None:
            await self._answer(query, say(Text("press.unknown")))
        elif isinstance(intent, TableRules) and query.message.chat.type != ChatType.PRIVATE:
            with _forgiven():
                await query.answer(url=self._start(f"e-{intent.table}"))
        else:
            place, actor = names.place(query.message), names.actor(query.from_user)
            request = Request(Operation(f"telegram:{query.id}"), actor, place, intent)
            await self._act(query, request, say)

    async def _act(self, query: CallbackQuery, request: Request, say: Say) -> None:
        """Act first, then answer with the outcome; blindly where that takes too long."""
        act = asyncio.create_task(self._service.act(request))
        done, _ = await asyncio.wait({act}, timeout=BLIND_SECONDS)
        if not done:
            await self._answer(query, None)
        try:
            reply = await act
        except StoreDown:
            reply = Reply((Text("store.down"),), refused=True)
        if isinstance(request.intent, AT_LENGTH):
            await self._tell(request.place, reply, say)
        await self._answer(query, say(reply.texts[0]) if reply.refused else None)

    async def _answer(self, query: CallbackQuery, words: str | None) -> None:
        """Answer a press, once: a short line for the presser alone, or nothing but an end."""
        cut = (
            None if words is None else words[: CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH]
        )
        with _forgiven():
            await query.answer(cut, show_alert=words is not None)

    async def _typed(self, message: Message, actor: Actor) -> None:
        command = commands.typed(message, self._bot.username)
        if command is None:
            return
        place, say = names.place(message), self._say(actor.language)
        private = message.chat.type == ChatType.PRIVATE
        operation = Operation(f"telegram:{message.chat.id}:{message.message_id}")
        try:
            if command.name == START:
                request = await self._started(command, operation, actor, place)
            else:
                intent = commands.intent_of(command, message)
                _must_be_somebody(actor, intent)
                if isinstance(intent, FOR_ADMINS):
                    actor = await self._manager(message, actor)
                request = Request(operation, actor, place, intent)
        except BadCommand as bad:
            if private or message.text is None or "@" in message.text.split()[0]:
                await self._tell(place, Reply((bad.text,), refused=True), say, message)
            return
        if isinstance(request.intent, AT_LENGTH) and not private:
            await self._point(place, request.intent, say, message)
            return
        try:
            reply = await self._service.act(request)
        except StoreDown:
            reply = Reply((Text("store.down"),), refused=True)
        if command.name == START and isinstance(request.intent, Accept) and not reply.refused:
            reply = Reply((Text("telegram.accepted"),))
        await self._tell(place, reply, say, message)

    async def _started(
        self, command: Typed, operation: Operation, actor: Actor, place: Place
    ) -> Request:
        """What a link to the bot asks: `a-` accepts, `e-` and `r-` explain, nothing helps."""
        kind, _, name = command.rest.partition("-")
        if kind == "a":
            where = await self._service.place_of(TableId(name))
            return Request(operation, actor, where or place, Accept(TableId(name)))
        intents: dict[str, Intent] = {
            "e": TableRules(TableId(name)),
            "r": Rules(Options(name)),
        }
        return Request(operation, actor, place, intents.get(kind, Help()))

    async def _manager(self, message: Message, actor: Actor) -> Actor:
        """The actor, as somebody who manages the chat if they do."""
        person = message.from_user
        assert person is not None  # noqa: S101 - it was the actor's
        if message.chat.type == ChatType.PRIVATE or person.id == names.ANONYMOUS:
            return names.actor(person, manages=True)
        member = await self._bot.get_chat_member(message.chat.id, person.id)
        return names.actor(person, manages=member.status in ADMINS)

    async def _point(self, place: Place, intent: Intent, say: Say, message: Message) -> None:
        """Say where the long answer is to be had."""
        payload = "help"
        if isinstance(intent, Rules) and intent.options is not None:
            payload = f"r-{intent.options.ruleset}"
        button = InlineKeyboardButton(say(Text("telegram.read")), url=self._start(payload))
        with _forgiven():
            await self._bot.send_message(
                place.channel,
                say(Text("telegram.in-private")),
                message_thread_id=int(place.thread) if place.thread else None,
                reply_parameters=ReplyParameters(message.message_id),
                reply_markup=InlineKeyboardMarkup([[button]]),
                disable_notification=True,
            )

    async def _tell(
        self, place: Place, reply: Reply, say: Say, message: Message | None = None
    ) -> None:
        """Say what a command came to; one that a board answers needs no words."""
        thread = int(place.thread) if place.thread else None
        with _forgiven():
            for part in _messages([say(text) for text in reply.texts]):
                await self._bot.send_message(
                    place.channel,
                    part,
                    message_thread_id=thread,
                    reply_parameters=None
                    if message is None
                    else ReplyParameters(message.message_id),
                    disable_notification=True,
                )
            if reply.ruleset is not None:
                pictures = await asyncio.to_thread(_pictures, reply.ruleset, say)
                await self._bot.send_media_group(place.channel, pictures, message_thread_id=thread)

    def _start(self, payload: str) -> str:
        return f"https://t.me/{self._bot.username}?start={payload}"

    def _say(self, language: str | None) -> Say:
        return self._catalogue.voice(language or "en")


def _must_be_somebody(actor: Actor, intent: Intent) -> None:
    """Refuse what needs a person from somebody who writes as their group."""
    if actor.user.id == str(names.ANONYMOUS) and not isinstance(intent, FOR_ANYBODY):
        raise BadCommand(Text("telegram.anonymous"))


def _decoded(data: str) -> Intent | None:
    """What a button means; None for what no button of ours carries."""
    try:
        return decode(data)
    except BadCode:
        return None


def _messages(lines: Sequence[str]) -> Iterator[str]:
    """Put lines together to messages that are not too long."""
    message = ""
    for line in lines:
        longer = f"{message}\n{line}" if message else line
        if len(longer) > MessageLimit.MAX_TEXT_LENGTH:
            yield message
            longer = line
        message = longer
    if message:
        yield message


def _pictures(ruleset: str, say: Say) -> list[InputMediaPhoto]:
    """Draw the examples that go with the rules of a ruleset, each with its caption."""
    return [
        InputMediaPhoto(
            rules.draw(example, say), say(example.caption), filename=f"{ruleset}-{number}.png"
        )
        for number, example in enumerate(EXAMPLES[ruleset], 1)
    ]


@contextlib.contextmanager
def _forgiven() -> Iterator[None]:
    """Let an answer go that cannot be given: what was done stands, and the board shows it."""
    try:
        yield
    except TelegramError as error:
        log.info("answer.failed", why=type(error).__name__)
