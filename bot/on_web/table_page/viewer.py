"""Who looks at a table with a request, and how."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from aiohttp import web

from bot.games.catalogue import Games
from bot.on_web.sessions import Persona, Sessions
from bot.on_web.table_page.view import View
from bot.table.guest_seats import lost_by
from bot.table.people import Platform, User
from bot.table.seats import Kept, Person, Seat
from bot.table.settings import Colours
from bot.table.table import Table

USUAL_ROWS: Final = 3
"""The rows in which a page is first shown a road, if it has that shape: most windows are wide."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The players that a browser can be at a table, and in which place it does so."""

    personas: tuple[Persona, ...] = ()

    @classmethod
    def of(cls, request: web.Request, sessions: Sessions | None) -> Self:
        """Return the players of a browser, or the one that its request names as `as`.

        Without `sessions` there are none. Raises RequestError.
        """
        if sessions is None:
            return cls()
        if "as" in request.query:
            return cls((sessions.persona(request, request.query["as"]),))
        return cls(sessions.personas(request))

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
        return next((each for each in self.personas if each.id == seat.user.id), None)


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
