"""The simulator over plain HTTP: webhooks, commands, and pollers that disconnect."""

import asyncio
import json
import socket
from asyncio import to_thread
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest
from aiohttp import web

from telegram_simulator.people import Person
from telegram_simulator.places import Chat
from telegram_simulator.simulator import TelegramSimulator
from telegram_simulator.updates import SECRET_HEADER


@dataclass
class Caller:
    """A minimal Bot API client."""

    simulator: TelegramSimulator
    session: aiohttp.ClientSession

    async def __call__(self, method: str, **params: Any) -> dict[str, Any]:
        url = f"{self.simulator.url}/bot{self.simulator.token}/{method}"
        async with self.session.post(url, json=params) as answer:
            found: dict[str, Any] = await answer.json()
            assert answer.status == found.get("error_code", 200)
            return found


@pytest.fixture
async def call(telegram_simulator: TelegramSimulator) -> AsyncIterator[Caller]:
    async with aiohttp.ClientSession() as session:
        yield Caller(telegram_simulator, session)


@dataclass
class Hook:
    """A bot's webhook server: the updates it received, and the statuses to answer with next."""

    heard: list[Any] = field(default_factory=list)
    secrets: set[str | None] = field(default_factory=set)
    statuses: list[int] = field(default_factory=list)
    url: str = ""

    async def serve(self, request: web.Request) -> web.Response:
        self.secrets.add(request.headers.get(SECRET_HEADER))
        self.heard.append(await request.json())
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    hook = Hook()
    application = web.Application()
    application.router.add_post("/telegram", hook.serve)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    hook.url = f"http://127.0.0.1:{runner.addresses[0][1]}/telegram"
    yield hook
    await runner.cleanup()


async def test_webhook(
    telegram_simulator: TelegramSimulator, call: Caller, hook: Hook, plaza: Chat, ana: Person
) -> None:
    """A webhook is called with its secret, in order, and again until it returns 200."""
    telegram_simulator.webhook_retry_seconds = 0.01
    hook.statuses = [500, 200, 503]
    secret = token_hex(8)
    await call("setWebhook", url=hook.url, secret_token=secret)
    assert telegram_simulator.webhook == hook.url
    for number in range(3):
        await to_thread(ana.say, plaza, f"/c{number}@puluc_bot")
    await to_thread(telegram_simulator.wait, lambda: not telegram_simulator.pending)
    texts = [update.get("message", {}).get("text") for update in hook.heard]
    first, second, third = (f"/c{number}@puluc_bot" for number in range(3))
    assert texts == [None, None, first, first, second, third]
    assert hook.secrets == {secret}
    about = (await call("getWebhookInfo"))["result"]
    assert about["last_error_message"].endswith("503 Service Unavailable")


async def test_a_refused_update_blocks_its_own_chat_only(
    telegram_simulator: TelegramSimulator, call: Caller, hook: Hook, plaza: Chat, ana: Person
) -> None:
    """An update refused by the webhook blocks its own chat only."""
    await call("setWebhook", url=hook.url)
    await to_thread(telegram_simulator.wait, lambda: not telegram_simulator.pending)
    telegram_simulator.webhook_retry_seconds = 60
    hook.statuses = [503]
    await to_thread(ana.say, plaza, "/one@puluc_bot")
    await to_thread(telegram_simulator.wait, lambda: len(hook.heard) == 2)
    await to_thread(ana.say, plaza, "/two@puluc_bot")
    await to_thread(ana.start)
    await to_thread(telegram_simulator.wait, lambda: len(telegram_simulator.pending) == 2)
    assert [update["message"]["text"] for update in hook.heard[1:]] == ["/one@puluc_bot", "/start"]


async def test_webhook_and_polling(
    telegram_simulator: TelegramSimulator, call: Caller, hook: Hook
) -> None:
    """A bot can't poll while it has a webhook."""
    await call("setWebhook", url=hook.url)
    assert "webhook is active" in (await call("getUpdates"))["description"]
    await call("deleteWebhook")
    assert (await call("getUpdates"))["ok"]
    assert telegram_simulator.conflicts == 1


async def test_webhook_elsewhere(telegram_simulator: TelegramSimulator, call: Caller) -> None:
    """The simulator only accepts webhooks on this machine."""
    assert not (await call("setWebhook", url="https://x.example/"))["ok"]
    telegram_simulator.violations.clear()


