"""What concerns only stores on a server: other processes' leases, and expiry."""

import asyncio
import json
import os
import signal
import time
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.store import boards, keys, server_client
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.pace import DAY
from bot.table.people import Place, Platform, User
from bot.table.ports import CorruptRecord, Operation
from bot.table.preferences import Preferences
from bot.table.settings import Settings
from bot.table.table import Ending, Status, Table
from tests.waiting import LOOK_SECONDS, PATIENCE_SECONDS


async def test_an_expired_lease(link: Link, table: Table) -> None:
    """A process whose lease has expired doesn't release the next holder's lease."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    late = store.showing(table.id, table.place)
    async with store.showing(table.id, table.place):
        await link.redis.delete(keys.lease(table.id, table.place))  # as if it had expired
        assert await late.__aenter__()
    async with store.showing(table.id, table.place) as third:
        assert not third
    await late.__aexit__(None, None, None)


async def test_a_lease_expires(link: Link, table: Table) -> None:
    """The lease of a process that dies while it shows a board expires by itself."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    async with store.showing(table.id, table.place):
        left = await link.redis.pttl(keys.lease(table.id, table.place))
    assert 0 < left <= boards.LEASE_MILLISECONDS


async def test_a_lease_that_cannot_be_released(
    own: EmbeddedServer, pid: int, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work done under a lease counts even if the store goes down before the lease is released."""
    monkeypatch.setattr(server_client, "MOST_REST_SECONDS", 0)
    link = Link(own.url)
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    async with store.showing(table.id, table.place) as showing:
        assert showing
        os.kill(pid, signal.SIGKILL)
    await link.close()


async def test_cancelled_while_taking_a_lease(link: Link, table: Table) -> None:
    """A process that is cancelled while taking a lease leaves none behind."""
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
    """A lease is renewed while its holder is still showing the board."""
    monkeypatch.setattr(boards, "LEASE_MILLISECONDS", 60_000)
    await RedisStore(link).create(table, Operation("post"))
    async with RedisStore(link).showing(table.id, table.place):
        monkeypatch.setattr(boards, "LEASE_MILLISECONDS", 200)  # as if most of the time were over
        lease = keys.lease(table.id, table.place)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await link.redis.pttl(lease) > 200:  # noqa: ASYNC110 - a renewal is silent
                await asyncio.sleep(LOOK_SECONDS)


async def test_quota_items_expire_separately(link: Link, table: Table) -> None:
    """An open challenge that expires early doesn't take a later one with it."""
    store, user, now = RedisStore(link), table.host.user, int(time.time())
    for name, until in (("late", now + 9_000), ("early", now + 10)):
        await store.take(str(user), name, now=now, until=until, limit=2)
    assert await link.redis.ttl(keys.quota(str(user))) > 8_000


@pytest.mark.parametrize("status", [Status.OFFERED, Status.PLAYING])
async def test_an_open_table_is_kept_for_ever(link: Link, table: Table, status: Status) -> None:
    """An open table and its record never expire."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    after = replace(table, revision=2, status=status)
    await store.commit(after, ("b+1",), Operation("press"), [])
    assert await link.redis.ttl(keys.table(table.id)) == -1
    assert await link.redis.ttl(keys.record(table.id)) == -1


async def test_a_finished_table_is_kept_for_a_year(link: Link, table: Table) -> None:
    """A table that is over, its record and its watch code expire together, after a year."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    await store.commit(replace(table, revision=2), ("b+1",), Operation("press"), [])
    over = replace(table, revision=3, status=Status.OVER, moves=1)
    await store.commit(over, (), Operation("end"), [])
    await store.unindex(over)
    for key in (keys.table(table.id), keys.record(table.id), keys.code(table.code)):
        assert 364 < await link.redis.ttl(key) / DAY <= 365


@pytest.mark.parametrize("ending", [Ending.CANCELLED, Ending.DECLINED, Ending.ABORTED])
async def test_an_unplayed_table_is_kept_for_days(link: Link, table: Table, ending: Ending) -> None:
    """A table that was never played and its watch code expire days after its end."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    over = replace(table, revision=2, status=Status.OVER, ending=ending)
    await store.commit(over, (), Operation("end"), [])
    await store.unindex(over)
    for key in (keys.table(table.id), keys.code(table.code)):
        assert 3 < await link.redis.ttl(key) / DAY <= 4


async def test_indexes_expire_after_a_year(link: Link, table: Table) -> None:
    """Indexes, watch codes and preferences expire a year after their last use."""
    store, user = RedisStore(link), table.host.user
    await store.create(table, Operation("post"))
    await store.block(user, None)
    used = (keys.of_user(user), keys.in_place(table.place), keys.code(table.code))
    for key in (*used, keys.preferences(user)):
        await link.redis.expire(key, 10)
    await store.index(table)
    await store.preferences(user)
    for key in (*used, keys.preferences(user)):
        assert 364 < await link.redis.ttl(key) / DAY <= 365


async def test_settings_expire_a_year_after_their_last_use(link: Link, table: Table) -> None:
    """A channel's settings expire a year after the last change or board there."""
    store, key = RedisStore(link), keys.settings(table.place)
    await store.change_settings(table.place, Settings(delete_old=False))
    assert 364 < await link.redis.ttl(key) / DAY <= 365
    await link.redis.expire(key, 10)
    await store.create(table, Operation("post"))
    async with store.showing(table.id, table.place) as showing:
        assert showing is not None
        assert not showing.settings.delete_old
    assert 364 < await link.redis.ttl(key) / DAY <= 365


async def test_an_index_drops_tables_that_are_over(link: Link, table: Table) -> None:
    """Reading a list removes tables that are over, even if a crash had left them there."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    await store.commit(replace(table, revision=2, status=Status.OVER), (), Operation("end"), [])
    await store.tables_of(table.host.user)
    assert await link.redis.zcard(keys.of_user(table.host.user)) == 0


WRONG = {
    "table": lambda table: keys.table(table.id),
    "record": lambda table: keys.record(table.id),
    "due": lambda table: keys.due(table.id),
    "dirty": lambda table: keys.dirty(table.id, table.place.platform),
}


@pytest.mark.parametrize("key", ["record", "due", "dirty"])
async def test_a_step_into_a_wrong_key_changes_nothing(link: Link, table: Table, key: str) -> None:
    """If one of its keys has a wrong type, a step is refused before the first write."""
    store, step = RedisStore(link), replace(table, revision=2)
    await store.create(table, Operation("post"))
    await link.redis.delete(WRONG[key](table))
    await link.redis.set(WRONG[key](table), "something else")
    dues = [Due(table.id, "upkeep", 1)]
    with pytest.raises(CorruptRecord):
        await store.commit(step, ("b+1",), Operation("press"), [table.place], dues)
    assert await store.load(table.id) == table
    assert not await store.applied(table.id, Operation("press"))


@pytest.mark.parametrize("key", ["table", "due", "dirty"])
async def test_a_table_is_not_created_in_part(link: Link, table: Table, key: str) -> None:
    """If one of its keys has a wrong type, a table isn't created, not even in part."""
    store = RedisStore(link)
    await link.redis.set(WRONG[key](table), "something else")
    with pytest.raises(CorruptRecord):
        await store.create(table, Operation("post"))
    if key != "table":
        assert await store.load(table.id) is None


async def test_one_table_that_cannot_be_read_hides_no_other(link: Link, table: Table) -> None:
    """A list leaves out tables that can't be read, whether bytes or type are wrong."""
    store = RedisStore(link)
    for id_ in ("aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"):
        await store.create(replace(table, id=TableId(id_), code=id_), Operation(id_))
    await link.redis.delete(keys.table(TableId("aaaaaaaaaa")))
    await link.redis.set(keys.table(TableId("aaaaaaaaaa")), "something else")
    await link.redis.hset(keys.table(TableId("bbbbbbbbbb")), "s", b"\x03no table")
    assert [found.id for found in await store.tables_of(table.host.user)] == ["cccccccccc"]
    with pytest.raises(CorruptRecord):
        await store.load(TableId("aaaaaaaaaa"))


async def test_settings_of_another_release_stay(link: Link) -> None:
    """A change of settings keeps settings that only another release knows."""
    store, place = RedisStore(link), Place(Platform.WEB, "maize")
    await link.redis.set(keys.settings(place), '{"sound": "gong"}')
    await store.change_settings(place, Settings(delete_old=False))
    assert json.loads(await link.redis.get(keys.settings(place)))["sound"] == "gong"


async def test_preferences_of_another_release_stay(link: Link) -> None:
    """Unknown preferences of another release are ignored and kept."""
    store, user = RedisStore(link), User(Platform.WEB, "ana")
    await link.redis.hset(keys.preferences(user), "title", "jade jaguar")
    await store.block(user, None)
    assert (await store.preferences(user)).blocks_all
    assert await link.redis.hget(keys.preferences(user), "title") == b"jade jaguar"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("reminders", "sometimes"),
        ("where", "anywhere"),
        ("quiet", "8-8"),
        ("quiet", "22"),
        ("vacation", "2026-12-15T12:05:00Z/2026-12-01T12:05:00Z"),
        ("vacation", "soon"),
    ],
)
async def test_an_unreadable_preference(link: Link, name: str, value: str) -> None:
    """A value that can't be read is logged and left at its default; the others are read."""
    store, user = RedisStore(link), User(Platform.WEB, "ana")
    await store.prefer(user, Preferences(zone="+01:00"))
    await link.redis.hset(keys.preferences(user), name, value)
    with capture_logs() as logs:
        assert await store.preferences(user) == Preferences(zone="+01:00")
    assert [each["event"] for each in logs] == ["preference.unreadable"]


