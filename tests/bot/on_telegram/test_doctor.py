"""What the doctor finds on Telegram."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr
from telegram import User, WebhookInfo

from bot.config import Config
from bot.findings import Finding, Level, fail, ok, warn
from bot.on_telegram import doctor, menu
from bot.on_telegram.connection import Account
from bot.texts.catalogue import Catalogue
from small_telegram_bot import client
from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.ports import free_port

NOW: Final = 1_800_000_000.0
POLLING: Final = Account(token="1:a", group_minute=20)  # noqa: S106 - of a bot that exists nowhere
HOOKED: Final = replace(POLLING, webhook="https://puluc.example/")
ADDRESS: Final = "https://puluc.example/telegram"
NOT_TELEGRAM: Final = fail(
    "connection",
    "Telegram doesn't answer as it should; try again later, check that this machine's network"
    " doesn't ask for a login, and check TELEGRAM_API_URL if it is set",
)
ME: Final = User(
    7,
    "Puluc",
    is_bot=True,
    username="puluc_bot",
    can_join_groups=True,
    can_read_all_group_messages=False,
    supports_inline_queries=False,
)


async def found(sim: TelegramSimulator, channel: object = None, **settings: Any) -> list[Finding]:
    """The findings on a simulated Telegram."""
    account = {"telegram_token": SecretStr(sim.token), "telegram_api_url": sim.url} | settings
    config = Config(_env_file=None, **account)
    chat = None if channel is None else str(channel)
    return [each async for each in doctor.findings(config, chat)]


async def list_commands(sim: TelegramSimulator, *, without: str = "") -> None:
    """List the commands as the bot does, but for one."""
    catalogue = Catalogue()
    async with client(sim) as bot:
        for scope, listed in menu.profile(catalogue, catalogue.language()).lists:
            await bot.set_my_commands([each for each in listed if each.command != without], scope)


async def test_a_bot_that_is_well(telegram_simulator: TelegramSimulator) -> None:
    """A bot that is well has one line for each subject, and none is wrong."""
    await list_commands(telegram_simulator)
    lines = await found(telegram_simulator)
    assert {line.level for line in lines} == {Level.OK}
    assert [line.subject for line in lines] == [
        *("token", "groups", "privacy mode", "inline mode", "guest mode", "updates", "commands")
    ]
    assert lines[0].text == f"this is @{telegram_simulator.username}"


async def test_it_only_reads(telegram_simulator: TelegramSimulator) -> None:
    """The doctor makes only calls that read, and none that takes updates from the bot."""
    plaza = telegram_simulator.group("Plaza")
    await found(telegram_simulator, plaza.id, telegram_cache_chat=str(plaza.id))
    methods = {request.method for request in telegram_simulator.requests}
    assert methods == {"getMe", "getWebhookInfo", "getMyCommands", "getChat", "getChatMember"}


async def test_a_wrong_token(telegram_simulator: TelegramSimulator) -> None:
    """A token that Telegram rejects ends the check, which says if a part is missing."""
    remedy = "copy the current one from @BotFather, and check TELEGRAM_API_URL"
    for wrong, what in (
        ("7000000001:" + "x" * 35, "Telegram rejects TELEGRAM_TOKEN"),
        ("7000000001:another-token", "Telegram rejects TELEGRAM_TOKEN, which isn't a whole one"),
    ):
        lines = await found(telegram_simulator, telegram_token=SecretStr(wrong))
        assert lines == [fail("token", f"{what}; {remedy}")]


async def test_a_text_that_is_no_token(telegram_simulator: TelegramSimulator) -> None:
    """A text without a token's form is rejected likewise, and isn't repeated."""
    (line,) = await found(telegram_simulator, telegram_token=SecretStr("my-token"))
    assert (line.level, line.subject) == (Level.FAIL, "token")
    assert "my-token" not in line.text


async def test_no_connection(telegram_simulator: TelegramSimulator) -> None:
    """If Telegram can't be reached, the line says what to check."""
    nowhere = f"http://127.0.0.1:{free_port()}"
    assert await found(telegram_simulator, telegram_api_url=nowhere) == [
        fail(
            "connection",
            "this machine can't connect to Telegram; check its network and firewall, and "
            "TELEGRAM_API_URL if it is set",
        )
    ]


async def test_a_rate_limit(telegram_simulator: TelegramSimulator) -> None:
    """If Telegram limits calls, the doctor doesn't wait."""
    telegram_simulator.limit_next(1, 30, "getWebhookInfo")
    *_, last = await found(telegram_simulator)
    assert last == fail("connection", "Telegram limits this bot's calls now; try again in a minute")


async def test_a_failing_telegram(telegram_simulator: TelegramSimulator) -> None:
    """If Telegram itself fails, the line doesn't repeat its words, which may have the token."""
    telegram_simulator.refuse_next(f"{telegram_simulator.token} is lost", 502, part="getMe")
    assert await found(telegram_simulator) == [NOT_TELEGRAM]


