"""What whoever asked is told: a line over the board for a press, messages for a command.

Answers are sent beside everything else: an update is done when the tables have changed, and need
not wait for what is said about it. Where a group bears no more answers they go to the private chat
of whoever asked; where there is none they are left out.
"""

import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import structlog
from telegram import (
    Bot,
    CallbackQuery,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResult,
    InlineQueryResultsButton,
    InputMediaPhoto,
    Message,
    ReplyParameters,
)
from telegram.constants import CallbackQueryLimit, MessageLimit, ParseMode
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.inbound.illustrations import Illustration, Illustrations
from bot.inbound.localized import LocalizedReply, Localizer
from bot.inbound.retry import Transient, retry
from bot.inbound.tasks import Tasks
from bot.on_telegram import adaptation, captions, links, names, words
from bot.on_telegram.barriers import NO_FILES, NO_PHOTOS, Gone, says, standing
from bot.on_telegram.flood import Flood, patience
from bot.on_telegram.keyboard import choice_keyboard, into_any_chat, into_group, keyboard
from bot.on_telegram.titles import Titles
from bot.show.page import Page
from bot.table.notes import Notes
from bot.table.people import Actor, Place
from bot.table.ports import REDELIVERY_SECONDS, Operation, StoreDown
from bot.table.request import File, Reply
from engine.text import Say, Text

QUERY_SECONDS = 15.0
"""For how long Telegram takes the answer to a press or to an inline query."""

MESSAGE_SECONDS = 60.0
"""For how long an answer to a command is worth being sent."""

BUTTON_LETTERS = 64
"""How much the button above the results of inline mode says."""

UNMET_SECONDS = 600.0
"""How long somebody who has not started the bot, or has blocked it, is sent nothing in private."""

MOST_UNMET = 1000

T = TypeVar("T")

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Ear:
    """Who asked, in which language they are answered, and where.

    `to` is the message they wrote; `pressed` the one of the guided game that they pressed.
    """

    actor: Actor
    say: Say
    place: Place
    to: Message | None = None
    pressed: int | None = None

    @property
    def chat(self) -> str:
        """The chat that is written to."""
        return self.place.channel

    @property
    def where(self) -> dict[str, Any]:
        """The place as Telegram's methods want it."""
        where: dict[str, Any] = {
            "chat_id": self.chat,
            "message_thread_id": names.thread(self.place),
            "disable_notification": True,
        }
        if self.to is not None:
            answered = ReplyParameters(self.to.message_id, allow_sending_without_reply=True)
            where["reply_parameters"] = answered
        return where

    def in_private(self) -> "Ear":
        """The same person, alone with the bot."""
        return replace(self, place=names.private(self.actor.user), to=None, pressed=None)


