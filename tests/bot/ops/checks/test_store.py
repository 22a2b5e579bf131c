"""What the doctor finds about the store."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from pydantic import SecretStr
from redis import Redis

from bot.config import Config, WrongSetting
from bot.findings import Finding, Level, fail, ok, warn
from bot.inbound.rivals import SURE_SECONDS, Rivals
from bot.ops import disks
from bot.ops.checks import store
from bot.ops.heartbeat import Heartbeat
from bot.store import dump, trial
from bot.store.embedded import EmbeddedServer
from bot.store.folder import NoServer
from bot.store.keyspace import Keyspace
from bot.store.link import RIGHTS, Link
from bot.store.notes import RedisNotes
from bot.store.trial import Trial
from bot.store.vitals import Vitals
from bot.table.pace import HOUR
from bot.table.people import Platform
from bot.table.ports import Down, StoreDown
from tests.e2e.ports import free_port
from tests.watch import Watch

WELL: Final = Vitals(
    used_bytes=2_000_000,
    max_bytes=25_000_000,
    clients=5,
    max_clients=20,
    policy="noeviction",
    saves=True,
    replica=False,
    replicas=1,
)
TRIED: Final = Trial(name="Valkey 9.1.2", ahead=0.0, ping=0.001, kept=True)

BUNDLED: Final = Config(_env_file=None)


def at(url: str, **settings: bool | str) -> Config:
    """Settings with a server at this address."""
    return Config(_env_file=None, redis_url=SecretStr(url), **settings)  # type: ignore[arg-type] # mixed


async def found(settings: Config) -> list[Finding]:
    """All findings."""
    return [each async for each in store.examine(settings)]


def of(subject: str, vitals: Vitals) -> Finding:
    """The finding about one condition of a server."""
    settings = Config(_env_file=None)
    (finding,) = (each for each in store.conditions(vitals, settings) if each.subject == subject)
    return finding


@pytest.mark.parametrize(
    ("replicas", "finding"),
    [
        (1, ok("replicas", "1; a move waits for 1")),
        (
            0,
            warn(
                "replicas",
                "0, but REDIS_WAIT=1, so every move waits in vain and is called not yet safe; add"
                " replicas, or lower REDIS_WAIT",
            ),
        ),
        (
            None,
            warn(
                "replicas",
                "can't be checked, because the server forbids it; see your provider's page",
            ),
        ),
    ],
)
def test_replicas_to_wait_for(replicas: int | None, finding: Finding) -> None:
    """If moves wait for replicas, there must be enough of them."""
    settings = Config(_env_file=None, redis_url=SecretStr("redis://a"), redis_wait=1)
    assert finding in store.conditions(replace(WELL, replicas=replicas), settings)


async def test_a_server_that_is_well(valkey: EmbeddedServer, link: Link) -> None:
    """A server that is well has one line for each condition, and none is wrong."""
    lines = await found(at(valkey.url))
    assert {line.level for line in lines} == {Level.OK}
    assert [line.subject for line in lines] == [
        *("connection", "eviction", "persistence", "memory", "connections", "backup"),
        *("version", "writes", "clock", "speed"),
    ]


async def test_nothing_is_left_behind(valkey: EmbeddedServer, link: Link) -> None:
    """The doctor leaves nothing in the store but the guard's trial value, which expires."""
    await found(at(valkey.url))
    assert [key async for key in link.redis.scan_iter()] == [b"guard:probe:{0}"]
    assert 0 < await link.redis.ttl("guard:probe:{0}") <= 60


async def test_nothing_answers() -> None:
    """An address at which nothing answers is told at once, with what to check."""
    (line,) = await found(at(f"redis://127.0.0.1:{free_port()}"))
    assert line == fail(
        "REDIS_URL",
        "the server did not answer (ConnectionError). Is it running, and is the address right?",
    )


async def test_a_wrong_password(open_server: Callable[..., str]) -> None:
    """A wrong password is told without repeating it."""
    url = await asyncio.to_thread(open_server, "--port", "0", "--requirepass", "s3cret")
    (line,) = await found(at(url.replace("unix://", "unix://:wr0ng@")))
    assert line == fail(
        "REDIS_URL", "the server rejects the user or password; copy the address again"
    )


async def test_an_address_that_is_none() -> None:
    """An address that can't be parsed is a wrong setting."""
    with pytest.raises(WrongSetting, match=r"^REDIS_URL: "):
        await found(at("my-redis:6379"))


async def test_a_full_server(open_server: Callable[..., str]) -> None:
    """A server that refuses writes is told, and nothing that needs one is tried."""
    url = await asyncio.to_thread(open_server, "--port", "0", "--maxmemory", "1")
    *_, last = await found(at(url))
    assert last == fail(
        "writes",
        "the server refuses writes because it is full; raise maxmemory at REDIS_URL, or free some"
        " disk space",
    )


