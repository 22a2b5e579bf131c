"""The real server: killed, restarted, shared, missing."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import embedded
from bot.store import link as connection
from bot.store.embedded import EmbeddedServer, NoServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ports import CorruptRecord, Operation, StoreDown, Verdict
from bot.table.table import Table, TableId


async def test_nothing_acknowledged_is_lost(own: EmbeddedServer, pid: int, table: Table) -> None:
    """A server that is killed between two moves has every move when it is back."""
    link = Link(own.url)
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    for n in range(20):
        table = replace(table, revision=table.revision + 1)
        verdict = await store.commit(table, ("b+1",), Operation(f"op{n}"), [table.place])
        assert verdict is Verdict.APPLIED
    os.kill(pid, signal.SIGKILL)
    await asyncio.to_thread(own.ensure)
    assert await store.load(table.id) == table
    assert len(await store.record(table.id)) == 20
    await link.close()


async def test_a_dead_store_is_said_to_be_dead(own: EmbeddedServer, pid: int, table: Table) -> None:
    """Nobody waits for ever for a server that is gone."""
    link = Link(own.url)
    store = RedisStore(link)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(StoreDown):
        async with asyncio.timeout(10):
            await store.load(table.id)
    await asyncio.to_thread(own.ensure)
    assert await store.load(table.id) is None
    await link.close()


async def test_a_dead_server_is_started_again(
    own: EmbeddedServer, tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link that can revive its server does each time, and whoever asked notices nothing."""
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", 30.0)  # the machine may be busy
    link = Link(own.url, revive=lambda: asyncio.to_thread(own.ensure))
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    for _ in range(2):
        os.kill(int((tmp_path / "data" / "server.pid").read_text()), signal.SIGKILL)
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


def test_a_server_that_hangs_is_not_doubled(
    own: EmbeddedServer, pid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a server does not answer, no second one is looked for that would write its file."""
    monkeypatch.setattr(embedded, "START_SECONDS", 0.2)
    monkeypatch.setattr(embedded, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "")
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(NoServer, match="does not start"):
            own.ensure()
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_server_outlives_who_started_it(tmp_path: Path) -> None:
    """Where the process that started the server is killed, the next one finds it running."""
    script = (
        "import os, signal, sys; from pathlib import Path;"
        "from bot.store.embedded import EmbeddedServer;"
        "EmbeddedServer.start(Path(sys.argv[1])); os.kill(os.getpid(), signal.SIGKILL)"
    )
    data = tmp_path / "data"
    ended = subprocess.run([sys.executable, "-c", script, str(data)], check=False)
    assert ended.returncode == -signal.SIGKILL
    pid = (data / "server.pid").read_text()
    server = EmbeddedServer.start(data)
    assert (data / "server.pid").read_text() == pid
    server.release()


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


def test_a_server_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is bundled, a server on PATH serves, Valkey before Redis."""
    for name in ("redis-server", "valkey-server"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setattr(embedded, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert embedded.find_binary() == str(tmp_path / "valkey-server")


def test_no_server_to_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no server, the message says what to set or install."""
    monkeypatch.setattr(embedded, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoServer, match="set REDIS_URL"):
        embedded.find_binary()
