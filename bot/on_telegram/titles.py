"""What chats are called: texts tell of a place by its title, not by its number."""

from typing import Final

from telegram import Bot
from telegram.error import TelegramError

from bot.on_telegram import names
from bot.table.naming import plain_name
from bot.table.people import Place, Platform
from engine.text import Name, Say, Text

MOST_TITLES: Final = 1000


class Titles:
    """Asks Telegram for the titles of chats, and remembers them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._titles: dict[str, str] = {}

    async def located(self, text: Text, say: Say) -> Text:
        """A text that tells of a place by the chat's title, if it tells of any."""
        args = dict(text.args)
        if isinstance(channel := args.get("place"), str):
            args["place"] = Name(await self._called(Place(Platform.TELEGRAM, channel), say))
        return Text(text.key, **args)

    async def _called(self, place: Place, say: Say) -> str:
        """What a place is called; of inline messages nobody knows where they stand."""
        if names.inline_message(place) is not None:
            return say(Text("telegram.elsewhere"))
        return await self._title(place.channel) or say(Text("telegram.private"))

    async def _title(self, chat: str) -> str:
        """What a group is called; nothing for a private chat, or one that cannot be seen."""
        if not chat.startswith("-"):
            return ""
        if chat not in self._titles:
            try:
                title = plain_name((await self._bot.get_chat(chat)).title or "")
            except TelegramError:
                return "…"
            if len(self._titles) >= MOST_TITLES:
                self._titles.clear()
            self._titles[chat] = title
        return self._titles[chat]
