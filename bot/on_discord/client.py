"""The Discord client: shards, interactions, and registration of the slash commands."""

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import discord
import structlog
from discord import app_commands
from discord.gateway import DiscordWebSocket
from typing_extensions import override
from yarl import URL

from bot.config import Shards, WrongSetting
from bot.inbound.platform import Services, Unreachable
from bot.on_discord import commands, old_messages, retries, shares
from bot.on_discord.below import Below
from bot.on_discord.components import Pressed, removed
from bot.on_discord.emoji import Emoji
from bot.on_discord.faults import DROPPED, TRANSIENT
from bot.on_discord.inbound import Inbound
from bot.on_discord.sessions import Sessions
from bot.table.ports import StoreDown
from bot.work.ending import end

IDENTIFY_SECONDS = 5
"""Minimum time between two identifies in one rate-limit bucket, across all processes."""

FREE_PACE = 2
"""How much faster than evenly the day's identifies may be used up before starts are throttled.

Discord allows 1000 identifies a day, and resets the token of a bot that exceeds the limit.
"""

SPARE_IDENTIFIES = 20
"""Identifies kept in reserve: with fewer left today, starts wait for the daily reset."""

DAY_MS = 86_400_000

CLOSE_SECONDS = 0.7

CANCEL_SECONDS = 0.1
"""How long to wait for the connection to end before it is cancelled again."""

LEAVE_SECONDS = 0.3
"""How long it may take to hand sessions over, and to leave the shards to the other processes."""

RETRY_SECONDS = (1, 2, 4, 8, 15)
"""Delays between attempts while Discord is failing, before the error is reported."""

INTENTS = discord.Intents(guilds=True)
"""The gateway events that the bot gets. None of them is privileged."""

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # voice is not used

T = TypeVar("T")

log = structlog.get_logger()


