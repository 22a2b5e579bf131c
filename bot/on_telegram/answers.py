"""Replies to users: an alert for a press, messages for a command.

Replies are sent in the background: handling of an update ends when the tables have changed. When a
group's rate limit is used up, replies go to the user's private chat; if that's impossible, they are
left out.
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
from bot.inbound.localized import Labelled, LocalizedReply, Localizer
from bot.inbound.retry import Transient, retry
from bot.inbound.tasks import Tasks
from bot.on_telegram import adaptation, captions, links, names, words
from bot.on_telegram.barriers import NO_FILES, NO_PHOTOS, Uneditable, edit_errors, says
from bot.on_telegram.flood import Flood, retry_seconds
from bot.on_telegram.keyboard import choice_keyboard, into_any_chat, into_group, keyboard
from bot.on_telegram.titles import Titles
from bot.on_telegram.words import Voice
from bot.show.page import Page
from bot.table.notes import Notes
from bot.table.people import Actor, Place
from bot.table.ports import REDELIVERY_SECONDS, Operation, StoreDown
from bot.table.request import File, Reply
from engine.text import Say, Text

QUERY_SECONDS = 15.0
"""Telegram's time limit for answering a press or an inline query."""

MESSAGE_SECONDS = 60.0
"""How long to retry the reply to a command."""

BUTTON_LENGTH = 64
"""The maximum for the button above inline results, in characters."""

UNREACHABLE_SECONDS = 600.0
"""How long not to write to a user who hasn't started the bot, or has blocked it."""

MAX_UNREACHABLE = 1000

T = TypeVar("T")

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Recipient:
    """Whom to reply to, in which language, and where.

    `reply_to` is the user's message; `pressed` is the id of the message they pressed, if another
    of its kind replaces it.
    """

    actor: Actor
    say: Voice
    place: Place
    reply_to: Message | None = None
    pressed: int | None = None

    @property
    def chat(self) -> str:
        """The id of the chat."""
        return self.place.channel

    @property
    def where(self) -> dict[str, Any]:
        """The place, as arguments for Telegram's methods."""
        where: dict[str, Any] = {
            "chat_id": self.chat,
            "message_thread_id": names.thread(self.place),
            "disable_notification": True,
        }
        if self.reply_to is not None:
            where["reply_parameters"] = ReplyParameters(
                self.reply_to.message_id, allow_sending_without_reply=True
            )
        return where

    def in_private(self) -> "Recipient":
        """Return the same user in their private chat with the bot."""
        return replace(self, place=names.private(self.actor.user), reply_to=None, pressed=None)


