"""The calls at startup: which failures are retried, and which end the program."""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs

from bot.config import WrongSetting
from bot.inbound import rivals
from bot.on_telegram import answers, inline, preflight, requests
from bot.on_telegram.connection import Account, TelegramConnection, connected
from bot.table.people import Platform

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


@asynccontextmanager
async def started(village: "Village", **settings: Any) -> AsyncIterator[TelegramConnection]:
    """Start a bot with these settings; with a webhook, it accepts updates."""
    account = Account(token=village.sim.token, root=village.sim.url, group_minute=1000, **settings)
    async with connected(account, village.services) as connection:
        await connection.ready()
        yield connection


CALLS = pytest.mark.parametrize("call", ["getMe", "getChat", "setWebhook"])


@pytest.fixture
def settings(village: "Village") -> dict[str, str]:
    """Settings with which the program makes all of CALLS when it starts."""
    channel = village.sim.channel("Pictures")
    return {"cache_chat": str(channel.id), "webhook": "http://127.0.0.1:9"}


@CALLS
async def test_a_rate_limit(village: "Village", settings: dict[str, str], call: str) -> None:
    """A call that is rate limited is retried after the time that Telegram asks for."""
    village.sim.limit_next(2, 0.05, call)
    async with started(village, **settings):
        pass
    statuses = [one.status for one in village.sim.requests if one.method == call]
    assert statuses[-3:] == [429, 429, 200]


