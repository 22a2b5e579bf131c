"""Game pages: for anyone with a table's watch code, to replay its game and verify the throws.

Documents are cached as served. While a table doesn't change, a request only costs reading the table
from the store.
"""

import re
from collections.abc import Callable, Coroutine, Mapping
from functools import partial

from aiohttp import web

from bot.acts.advice import why_unreviewable
from bot.acts.records import file_name
from bot.inbound.platform import Services
from bot.on_web.answers import RequestError
from bot.on_web.by_code import ByCode
from bot.on_web.documents import Document
from bot.on_web.fair_page import fair_view
from bot.on_web.game_page import GamePage
from bot.on_web.language import ByLanguage
from bot.on_web.looks import requested_colours
from bot.on_web.match_links import Neighbours, code_before
from bot.on_web.pages import Pages, Preview
from bot.on_web.pictures import IMMUTABLE, answer_png
from bot.on_web.review_page import ReviewPage
from bot.show.match_lines import goes_on
from bot.show.page import Picture
from bot.show.replay import Replays
from bot.table.settings import Colours
from bot.table.table import Status, Table
from bot.work.cache import Cache
from engine.text import Say, Text

KEPT_DOCUMENTS = 256
"""How many documents are cached."""

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_LONGEST_QUOTE = 20


PAGE = r"/g/{code:[\w-]{1,64}}"
"""The path of a table's page."""


def routes(watches: "ByLanguage[Watch]") -> list[web.RouteDef]:
    """Return the routes of the text version of the page, and of what tables have besides."""
    page, serve = PAGE, watches.serve
    return [
        web.get(page + "/text", serve(Watch.page)),
        web.get(page + "/fair", serve(Watch.fair)),
        web.get(page + "/review", serve(Watch.review)),
        web.get(page + "/chart.png", serve(Watch.chart)),
        web.get(page + "/mistake/{number:[1-9]}.png", serve(Watch.mistake)),
        web.get(page + "/record.txt", serve(Watch.record)),
        web.get(page + "/record.json", serve(Watch.record_json)),
        web.get(page + "/replay.gif", serve(Watch.animation)),
        web.get(page + r"/{step:\d+}.png", serve(Watch.picture)),
        web.get(page + r"/{step:\d+}.txt", serve(Watch.description)),
        web.get(page + r"/{mark:[0-9a-f]+}/{step:\d+}.png", serve(Watch.picture)),
        web.get(page + r"/{mark:[0-9a-f]+}/{step:\d+}.txt", serve(Watch.description)),
    ]


