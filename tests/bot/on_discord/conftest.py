"""The real client on a simulated Discord, with a service that uses an in-memory store.

A `Village` simulates Discord inside the library; a `Town` is reached by HTTP and websocket.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
from discord import PermissionOverwrite
from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.config import Shards
from bot.core import Core
from bot.games.catalogue import games
from bot.on_discord.client import Client, connected
from bot.on_discord.inbound import Inbound
from bot.on_discord.outbound import DiscordOutbound
from bot.store.memory import MemoryStore
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.steps import Hands
from bot.table.table import Table
from bot.texts.catalogue import Catalogue
from discord_simulator.fixtures import discord_simulator
from discord_simulator.members import Guild
from discord_simulator.people import Person
from discord_simulator.places import Channel
from discord_simulator.simulator import DiscordSimulator
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
        self.outbox, self.service, self.shared = core.outbox, core.service, core.house
        client = Client(Inbound(core.house), core.house, Shards((0,), 1))
        outbound = DiscordOutbound(client, self.catalogue, self.url)
        core.outbounds[Platform.DISCORD] = outbound
        return client

    async def think(self) -> None:
        """Let the computers play until a person is to move."""
        await take_turns(self.store, self.core.scheduler)


@dataclass
class Village:
    """A server with a channel and two members, Ana and Ben. Usually Ana challenges Ben."""

    house: House
    env: Env
    guild: GuildHandle
    plaza: ChannelHandle
    ana: MemberActor
    ben: MemberActor

    @property
    def store(self) -> MemoryStore:
        return self.house.store

    @property
    def board(self) -> discord.Message:
        """The newest message of the channel."""
        message = self.plaza.last_message
        assert message is not None
        return message

    def add(self, name: str, **permissions: bool) -> MemberActor:
        """Add a member with a role that grants these permissions."""
        roles = []
        if permissions:
            allowed = discord.Permissions(**permissions)
            roles = [self.guild.create_role(f"of {name}", permissions=allowed)]
        return self.guild.add_member(self.env.create_user(name), roles=roles)

    def forbid(self, channel: ChannelHandle, **overwrite: bool) -> None:
        """Deny the bot permissions in a channel."""
        _, deny = PermissionOverwrite(**overwrite).pair()
        backend = self.env.backend
        mine = Overwrite(backend.bot_user.id, OverwriteType.MEMBER, 0, deny.value)
        backend.set_overwrite(channel.id, mine)

    def thread(self, name: str, owner: MemberActor) -> ChannelHandle:
        """Create a member's thread in the channel."""
        made = self.env.backend.create_thread(self.plaza.id, name, owner.id)
        return ChannelHandle(self.env, self.guild, made)

    async def play(self, numbers: list[int] | None = None, **options: Any) -> Table:
        """Start a game of Ana against Ben, with Ana to move."""
        self.house.corn.numbers = numbers or [2, 1, 3]
        await self.ana.slash(self.plaza, "puluc challenge", opponent=self.ben, **options)
        await self.ben.click(self.board, label="Accept")
        return await self.table()

    async def table(self) -> Table:
        """Return Ana's newest table."""
        user = User(Platform.DISCORD, str(self.ana.id))
        return next(table for table in self.store.tables if user in table.people)

    @property
    def labels(self) -> list[str]:
        """The labels of the newest message's buttons."""
        rows = [row for row in self.board.components if isinstance(row, discord.ActionRow)]
        items = [item for row in rows for item in row.children]
        return [str(item.label) for item in items if isinstance(item, discord.Button)]

    def buttons(self, message: Any) -> dict[str, dict[str, Any]]:
        """The buttons of a message or reply by label, as they were sent to Discord."""
        channel = message.channel.id if isinstance(message, discord.Message) else message.channel_id
        found = self.env.backend.get_message(channel, message.id).components
        return {item["label"]: item for row in found for item in row["components"]}

    @property
    def pings(self) -> list[list[str]]:
        """The users that each posted or edited message may ping, oldest first."""
        sent = [entry.json for entry in self.env.http_requests if "/messages" in entry.path]
        return [body["allowed_mentions"].get("users", []) for body in sent if body]

    def forge(self, *components: dict[str, Any]) -> None:
        """Replace the components of the newest message."""
        rows = [{"type": 1, "components": list(components)}]
        self.env.backend.edit_message(self.plaza.id, self.board.id, {"components": rows})

    async def reload(self, id_: TableId) -> Table:
        table = await self.store.load(id_)
        assert table is not None
        return table


ReplyText = Callable[[InteractionResult], str]


@pytest.fixture
def reply() -> ReplyText:
    """Return the text of the private replies to an interaction."""

    def reply(result: InteractionResult) -> str:
        answers = [answer for answer in (result.response, *result.followups) if answer is not None]
        said = [answer.content for answer in answers if answer.ephemeral]
        assert said, result
        return "\n".join(said)

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
def simcord_bot(house: House) -> Client:
    """The client that `simcord_env` runs."""
    return house.client()


@pytest.fixture
def village(house: House, simcord_env: Env) -> Village:
    guild = simcord_env.create_guild("Village")
    plaza = guild.create_text_channel("plaza")
    ana, ben = (guild.add_member(simcord_env.create_user(name)) for name in ("Ana", "Ben"))
    return Village(house, simcord_env, guild, plaza, ana, ben)


@dataclass
class Town:
    """A connected process of the bot, and a server with a channel and two members."""

    sim: DiscordSimulator
    house: House
    client: Client
    guild: Guild
    plaza: Channel
    ana: Person
    ben: Person

    @property
    def outbound(self) -> DiscordOutbound:
        """Shows pages here. It keeps nothing, so each can be the first one after a restart."""
        return DiscordOutbound(self.client, self.house.catalogue, self.house.url)

    @property
    def place(self) -> Place:
        return Place(Platform.DISCORD, str(self.plaza.id))

    def user(self, person: Person) -> User:
        return User(Platform.DISCORD, str(person.id))

    def asked(self, part: str) -> int:
        """How many requests with `part` in their line the bot has sent."""
        return sum(part in str(request) for request in self.sim.requests)


@pytest.fixture
def api(discord_simulator: DiscordSimulator, monkeypatch: pytest.MonkeyPatch) -> DiscordSimulator:
    """Let the library use the simulator, until the end of the test."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord_simulator.url)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    return discord_simulator


@pytest.fixture
async def town(house: House, api: DiscordSimulator) -> AsyncIterator[Town]:
    sim = api
    guild = sim.guild("Town")
    plaza, ana, ben = sim.channel(guild, "plaza"), sim.person("Ana"), sim.person("Ben")
    client = house.client()
    client._connection.guild_ready_timeout = 0.05  # noqa: SLF001 - no public API
    async with connected(client, sim.token, sim.url):
        await asyncio.wait_for(client.wait_until_ready(), 10)
        yield Town(sim, house, client, guild, plaza, ana, ben)
