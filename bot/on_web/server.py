"""The web server: a small chat for this machine, or pages to watch for everybody."""

import asyncio
import errno
import logging
from dataclasses import dataclass
from functools import partial

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from bot.config import WebMode
from bot.games.catalogue import Games
from bot.inbound.platform import Hook, House
from bot.inbound.tasks import Tasks, within
from bot.on_web import watch
from bot.on_web.answers import Wrong, answer
from bot.on_web.boards import Boards
from bot.on_web.events import Events
from bot.on_web.files import Files
from bot.on_web.games import GameLists
from bot.on_web.gate import Gate
from bot.on_web.health import Health
from bot.on_web.inbound import Inbound
from bot.on_web.language import ByLanguage, Languages
from bot.on_web.lesson import LessonPictures
from bot.on_web.pages import Pages
from bot.on_web.people import Door, check_channel
from bot.on_web.rate_limits import HEALTH, Free, RateLimits
from bot.on_web.request_body import read_body
from bot.on_web.rules import RulePictures
from bot.on_web.rules_page import RulesPages
from bot.on_web.security import BODY_LIMIT, add_headers, guard
from bot.on_web.sessions import Sessions
from bot.on_web.watch import Watch
from bot.table.ports import Channels, Clock, CorruptRecord, StoreDown
from bot.work.workshop import Busy
from engine import Corrupt
from engine.text import Text

log = structlog.get_logger()


class _Strangers(logging.Filter):
    """Leaves out what is not HTTP: it is answered with a 400, and is no fault of ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record of the library is kept."""
        return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


_connections = logging.getLogger("bot.on_web.connections")
"""What the library has to say of connections."""

_connections.addFilter(_Strangers())

PORTS_TRIED = 50
"""How many ports are looked at, one after the other, for a free one."""

UPDATE_LIMIT = 256 * 1024
"""Bytes of what a platform sends at once; people's own requests are smaller."""

UPDATES_AT_ONCE = 8
"""How many of a platform's bodies are read at the same time."""

SHUTDOWN_SECONDS = 3.0
"""How long an act in progress may take to finish when the server stops."""

IDLE_SECONDS = 15.0
"""How long a connection may be open without a whole request's headers."""

PROXY_IDLE_SECONDS = 100.0
"""The same behind a proxy: longer than hosting services keep theirs, else requests are lost."""

LINGER_SECONDS = 0.5
"""How long what was sent with a refused request is still taken in, so that the answer is read."""


_FREE = web.AppKey("free", dict[str, Free])
"""Paths to which a platform may send as much as it likes."""

_TASKS = web.AppKey("tasks", Tasks)


def build(
    *,
    house: House,
    channels: Channels,
    secret: bytes,
    mode: WebMode,
    clock: Clock,
    proxied: bool = False,
) -> web.Application:
    """Put the web application together. `secret` signs cookies, the same in every process.

    In `WebMode.CHAT` it answers only to loopback names; in `WebMode.WATCH` there is no chat,
    and it may be served to everybody. `proxied`: what comes from inside comes by a hosting
    service's router (see `rate_limits.client`).
    """
    store, voice = house.store, house.catalogue.voice
    languages, tasks = Languages(house.catalogue), Tasks()

    def watching(language: str) -> Watch:
        say = voice(language)
        chats = mode is WebMode.CHAT
        return Watch(house, Pages(say, language), say, language, chats=chats)

    pages = ByLanguage(languages, lambda language: Pages(voice(language), language))
    app = web.Application(client_max_size=BODY_LIMIT, middlewares=[_explain(pages, languages)])
    free: dict[str, Free] = {}
    app[_FREE], app[_TASKS] = free, tasks
    app.on_response_prepare.append(add_headers)
    app.on_cleanup.append(_finish)
    app.add_routes([web.get(HEALTH, Health(store).health), *Files().routes()])
    app.add_routes(watch.routes(ByLanguage(languages, watching)))
    app.add_routes(RulePictures(house.illustrations, languages).routes())
    app.add_routes(RulesPages(house.games, house.illustrations, pages, languages).routes())
    if mode is not WebMode.CHAT:
        app.middlewares.append(RateLimits(proxied=proxied, free=free).middleware())
        app.add_routes([web.get("/", partial(_front, pages))])
        return app
    sessions, games = Sessions(secret), GameLists(house, languages)
    events = Events(channels, sessions, games)
    inbound = Inbound(
        house=house,
        languages=languages,
        channels=channels,
        sessions=sessions,
        door=Door(channels, house.catalogue, store.settings),
        clock=clock,
        tasks=tasks,
    )
    app.middlewares.append(guard)
    app.on_shutdown.append(events.close)
    app.add_routes([*inbound.routes(), *events.routes(), *games.routes()])
    app.add_routes(Boards(store, house.presenter).routes())
    app.add_routes(LessonPictures(house.lessons, languages).routes())
    app.add_routes([web.get("/api/hello", partial(_hello, pages, sessions, house.games))])
    shell = partial(_chat, pages)
    for path in ("/", "/as/{persona}", "/c/{channel}", "/c/{channel}/as/{persona}"):
        app.add_routes([web.get(path, shell)])
    return app


