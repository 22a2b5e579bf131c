"""The first calls: what keeps the program from starting, and what does not."""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs

from bot.config import WrongSetting
from bot.on_telegram import answers, inline, preflight, transport
from bot.on_telegram.connection import Account, TelegramConnection, connected

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


@asynccontextmanager
async def started(village: "Village", **settings: Any) -> AsyncIterator[TelegramConnection]:
    """A bot that has started with these settings, and takes updates if it has a webhook."""
    account = Account(token=village.sim.token, root=village.sim.url, group_minute=1000, **settings)
    async with connected(account, village.house) as connection:
        await connection.ready()
        yield connection


CALLS = pytest.mark.parametrize("call", ["getMe", "getChat", "setWebhook"])


@pytest.fixture
def settings(village: "Village") -> dict[str, str]:
    """With these a start makes each of the first calls."""
    channel = village.sim.channel("Pictures")
    return {"cache_chat": str(channel.id), "webhook": "http://127.0.0.1:9"}


@CALLS
async def test_patience(village: "Village", settings: dict[str, str], call: str) -> None:
    """Where Telegram asks for patience the program waits so long, and starts."""
    village.sim.limit_next(2, 0.05, call)
    async with started(village, **settings):
        pass
    statuses = [one.status for one in village.sim.requests if one.method == call]
    assert statuses[-3:] == [429, 429, 200]


@CALLS
async def test_no_answer(
    village: "Village", settings: dict[str, str], monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A first call that is not answered is made again."""
    monkeypatch.setattr(transport, "READ_SECONDS", 0.3)
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
    """A first call that meets a Telegram that is away, as a 503 says, is made again."""
    monkeypatch.setattr(preflight, "UNANSWERED_SECONDS", 0.0)
    village.sim.break_next(503, 2, call)
    async with started(village, **settings):
        pass
    statuses = [one.status for one in village.sim.requests if one.method == call]
    assert statuses[-3:] == [503, 503, 200]


async def test_away_for_long(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A Telegram that stays away is waited for a while, and then told of in one line."""
    monkeypatch.setattr(preflight, "UNANSWERED_SECONDS", 0.05)
    monkeypatch.setattr(preflight, "PATIENCE_SECONDS", 0.3)
    village.sim.break_next(503, 1000, "getMe")
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_API_URL: .* isn't responding"):
        async with started(village):
            pass


async def test_an_answer_that_breaks_off(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first call whose connection breaks in the middle of the answer is made again."""
    monkeypatch.setattr(preflight, "UNANSWERED_SECONDS", 0.0)
    village.sim.cut_next(part="getMe")
    before = village.asked("getMe")
    async with started(village):
        pass
    assert village.asked("getMe") == before + 2


async def test_nobody_there(village: "Village") -> None:
    """An address where nobody listens is told of at once: it is probably wrong."""
    account = Account(token=village.sim.token, root="http://127.0.0.1:9", group_minute=1)
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_API_URL: Can't connect"):
        async with connected(account, village.house):
            pass


@CALLS
async def test_no_patience(village: "Village", settings: dict[str, str], call: str) -> None:
    """Where Telegram asks for more than a minute the program says so in one line, and ends."""
    village.sim.limit_next(1, 3600, call)
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_API_URL: .* rate limiting .* 3600 seconds"):
        async with started(village, **settings):
            pass


async def test_patience_ends(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Telegram asks for patience again and again the program ends after a while."""
    monkeypatch.setattr(preflight, "PATIENCE_SECONDS", 0.3)
    village.sim.limit_next(1000, 0.05, "getMe")
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_API_URL: .* isn't responding"):
        async with started(village):
            pass


async def test_told_to_stop(village: "Village") -> None:
    """A program that waits for Telegram and is told to stop does."""
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
    """A cache chat that Telegram does not know is a slip of whoever set it."""
    with pytest.raises(WrongSetting, match=r"^TELEGRAM_CACHE_CHAT: .* Chat not found\. Make"):
        async with started(village, cache_chat="-100123"):
            pass


async def test_kicked_from_the_cache_chat(village: "Village") -> None:
    """A bot that was put out of the cache chat starts without, and says so once."""
    channel = village.sim.channel("Pictures")
    village.sim.kick_bot(channel)
    with capture_logs() as logs:
        async with started(village, cache_chat=str(channel.id)):
            pass
    (told,) = [line for line in logs if line["event"] == "telegram.no-cache"]
    assert told["log_level"] == "warning"
    assert "kicked" in told["why"]


async def test_a_cache_chat_that_moved(village: "Village") -> None:
    """A cache chat that became a supergroup is found, and whoever set it is told its number."""
    group = village.sim.group("Pictures")
    moved = village.sim.migrate(group)
    with capture_logs() as logs:
        async with started(village, cache_chat=str(group.id)):
            pass
    (told,) = [line for line in logs if line["event"] == "telegram.cache-moved"]
    assert told["to"] == moved.id


async def test_two_bots_on_one_store(village: "Village") -> None:
    """What is kept in the store of a bot bears its number: another bot's is kept beside it."""
    message, number = village.ana.say(village.plaza, "/open@puluc_bot"), village.bot.id
    (update,) = await village.updates()
    async with started(village, webhook="http://127.0.0.1:9"):
        pass
    assert update.message is not None
    told = f"telegram:{number}:{village.plaza.id}:{message.id}"
    assert answers.operation(village.bot, update.message) == told
    assert inline.operation(village.bot, "bul.1") == f"telegram:{number}:inline:bul.1"
    hooks = [one.params for one in village.sim.requests if one.method == "setWebhook"]
    key = await village.store.secret(f"telegram.{number}")
    assert hooks[-1]["secret_token"] == hmac.new(key, b"webhook", hashlib.sha256).hexdigest()


async def test_who_is_heard(village: "Village") -> None:
    """Only what carries the secret comes from Telegram; what is no text is no secret."""
    async with started(village, webhook="http://127.0.0.1:9") as connection:
        hook = village.sim.world.updates.webhook
        assert hook is not None
        secret = hook.secret
        assert secret
        assert connection.knows(secret)
        for guessed in ("", secret[:-1], secret + "x", "\udcff", "\xff"):
            assert not connection.knows(guessed)


async def test_nobody_is_heard_too_early(village: "Village") -> None:
    """Until Telegram was told a secret there is none that fits."""
    account = Account(token=village.sim.token, root=village.sim.url, group_minute=1000)
    async with connected(account, village.house) as connection:
        assert not connection.knows("")
