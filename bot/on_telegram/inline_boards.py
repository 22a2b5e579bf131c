"""Boards in inline messages, which the bot can edit but not post."""

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.on_telegram import captions, names, words
from bot.on_telegram.barriers import edit_errors, says
from bot.on_telegram.pictures import Pictures
from bot.show.page import Page
from engine.text import Say

PICTURED = ("there is no text in the message", "caption is too long", "caption_too_long")
"""Telegram's errors when a message with a picture is edited as text."""


class InlineBoards:
    """Shows boards in inline messages: as pictures if there is a cache chat, else as text."""

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
        """Edit a message. `url` is the base of the public pages. Raises Uneditable."""
        file_id = None if page.picture is None else await self._pictures.file_id(page.picture.png)
        caption = captions.caption(page, say)
        with edit_errors():
            if file_id is None:
                await self._write(message, captions.text(page, say, url=url), caption, keys)
                return
            picture = InputMediaPhoto(file_id, caption, ParseMode.HTML)
            await self._bot.edit_message_media(
                picture, inline_message_id=message, reply_markup=keys
            )

    async def retire(self, message: str, note: str) -> None:
        """Replace a message's text or caption, and its buttons, with a note. Raises Uneditable."""
        content = names.escape(note)
        with edit_errors():
            await self._write(message, content, content, None)

    async def _write(
        self, message: str, text: str, caption: str, keys: InlineKeyboardMarkup | None
    ) -> None:
        """Set the text, or the caption if the message has a picture, which can't be removed."""
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
