"""`python -m bot backup` and `restore`, between real servers."""

import asyncio
import errno
import os
import signal
import stat
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot import program, wiring
from bot.config import Config, WebMode, WrongSetting
from bot.ops import tools
from bot.ops.backup_file import Header, Writer
from bot.ops.heartbeat import Heartbeat, running
from bot.store import dump, keys, vitals
from bot.store.dump import Piece, Value, is_incomplete
from bot.store.embedded import EmbeddedServer
from bot.store.families import FAMILIES, Fate, family
from bot.store.keyspace import Call, Keyspace
from bot.store.layout import BEFORE_1_0
from bot.store.link import Link
from bot.store.notes import RedisNotes
from bot.store.redis import RedisStore
from bot.table.pace import DAY
from bot.table.people import Platform
from bot.table.ports import Down, Operation, Overdue, StoreDown
from bot.table.settings import Settings
from bot.table.table import Status
from tests.bot.ops.stored import MAIZE, Played, contents, fill
from tests.bot.store.cluster import Cluster
from tests.bot.store.server import unsynced
from tests.waiting import PATIENCE_SECONDS
from tests.watch import Watch

SET = Settings(thread=True)
"""Settings of a channel, which are part of a backup."""

EXPIRY_MS = 1_000
"""By how much an expiry may differ: a script reads the time and the rest separately."""


def settings(url: str) -> Config:
    """The settings of a bot with this store."""
    return Config(redis_url=SecretStr(url))


async def tool(url: str, *arguments: object) -> int:
    """Run a tool, and return its exit status."""
    parsed = tools.parser().parse_args([*map(str, arguments)])
    return await program.interruptible(parsed.run(settings(url), parsed))


def backups(folder: Path) -> Sequence[str]:
    """The names of all files of backups, complete or not."""
    return sorted(path.name for path in folder.glob("backup*"))


def assert_equal(
    after: Mapping[bytes, tuple[object, float]], before: Mapping[bytes, tuple[object, float]]
) -> None:
    """Two stores have the same keys with the same values and expiry."""
    assert after.keys() == before.keys()
    for key, (value, until) in before.items():
        assert after[key][0] == value, key
        assert after[key][1] == pytest.approx(until, rel=0, abs=EXPIRY_MS), key


@pytest.fixture(scope="session")
def second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """Another bundled server."""
    with unsynced(tmp_path_factory.mktemp("second")) as server:
        yield server


@pytest.fixture
async def other(second: EmbeddedServer) -> AsyncIterator[Link]:
    """A link to another server, which has been emptied."""
    link = Link(second.url)
    await link.redis.flushall()
    yield link
    await link.close()


def size(file: Path) -> int:
    return file.stat().st_size


@pytest.fixture
async def saved(link: Link, valkey: EmbeddedServer, tmp_path: Path) -> Path:
    """A backup of a store with tables in all states."""
    file = tmp_path / "backup.jsonl"
    await fill(link)
    await tool(valkey.url, "backup", file)
    return file


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz"])
async def test_everything(
    link: Link,
    other: Link,
    valkey: EmbeddedServer,
    second: EmbeddedServer,
    tmp_path: Path,
    name: str,
) -> None:
    """A restored store equals the one that was saved, whatever its tables are doing."""
    await fill(link)
    before = await contents(link.redis)
    kept = {known.why for known in FAMILIES.values() if known.fate is not Fate.LEFT}
    assert {known.why for key in before if (known := family(key))} == kept
    assert await tool(valkey.url, "backup", tmp_path / name) == 0
    assert await tool(second.url, "restore", "--no-boards", tmp_path / name) == 0
    assert_equal(await contents(other.redis), before)


