"""Malformed updates: they are skipped and logged once, and no other update is lost."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs

from bot.on_telegram.connection import Account, TelegramConnection
from bot.on_telegram.inbound import ALLOWED_UPDATES
from tests.bot.on_telegram.test_polling import Heard, polls
from tests.waiting import until

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

CHAT = {"id": -4000000001, "type": "group", "title": "Plaza"}
ANA = {"id": 5000000001, "is_bot": False, "first_name": "Ana"}
SAID = {"message_id": 1, "date": 1, "chat": CHAT, "from": ANA, "text": "/games@puluc_bot"}
COMMAND = [{"type": "bot_command", "offset": 0, "length": 16}]
NAMED = [{"type": "mention", "offset": 0, "length": 10}]
PRESS = {"id": "1", "from": ANA, "chat_instance": "1", "data": "x", "inline_message_id": "m"}

MALFORMED: list[Any] = [
    *(5, "x", None, [], {}),
    *({"update_id": None}, {"update_id": "x", "message": SAID}, {"update_id": True}),
    *({"message": None}, {"message": 5}, {"message": {}}, {"message": []}),
    {"message": SAID | {"from": {"id": 5, "is_bot": False}}},
    {"message": SAID | {"from": "Ana"}},
    {"message": SAID | {"from": ANA | {"first_name": 5}, "entities": COMMAND}},
    {"message": SAID | {"from": ANA | {"language_code": 5}, "entities": COMMAND}},
    {"message": SAID | {"from": ANA | {"id": {}}, "entities": COMMAND}},
    {"message": SAID | {"chat": None}},
    {"message": SAID | {"chat": CHAT | {"id": []}, "entities": COMMAND}},
    {"message": SAID | {"text": 5, "entities": COMMAND}},
    {"message": SAID | {"entities": [{"type": "bot_command", "offset": "0", "length": None}]}},
    {"message": SAID | {"entities": [{"type": "bot_command", "offset": -7, "length": 900}]}},
    {"message": SAID | {"entities": 5}},
    {"message": SAID | {"date": "yesterday"}},
    {"message": SAID | {"migrate_to_chat_id": {}}},
    {"callback_query": {"id": "1"}},
    {"callback_query": PRESS | {"from": ANA | {"language_code": []}}},
    {"callback_query": PRESS | {"data": 5}},
    {"callback_query": PRESS | {"data": {}, "inline_message_id": []}},
    {"callback_query": PRESS | {"message": {"chat": 5}}},
    {"inline_query": {"id": 5, "from": ANA, "query": 5, "offset": 5}},
    {"chosen_inline_result": {"result_id": 5, "from": ANA, "query": 5, "inline_message_id": 5}},
    {"my_chat_member": {"chat": CHAT, "from": ANA, "date": 5}},
    {"my_chat_member": {"chat": 5, "from": {}, "date": "x", "new_chat_member": []}},
    {"guest_message": SAID},
    {"guest_message": SAID | {"guest_query_id": [], "text": "@puluc_bot play", "entities": 5}},
    {"guest_message": SAID | {"guest_query_id": 5, "text": "@puluc_bot play", "entities": NAMED}},
    {"error": "x", "message": 0, "poll": 7},
]


@pytest.fixture(autouse=True)
async def _answered_at_random(village: "Village") -> AsyncIterator[None]:
    """Ignore replies to chats that don't exist, which the simulator reports as violations."""
    yield
    await village.settle()
    village.sim.violations.clear()


async def heard_after(village: "Village", updates: list[Any]) -> list[str]:
    """Return which of Ana's commands before and after these updates are handled."""
    heard = Heard()
    village.ana.say(village.plaza, "/help@puluc_bot 1")
    for update in updates:
        village.sim.misinform(update)
    village.ana.say(village.plaza, "/help@puluc_bot 2")

    async def handle(update: Any) -> None:
        await village.inbound.handle(update)
        if update.message is not None and str(update.message.text).startswith("/help"):
            await heard(update)

    async with polls(village, handle):
        await until(lambda: len(heard) == 2 and not village.sim.pending)
    await village.settle()
    return heard


@pytest.mark.parametrize("update", MALFORMED, ids=str)
async def test_polled(village: "Village", update: object) -> None:
    """When polling, a malformed update doesn't keep others from being handled."""
    assert await heard_after(village, [update]) == ["/help@puluc_bot 1", "/help@puluc_bot 2"]


async def test_all_together(village: "Village") -> None:
    """All malformed updates together are logged once each, without personal data."""
    with capture_logs() as logs:
        await heard_after(village, MALFORMED)
    skipped = [line["update"] for line in logs if line["event"] == "update.unread"]
    assert skipped
    assert len(skipped) == len(set(skipped))
    assert sum(line["event"] == "update.unnumbered" for line in logs) == 1
    assert not [line for line in logs if line["event"] == "telegram.fault"]
    assert not [line for line in logs if "Ana" in str(line)]


async def test_only_an_unconfirmable_update(village: "Village") -> None:
    """An update that can be neither handled nor confirmed doesn't end polling."""
    heard = Heard()
    village.sim.misinform(5)
    asked = village.asked("getUpdates")
    async with polls(village, heard, sleep=lambda _: asyncio.sleep(0)) as polling:
        await until(lambda: village.asked("getUpdates") > asked + 2)
        assert not polling.done()
    assert heard == []


@pytest.mark.parametrize("update", MALFORMED, ids=str)
async def test_sent(village: "Village", update: Any) -> None:
    """A malformed update from the webhook is accepted, so that Telegram doesn't repeat it."""
    connection = await _connection(village)
    if isinstance(update, dict):
        update = {"update_id": 5} | update
    assert await connection.take(json.dumps(update).encode()) == 200
    await village.settle()


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100_000, b'"x"', b"1e999"])
async def test_not_even_json(village: "Village", body: bytes) -> None:
    """A body that isn't JSON, or is nested too deeply, is accepted, too."""
    connection = await _connection(village)
    assert await connection.take(body) == 200


@pytest.mark.parametrize("secret", ["", "x", "\udcff", "é"])
async def test_a_wrong_secret(village: "Village", secret: str) -> None:
    """A wrong secret is rejected, whatever its bytes."""
    connection = await _connection(village)
    assert not connection.knows(secret)


async def _connection(village: "Village") -> TelegramConnection:
    """Return the connection of a bot with a webhook."""
    hook = "http://127.0.0.1:9"
    account = Account(token=village.sim.token, webhook=hook, group_minute=1000)
    connection = TelegramConnection(
        account, village.bot, village.inbound, village.outbound, village.answers, village.store
    )
    await connection.ready()
    return connection


def test_every_type_has_an_example() -> None:
    """Every type of update that the bot asks for has a malformed example."""
    kinds = {kind for update in MALFORMED if isinstance(update, dict) for kind in update}
    assert set(ALLOWED_UPDATES) <= kinds
