"""Boards in inline messages, which the bot can edit but not post."""

from typing import Any

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto
from telegram.constants import ParseMode

from bot.on_telegram import captions, words
from bot.on_telegram.barriers import edit_errors
from bot.on_telegram.editing import rewrite
from bot.on_telegram.pictures import Pictures
from bot.on_telegram.words import Voice
from bot.show.page import Page


class InlineBoards:
    """Shows boards in inline messages: as pictures if there is a cache chat, else as text."""

    def __init__(self, bot: Bot, pictures: Pictures) -> None:
        self._bot = bot
        self._pictures = pictures

    async def show(
        self,
        message: str,
        page: Page,
        say: Voice,
        keys: InlineKeyboardMarkup | None,
        url: str | None = None,
    ) -> None:
        """Edit a message. `url` is the base of the public pages. Raises Uneditable."""
        file_id = None if page.picture is None else await self._pictures.file_id(page.picture.png)
        caption = captions.caption(page, say, url=url)
        with edit_errors():
            if file_id is None:
                text = captions.text(page, say, url=url)
                await rewrite(self._bot, _where(message), text, caption, keys)
                return
            picture = InputMediaPhoto(file_id, caption, ParseMode.HTML)
            await self._bot.edit_message_media(
                picture, inline_message_id=message, reply_markup=keys
            )

    async def retire(self, message: str, note: str) -> None:
        """Replace a message's text or caption, and its buttons, with a note. Raises Uneditable."""
        content = words.escape(note)
        with edit_errors():
            await rewrite(self._bot, _where(message), content, content)


def _where(message: str) -> dict[str, Any]:
    return {"inline_message_id": message}
