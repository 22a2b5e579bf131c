"""Pages become Telegram messages: a drawn board with its caption and a keyboard of moves."""

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import structlog
from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.on_telegram import captions, names, words
from bot.on_telegram.barriers import NO_PHOTOS, Gone, Migrate, bearable, says, standing
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
"""How Telegram refuses to delete messages that are older than two days."""

LETTERS_SECONDS = 60.0
"""How long boards are changed in letters where photos were refused, before one is tried again."""

MANY_CHATS = 1000

log = structlog.get_logger()


class TelegramOutbound:
    """Shows pages in private chats, groups and topics, and in inline messages of any chat.

    `url` is where people reach the pages, `cache_chat` where pictures of inline messages are put.
    `clock` gives seconds that never go back.
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
        self._in_letters: dict[str, float] = {}
        self._inline = InlineBoards(bot, Pictures(bot, flood, migrate, cache_chat))

    def places_itself(self, place: Place) -> bool:
        """See `Outbound.places_itself`; an inline message is all that there is of its place."""
        return names.inline_message(place) is not None

    def language(self, _place: Place) -> str:
        """See `Outbound.language`: of a chat Telegram tells none, only of people."""
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
        threaded: bool = False,  # bots make topics in forums only
    ) -> str:
        """See `Outbound.show`; what is returned is the message's number in its chat."""
        inline, say = names.inline_message(place), words.voice(self._catalogue, language)
        async with self._bearable(place):
            if inline is not None:
                return await self._show_inline(inline, page, say)
            if shown is not None and placement is Placement.EDIT:
                with contextlib.suppress(Gone):
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
        """See `Outbound.retire`; a board in a chat keeps its words, and loses its keyboard.

        Of an inline message nobody sees where its game goes on, so there the note is written.
        """
        async with self._bearable(place):
            with contextlib.suppress(Gone), standing():
                if self.places_itself(place):
                    said = words.voice(self._catalogue, language)(note)
                    await self._inline.retire(message, said)
                elif not delete or not await self._delete(place, message):
                    await self._bot.edit_message_reply_markup(place.channel, int(message))

    async def _show_inline(self, message: str, page: Page, say: Say) -> str:
        try:
            await self._inline.show(
                message, page, say, self._keyboard(page, say, inline=True), self._url
            )
        except Gone as gone:
            raise Unshowable(Barrier.PLACE_GONE) from gone
        return message

    async def _delete(self, place: Place, message: str) -> bool:
        """Delete a message; False if it is too old for that."""
        try:
            return await self._bot.delete_message(place.channel, int(message))
        except BadRequest as bad:
            if says(bad, STAYS):
                return False
            raise

    async def _edit(self, place: Place, page: Page, say: Say, message: int) -> None:
        """Change a message in its place; Gone where that cannot be done any more."""
        chat, keys = place.channel, self._keyboard(page, say)
        with standing():
            if page.picture is not None and self._in_letters.get(chat, 0.0) <= self._clock():
                picture = InputMediaPhoto(
                    page.picture.png,
                    captions.caption(page, say),
                    ParseMode.HTML,
                    filename="board.png",
                )
                with self._letters_instead(chat):
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
                if says(bad, PICTURED):  # a picture of how the board was before
                    raise Gone from bad
                raise

    async def _post(self, place: Place, page: Page, say: Say) -> Message:
        """Post a message; it calls whoever is to act."""
        more: dict[str, Any] = {
            "message_thread_id": names.thread(place),
            "parse_mode": ParseMode.HTML,
            "reply_markup": self._keyboard(page, say),
        }
        if page.picture is not None:
            caption = captions.caption(page, say, calls=True)
            with self._letters_instead(place.channel):
                return await self._bot.send_photo(
                    place.channel, page.picture.png, caption, filename="board.png", **more
                )
        text = captions.text(page, say, calls=True, note=_missing(page), url=self._url)
        return await self._bot.send_message(
            place.channel, text, link_preview_options=words.NO_PREVIEW, **more
        )

    @contextlib.contextmanager
    def _letters_instead(self, chat: str) -> Iterator[None]:
        """Go on behind this, with a board in letters, where a chat takes no photos from the bot."""
        try:
            yield
        except BadRequest as bad:
            if not says(bad, NO_PHOTOS):
                raise
            log.warning("telegram.no-photos", chat=chat)
            if len(self._in_letters) >= MANY_CHATS:
                self._in_letters.clear()
            self._in_letters[chat] = self._clock() + LETTERS_SECONDS

    def _keyboard(
        self, page: Page, say: Say, *, inline: bool = False
    ) -> InlineKeyboardMarkup | None:
        return keyboard(page, say, self._url, inline=inline)

    def _bearable(self, place: Place) -> contextlib.AbstractAsyncContextManager[None]:
        return bearable(self._flood, place.channel, self._migrate)


def _missing(page: Page) -> Text | None:
    """What is said of a board that is there in letters only, for want of a right."""
    return None if page.picture is None else Text("telegram.no-photos")
