"""The real client on a simulated Discord, with a service that uses an in-memory store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import discord
import pytest
from discord.webhook import async_

from bot.config import Shards
from bot.core import Core
from bot.games.catalogue import games
from bot.inbound import outcome, retry
from bot.on_discord import client as on_discord
from bot.on_discord import inbound, responder, sessions
from bot.on_discord.client import Client, connected
from bot.on_discord.couriers import Couriers
from bot.on_discord.inbound import Inbound
from bot.on_discord.outbound import DiscordOutbound
from bot.store.memory import MemoryStore
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.table import Table
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue
from discord_simulator.fixtures import discord_simulator
from discord_simulator.members import Guild, Json, Permission
from discord_simulator.members import User as Account
from discord_simulator.people import Answer, Person
from discord_simulator.places import Button, Channel, Message
from discord_simulator.simulator import DiscordSimulator
from simulation.changes import PATIENCE_SECONDS
from tests.bot.hands import ScriptedCorn, in_thread, take_turns

__all__ = ["discord_simulator"]

CATALOGUE = Catalogue()


@dataclass
class House:
    """State that outlives a process: the store, the clock, the throws, the public address."""

    store: MemoryStore = field(init=False)
    corn: ScriptedCorn = field(default_factory=ScriptedCorn)
    now: float = 1_000_000.0
    catalogue: Catalogue = CATALOGUE
    url: str | None = None

    def __post_init__(self) -> None:
        self.store = MemoryStore(lambda: self.now)

    def client(self) -> Client:
        """Start another process on the same state. Only its client needs to be kept."""
        self.core = Core.of(
            self.store,
            games(),
            clock=lambda: self.now,
            hands=Hands(self.corn),
            key=bytes(32),
            work=in_thread,
            catalogue=self.catalogue,
            url=self.url,
        )
        core = self.core
        self.outbox, self.service, self.shared = core.outbox, core.service, core.services
        couriers = Couriers()
        client = Client(Inbound(core.services, couriers), core.services, Shards((0,), 1))
        outbound = DiscordOutbound(client, self.catalogue, self.url, couriers)
        core.outbounds[Platform.DISCORD] = outbound
        return client

    async def think(self) -> None:
        """Let the computers play until a person is to move."""
        await take_turns(self.store, self.core.scheduler)


@dataclass
class Town:
    """A connected process of the bot, and a server with a channel and two members.

    Usually Ana challenges Ben. People act through the town, which waits until the bot has done
    everything that follows.
    """

    sim: DiscordSimulator
    house: House
    guild: Guild
    plaza: Channel
    ana: Person
    ben: Person
    running: AsyncExitStack
    client: Client = field(init=False)

    async def start(self) -> None:
        """Start the process, or restart it on the same state."""
        await self.running.aclose()
        self.client = self.house.client()
        connection = connected(self.client, self.sim.token, self.sim.url)
        await self.running.enter_async_context(connection)
        await self.heard("guild_available")

    async def heard(self, event: str) -> None:
        """Wait until the library tells of the next such event."""
        await self.client.wait_for(event, timeout=PATIENCE_SECONDS)

    # the state

    @property
    def store(self) -> MemoryStore:
        return self.house.store

    @property
    def outbound(self) -> DiscordOutbound:
        """Shows pages here. It keeps nothing, so each can be the first one after a restart."""
        return DiscordOutbound(self.client, self.house.catalogue, self.house.url, Couriers())

    @property
    def place(self) -> Place:
        return Place(Platform.DISCORD, str(self.plaza.id))

    def user(self, person: Account) -> User:
        return User(Platform.DISCORD, str(person.id))

    async def table(self) -> Table:
        """Return Ana's newest table."""
        user = self.user(self.ana)
        return next(table for table in self.store.tables if user in table.people)

    async def reload(self, id_: TableId) -> Table:
        table = await self.store.load(id_)
        assert table is not None
        return table

    # what people see

    @property
    def board(self) -> Message:
        """The newest message of the channel."""
        return self.plaza.last

    @property
    def labels(self) -> list[str]:
        """The labels of the newest message's buttons."""
        return self.board.labels

    @property
    def threads(self) -> list[Channel]:
        """The threads of the channel."""
        places = self.sim.world.channels.values()
        return [place for place in places if place.parent is self.plaza and not place.deleted]

    def asked(self, part: str) -> int:
        """How many requests with `part` in their line the bot has sent."""
        return sum(part in str(request) for request in self.sim.requests)

    # what people do

    async def command(
        self, person: Person, line: str, *, at: Channel | None = None, **options: object
    ) -> Answer:
        """Let a person type a command, in the channel if no other is given."""
        return await self.done(lambda: person.command(at or self.plaza, line, **options))

    async def autocomplete(
        self, person: Person, line: str, option: str, typed: str, **filled: object
    ) -> list[tuple[str, str]]:
        """Let a person type into an option; return the names and values of the suggestions."""
        answer = await self.done(
            lambda: person.autocomplete(self.plaza, line, option, typed, **filled)
        )
        return answer.choices

    async def context_menu(self, person: Person, name: str, target: Account) -> Answer:
        return await self.done(lambda: person.context_menu(self.plaza, name, target))

    async def press(self, person: Person, message: Message, button: str | Button) -> Answer:
        return await self.done(lambda: person.press(message, button))

    async def choose(
        self, person: Person, message: Message, value: str, menu: Json | None = None
    ) -> Answer:
        return await self.done(lambda: person.choose(message, value, select=menu))

    async def pick(self, person: Person, message: Message, *people: Account) -> Answer:
        return await self.done(lambda: person.pick(message, *people))

    async def done(self, act: Callable[[], Answer]) -> Answer:
        """Let a person act, and wait until the bot has done everything that follows."""
        others = asyncio.all_tasks()
        answer = act()
        await self.heard("interaction")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while begun := asyncio.all_tasks() - others:
                await asyncio.wait(begun)
        return answer

    async def play(self, numbers: list[int] | None = None, **options: object) -> Table:
        """Start a game of Ana against Ben, with Ana to move."""
        self.house.corn.numbers = numbers or [2, 1, 3]
        await self.command(self.ana, "puluc challenge", opponent=self.ben, **options)
        await self.press(self.ben, self.board, "Accept")
        return await self.table()

    # how the server changes

    def add(self, name: str, *, moderates: bool = False, locale: str = "en-GB") -> Person:
        """Add a member to the server."""
        person = self.sim.person(name, self.guild, locale=locale)
        self.sim.appoint(person, self.guild, moderator=moderates)
        return person

    async def channel(self, name: str) -> Channel:
        """Add a channel to the server."""
        channel = self.sim.channel(self.guild, name)
        await self.heard("guild_channel_create")
        return channel

    async def thread(self, name: str, owner: Person) -> Channel:
        """Let a member open a thread in the channel."""
        thread = self.sim.thread(self.plaza, name, owner)
        await self.heard("thread_create")
        return thread

    async def other_plaza(self, locale: str) -> Channel:
        """Add a server in another language, with the same people; return its channel."""
        guild = self.sim.guild("Elsewhere", locale)
        await self.heard("guild_available")
        for person in (self.ana, self.ben):
            guild.members[person.id] = person
        channel = self.sim.channel(guild, "plaza")
        await self.heard("guild_channel_create")
        return channel

    async def forbid(self, channel: Channel, permissions: Permission) -> None:
        """Deny the bot permissions in a channel."""
        self.sim.refuse(channel, permissions)
        await self.heard("guild_channel_update")

    async def forge(self, component: Json) -> None:
        """Put a component that the bot doesn't make into the newest message, with its token."""
        path = "/channels/{channel_id}/messages/{message_id}"
        place, message = self.board.channel.id, self.board.id
        route = discord.http.Route("PATCH", path, channel_id=place, message_id=message)
        rows = [{"type": 1, "components": [component]}]
        await self.client.http.request(route, json={"components": rows, "attachments": []})


