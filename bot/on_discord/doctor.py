"""The doctor's checks of Discord: the token, the application, the commands, and a channel.

They only read, by HTTP requests, and don't connect to the gateway, so they cost the running bot no
session.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias, cast

import discord
from discord import app_commands
from discord.http import Route
from pydantic import HttpUrl
from typing_extensions import override

from bot.config import Config
from bot.findings import Check, Finding, Last, carry_out, fail, ok, warn
from bot.games.catalogue import Games, games
from bot.on_discord import commands, rights
from bot.on_discord.client import SPARE_IDENTIFIES, invitation, use_api
from bot.on_discord.commands import Arguments, Choices, CommandHandler, Interaction, Payload
from bot.on_discord.faults import LOST, explained, impatient
from bot.texts.catalogue import catalogue
from bot.tokens import is_whole

ANSWER_SECONDS = 10.0
"""The timeout of all requests together."""

PORTAL: Final = "https://discord.com/developers/applications"

_ASSIGNED: Final = frozenset(
    {"id", "application_id", "version", "guild_id", "dm_permission", "default_permission"}
)
"""Parts of a listed command that Discord adds."""

Key: TypeAlias = tuple[int, str]
"""Identifies a command: its type and its name."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the checks ask about. The client is logged in by the first check."""

    client: discord.Client
    token: str
    channel: str | None
    games: Games

    @property
    def application(self) -> discord.AppInfo:
        """The application, as it is set up in the portal."""
        return cast("discord.AppInfo", self.client.application)

    @property
    def page(self) -> str:
        """The application's address in the portal."""
        return f"{PORTAL}/{self.application.id}"


async def findings(settings: Config, channel: str | None) -> AsyncIterator[Finding]:
    """Yield what is well and what is wrong with the bot on Discord, and in a channel, if any.

    `channel` is a channel's id, as the operator typed it. Nothing is changed on Discord.
    """
    if settings.discord_token is None:
        return
    root = settings.discord_api_url
    use_api(None if root is None else str(root))
    client = discord.Client(intents=discord.Intents.none(), http_trace=impatient())
    token = settings.discord_token.get_secret_value()
    asked = _Asked(client, token, channel, games(tables=settings.tables_folder))
    try:
        async for finding in carry_out(_CHECKS, asked, partial(_explained, root), ANSWER_SECONDS):
            yield finding
    finally:
        await client.close()


def _explained(root: HttpUrl | None, error: Exception) -> Finding | None:
    """Return what an error of a request means."""
    if isinstance(error, LOST):
        return fail("connection", explained(error, root))
    if isinstance(error, discord.HTTPException):
        return fail(
            "connection",
            f"Discord gave an unexpected answer (HTTP status {error.status}); try again, and check "
            "DISCORD_API_URL if it is set",
        )
    return None


# the application


def _rejected(token: str) -> str:
    """Return what to do about a token that Discord rejects."""
    if not is_whole("DISCORD_TOKEN", token):
        return (
            "DISCORD_TOKEN isn't a whole token, which has three parts with dots between them; copy "
            "all of it, or if you no longer have it, press Reset Token on the Bot page of the "
            f"application at {PORTAL}"
        )
    return (
        f"Discord rejects DISCORD_TOKEN; open {PORTAL}, choose the application, press Reset Token "
        "on its Bot page, and set DISCORD_TOKEN to the new token"
    )


async def _token(asked: _Asked) -> Finding:
    """Log in, and return whose token it is."""
    try:
        await asked.client.login(asked.token)
    except (discord.LoginFailure, ValueError):  # ValueError if it can't be sent as a header
        raise Last(fail("token", _rejected(asked.token))) from None
    except (KeyError, TypeError):
        raise Last(
            fail(
                "connection",
                "another server answers in Discord's place; check that this machine's network "
                "doesn't ask for a login, and check DISCORD_API_URL if it is set",
            )
        ) from None
    name = cast("discord.ClientUser", asked.client.user).name
    public = "anyone" if asked.application.bot_public else "only its owner"
    servers = asked.application.approximate_guild_count
    return ok(
        "token",
        f"this is {name}; it is in about {servers} server{'' if servers == 1 else 's'}, and "
        f"{public} can add it to more",
    )


def _interactions(asked: _Asked) -> Finding:
    if asked.application.interactions_endpoint_url:
        return fail(
            "interactions",
            "Discord sends all commands and presses to another address, and the bot gets none; "
            f"clear Interactions Endpoint URL at {asked.page}/information and press Save Changes",
        )
    return ok("interactions", "Discord sends commands and presses to the bot's connection")


def _install(asked: _Asked) -> Finding | None:
    if not asked.application.bot_require_code_grant:
        return None
    return fail(
        "install",
        "nobody can add the bot to a server, because it requires a code grant; turn off "
        f"Requires OAuth2 Code Grant at {asked.page}/bot",
    )


_PRIVILEGED: Final[Mapping[str, Sequence[str]]] = {
    "Presence": ("gateway_presence", "gateway_presence_limited"),
    "Server Members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "Message Content": ("gateway_message_content", "gateway_message_content_limited"),
}
"""The privileged intents, by their names in the portal, and the flags, any of which grants each."""


def _intents(asked: _Asked) -> Finding:
    """Return whether the portal grants intents that the bot, which asks for none, doesn't need."""
    flags = asked.application.flags
    granted = [
        title for title, names in _PRIVILEGED.items() if any(getattr(flags, each) for each in names)
    ]
    if granted:
        return ok(
            "intents",
            f"the bot doesn't need {', '.join(granted)} Intent, which you can turn off at "
            f"{asked.page}/bot",
        )
    return ok("intents", "the bot asks for no privileged intents, and the portal grants none")


def _install_link(asked: _Asked) -> Finding:
    return ok("install link", invitation(asked.client))


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


async def _commands(asked: _Asked) -> Finding:
    """Return whether Discord lists the commands of this release, for these games."""
    client, texts = asked.client, catalogue(asked.games.texts)
    tree = app_commands.CommandTree(client)
    commands.fill(tree, _Nobody(), texts, asked.games)
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


# connections and channels


async def _starts(asked: _Asked) -> Finding:
    """Return how often the bot may still connect today."""
    gateway = await asked.client.http.request(Route("GET", "/gateway/bot"))
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


async def _channel(asked: _Asked) -> Sequence[Finding]:
    return () if asked.channel is None else await rights.in_channel(asked.client, asked.channel)


_CHECKS: Final[Sequence[Check[_Asked]]] = (
    _token,
    _interactions,
    _install,
    _intents,
    _install_link,
    _commands,
    _starts,
    _channel,
)
