"""Delivery of replies: messages, pictures and files for one person, sent with retries."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import BadRequest, NetworkError, RetryAfter

from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import LocalizedReply
from bot.inbound.retry import Transient, retry
from bot.on_telegram import captions, names, parts, words
from bot.on_telegram.barriers import NO_PHOTOS, Uneditable, edit_errors, says
from bot.on_telegram.flood import Flood, retry_seconds
from bot.on_telegram.keyboard import keyboard
from bot.on_telegram.words import Voice
from bot.show.page import Page
from bot.table.people import Actor, Place
from bot.table.request import File

MESSAGE_SECONDS = 60.0
"""How long to retry the reply to a command."""

_PICTURE = "board.png"
"""The name of a picture's file."""

T = TypeVar("T")


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


class Delivery:
    """Sends replies. Its methods raise TelegramError, and TimeoutError if retries take too long.

    `clock` is monotonic, in seconds; `url` is the base of the public pages.
    """

    def __init__(
        self,
        bot: Bot,
        flood: Flood,
        illustrations: Illustrations,
        url: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._flood = flood
        self._illustrations = illustrations
        self._url = url
        self._clock = clock

    async def reply(
        self, to: Recipient, localized: LocalizedReply, keys: InlineKeyboardMarkup | None
    ) -> None:
        """Send all parts of a reply; the last text message has the buttons."""
        if localized.lesson is not None:
            await self._lesson(to, localized.lesson)
            return
        texts = parts.texts(localized)
        if localized.opponent is not None and await self._replace(to, texts, keys):
            return
        if localized.cover is not None:
            await self._photo(to, localized.cover.png, texts[0], texts[0], keys)
            texts = ()
        if len(localized.figures) == 1 and parts.is_caption(texts):
            await self._photo(to, localized.figures[0].picture.png, texts[0], texts[0], keys)
            return
        if localized.file is not None:
            await self._file(to, localized.file, texts[0])
            texts = ()
        for number, text in enumerate(texts, 1):
            await self.message(to, text, keys if number == len(texts) else None)
        drawn = await self._illustrations.drawn(localized.illustrations)
        if media := [*parts.illustrations(drawn), *parts.figures(localized)]:
            where = replace(to, reply_to=None).where
            await self.with_retries(
                to.chat, partial(self._bot.send_media_group, media=media, **where)
            )
        if localized.board is not None:
            await self._board(to, localized.board)

    async def message(
        self, to: Recipient, text: str, keys: InlineKeyboardMarkup | None = None
    ) -> None:
        """Send a text in HTML."""
        send = partial(
            self._bot.send_message,
            text=text,
            parse_mode=ParseMode.HTML,
            link_preview_options=words.NO_PREVIEW,
            reply_markup=keys,
            **to.where,
        )
        await self.with_retries(to.chat, send)

    async def with_retries(self, chat: str, call: Callable[[], Awaitable[T]]) -> T:
        """Make a call to a chat, with retries; pause the chat if Telegram is rate limiting."""

        def pausing(failure: Exception) -> Transient | None:
            if isinstance(failure, RetryAfter):
                self._flood.pause(chat, retry_seconds(failure))
            return transient(failure)

        return await retry(call, self._clock() + MESSAGE_SECONDS, pausing, self._clock)

    async def _lesson(self, to: Recipient, page: Page) -> None:
        """Show a step of the tutorial, replacing the one that was pressed."""
        assert page.picture is not None  # noqa: S101 - every step has one
        caption, keys = captions.caption(page, to.say, headed=True), keyboard(page, to.say, None)
        png = page.picture.png
        photo = InputMediaPhoto(png, caption, parse_mode=ParseMode.HTML, filename=_PICTURE)
        edit = partial(self._bot.edit_message_media, media=photo, reply_markup=keys)
        if not await self._edit_pressed(to, edit):
            await self._send_photo(to, png, caption, keys)

    async def _replace(
        self, to: Recipient, texts: Sequence[str], keys: InlineKeyboardMarkup | None
    ) -> bool:
        """Replace the pressed message by a single text; return False if that can't be done."""
        if len(texts) != 1:
            return False
        edit = partial(
            self._bot.edit_message_text,
            text=texts[0],
            parse_mode=ParseMode.HTML,
            link_preview_options=words.NO_PREVIEW,
            reply_markup=keys,
        )
        return await self._edit_pressed(to, edit)

    async def _edit_pressed(self, to: Recipient, edit: Callable[..., Awaitable[object]]) -> bool:
        """Edit the pressed message; return False if there is none, or if it can't be edited."""
        if to.pressed is None:
            return False
        try:
            with edit_errors():
                await self.with_retries(
                    to.chat, partial(edit, chat_id=to.chat, message_id=to.pressed)
                )
        except Uneditable:
            return False
        return True

    async def _board(self, to: Recipient, page: Page) -> None:
        """Send a board without buttons."""
        text = captions.text(page, to.say, url=self._url)
        if page.picture is None:
            await self.message(to, text)
        else:
            await self._photo(to, page.picture.png, captions.caption(page, to.say), text, None)

    async def _photo(
        self, to: Recipient, png: bytes, caption: str, text: str, keys: InlineKeyboardMarkup | None
    ) -> None:
        """Send a picture with a caption, or just `text` if the chat forbids photos."""
        try:
            await self._send_photo(to, png, caption, keys)
        except BadRequest as bad:
            if not says(bad, NO_PHOTOS):
                raise
            await self.message(to, text, keys)

    async def _send_photo(
        self, to: Recipient, png: bytes, caption: str, keys: InlineKeyboardMarkup | None
    ) -> None:
        send = partial(
            self._bot.send_photo,
            photo=png,
            caption=caption,
            parse_mode=ParseMode.HTML,
            filename=_PICTURE,
            reply_markup=keys,
            **to.where,
        )
        await self.with_retries(to.chat, send)

    async def _file(self, to: Recipient, file: File, caption: str) -> None:
        send = partial(
            self._bot.send_document,
            document=file.data,
            caption=caption,
            parse_mode=ParseMode.HTML,
            filename=file.name,
            **to.where,
        )
        await self.with_retries(to.chat, send)


def transient(failure: Exception) -> Transient | None:
    """Return how to retry after an error of the network, of Telegram, or of its rate limit."""
    if isinstance(failure, RetryAfter):
        return Transient(retry_seconds(failure))
    lost = isinstance(failure, NetworkError) and not isinstance(failure, BadRequest)
    return Transient() if lost else None