class Client(discord.AutoShardedClient, shares.Shards):
    """Receives interactions. Holds no game state."""

    def __init__(self, inbound: Inbound, services: Services, shards: Shards | None) -> None:
        split: dict[str, Any] = {}
        if shards is not None:
            split = {"shard_ids": list(shards.ids), "shard_count": shards.count}
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=30.0,
            http_trace=old_messages.refusing(),
            enable_debug_events=True,  # for `on_socket_raw_receive`
            **split,
        )
        retries.soften()
        self.inbound = inbound
        self.below = Below()
        self.group: int | None = None
        """The id of the commands' group, by which texts mention them; None if it isn't known."""
        self.emoji = Emoji()
        self._mine: Sequence[int] | None = None
        self._held: set[int] = set()
        self._sharing: shares.Sharing | None = None
        self._looking: asyncio.Task[None] | None = None
        self.sessions = Sessions(self, services.store)
        self._store = services.store
        self._catalogue = services.catalogue
        self.tree: app_commands.CommandTree[Client] = Tree(self)
        self.add_dynamic_items(Pressed)
        commands.fill(self.tree, inbound, services.catalogue, services.games)

    @override
    async def setup_hook(self) -> None:
        """Register the commands."""
        await self._register_commands()

    async def stay_connected(self) -> None:
        """Stay connected through drops and resumes until the connection is closed for good.

        Raises WrongSetting if Discord closes it, and Unreachable if the gateway can't be looked up.
        """
        try:
            shards, gateway, limits = await _with_retries(self.http.get_bot_gateway)
            DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)  # the API in use may be a test server's
            self.shard_count = self.shard_count or shards  # saves the library a second request
            self.limits = discord.SessionStartLimits(**limits)
            await self.throttle_start()
            await self.connect()
        except discord.ConnectionClosed as closed:
            raise WrongSetting(
                f"DISCORD_TOKEN: Discord closed the connection permanently (code {closed.code})"
            ) from closed
        except DROPPED as error:
            raise Unreachable("Can't get the gateway address from Discord") from error

    @property
    def is_connected(self) -> bool:
        """Whether all shards that are this process's are connected."""
        if self._sharing is not None:
            return self._mine is not None and set(self._mine) <= set(self.open())
        return self.is_ready() and len(self.open()) == len(self.shards)

    @override
    async def launch_shards(self) -> None:
        """If there are several shards, and no setting, processes share them."""
        if self.shard_ids is not None or self.shard_count == 1:
            for shard in self.shard_ids or (0,):
                self.sessions.take_over(shard)
            await super().launch_shards()
            return
        name = f"discord.{self.application_id}.shards"
        self._sharing = shares.Sharing(self._store, name, self.shard_count or 1, self)
        self._looking = asyncio.create_task(self._sharing.run())

    @override
    def open(self) -> Collection[int]:
        return [number for number, shard in self.shards.items() if not shard.is_closed()]

    @override
    def held(self) -> Collection[int]:
        """The library reconnects a shard that drops, without being asked."""
        return self._held.union(self.open())

    @override
    def use(self, count: int, mine: Sequence[int]) -> None:
        self._mine = mine
        self.shard_count = self._connection.shard_count = count
        self._connection.shard_ids = [*mine]

    @override
    async def connect_shard(self, shard: int) -> None:
        self.sessions.take_over(shard)
        await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
        self._held.add(shard)

    @override
    async def disconnect_shard(self, shard: int) -> None:
        found = self.get_shard(shard)
        if found is not None and not found.is_closed():
            self._held.discard(shard)
            await found.disconnect()

    async def hand_over(self) -> None:
        """Hear no more events, and let another process go on where this one has stopped."""
        await self._stop_sharing()
        with contextlib.suppress(StoreDown, TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self.sessions.hand_over()
        await self._leave()

    @override
    async def close(self) -> None:
        """Lets other processes take over first."""
        await self._stop_sharing()
        await self._leave()
        await self.sessions.close()
        await super().close()

    async def _stop_sharing(self) -> None:
        if self._looking is not None:
            await end(self._looking)

    async def _leave(self) -> None:
        if self._sharing is not None:
            with contextlib.suppress(StoreDown, TimeoutError):
                async with asyncio.timeout(LEAVE_SECONDS):
                    await self._sharing.leave()

    async def on_shard_connect(self, shard: int) -> None:
        """End the session that was taken over, because this process has its own now."""
        self.sessions.connected(shard)

    async def throttle_start(self) -> None:
        """Wait if the day's identifies are being used up so fast that they wouldn't last.

        Any number of processes can restart at once. A bot that crashes again and again slows down
        until its identifies last for the rest of the day.
        """
        total, left, reset = self.limits.total, self.limits.remaining, self.limits.reset_after
        if left < SPARE_IDENTIFIES:
            wait = reset / 1000
        elif left * FREE_PACE < total * reset / DAY_MS:
            wait = reset / 1000 / left
        else:
            wait = 0
        log.info("discord.starts", left=left, waits=round(wait))
        await asyncio.sleep(wait)

    async def _register_commands(self) -> None:
        """Register the commands with Discord, unless this exact list is registered already.

        Another program may have changed the list.
        """
        payload = await commands.payloads(self.tree, self._catalogue)
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        name = f"discord.commands.{self.application_id}"
        if await self._store.note(name) == digest:
            try:
                listed = await self.tree.fetch_commands()
            except (discord.HTTPException, *TRANSIENT):
                return  # as noted; typed commands must not wait for this
            if {each.name for each in listed} == {each["name"] for each in payload}:
                self._note_group(listed)
                return
        try:
            self._note_group(await self.tree.sync())
        except discord.HTTPException:
            log.exception("discord.unlisted")  # the previous release's commands mostly still work
            return
        await self._store.set_note(name, digest)
        log.info("discord.listed", commands=len(payload))

    def _note_group(self, listed: Sequence[app_commands.AppCommand]) -> None:
        found = (each.id for each in listed if each.name == commands.GROUP)
        self.group = next(found, None)

    @override
    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this shard's turn to identify in its bucket, across all processes."""
        bucket = (shard_id or 0) % self.limits.max_concurrency
        while not await self._may_identify(bucket):  # noqa: ASYNC110 - no event to wait for
            await asyncio.sleep(0.2)

    async def _may_identify(self, bucket: int) -> bool:
        try:
            name = f"discord.{self.application_id}.identify.{bucket}"
            return await self._store.gate(name, IDENTIFY_SECONDS)
        except StoreDown:
            return False  # without the store the bot couldn't handle any press

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post a greeting in a server that the bot has just joined."""
        await self.inbound.lift(guild.channels)
        await self.inbound.greet(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Greet a server that was added while the bot was away."""
        await self.inbound.greet(guild, known=True)

    async def on_socket_raw_receive(self, event: str) -> None:
        """Note the newest message of a channel; this is done before the event is handled."""
        self.below.hear(event)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Show what was barred in a channel, whose permissions may have changed."""
        await self.inbound.lift([channel])

    async def on_guild_role_update(self, _before: discord.Role, role: discord.Role) -> None:
        """Show what was barred in a server, where the bot may have the role."""
        await self.inbound.lift(role.guild.channels)

    async def on_thread_update(self, _before: discord.Thread, thread: discord.Thread) -> None:
        """Show what was barred in a thread, which may have been unlocked."""
        await self.inbound.lift([thread])

    async def on_interaction(self, interaction: "discord.Interaction[Client]") -> None:
        """Handle what the library would drop: a component that an edit has just removed."""
        if (code := removed(interaction)) is not None:
            await self.inbound.press(interaction, code)


PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the invite link asks for: all that the bot needs, and no more."""


def use_api(url: str | None) -> None:
    """Let the library send its requests to the API at `url`; None for Discord's own."""
    if url is not None:
        discord.http.Route.BASE = url.rstrip("/")


def invitation(client: discord.Client) -> str:
    """Return the URL at which the bot of a logged-in client is added to a server."""
    return discord.utils.oauth_url(
        client.application_id or 0,
        permissions=PERMISSIONS,
        scopes=("bot", "applications.commands"),
    )


@asynccontextmanager
async def connected(
    client: Client, token: str, api_url: str | None = None
) -> AsyncIterator[tuple[str, "asyncio.Task[None]"]]:
    """Log in and stay connected; yield the invite link and the connection's task.

    Raises WrongSetting if Discord rejects the token, Unreachable if it doesn't respond.
    """
    use_api(api_url)
    try:
        await _log_in(client, token)
        invite = invitation(client)
        ended = asyncio.create_task(client.stay_connected())
        try:
            yield invite, ended
        finally:
            await _end(ended)
    finally:
        await _close(client)


async def _log_in(client: Client, token: str) -> None:
    async def log_in() -> None:
        try:
            await client.login(token)
        except DROPPED:
            await client.http.close()  # each attempt needs a new connection
            client.http.connector = discord.utils.MISSING
            raise

    try:
        await _with_retries(log_in)
    except discord.LoginFailure:
        raise WrongSetting(
            "DISCORD_TOKEN: Discord rejects this token. Check that all of it was copied; if it was,"
            " reset it on the bot's page in the Discord Developer Portal"
        ) from None
    except (discord.HTTPException, *DROPPED, OSError) as error:
        raise Unreachable(f"Discord isn't responding ({type(error).__name__})") from error


async def _with_retries(attempt: Callable[[], Awaitable[T]]) -> T:
    """Call `attempt`, with retries after increasing delays while Discord is failing."""
    for seconds in RETRY_SECONDS:
        try:
            return await attempt()
        except DROPPED as error:
            log.warning("discord.waiting", why=type(error).__name__, s=seconds)
            await asyncio.sleep(seconds)
    return await attempt()


async def _end(connection: "asyncio.Task[None]") -> None:
    """Cancel the connection until it ends: a shard that is reconnecting ignores cancellations."""
    while not connection.done():
        connection.cancel()
        await asyncio.wait({connection}, timeout=CANCEL_SECONDS)


async def _close(client: Client) -> None:
    """Close the connection, without waiting long for Discord's answer."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await client.close()


class Tree(app_commands.CommandTree[Client]):
    """The command tree, with an error reply for the user."""

    @override
    async def on_error(
        self,
        interaction: "discord.Interaction[Client]",
        error: app_commands.AppCommandError,
    ) -> None:
        """Log the error, and tell the user that something went wrong."""
        log.error("command.failed", exc_info=error)
        await self.client.inbound.failed(interaction)
