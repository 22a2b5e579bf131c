"""Serves what a page looks back on: the steps of a game, and its review once it is over."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from aiohttp import web

from bot.acts.advice import why_unreviewable
from bot.games.page import Json, compact
from bot.inbound.platform import Services
from bot.on_web.answers import RequestError
from bot.on_web.by_code import ByCode
from bot.on_web.documents import Document
from bot.on_web.language import Languages
from bot.on_web.pictures import IMMUTABLE
from bot.on_web.table_page import judged, steps
from bot.on_web.table_page.steps import Asked
from bot.on_web.table_page.viewer import view
from bot.on_web.watch import PAGE
from bot.table.table import Table
from bot.work.cache import Cache
from bot.work.workshop import Urgency
from engine.text import Text

KEPT: Final = 512
"""How many documents are cached: reviews, and steps, which a page asks for one by one."""


class Past:
    """Serves the steps of games and their reviews as JSON."""

    def __init__(self, services: Services, languages: Languages) -> None:
        self._games = services.games
        self._store = services.store
        self._work = services.work
        self._reviews = services.adviser.reviews
        self._say = services.catalogue.voice
        self._languages = languages
        self._tables = ByCode(services.store)
        self._kept: Cache[tuple[object, ...], _Told] = Cache(KEPT, abandon=True)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes. An address with the mark of its step never changes what it means."""
        return [
            web.get(PAGE + "/steps", self.steps),
            web.get(PAGE + r"/steps/{step:\d{1,9}}", self.step),
            web.get(PAGE + r"/{mark:[0-9a-f]+}/steps/{step:\d{1,9}}", self.step),
            web.get(PAGE + "/judged", self.judged),
        ]

    async def steps(self, request: web.Request) -> web.Response:
        """Serve what a page needs to know of all steps."""
        table = await self._table(request)
        return (await self._made(table, steps.every_step)).document.answer(request)

    async def step(self, request: web.Request) -> web.Response:
        """Serve a step as it looks from a `seat`, by default as watchers see it."""
        table, number = await self._table(request), int(request.match_info["step"])
        seen = view(request, self._games, table, _hands(request, table))
        asked = Asked(number, seen, self._languages.of(request))
        try:
            mark, document = await self._made(table, steps.step, asked)
        except IndexError:
            raise RequestError(Text("watch.no-step", step=str(number)), 404) from None
        response = document.answer(request)
        if request.match_info.get("mark") == mark:
            response.headers["Cache-Control"] = IMMUTABLE["Cache-Control"]
        return response

    async def judged(self, request: web.Request) -> web.Response:
        """Serve the review for a `seat`, or why there is none. It may take long."""
        table, language = await self._table(request), self._languages.of(request)
        hands = _hands(request, table)
        why = why_unreviewable(self._games, table)
        if why is not None:
            return web.json_response({"why": self._say(language)(why)}, dumps=compact)
        reviewed = await self._reviews.of(table)
        make = partial(judged.judged, reviewed, language, hands)
        told = await self._kept.get((table, language, hands), partial(self._make, table, make))
        return told.document.answer(request)

    async def _table(self, request: web.Request) -> Table:
        return await self._tables.table(request.match_info["code"])

    async def _made(self, table: Table, make: Callable[..., Json], *asked: Asked) -> "_Told":
        """Return what is made of a table and its record."""
        return await self._kept.get(
            (table, make, *asked), partial(self._make, table, partial(make, *asked))
        )

    async def _make(self, table: Table, make: Callable[..., Json]) -> "_Told":
        record = await self._store.record(table.id)
        told = await self._work(Urgency.PICTURE, make, self._games, table, record)
        return _Told(told.get("mark"), Document.of(compact(told), "application/json"))


class _Told(NamedTuple):
    """A document and, if it is a step, its mark."""

    mark: str | None
    document: Document


def _hands(request: web.Request, table: Table) -> tuple[int, ...]:
    """Return the seat from which a request wants to look back. Raises HTTPNotFound."""
    asked = request.query.get("seat")
    if asked is None:
        return ()
    if not (asked.isdecimal() and asked in map(str, range(len(table.seats)))):
        raise web.HTTPNotFound
    return (int(asked),)
