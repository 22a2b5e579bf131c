"""Single tables over HTTP: pictures, and a page of its own for whoever has the watch code."""

from aiohttp import web

from bot.on_web.answers import Wrong
from bot.on_web.pages import Pages
from bot.show.page import Page
from bot.show.presenter import Presenter
from bot.table.ports import Store
from bot.table.table import TableId
from bot.texts.catalogue import DEFAULT_LANGUAGE
from renderer.text import Text

_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}
"""The picture of a revision never changes."""


class Boards:
    """Draws tables on demand. Only their newest revision: older boards are not shown any more."""

    def __init__(self, store: Store, presenter: Presenter, pages: Pages) -> None:
        self._store = store
        self._presenter = presenter
        self._pages = pages

    def watching(self) -> list[web.RouteDef]:
        """For whoever has a watch code."""
        return [
            web.get(r"/g/{code:[\w-]{1,64}}", self.watch),
            web.get(r"/g/{code:[\w-]{1,64}}/{revision:\d{1,9}}.png", self.watched_picture),
        ]

    def playing(self) -> list[web.RouteDef]:
        """For the chat."""
        return [web.get(r"/picture/{table:\w{1,64}}/{revision:\d{1,9}}.png", self.picture)]

    async def watch(self, request: web.Request) -> web.Response:
        """The page of one table."""
        return self._pages.watch(await self._page(await self._by_code(request)))

    async def watched_picture(self, request: web.Request) -> web.Response:
        """The picture on that page."""
        return await self._picture(request, await self._by_code(request))

    async def picture(self, request: web.Request) -> web.Response:
        """The picture of a board in the chat."""
        return await self._picture(request, TableId(request.match_info["table"]))

    async def _picture(self, request: web.Request, table: TableId) -> web.Response:
        page = await self._page(table)
        if int(request.match_info["revision"]) != page.revision or page.picture is None:
            raise Wrong(Text("web.old-picture"), 410)
        return web.Response(body=page.picture.png, content_type="image/png", headers=_FOREVER)

    async def _by_code(self, request: web.Request) -> TableId:
        table = await self._store.by_code(request.match_info["code"])
        if table is None:
            raise Wrong(Text("watch.unknown"), 404)
        return table

    async def _page(self, id_: TableId) -> Page:
        table = await self._store.load(id_)
        if table is None:
            raise Wrong(Text("watch.unknown"), 404)
        return await self._presenter.page(table, DEFAULT_LANGUAGE)
