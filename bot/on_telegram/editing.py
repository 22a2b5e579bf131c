"""Edits of what a message says, whether or not it has a picture."""

from base64 import b64decode
from collections.abc import Mapping
from typing import Any, Final

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.on_telegram import words
from bot.on_telegram.barriers import NO_PHOTOS, says

PICTURED = ("there is no text in the message", "caption is too long", "caption_too_long")
"""Telegram's errors when a message with a picture is edited as text."""

STRIP: Final = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAoAAAAAgAQMAAAC4gFunAAAAA1BMVEXz6dL3mQsOAAAAGUlEQVR42u3BMQEA"
    "AADCoPVP7WkJoAAA4AYKIAABCHf0AQAAAABJRU5ErkJggg=="
)
"""A picture in one colour, as flat as Telegram allows (20 to 1). It stands for one that is gone."""


async def rewrite(
    bot: Bot,
    where: Mapping[str, Any],
    text: str,
    caption: str,
    keys: InlineKeyboardMarkup | None = None,
    *,
    picture: bytes | None = None,
) -> None:
    """Set a message's text, or its caption if it has a picture, which can't be removed.

    `where` is the message, as arguments for Telegram's methods. Without `keys` the message loses
    its buttons. `picture` takes the place of the message's picture, unless the chat forbids photos.
    """
    try:
        await bot.edit_message_text(
            text,
            **where,
            parse_mode=ParseMode.HTML,
            link_preview_options=words.NO_PREVIEW,
            reply_markup=keys,
        )
    except BadRequest as bad:
        if not says(bad, PICTURED):
            raise
        if picture is None or not await _replace_picture(bot, where, caption, keys, picture):
            await bot.edit_message_caption(
                **where, caption=caption, parse_mode=ParseMode.HTML, reply_markup=keys
            )


async def _replace_picture(
    bot: Bot,
    where: Mapping[str, Any],
    caption: str,
    keys: InlineKeyboardMarkup | None,
    picture: bytes,
) -> bool:
    """Set a message's picture and caption; return False if the chat forbids photos."""
    photo = InputMediaPhoto(picture, caption, ParseMode.HTML, filename="board.png")
    try:
        await bot.edit_message_media(photo, **where, reply_markup=keys)
    except BadRequest as bad:
        if not says(bad, NO_PHOTOS):
            raise
        return False
    return True
