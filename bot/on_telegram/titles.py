"""Chat titles, for texts that mention a place."""

from typing import Final

from telegram import Bot
from telegram.error import TelegramError

from bot.on_telegram import names
from bot.table.cleaning import plain_name
from bot.table.people import Place, Platform
from engine.text import Name, Say, Text

MAX_TITLES: Final = 1000


class Titles:
    """Asks Telegram for chat titles, and caches them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._titles: dict[str, str] = {}

    async def located(self, text: Text, say: Say) -> Text:
        """Return the text with the id of its place, if it has one, replaced by the chat's title."""
        args = dict(text.args)
        if isinstance(channel := args.get("place"), str):
            args["place"] = Name(await self._name(Place(Platform.TELEGRAM, channel), say))
        return Text(text.key, **args)

    async def _name(self, place: Place, say: Say) -> str:
        """Return the name of a place; the chat of an inline message isn't known."""
        if names.inline_message(place) is not None:
            return say(Text("telegram.elsewhere"))
        return await self._title(place.channel) or say(Text("telegram.private"))

    async def _title(self, chat: str) -> str:
        """Return a group's title: empty for a private chat, "…" if it can't be found out."""
        if not chat.startswith("-"):
            return ""
        if chat not in self._titles:
            try:
                title = plain_name((await self._bot.get_chat(chat)).title or "")
            except TelegramError:
                return "…"
            if len(self._titles) >= MAX_TITLES:
                self._titles.clear()
            self._titles[chat] = title
        return self._titles[chat]
