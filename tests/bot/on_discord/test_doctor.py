"""The doctor on Discord: each wrong set-up and its words, with the library on a simulated Discord.

Only in a `Town` does the bot run beside it.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.config import Config
from bot.findings import Finding, Level, fail, ok, warn
from bot.on_discord import doctor
from discord_simulator.members import Permission
from discord_simulator.places import ChannelKind
from tests.bot.ops.exact import make_table

if TYPE_CHECKING:
    from discord_simulator.members import Guild
    from discord_simulator.places import Channel
    from discord_simulator.simulator import DiscordSimulator
    from tests.bot.on_discord.conftest import Town

PORTAL = "https://discord.com/developers/applications"
NO_TABLES = Path(__file__).parent / "no-tables"


@pytest.fixture(autouse=True)
def own_api(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test have its own address of the API; it is restored at the end."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)


@pytest.fixture
def guild(discord_simulator: DiscordSimulator) -> Guild:
    return discord_simulator.guild("Town")


@pytest.fixture
def maize(discord_simulator: DiscordSimulator, guild: Guild) -> Channel:
    return discord_simulator.channel(guild, "maize")


async def examine(
    sim: DiscordSimulator,
    channel: object = None,
    *,
    url: str = "",
    token: str = "",
    tables: Path = NO_TABLES,
) -> list[Finding]:
    settings = Config(
        _env_file=None,  # type: ignore[call-arg] # an argument of the library
        discord_token=token or sim.token,  # type: ignore[arg-type] # as read from a file
        discord_api_url=url or sim.url,  # type: ignore[arg-type] # as read from a file
        puluc_tables=tables,
    )
    typed = None if channel is None else str(channel)
    found = [finding async for finding in doctor.findings(settings, typed)]
    assert not any((token or sim.token) in finding.text for finding in found)
    return found


def about(found: list[Finding], subject: str) -> list[Finding]:
    return [each for each in found if each.subject == subject]


def bad(found: list[Finding]) -> list[Finding]:
    """The findings that aren't well, except for the commands, which are listed at the start."""
    return [each for each in found if each.level is not Level.OK and each.subject != "commands"]


async def test_all_is_well(discord_simulator: DiscordSimulator, maize: Channel) -> None:
    """A bot that is set up as docs/discord.md says has nothing to fear."""
    found = await examine(discord_simulator, maize.id)
    assert bad(found) == []
    assert [each.subject for each in found] == [
        "token",
        "interactions",
        "intents",
        "install link",
        "commands",
        "connections today",
        "permissions in #maize",
    ]


async def test_who_the_bot_is(discord_simulator: DiscordSimulator, guild: Guild) -> None:
    """The token's finding names the bot, its servers, and who can add it to more."""
    (public,) = about(await examine(discord_simulator), "token")
    assert public == ok(
        "token", "this is puluc; it is in about 1 server, and anyone can add it to more"
    )
    discord_simulator.portal["bot_public"] = False
    (private,) = about(await examine(discord_simulator), "token")
    assert private.text.endswith("and only its owner can add it to more")


async def test_the_install_link(discord_simulator: DiscordSimulator) -> None:
    """The install link asks for the permissions that boards need."""
    (found,) = about(await examine(discord_simulator), "install link")
    assert f"client_id={discord_simulator.world.bot.id}&" in found.text
    assert found.text.endswith("permissions=309237746688")


# tokens and connections


@pytest.mark.parametrize("token", ["x.y.z", "x\ny"])
async def test_a_part_of_a_token(discord_simulator: DiscordSimulator, token: str) -> None:
    """A token that isn't whole ends the examination, and need not be reset."""
    assert bad(await examine(discord_simulator, token=token)) == [
        fail(
            "token",
            "DISCORD_TOKEN isn't a whole token, which has three parts with dots between them; copy"
            " all of it, or if you no longer have it, press Reset Token on the Bot page of the"
            f" application at {PORTAL}",
        )
    ]


async def test_a_wrong_token(discord_simulator: DiscordSimulator) -> None:
    """A token that Discord rejects ends the examination."""
    token = ".".join(("M" * 26, "Gabcde", "x" * 38))
    assert bad(await examine(discord_simulator, token=token)) == [
        fail(
            "token",
            f"Discord rejects DISCORD_TOKEN; open {PORTAL}, choose the application, press Reset "
            "Token on its Bot page, and set DISCORD_TOKEN to the new token",
        )
    ]


LATER = "try again later, and see discordstatus.com"

