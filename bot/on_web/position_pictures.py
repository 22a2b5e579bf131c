"""Whole boards as SVG files: the games that people choose from, and tables as they are now."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, TypeAlias

from aiohttp import web

from bot.inbound.platform import Services
from bot.on_web.by_code import ByCode
from bot.on_web.documents import Document
from bot.on_web.looks import requested_colours
from bot.on_web.pictures import IMMUTABLE, ONE_HOUR
from bot.on_web.position import drawn
from bot.table.settings import Colours
from bot.table.table import Table
from bot.work.cache import Cache
from bot.work.workshop import Urgency

GAME: Final = "/home/game/{}.svg"
"""The path of the picture of a game that people choose, by the name of its `Entry`."""

KEPT: Final = 256
"""How many pictures are cached."""

_ENTRY_RATIO, _TABLE_RATIO = 3 / 2, 2.0
"""Which width compared with the height suits the cards of games, and those of tables."""

_MARK_BYTES = 8
_Key: TypeAlias = tuple[object, ...]


def table_path(table: Table, seat: int) -> str:
    """Return the path of a table's picture, seen by a seat: another one for another picture."""
    return f"/home/table/{table.code}/{_mark(table, seat)}.svg?seat={seat}"


def _mark(table: Table, seat: int) -> str:
    """Return a digest of all that a picture shows."""
    shown = (table.header, table.position, table.before, table.story, table.lying, seat)
    return blake2b(repr(shown).encode(), digest_size=_MARK_BYTES).hexdigest()


class PositionPictures:
    """Draws the pictures in a worker process, when a browser first asks for one."""

    def __init__(self, services: Services) -> None:
        self._games = services.games
        self._tables = ByCode(services.store)
        self._work = services.work
        shelves = services.games.shelves
        self._faces = {each.name: each.face for shelf in shelves for each in shelf.entries}
        self._documents: Cache[_Key, Document] = Cache(KEPT, abandon=True)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the pictures."""
        return [
            web.get(GAME.format(r"{name:[a-z.-]{1,64}}"), self.game),
            web.get(r"/home/table/{code:[\w-]{1,64}}/{mark:[0-9a-f]{16}}.svg", self.table),
        ]

    async def game(self, request: web.Request) -> web.Response:
        """Serve a characteristic position of a game, in the theme given in the URL."""
        colours = requested_colours(request.query)
        face = self._faces.get(request.match_info["name"])
        if face is None:
            raise web.HTTPNotFound
        return (await self._drawn(face, 0, colours, _ENTRY_RATIO, ONE_HOUR)).answer(request)

    async def table(self, request: web.Request) -> web.Response:
        """Serve a table as it is now, for whoever has its code.

        Under the address of a former position, it must be asked for again.
        """
        table = await self._tables.table(request.match_info["code"])
        seat = _seat(request.query, len(table.seats))
        known = request.match_info["mark"] == _mark(table, seat)
        headers = IMMUTABLE if known else {}
        colours = requested_colours(request.query)
        return (await self._drawn(table, seat, colours, _TABLE_RATIO, headers)).answer(request)

    async def _drawn(
        self, table: Table, seat: int, colours: Colours, ratio: float, headers: Mapping[str, str]
    ) -> Document:
        if not self._games.of(table.header).shapes(table.header):
            raise web.HTTPNotFound  # only its messages have a picture

        async def draw() -> Document:
            what = (self._games, table, seat, colours, ratio)
            svg = await self._work(Urgency.PICTURE, drawn, *what)
            return Document.of(svg, "image/svg+xml", headers)

        key = (_mark(table, seat), colours, ratio, bool(headers))
        return await self._documents.get(key, draw)


def _seat(query: Mapping[str, str], seats: int) -> int:
    """Return the seat that looks at a board, by default the first. Raises HTTPNotFound."""
    asked = query.get("seat", "0")
    if asked not in map(str, range(seats)):
        raise web.HTTPNotFound
    return int(asked)