async def test_a_server_that_tells_little(open_server: Callable[..., str]) -> None:
    """What a provider forbids can't be checked, and the rest is."""
    user = ("--user", "default", "on", "nopass", "~*", "&*", "+@all", "-info", "-config")
    lines = await found(at(await asyncio.to_thread(open_server, "--port", "0", *user)))
    unchecked = {line.subject for line in lines if "can't be checked" in line.text}
    assert unchecked == {*("eviction", "persistence", "memory", "connections", "version")}
    assert ok("writes", "a trial key was written, read and deleted") in lines


async def test_a_server_that_denies_scripts(open_server: Callable[..., str]) -> None:
    """A server that answers, but on which nobody could play, is no server that is well."""
    user = ("--user", "default", "on", "nopass", "~*", "&*", "+@all", "-@scripting")
    (line,) = await found(at(await asyncio.to_thread(open_server, "--port", "0", *user)))
    assert line == fail("REDIS_URL", f"the server denies its user EVAL, EVALSHA; {RIGHTS}")


async def test_a_bundled_server_that_is_full(own: EmbeddedServer, tmp_path: Path) -> None:
    """The bundled server denies writes while its disk is full; its rights are never at fault."""
    with Redis.from_url(own.url) as client:
        client.execute_command("ACL", "SETUSER", "default", "-@write")
        bundled = Config(_env_file=None, puluc_data=tmp_path / "data", puluc_ephemeral=True)
        *_, last = await found(bundled)
        client.execute_command("ACL", "SETUSER", "default", "+@write")
    assert last.subject == "writes"
    assert "because it is full" in last.text


@pytest.mark.parametrize(
    ("others", "finding"),
    [
        (
            [],
            warn(
                "DISCORD_SHARDS",
                "no process runs shard 2, 3 of 4, so the bot doesn't answer in the servers there;"
                " start a process for them, or remove DISCORD_SHARDS everywhere, and the processes"
                " share all shards",
            ),
        ),
        (["2-3/4", "0-1/4"], ok("DISCORD_SHARDS", "all 4 shards are run")),
        (
            ["2-3/8"],
            warn(
                "DISCORD_SHARDS",
                "processes have totals of 4 and 8 shards; give all of them the same total",
            ),
        ),
    ],
)
async def test_shards(
    valkey: EmbeddedServer, link: Link, others: list[str], finding: Finding
) -> None:
    """If processes have shards of their own, together they must run all."""
    for shards in others:
        await Heartbeat(RedisNotes(link), shards).beat()
    *_, last = await found(at(valkey.url, discord_shards="0-1/4"))
    assert last == finding


async def test_a_token_that_another_program_uses(valkey: EmbeddedServer, link: Link) -> None:
    """What a bot on this store has met is a failure, for a token that is set."""
    settings = at(valkey.url, discord_token="x")  # noqa: S106 - not a real one
    assert not [each for each in await found(settings) if each.subject == "DISCORD_TOKEN"]
    for platform in Platform:
        rivals = Rivals(RedisNotes(link), platform, ticking := Watch())
        await rivals.met()
        ticking.now += SURE_SECONDS
        await rivals.met()
    *_, last = await found(settings)
    assert last == fail(
        "DISCORD_TOKEN",
        "in the last 10 minutes, another program used this token without this store, so it "
        "answered some of the presses; stop the other program, or get a new token",
    )


