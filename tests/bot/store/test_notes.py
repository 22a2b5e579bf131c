"""What processes tell each other through every store, whatever the wire."""

import asyncio

from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ports import Store


async def test_a_note(store: Store) -> None:
    """A note is what was noted last; nothing is noted under another name."""
    assert await store.note("commands") is None
    for text in ("1", "été|2"):
        await store.set_note("commands", text)
    assert await store.note("commands") == "été|2"
    assert await store.note("other") is None


async def test_a_gate(store: Store) -> None:
    """One passes a gate, everybody else waits."""
    passed = await asyncio.gather(*(store.gate("identify", 600) for _ in range(10)))
    assert sorted(passed) == [False] * 9 + [True]
    assert await store.gate("other", 600)


async def test_a_gate_opens_again(link: Link) -> None:
    """A gate opens by itself after the seconds it was given."""
    store = RedisStore(link)
    await store.gate("identify", 600)
    assert 590 < await link.redis.ttl("gate:identify") <= 600
    await link.redis.delete("gate:identify")  # as if they were over
    assert await store.gate("identify", 600)


async def test_counting(store: Store) -> None:
    """Everybody is counted once, whatever the wire loses."""
    counts = await asyncio.gather(*(store.count("starts", 600) for _ in range(20)))
    assert max(counts) == 20
    assert await store.count("starts", 600) == 21
    assert await store.count("other", 600) == 1


async def test_counting_begins_anew(link: Link) -> None:
    """A count ends its seconds after it began, however often was counted since."""
    store = RedisStore(link)
    await store.count("starts", 600)
    await link.redis.expire("count:starts", 100)  # as if most of them were over
    assert await store.count("starts", 600) == 2
    assert await link.redis.ttl("count:starts") <= 100