class Answers:
    """Sends replies in the background, and keeps track of those being sent."""

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
        self._unreachable: dict[str, float] = {}
        self._tasks = Tasks()
        self.drain = self._tasks.drain

    def _send(self, answer: Coroutine[Any, Any, object]) -> None:
        self._tasks.begin(_logging_errors(answer))

    def _answer(self, call: Callable[[], Awaitable[object]]) -> None:
        """Answer a query, with retries up to its time limit."""
        self._send(retry(call, self._clock() + QUERY_SECONDS, _transient, self._clock))

    def press(self, query: CallbackQuery, text: str | None) -> None:
        """Answer a press with an alert, or without one if `text` is None."""
        limit = CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH
        line = None if text is None else words.cut(text, limit)
        self._answer(partial(query.answer, line, show_alert=line is not None))

    def open_link(self, query: CallbackQuery, url: str) -> None:
        """Answer a press by opening a link to the bot."""
        self._answer(partial(query.answer, url=url))

    def offer(
        self, query: InlineQuery, results: Sequence[InlineQueryResult], wrong: str | None
    ) -> None:
        """Answer an inline query; show what's `wrong` with it above the results.

        Results aren't cached: each can become one table.
        """
        button = None
        if wrong is not None:
            label = words.cut(wrong, BUTTON_LENGTH)
            button = InlineQueryResultsButton(label, start_parameter="help")
        self._answer(partial(query.answer, results, cache_time=0, is_personal=True, button=button))

    def write(self, message: str, reply: Reply, say: Say) -> None:
        """Replace the text and buttons of an inline message with a reply."""
        chat = names.inline(message).channel
        self._flood.count(chat)
        text = "\n".join(map(say, reply.texts))
        edit = partial(
            self._bot.edit_message_text,
            text,
            inline_message_id=message,
            link_preview_options=words.NO_PREVIEW,
        )
        self._send(self._with_retries(chat, edit))

    def reply(self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None = None) -> None:
        """Send the reply to a command, once even if the command is delivered again.

        `keys` replace the buttons for the reply's choices.
        """
        shown = reply.lesson or reply.board or reply.advice
        if reply.texts or shown or reply.opponent is not None or reply.invite is not None:
            self._send(self._deliver(to, reply, keys))

    async def _deliver(
        self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None
    ) -> None:
        if to.reply_to is not None and not await self._is_first(to.reply_to):
            return
        localized = await self._localized(to, reply)
        if self._flood.admits(to.chat, to.actor.user.id, _message_count(localized)):
            try:
                await self._send_reply(to, localized, keys or self._choices(to, localized))
            except BadRequest as bad:
                if not says(bad, NO_FILES):
                    raise
                if not await self._reply_in_private(to, reply, keys):
                    await self._send_message(to, to.say.html(Text("telegram.no-files")), None)
        elif not await self._reply_in_private(to, reply, keys):
            await self._notice(to)

    async def _localized(self, to: Recipient, reply: Reply) -> LocalizedReply:
        """Return the reply in the user's language, adapted to its place."""
        reply = adaptation.adapted_reply(reply, to.place)
        located = [await self._titles.located(text, to.say) for text in reply.texts]
        reply = replace(reply, texts=tuple(located))
        return await self._localizer.localized(reply, to.actor.language, to.say.html)

    def _choices(self, to: Recipient, localized: LocalizedReply) -> InlineKeyboardMarkup | None:
        """Return buttons for the reply's choices, and for finding an opponent."""
        below = []
        if localized.opponent is not None and names.is_private(to.place):
            group = links.address(self._bot.username, links.INVITED, group=True)
            below.append(into_group(group, to.say))
        if localized.opponent is not None and self._bot.supports_inline_queries:
            below.append(into_any_chat(localized.opponent, to.say))
        return choice_keyboard(localized.choices, to.say, self._url, *below)

    async def _reply_in_private(
        self, to: Recipient, reply: Reply, keys: InlineKeyboardMarkup | None
    ) -> bool:
        """Send a reply in private instead of in a group; return False if that's impossible."""
        own, person = to.in_private(), to.actor.user.id
        if names.is_private(to.place):
            log.info("answer.left-out", chat=to.chat)
            return True  # over the limit in a private chat: no notice needed
        if self._unreachable.get(person, 0.0) > self._clock():
            return False
        localized = await self._localized(own, reply)
        if not self._flood.admits(own.chat, person, _message_count(localized)):
            return False
        if localized.cover is not None or localized.opponent is not None:
            keys = self._choices(own, localized)  # the group's keyboard doesn't fit here
        try:
            await self._send_reply(own, localized, keys)
        except (Forbidden, BadRequest):
            if len(self._unreachable) >= MAX_UNREACHABLE:
                self._unreachable.clear()
            self._unreachable[person] = self._clock() + UNREACHABLE_SECONDS
            return False
        return True

    async def _notice(self, to: Recipient) -> None:
        """Tell a group that replies are being left out, once for all of them."""
        log.info("answer.left-out", chat=to.chat)
        if self._flood.admits_notice(to.chat):
            await self._send_message(to, to.say.html(Text("telegram.busy")), None)

    async def _send_reply(
        self, to: Recipient, localized: LocalizedReply, keys: InlineKeyboardMarkup | None
    ) -> None:
        """Send all parts of a reply; the last text message has the buttons."""
        if localized.lesson is not None:
            await self._send_lesson(to, localized.lesson)
            return
        texts = _texts(localized)
        if localized.opponent is not None and await self._replace(to, texts, keys):
            return
        if localized.cover is not None:
            await self._send_photo(to, localized.cover.png, texts[0], texts[0], keys)
            texts = ()
        if len(localized.figures) == 1 and _is_caption(texts):
            await self._send_photo(to, localized.figures[0].picture.png, texts[0], texts[0], keys)
            return
        if localized.file is not None:
            await self._send_file(to, localized.file, texts[0])
            texts = ()
        for number, text in enumerate(texts, 1):
            await self._send_message(to, text, keys if number == len(texts) else None)
        illustrations = await self._illustrations.drawn(localized.illustrations)
        if pictures := [*_pictures(illustrations), *_figures(localized)]:
            where = replace(to, reply_to=None).where
            await self._with_retries(
                to.chat, partial(self._bot.send_media_group, media=pictures, **where)
            )
        if localized.board is not None:
            await self._send_board(to, localized.board)

    async def _send_lesson(self, to: Recipient, page: Page) -> None:
        """Show a step of the tutorial, replacing the one that was pressed."""
        assert page.picture is not None  # noqa: S101 - every step has one
        caption, keys = captions.caption(page, to.say, headed=True), keyboard(page, to.say, None)
        if to.pressed is not None:
            photo = InputMediaPhoto(
                page.picture.png, caption, parse_mode=ParseMode.HTML, filename="board.png"
            )
            edit = partial(
                self._bot.edit_message_media,
                media=photo,
                chat_id=to.chat,
                message_id=to.pressed,
                reply_markup=keys,
            )
            with suppress(Uneditable):
                with edit_errors():
                    await self._with_retries(to.chat, edit)
                return
        send = partial(
            self._bot.send_photo,
            photo=page.picture.png,
            caption=caption,
            parse_mode=ParseMode.HTML,
            filename="board.png",
            reply_markup=keys,
            **to.where,
        )
        await self._with_retries(to.chat, send)

    async def _replace(
        self, to: Recipient, texts: Sequence[str], keys: InlineKeyboardMarkup | None
    ) -> bool:
        """Replace the pressed message; return False if there is none, or if it can't be edited."""
        if to.pressed is None or len(texts) > 1:
            return False
        edit = partial(
            self._bot.edit_message_text,
            texts[0],
            chat_id=to.chat,
            message_id=to.pressed,
            parse_mode=ParseMode.HTML,
            link_preview_options=words.NO_PREVIEW,
            reply_markup=keys,
        )
        try:
            with edit_errors():
                await self._with_retries(to.chat, edit)
        except Uneditable:
            return False
        return True

    async def _send_message(
        self, to: Recipient, text: str, keys: InlineKeyboardMarkup | None
    ) -> None:
        send = partial(
            self._bot.send_message,
            text=text,
            parse_mode=ParseMode.HTML,
            link_preview_options=words.NO_PREVIEW,
            reply_markup=keys,
            **to.where,
        )
        await self._with_retries(to.chat, send)

    async def _send_board(self, to: Recipient, page: Page) -> None:
        """Send a board without buttons."""
        text = captions.text(page, to.say, url=self._url)
        if page.picture is None:
            await self._send_message(to, text, None)
        else:
            caption = captions.caption(page, to.say)
            await self._send_photo(to, page.picture.png, caption, text, None)

    async def _send_photo(
        self, to: Recipient, png: bytes, caption: str, text: str, keys: InlineKeyboardMarkup | None
    ) -> None:
        """Send a picture with a caption, or just `text` if the chat forbids photos."""
        send = partial(
            self._bot.send_photo,
            photo=png,
            caption=caption,
            parse_mode=ParseMode.HTML,
            filename="board.png",
            reply_markup=keys,
            **to.where,
        )
        try:
            await self._with_retries(to.chat, send)
        except BadRequest as bad:
            if not says(bad, NO_PHOTOS):
                raise
            await self._send_message(to, text, keys)

    async def _send_file(self, to: Recipient, file: File, caption: str) -> None:
        send = partial(
            self._bot.send_document,
            document=file.data,
            caption=caption,
            parse_mode=ParseMode.HTML,
            filename=file.name,
            **to.where,
        )
        await self._with_retries(to.chat, send)

    async def _with_retries(self, chat: str, call: Callable[[], Awaitable[T]]) -> T:
        """Make a call to a chat, with retries; pause the chat if Telegram is rate limiting."""

        def transient(failure: Exception) -> Transient | None:
            if isinstance(failure, RetryAfter):
                self._flood.pause(chat, retry_seconds(failure))
            return _transient(failure)

        return await retry(call, self._clock() + MESSAGE_SECONDS, transient, self._clock)

    async def _is_first(self, message: Message) -> bool:
        """Whether no reply to a command has been sent yet; True if the store can't say."""
        id_ = operation(self._bot, message)
        try:
            return await self._notes.gate(f"told:{id_}", REDELIVERY_SECONDS)
        except StoreDown:
            return True


