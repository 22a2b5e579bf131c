"""What becomes of those who ask while the store is away, full or hanging."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis.exceptions import ResponseError

from bot.store import link as connection
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ports import Operation, StoreDown, Verdict
from bot.table.table import Table, TableId

IN_TIME = 10.0
"""Far more than a hasty link waits, and far less than many who wait one after the other."""


@pytest.fixture
async def hasty(own: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Link]:
    """A link of little patience to a server that may be stopped."""
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", 0.5)
    link = Link(own.url)
    yield link
    await link.close()


@pytest.fixture
def stopped(pid: int) -> Iterator[None]:
    """Let the server hang during the test."""
    os.kill(pid, signal.SIGSTOP)
    yield
    os.kill(pid, signal.SIGCONT)


@pytest.mark.usefixtures("stopped")
async def test_all_who_wait_are_told_in_time(hasty: Link, table: Table) -> None:
    """However many press on one table, each learns within the deadline that the store hangs."""
    store, after = RedisStore(hasty), replace(table, revision=2)
    async with asyncio.timeout(IN_TIME):
        verdicts = await asyncio.gather(
            *(store.commit(after, (), Operation(f"press-{n}"), []) for n in range(50)),
            return_exceptions=True,
        )
    assert all(isinstance(verdict, StoreDown) for verdict in verdicts)


async def test_reviving_takes_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a server that is being started again is told within the deadline."""
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", 0.5)
    started = asyncio.Event()

    async def revive() -> None:
        await started.wait()

    link = Link(f"unix://{tmp_path}/none.sock", revive=revive)
    async with asyncio.timeout(IN_TIME):
        with pytest.raises(StoreDown):
            await link.run(link.redis.ping)
    started.set()
    await link.close()


async def test_a_store_is_revived_once(tmp_path: Path) -> None:
    """Of many who find the store dead one starts it."""
    revivals = []

    async def revive() -> None:
        revivals.append(1)
        await asyncio.sleep(0.2)
        raise FileNotFoundError

    link = Link(f"unix://{tmp_path}/none.sock", revive=revive)
    await asyncio.gather(*(link.run(link.redis.ping) for _ in range(3)), return_exceptions=True)
    assert revivals == [1]
    await link.close()


async def test_no_answer_goes_to_another(hasty: Link, pid: int, table: Table) -> None:
    """Answers that come too late are nobody's: each gets the table that was asked for."""
    store = RedisStore(hasty)
    tables = [replace(table, id=TableId(f"{n:010d}"), code=f"c{n}") for n in range(6)]
    for each in tables:
        await store.create(each, Operation(each.id))
    os.kill(pid, signal.SIGSTOP)
    try:
        asked = [store.load(each.id) for each in tables]
        told = await asyncio.gather(*asked, return_exceptions=True)
    finally:
        os.kill(pid, signal.SIGCONT)
    assert all(isinstance(answer, StoreDown) for answer in told)
    assert await asyncio.gather(*(store.load(each.id) for each in tables[::-1])) == tables[::-1]


WORDS = (
    *("LOADING", "MISCONF", "NOREPLICAS", "BUSY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN"),
    *("READONLY", "OOM"),
)


@pytest.mark.parametrize("word", WORDS)
async def test_a_store_that_is_unable(link: Link, word: str) -> None:
    """Whatever it is that keeps the store from doing it for now, the store is down."""
    refuse = "return redis.error_reply(ARGV[1])", 0, f"{word} for some reason"
    with pytest.raises(StoreDown):
        await link.run(lambda: link.redis.eval(*refuse))
    with pytest.raises(StoreDown):
        await link.batch(lambda pipeline: pipeline.eval(*refuse))


async def test_a_fault_of_ours(link: Link) -> None:
    """A command that is wrong is no store that is down: the fault comes to light."""
    with pytest.raises(ResponseError):
        await link.run(lambda: link.redis.execute_command("NONSENSE"))


@pytest.mark.parametrize("setting", ["maxmemory", "min-replicas-to-write"])
async def test_a_store_that_takes_nothing(own: EmbeddedServer, table: Table, setting: str) -> None:
    """A store that is full, or has lost its replicas, is down for writers; nothing is half done."""
    link = Link(own.url)
    store, after, press = RedisStore(link), replace(table, revision=2), Operation("press")
    await store.create(table, Operation("post"))
    await link.redis.config_set(setting, 1)
    with pytest.raises(StoreDown):
        await store.commit(after, ("b+1",), press, [table.place])
    with pytest.raises(StoreDown):
        await store.create(replace(table, id=TableId("aaaaaaaaaa")), Operation("another"))
    assert await store.load(table.id) == table
    assert await store.record(table.id) == ()
    await link.redis.config_set(setting, 0)
    assert await store.commit(after, ("b+1",), press, [table.place]) is Verdict.APPLIED
    await link.close()
