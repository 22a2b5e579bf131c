"""Delivery of replies: messages, pictures and files for one person, sent with retries."""

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, Message, ReplyParameters
from telegram.constants import ChatAction, ParseMode
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError

from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import LocalizedReply
from bot.inbound.retry import Transient, retry
from bot.on_telegram import captions, names, parts, words
from bot.on_telegram.barriers import NO_FILES, NO_PHOTOS, NO_TEXT, Uneditable, edit_errors, says
from bot.on_telegram.ephemeral import Ephemeral, NotEphemeral, for_one
from bot.on_telegram.flood import Flood, retry_seconds
from bot.on_telegram.keyboard import keyboard
from bot.on_telegram.words import Voice
from bot.show.page import Page
from bot.table.people import Actor, Place
from bot.table.request import File

MESSAGE_SECONDS = 60.0
"""How long to retry the reply to a command, from its turn on."""

LATEST_SECONDS = 600.0
"""How long a reply waits if Telegram asks for that. Nobody needs a later one."""

_PICTURE = "board.png"
"""The name of a picture's file."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Recipient:
    """Whom to reply to, in which language, and where.

    `reply_to` is the user's message; `pressed` is the id of the message they pressed, if another
    of its kind replaces it, and `whisper` the number of that message if only they see it. `query`
    is the id of their press. A reply that is `hidden` is for them alone; in a group others see it
    only if that can't be helped.
    """

    actor: Actor
    say: Voice
    place: Place
    reply_to: Message | None = None
    pressed: int | None = None
    whisper: int | None = None
    query: str = ""
    hidden: bool = False

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
        if self.hidden:
            where["api_kwargs"] = for_one(self.actor.user.id, self.query)
        elif self.reply_to is not None:
            where["reply_parameters"] = ReplyParameters(
                self.reply_to.message_id, allow_sending_without_reply=True
            )
        return where

    def in_private(self) -> "Recipient":
        """Return the same user in their private chat with the bot."""
        place = names.private(self.actor.user)
        return replace(self, place=place, reply_to=None, pressed=None, whisper=None, hidden=False)

    def among_others(self) -> "Recipient":
        """Return the place alone, for a message to several people."""
        return replace(self.openly(), reply_to=None, pressed=None)

    def openly(self) -> "Recipient":
        """Return the same user and place, for a reply that others may see.

        It can't replace a message that only the user sees.
        """
        pressed = self.pressed if self.whisper is None else None
        return replace(self, pressed=pressed, whisper=None, hidden=False)


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
        self.ephemeral = Ephemeral(bot)
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
        if localized.sheet and localized.cover is not None:
            caption = parts.told_below(texts[0], localized.cover.alt)
            await self._page(to, localized.cover.png, caption, keys)
            return
        if localized.cover is None and await self._replace(to, texts, keys):
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
            send = partial(self._bot.send_media_group, media=media, **where)
            await self.with_retries(to.chat, send, len(media))
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
        await self._send(to, send)

    async def _send(self, to: Recipient, send: Callable[[], Awaitable[Message]]) -> None:
        """Send a message. Raises NotEphemeral if one that is hidden can't be sent like that."""
        try:
            sent = await self.with_retries(to.chat, send)
        except BadRequest as bad:
            if to.hidden and not says(bad, (*NO_PHOTOS, *NO_FILES)):
                raise NotEphemeral from bad
            raise
        if to.hidden:
            await self.ephemeral.check(sent)

    async def with_retries(
        self, chat: str, call: Callable[[], Awaitable[T]], messages: int = 1
    ) -> T:
        """Make a call that sends `messages` to a chat when it is their turn, with retries.

        If Telegram is rate limiting, the chat is paused, and the call gets another turn.
        """
        end = self._clock() + LATEST_SECONDS
        while True:
            await self._flood.turn(chat, messages, partial(self._announce, chat))
            try:
                return await retry(call, self._clock() + MESSAGE_SECONDS, _lost, self._clock)
            except RetryAfter as later:
                seconds = retry_seconds(later)
                self._flood.pause(chat, seconds)
                if self._clock() + seconds > end:
                    raise

    async def _announce(self, chat: str) -> None:
        """Show in a private chat that a reply is coming, which isn't a message."""
        if chat.isdecimal():
            with suppress(TelegramError):
                await self._bot.send_chat_action(chat, ChatAction.TYPING)

    async def _lesson(self, to: Recipient, page: Page) -> None:
        """Show a step of the tutorial, replacing the one that was pressed."""
        assert page.picture is not None  # noqa: S101 - every step has one
        caption, keys = captions.caption(page, to.say, headed=True), keyboard(page, to.say, None)
        await self._page(to, page.picture.png, caption, keys)

    async def _page(
        self, to: Recipient, png: bytes, caption: str, keys: InlineKeyboardMarkup | None
    ) -> None:
        """Show a picture with a caption, replacing the message that was pressed."""
        photo = InputMediaPhoto(png, caption, parse_mode=ParseMode.HTML, filename=_PICTURE)
        edit: Callable[..., Awaitable[object]]
        if to.whisper is None:
            edit = partial(self._bot.edit_message_media, media=photo, reply_markup=keys)
        else:
            edit = partial(self._edit_whisper, "Media", media=photo, reply_markup=keys)
        if not await self._edit_pressed(to, edit):
            await self._photo(to, png, caption, caption, keys)

    async def _replace(
        self, to: Recipient, texts: Sequence[str], keys: InlineKeyboardMarkup | None
    ) -> bool:
        """Replace the pressed message by a single text; return False if that can't be done."""
        if len(texts) != 1:
            return False
        edit = partial(
            self._bot.edit_message_text
            if to.whisper is None
            else partial(self._edit_whisper, "Text"),
            text=texts[0],
            parse_mode=ParseMode.HTML,
            link_preview_options=words.NO_PREVIEW,
            reply_markup=keys,
        )
        return await self._edit_pressed(to, edit)

    async def _edit_whisper(self, what: str, **given: object) -> None:
        """Edit the text or the picture of a message that only one member sees."""
        changed = {name: value for name, value in given.items() if value is not None}
        await self._bot.do_api_request(f"editEphemeralMessage{what}", api_kwargs=changed)

    async def _edit_pressed(self, to: Recipient, edit: Callable[..., Awaitable[object]]) -> bool:
        """Edit the pressed message; return False if there is none, or if it can't be edited."""
        which: dict[str, object] = {"message_id": to.pressed}
        if to.whisper is not None:
            receiver = int(to.actor.user.id)
            which = {"receiver_user_id": receiver, "ephemeral_message_id": to.whisper}
        elif to.pressed is None:
            return False
        try:
            with edit_errors():
                await self.with_retries(to.chat, partial(edit, chat_id=to.chat, **which))
        except Uneditable:
            return False
        except BadRequest as bad:
            if to.whisper is None and not says(bad, NO_TEXT):
                raise
            return False  # one that only they see may be gone
        return True

    async def _board(self, to: Recipient, page: Page) -> None:
        """Send a board without buttons."""
        text = captions.text(page, to.say, url=self._url)
        if page.picture is None:
            await self.message(to, text)
        else:
            caption = captions.caption(page, to.say, url=self._url)
            await self._photo(to, page.picture.png, caption, text, None)

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
        await self._send(to, send)

    async def _file(self, to: Recipient, file: File, caption: str) -> None:
        send = partial(
            self._bot.send_document,
            document=file.data,
            caption=caption,
            parse_mode=ParseMode.HTML,
            filename=file.name,
            **to.where,
        )
        await self._send(to, send)

    async def react(self, message: Message, emoji: str) -> None:
        """React to a user's message; it doesn't matter if the chat doesn't allow that."""
        with suppress(TelegramError):
            await self._bot.set_message_reaction(message.chat.id, message.message_id, emoji)


def transient(failure: Exception) -> Transient | None:
    """Return how to retry after an error of the network, of Telegram, or of its rate limit."""
    if isinstance(failure, RetryAfter):
        return Transient(retry_seconds(failure))
    return _lost(failure)


def _lost(failure: Exception) -> Transient | None:
    """Return how to retry after an error of the network or of Telegram."""
    lost = isinstance(failure, NetworkError) and not isinstance(failure, BadRequest)
    return Transient() if lost else None
