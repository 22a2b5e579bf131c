"""Who looks at a table with a request, and how."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from aiohttp import web

from bot.games.catalogue import Games
from bot.on_web.sessions import Persona, Sessions
from bot.on_web.table_page.view import View
from bot.table.accounts import Accounts
from bot.table.guest_seats import lost_by
from bot.table.people import Platform, User
from bot.table.seats import Kept, Person, Seat
from bot.table.settings import Colours
from bot.table.table import Table

USUAL_ROWS: Final = 3
"""The rows in which a page is first shown a road, if it has that shape: most windows are wide."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The players that a browser can be at a table, by all the accounts that they have."""

    personas: tuple[Persona, ...] = ()
    accounts: Mapping[User, Persona] = field(default_factory=dict)

    @classmethod
    async def of(cls, request: web.Request, sessions: Sessions | None, store: Accounts) -> Self:
        """Return the players of a browser, or the one that its request names as `as`.

        Without `sessions` there are none. Raises RequestError, and StoreDown.
        """
        if sessions is None:
            return cls()
        if "as" in request.query:
            return await cls.known((sessions.persona(request, request.query["as"]),), store)
        return await cls.known(sessions.personas(request), store)

    @classmethod
    async def known(cls, personas: tuple[Persona, ...], store: Accounts) -> Self:
        """Return these players. May raise StoreDown.

        An account that a persona is isn't also another one's, if they are linked.
        """
        own = {User(Platform.WEB, each.id): each for each in personas}
        linked = await asyncio.gather(*map(store.accounts, own))
        others = {
            account.user: persona
            for persona, accounts in zip(personas, linked, strict=True)
            for account in accounts
        }
        return cls(personas, others | own)

    def hands(self, table: Table) -> tuple[int, ...]:
        """Return the seats of these players."""
        return tuple(n for n, seat in enumerate(table.seats) if self._holder(seat) is not None)

    def lost(self, table: Table) -> int | None:
        """Return a seat that one of these players can take back from another browser."""
        found = (lost_by(table, _user(each)) for each in self.personas)
        return next((table.seat_of(each.user) for each in found if each is not None), None)

    def acting(self, table: Table, mover: int | None) -> Persona | None:
        """Return who acts when something is pressed, None if there is nobody.

        That is the player who is to move, or else one who has or has lost a seat, or else anyone.
        """
        holders = [self._holder(seat, Person) for seat in table.seats]
        kept = [self._holder(seat) for seat in table.seats]
        lost = [each for each in self.personas if lost_by(table, _user(each)) is not None]
        first = None if mover is None else holders[mover]
        every: Sequence[Persona | None] = (first, *holders, *kept, *lost, *self.personas)
        return next((each for each in every if each is not None), None)

    def _holder(self, seat: Seat, *kinds: type[Person | Kept]) -> Persona | None:
        if not isinstance(seat, kinds or (Person, Kept)):
            return None
        return self.accounts.get(seat.user)


def _user(persona: Persona) -> User:
    return User(Platform.WEB, persona.id)


def view(request: web.Request, games: Games, table: Table, hands: tuple[int, ...]) -> View:
    """Return how a request wants to see a table. Raises HTTPNotFound if there is no such view."""
    shapes = games.of(table.header).shapes(table.header)
    try:
        asked = request.query.get("rows")
        rows = _usual([*shapes]) if asked is None else int(asked)
        theme = Colours(request.query.get("theme", Colours.MAIZE))
    except ValueError:
        raise web.HTTPNotFound from None
    if asked is not None and rows not in shapes:
        raise web.HTTPNotFound
    return View(rows, theme, hands)


def _usual(shapes: Sequence[int]) -> int | None:
    return min(shapes, key=lambda rows: abs(rows - USUAL_ROWS), default=None)
