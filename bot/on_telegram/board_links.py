"""BoardLinks to the boards of somebody's games, from the list of them."""

from dataclasses import replace

from telegram import InlineKeyboardMarkup

from bot.acts.listing import choice_label
from bot.on_telegram import links, names
from bot.on_telegram.keyboard import Way, choice_keyboard
from bot.table.button import Button, Offer, Url
from bot.table.intents import Intent, ListGames, ShowBoard
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Store
from bot.table.request import Reply
from engine.text import Say, Text


class BoardLinks:
    """Leads to messages where messages have links; elsewhere a button shows the board again."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def led(
        self, reply: Reply, intent: Intent, actor: Actor, place: Place, say: Say
    ) -> tuple[Reply, InlineKeyboardMarkup | None]:
        """A list of games, and the ways to their boards in place of its choices.

        What answers any other intent is left as it is. May raise StoreDown.
        """
        if not isinstance(intent, ListGames):
            return reply, None
        found = [await self._way(choice, actor, place) for choice in reply.choices]
        ways = choice_keyboard((way for way in found if way is not None), say, None)
        return replace(reply, choices=()), ways

    async def _way(self, choice: Offer, actor: Actor, place: Place) -> Way | None:
        """What is offered in place of a choice; nothing that would bring a game into a group."""
        if not (isinstance(choice, Button) and isinstance(choice.intent, ShowBoard)):
            return choice
        table = choice.intent.table and await self._store.load(choice.intent.table)
        if table and table.place.platform is Platform.TELEGRAM:
            shown = await self._store.shown(table.id, table.place)
            url = None if shown is None else links.to_message(table.place, shown.message)
            if url is not None:
                return Url(Text("telegram.go", game=choice_label(table, actor.user)), url)
        return choice if names.is_private(place) else None
