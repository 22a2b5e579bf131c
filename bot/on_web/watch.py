"""A table's page for whoever has its watch code: step through the game, and take it away."""

import hashlib
import re
from collections.abc import Sequence

from aiohttp import ETag, web

from bot.on_web.answers import FOREVER, Wrong
from bot.on_web.game_page import GamePage
from bot.on_web.pages import Pages
from bot.show.page import Picture
from bot.show.presenter import Presenter
from bot.show.replay import Frame, Replays
from bot.table.ports import Store
from bot.table.table import Status, Table
from bot.texts.catalogue import DEFAULT_LANGUAGE
from renderer.text import Say, Text

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_LONGEST_QUOTE = 20


class Watch:
    """Serves the pages of tables, and what is on them."""

    def __init__(self, store: Store, presenter: Presenter, pages: Pages, say: Say) -> None:
        self._store = store
        self._presenter = presenter
        self._pages = pages
        self._game_page = GamePage(say)
        self._replays = Replays(store, say)

    def routes(self) -> list[web.RouteDef]:
        """Where they are."""
        page = r"/g/{code:[\w-]{1,64}}"
        return [
            web.get(page, self.page),
            web.get(page + "/record.txt", self.record),
            web.get(page + "/replay.gif", self.animation),
            web.get(page + r"/{step:\d+}.png", self.picture),
            web.get(page + r"/{step:\d+}.txt", self.description),
        ]

    async def page(self, request: web.Request) -> web.Response:
        """The page, at the step that is asked for or where the game stands."""
        table = await self._table(request)
        frames = await self._replays.frames(table)
        asked = request.query.get("step")
        if frames or asked is not None:
            step = len(frames) - 1 if asked is None else _step(asked, frames)
            picture = await self._replays.picture(table, step)
            slots = self._game_page.game(table, frames, step, picture, follows=asked is None)
        else:
            offer = await self._presenter.page(table, DEFAULT_LANGUAGE)
            slots = self._game_page.unplayed(table, offer.lines)
        return _unless_known(request, self._pages.page("watch", slots))

    async def picture(self, request: web.Request) -> web.Response:
        """The picture of a step."""
        png = (await self._picture(request)).png
        return web.Response(body=png, content_type="image/png", headers=FOREVER)

    async def description(self, request: web.Request) -> web.Response:
        """The same in words."""
        return web.Response(text=(await self._picture(request)).alt, headers=FOREVER)

    async def record(self, request: web.Request) -> web.Response:
        """The record so far, to be kept as a file."""
        table = await self._table(request)
        named = {"Content-Disposition": f'attachment; filename="puluc-{table.id}.txt"'}
        return web.Response(text=await self._replays.record(table), headers=named)

    async def animation(self, request: web.Request) -> web.Response:
        """The whole game as a moving picture, once it is over."""
        table = await self._table(request)
        if table.status is not Status.OVER or not table.position:
            raise Wrong(Text("watch.no-replay"), 404)
        named = {"Content-Disposition": f'inline; filename="puluc-{table.id}.gif"'}
        gif = await self._replays.animation(table)
        return web.Response(body=gif, content_type="image/gif", headers=FOREVER | named)

    async def _picture(self, request: web.Request) -> Picture:
        table = await self._table(request)
        step = _step(request.match_info["step"], await self._replays.frames(table))
        return await self._replays.picture(table, step)

    async def _table(self, request: web.Request) -> Table:
        id_ = await self._store.by_code(request.match_info["code"])
        table = None if id_ is None else await self._store.load(id_)
        if table is None:
            raise Wrong(Text("watch.unknown"), 404)
        return table


def _step(text: str, frames: Sequence[Frame]) -> int:
    """Read the number of a step that the game has."""
    if _NUMBER.fullmatch(text) is None or int(text) >= len(frames):
        raise Wrong(Text("watch.no-step", step=text[:_LONGEST_QUOTE]), 404)
    return int(text)


def _unless_known(request: web.Request, response: web.Response) -> web.Response:
    """Answer that nothing has changed if the asker has the same already."""
    assert isinstance(response.body, bytes)  # noqa: S101 - it was made from text
    tag = hashlib.sha256(response.body).hexdigest()[:16]
    if ETag(tag) in (request.if_none_match or ()):
        response = web.Response(status=304)
    else:
        response.enable_compression()
    response.etag = tag
    return response
