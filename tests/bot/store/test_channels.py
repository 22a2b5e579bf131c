"""Web channels, in memory and on a server."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, AsyncIterator
from itertools import count

import pytest
from structlog.testing import capture_logs

from bot.store import channels as heard_channels
from bot.store import hearing
from bot.store.channels import RedisChannels
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.table.channels import Channels
from bot.table.ports import Unsafe
from tests.waiting import PATIENCE_SECONDS, until


async def bodies(channels: Channels, since: int = 0) -> list[str]:
    return [message.body for message in await channels.since("maize", since)]


async def test_messages_in_order(channels: Channels) -> None:
    """Messages are read in the order in which they were posted."""
    for n in range(3):
        await channels.post("maize", f"m{n}", f"hello {n}")
    assert await bodies(channels) == ["hello 0", "hello 1", "hello 2"]


async def test_channels_are_separate(channels: Channels) -> None:
    """A message is in the channel where it was posted and in no other."""
    await channels.post("maize", "m", "hello")
    assert await channels.since("beans", 0) == ()


async def test_reading_from_a_version(channels: Channels) -> None:
    """Reading from a version returns only the messages after it."""
    await channels.post("maize", "m0", "old")
    version = (await channels.since("maize", 0))[-1].version
    await channels.post("maize", "m1", "new")
    assert await bodies(channels, version) == ["new"]


async def test_an_edit_keeps_its_place(channels: Channels) -> None:
    """An edited message gets a new version and keeps its order."""
    for id_, body in (("m0", "a"), ("m1", "b"), ("m0", "c")):
        await channels.post("maize", id_, body)
    messages = await channels.since("maize", 0)
    assert [message.body for message in messages] == ["b", "c"]
    assert sorted(messages, key=lambda message: message.order)[0].id == "m0"


async def test_a_repeated_post(channels: Channels) -> None:
    """Posting the same message with the same body again changes nothing."""
    version = await channels.post("maize", "m0", "a")
    assert await channels.post("maize", "m0", "a") == version
    assert len(await channels.since("maize", 0)) == 1


async def test_posting_once(channels: Channels) -> None:
    """Posting with `once` doesn't change an existing message."""
    version = await channels.post("maize", "m0", "a", once=True)
    assert await channels.post("maize", "m0", "b", once=True) == version
    assert await bodies(channels) == ["a"]


async def test_old_messages_are_dropped(channels: Channels) -> None:
    """Only the newest messages are kept."""
    for n in range(6):
        await channels.post("maize", f"m{n}", str(n), keep=4)
    assert await bodies(channels) == ["2", "3", "4", "5"]


async def test_a_dropped_message(channels: Channels) -> None:
    """A dropped message is read with an empty body."""
    await channels.post("maize", "m0", "a")
    await channels.drop("maize", "m0")
    await channels.drop("maize", "never")
    assert await bodies(channels) == [""]


async def test_the_newest_version(channels: Channels) -> None:
    """A channel's version is that of its latest message."""
    assert await channels.version("maize") == 0
    version = await channels.post("maize", "m0", "a")
    assert await channels.version("maize") == version
    assert await channels.version("beans") == 0


async def test_a_listener_is_notified(channels: Channels) -> None:
    """A listener is notified of a message that another client posts."""

    async def listen() -> int:
        async for version in channels.listen("maize"):
            if version:
                return version
        raise AssertionError

    listening = asyncio.create_task(listen())
    async with asyncio.timeout(PATIENCE_SECONDS):
        for number in count():  # it may not be listening yet
            await channels.post("maize", f"m{number}", "a")
            await asyncio.sleep(0)
            if listening.done():
                break
    assert await listening


async def test_people_of_a_channel(channels: Channels) -> None:
    """People are listed in the channels that they entered, with their latest name."""
    await channels.enter("maize", "u1", "Ana")
    await channels.enter("maize", "u1", "Anna")
    assert await channels.people("maize") == {"u1": "Anna"}
    assert await channels.people("beans") == {}


