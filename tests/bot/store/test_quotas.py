"""Quotas count each item once, until it expires."""

import time

from bot.table.ports import Store


async def test_quota(store: Store) -> None:
    """At the limit a new item is refused, but one that is already counted is accepted."""
    now = int(time.time())
    taken = [await store.take("x", item, now=now, until=now + 60, limit=2) for item in "aabca"]
    assert taken == [True, True, True, False, True]
    assert await store.taken("x", now=now) == ("a", "b")
    assert await store.take("y", "c", now=now, until=now + 60, limit=2)


async def test_quota_in_time(store: Store) -> None:
    """An item that expires makes room; items are listed by expiry."""
    now = int(time.time())
    for item, seconds in (("a", 120), ("b", 60)):
        assert await store.take("x", item, now=now, until=now + seconds, limit=2)
    assert await store.taken("x", now=now) == ("b", "a")
    assert not await store.take("x", "c", now=now + 59, until=now + 180, limit=2)
    assert await store.take("x", "c", now=now + 60, until=now + 180, limit=2)
    assert await store.taken("x", now=now) == ("a", "c")
    assert await store.taken("x", now=now + 120) == ("c",)


async def test_quota_given_back(store: Store) -> None:
    """An item that is given back, even twice, is no longer counted."""
    now = int(time.time())
    assert await store.take("x", "a", now=now, until=now + 60, limit=1)
    for _ in range(2):
        await store.give_back("x", "a")
    assert await store.taken("x", now=now) == ()
    assert await store.take("x", "b", now=now, until=now + 60, limit=1)
