"""Shows pages as Telegram messages: a board with a caption and a keyboard of moves."""

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import structlog
from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.on_telegram import captions, names, words
from bot.on_telegram.barriers import NO_PHOTOS, Migrate, Uneditable, edit_errors, says, sending
from bot.on_telegram.flood import Flood
from bot.on_telegram.inline_boards import PICTURED, InlineBoards
from bot.on_telegram.keyboard import keyboard
from bot.on_telegram.pictures import Pictures
from bot.show.outbound import Barrier, Unshowable
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.people import Place
from bot.table.ports import Shown
from bot.table.table import TableId
from bot.texts.catalogue import Catalogue
from engine.text import Say, Text

STAYS = ("message can't be deleted",)
"""Telegram's error when deleting a message that is older than two days."""

TEXT_ONLY_SECONDS = 60.0
"""How long to edit boards as text, in a chat that forbids photos, before trying a photo again."""

MAX_CHATS = 1000

log = structlog.get_logger()


class TelegramOutbound:
    """Shows pages in private chats, groups and topics, and in inline messages.

    `url` is the base of the public pages; `cache_chat` is where pictures for inline messages are
    uploaded; `clock` is monotonic, in seconds.
    """

    def __init__(
        self,
        bot: Bot,
        catalogue: Catalogue,
        flood: Flood,
        migrate: Migrate,
        *,
        url: str | None = None,
        cache_chat: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._catalogue = catalogue
        self._flood = flood
        self._migrate = migrate
        self._url = url
        self._clock = clock
        self._text_only: dict[str, float] = {}
        self._inline = InlineBoards(bot, Pictures(bot, flood, migrate, cache_chat))

    def places_itself(self, place: Place) -> bool:
        """See `Outbound.places_itself`; an inline message is the only message of its place."""
        return names.inline_message(place) is not None

    def language(self, _place: Place) -> str:
        """See `Outbound.language`: Telegram has languages for users, not for chats."""
        return ""

    async def show(
        self,
        place: Place,
        page: Page,
        shown: Shown | None,
        placement: Placement,
        /,
        *,
        language: str = "",
        threaded: bool = False,  # bots can create topics in forums only
    ) -> str:
        """See `Outbound.show`; returns the message's id in its chat."""
        inline, say = names.inline_message(place), words.translator(self._catalogue, language)
        async with self._sending(place):
            if inline is not None:
                return await self._show_inline(inline, page, say)
            if shown is not None and placement is Placement.EDIT:
                with contextlib.suppress(Uneditable):
                    await self._edit(place, page, say, int(shown.message))
                    return shown.message
            sent = await self._post(place, page, say)
            return str(sent.message_id)

    async def retire(
        self,
        place: Place,
        message: str,
        _table: TableId,
        *,
        note: Text,
        delete: bool,
        instead: str = "",
        language: str = "",
    ) -> None:
        """See `Outbound.retire`; a board in a chat keeps its text and loses its keyboard.

        An inline message gets the note, since nothing else there shows where the game continues.
        """
        async with self._sending(place):
            with contextlib.suppress(Uneditable), edit_errors():
                if self.places_itself(place):
                    content = words.translator(self._catalogue, language)(note)
                    await self._inline.retire(message, content)
                elif not delete or not await self._delete(place, message):
                    await self._bot.edit_message_reply_markup(place.channel, int(message))

    async def _show_inline(self, message: str, page: Page, say: Say) -> str:
        try:
            await self._inline.show(
                message, page, say, self._keyboard(page, say, inline=True), self._url
            )
        except Uneditable as gone:
            raise Unshowable(Barrier.PLACE_GONE) from gone
        return message

    async def _delete(self, place: Place, message: str) -> bool:
        """Delete a message; return False if it is too old."""
        try:
            return await self._bot.delete_message(place.channel, int(message))
        except BadRequest as bad:
            if says(bad, STAYS):
                return False
            raise

    async def _edit(self, place: Place, page: Page, say: Say, message: int) -> None:
        """Edit a message. Raises Uneditable."""
        chat, keys = place.channel, self._keyboard(page, say)
        with edit_errors():
            if page.picture is not None and self._text_only.get(chat, 0.0) <= self._clock():
                picture = InputMediaPhoto(
                    page.picture.png,
                    captions.caption(page, say),
                    ParseMode.HTML,
                    filename="board.png",
                )
                with self._text_fallback(chat):
                    await self._bot.edit_message_media(picture, chat, message, reply_markup=keys)
                    return
            try:
                await self._bot.edit_message_text(
                    captions.text(page, say, note=_missing(page), url=self._url),
                    chat,
                    message,
                    parse_mode=ParseMode.HTML,
                    link_preview_options=words.NO_PREVIEW,
                    reply_markup=keys,
                )
            except BadRequest as bad:
                if says(bad, PICTURED):  # an old picture, which can't be removed
                    raise Uneditable from bad
                raise

    async def _post(self, place: Place, page: Page, say: Say) -> Message:
        """Post a message that mentions the player to move."""
        more: dict[str, Any] = {
            "message_thread_id": names.thread(place),
            "parse_mode": ParseMode.HTML,
            "reply_markup": self._keyboard(page, say),
        }
        if page.picture is not None:
            caption = captions.caption(page, say, mention=True)
            with self._text_fallback(place.channel):
                return await self._bot.send_photo(
                    place.channel, page.picture.png, caption, filename="board.png", **more
                )
        text = captions.text(page, say, mention=True, note=_missing(page), url=self._url)
        return await self._bot.send_message(
            place.channel, text, link_preview_options=words.NO_PREVIEW, **more
        )

    @contextlib.contextmanager
    def _text_fallback(self, chat: str) -> Iterator[None]:
        """Suppress the error if the chat forbids photos, so that the caller can send text."""
        try:
            yield
        except BadRequest as bad:
            if not says(bad, NO_PHOTOS):
                raise
            log.warning("telegram.no-photos", chat=chat)
            if len(self._text_only) >= MAX_CHATS:
                self._text_only.clear()
            self._text_only[chat] = self._clock() + TEXT_ONLY_SECONDS

    def _keyboard(
        self, page: Page, say: Say, *, inline: bool = False
    ) -> InlineKeyboardMarkup | None:
        return keyboard(page, say, self._url, inline=inline)

    def _sending(self, place: Place) -> contextlib.AbstractAsyncContextManager[None]:
        return sending(self._flood, place.channel, self._migrate)


def _missing(page: Page) -> Text | None:
    """Return the note for a board shown as text because the bot may not send photos."""
    return None if page.picture is None else Text("telegram.no-photos")