async def test_a_name_is_unique_in_a_channel(channels: Channels) -> None:
    """A name that is taken in a channel, in any case, is refused there."""
    assert await channels.enter("maize", "u1", "Ana")
    assert not await channels.enter("maize", "u2", "ANA")
    assert await channels.enter("beans", "u2", "ANA")
    assert await channels.people("maize") == {"u1": "Ana"}


async def kept(link: Link) -> dict[str, int]:
    """The time to live of each key, in seconds."""
    keys = [key async for key in link.redis.scan_iter("chat:*")]
    return {key.decode(): await link.redis.ttl(key) for key in keys}


async def test_a_channel_expires(link: Link) -> None:
    """Every key of a channel expires a year after the last post or entry."""
    channels = RedisChannels(link)
    year = heard_channels.KEPT_SECONDS
    await channels.enter("maize", "u1", "Ana")
    await channels.post("maize", "m0", "a")
    for use in (
        channels.post("maize", "m0", "a"),
        channels.post("maize", "m1", "b"),
        channels.drop("maize", "m1"),
        channels.enter("maize", "u1", "Ana"),
        channels.enter("maize", "u2", "ana"),  # refused, because the name is taken
    ):
        for key in await kept(link):
            await link.redis.expire(key, 1000)
        await use
        left = await kept(link)
        assert len(left) == 7
        assert all(year - 60 < seconds <= year for seconds in left.values())


