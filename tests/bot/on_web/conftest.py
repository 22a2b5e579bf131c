"""The real server on a loopback port, with a service that uses an in-memory store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Self

import pytest
from aiohttp import ClientResponse, ClientSession, CookieJar
from aiohttp.web import RequestHandler

from bot.config import WebMode
from bot.core import Core
from bot.games.catalogue import games
from bot.inbound.platform import Hook
from bot.on_web import server
from bot.on_web.chats import WebChats
from bot.on_web.gate import Gate
from bot.on_web.health import Missing
from bot.on_web.network import Network
from bot.on_web.outbound import WebOutbound
from bot.on_web.push.notifier import Notifier
from bot.on_web.push.pushes import Pushes
from bot.on_web.push.reach import Reach
from bot.on_web.sign_in.providers import NOBODY, Providers
from bot.show.presenter import make_page
from bot.store.memory import MemoryChannels, MemoryStore
from bot.table.button import Button
from bot.table.channels import Message
from bot.table.corn import FairCorn
from bot.table.people import Place, Platform
from bot.table.table import Table
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue
from bot.work.workshop import Work
from tests.bot.hands import in_thread, take_turns

CHANNEL = "maize"
PLACE = Place(Platform.WEB, CHANNEL)
CATALOGUE = Catalogue()

LOOPBACK = Reach(("http",), lambda address: address.is_loopback)
"""Push services on this machine."""


@dataclass
class House:
    """State that outlives a server: the store, the channels, the clock."""

    store: MemoryStore = field(default_factory=MemoryStore)
    channels: MemoryChannels = field(default_factory=MemoryChannels)
    work: Work = in_thread
    catalogue: Catalogue = field(default_factory=lambda: CATALOGUE)
    now: float = 1_000_000.0
    cores: list[Core] = field(default_factory=list)

    @asynccontextmanager
    async def serving(
        self,
        mode: WebMode = WebMode.CHAT,
        *,
        proxied: bool = False,
        network: Network | None = None,
        hook: Hook | None = None,
        url: str | None = None,
        metrics_token: str | None = None,
        missing: Missing = tuple,
        sign_in: Providers = NOBODY,
    ) -> AsyncIterator[str]:
        """Run a server on this state, and yield its address."""
        pushes = Pushes(self.store, lambda: self.now, url, LOOPBACK)
        notifier = Notifier(self.store, pushes)
        web = WebOutbound(self.channels, self.catalogue, lambda: self.now, notifier)
        core = Core.of(
            self.store,
            games(),
            clock=lambda: self.now,
            hands=Hands(FairCorn()),
            key=bytes(32),
            work=self.work,
            catalogue=self.catalogue,
            outbounds={Platform.WEB: web},
            chats=WebChats(self.channels),
            url=url,
            plays_on_pages=mode is WebMode.PLAY,
        )
        self.cores.append(core)
        app = server.build(
            services=core.services,
            channels=self.channels,
            secret=await self.store.secret("cookies"),
            mode=mode,
            clock=lambda: self.now,
            pushes=pushes,
            proxied=proxied,
            network=network,
            metrics_token=metrics_token,
            missing=missing,
            sign_in=sign_in,
        )
        if hook is not None:
            server.take_updates(app, hook)
        site = await server.serve(app, "127.0.0.1", 0, search=False, proxied=proxied)
        try:
            yield f"http://127.0.0.1:{site.port}"
        finally:
            await self.settled()
            await site.close()
            await pushes.close()

    async def settled(self) -> None:
        """Let the computers play until a person is to move, and wait until boards are shown."""
        for core in self.cores:
            await take_turns(self.store, core.scheduler)
        for core in self.cores:
            await core.outbox.drain()

    async def messages(self) -> list[Message]:
        """Return the channel's messages in order."""
        return sorted(await self.channels.since(CHANNEL, 0), key=lambda message: message.order)

    async def bodies(self, kind: str) -> list[dict[str, Any]]:
        """Return the bodies of the channel's messages of one kind."""
        bodies = [json.loads(message.body) for message in await self.messages() if message.body]
        return [body for body in bodies if body["kind"] == kind]

    async def table(self) -> Table:
        """Return the only table."""
        (table,) = self.store.tables
        return table


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set once a server has noticed that a connection is lost."""
    noticed, leave = asyncio.Event(), Gate.leave

    def leaving(gate: Gate, handler: RequestHandler) -> None:
        leave(gate, handler)
        noticed.set()

    monkeypatch.setattr(Gate, "leave", leaving)
    return noticed


@dataclass
class Browser:
    """A browser with its cookies; `me` is the person of its tab."""

    session: ClientSession
    house: House
    me: str = ""
    operations: Any = field(default_factory=count)

    async def post(self, path: str, headers: dict[str, str] | None = None, **body: Any) -> Answer:
        async with self.session.post(path, json=body, headers=headers) as response:
            return await Answer.of(response)

    async def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        async with self.session.get(path, headers=headers) as response:
            return await Answer.of(response)

    async def be(self, *names: str) -> list[dict[str, str]]:
        """Enter as these people; the tab belongs to the first."""
        answer = await self.post("/api/people", channel=CHANNEL, names=list(names))
        people: list[dict[str, str]] = answer.json["people"]
        self.me = people[0]["id"]
        return people

    async def say(self, text: str, **other: Any) -> Answer:
        return await self._act("/api/say", text=text, **other)

    async def press(self, code: str, **other: Any) -> Answer:
        return await self._act("/api/press", code=code, **other)

    async def table(self) -> Any:
        """Return what the page of the newest card's table is told for the person of the tab."""
        await self.house.settled()
        card = (await self.house.bodies("card"))[-1]
        return (await self.get(f"{card['path']}/state?as={self.me}")).json

    async def moves(self) -> list[str]:
        """Return the codes of the moves that this person can press at the newest table.

        The table's page has the same ones, with a log that makes whole games take minutes.
        """
        await self.house.settled()
        page = make_page(games(), self.house.store.tables[0], CATALOGUE.voice(), pictured=False)
        if page.mover is None or page.mover.id != self.me:
            return []
        return [each.act.code for each in page.buttons if isinstance(each, Button) and each.move]

    async def press_button(self, label: str) -> Answer:
        """Press a button on the page of the newest card's table."""
        offered = (await self.table())["buttons"]
        (code,) = [button["code"] for button in offered if button["label"] == label]
        answer = await self.press(code)
        await self.house.settled()
        return answer

    async def _act(self, path: str, **body: Any) -> Answer:
        known = {
            "persona": self.me,
            "channel": CHANNEL,
            "operation": f"operation-{next(self.operations)}",
        }
        return await self.post(path, **(known | body))


@dataclass(frozen=True)
class Answer:
    """A response that was read completely."""

    status: int
    headers: Any
    body: bytes

    @classmethod
    async def of(cls, response: ClientResponse) -> Self:
        return cls(response.status, response.headers, await response.read())

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
async def address(house: House) -> AsyncIterator[str]:
    """The address of the chat."""
    async with house.serving() as address:
        yield address


Open = Callable[..., Browser]


@pytest.fixture
async def open_browser(house: House, address: str) -> AsyncIterator[Open]:
    """A function that opens browsers, each with its own cookies."""
    sessions: list[ClientSession] = []

    def open_one(at: str = address) -> Browser:
        sessions.append(ClientSession(at, cookie_jar=CookieJar(unsafe=True)))
        return Browser(sessions[-1], house)

    yield open_one
    for session in sessions:
        await session.close()


@pytest.fixture
async def ana(open_browser: Open) -> Browser:
    """Ana's browser."""
    browser = open_browser()
    await browser.be("Ana")
    return browser


@pytest.fixture
async def ben(open_browser: Open, ana: Browser) -> Browser:
    """Ben's browser; he entered after Ana."""
    browser = open_browser()
    await browser.be("Ben")
    return browser
