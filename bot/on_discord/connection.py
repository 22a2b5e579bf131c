"""The Discord platform: client, inbound and outbound, logged in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from bot.config import Config
from bot.inbound.platform import Connection, Hook, Services
from bot.on_discord.client import Client, connected
from bot.on_discord.couriers import Couriers
from bot.on_discord.inbound import Inbound
from bot.on_discord.outbound import DiscordOutbound
from bot.table.people import Platform
from bot.work.ending import end


class DiscordConnection:
    """Implements `Connection`."""

    platform = Platform.DISCORD
    hook: Hook | None = None

    def __init__(
        self,
        client: Client,
        inbound: Inbound,
        outbound: DiscordOutbound,
        invite: str,
        ended: "asyncio.Task[None]",
    ) -> None:
        self.outbound = outbound
        self.greeting = f"Puluc is connected to Discord. Invite it to a server: {invite}"
        self.client_id = str(client.application_id)
        self._client = client
        self._inbound = inbound
        self._ended = ended

    @property
    def connected(self) -> bool:
        """Whether every shard of this process is connected."""
        return self._client.is_connected

    async def ready(self) -> None:
        """Do nothing: nothing is left to do after login."""

    async def run(self) -> None:
        """Wait until the client has ended; cancelling this leaves it connected, to send replies.

        `connected` closes the client.
        """
        await asyncio.shield(self._ended)

    async def drain(self) -> None:
        """Hand the connection over, and wait until what has been heard is answered."""
        await self._client.hand_over()
        await self._inbound.drain()


def opened(settings: Config, services: Services) -> AbstractAsyncContextManager[Connection] | None:
    """Implement `Open`."""
    if settings.discord_token is None:
        return None
    return _opened(settings, services, settings.discord_token.get_secret_value())


@asynccontextmanager
async def _opened(settings: Config, services: Services, token: str) -> AsyncIterator[Connection]:
    couriers = Couriers()
    inbound = Inbound(services, couriers)
    client = Client(inbound, services, settings.discord_shards)
    outbound = DiscordOutbound(client, services.catalogue, settings.url, couriers)
    root = None if settings.discord_api_url is None else str(settings.discord_api_url)
    async with connected(client, token, root) as (invite, ended):
        learning = asyncio.create_task(client.emoji.learn(client, services.store))
        try:
            yield DiscordConnection(client, inbound, outbound, invite, ended)
        finally:
            await end(learning)
