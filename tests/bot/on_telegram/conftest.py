"""The real client library on a simulated Telegram, with a service that uses an in-memory store."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import pytest
from telegram import Update

from bot.core import Core
from bot.games.catalogue import games
from bot.on_telegram.answers import Answers
from bot.on_telegram.flood import Flood, Rates
from bot.on_telegram.inbound import ALLOWED_UPDATES, Inbound
from bot.on_telegram.members import Members
from bot.on_telegram.outbound import TelegramOutbound
from bot.on_telegram.requests import Requests
from bot.on_telegram.updates import Listener
from bot.store.memory import MemoryStore
from bot.table.ids import TableId
from bot.table.people import Platform, User
from bot.table.table import Table
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue
from telegram_simulator.fixtures import telegram_simulator
from telegram_simulator.messages import Message
from telegram_simulator.people import Answer, Person, Results
from telegram_simulator.places import Chat, Place
from telegram_simulator.simulator import TelegramSimulator
from tests.bot.hands import ScriptedCorn, in_thread, take_turns

__all__ = ["telegram_simulator"]

CATALOGUE = Catalogue()

PLENTY = 10_000_000
"""A rate limit too high to matter in tests of something else."""

UNLIMITED = Rates(PLENTY, PLENTY, PLENTY, PLENTY)


def visible(text: str) -> str:
    """Return a text as people see it, without the word joiners that keep names from being links."""
    return text.replace("\N{WORD JOINER}", "")


@dataclass
class Village:
    """A process of the bot and a group called Plaza, with Ana, Ben and Eva in it."""

    sim: TelegramSimulator
    bot: Listener
    rates: Rates = UNLIMITED
    url: str | None = None
    cache_chat: str | None = None
    catalogue: Catalogue = CATALOGUE
    now: float = 1_000_000.0
    corn: ScriptedCorn = field(default_factory=ScriptedCorn)

    def __post_init__(self) -> None:
        self.store = MemoryStore(lambda: self.now)
        self.ana = self.sim.person("Ana", language="en", username="ana_maya")
        self.ben = self.sim.person("Ben", language="en")
        self.eva = self.sim.person("Eva", language="en")
        self.plaza = self.sim.group("Plaza", self.ana, self.ben, self.eva)
        self.begin()

    def begin(self) -> None:
        """Start the process, or restart it with the same store."""
        flood = Flood(self.ticking, self.rates, self.sleep)
        self.core = core = Core.of(
            self.store,
            games(),
            clock=lambda: self.now,
            hands=Hands(self.corn),
            key=bytes(32),
            work=in_thread,
            catalogue=self.catalogue,
        )
        self.outbox, self.service, self.scheduler = core.outbox, core.service, core.scheduler
        self.services = services = core.services
        self.answers = Answers(
            self.bot, self.store, flood, services.localizer, services.illustrations
        )
        members = Members(self.bot, self.ticking)
        self.inbound = Inbound(self.bot, services, self.answers, members)
        migrate = self.inbound.migrate
        self.outbound = core.outbounds[Platform.TELEGRAM] = TelegramOutbound(
            self.bot,
            self.catalogue,
            flood,
            migrate,
            members,
            url=self.url,
            cache_chat=self.cache_chat,
            clock=self.ticking,
            newest=self.inbound.newest,
        )
        self._next: int | None = None

    def restrict(self, group_minute: int) -> None:
        """Restart the process with another limit for groups."""
        self.rates = replace(UNLIMITED, group_minute=group_minute)
        self.begin()

    def ticking(self) -> float:
        """Return the time, which runs by itself and is also advanced by tests."""
        return self.now + time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Let the time pass at once."""
        self.now += seconds

    async def updates(self) -> tuple[Update, ...]:
        """Poll for updates, which the next call confirms."""
        updates = await self.bot.get_updates(self._next, allowed_updates=list(ALLOWED_UPDATES))
        if updates:
            self._next = max(update.update_id for update in updates) + 1
        return updates

    async def hear(self) -> None:
        """Handle updates until there is nothing left to send or show."""
        while updates := await self.updates():
            for update in updates:
                await self.inbound.handle(update)
            await self.settle()

    async def settle(self) -> None:
        """Finish pending work. As in production, sweeps show what a lost connection left out."""
        await self.answers.drain()
        await self.think()
        for _ in range(20):
            await self.outbox.drain()
            if not await self.store.overdue(Platform.TELEGRAM):
                return
            await self.outbox.sweep()

    async def think(self) -> None:
        """Let the computers play until a person is to move."""
        await take_turns(self.store, self.scheduler)

    async def say(
        self, person: Person, words: str, *people: Person, at: Place | None = None, **more: Any
    ) -> Message:
        """Let a person write a message, and return the newest message there after it."""
        place = at or self.plaza
        person.say(place, words, *people, **more)
        await self.hear()
        return place.messages[-1]

    async def press(self, person: Person, message: Message, button: str) -> Answer:
        """Let a person press a button."""
        answer = person.press(message, button, wait=False)
        await self.hear()
        return answer

    async def play(self, numbers: list[int] | None = None, words: str = "") -> Message:
        """Start a game of Ana against Ben, with Ana to move, and return its board."""
        self.corn.numbers = numbers or [2, 1, 3]
        offer = await self.say(self.ana, f"/challenge@puluc_bot Ben {words}", self.ben)
        await self.press(self.ben, offer, "Accept")
        return self.board

    async def offers(self, person: Person, words: str = "") -> Results:
        """Let a person type the bot's name and a query in some chat."""
        results = person.inline(words, wait=False)
        await self.hear()
        return results

    async def chosen(self, person: Person, at: Place, words: str = "puluc") -> Message:
        """Let a person post the first of these offers in a chat."""
        message = person.choose((await self.offers(person, words)).results[0], at)
        await self.hear()
        return message

    async def play_inline(
        self, numbers: list[int] | None = None, words: str = "puluc", at: Chat | None = None
    ) -> Message:
        """Start a game in an inline message, with Ana to move, and return the message."""
        self.corn.numbers = numbers or [2, 1, 3]
        pair = at or self.sim.conversation(self.ana, self.ben)
        message = await self.chosen(self.ana, pair, words)
        await self.press(self.ben, message, "Accept")
        return message

    async def table(self) -> Table:
        """Return Ana's newest table."""
        user = User(Platform.TELEGRAM, str(self.ana.id))
        return next(table for table in self.store.tables if user in table.people)

    async def reload(self, id_: TableId) -> Table:
        table = await self.store.load(id_)
        assert table is not None
        return table

    @property
    def board(self) -> Message:
        """The newest message of the group."""
        return self.plaza.messages[-1]

    def private(self, person: Person) -> Chat:
        return person.private

    def asked(self, method: str) -> int:
        """Return how often the bot has called a method of Telegram."""
        return sum(request.method == method for request in self.sim.requests)


V = TypeVar("V", bound=Village)


@pytest.fixture(autouse=True)
def _new_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose the library's new behaviour, because the old one raises warnings."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry lost connections, which happen on a busy machine, at once."""
    monkeypatch.setattr("bot.on_telegram.barriers.UNREACHED_SECONDS", 0.0)


@asynccontextmanager
async def connected(sim: TelegramSimulator, kind: type[V]) -> AsyncIterator[V]:
    """Connect a village's bot to a Telegram."""
    bot = Listener(
        sim.token,
        f"{sim.url}/bot",
        f"{sim.url}/file/bot",
        request=Requests(8),
        get_updates_request=Requests(1),
    )
    async with bot:
        village = kind(sim, bot)
        while await village.updates():
            pass  # skip the update that the bot has joined Plaza
        yield village
        await village.settle()


@pytest.fixture
async def village(telegram_simulator: TelegramSimulator) -> AsyncIterator[Village]:
    async with connected(telegram_simulator, Village) as village:
        yield village
