"""Links from a player's list of games to the boards."""

from dataclasses import replace

from telegram import InlineKeyboardMarkup

from bot.acts.listing import choice_label
from bot.on_telegram import links, names
from bot.on_telegram.keyboard import Choice, choice_keyboard
from bot.table.button import Button, Offer, Url
from bot.table.intents import Intent, ListGames, Next, ShowBoard
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Store
from bot.table.request import Reply
from engine.text import Say, Text


class BoardLinks:
    """Replaces buttons that show a board with links to its message, where messages have links."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def with_links(
        self, reply: Reply, intent: Intent, actor: Actor, place: Place, say: Say
    ) -> tuple[Reply, InlineKeyboardMarkup | None]:
        """Return a list of games without its choices, and a keyboard of links in their place.

        Replies to other intents are returned unchanged. May raise StoreDown.
        """
        if not isinstance(intent, ListGames | Next):
            return reply, None
        found = [await self._linked(choice, actor, place) for choice in reply.choices]
        keys = choice_keyboard((choice for choice in found if choice is not None), say, None)
        return replace(reply, choices=()), keys

    async def _linked(self, choice: Offer, actor: Actor, place: Place) -> Choice | None:
        """Return a choice's replacement; None if its board would move to a group."""
        if not (isinstance(choice, Button) and isinstance(choice.intent, ShowBoard)):
            return choice
        table = choice.intent.table and await self._store.load(choice.intent.table)
        if table and table.place.platform is Platform.TELEGRAM:
            shown = await self._store.shown(table.id, table.place)
            url = None if shown is None else links.to_message(table.place, shown.message)
            if url is not None:
                return Url(Text("telegram.go", game=choice_label(table, actor.user)), url)
        return choice if names.is_private(place) else None