async def test_people_expire(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """People who haven't entered for a year are no longer listed, and their names are free."""
    channels, now = RedisChannels(link), 1_800_000_000
    monkeypatch.setattr(heard_channels.time, "time", lambda: now)
    await channels.enter("maize", "u1", "Ana")
    await channels.enter("maize", "u1", "Anna")
    await channels.enter("maize", "u2", "Ben")
    now += heard_channels.KEPT_SECONDS - 1
    await channels.enter("maize", "u2", "Ben")
    assert await channels.people("maize") == {"u1": "Anna", "u2": "Ben"}
    now += 1
    assert await channels.enter("maize", "u3", "Ana")
    assert await channels.people("maize") == {"u2": "Ben", "u3": "Ana"}
    assert not await channels.enter("maize", "u3", "ben")


async def test_people_of_an_older_release(link: Link) -> None:
    """People whose last visit isn't recorded are kept for a year from now."""
    await link.redis.hset("chat:{maize}:people", "u1", "Ana")
    await link.redis.hset("chat:{maize}:names", "ana", "u1")
    channels = RedisChannels(link)
    await channels.enter("maize", "u2", "Ben")
    assert await channels.people("maize") == {"u1": "Ana", "u2": "Ben"}
    assert await link.redis.zcard("chat:{maize}:seen") == 2


@pytest.fixture
async def fragile(own: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Channels]:
    """Channels on a server that the test may kill, without the pulse, which would hide a bug."""
    for module in (hearing, heard_channels):
        monkeypatch.setattr(module, "PULSE_SECONDS", 3_600)
    monkeypatch.setattr(hearing, "REST_SECONDS", 0.01)
    link = Link(own.url)
    channels = RedisChannels(link)
    yield channels
    await channels.close()
    await link.close()


async def heard(versions: AsyncGenerator[int, None], version: int) -> None:
    """Listen until this version arrives."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        async for each in versions:
            if each == version:
                return


async def test_a_listener_outlives_the_server(
    fragile: Channels, own: EmbeddedServer, pid: int
) -> None:
    """A listener survives a restart of the server and hears later messages."""
    versions = fragile.listen("maize")
    await fragile.post("maize", "m0", "a")
    await heard(versions, 1)
    waiting = asyncio.create_task(heard(versions, 2))
    os.kill(pid, signal.SIGKILL)
    await asyncio.to_thread(own.ensure)
    await fragile.post("maize", "m1", "b")
    await waiting
    await versions.aclose()


async def test_a_listener_waits_for_the_server(
    fragile: Channels, own: EmbeddedServer, pid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener started while the server is down continues when it is up."""
    for module in (hearing, heard_channels):
        monkeypatch.setattr(module, "PULSE_SECONDS", 0.1)
    os.kill(pid, signal.SIGKILL)
    versions = fragile.listen("maize")
    with capture_logs() as logs:
        waiting = asyncio.create_task(heard(versions, 1))
        await until(lambda: "store.deaf" in {line["event"] for line in logs})
    assert not waiting.done()
    await asyncio.to_thread(own.ensure)
    await fragile.post("maize", "m0", "a")
    await waiting
    await versions.aclose()


async def test_a_listener_whose_server_hangs(
    fragile: Channels, own: EmbeddedServer, pid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection on which nothing arrives, not even a reply, is replaced."""
    for module in (hearing, heard_channels):
        monkeypatch.setattr(module, "PULSE_SECONDS", 0.1)
    monkeypatch.setattr(hearing, "REPLY_SECONDS", 0.1)
    versions = fragile.listen("maize")
    await fragile.post("maize", "m0", "a")
    await heard(versions, 1)
    os.kill(pid, signal.SIGSTOP)
    with capture_logs() as logs:
        await until(lambda: logs)
    os.kill(pid, signal.SIGCONT)
    assert logs[0] == {"event": "store.deaf", "why": "TimeoutError", "log_level": "warning"}
    await fragile.post("maize", "m1", "b")
    await heard(versions, 2)
    await versions.aclose()


async def test_a_silent_channel(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection on which nobody says anything is kept."""
    for module in (hearing, heard_channels):
        monkeypatch.setattr(module, "PULSE_SECONDS", 0.02)
    monkeypatch.setattr(hearing, "REPLY_SECONDS", PATIENCE_SECONDS)
    channels = RedisChannels(link)
    versions = channels.listen("maize")
    with capture_logs() as logs:
        for _ in range(10):
            await anext(versions)
    await versions.aclose()
    await channels.close()
    assert logs == []


async def test_nothing_is_missed_between_connections(
    fragile: Channels, own: EmbeddedServer
) -> None:
    """Messages posted between two connections are delivered after reconnecting."""
    versions = fragile.listen("maize")
    await fragile.post("maize", "m0", "a")
    await heard(versions, 1)
    other = Link(own.url)
    for n in range(2, 6):
        await other.redis.client_kill_filter(_type="pubsub")
        await fragile.post("maize", f"m{n}", "b")
        await heard(versions, n)
    await other.close()
    await versions.aclose()


async def test_closing_at_any_moment(link: Link) -> None:
    """Channels can be closed at any stage of connecting."""
    for steps in range(60):
        channels = RedisChannels(link)
        waiting = asyncio.create_task(anext(channels.listen("maize")))
        for _ in range(steps):
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await channels.close()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


async def test_closing_leaves_no_task(link: Link) -> None:
    """Closing leaves no task running."""
    others = asyncio.all_tasks()
    channels = RedisChannels(link)
    versions = channels.listen("maize")
    await channels.post("maize", "m0", "a")
    await heard(versions, 1)
    await versions.aclose()
    await channels.close()
    assert asyncio.all_tasks() <= others


async def test_channels_of_a_person(channels: Channels) -> None:
    """A person's channels are those that they have entered."""
    for channel in ("maize", "beans"):
        await channels.enter(channel, "u1", "Ana")
    await channels.enter("squash", "u2", "Ana")
    assert sorted(await channels.channels_of("u1")) == ["beans", "maize"]


async def test_leaving_a_channel(channels: Channels) -> None:
    """Who leaves a channel isn't among its people any more, and others can have the names."""
    for name in ("Ana", "Anna"):
        await channels.enter("maize", "u1", name)
    await channels.enter("maize", "u2", "Ben")
    await channels.leave("maize", "u1")
    assert await channels.people("maize") == {"u2": "Ben"}
    assert await channels.enter("maize", "u2", "Ana")
    assert await channels.enter("maize", "u3", "Anna")


async def test_no_replica(link: Link) -> None:
    """Where replicas count, a safe post that none of them has says so; the message is there."""
    channels = RedisChannels(link, copies=1)
    with pytest.raises(Unsafe):
        await channels.post("maize", "m1", "a", safe=True)
    assert [message.body for message in await channels.since("maize", 0)] == ["a"]
