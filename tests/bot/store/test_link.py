"""How calls fail while the store is down, full or hanging."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import pytest
from redis.exceptions import ResponseError, SlotNotCoveredError
from structlog.testing import capture_logs

from bot.store import link as connection
from bot.store import server_client
from bot.store.client import Copies
from bot.store.embedded import EmbeddedServer
from bot.store.link import RIGHTS, Link, why_down
from bot.store.redis import RedisStore
from bot.store.server_client import ONLY
from bot.table.ids import TableId
from bot.table.ports import Down, Operation, StoreDown, Verdict
from bot.table.table import Table
from tests.virtual_time import run_in_virtual_time

DEADLINE_SECONDS = 0.5
"""A deadline that a call misses if the server hangs; it must not be one that a busy machine misses,
so it holds only while the server hangs."""


@pytest.fixture
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again without a pause, for tests in which no attempt can succeed."""
    monkeypatch.setattr(server_client, "MOST_REST_SECONDS", 0)


@pytest.fixture
def stopped(pid: int) -> Iterator[None]:
    """Stop the server's process for the duration of the test."""
    os.kill(pid, signal.SIGSTOP)
    yield
    os.kill(pid, signal.SIGCONT)


@pytest.mark.usefixtures("stopped")
def test_concurrent_calls_fail_by_the_deadline(
    own: EmbeddedServer, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the store hangs, each of many concurrent calls fails by the deadline."""
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", DEADLINE_SECONDS)

    async def press_at_once() -> float:
        store, after = RedisStore(link := Link(own.url)), replace(table, revision=2)
        verdicts = await asyncio.gather(
            *(store.commit(after, (), Operation(f"press-{n}"), []) for n in range(50)),
            return_exceptions=True,
        )
        ended = asyncio.get_running_loop().time()
        assert all(isinstance(verdict, StoreDown) for verdict in verdicts)
        await link.close()
        return ended

    assert run_in_virtual_time(press_at_once()) == pytest.approx(DEADLINE_SECONDS)


def test_waiting_for_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that waits for the server to be restarted fails by the deadline."""
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", DEADLINE_SECONDS)

    async def revive() -> None:
        await asyncio.Event().wait()

    async def call() -> float:
        link = Link(f"unix://{tmp_path}/none.sock", revive=revive)
        with pytest.raises(StoreDown):
            await link.run(link.redis.ping)
        ended = asyncio.get_running_loop().time()
        await link.close()
        return ended

    assert run_in_virtual_time(call()) == pytest.approx(DEADLINE_SECONDS)


def test_a_store_is_revived_once(tmp_path: Path) -> None:
    """If many calls find the store down, it is restarted once."""
    revivals = []

    async def revive() -> None:
        revivals.append(1)
        await asyncio.sleep(1)  # of virtual time, which passes when all calls wait
        raise FileNotFoundError

    async def call() -> None:
        link = Link(f"unix://{tmp_path}/none.sock", revive=revive)
        await asyncio.gather(*(link.run(link.redis.ping) for _ in range(3)), return_exceptions=True)
        await link.close()

    run_in_virtual_time(call())
    assert revivals == [1]


async def test_late_answers_are_discarded(
    own: EmbeddedServer, pid: int, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Late answers are discarded, so each caller gets the table it asked for."""
    store = RedisStore(link := Link(own.url))
    tables = [replace(table, id=TableId(f"{n:010d}"), code=f"c{n}") for n in range(6)]
    for each in tables:
        await store.create(each, Operation(each.id))
    os.kill(pid, signal.SIGSTOP)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(connection, "DEADLINE_SECONDS", DEADLINE_SECONDS)
            asked = [store.load(each.id) for each in tables]
            answers = await asyncio.gather(*asked, return_exceptions=True)
    finally:
        os.kill(pid, signal.SIGCONT)
    assert all(isinstance(answer, StoreDown) for answer in answers)
    assert await asyncio.gather(*(store.load(each.id) for each in tables[::-1])) == tables[::-1]
    await link.close()


@pytest.mark.parametrize(
    ("reply", "safe"), [(0, False), (1, False), (2, True), (3, True), (ResponseError(), False)]
)
def test_copies(reply: object, safe: bool) -> None:
    """A change is safe once as many replicas have confirmed it as the settings ask for."""
    assert Copies().are_there(ONLY, 2, reply) is safe


REASONS = {
    **dict.fromkeys(("LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY"), Down.AWAY),
    **dict.fromkeys(("OOM", "MISCONF"), Down.FULL),
    **dict.fromkeys(("READONLY", "NOREPLICAS"), Down.READ_ONLY),
    **dict.fromkeys(("NOPERM", "ACL failure", "The user executing"), Down.FORBIDDEN),
    "ERR Error running script (call to f_1): @user_script: 1: -OOM command not allowed": Down.FULL,
    "ERR Error running script (call to f_1): -READONLY You can't write": Down.READ_ONLY,
    **dict.fromkeys(("MOVED 1 127.0.0.1:1", "CROSSSLOT"), Down.AWAY),
}


@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize("word", REASONS)
async def test_reasons(link: Link, word: str) -> None:
    """Every error that keeps the store from working raises StoreDown with the reason."""
    why = word if " " in word else f"{word} for some reason"
    refuse = "return redis.error_reply(ARGV[1])", 0, why
    with pytest.raises(StoreDown) as alone:
        await link.run(lambda: link.redis.eval(*refuse), changes=True)
    with pytest.raises(StoreDown) as among:
        await link.batch(lambda pipeline: pipeline.eval(*refuse))
    assert {alone.value.reason, among.value.reason} == {REASONS[word]}


def test_a_cluster_that_lacks_slots() -> None:
    """A cluster that has lost a server counts as a store that is away."""
    assert why_down(SlotNotCoveredError("slot 7")) is Down.AWAY


async def test_an_invalid_command(link: Link) -> None:
    """An invalid command raises its own error, not StoreDown."""
    with pytest.raises(ResponseError):
        await link.run(lambda: link.redis.execute_command("NONSENSE"))


FULL, REPLICAS = ("maxmemory", Down.FULL), ("min-replicas-to-write", Down.READ_ONLY)


@pytest.mark.parametrize(("setting", "reason"), [FULL, REPLICAS])
async def test_a_store_that_refuses_writes(
    own: EmbeddedServer, table: Table, setting: str, reason: Down
) -> None:
    """A store that is full or has lost its replicas refuses writes, and nothing is half written."""
    link = Link(own.url)
    store, after, press = RedisStore(link), replace(table, revision=2), Operation("press")
    await store.create(table, Operation("post"))
    await link.redis.config_set(setting, 1)
    with pytest.raises(StoreDown) as committing:
        await store.commit(after, ("b+1",), press, [table.place])
    with pytest.raises(StoreDown) as creating:
        await store.create(replace(table, id=TableId("aaaaaaaaaa")), Operation("another"))
    assert {committing.value.reason, creating.value.reason} == {reason}
    assert await store.load(table.id) == table
    assert await store.record(table.id) == ()
    await link.redis.config_set(setting, 0)
    assert await store.commit(after, ("b+1",), press, [table.place]) is Verdict.APPLIED
    await link.close()


async def test_a_read_only_user(own: EmbeddedServer, table: Table) -> None:
    """A user without write permission can read; writing fails, and the log says what to do."""
    link = Link(own.url)
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    await link.redis.acl_setuser("default", enabled=True, categories=["-@write"])
    with capture_logs() as lines, pytest.raises(StoreDown) as down:
        await store.commit(replace(table, revision=2), (), Operation("press"), [])
    assert down.value.reason is Down.FORBIDDEN
    (line,) = lines
    assert "no permissions to run the 'hset' command" in line["why"]
    assert RIGHTS in line["do"]
    assert await store.load(table.id) == table
    await link.close()


@pytest.mark.usefixtures("_hasty")
async def test_an_answer_that_is_lost(
    link: Link, cut_route: Callable[..., AbstractAsyncContextManager[str]], table: Table
) -> None:
    """If every answer is lost, a change raises UNSURE, because it may have been applied."""
    store, after = RedisStore(link), replace(table, revision=3)
    await store.create(table, Operation("post"))
    await store.commit(replace(table, revision=2), (), Operation("first"), [])
    async with cut_route(answers=1) as url:
        deaf = Link(url)
        with pytest.raises(StoreDown) as changing:
            await RedisStore(deaf).commit(after, ("b+1",), Operation("press"), [])
        with pytest.raises(StoreDown) as reading:
            await RedisStore(deaf).load(table.id)
        await deaf.close()
    assert changing.value.reason is Down.UNSURE
    assert reading.value.reason is Down.AWAY
    assert await store.load(table.id) == after


@pytest.mark.usefixtures("_hasty")
async def test_an_unreachable_store(tmp_path: Path, table: Table) -> None:
    """If the store couldn't be reached, the error says that nothing was changed."""
    link = Link(f"unix://{tmp_path}/none.sock")
    with pytest.raises(StoreDown) as down:
        await RedisStore(link).commit(table, (), Operation("press"), [])
    assert down.value.reason is Down.AWAY
    await link.close()


@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize("cut", ["connects", "handshakes"])
async def test_a_failed_connection(
    cut_route: Callable[..., AbstractAsyncContextManager[str]], table: Table, cut: str
) -> None:
    """A connection that fails before or during its handshake has changed nothing."""
    async with cut_route(**{cut: 1}) as url:
        link = Link(url)
        with pytest.raises(StoreDown) as down:
            await RedisStore(link).commit(table, (), Operation("press"), [])
        await link.close()
    assert down.value.reason is Down.AWAY


@pytest.mark.usefixtures("_hasty")
async def test_failures_are_logged_once(tmp_path: Path) -> None:
    """While the store is down, one of many failures is logged."""
    link = Link(f"unix://{tmp_path}/none.sock")
    with capture_logs() as lines:
        asked = (link.run(link.redis.ping) for _ in range(20))
        await asyncio.gather(*asked, return_exceptions=True)
    (line,) = lines
    assert (line["event"], line["reason"], line["why"]) == ("store.down", "away", "ConnectionError")
    await link.close()


@pytest.mark.parametrize(
    "url",
    [
        "redis://:s3cr/et@host",
        "redis://:12/s3cret@host",
        "redis://:s3cr#et@host",
        "redis://:s3cr?et@host",
        "redis://user:s3cr[et@host",
        "redis://host/s3cret",
        "s3cret",
        "redis:/host",
    ],
)
def test_an_address_that_cannot_be_read(url: str) -> None:
    """An invalid address is refused with an example, and without any part of its password."""
    with pytest.raises(ValueError, match=r"%2F|write it as|redis://") as wrong:
        Link(url)
    assert not any(part in str(wrong.value) for part in ("s3", "cret", "et@"))


@pytest.mark.parametrize(
    "url",
    [
        "redis://host",
        "redis://:p@ss%2Fword@host:6380/3",
        "rediss://user:word@[::1]:1/",
        "redis://host/0?socket_keepalive=yes",
        "unix:///tmp/a%20b.sock",
    ],
)
def test_an_address_that_can_be_read(url: str) -> None:
    """Addresses that the library understands are accepted."""
    assert Link(url).redis


async def test_the_number_of_connections(own: EmbeddedServer) -> None:
    """Under load, with live updates, a process holds at most `connections` + 1 connections."""
    link, watcher = Link(own.url, connections=3), Link(own.url, connections=1)
    listener = link.listener()
    pubsub = listener.pubsub()
    await pubsub.subscribe("updates")
    counts = []

    async def use(number: int) -> None:
        await link.run(lambda: link.redis.set(f"load:{number}", b"x"))
        await link.batch(lambda pipeline: pipeline.get(f"load:{number}"))

    async def count() -> None:
        for _ in range(20):
            info = await watcher.redis.info("clients")
            counts.append(info["connected_clients"] - 1)  # without the watcher's own

    await asyncio.gather(count(), *(use(number) for number in range(500)))
    assert max(counts) == 4
    await pubsub.aclose()
    await listener.aclose()
    for each in (link, watcher):
        await each.close()
