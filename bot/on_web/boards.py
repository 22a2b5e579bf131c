"""Pictures of boards in the chat."""

from aiohttp import web

from bot.on_web.answers import FOREVER, Wrong
from bot.on_web.looks import asked
from bot.show.presenter import Presenter
from bot.table.ports import Store
from bot.table.table import TableId
from engine.text import Text


class Boards:
    """Draws tables on demand. Only their newest revision: older boards are not shown any more."""

    def __init__(self, store: Store, presenter: Presenter) -> None:
        self._store = store
        self._presenter = presenter

    def routes(self) -> list[web.RouteDef]:
        """Where the pictures are."""
        return [web.get(r"/picture/{table:\w{1,64}}/{revision:\d{1,9}}.png", self.picture)]

    async def picture(self, request: web.Request) -> web.Response:
        """The picture of a board, in the theme and from the side that its address says."""
        look = asked(request.query)
        table = await self._store.load(TableId(request.match_info["table"]))
        if table is None:
            raise Wrong(Text("watch.unknown"), 404)
        settings = await self._store.settings(table.place)
        page = await self._presenter.page(table, settings.language, look)
        if int(request.match_info["revision"]) != page.revision or page.picture is None:
            raise Wrong(Text("web.old-picture"), 410)
        return web.Response(body=page.picture.png, content_type="image/png", headers=FOREVER)
