"""Scheduled work in every store, over a reliable or a faulty connection."""

import asyncio

import pytest
from prometheus_client import REGISTRY

from bot.store import dues
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.due import LEASE_SECONDS, Due
from bot.table.ids import TableId
from bot.table.ports import Store

TABLE, OTHER = TableId("k3f9qd7m2x"), TableId("aaaaaaaaaa")
REPOST = Due(TABLE, "repost:web:maize:", 100)


async def claimed(store: Store, now: float, limit: int = 20) -> list[tuple[TableId, str]]:
    return [(due.table, due.what) for due in await store.claim(now, limit)]


async def test_nothing_is_due_before_its_time(store: Store) -> None:
    """A due can be claimed when its time has come, not before."""
    await store.schedule(REPOST)
    assert await store.claim(99.9) == ()
    assert await claimed(store, 100) == [(TABLE, REPOST.what)]


async def test_a_due_is_claimed_once(store: Store) -> None:
    """A due that has been claimed can't be claimed again."""
    await store.schedule(REPOST)
    await store.claim(100)
    assert await store.claim(100) == ()


async def test_a_claim_whose_reply_was_lost(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that is sent again with the same end returns the same dues, not the next ones."""
    monkeypatch.setattr(dues, "claim_ends", lambda now: now + LEASE_SECONDS)
    store = RedisStore(link)
    await store.schedule(REPOST)
    await store.schedule(Due(TABLE, "upkeep", 110))
    first = await store.claim(142, limit=1)
    assert [due.what for due in first] == [REPOST.what]
    assert await store.claim(142, limit=1) == first


async def test_lateness(link: Link) -> None:
    """A claim notes how late the oldest due is, and that the next finds none waiting."""
    store = RedisStore(link)
    await store.schedule(REPOST)
    await store.schedule(Due(OTHER, REPOST.what, 130))
    await store.claim(142)
    assert REGISTRY.get_sample_value("puluc_dues_delay_seconds") == 42
    assert REGISTRY.get_sample_value("puluc_dues_waiting") == 2
    await store.claim(142)
    assert REGISTRY.get_sample_value("puluc_dues_delay_seconds") == 0
    assert REGISTRY.get_sample_value("puluc_dues_waiting") == 0


async def test_an_expired_claim(store: Store) -> None:
    """A due that was claimed but not done can be claimed again when the claim expires."""
    await store.schedule(REPOST)
    (due,) = await store.claim(100)
    assert LEASE_SECONDS <= due.at - 100 < LEASE_SECONDS + 0.25
    assert await claimed(store, 100 + LEASE_SECONDS + 1) == [(TABLE, REPOST.what)]


async def test_a_due_that_is_done(store: Store) -> None:
    """A due that is done never falls due again."""
    things = [Due(TABLE, "reminder", 90), REPOST, Due(OTHER, REPOST.what, 95)]
    for thing in things:
        await store.schedule(thing)
    claimed = await store.claim(100)
    await store.done(*claimed)
    await store.done(*claimed)
    assert len(claimed) == len(things)
    assert await store.claim(10_000) == ()


async def test_rescheduled_while_being_done(store: Store) -> None:
    """A due that is rescheduled while it is being done falls due again."""
    await store.schedule(REPOST)
    (due,) = await store.claim(100)
    await store.schedule(Due(TABLE, REPOST.what, 110))
    await store.done(due)
    assert await claimed(store, 110) == [(TABLE, REPOST.what)]


async def test_done_after_the_claim_expired(store: Store) -> None:
    """A process that exceeds its claim doesn't end the next process's claim."""
    await store.schedule(REPOST)
    (late,) = await store.claim(100)
    (next_,) = await store.claim(140)
    await store.done(late)
    assert await claimed(store, next_.at) == [(TABLE, REPOST.what)]


async def test_a_renewed_claim(store: Store) -> None:
    """A claim that is renewed lasts from then on, and can still be reported as done."""
    await store.schedule(REPOST)
    claims = await store.claim(100)
    for now in (102, 104, 106):
        claims = await store.renew(now, *claims)
        assert await store.claim(now + LEASE_SECONDS - 0.01) == ()
    await store.done(*claims)
    assert await store.claim(10_000) == ()


async def test_a_renewed_claim_expires(store: Store) -> None:
    """A renewed claim expires like any other if its holder dies."""
    await store.schedule(REPOST)
    await store.renew(102, *await store.claim(100))
    assert await claimed(store, 102 + LEASE_SECONDS + 1) == [(TABLE, REPOST.what)]


async def test_only_held_claims_are_renewed(store: Store) -> None:
    """Renewing claims leaves dues alone that were rescheduled, claimed again, or are done."""
    others = [Due(OTHER, f"reminder:{n}", 100) for n in range(3)]
    for due in (REPOST, *others):
        await store.schedule(due)
    claims = {due.what: due for due in await store.claim(100)}
    moved, again, done = (claims[due.what] for due in others)
    await store.release(101, again)
    (taken,) = await store.claim(101)
    await store.schedule(Due(OTHER, moved.what, 101.5))
    await store.done(done)
    held = claims[REPOST.what]
    renewed = await store.renew(102, moved, again, done, held)
    assert renewed[:3] == (moved, again, done)
    assert renewed[3].at > held.at
    assert await claimed(store, 102) == [(OTHER, moved.what)]
    await store.done(*renewed)
    assert await store.renew(103, taken) != (taken,)


async def test_a_due_claimed_twice_by_one_process(store: Store) -> None:
    """Of two claims of a due, only the later one is renewed."""
    await store.schedule(REPOST)
    (first,) = await store.claim(100)
    await store.schedule(Due(TABLE, REPOST.what, 101))
    (second,) = await store.claim(101)
    assert (await store.renew(102, first, second))[0] == first
    await store.done(first)
    assert await claimed(store, 200) == [(TABLE, REPOST.what)]


async def test_a_released_claim(store: Store) -> None:
    """A due whose claim is released can be claimed at the time given, not before."""
    await store.schedule(REPOST)
    await store.release(101, *await store.claim(100))
    assert await store.claim(100.9) == ()
    assert await claimed(store, 101) == [(TABLE, REPOST.what)]


async def test_only_held_claims_are_released(store: Store) -> None:
    """Releasing an expired claim doesn't end the next process's claim."""
    await store.schedule(REPOST)
    (late,) = await store.claim(100)
    await store.claim(140)
    await store.release(141, late)
    assert await store.claim(142) == ()


async def test_rescheduling(store: Store) -> None:
    """Rescheduling a due replaces its time; other dues keep theirs."""
    await store.schedule(REPOST)
    await store.schedule(Due(TABLE, "reminder", 100))
    await store.schedule(Due(OTHER, REPOST.what, 100))
    await store.schedule(Due(TABLE, REPOST.what, 500))
    assert await claimed(store, 499) == [(OTHER, REPOST.what), (TABLE, "reminder")]
    assert await claimed(store, 500) == [(TABLE, REPOST.what)]


async def test_the_oldest_due_comes_first(store: Store) -> None:
    """Older dues are claimed first, up to the limit."""
    for at in (5, 3, 9, 1):
        await store.schedule(Due(TableId(f"table{at}"), "reminder", at))
    assert await claimed(store, 10, limit=3) == [
        (TableId(f"table{at}"), "reminder") for at in (1, 3, 5)
    ]
    assert await claimed(store, 10) == [(TableId("table9"), "reminder")]


async def test_a_backlog(store: Store) -> None:
    """Claims never exceed their limit, take the oldest due first, and finally get every due."""
    due = {TableId(f"table{n}"): float(n) for n in range(60)}
    for table, at in due.items():
        await store.schedule(Due(table, "reminder", at))
        await store.schedule(Due(table, "deadline", at))
    found: list[TableId] = []
    for _ in range(2 * len(due)):
        left = set(due) - {table for table in due if found.count(table) == 2}
        claimed = await store.claim(100, limit=7)
        assert len(claimed) <= 7
        if not left:
            assert claimed == ()
            break
        oldest = min(due[table] for table in left)
        assert oldest in {due[each.table] for each in claimed}
        found += [each.table for each in claimed]
    assert sorted(found) == sorted([*due, *due])


async def test_the_kind_is_without_details() -> None:
    """A due's kind is the part before the first colon."""
    assert REPOST.kind == "repost"
    assert Due(TABLE, "reminder", 1).kind == "reminder"


async def test_processes_share_dues(valkey: EmbeddedServer, link: Link) -> None:
    """Of four processes that claim at once, only one gets each due."""
    links = [Link(valkey.url) for _ in range(4)]
    store, whats = RedisStore(link), [f"reminder:{n}" for n in range(40)]
    for n, what in enumerate(whats):
        await store.schedule(Due(TableId(f"table{n}"), what, 1))
    found: list[str] = []
    for _ in range(10):
        for batch in await asyncio.gather(*(RedisStore(each).claim(5) for each in links)):
            found += [due.what for due in batch]
    assert sorted(found) == sorted(whats)
    for each in links:
        await each.close()
