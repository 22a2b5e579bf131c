"""The context of an act: who does it and where, and what it needs of the program."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.acts.limits import Limits
from bot.acts.next_games import NextGames
from bot.acts.offers import Offers
from bot.acts.preferences.cities import FindZones
from bot.acts.tables import Tables
from bot.acts.timekeeper import PresenceOf
from bot.games.catalogue import Games
from bot.table.accounts import seen_by
from bot.table.chats import Chats
from bot.table.ids import TableId
from bot.table.invites import Invites
from bot.table.people import Actor, Place, User
from bot.table.ports import Store
from bot.table.request import Request
from bot.table.table import Table
from bot.table.turns import Hands

Fits: TypeAlias = Callable[[Table, Actor], bool]
"""Whether an act can be about a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A request, and the parts of the program that carry it out."""

    request: Request
    tables: Tables
    offers: Offers
    next_games: NextGames
    hands: Hands
    limits: Limits
    presence: PresenceOf
    find_zones: FindZones
    chats: Chats
    url: str | None
    """The base URL of the public pages, without a trailing slash; None if there are none."""
    invites: Invites
    """Makes what gives a seat to those who have it."""

    @property
    def actor(self) -> Actor:
        """Who acts."""
        return self.request.actor

    @property
    def user(self) -> User:
        """The actor's account."""
        return self.request.actor.user

    @property
    def place(self) -> Place:
        """Where it was typed or pressed."""
        return self.request.place

    @property
    def games(self) -> Games:
        """The games that are played here."""
        return self.tables.games

    @property
    def store(self) -> Store:
        """The store."""
        return self.tables.store

    async def load(self, id_: TableId) -> Table:
        """Return a table as the actor sees it. Raises Refusal if it is gone."""
        return seen_by(await self.tables.load(id_), self.actor)

    async def find(self, id_: TableId) -> Table | None:
        """Return a table as the actor sees it, None if there is none."""
        table = await self.tables.find(id_)
        return None if table is None else seen_by(table, self.actor)

    @property
    def now(self) -> float:
        """The current time in Unix seconds."""
        return self.tables.now()