@CALLS
async def test_no_answer(
    village: "Village", settings: dict[str, str], monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A call that times out is retried."""
    monkeypatch.setattr(requests, "READ_SECONDS", 0.3)
    monkeypatch.setattr(preflight, "UNANSWERED_SECONDS", 0.0)
    village.sim.delay_next(30, 1, call)
    before = village.asked(call)
    async with started(village, **settings):
        pass
    assert village.asked(call) >= before + 2


@CALLS
async def test_away(
    village: "Village", settings: dict[str, str], monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A call that fails with 503 is retried."""
    monkeypatch.setattr(preflight, "UNANSWERED_SECONDS", 0.0)
    village.sim.break_next(503, 2, call)
    async with started(village, **settings):
        pass
    statuses = [one.status for one in village.sim.requests if one.method == call]
    assert statuses[-3:] == [503, 503, 200]


async def test_away_for_long(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """If Telegram stays unavailable, the program gives up with a one-line error."""
    monkeypatch.setattr(preflight, "UNANSWERED_SECONDS", 0.05)
    monkeypatch.setattr(preflight, "PATIENCE_SECONDS", 0.3)
    village.sim.break_next(503, 1000, "getMe")
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_API_URL: .* isn't responding"):
        async with started(village):
            pass


async def test_an_answer_that_breaks_off(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call whose connection breaks in the middle of the response is retried."""
    monkeypatch.setattr(preflight, "UNANSWERED_SECONDS", 0.0)
    village.sim.cut_next(part="getMe")
    before = village.asked("getMe")
    async with started(village):
        pass
    assert village.asked("getMe") == before + 2


async def test_nobody_there(village: "Village") -> None:
    """A refused connection isn't retried: the address is probably wrong."""
    account = Account(token=village.sim.token, root="http://127.0.0.1:9", group_minute=1)
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_API_URL: Can't connect"):
        async with connected(account, village.services):
            pass


@CALLS
async def test_a_long_rate_limit(village: "Village", settings: dict[str, str], call: str) -> None:
    """If Telegram asks for more than a minute, the program ends with a one-line error."""
    village.sim.limit_next(1, 3600, call)
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_API_URL: .* rate limiting .* 3600 seconds"):
        async with started(village, **settings):
            pass


async def test_a_repeated_rate_limit(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """If calls are rate limited again and again, the program gives up after a while."""
    monkeypatch.setattr(preflight, "PATIENCE_SECONDS", 0.3)
    village.sim.limit_next(1000, 0.05, "getMe")
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_API_URL: .* isn't responding"):
        async with started(village):
            pass


async def test_stopping_during_startup(village: "Village") -> None:
    """A program that is waiting for Telegram can be stopped."""
    before = village.asked("getMe")
    village.sim.limit_next(1, 50, "getMe")

    async def start() -> None:
        async with started(village):
            pass

    starting = asyncio.create_task(start())
    await asyncio.to_thread(village.sim.wait, lambda: village.asked("getMe") > before)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting


async def test_a_cache_chat_that_does_not_exist(village: "Village") -> None:
    """A cache chat that doesn't exist is a configuration error."""
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_CACHE_CHAT: .* Chat not found\. Make"):
        async with started(village, cache_chat="-100123"):
            pass


async def test_kicked_from_the_cache_chat(village: "Village") -> None:
    """A bot that was removed from the cache chat starts all the same, and logs one warning."""
    channel = village.sim.channel("Pictures")
    village.sim.kick_bot(channel)
    with capture_logs() as logs:
        async with started(village, cache_chat=str(channel.id)):
            pass
    (entry,) = [line for line in logs if line["event"] == "telegram.no-cache"]
    assert entry["log_level"] == "warning"
    assert "kicked" in entry["why"]


async def test_a_cache_chat_that_moved(village: "Village") -> None:
    """A cache chat that became a supergroup is found, and its new id is logged."""
    group = village.sim.group("Pictures")
    moved = village.sim.migrate(group)
    with capture_logs() as logs:
        async with started(village, cache_chat=str(group.id)):
            pass
    (entry,) = [line for line in logs if line["event"] == "telegram.cache-moved"]
    assert entry["to"] == moved.id


async def test_two_bots_on_one_store(village: "Village") -> None:
    """What a bot stores includes its id, so two bots can share a store."""
    message, number = village.ana.say(village.plaza, "/open@puluc_bot"), village.bot.id
    (update,) = await village.updates()
    async with started(village, webhook="http://127.0.0.1:9"):
        pass
    assert update.message is not None
    expected = f"telegram:{number}:{village.plaza.id}:{message.id}"
    assert answers.operation(village.bot, update.message) == expected
    assert inline.operation(village.bot, "bul.1") == f"telegram:{number}:inline:bul.1"
    hooks = [one.params for one in village.sim.requests if one.method == "setWebhook"]
    key = await village.store.secret(f"telegram.{number}")
    assert hooks[-1]["secret_token"] == hmac.new(key, b"webhook", hashlib.sha256).hexdigest()


async def test_the_webhook_secret(village: "Village") -> None:
    """Only the exact secret is accepted; strings that aren't valid text are rejected, too."""
    async with started(village, webhook="http://127.0.0.1:9") as connection:
        hook = village.sim.world.updates.webhook
        assert hook is not None
        secret = hook.secret
        assert secret
        assert connection.knows(secret)
        for guessed in ("", secret[:-1], secret + "x", "\udcff", "\xff"):
            assert not connection.knows(guessed)


async def test_before_there_is_a_secret(village: "Village") -> None:
    """Until the webhook is set, no secret is accepted."""
    account = Account(token=village.sim.token, root=village.sim.url, group_minute=1000)
    async with connected(account, village.services) as connection:
        assert not connection.knows("")


async def test_connected_by_webhook(village: "Village", settings: dict[str, str]) -> None:
    """With a webhook, the bot is connected once the webhook has been set."""
    account = Account(token=village.sim.token, root=village.sim.url, group_minute=1000, **settings)
    async with connected(account, village.services) as connection:
        assert not connection.connected
        await connection.ready()
        assert connection.connected


async def test_a_webhook_of_another_program(
    village: "Village", settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another program takes the webhook, the bot isn't connected, and says why."""
    monkeypatch.setattr(rivals, "SURE_SECONDS", 0)
    async with started(village, **settings) as connection:
        await connection.look()
        assert connection.connected
        for take in (
            partial(village.bot.set_webhook, "http://127.0.0.1:8"),
            village.bot.delete_webhook,
        ):
            await take()
            with capture_logs() as lines:
                await connection.look()
            assert not connection.connected
            assert [line["event"] for line in lines] == ["token.conflict"]
        assert await rivals.met_lately(village.store, Platform.TELEGRAM)
