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


async def test_one_holds(store: Store) -> None:
    """One holds a thing at a time, and goes on holding it under the same token."""
    tokens = await asyncio.gather(*(store.hold("poll", who, 600) for who in "abc"))
    assert sorted(tokens) == [0, 0, 1]
    holder = "abc"[tokens.index(1)]
    assert await store.hold("poll", holder, 600) == 1


async def test_the_next_holder_has_a_higher_token(store: Store) -> None:
    """What is let go can be held by another, whose token is higher."""
    first = await store.hold("poll", "a", 600)
    await store.let_go("poll", "b")  # which does not hold it
    assert await store.hold("poll", "b", 600) == 0
    await store.let_go("poll", "a")
    assert await store.hold("poll", "b", 600) == first + 1


async def test_a_dead_holder_is_followed(store: Store) -> None:
    """Whoever does not come back in time holds nothing any more."""
    await store.hold("poll", "a", 0.01)
    await asyncio.sleep(0.1)
    assert await store.hold("poll", "b", 600) == 2
