"""The web server: a small chat for this machine, or pages to watch for everybody."""

import errno
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.config import WebMode
from bot.on_web.answers import Wrong, answer
from bot.on_web.boards import Boards
from bot.on_web.events import Events
from bot.on_web.inbound import Inbound
from bot.on_web.pages import Pages
from bot.on_web.people import Door, check_channel
from bot.on_web.rules import RulePictures
from bot.on_web.security import BODY_LIMIT, add_headers, guard
from bot.on_web.sessions import Sessions
from bot.on_web.watch import Watch
from bot.show.presenter import Presenter
from bot.table.ports import Channels, Clock, CorruptRecord, Store, StoreDown
from bot.table.service import Service
from bot.texts.catalogue import DEFAULT_LANGUAGE, Catalogue
from engine import Corrupt
from renderer.text import Say, Text

Take: TypeAlias = Callable[[str, bytes], Awaitable[int]]
"""Takes a secret and a body, and returns the status; raises StoreDown, which is a 503."""

log = structlog.get_logger()

STATIC = Path(__file__).parent / "static"

PORTS_TRIED = 50
"""How many ports are looked at, one after the other, for a free one."""

UPDATE_LIMIT = 1024 * 1024
"""Bytes of what a platform sends at once; people's own requests are smaller."""

SHUTDOWN_SECONDS = 3.0
"""How long an act in progress may take to finish when the server stops."""


def build(
    *,
    service: Service,
    presenter: Presenter,
    store: Store,
    channels: Channels,
    catalogue: Catalogue,
    secret: bytes,
    mode: WebMode,
    clock: Clock,
) -> web.Application:
    """Put the web application together. `secret` signs cookies, the same in every process.

    In `WebMode.CHAT` it answers only to loopback names; in `WebMode.WATCH` there is no chat,
    and it may be served to everybody.
    """
    say = catalogue.voice(DEFAULT_LANGUAGE)
    pages = Pages(say)
    watch = Watch(store, presenter, pages, say)
    app = web.Application(client_max_size=BODY_LIMIT, middlewares=[_explain(pages, say)])
    app.on_response_prepare.append(add_headers)
    app.add_routes([web.get("/healthz", partial(_health, store)), *watch.routes()])
    app.router.add_static("/static", STATIC)
    if mode is not WebMode.CHAT:
        app.add_routes([web.get("/", partial(_front, pages))])
        return app
    sessions, door, events = Sessions(secret), Door(channels, say), Events(channels)
    inbound = Inbound(
        service=service, channels=channels, sessions=sessions, door=door, say=say, clock=clock
    )
    app.middlewares.append(guard)
    app.on_shutdown.append(events.close)
    app.add_routes([*inbound.routes(), *events.routes()])
    app.add_routes(Boards(store, presenter).routes())
    app.add_routes(RulePictures(say).routes())
    app.add_routes([web.get("/api/hello", partial(_hello, pages, sessions))])
    shell = partial(_chat, pages)
    for path in ("/", "/as/{persona}", "/c/{channel}", "/c/{channel}/as/{persona}"):
        app.add_routes([web.get(path, shell)])
    return app


def take_updates(app: web.Application, path: str, header: str, take: Take) -> None:
    """Serve what a platform sends to `path`, with its secret in `header`."""

    async def hook(request: web.Request) -> web.Response:
        body = b""
        async for chunk in request.content.iter_any():
            body += chunk
            if len(body) > UPDATE_LIMIT:
                raise web.HTTPRequestEntityTooLarge(UPDATE_LIMIT, len(body))
        return web.Response(status=await take(request.headers.get(header, ""), body))

    app.add_routes([web.post(path, hook)])


@dataclass(frozen=True, slots=True)
class Site:
    """A server that runs, and the port that it found."""

    runner: web.AppRunner
    port: int

    async def close(self) -> None:
        """End all streams, let acts finish, and stop."""
        await self.runner.cleanup()


async def serve(app: web.Application, host: str, port: int, *, search: bool) -> Site:
    """Serve on `port`, or with `search` on the next free one. OSError if there is none.

    Port 0 takes any that is free.
    """
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
    await runner.setup()
    last = min(port + PORTS_TRIED, 65535) if search else port
    try:
        for tried in range(port, last + 1):
            try:
                await web.TCPSite(runner, host, tried).start()
            except OSError as busy:
                if busy.errno != errno.EADDRINUSE or tried == last:
                    raise
            else:
                return Site(runner, runner.addresses[0][1])
    except OSError:
        await runner.cleanup()
        raise
    raise AssertionError("the last port either serves or raises")


def _explain(pages: Pages, say: Say) -> Middleware:
    """Whatever goes wrong is told in words: as JSON to the scripts, as a page to people."""

    def tell(request: web.Request, text: Text, status: int) -> web.Response:
        if request.path.startswith("/api/"):
            return answer(say, (text,), refused=True, status=status)
        return pages.note(Text("watch.sorry"), text, status)

    @web.middleware
    async def explain(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except Wrong as wrong:
            return tell(request, wrong.text, wrong.status)
        except StoreDown:
            return tell(request, Text("store.down"), 503)
        except (CorruptRecord, Corrupt):
            log.exception("table.corrupt")
            return tell(request, Text("table.corrupt"), 500)
        except web.HTTPRequestEntityTooLarge as large:
            return tell(request, Text("web.too-large"), large.status)
        except web.HTTPNotFound as missing:
            return tell(request, Text("web.nothing-here"), missing.status)
        except web.HTTPException:
            raise
        except Exception:
            # A fault of ours: whoever meets it is told so in a sentence, the log tells the rest.
            log.exception("web.failed", path=request.path)
            return tell(request, Text("web.failed"), 500)

    return explain


async def _health(store: Store, _request: web.Request) -> web.Response:
    try:
        await store.ping()
    except StoreDown:
        return web.Response(text="the store does not answer", status=503)
    return web.Response(text="ok")


async def _front(pages: Pages, _request: web.Request) -> web.Response:
    return pages.note(Text("watch.title"), Text("watch.about"))


async def _chat(pages: Pages, request: web.Request) -> web.Response:
    if "channel" in request.match_info:
        check_channel(request.match_info["channel"])
    return pages.chat()


async def _hello(pages: Pages, sessions: Sessions, request: web.Request) -> web.Response:
    """What a tab needs to begin: words, commands, and who this browser may be."""
    personas = [{"id": p.id, "name": p.name} for p in sessions.personas(request)]
    return web.json_response(
        {"words": pages.words(), "commands": pages.commands(), "personas": personas}
    )