LIMITED = (
    "Discord refuses more requests of this bot, or from this machine's address, for now (HTTP "
    "status 429); wait a few minutes, and check that the bot doesn't restart over and over"
)

UNEXPECTED = (
    "Discord gave an unexpected answer (HTTP status 403); try again, and check DISCORD_API_URL if "
    "it is set"
)

CONNECTIONS: list[tuple[Callable[[DiscordSimulator], Any], str]] = [
    (lambda sim: sim.break_next(500), f"Discord isn't working (HTTP status 500); {LATER}"),
    (lambda sim: sim.break_next(503), f"Discord isn't working (HTTP status 503); {LATER}"),
    (
        lambda sim: sim.limit_next(retry_after=600.0),
        LIMITED,
    ),
    (lambda sim: sim.cut_next(), f"the connection to 127.0.0.1 broke; {LATER}"),
    (
        lambda sim: sim.refuse_next(50001),
        UNEXPECTED,
    ),
]


@pytest.mark.parametrize(("break_it", "words"), CONNECTIONS)
async def test_failing_discord(
    discord_simulator: DiscordSimulator, break_it: Callable[[DiscordSimulator], Any], words: str
) -> None:
    """Discord's errors become words, at once and without another attempt."""
    break_it(discord_simulator)
    assert bad(await examine(discord_simulator)) == [fail("connection", words)]
    assert len(discord_simulator.requests) == 1


async def test_a_failure_in_the_middle(discord_simulator: DiscordSimulator) -> None:
    """What was found before a failure is reported, too."""
    discord_simulator.break_next(502, part="GET /gateway/bot")
    found = await examine(discord_simulator)
    assert about(found, "token")
    assert about(found, "connection") == [
        fail("connection", f"Discord isn't working (HTTP status 502); {LATER}")
    ]


async def test_a_silent_discord(
    discord_simulator: DiscordSimulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All requests together have a timeout."""
    monkeypatch.setattr(doctor, "ANSWER_SECONDS", 0.05)
    discord_simulator.delay_next(0.2)
    assert bad(await examine(discord_simulator)) == [
        fail("connection", f"127.0.0.1 doesn't answer; {LATER}")
    ]


async def test_a_closed_port(discord_simulator: DiscordSimulator) -> None:
    """A refused connection names the address and the setting that leads there."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        assert bad(await examine(discord_simulator, url=f"http://127.0.0.1:{port}")) == [
            fail(
                "connection",
                f"127.0.0.1 can't be reached at port {port}; check this machine's firewall, and "
                "DISCORD_API_URL",
            )
        ]


async def test_an_unknown_host(discord_simulator: DiscordSimulator) -> None:
    """A host that can't be looked up is a matter of the network or of DNS."""
    assert bad(await examine(discord_simulator, url="http://discord.invalid")) == [
        fail(
            "connection",
            "discord.invalid can't be found; check this machine's network and DNS, and "
            "DISCORD_API_URL",
        )
    ]


async def test_another_server(discord_simulator: DiscordSimulator) -> None:
    """A page in place of Discord's answer, as from a network that asks for a login, is told."""

    async def page(_: web.Request) -> web.Response:
        return web.Response(text="<title>Welcome to our network</title>", content_type="text/html")

    application = web.Application()
    application.router.add_get("/{path:.*}", page)
    async with TestServer(application, host="127.0.0.1") as server:
        found = await examine(discord_simulator, url=str(server.make_url("/")))
    assert bad(found) == [
        fail(
            "connection",
            "another server answers in Discord's place; check that this machine's network doesn't "
            "ask for a login, and check DISCORD_API_URL if it is set",
        )
    ]


async def test_no_tls(discord_simulator: DiscordSimulator) -> None:
    """A server that doesn't speak TLS is told from one that can't be reached."""
    url = discord_simulator.url.replace("http:", "https:")
    assert bad(await examine(discord_simulator, url=url)) == [
        fail(
            "connection",
            "127.0.0.1 doesn't speak TLS; check whether a proxy is in the way, and DISCORD_API_URL",
        )
    ]


# the portal


async def test_an_interactions_endpoint(discord_simulator: DiscordSimulator) -> None:
    """With an endpoint URL in the portal, the gateway gets no interactions."""
    discord_simulator.portal["interactions_endpoint_url"] = "https://other.example/discord"
    page = f"{PORTAL}/{discord_simulator.world.bot.id}/information"
    assert bad(await examine(discord_simulator)) == [
        fail(
            "interactions",
            "Discord sends all commands and presses to another address, and the bot gets none; "
            f"clear Interactions Endpoint URL at {page} and press Save Changes",
        )
    ]


