"""The web server: a local chat on this machine, or public game pages."""

import asyncio
import errno
import logging
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware
from typing_extensions import override
from yarl import URL

from bot.config import WebMode
from bot.games.catalogue import Games
from bot.inbound.platform import Hook, Services
from bot.inbound.tasks import Tasks, within
from bot.on_web import watch
from bot.on_web.answers import RequestError, answer
from bot.on_web.begin import Beginning
from bot.on_web.documents import compressing
from bot.on_web.events import Events
from bot.on_web.files import Files
from bot.on_web.games import GameLists
from bot.on_web.gate import Gate
from bot.on_web.health import Health, Missing
from bot.on_web.home_page import HomePages
from bot.on_web.inbound import Inbound
from bot.on_web.language import ByLanguage, Languages
from bot.on_web.lesson import LessonPictures
from bot.on_web.metrics import METRICS, Metrics
from bot.on_web.network import Network, neighbours_only
from bot.on_web.own_games import OwnGames
from bot.on_web.own_language import OwnLanguages
from bot.on_web.pages import Pages
from bot.on_web.people import Membership, check_channel
from bot.on_web.position_pictures import PositionPictures
from bot.on_web.push.pushes import Pushes
from bot.on_web.push.routes import PushRoutes
from bot.on_web.rate_limits import ALIVE, READY, Exempt, RateLimits
from bot.on_web.reception import Reception
from bot.on_web.request_body import read_body
from bot.on_web.rules import RulePictures
from bot.on_web.rules_page import RulesPages
from bot.on_web.seats import Seats
from bot.on_web.security import BODY_LIMIT, LocalSite, OwnSite, PublicSite, add_headers, guard
from bot.on_web.sessions import Sessions
from bot.on_web.sign_in.pending import Pendings
from bot.on_web.sign_in.providers import NOBODY, Providers
from bot.on_web.sign_in.routes import SignIn
from bot.on_web.streams import Streams
from bot.on_web.table_page.page import TablePage
from bot.on_web.watch import Watch
from bot.on_web.you import You
from bot.table.channels import Channels
from bot.table.ports import Clock, CorruptRecord, StoreDown
from bot.work.workshop import Busy
from engine import Corrupt
from engine.text import Text

log = structlog.get_logger()


class _NotHttp(logging.Filter):
    """Drops log records about invalid HTTP requests, which aiohttp answers with a 400."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to keep a record of aiohttp's."""
        return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


_connections = logging.getLogger("bot.on_web.connections")
"""aiohttp's log of connection errors."""

_connections.addFilter(_NotHttp())

PORTS_TRIED = 50
"""How many consecutive ports to try when searching for a free one."""

UPDATE_LIMIT = 256 * 1024
"""The maximum size of a platform's webhook request in bytes; users' own requests are smaller."""

LEFT = 499
"""The status for a visitor who has left, as in other servers' logs."""

UPDATES_AT_ONCE = 8
"""How many webhook bodies are read concurrently."""

SHUTDOWN_SECONDS = 3.0
"""How long running acts may take to finish when the server stops."""

IDLE_SECONDS = 15.0
"""How long a connection may be open without a complete request header."""

PROXY_IDLE_SECONDS = 100.0
"""The same behind a proxy: longer than the proxy's own timeout, else requests are lost."""

LINGER_SECONDS = 0.5
"""How long to read the rest of a rejected request, so that the client gets the response."""


_EXEMPT = web.AppKey("exempt", dict[str, Exempt])
"""Paths without a rate limit for the platform that uses them."""

_TASKS = web.AppKey("tasks", Tasks)


