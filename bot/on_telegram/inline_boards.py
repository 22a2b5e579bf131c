"""Boards in messages that stand where somebody chose a challenge: changed, never posted."""

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.on_telegram import captions
from bot.on_telegram.barriers import says, standing
from bot.on_telegram.pictures import Pictures
from bot.show.page import Page
from renderer.text import Say

PICTURED = ("there is no text in the message", "caption is too long", "caption_too_long")
"""How Telegram refuses a text where a picture stands: it takes that for its caption, or nothing."""


class InlineBoards:
    """Shows boards in such messages: as pictures where there is a cache chat, else as text."""

    def __init__(self, bot: Bot, pictures: Pictures, say: Say) -> None:
        self._bot = bot
        self._pictures = pictures
        self._say = say

    async def show(self, message: str, page: Page, keys: InlineKeyboardMarkup | None) -> None:
        """Change a message; Gone where it is there no more."""
        number = None if page.picture is None else await self._pictures.number(page.picture.png)
        with standing():
            if number is None:
                await self._write(message, page, keys)
                return
            picture = InputMediaPhoto(number, captions.caption(page, self._say), ParseMode.HTML)
            await self._bot.edit_message_media(
                picture, inline_message_id=message, reply_markup=keys
            )

    async def retire(self, message: str) -> None:
        """Take the keyboard from a message; Gone where it is there no more."""
        with standing():
            await self._bot.edit_message_reply_markup(inline_message_id=message)

    async def _write(self, message: str, page: Page, keys: InlineKeyboardMarkup | None) -> None:
        """Show a board in letters; a picture that stands there already cannot be taken away."""
        try:
            await self._bot.edit_message_text(
                captions.text(page, self._say),
                inline_message_id=message,
                parse_mode=ParseMode.HTML,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
                reply_markup=keys,
            )
        except BadRequest as bad:
            if not says(bad, PICTURED):
                raise
            await self._bot.edit_message_caption(
                inline_message_id=message,
                caption=captions.caption(page, self._say),
                parse_mode=ParseMode.HTML,
                reply_markup=keys,
            )
