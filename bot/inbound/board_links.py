"""Links from a player's list of games to the boards."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from bot.acts.listing import choice_label
from bot.acts.tables import board_near
from bot.table.button import Button, Offer, Posts, Url
from bot.table.ids import TableId
from bot.table.people import Actor, Place
from bot.table.ports import Store
from bot.table.request import Reply
from engine.text import Text

LinkOf: TypeAlias = Callable[[Place, str], str | None]
"""Returns the URL of a message in a place, None if it has none; a platform's `Outbound.link`."""


class BoardLinks:
    """Replaces buttons that show a board with links to its message, where messages have links."""

    def __init__(self, store: Store, link: LinkOf) -> None:
        self._store = store
        self._link = link

    async def linked(self, reply: Reply, actor: Actor, place: Place, *, movable: bool) -> Reply:
        """Return a list of games with links in place of buttons. May raise StoreDown.

        `place` is where the list is shown. A board without a link there, such as one on another
        platform, keeps its button only if boards are `movable` to that place: pressing it shows
        the board there, too. Other replies are returned unchanged.
        """
        if not reply.lists:
            return reply
        found = [
            await self._linked(choice, actor, place, movable=movable) for choice in reply.choices
        ]
        return replace(reply, choices=tuple(choice for choice in found if choice is not None))

    async def _linked(
        self, choice: Offer, actor: Actor, place: Place, *, movable: bool
    ) -> Offer | None:
        """Return a choice's replacement, None if the choice is left out."""
        if not (isinstance(choice, Button) and choice.act.posts is Posts.BOARD):
            return choice
        shows: TableId | None = getattr(choice.act, "table", None)
        table = shows and await self._store.load(shows)
        if table:
            for near in dict.fromkeys((board_near(table, place), *table.shown_in)):
                if near.platform is not place.platform:
                    continue
                shown = await self._store.shown(table.id, near)
                url = None if shown is None else self._link(near, shown.message)
                if url is not None:
                    return Url(Text("games.go", game=choice_label(table, actor.user)), url)
        return choice if movable else None
