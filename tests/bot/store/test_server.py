"""The bundled server: killed, restarted, shared, missing, with a damaged file or a full disk."""

import asyncio
import fcntl
import os
import resource
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import PIPE
from typing import TypeAlias

import pytest
from redis import Redis
from redis.exceptions import NoPermissionError

from bot.store import embedded, gate, launcher, repair, server_client
from bot.store.embedded import EmbeddedServer
from bot.store.folder import Folder, NoServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.ports import CorruptRecord, Down, Operation, StoreDown, Verdict
from bot.table.table import Table
from tests.waiting import PATIENCE_SECONDS, wait_until


async def test_nothing_acknowledged_is_lost(own: EmbeddedServer, pid: int, table: Table) -> None:
    """A server that is killed after a move still has every move when it restarts."""
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


async def test_a_dead_server_raises(
    own: EmbeddedServer, pid: int, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call to a server that is gone fails."""
    monkeypatch.setattr(server_client, "MOST_REST_SECONDS", 0)
    link = Link(own.url)
    store = RedisStore(link)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(StoreDown):
        await store.load(table.id)
    await asyncio.to_thread(own.ensure)
    assert await store.load(table.id) is None
    await link.close()


async def test_a_dead_server_is_restarted(
    own: EmbeddedServer, tmp_path: Path, table: Table
) -> None:
    """A link that can restart its server does so each time, and its caller doesn't notice."""
    link = Link(own.url, revive=lambda: asyncio.to_thread(own.ensure))
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    for _ in range(2):
        os.kill(int((tmp_path / "data" / "server.pid").read_text()), signal.SIGKILL)
        assert await store.load(table.id) == table
    await link.close()


async def test_scripts_are_loaded_again(link: Link, table: Table) -> None:
    """If the server has lost its scripts, they are loaded again."""
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    await link.redis.script_flush()
    after = replace(table, revision=2)
    assert await store.commit(after, (), Operation("op"), []) is Verdict.APPLIED


async def test_a_corrupt_table_hides_no_other(link: Link, table: Table) -> None:
    """A damaged table raises CorruptRecord when loaded, and is left out of lists."""
    store = RedisStore(link)
    other = replace(table, id=TableId("aaaaaaaaaa"), code="other")
    for each in (table, other):
        await store.create(each, Operation(each.id))
    keys = [key async for key in link.redis.scan_iter(match=f"g:*:{table.id}")]
    await link.redis.hset(keys[0], "s", b"\x03damaged")
    assert await store.tables_in(table.place) == (other,)
    with pytest.raises(CorruptRecord, match="cannot be read"):
        await store.load(table.id)


SHARING = """
import os, sys
from pathlib import Path
from subprocess import PIPE
from bot.store.embedded import EmbeddedServer

for _ in range(4):
    if not os.fork():
        server = EmbeddedServer.start(folder := Path(sys.argv[1]))
        print((folder / "server.pid").read_text(), end="", flush=True)
        sys.stdin.read()
        server.release()
        os._exit(0)
for _ in range(4):
    os.wait()
"""


def test_processes_share_one_server(tmp_path: Path) -> None:
    """Four processes that start at once share one server."""
    command = [sys.executable, "-c", SHARING, str(tmp_path / "data")]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as processes:
        assert processes.stdin is not None
        assert processes.stdout is not None
        pids = {processes.stdout.readline() for _ in range(4)}
        processes.stdin.close()
    assert len(pids) == 1
    wait_until(lambda: _is_gone(int(next(iter(pids)))), "the server still runs")


def _is_gone(pid: int) -> bool:
    """Whether a process has ended; a zombie counts as ended."""
    try:
        return "Z" in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True


def test_no_second_server_while_one_hangs(
    own: EmbeddedServer, pid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a server hangs, no second one is started that would write to its file."""
    monkeypatch.setattr(embedded, "START_SECONDS", 0)
    monkeypatch.setattr(launcher, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "")
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(NoServer, match="does not start"):
            own.ensure()
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_server_outlives_its_parent(tmp_path: Path) -> None:
    """A server outlives the process that started it, and the next one uses it."""
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
    """A server can run in a folder whose path is too long for a socket."""
    server = EmbeddedServer.start(tmp_path / ("deep" * 20) / ("deeper" * 10))
    assert len(server.url) < 110
    server.release()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """A data folder that is a file is refused, with the setting to change."""
    (tmp_path / "file").write_text("")
    with pytest.raises(NoServer, match="set PULUC_DATA"):
        EmbeddedServer.start(tmp_path / "file")


def test_a_server_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a bundled server, one on PATH is used, Valkey before Redis."""
    for name in ("redis-server", "valkey-server"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setattr(launcher, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert launcher.find_binary() == str(tmp_path / "valkey-server")


def test_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there is no server, the message says what to set or install."""
    monkeypatch.setattr(launcher, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoServer, match="set REDIS_URL"):
        launcher.find_binary()


Start: TypeAlias = Callable[[Path], EmbeddedServer]


@pytest.fixture
def start() -> Iterator[Start]:
    """Return a function that starts servers, which are released after the test."""
    servers: list[EmbeddedServer] = []

    def start(folder: Path) -> EmbeddedServer:
        servers.append(EmbeddedServer.start(folder))
        return servers[-1]

    yield start
    for server in servers:
        server.release()


APPENDED = "appendonlydir/appendonly.aof.1.incr.aof"


@dataclass
class Disk:
    """A disk that can be full, for the running server and for those started later."""

    file: Path
    hard: int

    def fill(self, pid: int, left: int = 0) -> None:
        """Let the data file grow by at most `left` bytes."""
        limit = self.file.stat().st_size + left, self.hard
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)

    def make_room(self, pid: int | None = None) -> None:
        limit = self.hard, self.hard
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        if pid is not None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """The disk of the data folder; a limit on file sizes, for all processes, makes it full."""
    if not hasattr(resource, "prlimit"):
        pytest.skip("this system cannot limit the files of a process that runs")
    disk = Disk(tmp_path / "data" / APPENDED, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    yield disk
    disk.make_room()


async def _play_on(store: RedisStore, table: Table) -> Table:
    """Commit until the store refuses because it is full; return the last acknowledged table."""
    for _ in range(1000):
        after = replace(table, revision=table.revision + 1)
        try:
            await store.commit(after, ("b+1",), Operation(f"op{after.revision}"), [table.place])
        except StoreDown as down:
            if down.reason is not Down.FULL:
                raise
            return table
        table = after
    pytest.fail("the disk did not become full")


async def test_a_full_disk(
    own: EmbeddedServer,
    disk: Disk,
    tmp_path: Path,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a full disk the server still runs and can be read; with room, writes work again."""
    monkeypatch.setattr(embedded, "MOST_PATIENCE", 0.1)
    server = tmp_path / "data" / "server.pid"
    link = Link(own.url, revive=lambda: asyncio.to_thread(own.ensure))
    store = RedisStore(link)
    await store.create(table, Operation("post"))
    first = server.read_text()
    disk.fill(int(first), left=5_000)
    table = await _play_on(store, table)
    second = server.read_text()
    assert second != first  # the failed write ended the first server
    for _ in range(5):
        assert await store.load(table.id) == table
        assert await _play_on(store, table) == table
    assert server.read_text() == second  # it isn't restarted again
    disk.make_room(int(second))
    after = replace(table, revision=table.revision + 1)
    for _ in range(600):
        try:
            await store.commit(after, ("b+1",), Operation("after"), [])
        except StoreDown:
            await asyncio.sleep(0.05)
        else:
            break
    assert server.read_text() == second
    os.kill(int(second), signal.SIGKILL)
    assert await store.load(table.id) == after
    await link.close()


async def test_a_start_on_a_full_disk(
    start: Start, own: EmbeddedServer, pid: int, disk: Disk, tmp_path: Path, table: Table
) -> None:
    """If the disk is full at startup, games can be read, and writing says why it fails."""
    store = RedisStore(link := Link(own.url))
    await store.create(table, Operation("post"))
    await link.close()
    disk.fill(pid)
    os.kill(pid, signal.SIGKILL)
    other = start(tmp_path / "data")
    store = RedisStore(link := Link(other.url, revive=lambda: asyncio.to_thread(other.ensure)))
    assert await store.load(table.id) == table
    assert await _play_on(store, table) == table
    with pytest.raises(StoreDown) as down:
        await store.create(replace(table, id=TableId("aaaaaaaaaa")), Operation("another"))
    assert down.value.reason is Down.FULL
    await link.close()


def test_writes_are_refused_at_first(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server refuses writes until it has shown that it can write."""
    monkeypatch.setattr(gate, "opened", lambda _: False)
    server = start(tmp_path / "data")
    with _client(server) as client:
        assert client.get("key") is None
        with pytest.raises(NoPermissionError):
            client.set("key", 1)


def test_each_change_is_on_the_disk(own: EmbeddedServer) -> None:
    """The server acknowledges a change only when it is on disk."""
    with _client(own) as client:
        assert client.config_get("appendfsync") == {"appendfsync": "always"}


def test_a_folder_that_was_moved(tmp_path: Path) -> None:
    """Releasing a server whose folder has been moved away raises no error."""
    own = EmbeddedServer.start(tmp_path / "data")
    pid = int((tmp_path / "data" / "server.pid").read_text())
    (tmp_path / "data").rename(tmp_path / "moved")
    own.release()
    assert not _is_held(tmp_path / "moved" / "users.lock")
    os.kill(pid, signal.SIGKILL)
    (tmp_path / "moved").rename(tmp_path / "data")
    EmbeddedServer.start(tmp_path / "data").release()


def test_a_server_that_dies_while_starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that dies while starting is started again at once."""
    server = _program(tmp_path, f'[ -e "{tmp_path}/died" ] || {{ touch "{tmp_path}/died"; exit; }}')
    monkeypatch.setattr(launcher, "find_binary", lambda: server)
    EmbeddedServer.start(tmp_path / "data").release()
    assert (tmp_path / "died").exists()


def test_a_server_that_never_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that never starts is given up after a few attempts, without waiting."""
    server = _program(tmp_path, f'echo >> "{tmp_path}/starts"; exit')
    monkeypatch.setattr(launcher, "find_binary", lambda: server)
    monkeypatch.setattr(embedded, "START_SECONDS", 1e9)
    with pytest.raises(NoServer, match="does not start"):
        EmbeddedServer.start(tmp_path / "data")
    assert (tmp_path / "starts").read_text().count("\n") == embedded.LAUNCHES


def test_no_second_server_while_one_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a server holds its lock no other is started, even if it isn't listening yet."""
    monkeypatch.setattr(embedded, "START_SECONDS", 0)
    monkeypatch.setattr(launcher, "launch", lambda _: pytest.fail("a second server"))
    folder = Folder(tmp_path / "data")
    with folder.server_lock(), pytest.raises(NoServer, match="does not start"):
        EmbeddedServer.start(tmp_path / "data")
    folder.leave()


def test_waiting_for_a_hanging_server(
    own: EmbeddedServer, pid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting for a hanging server can be cancelled at any time."""
    monkeypatch.setattr(embedded, "START_SECONDS", 1e9)
    given_up, asked, ended = threading.Event(), threading.Event(), threading.Event()
    ping = launcher.ping

    def asking(folder: Folder) -> bytes | None:
        answer = ping(folder)
        asked.set()
        return answer

    def wait() -> None:
        with pytest.raises(NoServer):
            own.ensure(given_up)
        ended.set()

    monkeypatch.setattr(launcher, "ping", asking)
    os.kill(pid, signal.SIGSTOP)
    try:
        threading.Thread(target=wait, daemon=True).start()
        assert asked.wait(PATIENCE_SECONDS)
        assert not ended.is_set()
        given_up.set()
        assert ended.wait(PATIENCE_SECONDS)
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture
def torn(tmp_path: Path) -> Callable[[bytes], Path]:
    """A data folder with ten keys, to whose file bytes have been appended."""

    def tear(tail: bytes) -> Path:
        data = tmp_path / "data"
        server = EmbeddedServer.start(data)
        with _client(server) as client:
            client.mset({f"key{n}": n for n in range(10)})
        pid = int((data / "server.pid").read_text())
        server.release()
        wait_until(lambda: _is_gone(pid), "the server still runs")
        with (data / APPENDED).open("ab") as file:
            file.write(tail)
        return data

    return tear


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        (bytes(4096), "4096 bytes, of which 0 "),
        (b"*3\r\n$3\r\nSET\r\n$4\r\nke" + bytes(100), "119 bytes, of which 19 "),
    ],
)
def test_a_torn_file(
    start: Start, torn: Callable[[bytes], Path], tail: bytes, expected: str
) -> None:
    """A torn end of the file is cut off and reported, and the original file is kept."""
    data = torn(tail)
    before = (data / APPENDED).read_bytes()
    server = start(data)
    with _client(server) as client:
        assert client.mget([f"key{n}" for n in range(10)]) == [b"%d" % n for n in range(10)]
    (notice,) = server.notices
    assert expected in notice
    (kept,) = (data / "appendonlydir").glob("*.torn-*")
    assert str(kept) in notice
    assert kept.read_bytes() == before
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_file_that_is_damaged_in_its_middle(
    torn: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If repair would lose more than the last moment, the file is kept and an error raised."""
    monkeypatch.setattr(repair, "MOST_LOST", 100)
    data = torn(b"damage" * 20)
    before = (data / APPENDED).read_bytes()
    with pytest.raises(NoServer, match="restore a copy"):
        EmbeddedServer.start(data)
    assert (data / APPENDED).read_bytes() == before
    assert len(list((data / "appendonlydir").iterdir())) == 3


@pytest.fixture
def _open_umask() -> Iterator[None]:
    """A process whose files everyone may read, as is usual."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def _modes(folder: Path) -> set[int]:
    """The permissions that other users have in the folder."""
    return {path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))}


@pytest.mark.usefixtures("_open_umask")
def test_the_folder_is_private(start: Start, tmp_path: Path) -> None:
    """A new folder and every file in it are closed to other users."""
    start(tmp_path / "data")
    assert _modes(tmp_path / "data") == {0}


@pytest.mark.usefixtures("_open_umask")
def test_an_open_folder_is_closed(start: Start, tmp_path: Path) -> None:
    """A folder that others can read is closed at the next start."""
    data = tmp_path / "data"
    EmbeddedServer.start(data).release()
    (data / "tables").mkdir()
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    start(data)
    assert _modes(data) == {0}


@pytest.mark.usefixtures("_open_umask")
def test_a_folder_with_other_things(start: Start, tmp_path: Path) -> None:
    """In a folder that also holds other files, only the server's files are closed."""
    (tmp_path / "photo.jpg").touch()
    tmp_path.chmod(0o755)
    start(tmp_path)
    assert {p.name for p in tmp_path.rglob("*") if p.stat().st_mode & 0o077} == {"photo.jpg"}
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


@pytest.mark.parametrize("name", ["#1", "why?", "100%", "%41", "my games", 'it\'s "mine"', "ñ"])
async def test_any_name_of_a_folder(start: Start, tmp_path: Path, name: str) -> None:
    """A data folder can have any name that the system allows."""
    server = start(tmp_path / name)
    link = Link(server.url)
    await RedisStore(link).set_note("here", name)
    assert (tmp_path / name / APPENDED).stat().st_size
    await link.close()


def _is_held(path: Path) -> bool:
    with path.open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def _client(server: EmbeddedServer) -> Redis:
    return Redis.from_url(server.url)


def _program(folder: Path, first: str) -> str:
    """Write a server program that runs a shell command first; return its path."""
    program = folder / "bin" / "valkey-server"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\n{first}\nexec "{launcher.find_binary()}" "$@"\n')
    program.chmod(0o755)
    return str(program)
