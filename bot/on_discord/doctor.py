"""The doctor's checks of Discord: the token, the application, the commands, and a channel.

They only read, by HTTP requests, and don't connect to the gateway, so they cost the running bot no
session.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

import discord
from discord import app_commands
from discord.http import Route
from typing_extensions import override

from bot.config import Config
from bot.findings import Finding, Level, fail, ok, warn
from bot.games.catalogue import Games, games
from bot.on_discord import commands
from bot.on_discord.client import INTENTS, SPARE_IDENTIFIES, invitation, use_api
from bot.on_discord.commands import Arguments, Choices, CommandHandler, Interaction, Payload
from bot.on_discord.faults import LOST, explained, impatient
from bot.texts.catalogue import catalogue

ANSWER_SECONDS = 10.0
"""The timeout of all requests together."""

PORTAL: Final = "https://discord.com/developers/applications"

_NO_ACCESS: Final = 50001

_ASSIGNED: Final = frozenset(
    {"id", "application_id", "version", "guild_id", "dm_permission", "default_permission"}
)
"""Parts of a listed command that Discord adds."""

Key: TypeAlias = tuple[int, str]
"""Identifies a command: its type and its name."""


async def findings(settings: Config, channel: str | None) -> AsyncIterator[Finding]:
    """Yield what is well and what is wrong with the bot on Discord, and in a channel, if any.

    `channel` is a channel's id, as the operator typed it. Nothing is changed on Discord.
    """
    if settings.discord_token is None:
        return
    root = settings.discord_api_url
    use_api(None if root is None else str(root))
    client = discord.Client(intents=discord.Intents.none(), http_trace=impatient())
    found: list[Finding] = []
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            token = settings.discord_token.get_secret_value()
            known = games(tables=settings.tables_folder)
            async for finding in _examined(client, token, channel, known):
                found.append(finding)  # noqa: PERF401 - what was found before an error counts
    except LOST as error:
        found.append(fail("connection", explained(error, root)))
    except discord.HTTPException as error:
        found.append(_unexpected(error.status))
    finally:
        await client.close()
    for finding in found:
        yield finding


async def _examined(
    client: discord.Client, token: str, channel: str | None, known: Games
) -> AsyncIterator[Finding]:
    try:
        await client.login(token)
    except (discord.LoginFailure, ValueError):  # ValueError if it can't be sent as a header
        yield fail(
            "token",
            f"Discord rejects DISCORD_TOKEN; open {PORTAL}, choose the application, press Reset "
            "Token on its Bot page, and set DISCORD_TOKEN to the new token",
        )
        return
    except (KeyError, TypeError):
        yield fail(
            "connection",
            "another server answers in Discord's place; check that this machine's network doesn't "
            "ask for a login, and check DISCORD_API_URL if it is set",
        )
        return
    application = cast("discord.AppInfo", client.application)  # known after login, as is the user
    user = cast("discord.ClientUser", client.user)
    for finding in _application(application, user.name):
        yield finding
    yield ok("install link", invitation(client))
    yield await _commands(client, known)
    yield await _starts(client)
    if channel is not None:
        async for finding in _channel(client, user, channel):
            yield finding


def _unexpected(status: int) -> Finding:
    return fail(
        "connection",
        f"Discord gave an unexpected answer (HTTP status {status}); try again, and check "
        "DISCORD_API_URL if it is set",
    )


# the application


def _application(application: discord.AppInfo, name: str) -> Iterator[Finding]:
    """Yield whether the application is set up in the portal as the bot needs it."""
    public = "anyone" if application.bot_public else "only its owner"
    servers = application.approximate_guild_count
    yield ok(
        "token",
        f"this is {name}; it is in about {servers} server{'' if servers == 1 else 's'}, and "
        f"{public} can add it to more",
    )
    page = f"{PORTAL}/{application.id}"
    if application.interactions_endpoint_url:
        yield fail(
            "interactions",
            "Discord sends all commands and presses to another address, and the bot gets none; "
            f"clear Interactions Endpoint URL at {page}/information and press Save Changes",
        )
    else:
        yield ok("interactions", "Discord sends commands and presses to the bot's connection")
    if application.bot_require_code_grant:
        yield fail(
            "install",
            "nobody can add the bot to a server, because it requires a code grant; turn off "
            f"Requires OAuth2 Code Grant at {page}/bot",
        )
    yield _intents(application.flags, f"{page}/bot")


_PRIVILEGED: Final[Mapping[str, tuple[str, tuple[str, str]]]] = {
    "presences": ("Presence", ("gateway_presence", "gateway_presence_limited")),
    "members": ("Server Members", ("gateway_guild_members", "gateway_guild_members_limited")),
    "message_content": (
        "Message Content",
        ("gateway_message_content", "gateway_message_content_limited"),
    ),
}
"""The privileged intents: their names in the portal, and the flags, one of which enables each."""


def _intents(
    flags: discord.ApplicationFlags, page: str, asked: discord.Intents = INTENTS
) -> Finding:
    """Return whether the portal grants the intents that the bot asks for."""
    wanted = [name for name in _PRIVILEGED if getattr(asked, name)]
    granted = [name for name, (_, either) in _PRIVILEGED.items() if _any(flags, either)]
    if lacking := [name for name in wanted if name not in granted]:
        return fail(
            "intents",
            f"Discord won't let the bot connect; turn on {_titles(lacking)} Intent at {page}",
        )
    if spare := [name for name in granted if name not in wanted]:
        return ok(
            "intents",
            f"the bot doesn't need {_titles(spare)} Intent, which you can turn off at {page}",
        )
    return ok("intents", "the bot asks for no privileged intents, and the portal grants none")


def _any(flags: discord.ApplicationFlags, names: Sequence[str]) -> bool:
    return any(getattr(flags, name) for name in names)


def _titles(intents: Sequence[str]) -> str:
    return ", ".join(_PRIVILEGED[name][0] for name in intents)


# the commands


class _Nobody(CommandHandler):
    """A `CommandHandler` for a list of commands that nobody runs."""

    @override
    async def command(self, interaction: Interaction, name: str, arguments: Arguments) -> None:
        pass

    @override
    async def complete(
        self, interaction: Interaction, command: str, option: str, typed: str
    ) -> Choices:
        return []


async def _commands(client: discord.Client, known: Games) -> Finding:
    """Return whether Discord lists the commands of this release, for these games."""
    texts = catalogue(known.texts)
    tree = app_commands.CommandTree(client)
    commands.fill(tree, _Nobody(), texts, known)
    ours = _by_key(await commands.payloads(tree, texts))
    route = Route(
        "GET", "/applications/{application_id}/commands", application_id=client.application_id
    )
    theirs = _by_key(await client.http.request(route, params={"with_localizations": "true"}))
    if not theirs:
        return warn(
            "commands",
            "Discord lists none yet; start the bot, which lists them, and then reload Discord",
        )
    if ours != theirs:
        return warn(
            "commands",
            "the list on Discord is of another release or program; restart the bot, which updates "
            "it. If that changes nothing, check that no other program uses this DISCORD_TOKEN",
        )
    return ok("commands", f"Discord lists all {len(ours)} of this release")


def _by_key(listed: Sequence[Payload]) -> Mapping[Key, object]:
    return {(command.get("type") or 1, command["name"]): _essence(command) for command in listed}


def _essence(part: Any) -> Any:
    """Return a part of a command without what Discord adds, and without empty and false values."""
    if isinstance(part, Mapping):
        return {
            name: essence
            for name, value in part.items()
            if name not in _ASSIGNED and (essence := _essence(value))
        }
    if isinstance(part, list):
        essences = [_essence(each) for each in part]
        return sorted(essences) if all(isinstance(each, int) for each in essences) else essences
    return part


async def _starts(client: discord.Client) -> Finding:
    """Return how often the bot may still connect today."""
    gateway = await client.http.request(Route("GET", "/gateway/bot"))
    limits = discord.SessionStartLimits(**gateway["session_start_limit"])
    used = f"{limits.remaining} of {limits.total} left"
    hours = f"{limits.reset_after / 3_600_000:.1f} h"
    if limits.remaining < SPARE_IDENTIFIES:
        return warn(
            "connections today",
            f"{used}, so the bot waits {hours} before it connects; find out from its log why it "
            "restarts so often",
        )
    return ok("connections today", used)


# a channel


@dataclass(frozen=True, slots=True)
class _Right:
    """A permission, by the library's name and by Discord's, and what fails without it."""

    name: str
    title: str
    level: Level
    without: str


_SEND_IN_THREADS: Final = "send_messages_in_threads"

_IN_CHANNELS: Final = (
    _Right("send_messages", "Send Messages", Level.FAIL, "it can't post boards"),
    _Right("attach_files", "Attach Files", Level.FAIL, "it can't post boards, which are pictures"),
    _Right(
        "create_public_threads",
        "Create Public Threads",
        Level.WARN,
        "it can't give games their own threads",
    ),
    _Right(
        _SEND_IN_THREADS,
        "Send Messages in Threads",
        Level.WARN,
        "it can't post boards in threads",
    ),
)
"""What boards in a channel need besides View Channel, which every request proves."""

_IN_THREADS: Final = (
    _Right(_SEND_IN_THREADS, "Send Messages in Threads", Level.FAIL, "it can't post boards here"),
    *(right for right in _IN_CHANNELS if right.name == "attach_files"),
)
"""What boards in a thread need besides View Channel."""

_UNFIT: Final[Mapping[discord.ChannelType, str]] = {
    discord.ChannelType.category: "a category; give the id of a channel in it",
    discord.ChannelType.forum: "a forum, which has no messages itself; give the id of a post",
    discord.ChannelType.media: "a media channel, which has no messages itself; give the id of a "
    "post",
}


async def _channel(
    client: discord.Client, user: discord.ClientUser, typed: str
) -> AsyncIterator[Finding]:
    """Yield whether boards can be posted in a channel or thread."""
    if not (typed.isascii() and typed.isdigit()):
        yield fail(
            "channel",
            "--channel must be a number on Discord; turn on Developer Mode in Discord's settings "
            "under Advanced, right-click the channel and choose Copy Channel ID",
        )
        return
    try:
        channel = await client.fetch_channel(int(typed))
    except discord.NotFound:
        yield fail(
            "channel",
            f"Discord knows no channel {typed}; right-click the channel itself, not the server or "
            "a message, and choose Copy Channel ID",
        )
        return
    except discord.Forbidden as refused:
        if refused.code != _NO_ACCESS:
            raise
        yield fail(
            "channel",
            f"{user.name} can't see channel {typed}; if it isn't in that server, open the install "
            f"link, and otherwise allow the role {user.name} View Channel in the channel's "
            "settings under Permissions",
        )
        return
    except discord.InvalidData:
        yield fail(
            "channel",
            f"channel {typed} isn't of a kind that has messages; give a text channel's id",
        )
        return
    if isinstance(channel, discord.abc.PrivateChannel):
        yield ok("channel", "a private chat with the bot, which needs no permissions")
        return
    subject = f"permissions in #{channel.name}"
    if channel.type in _UNFIT:
        yield fail(subject, f"this is {_UNFIT[channel.type]}")
        return
    guild = await client.fetch_guild(channel.guild.id, with_counts=False)
    me = await guild.fetch_member(user.id)
    parent = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
    home = cast("discord.abc.GuildChannel", await guild.fetch_channel(parent))
    # The library's own conclusions would hide the cause: without Send Messages, it denies more.
    has = discord.abc.GuildChannel.permissions_for(home, me)
    for finding in _rights(subject, channel, has, user.name):
        yield finding


def _rights(
    subject: str,
    channel: discord.abc.GuildChannel | discord.Thread,
    has: discord.Permissions,
    role: str,
) -> Iterator[Finding]:
    """Yield each permission that the bot lacks, or that it has all of them."""
    inside = isinstance(channel, discord.Thread)
    needed = _IN_THREADS if inside else _IN_CHANNELS
    well = True
    if isinstance(channel, discord.Thread) and channel.locked and not has.manage_threads:
        yield fail(subject, "the thread is locked, so the bot can't post there; unlock it")
        well = False
    where = "the settings of the thread's channel" if inside else "the channel's settings"
    for right in needed:
        if not getattr(has, right.name):
            yield Finding(
                right.level,
                subject,
                f"without {right.title}, {right.without}; allow it to the role {role} in {where} "
                "under Permissions",
            )
            well = False
    if well:
        titles = ", ".join(right.title for right in needed)
        yield ok(subject, f"the bot has all that it needs: View Channel, {titles}")
