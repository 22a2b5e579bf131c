"""What every kind of web channel does."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, AsyncIterator

import pytest

from bot.store import channels as heard_channels
from bot.store import link as connection
from bot.store.channels import RedisChannels
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.table.ports import Channels


async def bodies(channels: Channels, since: int = 0) -> list[str]:
    return [message.body for message in await channels.since("maize", since)]


async def test_messages_in_order(channels: Channels) -> None:
    """Messages are read in the order in which they were posted."""
    for n in range(3):
        await channels.post("maize", f"m{n}", f"hello {n}")
    assert await bodies(channels) == ["hello 0", "hello 1", "hello 2"]


async def test_a_channel_of_its_own(channels: Channels) -> None:
    """What is posted in one channel is not in another."""
    await channels.post("maize", "m", "hello")
    assert await channels.since("beans", 0) == ()


async def test_only_what_is_new(channels: Channels) -> None:
    """A reader who has seen a version gets what came after it."""
    await channels.post("maize", "m0", "old")
    seen = (await channels.since("maize", 0))[-1].version
    await channels.post("maize", "m1", "new")
    assert await bodies(channels, seen) == ["new"]


async def test_an_edit_keeps_its_place(channels: Channels) -> None:
    """A changed message has a new version and the order that it was added with."""
    for id_, body in (("m0", "a"), ("m1", "b"), ("m0", "c")):
        await channels.post("maize", id_, body)
    messages = await channels.since("maize", 0)
    assert [message.body for message in messages] == ["b", "c"]
    assert sorted(messages, key=lambda message: message.order)[0].id == "m0"


async def test_posted_twice_is_once(channels: Channels) -> None:
    """The same message with the same body is no change."""
    version = await channels.post("maize", "m0", "a")
    assert await channels.post("maize", "m0", "a") == version
    assert len(await channels.since("maize", 0)) == 1


async def test_posted_once_stays(channels: Channels) -> None:
    """What is posted once only does not change a message that is there."""
    version = await channels.post("maize", "m0", "a", once=True)
    assert await channels.post("maize", "m0", "b", once=True) == version
    assert await bodies(channels) == ["a"]


async def test_a_channel_forgets_what_is_old(channels: Channels) -> None:
    """Only the newest messages are kept."""
    for n in range(6):
        await channels.post("maize", f"m{n}", str(n), keep=4)
    assert await bodies(channels) == ["2", "3", "4", "5"]


async def test_a_message_taken_away(channels: Channels) -> None:
    """Readers learn of a message that was dropped by its empty body."""
    await channels.post("maize", "m0", "a")
    await channels.drop("maize", "m0")
    await channels.drop("maize", "never")
    assert await bodies(channels) == [""]


async def test_the_newest_version(channels: Channels) -> None:
    """A channel tells how far it has come."""
    assert await channels.version("maize") == 0
    version = await channels.post("maize", "m0", "a")
    assert await channels.version("maize") == version
    assert await channels.version("beans") == 0


async def test_a_listener_is_woken(channels: Channels) -> None:
    """Whoever listens learns of a message that another posts."""
    heard = asyncio.Event()

    async def listen() -> None:
        async for version in channels.listen("maize"):
            if version:
                heard.set()

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0.05)
    await channels.post("maize", "m0", "a")
    async with asyncio.timeout(10):
        await heard.wait()
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def test_people_of_a_channel(channels: Channels) -> None:
    """People are known by the channels they entered, under their newest name."""
    await channels.enter("maize", "u1", "Ana")
    await channels.enter("maize", "u1", "Anna")
    assert await channels.people("maize") == {"u1": "Anna"}
    assert await channels.people("beans") == {}


async def test_a_name_is_one_persons(channels: Channels) -> None:
    """Nobody enters under a name that somebody else has in this channel, in whatever case."""
    assert await channels.enter("maize", "u1", "Ana")
    assert not await channels.enter("maize", "u2", "ANA")
    assert await channels.enter("beans", "u2", "ANA")
    assert await channels.people("maize") == {"u1": "Ana"}


async def kept(link: Link) -> dict[str, int]:
    """For how many seconds each key is kept."""
    keys = [key async for key in link.redis.scan_iter("chat:*")]
    return {key.decode(): await link.redis.ttl(key) for key in keys}


async def test_a_channel_ends_by_itself(link: Link) -> None:
    """Every key of a channel ends a year after somebody last posted there or came in."""
    channels = RedisChannels(link)
    year = heard_channels.KEPT_SECONDS
    await channels.enter("maize", "u1", "Ana")
    await channels.post("maize", "m0", "a")
    for use in (
        channels.post("maize", "m0", "a"),
        channels.post("maize", "m1", "b"),
        channels.drop("maize", "m1"),
        channels.enter("maize", "u1", "Ana"),
        channels.enter("maize", "u2", "ana"),  # who is refused
    ):
        for key in await kept(link):
            await link.redis.expire(key, 1000)
        await use
        left = await kept(link)
        assert len(left) == 7
        assert all(year - 60 < seconds <= year for seconds in left.values())


async def test_whoever_stays_away_is_forgotten(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has not come in for a year is nobody's neighbour, and their names are free."""
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
    """People of whom nobody noted when they came in are kept for a year from now on."""
    await link.redis.hset("chat:{maize}:people", "u1", "Ana")
    await link.redis.hset("chat:{maize}:names", "ana", "u1")
    channels = RedisChannels(link)
    await channels.enter("maize", "u2", "Ben")
    assert await channels.people("maize") == {"u1": "Ana", "u2": "Ben"}
    assert await link.redis.zcard("chat:{maize}:seen") == 2


@pytest.fixture
async def fragile(own: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Channels]:
    """Channels on a server that may be killed, without the pulse that would hide a fault."""
    monkeypatch.setattr(heard_channels, "PULSE_SECONDS", 3_600)
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", 0.5)
    link = Link(own.url)
    channels = RedisChannels(link)
    yield channels
    await channels.close()
    await link.close()


async def heard(versions: AsyncGenerator[int, None], version: int) -> None:
    """Listen until this version comes."""
    async with asyncio.timeout(10):
        async for each in versions:
            if each == version:
                return


async def test_a_listener_outlives_the_server(
    fragile: Channels, own: EmbeddedServer, pid: int
) -> None:
    """Whoever listened before the server was killed hears what is posted when it is back."""
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
    """A listener that looks by itself while there is no server goes on when there is one."""
    monkeypatch.setattr(heard_channels, "PULSE_SECONDS", 0.1)
    os.kill(pid, signal.SIGKILL)
    versions = fragile.listen("maize")
    waiting = asyncio.create_task(heard(versions, 1))
    assert await asyncio.wait([waiting], timeout=1) == (set(), {waiting})
    await asyncio.to_thread(own.ensure)
    await fragile.post("maize", "m0", "a")
    await waiting
    await versions.aclose()


async def test_nothing_is_missed_while_nobody_hears(fragile: Channels, own: EmbeddedServer) -> None:
    """What was posted between two connections is told once there is one again."""
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
    """However far the channels have come with connecting, they close."""
    for steps in range(60):
        channels = RedisChannels(link)
        waiting = asyncio.create_task(anext(channels.listen("maize")))
        for _ in range(steps):
            await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await channels.close()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


async def test_closing_leaves_nothing(link: Link) -> None:
    """When the channels are closed, nothing goes on by itself."""
    others = asyncio.all_tasks()
    channels = RedisChannels(link)
    versions = channels.listen("maize")
    await channels.post("maize", "m0", "a")
    await heard(versions, 1)
    await versions.aclose()
    await channels.close()
    assert asyncio.all_tasks() <= others
