"""Boards in messages that stand where somebody chose a challenge: changed, never posted."""

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.on_telegram import captions, names, words
from bot.on_telegram.barriers import says, standing
from bot.on_telegram.pictures import Pictures
from bot.show.page import Page
from engine.text import Say

PICTURED = ("there is no text in the message", "caption is too long", "caption_too_long")
"""How Telegram refuses a text where a picture stands: it takes that for its caption, or nothing."""


class InlineBoards:
    """Shows boards in such messages: as pictures where there is a cache chat, else as text."""

    def __init__(self, bot: Bot, pictures: Pictures) -> None:
        self._bot = bot
        self._pictures = pictures

    async def show(
        self,
        message: str,
        page: Page,
        say: Say,
        keys: InlineKeyboardMarkup | None,
        url: str | None = None,
    ) -> None:
        """Change a message; Gone where it is there no more. `url` is that of the public pages."""
        number = None if page.picture is None else await self._pictures.number(page.picture.png)
        caption = captions.caption(page, say)
        with standing():
            if number is None:
                await self._write(message, captions.text(page, say, url=url), caption, keys)
                return
            picture = InputMediaPhoto(number, caption, ParseMode.HTML)
            await self._bot.edit_message_media(
                picture, inline_message_id=message, reply_markup=keys
            )

    async def retire(self, message: str, note: str) -> None:
        """Leave nothing but a note, under a picture that stands there; Gone if the message is."""
        told = names.escape(note)
        with standing():
            await self._write(message, told, told, None)

    async def _write(
        self, message: str, text: str, caption: str, keys: InlineKeyboardMarkup | None
    ) -> None:
        """Write a text, or a caption: a picture that stands there already cannot be taken away."""
        try:
            await self._bot.edit_message_text(
                text,
                inline_message_id=message,
                parse_mode=ParseMode.HTML,
                link_preview_options=words.NO_PREVIEW,
                reply_markup=keys,
            )
        except BadRequest as bad:
            if not says(bad, PICTURED):
                raise
            await self._bot.edit_message_caption(
                inline_message_id=message,
                caption=caption,
                parse_mode=ParseMode.HTML,
                reply_markup=keys,
            )