def build(
    *,
    services: Services,
    channels: Channels,
    secret: bytes,
    mode: WebMode,
    clock: Clock,
    pushes: Pushes,
    proxied: bool = False,
    network: Network | None = None,
    metrics_token: str | None = None,
    missing: Missing = tuple,
    sign_in: Providers = NOBODY,
) -> web.Application:
    """Build the web application. `secret` signs cookies, and is the same in every process.

    With `WebMode.CHAT` it accepts only loopback host names and, with a local `network`, also its
    address there, but nobody from outside. With `WebMode.PLAY`, which needs the URL and the invites
    of the services, and with `WebMode.WATCH` it has no chat and can be public. `proxied`: internal
    requests come from a hosting service's router (see `rate_limits.client`). A public server serves
    metrics only to requests with `metrics_token`. `missing` returns the platforms that are not
    connected. `pushes` sends notifications to browsers. With `sign_in`, people can sign in on a
    public site on which they play.
    """
    languages, voice = Languages(services.catalogue), services.catalogue.voice
    chats = mode is WebMode.CHAT

    def paged(language: str) -> Pages:
        return Pages(voice(language), language, services.catalogue.languages)

    def watching(language: str) -> Watch:
        return Watch(services, paged(language), voice(language), language, chats=chats)

    pages = ByLanguage(languages, paged)
    metrics = Metrics(public=not chats or proxied, token=metrics_token)
    app = _bare(pages, languages, Health(services.store, missing), metrics)
    exempt = app[_EXEMPT]
    watches, streams = ByLanguage(languages, watching), Streams()
    site = _site(mode, services.url, network)
    sessions = None if site is None else Sessions(secret, secure=site.secure)
    tables = TablePage(services, languages, pages, watches, sessions, streams, clock, network)
    app.on_shutdown.append(streams.close)
    app.add_routes([*tables.routes(), *watch.routes(watches)])
    _add_rules(app, services, pages, languages)
    if not chats or network is not None:
        plays = partial(_plays, sessions)
        limits = RateLimits(proxied=proxied, exempt=exempt, plays=plays)
        app.middlewares.append(limits.middleware())
    if network is not None:
        app.middlewares.append(neighbours_only)
    if site is None or sessions is None:
        app.add_routes([web.get("/", partial(_front, pages))])
        return app
    # A platform's webhook becomes exempt later.
    asked_for = guard(site, lambda path: path in (ALIVE, READY) or path in exempt)
    app.middlewares.append(guard(site) if chats else asked_for)
    store = services.store
    reception = Reception(
        services=services,
        languages=languages,
        own_languages=OwnLanguages(languages, store),
        sessions=sessions,
        membership=Membership(channels, services.catalogue, store.settings, is_open=chats),
        tasks=app[_TASKS],
        proxied=proxied,
    )
    inbound = Inbound(reception, channels, clock)
    _add_people(app, reception, inbound, pages)
    pendings = Pendings(secret, clock, secure=site.secure)
    _add_accounts(app, reception, pages, NOBODY if chats else sign_in, pendings, clock)
    app.add_routes(PushRoutes(pushes, store, sessions, clock, app[_TASKS]).routes())
    if chats:
        app.add_routes(inbound.chat_routes())
        _add_chat(app, reception, channels, streams, pages)
    return app


def _bare(
    pages: ByLanguage[Pages], languages: Languages, health: Health, metrics: Metrics
) -> web.Application:
    """Return an application with what every server has: errors in words, health, and files."""
    middlewares = (compressing, languages.switch, _explain(pages, languages))
    app = web.Application(client_max_size=BODY_LIMIT, middlewares=middlewares)
    exempt: dict[str, Exempt] = {METRICS: metrics.knows}
    app[_EXEMPT], app[_TASKS] = exempt, Tasks()
    app.on_response_prepare.append(add_headers)
    app.on_cleanup.append(_finish)
    app.add_routes([web.get(ALIVE, health.alive), web.get(READY, health.ready)])
    app.add_routes([web.get(METRICS, metrics.metrics), *Files().routes()])
    return app


def _add_rules(
    app: web.Application, services: Services, pages: ByLanguage[Pages], languages: Languages
) -> None:
    """Add the pages of the rules, and their pictures."""
    app.add_routes(RulePictures(services.illustrations, languages).routes())
    rules = RulesPages(services.games, services.illustrations, pages, languages, services.url)
    app.add_routes(rules.routes())


def _add_people(
    app: web.Application, reception: Reception, inbound: Inbound, pages: ByLanguage[Pages]
) -> None:
    """Add what people play with: the home page, presses, and seats by link on a public site."""
    services, own = reception.services, OwnGames(reception.services)
    app.add_routes([*inbound.routes(), *Beginning(reception, own).routes()])
    app.add_routes(HomePages(reception, own, pages).routes())
    app.add_routes(PositionPictures(services).routes())
    if services.invites.url is not None:
        app.add_routes(Seats(reception, services.invites).routes())


def _add_accounts(
    app: web.Application,
    reception: Reception,
    pages: ByLanguage[Pages],
    sign_in: Providers,
    pendings: Pendings,
    clock: Clock,
) -> None:
    """Add the page of one's accounts and, if there are providers, how people sign in."""
    app.add_routes(You(reception, pages, sign_in).routes())
    if sign_in:
        app.add_routes(SignIn(reception, sign_in, pendings, clock).routes())


def _plays(sessions: Sessions | None, request: web.Request) -> bool:
    """Return whether a request comes from one of the people whom the site knows."""
    return sessions is not None and bool(sessions.personas(request))


def _site(mode: WebMode, url: str | None, network: Network | None) -> OwnSite | None:
    """Return the site whose people are known, None if nobody plays there."""
    if mode is WebMode.CHAT:
        return LocalSite() if network is None else network.site
    if mode is WebMode.PLAY and url is not None:
        return PublicSite(URL(url))
    return None


