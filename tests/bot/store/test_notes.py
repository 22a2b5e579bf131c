"""Notes, gates, counters and leases that processes share, in every store."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from itertools import count

import pytest

from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.notes import changes_of
from bot.table.ports import Operation, Store
from bot.table.table import Table
from tests.waiting import PATIENCE_SECONDS


async def test_a_note(store: Store) -> None:
    """A note keeps its latest text; a note that was never set is None."""
    assert await store.note("commands") is None
    for text in ("1", "été|2"):
        await store.set_note("commands", text)
    assert await store.note("commands") == "été|2"
    assert await store.note("other") is None


async def test_a_gate(store: Store) -> None:
    """Only one caller passes a gate."""
    passed = await asyncio.gather(*(store.gate("identify", 600) for _ in range(10)))
    assert sorted(passed) == [False] * 9 + [True]
    assert await store.gate("other", 600)


async def test_a_gate_opens_again(link: Link) -> None:
    """A gate opens again after the given number of seconds."""
    store = RedisStore(link)
    await store.gate("identify", 600)
    assert 590 < await link.redis.ttl("gate:identify") <= 600
    await link.redis.delete("gate:identify")  # as if it had expired
    assert await store.gate("identify", 600)


async def test_counting(store: Store) -> None:
    """Every call is counted exactly once, even over a faulty connection."""
    counts = await asyncio.gather(*(store.count("starts", 600) for _ in range(20)))
    assert max(counts) == 20
    assert await store.count("starts", 600) == 21
    assert await store.count("other", 600) == 1


async def test_a_counter_expires(link: Link) -> None:
    """A counter expires a given time after its first count, regardless of later ones."""
    store = RedisStore(link)
    await store.count("starts", 600)
    await link.redis.expire("count:starts", 100)  # as if most of the time were over
    assert await store.count("starts", 600) == 2
    assert await link.redis.ttl("count:starts") <= 100


async def test_a_lease(store: Store) -> None:
    """Only one caller holds a lease, and it keeps its token when it renews it."""
    tokens = await asyncio.gather(*(store.hold("poll", who, 600) for who in "abc"))
    assert sorted(tokens) == [0, 0, 1]
    holder = "abc"[tokens.index(1)]
    assert await store.hold("poll", holder, 600) == 1


async def test_a_renewed_lease(link: Link) -> None:
    """A lease that its holder renews lasts as long as a new one."""
    store = RedisStore(link)
    await store.hold("poll", "a", 60)
    await store.hold("poll", "a", 600)
    assert 590_000 < await link.redis.pttl("hold:{poll}") <= 600_000


async def test_the_next_holder_has_a_higher_token(store: Store) -> None:
    """A released lease can be taken by another holder, with a higher token."""
    first = await store.hold("poll", "a", 600)
    await store.let_go("poll", "b")  # no effect: b isn't the holder
    assert await store.hold("poll", "b", 600) == 0
    await store.let_go("poll", "a")
    assert await store.hold("poll", "b", 600) == first + 1


async def test_an_expired_lease(store: Store) -> None:
    """A lease that isn't renewed expires and can be taken."""
    assert await store.hold("poll", "a", 0.01)
    while not (token := await store.hold("poll", "b", 600)):  # noqa: ASYNC110 - it expires silently
        await asyncio.sleep(0)
    assert token == 2


async def test_reports(store: Store) -> None:
    """Everyone hears what everyone says, until they take it back."""
    assert await said(store, "shards", "1 2") == {"ana": "1 2"}
    await store.report("shards", "ben", "", 600)
    assert await said(store, "shards", "3") == {"ana": "3", "ben": ""}
    await store.leave("shards", "ben")
    assert await said(store, "shards", "3") == {"ana": "3"}
    assert await said(store, "other", "3") == {"ana": "3"}


async def test_a_report_ends(store: Store) -> None:
    """What somebody has said before is no longer heard when its time is over."""
    await store.report("shards", "ben", "1", -1)
    assert await said(store, "shards", "2") == {"ana": "2"}


async def test_when_a_report_ends(store: Store) -> None:
    """Everyone learns for how long what others say still counts."""
    await store.report("shards", "ben", "1", 30)
    reports = await store.report("shards", "ana", "2", 600)
    assert 20 < reports["ben"].seconds <= 30


async def test_listening_says_nothing(store: Store) -> None:
    """Who only asks what others say hears what still counts, and isn't heard."""
    assert await store.said("shards") == {}
    await store.report("shards", "ben", "1 2", 30)
    await store.report("shards", "cara", "3", -1)
    heard = await store.said("shards")
    assert {holder: each.text for holder, each in heard.items()} == {"ben": "1 2"}
    assert 20 < heard["ben"].seconds <= 30


async def test_how_long_a_lease_lasts(store: Store) -> None:
    """Whoever waits for a lease learns how long it lasts unless it is renewed."""
    assert await store.left("poll") == 0
    await store.hold("poll", "a", 30)
    assert 20 < await store.left("poll") <= 30


CHANGES: Mapping[str, Callable[[Store], Awaitable[object]]] = {
    "a lock is released": lambda store: store.let_go("shards", "ben"),
    "somebody says something new": lambda store: store.report("shards", "ben", "2", 600),
    "somebody takes back what they said": lambda store: store.leave("shards", "ben"),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_hearing_of_a_change(two: tuple[Store, Store], change: str) -> None:
    """Who waits for a change by another process hears of it."""
    here, there = two
    await there.hold("shards", "ben", 600)
    await there.report("shards", "ben", "1", 600)
    waiting = asyncio.create_task(here.hears("shards", 3600))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not waiting.done():
            await CHANGES[change](there)
            await there.hold("shards", "ben", 600)
            await there.report("shards", "ben", "1", 600)
            await asyncio.sleep(0.01)


async def said(store: Store, name: str, text: str) -> Mapping[str, str]:
    """What everyone says by name, after Ana has said this."""
    reports = await store.report(name, "ana", text, 600)
    return {holder: each.text for holder, each in reports.items()}


async def heard(two: tuple[Store, Store], changes: TableId, table: Table) -> None:
    """Wait for the changes of a table until another process has told of one, by commits."""
    here, there = two
    await there.create(table, Operation("post"))
    waiting = asyncio.create_task(here.hears(changes_of(changes), 3600))
    async with asyncio.timeout(PATIENCE_SECONDS):
        for revision in count(table.revision + 1):
            after = replace(table, revision=revision)
            await there.commit(after, (), Operation(f"step {revision}"), ())
            await asyncio.sleep(0.01)
            if waiting.done():
                break


async def test_a_change_of_a_table_is_heard(two: tuple[Store, Store], table: Table) -> None:
    """Who waits for a table hears of a change that another process makes."""
    await heard(two, table.id, table)


async def test_the_beginning_of_a_table_that_follows_is_heard(
    two: tuple[Store, Store], table: Table
) -> None:
    """Who waits for a finished table hears that play has begun at the one that follows it."""
    await heard(two, table.id, replace(table, id=TableId("rematch123"), follows=table.id))


async def test_a_table_that_follows_is_heard(two: tuple[Store, Store], table: Table) -> None:
    """Who waits for a finished table hears of another one that follows it."""
    here, there = two
    waiting = asyncio.create_task(here.hears(changes_of(table.id), 3600))
    async with asyncio.timeout(PATIENCE_SECONDS):
        for number in count():
            follower = replace(table, id=TableId(f"next{number}"), follows=table.id)
            await there.create(follower, Operation("post"))
            await asyncio.sleep(0.01)
            if waiting.done():
                break