class Answers:
    """Sends answers, and remembers those that are on their way."""

    def __init__(
        self,
        bot: Bot,
        notes: Notes,
        flood: Flood,
        localizer: Localizer,
        illustrations: Illustrations,
        url: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._notes = notes
        self._flood = flood
        self._localizer = localizer
        self._illustrations = illustrations
        self._url = url
        self._clock = clock
        self._titles = Titles(bot)
        self._unmet: dict[str, float] = {}
        self._tasks = Tasks()
        self.drain = self._tasks.drain

    def _send(self, answer: Coroutine[Any, Any, object]) -> None:
        self._tasks.begin(_forgiven(answer))

    def _answer(self, call: Callable[[], Awaitable[object]]) -> None:
        """Answer a query, which can be answered for a short while only."""
        self._send(retry(call, self._clock() + QUERY_SECONDS, _judge, self._clock))

    def press(self, query: CallbackQuery, told: str | None) -> None:
        """Answer a press: a short line for the presser alone, or nothing but an end."""
        most = CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH
        line = None if told is None else words.cut(told, most)
        self._answer(partial(query.answer, line, show_alert=line is not None))

    def lead(self, query: CallbackQuery, url: str) -> None:
        """Answer a press with a link to the bot that opens by itself."""
        self._answer(partial(query.answer, url=url))

    def offer(
        self, query: InlineQuery, results: Sequence[InlineQueryResult], wrong: str | None
    ) -> None:
        """Answer an inline query; above the results, if need be, what is wrong with it.

        Every query has its own results: each of them can become a table once.
        """
        button = None
        if wrong is not None:
            told = words.cut(wrong, BUTTON_LETTERS)
            button = InlineQueryResultsButton(told, start_parameter="help")
        self._answer(partial(query.answer, results, cache_time=0, is_personal=True, button=button))

    def write(self, message: str, reply: Reply, say: Say) -> None:
        """Put an answer into an inline message, in place of what it says and of its buttons."""
        chat = names.inline(message).channel
        self._flood.count(chat)
        told = "\n".join(map(say, reply.texts))
        edit = partial(
            self._bot.edit_message_text,
            told,
            inline_message_id=message,
            link_preview_options=words.NO_PREVIEW,
        )
        self._send(self._surely(chat, edit))

    def tell(self, ear: Ear, reply: Reply, keys: InlineKeyboardMarkup | None = None) -> None:
        """Say what a command came to, once though it be delivered again.

        `keys` stand under it, or else buttons for what there is to choose.
        """
        said = reply.texts or reply.lesson is not None or reply.board is not None
        if said or reply.opponent is not None:
            self._send(self._told(ear, reply, keys))

    async def _told(self, ear: Ear, reply: Reply, keys: InlineKeyboardMarkup | None) -> None:
        if ear.to is not None and not await self._first(ear.to):
            return
        told = await self._put(ear, reply)
        if self._flood.admits(ear.chat, ear.actor.user.id, _messages(told)):
            try:
                await self._say(ear, told, keys or self._choices(ear, told))
            except BadRequest as bad:
                if not says(bad, NO_FILES):
                    raise
                if not await self._say_in_private(ear, reply, keys):
                    await self._message(ear, ear.say(Text("telegram.no-files")), None)
        elif not await self._say_in_private(ear, reply, keys):
            await self._notice(ear)

    async def _put(self, ear: Ear, reply: Reply) -> LocalizedReply:
        """Put a reply into words that are right where it is said."""
        reply = adaptation.fitted(reply, ear.place)
        located = [await self._titles.located(text, ear.say) for text in reply.texts]
        reply = replace(reply, texts=tuple(located))
        return await self._localizer.localized(reply, ear.actor.language, ear.say)

    def _choices(self, ear: Ear, told: LocalizedReply) -> InlineKeyboardMarkup | None:
        """Buttons for what there is to choose, and for whom there is to challenge."""
        below = []
        if told.opponent is not None and names.is_private(ear.place):
            group = links.address(self._bot.username, links.INVITED, group=True)
            below.append(into_group(group, ear.say))
        if told.opponent is not None and self._bot.supports_inline_queries:
            below.append(into_any_chat(told.opponent, ear.say))
        return choice_keyboard(told.choices, ear.say, self._url, *below)

    async def _say_in_private(
        self, ear: Ear, reply: Reply, keys: InlineKeyboardMarkup | None
    ) -> bool:
        """Say in private what cannot be said in a group; False where that cannot be done."""
        own, person = ear.in_private(), ear.actor.user.id
        if names.is_private(ear.place):
            log.info("answer.left-out", chat=ear.chat)
            return True  # who asks for so much alone needs no notice of it
        if self._unmet.get(person, 0.0) > self._clock():
            return False
        told = await self._put(own, reply)
        if not self._flood.admits(own.chat, person, _messages(told)):
            return False
        if told.cover is not None or told.opponent is not None:
            keys = self._choices(own, told)  # others can be chosen only where the table is
        try:
            await self._say(own, told, keys)
        except (Forbidden, BadRequest):
            if len(self._unmet) >= MOST_UNMET:
                self._unmet.clear()
            self._unmet[person] = self._clock() + UNMET_SECONDS
            return False
        return True

    async def _notice(self, ear: Ear) -> None:
        """Say in a group that answers are left out, once for all of them."""
        log.info("answer.left-out", chat=ear.chat)
        if self._flood.notice(ear.chat):
            told = names.escape(ear.say(Text("telegram.busy")))
            await self._message(ear, told, None)

    async def _say(self, ear: Ear, told: LocalizedReply, keys: InlineKeyboardMarkup | None) -> None:
        """Send all that there is to say; the last message of words has the buttons."""
        if told.lesson is not None:
            await self._lesson(ear, told.lesson)
            return
        said = _written(told)
        if told.cover is not None:
            await self._photo(ear, told.cover.png, said[0], said[0], keys)
            said = ()
        if told.file is not None:
            await self._file(ear, told.file, said[0])
            said = ()
        for number, part in enumerate(said, 1):
            await self._message(ear, part, keys if number == len(said) else None)
        if pictures := _pictures(await self._illustrations.drawn(told.illustrations)):
            where = replace(ear, to=None).where
            await self._surely(
                ear.chat, partial(self._bot.send_media_group, media=pictures, **where)
            )
        if told.board is not None:
            await self._board(ear, told.board)

    async def _lesson(self, ear: Ear, page: Page) -> None:
        """Show a step of the guided game, in the place of the one that was pressed."""
        assert page.picture is not None  # noqa: S101 - every step has one
        caption, keys = captions.caption(page, ear.say, headed=True), keyboard(page, ear.say, None)
        if ear.pressed is not None:
            photo = InputMediaPhoto(
                page.picture.png, caption, parse_mode=ParseMode.HTML, filename="board.png"
            )
            edit = partial(
                self._bot.edit_message_media,
                media=photo,
                chat_id=ear.chat,
                message_id=ear.pressed,
                reply_markup=keys,
            )
            with suppress(Gone):
                with standing():
                    await self._surely(ear.chat, edit)
                return
        send = partial(
            self._bot.send_photo,
            photo=page.picture.png,
            caption=caption,
            parse_mode=ParseMode.HTML,
            filename="board.png",
            reply_markup=keys,
            **ear.where,
        )
        await self._surely(ear.chat, send)

    async def _message(self, ear: Ear, told: str, keys: InlineKeyboardMarkup | None) -> None:
        send = partial(
            self._bot.send_message,
            text=told,
            parse_mode=ParseMode.HTML,
            link_preview_options=words.NO_PREVIEW,
            reply_markup=keys,
            **ear.where,
        )
        await self._surely(ear.chat, send)

    async def _board(self, ear: Ear, page: Page) -> None:
        """Show a board to look at."""
        told = captions.text(page, ear.say, url=self._url)
        if page.picture is None:
            await self._message(ear, told, None)
        else:
            caption = captions.caption(page, ear.say)
            await self._photo(ear, page.picture.png, caption, told, None)

    async def _photo(
        self, ear: Ear, png: bytes, caption: str, told: str, keys: InlineKeyboardMarkup | None
    ) -> None:
        """Send a picture; where no photos may be sent, only what is `told`."""
        send = partial(
            self._bot.send_photo,
            photo=png,
            caption=caption,
            parse_mode=ParseMode.HTML,
            filename="board.png",
            reply_markup=keys,
            **ear.where,
        )
        try:
            await self._surely(ear.chat, send)
        except BadRequest as bad:
            if not says(bad, NO_PHOTOS):
                raise
            await self._message(ear, told, keys)

    async def _file(self, ear: Ear, file: File, caption: str) -> None:
        send = partial(
            self._bot.send_document,
            document=file.data,
            caption=caption,
            parse_mode=ParseMode.HTML,
            filename=file.name,
            **ear.where,
        )
        await self._surely(ear.chat, send)

    async def _surely(self, chat: str, call: Callable[[], Awaitable[T]]) -> T:
        """Send something to a chat, again if it is lost."""

        def judge(failure: Exception) -> Transient | None:
            if isinstance(failure, RetryAfter):
                self._flood.rest(chat, patience(failure))
            return _judge(failure)

        return await retry(call, self._clock() + MESSAGE_SECONDS, judge, self._clock)

    async def _first(self, message: Message) -> bool:
        """Whether a command is answered for the first time; again, where nobody can say."""
        known = operation(self._bot, message)
        try:
            return await self._notes.gate(f"told:{known}", REDELIVERY_SECONDS)
        except StoreDown:
            return True


def operation(bot: Bot, message: Message) -> Operation:
    """What a command is known by, in every process of this bot that it is delivered to."""
    return Operation(f"telegram:{bot.id}:{message.chat.id}:{message.message_id}")


def _judge(failure: Exception) -> Transient | None:
    """Another call may succeed where Telegram was away, or had no time for the last one."""
    if isinstance(failure, RetryAfter):
        return Transient(patience(failure))
    lost = isinstance(failure, NetworkError) and not isinstance(failure, BadRequest)
    return Transient() if lost else None


def _messages(told: LocalizedReply) -> int:
    """How many messages an answer takes."""
    if told.lesson is not None or told.cover is not None or told.file is not None:
        return 1
    return len(_written(told)) + len(told.illustrations) + (told.board is not None)


def _written(told: LocalizedReply) -> Sequence[str]:
    """The messages of words."""
    lines = [names.escape(line) for line in told.lines]
    if told.headed:
        lines[0] = f"<b>{lines[0]}</b>"
    lines += [
        f"<b>{names.escape(section.label)}</b> {names.escape(section.text)}"
        for section in told.sections
    ]
    return list(words.messages(lines))


def _pictures(drawn: Sequence[tuple[Illustration, bytes]]) -> list[InputMediaPhoto]:
    """The examples that go with the rules of a ruleset, each with its caption."""
    return [
        InputMediaPhoto(
            png,
            words.cut(shown.caption, MessageLimit.CAPTION_LENGTH),
            filename=f"{shown.ruleset}-{shown.number}.png",
        )
        for shown, png in drawn
    ]


async def _forgiven(answer: Coroutine[Any, Any, object]) -> None:
    """Let an answer go that cannot be given: what was done stands, and the board shows it."""
    try:
        await answer
    except (TelegramError, StoreDown, TimeoutError) as error:
        log.info("answer.failed", why=type(error).__name__)
    except Exception:
        log.exception("answer.failed")
