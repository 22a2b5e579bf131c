"""The real server: killed, restarted, shared, missing."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import embedded
from bot.store.embedded import EmbeddedServer, NoServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ports import CorruptRecord, Operation, StoreDown, Verdict
from bot.table.table import Table, TableId


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[EmbeddedServer]:
    """A server that this test may kill."""
    server = EmbeddedServer.start(tmp_path / "data")
    yield server
    server.release()


def kill(folder: Path) -> None:
    """Kill the server of a folder, and wait until it is gone."""
    pid = int((folder / "server.pid").read_text())
    os.kill(pid, signal.SIGKILL)


async def test_nothing_acknowledged_is_lost(
    own: EmbeddedServer, tmp_path: Path, table: Table
) -> None:
    """A server that is killed between two moves has every move when it is back."""
    link = Link(own.url)
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    for n in range(20):
        table = replace(table, revision=table.revision + 1)
        verdict = await store.commit(table, ("b+1",), Operation(f"op{n}"), [table.place])
        assert verdict is Verdict.APPLIED
    kill(tmp_path / "data")
    await asyncio.to_thread(own.ensure)
    assert await store.load(table.id) == table
    assert len(await store.record(table.id)) == 20
    await link.close()


async def test_a_dead_store_is_said_to_be_dead(
    own: EmbeddedServer, tmp_path: Path, table: Table
) -> None:
    """Nobody waits for ever for a server that is gone."""
    link = Link(own.url)
    store = RedisStore(link)
    kill(tmp_path / "data")
    with pytest.raises(StoreDown):
        async with asyncio.timeout(10):
            await store.load(table.id)
    await asyncio.to_thread(own.ensure)
    assert await store.load(table.id) is None
    await link.close()


async def test_a_dead_server_is_started_again(
    own: EmbeddedServer, tmp_path: Path, table: Table
) -> None:
    """A link that can revive its server does, and whoever asked notices nothing."""
    link = Link(own.url, revive=lambda: asyncio.to_thread(own.ensure))
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    kill(tmp_path / "data")
    assert await store.load(table.id) == table
    await link.close()


async def test_scripts_are_sent_again(link: Link, table: Table) -> None:
    """A server that forgot the scripts is told them again."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    await link.redis.script_flush()
    after = replace(table, revision=2)
    assert await store.commit(after, (), Operation("op"), []) is Verdict.APPLIED


async def test_a_corrupt_table_hides_no_other(link: Link, table: Table) -> None:
    """A table whose bytes are damaged is named when loaded, and left out of lists."""
    store = RedisStore(link)
    other = replace(table, id=TableId("aaaaaaaaaa"), code="other")
    for each in (table, other):
        await store.create(each, Operation(each.id))
    keys = [key async for key in link.redis.scan_iter(match=f"g:*:{table.id}")]
    await link.redis.hset(keys[0], "s", b"\x01damaged")
    assert await store.tables_in(table.place) == (other,)
    with pytest.raises(CorruptRecord, match="cannot be read"):
        await store.load(table.id)


def test_processes_share_one_server(tmp_path: Path) -> None:
    """Four processes that start at once find the same server."""
    script = (
        "import sys; from pathlib import Path; from bot.store.embedded import EmbeddedServer;"
        "folder = Path(sys.argv[1]); server = EmbeddedServer.start(folder);"
        "print((folder / 'server.pid').read_text(), flush=True); sys.stdin.read();"
        "server.release()"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "data")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    pids = set()
    for process in processes:
        assert process.stdout is not None
        pids.add(process.stdout.readline())
    for process in processes:
        process.communicate(timeout=20)
    assert len(pids) == 1
    assert _is_gone(int(pids.pop()))


def _is_gone(pid: int) -> bool:
    """Whether a process ends within some seconds; one that nobody waits for counts as ended."""
    for _ in range(200):
        try:
            if "Z" in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]:
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


def test_a_deep_folder(tmp_path: Path) -> None:
    """A folder whose path is too long for a socket still has a server."""
    server = EmbeddedServer.start(tmp_path / ("deep" * 20) / ("deeper" * 10))
    assert len(server.url) < 110
    server.release()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """A data folder that is a file is refused with what to set."""
    (tmp_path / "file").write_text("")
    with pytest.raises(NoServer, match="set PULUC_DATA"):
        EmbeddedServer.start(tmp_path / "file")


def test_no_server_to_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no server, the message says what to set or install."""
    monkeypatch.setattr(embedded, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoServer, match="set REDIS_URL"):
        embedded.find_binary()
