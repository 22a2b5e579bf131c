"""An unreadable entry is set aside and doesn't keep others from being found."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.store import keys
from bot.store.link import Link
from bot.store.queues import ASIDE_SECONDS
from bot.store.redis import RedisStore
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import Operation, Overdue
from bot.table.table import Table

MANY = [TableId(f"table{n}") for n in range(400)]
"""Enough tables for every hash tag to have some."""

TABLES = sorted({keys.due(table): table for table in reversed(MANY)}.values(), key=MANY.index)
"""The first of them with each hash tag."""

MORE_PLACES = [Place(Platform.WEB, name) for name in ("beans", "chili")]

MAKE_BAD = {
    "string": lambda redis, key: redis.set(key, "odd"),
    "hash": lambda redis, key: redis.hset(key, "odd", "odd"),
    "list": lambda redis, key: redis.rpush(key, "odd"),
    "set": lambda redis, key: redis.sadd(key, "odd"),
    "stream": lambda redis, key: redis.xadd(key, {"odd": "odd"}),
}


def test_every_tag_has_a_table() -> None:
    """The tables of these tests cover all hash tags, one each."""
    assert sorted(keys.due(table) for table in TABLES) == sorted(keys.all_due())


@pytest.mark.parametrize("bad", keys.all_due())
async def test_a_queue_of_another_type(link: Link, bad: str) -> None:
    """If one set of dues has a wrong type, the others are still claimed, and so are later dues."""
    store = RedisStore(link)
    others = [table for table in TABLES if keys.due(table) != bad]
    here = next(table for table in TABLES if keys.due(table) == bad)
    make_bad = list(MAKE_BAD.values())[keys.all_due().index(bad) % len(MAKE_BAD)]
    await make_bad(link.redis, bad)
    await asyncio.gather(*(store.schedule(Due(table, "reminder", 1)) for table in others))
    claimed = await store.claim(10, len(TABLES))
    while more := await store.claim(10, len(TABLES)):
        claimed += more
    assert sorted(due.table for due in claimed) == sorted(others)
    await store.schedule(Due(here, "reminder", 1))
    assert [due.table for due in await store.claim(10)] == [here]


@pytest.mark.parametrize("kind", MAKE_BAD)
async def test_a_key_of_another_type_is_kept(link: Link, kind: str) -> None:
    """A key of a wrong type is renamed, kept for a month, and logged once."""
    store, bad = RedisStore(link), keys.all_due()[7]
    await MAKE_BAD[kind](link.redis, bad)
    with capture_logs() as logs:
        for _ in range(3):
            assert await store.claim(10) == ()
    assert await link.redis.type(keys.aside(bad)) == kind.encode()
    assert 0 < await link.redis.ttl(keys.aside(bad)) <= ASIDE_SECONDS
    assert [(line["event"], line["key"]) for line in logs] == [("store.set-aside", bad)]


@pytest.mark.parametrize("bad", keys.all_dirty(Platform.WEB))
async def test_a_set_of_boards_of_another_type(link: Link, table: Table, bad: str) -> None:
    """If one set of overdue boards has a wrong type, the boards in the others are still found."""
    store = RedisStore(link)
    tables = [table for table in TABLES if keys.dirty(table, Platform.WEB) != bad]
    await link.redis.rpush(bad, "odd")
    for id_ in tables:
        await store.create(replace(table, id=id_, code=id_), Operation(id_))
    found = await store.overdue(Platform.WEB)
    assert {board.table for board in found} == set(tables)
    assert await store.overdue(Platform.WEB) == found
    assert await link.redis.exists(keys.aside(bad))


UNREADABLE: list[Any] = [b"\xff\xfe", b"", b"nothing", b"table9", b"table0|web:maize:"]
"""Not text, no table, only a table, and a table that belongs in another set."""


@pytest.mark.parametrize("member", UNREADABLE)
async def test_a_due_that_cannot_be_read(link: Link, member: bytes) -> None:
    """Unreadable members are set aside, and the dues beside them are claimed."""
    store, here = RedisStore(link), next(t for t in TABLES if keys.due(t) != keys.due(TABLES[0]))
    key = keys.due(here)
    await store.schedule(Due(here, "reminder", 5))
    await link.redis.zadd(key, {member: 1})
    with capture_logs() as logs:
        assert [due.table for due in await store.claim(10)] == [here]
        assert await store.claim(10_000) != ()
    assert await link.redis.zrange(keys.aside(key), 0, -1) == [member]
    assert await link.redis.zrange(key, 0, -1) == [f"{here}|reminder".encode()]
    assert [line["event"] for line in logs] == ["store.set-aside"]


@pytest.mark.parametrize(
    "member", [*UNREADABLE, b"table1|web:maize", b"table1|moon:maize:", b"table1|discord:1:"]
)
async def test_a_board_that_cannot_be_read(link: Link, table: Table, member: bytes) -> None:
    """Unreadable boards, and those of other platforms, are set aside."""
    store = RedisStore(link)
    board = replace(table, id=TABLES[1], code="code")
    assert keys.due(TABLES[0]) != keys.due(board.id)
    key = keys.dirty(board.id, Platform.WEB)
    await store.create(board, Operation("post"))
    await link.redis.zadd(key, {member: 1})
    assert await store.overdue(Platform.WEB) == (Overdue(board.id, board.place),)
    assert await link.redis.zrange(keys.aside(key), 0, -1) == [member]
    assert await link.redis.zcard(key) == 1


async def test_bad_entries_of_both_kinds(link: Link) -> None:
    """After a whole key has been set aside, single members of its successor can be, too."""
    store, key = RedisStore(link), keys.all_due()[3]
    await link.redis.set(key, "odd")
    await store.claim(10)
    await link.redis.zadd(key, {"odd": 1})
    assert await store.claim(10) == ()
    assert await link.redis.zrange(keys.aside(key), 0, -1) == [b"odd"]
    assert not await link.redis.exists(key)


async def cost_of_overdue(link: Link) -> tuple[int, int]:
    """The cost of finding overdue boards: commands run, and bytes sent in reply."""
    store = RedisStore(link)
    await store.overdue(Platform.WEB)  # the first call also reads ahead
    before = await link.redis.info("stats")
    await store.overdue(Platform.WEB)
    after = await link.redis.info("stats")
    commands, answered = "total_commands_processed", "total_net_output_bytes"
    return after[commands] - before[commands], after[answered] - before[answered]


async def test_boards_that_rest_cost_nothing(link: Link, table: Table) -> None:
    """Finding overdue boards costs the same however many boards rest."""
    store = RedisStore(link)
    for n, id_ in enumerate(MANY):
        await store.create(replace(table, id=id_, code=f"c{n}"), Operation(id_))
        await store.rest(id_, table.place, 600)
    commands, answered = await cost_of_overdue(link)
    for id_ in MANY:
        for place in MORE_PLACES:
            await store.mark_overdue(id_, place)
            await store.rest(id_, place, 600)
    more_commands, more_answered = await cost_of_overdue(link)
    assert more_commands == commands
    assert more_answered - answered < len(MANY)  # INFO's numbers have more digits now


async def test_overdue_boards_need_no_script(link: Link, table: Table) -> None:
    """Finding overdue boards runs no script, however many there are."""
    store = RedisStore(link)
    for n, id_ in enumerate(MANY[:100]):
        await store.create(replace(table, id=id_, code=f"c{n}"), Operation(id_))
    await link.redis.config_resetstat()
    assert len(await store.overdue(Platform.WEB)) == 100
    assert "cmdstat_evalsha" not in await link.redis.info("commandstats")