def operation(bot: Bot, message: Message) -> Operation:
    """Return a command's operation id, the same in every process that it is delivered to."""
    return Operation(f"telegram:{bot.id}:{message.chat.id}:{message.message_id}")


def _transient(failure: Exception) -> Transient | None:
    """Return how to retry after an error of the network, of Telegram, or of its rate limit."""
    if isinstance(failure, RetryAfter):
        return Transient(retry_seconds(failure))
    lost = isinstance(failure, NetworkError) and not isinstance(failure, BadRequest)
    return Transient() if lost else None


def _message_count(reply: LocalizedReply) -> int:
    """Return how many messages a reply takes."""
    if reply.lesson is not None or reply.cover is not None or reply.file is not None:
        return 1
    pictures = len(reply.illustrations) + len(reply.figures)
    return len(_texts(reply)) + pictures + (reply.board is not None)


def _texts(reply: LocalizedReply) -> Sequence[str]:
    """Return the text messages of a reply, in HTML."""
    most = MessageLimit.MAX_TEXT_LENGTH
    lines = [words.cut_html(line, most) for line in reply.lines]
    if reply.headed:
        lines[0] = f"<b>{lines[0]}</b>"
    lines += [_labelled(section, most) for section in reply.sections]
    return list(words.messages(lines))


