"""The composition root: creates and connects all parts of the program."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import structlog
from prometheus_client import Gauge

from bot.config import Config, WebMode, WrongSetting
from bot.core import Core, receive
from bot.games.catalogue import FAMILIES, Games, games
from bot.inbound.platform import Connection, Open, Services
from bot.on_web import server
from bot.on_web.chats import WebChats
from bot.on_web.network import Network, local_network
from bot.on_web.outbound import WebOutbound
from bot.on_web.push.notifier import Notifier
from bot.on_web.push.pushes import Pushes
from bot.on_web.sign_in.providers import providers
from bot.ops import census
from bot.ops.guard import Guard
from bot.ops.heartbeat import Heartbeat
from bot.ops.operator import Operator
from bot.ops.stores import connected
from bot.release import RELEASE
from bot.show.outbound import Outbound
from bot.show.warming import warm_up
from bot.store import vitals
from bot.store.census import open_games
from bot.store.channels import RedisChannels
from bot.store.clock import StoreClock
from bot.store.dump import INCOMPLETE, is_incomplete
from bot.store.link import Link
from bot.store.notes import RedisNotes
from bot.store.preflight import PATIENCE_SECONDS, REST_SECONDS
from bot.store.redis import RedisStore
from bot.table.channels import Channels
from bot.table.corn import FairCorn
from bot.table.people import Platform, User
from bot.table.ports import Clock, Down, StoreDown
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue, catalogue
from bot.work.workshop import Workshop

WORK: Final = (
    "bot.acts.computers",
    "bot.inbound.illustrations",
    "bot.on_web.position",
    "bot.on_web.table_page.judged",
    "bot.on_web.table_page.steps",
    "bot.show.advice",
    "bot.show.lesson",
    "bot.show.presenter",
    "bot.show.replay",
)
"""The modules of what worker processes do."""

NO_NETWORK: Final = (
    "this computer has no address on a local network, so only it can open the pages; connect it to"
    " your network, then start again"
)

CANCEL_SECONDS = 1.0
"""How long a task has to end before it is cancelled again."""

log = structlog.get_logger()


def _with_token(setting: str, module: str) -> Open:
    """Return a platform whose module is loaded if its token is set.

    Their libraries take 130 to 190 ms to load.
    """

    def opened(
        settings: Config, services: Services
    ) -> AbstractAsyncContextManager[Connection] | None:
        if getattr(settings, setting) is None:
            return None
        open_: Open = import_module(module).opened
        return open_(settings, services)

    return opened


PLATFORMS: Final[Sequence[Open]] = (
    _with_token("discord_token", "bot.on_discord.connection"),
    _with_token("telegram_token", "bot.on_telegram.connection"),
)
"""All platforms except the web chat, which has its own server."""

CONNECTED = Gauge("puluc_platform_connected", "Whether a platform is connected", ["platform"])


@dataclass(frozen=True, slots=True)
class Running:
    """The running program: the web server's address, if any, and the platform connections.

    `lost` fails with the reason when a connection is permanently lost. `notices` are messages for
    the operator. `invitation` is the address for others, if it is open to the local network.
    """

    address: str | None
    connections: Sequence[Connection]
    lost: "asyncio.Task[None]"
    notices: Sequence[str] = ()
    invitation: str | None = None


@asynccontextmanager
async def running(
    settings: Config,
    platforms: Sequence[Open] = PLATFORMS,
    families: Sequence[str] = FAMILIES,
    clock: Clock | None = None,
    found: Callable[[], Network | None] = local_network,
) -> AsyncIterator[Running]:
    """Run everything that the settings ask for; `families` are modules of games.

    `found` returns the local network, to which the settings may open the chat.
    `clock` tells the time by which games are played, by default the store's; connections and leases
    count seconds by themselves.
    Raises WrongSetting, NoServer if the bundled store cannot start, and Unreachable if a platform
    does not answer. WrongSetting also covers an unusable store at REDIS_URL, a token that its
    platform rejects, and a port that is taken. If the store is lost while everything starts, such
    as a primary of a cluster, it starts again; raises StoreDown if that takes too long.
    """
    until = time.monotonic() + PATIENCE_SECONDS
    async with AsyncExitStack() as stack:
        while True:
            try:
                network = found() if settings.puluc_lan else None
                starting = _running(settings, platforms, families, clock, network)
                bots = await stack.enter_async_context(starting)
                break
            except StoreDown as down:
                if down.reason not in (Down.AWAY, Down.UNSURE) or time.monotonic() > until:
                    raise
            await asyncio.sleep(REST_SECONDS)
        yield bots


@asynccontextmanager
async def _running(
    settings: Config,
    platforms: Sequence[Open],
    families: Sequence[str],
    clock: Clock | None,
    network: Network | None,
) -> AsyncIterator[Running]:
    """Do what `running` does; raise StoreDown as soon as the store is lost."""
    async with AsyncExitStack() as stack:
        # While the bundled server starts; together they would take 50 ms more.
        reading = asyncio.create_task(asyncio.to_thread(_read, families, settings.tables_folder))
        link, notices = await connected(settings, stack)
        heartbeat = await _beating(settings, link, stack)
        loops: list[Callable[[], Coroutine[Any, Any, None]]] = [heartbeat.run]
        if clock is None:
            clock = shared = await StoreClock.of(link)
            loops.append(shared.run)
        store = RedisStore(link, clock, copies=settings.redis_wait)
        channels = RedisChannels(link, copies=settings.redis_wait)
        stack.push_async_callback(channels.close)
        pushes = Pushes(store, clock, settings.url)
        stack.push_async_callback(pushes.close)
        known, texts = await reading
        workshop = Workshop(warm_up, known, WORK)
        stack.push_async_callback(workshop.close)
        core = Core.of(
            store,
            known,
            clock=clock,
            hands=Hands(FairCorn(), settings.puluc_pause, spares_presses=True),
            key=await store.secret("ids"),
            work=workshop.do,
            catalogue=texts,
            outbounds={Platform.WEB: WebOutbound(channels, texts, clock, Notifier(store, pushes))},
            chats=WebChats(channels),
            url=settings.url,
            plays_on_pages=settings.web is WebMode.PLAY,
        )
        connections = await stack.enter_async_context(core.connected(settings, platforms))
        guard = _guard(settings, link, core.outbounds, store, clock)
        counting = partial(census.keep_counting, partial(open_games, link))
        loops += [core.run, guard.run, counting]
        for loop in loops:
            stack.push_async_callback(_cancel, asyncio.create_task(loop()))
        lost = asyncio.create_task(receive(connections))
        stack.push_async_callback(_cancel, lost)
        for each in connections:
            CONNECTED.labels(each.platform.value).set_function(partial(_connected, each))
        address = invitation = None
        if settings.puluc_lan and network is None:
            notices = (*notices, NO_NETWORK)
        if settings.web is not WebMode.OFF:
            secret = await store.secret("cookies")
            site = await _serve(
                settings, core.services, channels, secret, clock, connections, pushes, network
            )
            stack.push_async_callback(site.close)
            address = f"http://127.0.0.1:{site.port}/"
            if network is not None:
                invitation = f"http://{network.address}:{site.port}/"
        workshop.open()  # only now, so that the pages needn't share the processor with it
        for each in connections:
            await each.ready()
        log.info(
            "bot.ready",
            version=RELEASE.version,
            commit=RELEASE.commit,
            web=settings.web.value,
            platforms=[*map(str, core.outbounds)],
        )
        yield Running(address, connections, lost, notices, invitation)


async def _beating(settings: Config, link: Link, stack: AsyncExitStack) -> Heartbeat:
    """Say in the store that this process runs. Raises WrongSetting if a restore is unfinished."""
    shards = "" if settings.discord_shards is None else str(settings.discord_shards)
    heartbeat = Heartbeat(RedisNotes(link), shards, link.hearing.doubt)
    await heartbeat.beat()  # first, so that a restore that begins now sees it
    stack.push_async_callback(heartbeat.stop)
    if await is_incomplete(link):
        raise WrongSetting(INCOMPLETE)
    return heartbeat


def _read(families: Sequence[str], tables: Path | None) -> tuple[Games, Catalogue]:
    """Return the games, and the catalogue with the language that most people read first."""
    known = games(tuple(families), tables)
    texts = catalogue(known.texts)
    texts.voice()
    return known, texts


async def _serve(
    settings: Config,
    services: Services,
    channels: Channels,
    secret: bytes,
    clock: Clock,
    connections: Sequence[Connection],
    pushes: Pushes,
    network: Network | None,
) -> server.Site:
    """Serve pages, and take the updates that platforms send. Raises WrongSetting for the port."""
    public = settings.port is not None
    token = settings.puluc_metrics_token
    app = server.build(
        mode=settings.web,
        services=services,
        channels=channels,
        secret=secret,
        clock=clock,
        pushes=pushes,
        proxied=public,
        network=network,
        metrics_token=None if token is None else token.get_secret_value(),
        missing=partial(_missing, connections),
        sign_in=providers(settings, {each.platform: each.client_id for each in connections}),
    )
    for each in connections:
        if each.hook is not None:
            server.take_updates(app, each.hook)
    # A hosting service asks for all interfaces, and a local network is behind some of them.
    host = "127.0.0.1" if network is None and not public else "0.0.0.0"  # noqa: S104 - see above
    port = settings.port or settings.puluc_port
    try:
        return await server.serve(app, host, port, search=not public, proxied=public)
    except OSError as error:
        name = "PORT" if public else "PULUC_PORT"
        raise WrongSetting(
            f"{name}={port} can't be used ({error.strerror}); set {name} to another port"
        ) from error


def _guard(
    settings: Config,
    link: Link,
    outbounds: Mapping[Platform, Outbound],
    store: RedisStore,
    clock: Clock,
) -> Guard:
    """Return the guard of the store, which tells the operator if the settings name one."""
    read = partial(vitals.read, link)
    folder = settings.data_folder if settings.redis_url is None else None
    if settings.puluc_operator is None:
        return Guard(read, folder=folder)
    operator = Operator(User.read(settings.puluc_operator), outbounds, store, clock)
    return Guard(read, operator.tell, folder=folder)


def _connected(connection: Connection) -> float:
    """Return 1 if a platform is connected, else 0."""
    return float(connection.connected)


def _missing(connections: Sequence[Connection]) -> Sequence[Platform]:
    """Return the platforms that are not connected."""
    return [each.platform for each in connections if not each.connected]


async def _cancel(task: "asyncio.Task[None]") -> None:
    """End a task.

    A client of the store sometimes swallows a cancellation and answers instead, so the task is
    cancelled until it has ended; otherwise, a loop would go on forever.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=CANCEL_SECONDS)
    await asyncio.gather(task, return_exceptions=True)