ReplyText = Callable[[Answer], str]


@pytest.fixture
def reply() -> ReplyText:
    """Return the text of the private replies to an interaction."""

    def reply(answer: Answer) -> str:
        assert answer.said, answer.acknowledgement
        return "\n".join(answer.said)

    return reply


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def bilingual(house: House, spanish: Catalogue) -> None:
    """Give the bot a second language."""
    house.catalogue = spanish


@pytest.fixture
def public(house: House) -> str:
    """Give the bot a public address, and return it."""
    house.url = "https://puluc.example"
    return house.url


@pytest.fixture
def api(discord_simulator: DiscordSimulator, monkeypatch: pytest.MonkeyPatch) -> DiscordSimulator:
    """Let the library use the simulator, until the end of the test."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord_simulator.url)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    return discord_simulator


@pytest.fixture
def patient_api(api: DiscordSimulator, monkeypatch: pytest.MonkeyPatch) -> DiscordSimulator:
    """Let the bot answer as late as a busy machine makes it, and restart without a pause."""
    api.interactions.first_answer_seconds = PATIENCE_SECONDS
    api.gateway.identify_seconds = 0
    monkeypatch.setattr(on_discord, "IDENTIFY_SECONDS", 0)
    monkeypatch.setattr(responder, "FIRST_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr(sessions, "FRESH_SECONDS", PATIENCE_SECONDS)
    for module in (outcome, inbound):
        monkeypatch.setattr(module, "BLIND_SECONDS", PATIENCE_SECONDS)
    return api


class _Impatient:
    """The module asyncio, except that nothing sleeps."""

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)

    async def sleep(self, _seconds: float) -> None:
        await asyncio.sleep(0)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """End the pauses before a request is tried again, by the library or the bot, at once."""
    for module in (discord.http, async_, retry):
        monkeypatch.setattr(module, "asyncio", _Impatient())


@pytest.fixture
async def town(house: House, patient_api: DiscordSimulator) -> AsyncIterator[Town]:
    sim = patient_api
    sim.patient = False  # the town waits instead
    guild = sim.guild("Town")
    plaza, ana, ben = sim.channel(guild, "plaza"), sim.person("Ana"), sim.person("Ben")
    async with AsyncExitStack() as running:
        town = Town(sim, house, guild, plaza, ana, ben, running)
        await town.start()
        yield town
