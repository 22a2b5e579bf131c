"""What only a store on a server has to mind: leases of others, and how long things are kept."""

import asyncio
import os
import signal
import time
from dataclasses import replace

import pytest

from bot.store import keys, redis
from bot.store import link as connection
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import DAY, RedisStore
from bot.table.ports import Operation
from bot.table.table import Status, Table, TableId


async def test_a_lease_that_another_has_by_now(link: Link, table: Table) -> None:
    """Whoever held a lease too long does not take it from the next holder."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    late = store.showing(table.id, table.place)
    async with store.showing(table.id, table.place):
        await link.redis.delete(keys.lease(table.id, table.place))  # as if its time were over
        assert await late.__aenter__()
    async with store.showing(table.id, table.place) as third:
        assert not third
    await late.__aexit__(None, None, None)


async def test_a_lease_that_cannot_be_given_back(
    own: EmbeddedServer, pid: int, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was done under a lease is done, though the store is gone before it is given back."""
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", 0.5)
    link = Link(own.url)
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    async with store.showing(table.id, table.place) as showing:
        assert showing
        os.kill(pid, signal.SIGKILL)
    await link.close()


async def test_a_lease_that_is_cancelled_for(link: Link, table: Table) -> None:
    """Whoever is told to stop while it asks for a lease leaves none behind."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))

    async def show() -> None:
        async with store.showing(table.id, table.place):
            await asyncio.sleep(0)

    for steps in range(40):
        showing = asyncio.create_task(show())
        for _ in range(steps):
            await asyncio.sleep(0)
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
        assert not await link.redis.exists(keys.lease(table.id, table.place))


async def test_a_lease_is_held_while_its_holder_lives(
    link: Link, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever takes long to show a board keeps the lease meanwhile."""
    monkeypatch.setattr(redis, "LEASE_MILLISECONDS", 60_000)
    await RedisStore(link).create(table, Operation("post"))
    async with RedisStore(link).showing(table.id, table.place):
        monkeypatch.setattr(redis, "LEASE_MILLISECONDS", 2_000)  # renewed for as long from now on
        for _ in range(500):
            if await link.redis.pttl(keys.lease(table.id, table.place)) <= 2_000:
                return
            await asyncio.sleep(0.01)
    pytest.fail("nobody renewed the lease")


async def test_offers_last_as_long_as_each_says(link: Link, table: Table) -> None:
    """An open challenge that ends early does not take a later one with it."""
    store, user, now = RedisStore(link), table.host.user, int(time.time())
    for name, until in (("late", now + 9_000), ("early", now + 10)):
        await store.reserve_offer(user, TableId(name), now=now, until=until, limit=2)
    assert await link.redis.ttl(keys.offers(user)) > 8_000


@pytest.mark.parametrize(
    ("status", "days"), [(Status.OFFERED, 3), (Status.PLAYING, 90), (Status.OVER, 7)]
)
async def test_how_long_a_table_is_kept(
    link: Link, table: Table, status: Status, days: int
) -> None:
    """Three days for an offer, ninety without a move for a game, seven when it is over."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    after = replace(table, revision=2, status=status)
    await store.commit(after, ("b+1",), Operation("press"), [])
    assert days - 1 < await link.redis.ttl(keys.table(table.id)) / DAY <= days


async def test_how_long_a_record_is_kept(link: Link, table: Table) -> None:
    """A record is kept for a year after the last move, longer than its table."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    await store.commit(replace(table, revision=2), ("b+1",), Operation("press"), [])
    assert 364 < await link.redis.ttl(keys.record(table.id)) / DAY <= 365