async def test_a_code_grant(discord_simulator: DiscordSimulator) -> None:
    """A bot that requires a code grant can't be added by the install link."""
    discord_simulator.portal["bot_require_code_grant"] = True
    page = f"{PORTAL}/{discord_simulator.world.bot.id}/bot"
    assert bad(await examine(discord_simulator)) == [
        fail(
            "install",
            "nobody can add the bot to a server, because it requires a code grant; turn off "
            f"Requires OAuth2 Code Grant at {page}",
        )
    ]


async def test_needless_intents(discord_simulator: DiscordSimulator) -> None:
    """A privileged intent that is on in the portal does no harm, and can be turned off."""
    discord_simulator.portal["flags"] = discord.ApplicationFlags(gateway_message_content=True).value
    (found,) = about(await examine(discord_simulator), "intents")
    page = f"{PORTAL}/{discord_simulator.world.bot.id}/bot"
    assert found == ok(
        "intents", f"the bot doesn't need Message Content Intent, which you can turn off at {page}"
    )


async def test_few_starts_left(discord_simulator: DiscordSimulator) -> None:
    """A bot that has almost used up its connections of today waits before it connects."""
    discord_simulator.gateway.identified.update({0: 981})
    assert about(await examine(discord_simulator), "connections today") == [
        warn(
            "connections today",
            "19 of 1000 left, so the bot waits 24.0 h before it connects; find out from its log "
            "why it restarts so often",
        )
    ]


# commands


async def test_commands_never_listed(discord_simulator: DiscordSimulator) -> None:
    """Before the first start, Discord has no commands."""
    assert about(await examine(discord_simulator), "commands") == [
        warn(
            "commands",
            "Discord lists none yet; start the bot, which lists them, and then reload Discord",
        )
    ]


async def test_commands_of_this_release(town: Town) -> None:
    """What the bot has listed at its start is what the doctor expects."""
    assert about(await examine(town.sim), "commands") == [
        ok("commands", "Discord lists all 2 of this release")
    ]


async def test_commands_before_the_first_table(town: Town, tmp_path: Path) -> None:
    """The list lacks a level that only the tables of these settings make possible."""
    make_table(tmp_path)
    (found,) = about(await examine(town.sim, tables=tmp_path), "commands")
    assert found.level is Level.WARN
    assert "restart the bot, which updates it" in found.text


@pytest.mark.parametrize("change", [{"description": "Older"}, {"name": "pulux"}, {"options": []}])
async def test_commands_of_another_release(town: Town, change: dict[str, Any]) -> None:
    """A list that differs in a description, a name or an option is outdated."""
    town.sim.commands[None][0].update(change)
    assert about(await examine(town.sim), "commands") == [
        warn(
            "commands",
            "the list on Discord is of another release or program; restart the bot, which updates "
            "it. If that changes nothing, check that no other program uses this DISCORD_TOKEN",
        )
    ]


async def test_a_running_bot_is_not_disturbed(town: Town) -> None:
    """The doctor only reads, and opens no gateway session."""
    before, asked = list(town.sim.sessions), len(town.sim.requests)
    await examine(town.sim, town.plaza.id)
    assert town.sim.sessions == before
    assert {request.method for request in town.sim.requests[asked:]} == {"GET"}


# channels


async def test_a_channel_that_is_no_number(discord_simulator: DiscordSimulator) -> None:
    """A channel's name isn't its id."""
    assert bad(await examine(discord_simulator, "#maize")) == [
        fail(
            "channel",
            "--channel must be a number on Discord; turn on Developer Mode in Discord's settings "
            "under Advanced, right-click the channel and choose Copy Channel ID",
        )
    ]


async def test_an_unknown_channel(discord_simulator: DiscordSimulator, guild: Guild) -> None:
    """A server's id isn't a channel's."""
    assert bad(await examine(discord_simulator, guild.id)) == [
        fail(
            "channel",
            f"Discord knows no channel {guild.id}; right-click the channel itself, not the server "
            "or a message, and choose Copy Channel ID",
        )
    ]