def take_updates(app: web.Application, hook: Hook) -> None:
    """Serve what a platform sends.

    Nothing is read of what anybody else sends.
    """
    reading = asyncio.Semaphore(UPDATES_AT_ONCE)

    def known(request: web.Request) -> bool:
        return hook.knows(request.headers.get(hook.header, ""))

    async def take(request: web.Request) -> web.Response:
        if not known(request):
            raise Wrong(Text("web.nothing-here"), 403)
        async with reading:
            body = await read_body(request, UPDATE_LIMIT)
        return web.Response(status=await app[_TASKS].finish(hook.take(body)))

    app[_FREE][hook.path] = known
    app.add_routes([web.post(hook.path, take)])


@dataclass(frozen=True, slots=True)
class Site:
    """A server that runs, and the port that it found."""

    runner: web.AppRunner
    port: int
    looking: "asyncio.Task[None]"

    async def close(self) -> None:
        """End all streams, let acts finish, and stop."""
        self.looking.cancel()
        await self.runner.cleanup()


async def serve(
    app: web.Application, host: str, port: int, *, search: bool, proxied: bool = False
) -> Site:
    """Serve on `port`, or with `search` on the next free one. OSError if there is none.

    Port 0 takes any that is free. What takes too long is ended, and whatever was asked for is
    given up when the connection is lost; acts alone are finished (`Tasks`).
    """
    gate = Gate()
    app.middlewares.insert(0, gate.middleware())
    runner = web.AppRunner(
        app,
        access_log=None,
        shutdown_timeout=SHUTDOWN_SECONDS,
        keepalive_timeout=PROXY_IDLE_SECONDS if proxied else IDLE_SECONDS,
        lingering_time=LINGER_SECONDS,
        handler_cancellation=True,
        auto_decompress=False,
        logger=_connections,
    )
    await runner.setup()
    assert runner.server is not None  # noqa: S101 - it is set up
    gate.guard(runner.server)
    last = min(port + PORTS_TRIED, 65535) if search else port
    try:
        for tried in range(port, last + 1):
            try:
                await web.TCPSite(runner, host, tried).start()
            except OSError as busy:
                if busy.errno != errno.EADDRINUSE or tried == last:
                    raise
            else:
                looking = asyncio.create_task(gate.run())
                return Site(runner, runner.addresses[0][1], looking)
    except OSError:
        await runner.cleanup()
        raise
    raise AssertionError("the last port either serves or raises")


async def _finish(app: web.Application) -> None:
    await within(SHUTDOWN_SECONDS, app[_TASKS].drain)


def _explain(pages: ByLanguage[Pages], languages: Languages) -> Middleware:
    """Whatever goes wrong is told in words: as JSON to the scripts, as a page to people."""

    def tell(
        request: web.Request, text: Text, status: int, retry: int | None = None
    ) -> web.Response:
        if request.path.startswith("/api/"):
            told = answer((languages.say(request)(text),), refused=True, status=status)
        else:
            told = pages.of(request).note(Text("watch.sorry"), text, status)
        if retry is not None:
            told.headers["Retry-After"] = str(retry)
        return told

    @web.middleware
    async def explain(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except Wrong as wrong:
            return tell(request, wrong.text, wrong.status, wrong.retry)
        except Busy as busy:
            return tell(request, Text("web.busy", seconds=busy.seconds), 503, busy.seconds)
        except StoreDown as down:
            return tell(request, down.text, 503)
        except (CorruptRecord, Corrupt):
            log.exception("table.corrupt")
            return tell(request, Text("table.corrupt"), 500)
        except web.HTTPNotFound as missing:
            return tell(request, Text("web.nothing-here"), missing.status)
        except web.HTTPException:
            raise
        except Exception:
            # A fault of ours: whoever meets it is told so in a sentence, the log tells the rest.
            log.exception("web.failed", path=request.path)
            return tell(request, Text("web.failed"), 500)

    return explain


async def _front(pages: ByLanguage[Pages], request: web.Request) -> web.Response:
    return pages.of(request).note(Text("watch.title"), Text("watch.about"))


async def _chat(pages: ByLanguage[Pages], request: web.Request) -> web.Response:
    if "channel" in request.match_info:
        check_channel(request.match_info["channel"])
    return pages.of(request).chat()


async def _hello(
    pages: ByLanguage[Pages], sessions: Sessions, games: Games, request: web.Request
) -> web.Response:
    """What a tab needs to begin: words, commands, and who this browser may be."""
    personas = [{"id": p.id, "name": p.name} for p in sessions.personas(request)]
    own = pages.of(request)
    return web.json_response(
        {"words": own.words(), "commands": own.commands(games), "personas": personas}
    )
