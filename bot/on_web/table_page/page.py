"""The page of a table, and all that it asks for."""

from functools import partial

from aiohttp import web
from markupsafe import Markup

from bot.games.page import Json, compact
from bot.inbound.platform import Services
from bot.on_web.by_code import ByCode
from bot.on_web.language import ByLanguage, Languages
from bot.on_web.network import Network
from bot.on_web.pages import Pages
from bot.on_web.request_body import read_object, read_text
from bot.on_web.security import BODY_LIMIT
from bot.on_web.sessions import Sessions
from bot.on_web.streams import Streams
from bot.on_web.table_page.art_files import Art
from bot.on_web.table_page.company import make_face
from bot.on_web.table_page.live import Live
from bot.on_web.table_page.past import Past
from bot.on_web.table_page.teller import Teller
from bot.on_web.table_page.viewer import Viewer
from bot.on_web.watch import PAGE, Watch
from bot.table.ports import Clock
from bot.table.table import Status, Table


class TablePage:
    """Serves the pages of tables; without `sessions`, people can only watch."""

    def __init__(
        self,
        services: Services,
        languages: Languages,
        pages: ByLanguage[Pages],
        watches: ByLanguage[Watch],
        sessions: Sessions | None,
        streams: Streams,
        clock: Clock,
        network: Network | None = None,
    ) -> None:
        """With a local `network`, links are handed on with this machine's address there."""
        self._tables = ByCode(services.store)
        self._service, self._store = services.service, services.store
        self._sessions = sessions
        self._teller = partial(Teller.of, services, languages, sessions, clock)
        self._pages = pages
        self._network = network
        self._url = services.url or ""
        self._watches = watches
        self._live = Live(services.store, self._tables, self._teller, services.service, streams)
        self._art = Art(services.games, services.work)
        self._past = Past(services, languages)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the page, of what it asks for, and of the files of boards."""
        return [
            web.get(PAGE, self.page),
            web.get(PAGE + "/state", self.state),
            web.get(PAGE + "/events", self._live.events, allow_head=False),
            web.get(PAGE + "/update", self._live.update, allow_head=False),
            *self._past.routes(),
            *([] if self._sessions is None else [web.post(PAGE + "/face", self.face)]),
            *self._art.routes(),
        ]

    async def page(self, request: web.Request) -> web.Response:
        """Serve the page with the state of its table."""
        watch = self._watches.of(request)
        table = await self._tables.table(request.match_info["code"])
        told = await self._told(request, table)
        pages = self._pages.of(request)
        return pages.page(
            "table",
            state_json=_inline(told),
            words_json=_inline(pages.table_words()),
            title=f"{told['title']} · {told['subtitle']}",
            text_path=f"/g/{table.code}/text",
            code=table.code,
            site=None if self._network is None else self._network.origin(request),
            public=f"{self._url}/g/{table.code}",
            preview=await watch.preview(table),
        )

    async def state(self, request: web.Request) -> web.Response:
        """Serve the state of a table in another shape or theme."""
        table = await self._tables.table(request.match_info["code"])
        told = await self._told(request, table)
        return web.json_response(told, dumps=compact)

    async def face(self, request: web.Request) -> web.Response:
        """Show a face of one of the browser's people to all who look at the table."""
        assert self._sessions is not None  # noqa: S101 - else there is no such route
        body = await read_object(request, BODY_LIMIT)
        table = await self._tables.table(request.match_info["code"])
        persona = self._sessions.persona(request, read_text(body, "persona"))
        viewer = await Viewer.known((persona,), self._store)
        seat = next(iter(viewer.hands(table)), None)
        await make_face(self._store, table.id, persona.id, seat, read_text(body, "face"))
        return web.Response(status=204)

    async def _told(self, request: web.Request, table: Table) -> Json:
        over = table.status is Status.OVER
        following = await self._service.following(table) if over else None
        return await (await self._teller(request)).whole(table, following)


def _inline(data: Json) -> Markup:
    """Return data as JSON that can stand in a script element, which ends at the first `</`."""
    return Markup(compact(data).replace("<", "\\u003c"))  # noqa: S704 - no markup is left in it