async def test_an_invisible_channel(discord_simulator: DiscordSimulator, maize: Channel) -> None:
    """The bot can't tell a hidden channel from one in a server that it hasn't joined."""
    discord_simulator.refuse(maize, Permission.VIEW_CHANNEL)
    assert bad(await examine(discord_simulator, maize.id)) == [
        fail(
            "channel",
            f"puluc can't see channel {maize.id}; if it isn't in that server, open the install "
            "link, and otherwise allow the role puluc View Channel in the channel's settings under "
            "Permissions",
        )
    ]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (ChannelKind.CATEGORY, "this is a category; give the id of a channel in it"),
        (
            ChannelKind.FORUM,
            "this is a forum, which has no messages itself; give the id of a post",
        ),
    ],
)
async def test_a_channel_without_messages(
    discord_simulator: DiscordSimulator, guild: Guild, kind: ChannelKind, words: str
) -> None:
    """Boards need a channel with messages."""
    channel = discord_simulator.channel(guild, "ideas", kind)
    found = await examine(discord_simulator, channel.id)
    assert bad(found) == [fail("permissions in #ideas", words)]


async def test_a_channel_of_an_unknown_kind(
    discord_simulator: DiscordSimulator, guild: Guild
) -> None:
    """A channel of a kind that the library doesn't know can't be meant."""
    channel = discord_simulator.channel(guild, "hub", ChannelKind.DIRECTORY)
    assert bad(await examine(discord_simulator, channel.id)) == [
        fail(
            "channel",
            f"channel {channel.id} isn't of a kind that has messages; give a text channel's id",
        )
    ]


RIGHTS = [
    (Permission.SEND_MESSAGES, Level.FAIL, "Send Messages", "it can't post boards"),
    (
        Permission.ATTACH_FILES,
        Level.FAIL,
        "Attach Files",
        "it can't post boards, which are pictures",
    ),
    (
        Permission.CREATE_PUBLIC_THREADS,
        Level.WARN,
        "Create Public Threads",
        "it can't give games their own threads",
    ),
    (
        Permission.SEND_MESSAGES_IN_THREADS,
        Level.WARN,
        "Send Messages in Threads",
        "it can't post boards in threads",
    ),
]


@pytest.mark.parametrize(("refused", "level", "title", "without"), RIGHTS)
async def test_a_missing_permission(
    discord_simulator: DiscordSimulator,
    maize: Channel,
    refused: Permission,
    level: Level,
    title: str,
    without: str,
) -> None:
    """Each permission is named by itself, with what fails without it and where to allow it."""
    discord_simulator.refuse(maize, refused)
    assert bad(await examine(discord_simulator, maize.id)) == [
        Finding(
            level,
            "permissions in #maize",
            f"without {title}, {without}; allow it to the role puluc in the channel's settings "
            "under Permissions",
        )
    ]


async def test_a_permission_that_a_server_denies(
    discord_simulator: DiscordSimulator, guild: Guild, maize: Channel
) -> None:
    """What no role grants is missing in a channel that says nothing about it."""
    guild.everyone &= ~Permission.SEND_MESSAGES & ~Permission.ATTACH_FILES
    found = bad(await examine(discord_simulator, maize.id))
    assert [each.text.partition(",")[0] for each in found] == [
        "without Send Messages",
        "without Attach Files",
    ]


async def test_a_thread(discord_simulator: DiscordSimulator, maize: Channel) -> None:
    """In a thread, the permission to send messages in the channel doesn't matter."""
    thread = discord_simulator.thread(maize, "game")
    discord_simulator.refuse(maize, Permission.SEND_MESSAGES)
    found = await examine(discord_simulator, thread.id)
    assert bad(found) == []
    discord_simulator.refuse(maize, Permission.SEND_MESSAGES_IN_THREADS)
    assert bad(await examine(discord_simulator, thread.id)) == [
        fail(
            "permissions in #game",
            "without Send Messages in Threads, it can't post boards here; allow it to the role "
            "puluc in the settings of the thread's channel under Permissions",
        )
    ]


async def test_a_locked_thread(discord_simulator: DiscordSimulator, maize: Channel) -> None:
    """In a locked thread the bot can't post, whatever else it may do."""
    thread = discord_simulator.thread(maize, "game")
    discord_simulator.lock(thread)
    assert bad(await examine(discord_simulator, thread.id)) == [
        fail(
            "permissions in #game",
            "the thread is locked, so the bot can't post there; unlock it",
        )
    ]


async def test_a_private_chat(discord_simulator: DiscordSimulator, guild: Guild) -> None:
    """A private chat with the bot needs no permissions."""
    ana = discord_simulator.person("Ana")
    found = await examine(discord_simulator, discord_simulator.direct(ana).id)
    assert about(found, "channel") == [
        ok("channel", "a private chat with the bot, which needs no permissions")
    ]
