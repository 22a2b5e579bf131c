"""One bad entry keeps nothing else from being found: it is set aside."""

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
from bot.table.people import Platform
from bot.table.ports import Operation, Overdue
from bot.table.table import Table, TableId

MANY = [TableId(f"table{n}") for n in range(400)]
"""So many tables that every tag has some."""

TABLES = sorted({keys.due(table): table for table in reversed(MANY)}.values(), key=MANY.index)
"""The first of them under each tag."""

MAKE_BAD = {
    "string": lambda redis, key: redis.set(key, "odd"),
    "hash": lambda redis, key: redis.hset(key, "odd", "odd"),
    "list": lambda redis, key: redis.rpush(key, "odd"),
    "set": lambda redis, key: redis.sadd(key, "odd"),
    "stream": lambda redis, key: redis.xadd(key, {"odd": "odd"}),
}


def test_every_tag_has_a_table() -> None:
    """The tables of these tests lie under all tags, one under each."""
    assert sorted(keys.due(table) for table in TABLES) == sorted(keys.all_due())


@pytest.mark.parametrize("bad", keys.all_due())
async def test_a_queue_of_another_type(link: Link, bad: str) -> None:
    """Whichever set of dues is none, what the others hold is claimed, and then what comes anew."""
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
async def test_what_was_of_another_type_is_kept(link: Link, kind: str) -> None:
    """What was in the way is kept for a month under another name, and told once."""
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
    """Whichever set of overdue boards is none, the boards of the others are found."""
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
"""No text, no table, a table without more, and one that lies in another's set."""


@pytest.mark.parametrize("member", UNREADABLE)
async def test_a_due_that_cannot_be_read(link: Link, member: bytes) -> None:
    """Members that cannot be read are set aside; what is due beside them is claimed."""
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
    """Overdue boards that cannot be read, and those of other platforms, are set aside."""
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
    """Where a whole key was set aside, bad members of the next one can be, too."""
    store, key = RedisStore(link), keys.all_due()[3]
    await link.redis.set(key, "odd")
    await store.claim(10)
    await link.redis.zadd(key, {"odd": 1})
    assert await store.claim(10) == ()
    assert await link.redis.zrange(keys.aside(key), 0, -1) == [b"odd"]
    assert not await link.redis.exists(key)


async def cost_of_a_look(link: Link) -> tuple[int, int]:
    """What one look at overdue boards costs the server: commands and bytes, and those of asking."""
    store = RedisStore(link)
    await store.overdue(Platform.WEB)  # the first one looks ahead, too
    before = await link.redis.info("stats")
    await store.overdue(Platform.WEB)
    after = await link.redis.info("stats")
    commands, answered = "total_commands_processed", "total_net_output_bytes"
    return after[commands] - before[commands], after[answered] - before[answered]


async def test_boards_that_rest_cost_nothing(link: Link, table: Table) -> None:
    """A look at what is overdue costs the same whether no board rests or very many do."""
    store = RedisStore(link)
    commands, answered = await cost_of_a_look(link)
    for n, id_ in enumerate(MANY):
        await store.create(replace(table, id=id_, code=f"c{n}"), Operation(id_))
        await store.rest(id_, table.place, 600)
    more_commands, more_answered = await cost_of_a_look(link)
    assert more_commands == commands
    assert more_answered - answered < len(MANY)  # the figures in what is asked for have more digits


async def test_overdue_boards_need_no_script_each(link: Link, table: Table) -> None:
    """However many boards are overdue, one look at them runs no script."""
    store = RedisStore(link)
    for n, id_ in enumerate(MANY[:100]):
        await store.create(replace(table, id=id_, code=f"c{n}"), Operation(id_))
    await link.redis.config_resetstat()
    assert len(await store.overdue(Platform.WEB)) == 100
    assert "cmdstat_evalsha" not in await link.redis.info("commandstats")