async def test_a_change_of_a_finished_table(link: Link, table: Table) -> None:
    """A finished table that is changed still expires a year after its end."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    over = replace(table, revision=2, status=Status.OVER)
    await store.commit(over, ("1100",), Operation("end"), [])
    for key in (keys.table(table.id), keys.record(table.id)):
        await link.redis.expire(key, 7 * DAY)
    await store.commit(replace(over, revision=3), (), Operation("forget"), [])
    for key in (keys.table(table.id), keys.record(table.id)):
        assert 0 < await link.redis.ttl(key) <= 7 * DAY


async def test_past_tables_of_more_than_a_year_ago(link: Link, table: Table) -> None:
    """Tables that ended over a year ago aren't listed, and are removed from the index."""
    now = time.time()
    store = RedisStore(link, lambda: now)
    over = replace(table, status=Status.OVER, touched=int(now))
    await store.unindex(over)
    now += keys.YEAR + 1
    assert await store.past_of(table.host.user) == ()
    await store.unindex(replace(over, id=TableId("later22222"), touched=int(now)))
    assert await link.redis.zcard(keys.past_of(table.host.user)) == 1


async def test_an_index_of_another_type(link: Link, table: Table) -> None:
    """An index of a wrong type is set aside, and the player can continue."""
    store, key = RedisStore(link), keys.of_user(table.host.user)
    await link.redis.set(key, "something else")
    with pytest.raises(CorruptRecord):
        await store.create(table, Operation("post"))
    assert await store.tables_of(table.host.user) == ()
    assert await link.redis.get(keys.aside(key)) == b"something else"
    await store.create(table, Operation("post"))
    assert await store.tables_of(table.host.user) == (table,)