async def test_a_server_that_stops(
    valkey: EmbeddedServer, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that stops answering in the middle is told."""

    async def carry_out(_: Link) -> Trial:
        raise StoreDown(Down.AWAY)

    monkeypatch.setattr(trial, "carry_out", carry_out)
    *_, last = await found(at(valkey.url))
    assert last == fail("store", "the server stopped answering; start the doctor again")


@pytest.mark.parametrize(
    ("vitals", "finding"),
    [
        (
            replace(WELL, policy="allkeys-lru"),
            fail(
                "eviction",
                "allkeys-lru: a full store would delete data, with allkeys-* also running games;"
                " set maxmemory-policy noeviction in the server's configuration, or at your"
                " provider",
            ),
        ),
        (
            replace(WELL, saves=False),
            warn(
                "persistence",
                "off: a restart of the server loses every game; set appendonly yes in the server's"
                " configuration, or choose a plan with persistence",
            ),
        ),
        (
            replace(WELL, used_bytes=21_000_000),
            warn(
                "memory",
                "21.0 of 25.0 MB used; raise maxmemory at REDIS_URL, or change to a larger plan",
            ),
        ),
        (
            replace(WELL, used_bytes=24_500_000),
            fail(
                "memory",
                "24.5 of 25.0 MB used; raise maxmemory at REDIS_URL now, or change to a larger"
                " plan",
            ),
        ),
        (
            replace(WELL, clients=18),
            warn(
                "connections",
                "18 of 20 used; a process of the bot opens 4; lower REDIS_CONNECTIONS, run fewer"
                " processes, or change to a larger plan",
            ),
        ),
        (
            replace(WELL, clients=1, max_clients=2),
            fail(
                "connections",
                "1 of 2 used; a process of the bot opens 4; lower REDIS_CONNECTIONS, run fewer"
                " processes, or change to a larger plan",
            ),
        ),
        (replace(WELL, max_bytes=0), ok("memory", "2.0 MB used; the server sets no limit")),
        (WELL, ok("connections", "5 of 20 used; a process of the bot opens 4")),
        (
            WELL,
            ok("backup", "none has been made yet; see docs/operating.md for one every night"),
        ),
        (replace(WELL, backup_age=5 * HOUR), ok("backup", "the last one was made 5 hours ago")),
        (
            replace(WELL, backup_age=HOUR, regular_age=48 * HOUR),
            warn(
                "backup",
                "the last one of every night was made 48 hours ago; look at the log of the timer "
                "or cron job that runs `backup`",
            ),
        ),
    ],
)
def test_conditions(vitals: Vitals, finding: Finding) -> None:
    """Each condition of a server is judged as by the guard, with what to do."""
    assert of(finding.subject, vitals) == finding


@pytest.mark.parametrize(
    ("tried", "finding"),
    [
        (
            replace(TRIED, ahead=-90.2),
            warn(
                "clock",
                "the server's clock is 90 s behind this machine's, and games go by the server's, so"
                " players get wrong times if that is wrong; set both by NTP",
            ),
        ),
        (
            replace(TRIED, ping=0.08),
            warn(
                "speed",
                "a round trip takes 80.0 ms, and a turn makes about five; use a server in this"
                " region",
            ),
        ),
        (
            replace(TRIED, kept=False),
            fail("writes", "the server didn't return what was written; see the server's log"),
        ),
        (TRIED, ok("version", "Valkey 9.1.2")),
    ],
)
def test_trials(tried: Trial, finding: Finding) -> None:
    """What a trial shows is told."""
    assert finding in store.trials(tried)


@pytest.mark.parametrize(
    ("url", "settings", "finding"),
    [
        (
            "redis://:s3cret@10.0.0.7/0",
            {},
            ok(
                "connection",
                "the server at 10.0.0.7/0, not encrypted, on this machine or a private network",
            ),
        ),
        (
            "redis://valkey",
            {},
            ok(
                "connection",
                "the server at valkey, not encrypted, on this machine or a private network",
            ),
        ),
        (
            "redis://redis.example.com",
            {},
            warn(
                "connection",
                "the server at redis.example.com, not encrypted, although the server is on another"
                " network, so the password and all games can be read on the way; write rediss:// if"
                " the server offers TLS",
            ),
        ),
        (
            "rediss://redis.example.com",
            {},
            ok("connection", "the server at redis.example.com, with TLS and a valid certificate"),
        ),
        (
            "rediss://redis.example.com",
            {"redis_verify": False},
            ok(
                "connection",
                "the server at redis.example.com, with TLS; REDIS_VERIFY=false accepts any"
                " certificate",
            ),
        ),
    ],
)
async def test_the_connection(url: str, settings: dict[str, bool], finding: Finding) -> None:
    """A connection over another network should be encrypted."""
    config = at(url, **settings)
    link = store.configured(config, url)
    assert store.connection(config, link) == finding
    await link.close()


async def restoring(link: Link) -> None:
    """Begin a restore that doesn't end."""
    async with Keyspace.of(link) as space:
        await dump.begin_restore(space)


async def test_an_interrupted_restore(valkey: EmbeddedServer, link: Link) -> None:
    """A store that has only a part of a backup is a failure."""
    await restoring(link)
    assert fail("restore", dump.INCOMPLETE) in await found(at(valkey.url))


async def test_a_bundled_server_that_does_not_run(tmp_path: Path) -> None:
    """A bundled server that isn't running isn't started, and its folder isn't created."""
    folder = tmp_path / "data"
    assert await found(Config(_env_file=None, puluc_data=folder)) == [
        ok("bundled server", f"not running; it starts with the bot and keeps games in {folder}")
    ]
    assert not folder.exists()


async def test_a_bundled_server_that_runs(tmp_path: Path) -> None:
    """A bundled server that is running is checked like another one."""
    server = await asyncio.to_thread(EmbeddedServer.start, tmp_path)
    try:
        lines = await found(Config(_env_file=None, puluc_data=tmp_path))
    finally:
        await asyncio.to_thread(server.release)
    assert {line.level for line in lines} == {Level.OK}
    assert lines[0] == ok(
        "connection", f"the bundled server in {tmp_path}, by a socket on this machine"
    )


async def test_a_disk_that_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a host that wipes its disk the bundled server is refused."""
    monkeypatch.setattr(disks, "complaint", lambda _: "games would be lost")
    assert await found(BUNDLED) == [fail("bundled server", "games would be lost")]


async def test_a_disk_that_may_be_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the operator accepts that, it is a warning."""
    monkeypatch.setattr(disks, "complaint", lambda _: "games would be lost")
    assert warn(
        "bundled server", "PULUC_EPHEMERAL=true: games are lost at the next restart"
    ) in await found(Config(_env_file=None, puluc_ephemeral=True))


async def test_no_bundled_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system for which no server is bundled is told."""

    def find() -> str:
        raise NoServer("no bundled game server for Plan9 mips: set REDIS_URL")

    monkeypatch.setattr(store.launcher, "find_binary", find)
    assert await found(BUNDLED) == [
        fail("bundled server", "no bundled game server for Plan9 mips: set REDIS_URL")
    ]