async def test_a_cluster(
    link: Link,
    other: Link,
    cluster: Cluster,
    valkey: EmbeddedServer,
    second: EmbeddedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A store can move to a cluster and back, and is the same in all three."""
    monkeypatch.setattr("bot.store.cluster_client.HUNG_SECONDS", PATIENCE_SECONDS)
    await fill(link)
    before, here, there = await contents(link.redis), tmp_path / "1.gz", tmp_path / "2.gz"
    assert await tool(valkey.url, "backup", here) == 0
    assert await tool(cluster.url, "restore", "--no-boards", here) == 0
    moved = Link(cluster.url)
    assert_equal(await contents(moved.redis), before)
    await moved.close()
    assert await tool(cluster.url, "backup", there) == 0
    assert await tool(cluster.url, "restore", "--no-boards", "--replace", there) == 0
    assert await tool(second.url, "restore", "--no-boards", there) == 0
    assert_equal(await contents(other.redis), before)


async def test_a_file_exists(link: Link, valkey: EmbeddedServer, tmp_path: Path) -> None:
    """A file that exists is only replaced with --force, by one that only its owner can read."""
    file = tmp_path / "backup.jsonl"
    file.write_text("mine")
    await RedisStore(link).change_settings(MAIZE, SET)
    with pytest.raises(WrongSetting, match="exists; choose another name"):
        await tool(valkey.url, "backup", file)
    assert file.read_text() == "mine"
    assert await tool(valkey.url, "backup", "--force", file) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert backups(tmp_path) == ["backup.jsonl"]


async def test_no_folder(link: Link, valkey: EmbeddedServer, tmp_path: Path) -> None:
    """If the file can't be written, the message says why."""
    with pytest.raises(WrongSetting, match=r"nothing was saved, .*No such file or directory"):
        await tool(valkey.url, "backup", tmp_path / "none" / "backup.jsonl")


async def test_a_full_disk(
    link: Link, valkey: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk is full, the message says so and no part of a file is left."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    await RedisStore(link).change_settings(MAIZE, SET)
    monkeypatch.setattr("bot.ops.backup.os.fsync", full)
    with pytest.raises(WrongSetting, match=r"nothing was saved, .*No space left"):
        await tool(valkey.url, "backup", tmp_path / "backup.jsonl")
    assert not backups(tmp_path)


async def test_an_interrupted_backup(
    link: Link,
    valkey: EmbeddedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Ctrl-C leaves no part of a file."""
    await fill(link)
    run = Keyspace.run

    async def interrupted(space: Keyspace, script: str, calls: Sequence[Call]) -> Sequence[object]:
        assert backups(tmp_path)
        if (task := asyncio.current_task()) is not None:
            task.cancel()
        return await run(space, script, calls)

    monkeypatch.setattr(Keyspace, "run", interrupted)
    assert await tool(valkey.url, "backup", tmp_path / "backup.jsonl") == program.INTERRUPTED
    assert "nothing was saved" in capsys.readouterr().err
    assert not backups(tmp_path)


async def test_what_the_file_tells(
    link: Link, valkey: EmbeddedServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The operator is told what was saved, what was left out, and what to protect."""
    tables = await fill(link)
    await link.redis.set("celery:ana", 1)
    await tool(valkey.url, "backup", tmp_path / "backup.jsonl")
    said = capsys.readouterr().out
    opened = sum(table.status is not Status.OVER for table in tables)
    assert f"Saved {len(tables) + 2:,} games ({opened} open, 2 unreadable) in" in said
    assert "keys that this release doesn't know: 1 of celery." in said
    assert "holds the seeds of open games: anyone who reads it can predict their throws" in said
    assert "ana" not in said


async def test_the_standard_output(
    link: Link, other: Link, valkey: EmbeddedServer, second: EmbeddedServer, tmp_path: Path
) -> None:
    """A backup can be piped to a restore, whose messages don't mix with it."""
    await RedisStore(link).change_settings(MAIZE, SET)
    command = [sys.executable, "-m", "bot"]
    saved = await ran([*command, "backup", "-"], valkey.url, b"")
    restored = await ran([*command, "restore", "-"], second.url, saved)
    assert b"Restored 0 games (0 open) in" in restored
    assert await RedisStore(other).settings(MAIZE) == SET


async def ran(command: Sequence[str], url: str, typed: bytes) -> bytes:
    """Run a program that succeeds, and return its output."""
    process = await asyncio.create_subprocess_exec(
        *command, env={**os.environ, "REDIS_URL": url}, stdin=PIPE, stdout=PIPE
    )
    output, _ = await process.communicate(typed)
    assert process.returncode == 0
    return output


async def test_an_empty_store(link: Link, valkey: EmbeddedServer, tmp_path: Path) -> None:
    """A store with nothing to save, such as a wrong one, never replaces a backup."""
    file = tmp_path / "backup.jsonl"
    file.write_text("a good backup")
    with pytest.raises(WrongSetting, match="has nothing to save; check REDIS_URL"):
        await tool(valkey.url, "backup", "--force", file)
    assert file.read_text() == "a good backup"


async def test_a_nearly_empty_store(
    saved: Path, link: Link, valkey: EmbeddedServer, other: Link, second: EmbeddedServer
) -> None:
    """A store with less than half of the games never replaces a backup, with or without games."""
    good = size(saved)
    await RedisStore(other).secret("cookies")
    for _ in range(2):
        with pytest.raises(WrongSetting, match=r"saved, because .* has [\d,]+ games and .* only"):
            await tool(second.url, "backup", "--force", saved)
        assert size(saved) == good
        table = next(table for table in await fill(link) if table.status is not Status.OVER)
        await RedisStore(other).create(table, Operation("post"))
    assert await tool(valkey.url, "backup", "--force", saved) == 0


async def test_several_backups(
    link: Link,
    other: Link,
    valkey: EmbeddedServer,
    second: EmbeddedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The newest backups in a folder are kept; a nearly empty store adds none and deletes none."""
    folder, watch = tmp_path / "backups" / "here", Watch()
    monkeypatch.setattr("bot.ops.backup.time.time", watch)
    await fill(link)
    await RedisStore(other).secret("cookies")
    for _ in range(4):
        watch.now += DAY
        assert await tool(valkey.url, "backup", "--keep", 3, folder) == 0
    (folder / "mine.jsonl.gz").touch()
    expected = [f"puluc-2023-11-{day}T221320Z.jsonl.gz" for day in (16, 17, 18)]
    assert sorted(each.name for each in folder.iterdir()) == ["mine.jsonl.gz", *expected]
    watch.now += DAY
    with pytest.raises(WrongSetting, match="only 0"):
        await tool(second.url, "backup", "--keep", 3, folder)
    assert sorted(each.name for each in folder.iterdir()) == ["mine.jsonl.gz", *expected]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


async def test_when_it_was_saved(link: Link, valkey: EmbeddedServer, tmp_path: Path) -> None:
    """The store knows of a backup that succeeded, and of none that failed."""
    file = tmp_path / "backup.jsonl"
    with pytest.raises(WrongSetting):
        await tool(valkey.url, "backup", file)
    assert (await vitals.read(link)).backup_age is None
    await RedisStore(link).change_settings(MAIZE, SET)
    await tool(valkey.url, "backup", file)
    found = await vitals.read(link)
    assert (found.backup_age is not None, found.regular_age) == (True, None)
    await tool(valkey.url, "backup", "--keep", 1, tmp_path / "backups")
    assert (await vitals.read(link)).regular_age is not None


@pytest.mark.parametrize("number", ["0", "-1", "x"])
def test_how_many_are_kept(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    """At least one file is kept."""
    with pytest.raises(SystemExit):
        tools.parser().parse_args(["backup", "--keep", number, "there"])
    assert "must be a number of files, at least 1" in capsys.readouterr().err


async def test_several_on_the_standard_output(valkey: EmbeddedServer) -> None:
    """Files can't be kept on the standard output."""
    with pytest.raises(WrongSetting, match="needs a folder"):
        await tool(valkey.url, "backup", "--keep", 3, "-")


async def test_an_interrupted_restore(
    saved: Path,
    own: EmbeddedServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """After SIGTERM in the middle, the store is marked until the restore is repeated."""
    run = Keyspace.run

    async def interrupted(space: Keyspace, script: str, some: Sequence[Call]) -> Sequence[object]:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(0)
        return await run(space, script, some)

    with monkeypatch.context() as patch:
        patch.setattr(Keyspace, "run", interrupted)
        assert await tool(own.url, "restore", saved) == program.INTERRUPTED
    assert "restore it again with --replace" in capsys.readouterr().err
    restored = Link(own.url)
    assert await is_incomplete(restored)
    with pytest.raises(WrongSetting, match="only a part of the backup"):
        async with wiring.running(settings(own.url)):
            pass
    assert await tool(own.url, "restore", "--replace", saved) == 0
    assert not await is_incomplete(restored)
    await restored.close()


async def test_without_open_games(
    link: Link, other: Link, valkey: EmbeddedServer, second: EmbeddedServer, tmp_path: Path
) -> None:
    """--without-open leaves out games that aren't over, and everything that only points to them."""
    tables = await fill(link)
    file = tmp_path / "backup.jsonl"
    await tool(valkey.url, "backup", "--without-open", file)
    opened = [table for table in tables if table.status is not Status.OVER]
    text = file.read_text()
    assert not any(f'"{table.code}"' in text or f":{table.id}" in text for table in opened)
    assert "corrupt1" not in text
    await tool(second.url, "restore", file)
    after, before = await contents(other.redis), await contents(link.redis)
    closed = {keys.table(table.id) for table in tables if table.status is Status.OVER}
    assert {key.decode() for key in after if key.startswith(b"g:")} == closed
    assert not any(key.startswith((b"due:", b"u:", b"c:")) for key in after)
    shared = (b"dirty:",)
    assert_equal(
        {key: value for key, value in after.items() if not key.startswith(shared)},
        {key: before[key] for key in after if not key.startswith(shared)},
    )


async def test_moves_during_a_backup(
    link: Link, other: Link, valkey: EmbeddedServer, second: EmbeddedServer, tmp_path: Path
) -> None:
    """Each saved game fits its record and its dues, although players move meanwhile."""
    tables = [Played(link, number) for number in range(60)]
    await asyncio.gather(*(table.begin() for table in tables))
    playing = [asyncio.create_task(table.play()) for table in tables[::20]]
    for number in range(3):
        await tool(valkey.url, "backup", tmp_path / f"{number}.jsonl")
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for number in range(3):
        await tool(second.url, "restore", "--replace", "--no-boards", tmp_path / f"{number}.jsonl")
        for table in tables:
            await table.check(other)
    assert max(table.moves for table in tables) > 3


async def test_a_store_that_is_not_empty(
    link: Link, valkey: EmbeddedServer, tmp_path: Path
) -> None:
    """A store that has games or settings is not changed without --replace."""
    file = tmp_path / "backup.jsonl"
    await RedisStore(link).change_settings(MAIZE, SET)
    await tool(valkey.url, "backup", file)
    await fill(link)
    before = await contents(link.redis)
    with pytest.raises(WrongSetting, match=r"it has [\d,]+ games and [\d,]+ other keys"):
        await tool(valkey.url, "restore", file)
    assert_equal(await contents(link.redis), before)


async def test_a_store_of_a_version_before_1_0(
    saved: Path, other: Link, second: EmbeddedServer
) -> None:
    """A store whose games can't be read isn't replaced either."""
    await other.redis.set(BEFORE_1_0[0], bytes(32))
    with pytest.raises(WrongSetting, match=r"before 1\.0.* Nothing was changed"):
        await tool(second.url, "restore", "--replace", saved)
    assert [key async for key in other.redis.scan_iter()] == [BEFORE_1_0[0].encode()]


async def test_a_new_store(
    link: Link, other: Link, valkey: EmbeddedServer, second: EmbeddedServer, tmp_path: Path
) -> None:
    """A bot that was started once in a new store doesn't hinder a restore, and gets its secrets."""
    file = tmp_path / "backup.jsonl"
    secret = await RedisStore(link).secret("cookies")
    await tool(valkey.url, "backup", file)
    await RedisStore(other).secret("cookies")
    assert await tool(second.url, "restore", file) == 0
    assert await RedisStore(other).secret("cookies") == secret


async def test_replacing(link: Link, valkey: EmbeddedServer, tmp_path: Path) -> None:
    """--replace deletes what the store has of a backup's families, and leaves the rest alone."""
    file, store = tmp_path / "backup.jsonl", RedisStore(link)
    await fill(link)
    before = await contents(link.redis)
    await tool(valkey.url, "backup", file)
    await link.redis.set("settings:web:later", "{}")
    await link.redis.zadd("due:{7}", {"a-later-game|think": 1})
    (_, *some) = [key for key in before if key.startswith(b"g:")]
    await link.redis.unlink(*some)
    left = {
        "celery": await link.redis.set("celery", 1),
        "gate:later": await store.gate("later", 60),
        "note:discord.commands.17": await store.set_note("discord.commands.17", "newer"),
    }
    assert await tool(valkey.url, "restore", "--replace", "--no-boards", file) == 0
    after = {**await contents(link.redis)}
    assert after.pop(b"gate:later")
    assert_equal(after, before)
    assert await link.redis.exists(*left) == len(left)
    assert await store.note("discord.commands.17") == "newer"


@pytest.mark.parametrize("kind", ["valkey", "cluster"])
async def test_replacing_under_a_running_bot(
    saved: Path, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """A store that a bot is using isn't replaced, before the bot has left it."""
    url = request.getfixturevalue(kind).url
    await tool(url, "restore", "--replace", "--no-boards", saved)
    used = Link(url)
    before = await contents(used.redis)
    bot = Heartbeat(RedisNotes(used))
    await bot.beat()
    with pytest.raises(WrongSetting, match=r"a bot is running.*stop.* Nothing was changed"):
        await tool(url, "restore", "--replace", saved)
    assert not await is_incomplete(used)
    await bot.stop()
    assert_equal(await contents(used.redis), before)
    assert await tool(url, "restore", "--replace", "--no-boards", saved) == 0
    await used.close()


async def test_a_bot_that_starts_at_the_same_moment(
    saved: Path, link: Link, valkey: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that starts before it could see the restore stops it, and the store is as it was."""
    before, begin = await contents(link.redis), dump.begin_restore
    bot = Heartbeat(RedisNotes(link))

    async def begin_late(space: Keyspace) -> bool:
        await bot.beat()
        return await begin(space)

    monkeypatch.setattr(dump, "begin_restore", begin_late)
    with pytest.raises(WrongSetting, match="a bot is running"):
        await tool(valkey.url, "restore", "--replace", saved)
    await bot.stop()
    assert_equal(await contents(link.redis), before)


async def test_the_bot_counts_as_running(link: Link, valkey: EmbeddedServer) -> None:
    """The program says that it runs from its start to its end."""
    notes = RedisNotes(link)
    assert not await running(notes)
    async with wiring.running(settings(valkey.url).model_copy(update={"web": WebMode.OFF}), ()):
        assert await running(notes)
    assert not await running(notes)


async def test_a_killed_bot(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that can no longer say that it runs counts as running for a short time only."""
    monkeypatch.setattr("bot.ops.heartbeat.LASTS_SECONDS", -1)
    await Heartbeat(RedisNotes(link)).beat()
    monkeypatch.undo()
    assert not await running(RedisNotes(link))


async def test_replacing_in_a_folder_that_is_in_use(saved: Path, tmp_path: Path) -> None:
    """The bundled server's games aren't replaced while another process uses its folder."""
    bundled = Config(puluc_data=tmp_path / "data")
    parsed = tools.parser().parse_args(["restore", "--replace", str(saved)])
    used = pytest.raises(WrongSetting, match=r"another process uses the bundled.* stop the bot")
    with unsynced(bundled.data_folder), used:
        await program.interruptible(parsed.run(bundled, parsed))
    assert await program.interruptible(parsed.run(bundled, parsed)) == 0


async def test_a_restore_under_a_bot_without_games(
    saved: Path, other: Link, second: EmbeddedServer
) -> None:
    """An empty store isn't restored while a bot runs, which would go on with its old secrets."""
    await Heartbeat(RedisNotes(other)).beat()
    with pytest.raises(WrongSetting, match="a bot is running"):
        await tool(second.url, "restore", saved)


async def test_a_gate_of_today(link: Link, valkey: EmbeddedServer, tmp_path: Path) -> None:
    """A gate that has been passed since the backup keeps its time."""
    file, store = tmp_path / "backup.jsonl", RedisStore(link)
    await store.gate("told:1", 60)
    await tool(valkey.url, "backup", file)
    await link.redis.expire(keys.gate("told:1"), 6_000)
    await tool(valkey.url, "restore", "--replace", file)
    assert await link.redis.ttl(keys.gate("told:1")) > 60


async def test_nothing_lives_longer(
    other: Link, second: EmbeddedServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What expires between backup and restore stays away, and isn't counted as restored."""
    file = tmp_path / "backup.jsonl"
    with file.open("wb") as output:
        writer = Writer(output, Header("1.0.0", 0, without_open=False))
        writer.add(Piece((Value(b"code:short", "string", 1_000, (b"k3f9qd7m2x",)),)))
        writer.end()
    assert await tool(second.url, "restore", file) == 0
    assert not await other.redis.exists("code:short")
    said = capsys.readouterr().out
    assert "Restored 0 games (0 open) in 0 keys in" in said
    assert "Left out 1 key that expired after the backup was made." in said


async def test_a_damaged_file(link: Link, valkey: EmbeddedServer, tmp_path: Path) -> None:
    """A damaged file changes nothing, even with --replace."""
    file = tmp_path / "backup.jsonl"
    await fill(link)
    before = await contents(link.redis)
    await tool(valkey.url, "backup", file)
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(WrongSetting, match=r"is incomplete.* Nothing was changed"):
        await tool(valkey.url, "restore", "--replace", file)
    assert_equal(await contents(link.redis), before)


async def test_no_file(valkey: EmbeddedServer, tmp_path: Path) -> None:
    """A file that can't be read is named, with the reason."""
    with pytest.raises(WrongSetting, match=r"none\.jsonl can't be read \(No such file"):
        await tool(valkey.url, "restore", tmp_path / "none.jsonl")


async def test_boards_of_open_games(
    link: Link, other: Link, valkey: EmbeddedServer, second: EmbeddedServer, tmp_path: Path
) -> None:
    """After a restore, every open game's board is overdue, and finished ones' as they were."""
    tables = await fill(link)
    before = {platform: await overdue(link, platform) for platform in Platform}
    await tool(valkey.url, "backup", tmp_path / "backup.jsonl")
    await tool(second.url, "restore", tmp_path / "backup.jsonl")
    for platform in Platform:
        opened = {
            Overdue(table.id, place)
            for table in tables
            for place in table.shown_in
            if table.status is not Status.OVER and place.platform == platform
        }
        assert await overdue(other, platform) == before[platform] | opened


async def overdue(link: Link, platform: Platform) -> frozenset[Overdue]:
    """All overdue boards of a platform."""
    return frozenset(await RedisStore(link).overdue(platform, 10_000))


async def test_a_game_that_no_list_had(
    link: Link, other: Link, valkey: EmbeddedServer, second: EmbeddedServer, tmp_path: Path
) -> None:
    """A game that was posted after its lists had been saved is listed after a restore."""
    table = Played(link, 1)
    await table.begin()
    await link.redis.unlink(*keys.indexes(table.now), keys.code(table.now.code))
    await tool(valkey.url, "backup", tmp_path / "backup.jsonl")
    await tool(second.url, "restore", tmp_path / "backup.jsonl")
    store = RedisStore(other)
    assert await store.tables_in(table.now.place) == (table.now,)
    for user in table.now.people:
        assert await store.tables_of(user) == (table.now,)
    assert await store.by_code(table.now.code) == table.now.id
    assert 0 < await other.redis.ttl(keys.in_place(table.now.place)) <= keys.YEAR


async def test_a_store_that_fails_midway(
    saved: Path,
    link: Link,
    own: EmbeddedServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """If the store fails during a restore, the operator is told to repeat it, which works."""
    calls = iter(range(100))
    run = Keyspace.run

    async def failing(space: Keyspace, script: str, some: Sequence[Call]) -> Sequence[object]:
        if script == "fill" and next(calls) == 2:
            raise StoreDown(Down.FULL)
        return await run(space, script, some)

    monkeypatch.setattr(Keyspace, "run", failing)
    with pytest.raises(StoreDown):
        await tool(own.url, "restore", saved)
    assert "restore it again with --replace" in capsys.readouterr().err
    assert await tool(own.url, "restore", "--replace", "--no-boards", saved) == 0
    restored = Link(own.url)
    assert_equal(await contents(restored.redis), await contents(link.redis))
    await restored.close()