def _labelled(section: Labelled, most: int) -> str:
    """Return a paragraph in HTML, within `most` visible UTF-16 code units."""
    room = most - words.length(words.visible(section.label)) - 1
    return f"<b>{section.label}</b> {words.cut_html(section.text, room)}"


def _pictures(drawn: Sequence[tuple[Illustration, bytes]]) -> list[InputMediaPhoto]:
    """Return the illustrations of a ruleset's rules, each with its caption."""
    return [
        InputMediaPhoto(
            png,
            words.cut(shown.caption, MessageLimit.CAPTION_LENGTH),
            filename=f"{shown.ruleset}-{shown.number}.png",
        )
        for shown, png in drawn
    ]


def _is_caption(texts: Sequence[str]) -> bool:
    """Whether texts in HTML are short enough for the caption of a picture."""
    return len(texts) == 1 and words.length(texts[0]) <= MessageLimit.CAPTION_LENGTH


def _figures(reply: LocalizedReply) -> list[InputMediaPhoto]:
    """Return the pictures that belong to a reply's lines, each with its caption in HTML."""
    most = MessageLimit.CAPTION_LENGTH
    return [
        InputMediaPhoto(
            each.picture.png,
            words.cut_html(each.caption, most),
            parse_mode=ParseMode.HTML,
            filename=f"figure-{number}.png",
        )
        for number, each in enumerate(reply.figures, 1)
    ]


async def _logging_errors(answer: Coroutine[Any, Any, object]) -> None:
    """Send a reply, and log any error instead of raising it.

    The intent has been executed in any case, and the board shows the result.
    """
    try:
        await answer
    except (TelegramError, StoreDown, TimeoutError) as error:
        log.info("answer.failed", why=type(error).__name__)
    except Exception:
        log.exception("answer.failed")