def _add_chat(
    app: web.Application,
    reception: Reception,
    channels: Channels,
    streams: Streams,
    pages: ByLanguage[Pages],
) -> None:
    """Add the chat to an application."""
    services, sessions, languages = reception.services, reception.sessions, reception.languages
    events = Events(channels, sessions, GameLists(services, languages), streams)
    app.add_routes(events.routes())
    app.add_routes(LessonPictures(services.lessons, languages).routes())
    app.add_routes([web.get("/api/hello", partial(_hello, pages, sessions, services.games))])
    shell = partial(_chat, pages)
    for path in ("/as/{persona}", "/c/{channel}", "/c/{channel}/as/{persona}"):
        app.add_routes([web.get(path, shell)])


def take_updates(app: web.Application, hook: Hook) -> None:
    """Serve a platform's webhook; reject other clients' requests without reading the body."""
    reading = asyncio.Semaphore(UPDATES_AT_ONCE)

    def known(request: web.Request) -> bool:
        return hook.knows(request.headers.get(hook.header, ""))

    async def take(request: web.Request) -> web.Response:
        if not known(request):
            raise RequestError(Text("web.nothing-here"), 403)
        async with reading:
            body = await read_body(request, UPDATE_LIMIT)
        return web.Response(status=await app[_TASKS].finish(hook.take(body)))

    app[_EXEMPT][hook.path] = known
    app.add_routes([web.post(hook.path, take)])


@dataclass(frozen=True, slots=True)
class Site:
    """A running server, with its port."""

    runner: web.AppRunner
    port: int
    cleaning: "asyncio.Task[None]"

    async def close(self) -> None:
        """End all streams, let running acts finish, and stop."""
        self.cleaning.cancel()
        await self.runner.cleanup()


async def serve(
    app: web.Application, host: str, port: int, *, search: bool, proxied: bool = False
) -> Site:
    """Serve on `port`, or with `search` on the next free one. Raises OSError if there is none.

    Port 0 means any free port. Slow connections are closed, and a request is cancelled when its
    connection is lost; only acts are always finished (`Tasks`).
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
    assert runner.server is not None  # noqa: S101 - setup() has created it
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
                cleaning = asyncio.create_task(gate.run())
                return Site(runner, runner.addresses[0][1], cleaning)
    except OSError:
        await runner.cleanup()
        raise
    raise AssertionError("the last port either serves or raises")


async def _finish(app: web.Application) -> None:
    await within(SHUTDOWN_SECONDS, app[_TASKS].drain)


def _explain(pages: ByLanguage[Pages], languages: Languages) -> Middleware:
    """Return middleware that reports all errors as text: as JSON to scripts, else as a page."""

    def report(
        request: web.Request, text: Text, status: int, retry: int | None = None
    ) -> web.Response:
        if request.path.startswith("/api/") or _is_from_game(request):
            response = answer((languages.say(request)(text),), refused=True, status=status)
        else:
            heading = Text("watch.sorry" if status == HTTPStatus.NOT_FOUND else "watch.problem")
            response = pages.of(request).note(heading, text, status)
        if retry is not None:
            response.headers["Retry-After"] = str(retry)
        return response

    @web.middleware
    async def explain(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except RequestError as wrong:
            return report(request, wrong.text, wrong.status, wrong.retry)
        except Busy as busy:
            return report(request, Text("web.busy", seconds=busy.seconds), 503, busy.seconds)
        except StoreDown as down:
            return report(request, down.text, 503)
        except (CorruptRecord, Corrupt):
            log.exception("table.corrupt")
            return report(request, Text("table.corrupt"), 500)
        except web.HTTPNotFound as missing:
            return report(request, Text("web.nothing-here"), missing.status)
        except web.HTTPException:
            raise
        except ConnectionResetError:
            return web.Response(status=LEFT)  # nobody is there to read it
        except Exception:
            # A bug: the user gets a general message, the log has the details.
            log.exception("web.failed", path=request.path)
            return report(request, Text("web.failed"), 500)

    return explain


def _is_from_game(request: web.Request) -> bool:
    """Whether the script of a game page asks, rather than a browser for a page."""
    return request.method == "POST" and request.path.startswith("/g/")


async def _front(pages: ByLanguage[Pages], request: web.Request) -> web.Response:
    return pages.of(request).note(Text("watch.title"), Text("watch.about"))


async def _chat(pages: ByLanguage[Pages], request: web.Request) -> web.Response:
    if "channel" in request.match_info:
        check_channel(request.match_info["channel"])
    return pages.of(request).chat()


async def _hello(
    pages: ByLanguage[Pages], sessions: Sessions, games: Games, request: web.Request
) -> web.Response:
    """Return what a tab needs at the start: texts, commands, and the browser's personas."""
    personas = [{"id": p.id, "name": p.name} for p in sessions.personas(request)]
    own = pages.of(request)
    return web.json_response(
        {"words": own.words(), "commands": own.commands(games), "personas": personas}
    )