@pytest.mark.parametrize("body", ["[]", '{"ok": true}', '{"ok": true, "result": 7}', "<html>"])
async def test_another_server(telegram_simulator: TelegramSimulator, body: str) -> None:
    """A server that isn't Telegram's is told, whatever it answers."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(text=body)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    async with TestServer(app, host="127.0.0.1") as server:
        url = str(server.make_url(""))
        assert await found(telegram_simulator, telegram_api_url=url) == [NOT_TELEGRAM]


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        (
            {"can_join_groups": False},
            fail(
                "groups",
                "the bot can't be added to groups; in @BotFather send /setjoingroups and choose"
                " Enable",
            ),
        ),
        (
            {"can_read_all_group_messages": True},
            warn(
                "privacy mode",
                "off, so Telegram sends the bot every message of its groups, which it doesn't"
                " need; in @BotFather send /setprivacy and choose Enable",
            ),
        ),
        (
            {"supports_inline_queries": True},
            ok(
                "inline mode",
                "on; its feedback must be on, too, which can't be checked here: in @BotFather send"
                " /setinlinefeedback and choose Enabled",
            ),
        ),
        ({}, ok("inline mode", "off; to play in any chat, send /setinline to @BotFather")),
        (
            {"supports_guest_queries": True},
            ok("guest mode", "on, so people can name @puluc_bot in any chat to play there"),
        ),
        (
            {},
            ok(
                "guest mode",
                "off; to let people play in any chat by naming the bot, open the app of @BotFather,"
                " choose the bot, and turn on Guest Mode",
            ),
        ),
    ],
)
def test_the_profile(changes: dict[str, bool], finding: Finding) -> None:
    """What is set in BotFather is told, with the command that changes it."""
    me = User.de_json(ME.to_dict() | changes)
    assert finding in doctor.profile(me)


def hook(url: str, *, pending: int = 0, error: str | None = None, ago: float = 60) -> WebhookInfo:
    """What Telegram tells about a webhook whose last error, if any, is some seconds old."""
    at = None if error is None else datetime.fromtimestamp(NOW - ago, UTC)
    return WebhookInfo(url, False, pending, last_error_date=at, last_error_message=error)


@pytest.mark.parametrize(
    ("account", "info", "finding"),
    [
        (POLLING, hook(""), ok("updates", "by polling; no webhook is in the way")),
        (
            POLLING,
            hook("https://other.example/"),
            warn(
                "updates",
                "a webhook is set (https://other.example/), so polling receives nothing; the bot"
                " removes it when it starts. If it comes back, another program uses this token:"
                " get a new one from @BotFather",
            ),
        ),
        (
            POLLING,
            hook("", pending=250),
            warn("updates", "250 are waiting; the bot is down, or can't keep up"),
        ),
        (HOOKED, hook(ADDRESS), ok("webhook", f"set to {ADDRESS}, without recent errors")),
        (
            HOOKED,
            hook(""),
            warn("webhook", "not set at Telegram yet; the bot sets it when it starts"),
        ),
        (
            HOOKED,
            hook("https://old.example/telegram"),
            fail(
                "webhook",
                "Telegram sends updates to https://old.example/telegram instead of"
                f" {ADDRESS}; restart the bot, and if it happens again, look for another program"
                " that uses this token",
            ),
        ),
        (
            HOOKED,
            hook(ADDRESS, error="Connection timed out"),
            fail(
                "webhook",
                f"Telegram couldn't reach {ADDRESS} at 07:59 UTC (Connection timed out); check the"
                " proxy, its certificate and the firewall",
            ),
        ),
        (
            HOOKED,
            hook(ADDRESS, error="Connection timed out", ago=7200),
            ok("webhook", f"set to {ADDRESS}, without recent errors"),
        ),
        (
            HOOKED,
            hook(ADDRESS, pending=100),
            warn("webhook", "100 updates are waiting; the bot is down, or can't keep up"),
        ),
    ],
)
def test_how_updates_arrive(account: Account, info: WebhookInfo, finding: Finding) -> None:
    """The webhook at Telegram must fit the settings and work."""
    assert doctor.delivery(account, info, NOW) == finding


async def test_no_commands(telegram_simulator: TelegramSimulator) -> None:
    """Before its first start the bot has listed no commands."""
    *_, last = await found(telegram_simulator)
    assert last == warn("commands", "aren't listed yet; the bot lists them when it starts")


async def test_commands_of_another_release(telegram_simulator: TelegramSimulator) -> None:
    """Commands of another release are told."""
    await list_commands(telegram_simulator, without="undo")
    *_, last = await found(telegram_simulator)
    assert last == warn(
        "commands", "are those of another release; the bot lists them when it starts"
    )


CACHE: Final = (
    "make the bot an administrator of that channel who may post messages; until then, the boards"
    " of inline games are text"
)


async def cache(sim: TelegramSimulator, chat: object) -> Finding:
    """The finding about the cache chat."""
    return (await found(sim, telegram_cache_chat=str(chat)))[-1]


async def test_a_cache_chat(telegram_simulator: TelegramSimulator) -> None:
    """A channel in which the bot may post is well."""
    channel = telegram_simulator.channel("Cache")
    telegram_simulator.appoint_bot(channel)
    assert await cache(telegram_simulator, channel.id) == ok(
        "TELEGRAM_CACHE_CHAT", "the bot can post there"
    )


async def test_a_cache_chat_without_rights(telegram_simulator: TelegramSimulator) -> None:
    """An administrator who may not post is no use."""
    channel = telegram_simulator.channel("Cache")
    telegram_simulator.appoint_bot(channel)
    telegram_simulator.forbid(channel, "can_post_messages")
    assert await cache(telegram_simulator, channel.id) == fail(
        "TELEGRAM_CACHE_CHAT", f"the bot may not post there; {CACHE}"
    )


async def test_a_cache_chat_that_does_not_exist(telegram_simulator: TelegramSimulator) -> None:
    """A wrong id is told with Telegram's words."""
    assert await cache(telegram_simulator, -1001) == fail(
        "TELEGRAM_CACHE_CHAT", f"can't be used (Chat not found); {CACHE}"
    )


