"""Pictures of the chat's boards."""

from aiohttp import web

from bot.on_web.answers import RequestError
from bot.on_web.looks import requested_look
from bot.on_web.pictures import IMMUTABLE, answer_png
from bot.show.presenter import Presenter
from bot.table.ids import TableId
from bot.table.ports import Store
from engine.text import Text


class Boards:
    """Draws tables on demand, in their latest revision only: older boards are no longer shown."""

    def __init__(self, store: Store, presenter: Presenter) -> None:
        self._store = store
        self._presenter = presenter

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the pictures."""
        return [web.get(r"/picture/{table:\w{1,64}}/{revision:\d{1,9}}.png", self.picture)]

    async def picture(self, request: web.Request) -> web.Response:
        """Serve a board's picture, in the theme and from the side given in the URL."""
        look = requested_look(request.query)
        table = await self._store.load(TableId(request.match_info["table"]))
        if table is None:
            raise RequestError(Text("watch.unknown"), 404)
        settings = await self._store.settings(table.place)
        page = await self._presenter.page(table, settings.language, look)
        if int(request.match_info["revision"]) != page.revision or page.picture is None:
            raise RequestError(Text("web.old-picture"), 410)
        return answer_png(page.picture.png, IMMUTABLE)
