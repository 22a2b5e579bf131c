"""Ways to the boards of somebody's games, from the list of them."""

from typing import Final

from telegram import InlineKeyboardMarkup

from bot.acts.listing import choice_label
from bot.acts.service import Service
from bot.on_telegram import links, names
from bot.on_telegram.keyboard import Way, choice_keyboard
from bot.table.button import Button, Url
from bot.table.intents import Intent, ListGames, ShowBoard
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Store
from bot.table.table import Table
from engine.text import Say, Text

MOST: Final = 10
"""How many games have a button under their list."""


class Ways:
    """Links to messages where messages have links, else buttons that show a board again."""

    def __init__(self, service: Service, store: Store) -> None:
        self._service = service
        self._store = store

    async def under(
        self, intent: Intent, actor: Actor, place: Place, say: Say
    ) -> InlineKeyboardMarkup | None:
        """The keyboard under what is answered to `intent`: None for all but the list of games.

        Games that wait for the actor come first. May raise StoreDown.
        """
        if not isinstance(intent, ListGames):
            return None
        lines = (await self._service.games(actor))[:MOST]
        tables = [await self._store.load(line.table) for line in lines]
        found = [await self._to(table, actor.user, place) for table in tables if table is not None]
        return choice_keyboard((way for way in found if way is not None), say, None)

    async def _to(self, table: Table, user: User, place: Place) -> Way | None:
        """The way to one table; in a group none that would bring it there."""
        label, there = choice_label(table, user), table.place
        shown = await self._store.shown(table.id, there)
        if shown is not None and there.platform is Platform.TELEGRAM:
            url = links.to_message(there, shown.message)
            if url is not None:
                return Url(Text("telegram.go", game=label), url)
        if not names.is_private(place) or table.seat_of(user) is None:
            return None
        return Button(Text("telegram.bring", game=label), ShowBoard(table.id))