async def test_a_cache_chat_as_a_member(telegram_simulator: TelegramSimulator) -> None:
    """In a group, a member who may send photos is enough."""
    plaza = telegram_simulator.group("Plaza")
    assert (await cache(telegram_simulator, plaza.id)).level is Level.OK
    telegram_simulator.forbid(plaza, "can_send_photos")
    assert (await cache(telegram_simulator, plaza.id)).level is Level.FAIL


async def test_a_cache_chat_that_has_moved(telegram_simulator: TelegramSimulator) -> None:
    """The bot follows a group that has become a supergroup, but the setting should change."""
    moved = telegram_simulator.migrate(plaza := telegram_simulator.group("Plaza"))
    assert await cache(telegram_simulator, plaza.id) == warn(
        "TELEGRAM_CACHE_CHAT", f"the group has become a supergroup; set it to {moved.id}"
    )


async def chat(sim: TelegramSimulator, id_: object) -> list[Finding]:
    """The findings about a chat."""
    return [each for each in await found(sim, id_) if each.subject == f"chat {id_}"]


async def test_a_group(telegram_simulator: TelegramSimulator) -> None:
    """In an ordinary group the bot has all rights that it needs."""
    plaza = telegram_simulator.group("Plaza")
    assert await chat(telegram_simulator, plaza.id) == [
        ok(f"chat {plaza.id}", "the bot can post boards with pictures there")
    ]


async def test_a_group_without_photos(telegram_simulator: TelegramSimulator) -> None:
    """Each right that members lack is told, with what fails without it."""
    plaza = telegram_simulator.group("Plaza")
    telegram_simulator.forbid(plaza, "can_send_photos", "can_send_messages")
    advice = "allow it in the group's permissions, or make the bot an administrator"
    assert await chat(telegram_simulator, plaza.id) == [
        fail(f"chat {plaza.id}", f"the bot may not send messages, so it can't answer; {advice}"),
        warn(
            f"chat {plaza.id}",
            f"the bot may not send photos, so boards are only text; {advice}",
        ),
    ]


async def test_an_administrator(telegram_simulator: TelegramSimulator) -> None:
    """What members may not do doesn't matter to an administrator."""
    plaza = telegram_simulator.group("Plaza")
    telegram_simulator.forbid(plaza, "can_send_photos")
    telegram_simulator.appoint_bot(plaza)
    (line,) = await chat(telegram_simulator, plaza.id)
    assert line.level is Level.OK


async def test_a_group_that_removed_the_bot(telegram_simulator: TelegramSimulator) -> None:
    """A group that has removed the bot is told."""
    plaza = telegram_simulator.group("Plaza")
    telegram_simulator.kick_bot(plaza)
    assert await chat(telegram_simulator, plaza.id) == [
        fail(f"chat {plaza.id}", "the bot has been removed; add it again")
    ]


async def test_a_group_that_has_moved(telegram_simulator: TelegramSimulator) -> None:
    """A group that has become a supergroup has a new id."""
    plaza = telegram_simulator.group("Plaza")
    moved = telegram_simulator.migrate(plaza)
    assert await chat(telegram_simulator, plaza.id) == [
        fail(f"chat {plaza.id}", f"it has become a supergroup; its id is now {moved.id}")
    ]


async def test_a_chat_that_does_not_exist(telegram_simulator: TelegramSimulator) -> None:
    """A wrong id is told."""
    assert await chat(telegram_simulator, -1001) == [
        fail("chat -1001", "can't be found (Chat not found); add the bot, or check the id")
    ]


async def test_a_channel(telegram_simulator: TelegramSimulator) -> None:
    """A channel is no place to play."""
    channel = telegram_simulator.channel("News")
    telegram_simulator.appoint_bot(channel)
    assert await chat(telegram_simulator, channel.id) == [
        fail(
            f"chat {channel.id}",
            "it is a channel, where nobody can send commands; use a group",
        )
    ]
