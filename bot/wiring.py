"""The only place where concrete classes meet."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import SystemRandom
from typing import Any

import structlog

from bot.config import Settings, WrongSetting
from bot.on_web import server
from bot.on_web.outbound import WebOutbound
from bot.show.outbox import Outbox
from bot.show.presenter import Presenter
from bot.store.channels import RedisChannels
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.commands import LEVELS
from bot.table.corn import FairCorn
from bot.table.people import Place, Platform
from bot.table.service import Service
from bot.table.steps import Hands
from bot.table.table import TableId
from bot.texts.catalogue import DEFAULT_LANGUAGE, Catalogue
from engine import AnyGame
from engine.players import greedy, uniform
from engine.road.game import RoadGame

log = structlog.get_logger()


class Players:
    """The computer players by their levels; implements `Opponent`."""

    levels: Sequence[str] = LEVELS

    def __init__(self) -> None:
        self._chance = SystemRandom()

    def choose(self, level: str, game: AnyGame, position: Any, moves: Sequence[Any]) -> Any:
        """See `Opponent.choose`."""
        if level == "random":
            return uniform.choose(game, position, moves, self._chance)
        assert isinstance(game, RoadGame)  # noqa: S101 - the only family that there is
        return greedy.choose(game, position, moves)


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[str]:
    """Everything that the settings ask for, running; gives the address of the web page.

    Raises WrongSetting and NoServer where no store can be had, OSError where the port is taken.
    """
    async with AsyncExitStack() as stack:
        link = await _link(settings, stack)
        store, channels = RedisStore(link), RedisChannels(link)
        stack.push_async_callback(channels.close)
        catalogue = Catalogue()
        presenter = Presenter(catalogue)
        outbound = WebOutbound(channels, catalogue.voice(DEFAULT_LANGUAGE), time.time)
        outbox = Outbox(store, presenter, {Platform.WEB: outbound})

        def nudge(table: TableId, place: Place) -> None:
            outbox.nudge(table, place)

        service = Service(store, Hands(FairCorn(), Players()), time.time, nudge)
        app = server.build(
            mode=settings.web,
            service=service,
            store=store,
            channels=channels,
            presenter=presenter,
            catalogue=catalogue,
            secret=await store.secret("web"),
            clock=time.time,
        )
        stack.push_async_callback(outbox.drain)
        sweeper = asyncio.create_task(outbox.run())
        stack.push_async_callback(_end, sweeper)
        public = settings.port is not None
        host, port = ("0.0.0.0", settings.port) if public else ("127.0.0.1", settings.puluc_port)  # noqa: S104 - a hosting service asks for all interfaces
        site = await server.serve(app, host, port or settings.puluc_port, search=not public)
        stack.push_async_callback(site.close)
        log.info("bot.ready", web=settings.web.value, port=site.port)
        yield f"http://127.0.0.1:{site.port}/"


async def _link(settings: Settings, stack: AsyncExitStack) -> Link:
    """Connect to the server that is set, or to the bundled one."""
    if settings.redis_url is not None:
        try:
            link = Link(
                settings.redis_url.get_secret_value(),
                connections=settings.redis_connections,
                ca_file=settings.redis_ca_file,
                verify=settings.redis_verify,
            )
        except ValueError as error:
            raise WrongSetting(f"REDIS_URL: {error}") from None
        stack.push_async_callback(link.close)
        return link
    folder = settings.puluc_data or user_data_folder()
    embedded = await asyncio.to_thread(EmbeddedServer.start, folder)
    stack.callback(embedded.release)

    async def revive() -> None:
        await asyncio.to_thread(embedded.ensure)

    link = Link(embedded.url, connections=settings.redis_connections, revive=revive)
    stack.push_async_callback(link.close)
    return link


def user_data_folder() -> Path:
    """Where programs keep a user's data on this system."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Puluc"
    share = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(share) / "puluc"


async def _end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