class Watch:
    """Serves the game pages in one language."""

    def __init__(
        self,
        services: Services,
        pages: Pages,
        say: Say,
        language: str,
        *,
        chats: bool,
    ) -> None:
        """`chats`: this server also has the web chat."""
        self._games = services.games
        self._store = services.store
        self._url = services.url
        self._id_after = services.service.next_games.id_after
        self._pages = pages
        self._game_page = GamePage(services.games, say, url=services.url, chats=chats)
        self._review_page = ReviewPage(services.games, services.adviser.reviews, language)
        self._replays = Replays(
            services.games, services.store, services.work, language, services.url
        )
        self._documents: Cache[tuple[object, ...], Document] = Cache(KEPT_DOCUMENTS, abandon=True)
        self._by_code = ByCode(services.store)

    async def page(self, request: web.Request) -> web.Response:
        """Serve the page at the requested step, by default the newest."""
        table, asked = await self._table(request), request.query.get("step")
        step = None if asked is None else _number(asked)
        return await self._served(request, self._page, table, await self._beside(table), step)

    async def preview(self, table: Table) -> Preview | None:
        """Return what links to the page show, None if its public address is unknown."""
        if self._url is None:
            return None
        replay, shown = await self._replays.text(table), None
        if replay.steps:
            step = len(replay.steps) - 1
            shown = step, await self._drawn(table, step)
        return self._game_page.preview(table, replay, shown)

    async def picture(self, request: web.Request) -> web.Response:
        """Serve the picture of a step."""
        picture, headers = await self._picture(request)
        return answer_png(picture.png, headers)

    async def description(self, request: web.Request) -> web.Response:
        """Serve a step's board in words."""
        picture, headers = await self._picture(request)
        return web.Response(text=picture.alt, headers=headers)

    async def record(self, request: web.Request) -> web.Response:
        """Serve the record so far as a download."""
        return await self._served(request, self._record, await self._table(request))

    async def record_json(self, request: web.Request) -> web.Response:
        """Serve the record as JSON, as used by the script that verifies the throws."""
        return await self._served(request, self._record_json, await self._table(request))

    async def fair(self, request: web.Request) -> web.Response:
        """Serve the fairness page."""
        table = await self._table(request)
        return await self._served(request, self._fair, table, await self._beside(table))

    async def review(self, request: web.Request) -> web.Response:
        """Serve the review of a finished game, which may take a while at first."""
        return await self._served(request, self._review, await self._reviewable(request))

    async def chart(self, request: web.Request) -> web.Response:
        """Serve the chart of a finished game's review."""
        table, colours = await self._reviewable(request), requested_colours(request.query)
        picture = await self._review_page.chart(table, colours)
        return Document.of_png(picture.png).answer(request)

    async def mistake(self, request: web.Request) -> web.Response:
        """Serve the picture of one of the worst moves of a finished game."""
        table, colours = await self._reviewable(request), requested_colours(request.query)
        number = int(request.match_info["number"])
        try:
            picture = await self._review_page.mistake(table, number, colours)
        except IndexError:
            raise web.HTTPNotFound from None
        return Document.of_png(picture.png).answer(request)

    async def animation(self, request: web.Request) -> web.Response:
        """Serve the game as an animated GIF, once it is over."""
        table = await self._table(request)
        if table.status is not Status.OVER or not table.position:
            raise RequestError(Text("watch.no-replay"), 404)
        name = {"Content-Disposition": f'inline; filename="{file_name(table, "gif")}"'}
        gif = await self._replays.animation(table)
        return web.Response(body=gif, content_type="image/gif", headers=IMMUTABLE | name)

    async def _served(
        self,
        request: web.Request,
        make: Callable[..., Coroutine[object, object, Document]],
        *subject: object,
    ) -> web.Response:
        """Serve a document that is made of a table and what else it depends on."""
        document = await self._documents.get((make, *subject), partial(make, *subject))
        return document.answer(request)

    async def _page(self, table: Table, beside: Neighbours, asked: int | None) -> Document:
        replay, shown = await self._replays.text(table), None
        if replay.steps or asked is not None:
            step = len(replay.steps) - 1 if asked is None else asked
            shown = step, await self._drawn(table, step)
        values = self._game_page.view(table, replay, beside, shown, follows=asked is None)
        return self._pages.document("watch", **values)

    async def _fair(self, table: Table, beside: Neighbours) -> Document:
        replay = await self._replays.text(table)
        return self._pages.document("fair", **fair_view(self._games, table, replay, beside))

    async def _review(self, table: Table) -> Document:
        return self._pages.document("review", **await self._review_page.view(table))

    async def _beside(self, table: Table) -> Neighbours:
        """Return the games before and after one in its match."""
        before = code_before(table)
        if not goes_on(self._games, table):
            return Neighbours(before)
        following = await self._store.load(self._id_after(table.id))
        if following is None:
            return Neighbours(before, awaited=True)
        return Neighbours(before, following.code)

    async def _record(self, table: Table) -> Document:
        replay = await self._replays.text(table)
        return Document.of(replay.record, "text/plain", _attached(table, "txt"))

    async def _record_json(self, table: Table) -> Document:
        replay = await self._replays.text(table)
        return Document.of(replay.record_json, "application/json", _attached(table, "json"))

    async def _picture(self, request: web.Request) -> tuple[Picture, Mapping[str, str]]:
        """Return the picture of a step, and headers that let caches keep it if its mark is given.

        Without its mark it must be asked for again: after an undo, the step may be another one.
        """
        table, step = await self._table(request), _number(request.match_info["step"])
        picture = await self._drawn(table, step, requested_colours(request.query))
        mark = (await self._replays.text(table)).marks[step]
        return picture, IMMUTABLE if request.match_info.get("mark") == mark else {}

    async def _drawn(self, table: Table, step: int, colours: Colours = Colours.MAIZE) -> Picture:
        try:
            return await self._replays.picture(table, step, colours)
        except IndexError:
            raise _no_step(str(step)) from None

    async def _reviewable(self, request: web.Request) -> Table:
        """Return a table that has a review. Raises RequestError."""
        table = await self._table(request)
        why_not = why_unreviewable(self._games, table)
        if why_not is not None:
            raise RequestError(why_not, 404)
        return table

    async def _table(self, request: web.Request) -> Table:
        return await self._by_code.table(request.match_info["code"])


def _attached(table: Table, kind: str) -> dict[str, str]:
    """Return the header that makes browsers save a response as a file."""
    return {"Content-Disposition": f'attachment; filename="{file_name(table, kind)}"'}


def _number(text: str) -> int:
    """Parse a step's number. Raises RequestError."""
    if _NUMBER.fullmatch(text) is None:
        raise _no_step(text)
    return int(text)


def _no_step(text: str) -> RequestError:
    return RequestError(Text("watch.no-step", step=text[:_LONGEST_QUOTE]), 404)
