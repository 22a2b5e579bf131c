"""Serves the drawings of empty boards as files, at addresses under which they never change."""

from collections.abc import Mapping
from functools import partial
from typing import Final, NamedTuple

from aiohttp import web

from bot.games.catalogue import Games
from bot.on_web.documents import Document
from bot.on_web.table_page.art import drawn
from bot.table.settings import Colours
from bot.work.cache import Cache
from bot.work.workshop import Urgency, Work
from engine import Corrupt

KEPT_BOARDS: Final = 128
"""How many boards' files are cached."""

LONGEST_HEADER: Final = 200
"""The longest header of a game that is asked for, in characters."""

FOREVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}

_TYPES: Final = {"svg": "image/svg+xml", "json": "application/json"}


class Art:
    """Serves the files of boards."""

    def __init__(self, games: Games, work: Work) -> None:
        self._games = games
        self._work = work
        self._kept: Cache[_Asked, _Files] = Cache(KEPT_BOARDS)

    def routes(self) -> list[web.RouteDef]:
        """Return the route of the files."""
        return [web.get("/art/{digest:[0-9a-f]{16}}/{name}", self.file)]

    async def file(self, request: web.Request) -> web.Response:
        """Serve a file. One of another release is served as it is now, and not to be kept."""
        asked = self._asked(request.query)
        files = await self._kept.get(asked, partial(self._made, asked))
        file = files.documents.get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        response = file.answer(request)
        if files.digest == request.match_info["digest"]:
            response.headers.update(FOREVER)
        return response

    def _asked(self, query: Mapping[str, str]) -> "_Asked":
        """Read what is asked for. Raises HTTPNotFound if there is no such board."""
        header = query.get("game", "")
        try:
            theme, rows = Colours(query["theme"]), int(query["rows"])
            seat = int(query["seat"]) if "seat" in query else None
            game = self._games.game(header[:LONGEST_HEADER])
        except (KeyError, ValueError, Corrupt):
            raise web.HTTPNotFound from None
        known = rows in self._games.of(header).shapes(header)
        if not known or (seat is not None and seat not in range(game.seats)):
            raise web.HTTPNotFound
        return _Asked(game.header, rows, seat, theme)

    async def _made(self, asked: "_Asked") -> "_Files":
        digest, files = await self._work(Urgency.PICTURE, drawn, self._games, *asked)
        return _Files(
            digest,
            {
                name: Document.of(text, _TYPES[name.rpartition(".")[2]])
                for name, text in files.items()
            },
        )


class _Asked(NamedTuple):
    """All that the files of a board depend on."""

    header: str
    rows: int
    seat: int | None
    theme: Colours


class _Files(NamedTuple):
    """The digest of a board's files, and the files by their names."""

    digest: str
    documents: Mapping[str, Document]
