"""Edits of what a message says, whether or not it has a picture."""

from collections.abc import Mapping
from typing import Any

from telegram import Bot, InlineKeyboardMarkup
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.on_telegram import words
from bot.on_telegram.barriers import says

PICTURED = ("there is no text in the message", "caption is too long", "caption_too_long")
"""Telegram's errors when a message with a picture is edited as text."""


async def rewrite(
    bot: Bot,
    where: Mapping[str, Any],
    text: str,
    caption: str,
    keys: InlineKeyboardMarkup | None = None,
) -> None:
    """Set a message's text, or its caption if it has a picture, which can't be removed.

    `where` is the message, as arguments for Telegram's methods. Without `keys` the message loses
    its buttons.
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
        await bot.edit_message_caption(
            **where, caption=caption, parse_mode=ParseMode.HTML, reply_markup=keys
        )