async def test_unconfirmed_comes_by_webhook(
    telegram_simulator: TelegramSimulator, call: Caller, hook: Hook, plaza: Chat
) -> None:
    """Updates that were polled but not confirmed are sent to a webhook set later."""
    (update,) = (await call("getUpdates"))["result"]
    await call("setWebhook", url=hook.url)
    await to_thread(telegram_simulator.wait, lambda: not telegram_simulator.pending)
    assert hook.heard == [update]


async def test_dead_poller(
    telegram_simulator: TelegramSimulator, call: Caller, plaza: Chat, ana: Person
) -> None:
    """A poller that disconnects loses no updates and doesn't block the next one."""
    (joined,) = (await call("getUpdates"))["result"]
    offset = joined["update_id"] + 1
    address = urlsplit(telegram_simulator.url)
    line = f"GET /bot{telegram_simulator.token}/getUpdates?offset={offset}&timeout=30 HTTP/1.1"
    dying = socket.create_connection((address.hostname, address.port))
    dying.sendall(f"{line}\r\nHost: {address.netloc}\r\n\r\n".encode())
    await to_thread(telegram_simulator.wait, lambda: telegram_simulator.polling)
    dying.close()
    await to_thread(telegram_simulator.wait, lambda: not telegram_simulator.polling)
    polling = asyncio.create_task(call("getUpdates", offset=offset, timeout=30))
    await to_thread(telegram_simulator.wait, lambda: telegram_simulator.polling)
    await to_thread(ana.say, plaza, "/open@puluc_bot")
    assert len((await polling)["result"]) == 1
    assert telegram_simulator.conflicts == 0


async def test_commands(
    telegram_simulator: TelegramSimulator, call: Caller, plaza: Chat, ana: Person, ben: Person
) -> None:
    """Commands are stored by scope and language; a client offers those of the narrowest scope."""
    commands = [{"command": "open", "description": "Open a table"}]
    spanish = [{"command": "open", "description": "Abrir una mesa"}]
    scope = {"type": "all_group_chats"}
    await call("setMyCommands", commands=commands)
    await call("setMyCommands", commands=spanish, scope=scope, language_code="es")
    await call("setMyDescription", description="A game", language_code="en")
    assert telegram_simulator.commands == {
        ('{"type": "default"}', ""): commands,
        (json.dumps(scope), "es"): spanish,
    }
    assert (await call("getMyCommands", scope=scope, language_code="es"))["result"] == spanish
    assert [ana.commands(plaza), ben.commands(plaza), ana.commands(ana.private)] == [
        {"open": "Abrir una mesa"},
        {"open": "Open a table"},
        {"open": "Open a table"},
    ]
    own = {"type": "all_chat_administrators"}
    await call("setMyCommands", commands=[{"command": "close", "description": "Close"}], scope=own)
    telegram_simulator.appoint(ben, plaza)
    assert ben.commands(plaza) == {"close": "Close"}
    assert telegram_simulator.descriptions == {("Description", "en"): "A game"}


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("banChatMember", {}),
        ("sendMessage", {"text": "x"}),
        ("setMyCommands", {"commands": [], "language_code": "spa"}),
        ("setMyCommands", {"commands": [{"command": "a", "description": "b"}] * 2}),
        ("editMessageText", {"text": "x"}),
        ("sendMessage", {"text": "x", "parse_mode": "MarkdownV2"}),
    ],
)
async def test_violations(
    telegram_simulator: TelegramSimulator,
    call: Caller,
    plaza: Chat,
    method: str,
    params: dict[str, Any],
) -> None:
    """A request that no bot should send is refused and recorded as a violation."""
    if "parse_mode" in params:
        params = params | {"chat_id": plaza.id}
    assert not (await call(method, **params))["ok"]
    assert len(telegram_simulator.violations) == 1
    telegram_simulator.violations.clear()


@pytest.mark.parametrize(
    "buttons",
    [
        [[{"text": "x"}]],
        [[{"text": "x", "url": "https://x.example", "callback_data": "x"}]],
        [[{"text": " ", "callback_data": "x"}]],
        [[{"text": "x", "url": "puluc"}]],
        [[{"text": "x", "callback_data": "x"}] * 9],
    ],
)
async def test_keyboards(
    telegram_simulator: TelegramSimulator, call: Caller, plaza: Chat, buttons: list[Any]
) -> None:
    """Keyboards that Telegram refuses are recorded as violations."""
    markup = {"inline_keyboard": buttons}
    assert not (await call("sendMessage", chat_id=plaza.id, text="x", reply_markup=markup))["ok"]
    assert len(telegram_simulator.violations) == 1
    telegram_simulator.violations.clear()
