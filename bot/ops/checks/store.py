"""Checks of the store: the server at REDIS_URL, or the bundled one."""

import ipaddress
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import quote

from bot.config import Config
from bot.findings import Finding, Level, fail, ok, setting, warn
from bot.ops import disks, guard
from bot.ops.checks import processes
from bot.ops.guard import MEGABYTE, Alarm
from bot.ops.stores import configured, described, misfit
from bot.store import launcher, preflight, trial, vitals
from bot.store.dump import INCOMPLETE, is_incomplete
from bot.store.folder import NoServer, socket_path
from bot.store.link import RIGHTS, Link
from bot.store.notes import RedisNotes
from bot.store.trial import Trial
from bot.store.vitals import Vitals
from bot.table.pace import HOUR
from bot.table.ports import Down, StoreDown

MOST_AHEAD_SECONDS: Final = 2.0
"""The most that the clocks of a machine and of its server may differ."""

SLOW_SECONDS: Final = 0.05
"""A round trip after which a turn, which makes about five, is noticeably slow."""

_LISTENER: Final = 1
"""Connections that a process opens besides REDIS_CONNECTIONS."""

_PRIVATE_NAMES: Final = (".internal", ".local", ".svc", ".lan")

_UNCHECKED: Final = "can't be checked, because the server forbids it; see your provider's page"

_DOWN: Final[Mapping[Down, str]] = {
    Down.AWAY: "the server stopped answering; start the doctor again",
    Down.FULL: "the server refuses writes because it is full; raise maxmemory at REDIS_URL, or "
    "free some disk space",
    Down.READ_ONLY: "the server refuses writes: it is a replica or its replicas are missing; set "
    "REDIS_URL to a writable one",
    Down.FORBIDDEN: f"the server denies its user what the bot needs; {RIGHTS}",
    Down.UNSURE: "the server stopped answering; start the doctor again",
}


async def examine(settings: Config) -> AsyncIterator[Finding]:
    """Yield the state of the store. A bundled server that doesn't run isn't started.

    Raises WrongSetting if REDIS_URL isn't an address.
    """
    if settings.redis_url is None:
        bundled = list(_bundled(settings))
        for finding in bundled:
            yield finding
        runs = socket_path(settings.data_folder).exists()
        if not runs or any(each.level is Level.FAIL for each in bundled):
            return
    link = _link(settings)
    try:
        if (complaint := await preflight.complaint(link)) is not None:
            yield setting(complaint)
            return
        if (why := await misfit(settings, link)) is not None:
            yield setting(why)
            return
        yield connection(settings, link)
        if await is_incomplete(link):
            yield fail("restore", INCOMPLETE)
        seen = await vitals.read(link)
        for finding in conditions(seen, settings):
            yield finding
        if seen.refuses is not None:
            yield fail("writes", _DOWN[seen.refuses])
            return
        for finding in trials(await trial.carry_out(link)):
            yield finding
        if (together := await processes.shards(settings, RedisNotes(link))) is not None:
            yield together
        for finding in await processes.rivals(settings, RedisNotes(link)):
            yield finding
    except StoreDown as down:
        yield fail("store", _DOWN[down.reason])
    finally:
        await link.close()


def _link(settings: Config) -> Link:
    """Return the way to the server, which isn't connected yet."""
    if settings.redis_url is not None:
        return configured(settings, settings.redis_url.get_secret_value())
    socket = quote(str(socket_path(settings.data_folder)))
    return Link(f"unix://{socket}", connections=settings.redis_connections, revive=_unstarted)


async def _unstarted() -> None:
    """Start nothing: the doctor only looks at the bundled server."""


def _bundled(settings: Config) -> Iterator[Finding]:
    """Yield whether the bundled server can keep games here."""
    folder = settings.data_folder
    try:
        launcher.find_binary()
    except NoServer as missing:
        yield fail("bundled server", str(missing))
        return
    wiped = disks.complaint(folder)
    if wiped is not None and not settings.puluc_ephemeral:
        yield fail("bundled server", wiped)
    elif wiped is not None:
        yield warn("bundled server", "PULUC_EPHEMERAL=true: games are lost at the next restart")
    elif not socket_path(folder).exists():
        yield ok(
            "bundled server", f"not running; it starts with the bot and keeps games in {folder}"
        )


def connection(settings: Config, link: Link) -> Finding:
    """Return where the connection leads, and how it is protected."""
    at = described(settings)
    if link.tls and not settings.redis_verify:
        return ok("connection", f"{at}, with TLS; REDIS_VERIFY=false accepts any certificate")
    if link.tls:
        return ok("connection", f"{at}, with TLS and a valid certificate")
    if not link.peers:
        return ok("connection", f"{at}, by a socket on this machine")
    if all(_is_near(host) for host, _ in link.peers):
        return ok("connection", f"{at}, not encrypted, on this machine or a private network")
    return warn(
        "connection",
        f"{at}, not encrypted, although the server is on another network, so the password and all "
        "games can be read on the way; write rediss:// if the server offers TLS",
    )


def _is_near(host: str) -> bool:
    """Whether a host's name or address is that of a private network."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith(_PRIVATE_NAMES)


# conditions


def conditions(seen: Vitals, settings: Config) -> Sequence[Finding]:
    """Return what the server tells about itself, judged as the guard does."""
    return [finding for check in _CONDITIONS if (finding := check(seen, settings)) is not None]


def _is_on(alarm: Alarm, seen: Vitals) -> bool:
    return alarm in guard.alarms(seen, None, frozenset())


def _eviction(seen: Vitals, _: Config) -> Finding:
    if seen.policy is None:
        return warn("eviction", f"{_UNCHECKED}. It must be noeviction")
    if not _is_on(Alarm.EVICTS, seen):
        return ok("eviction", seen.policy)
    level = Level.FAIL if seen.policy.startswith("allkeys") else Level.WARN
    return Finding(level, "eviction", f"{seen.policy}: {guard.ADVICE[Alarm.EVICTS]}")


def _persistence(seen: Vitals, _: Config) -> Finding:
    if seen.saves is None:
        return warn("persistence", _UNCHECKED)
    if _is_on(Alarm.UNSAVED, seen):
        return warn("persistence", f"off: {guard.ADVICE[Alarm.UNSAVED]}")
    return ok("persistence", "on")


def _replicas(seen: Vitals, settings: Config) -> Finding | None:
    """Return whether there are as many replicas as a move waits for."""
    wanted = settings.redis_wait
    if not wanted:
        return None
    if seen.replicas is None:
        return warn("replicas", _UNCHECKED)
    if seen.replicas < wanted:
        return warn(
            "replicas",
            f"{seen.replicas}, but REDIS_WAIT={wanted}, so every move waits in vain and is called "
            "not yet safe; add replicas, or lower REDIS_WAIT",
        )
    return ok("replicas", f"{seen.replicas}; a move waits for {wanted}")


def _memory(seen: Vitals, _: Config) -> Finding:
    if seen.used_bytes is None:
        return warn("memory", _UNCHECKED)
    used = f"{seen.used_bytes / MEGABYTE:.1f}"
    if not seen.max_bytes:
        return ok("memory", f"{used} MB used; the server sets no limit")
    full = f"{used} of {seen.max_bytes / MEGABYTE:.1f} MB used"
    for alarm, level in ((Alarm.ALMOST_FULL, Level.FAIL), (Alarm.NEARLY_FULL, Level.WARN)):
        if _is_on(alarm, seen):
            return Finding(level, "memory", f"{full}; {guard.ADVICE[alarm]}")
    return ok("memory", full)


def _connections(seen: Vitals, settings: Config) -> Finding:
    """Return how many connections are used, and whether a process of the bot finds enough."""
    if seen.clients is None or not seen.max_clients:
        return warn("connections", _UNCHECKED)
    own = settings.redis_connections + _LISTENER
    used = f"{seen.clients} of {seen.max_clients} used; a process of the bot opens {own}"
    if own > seen.max_clients:
        return fail("connections", f"{used}; {guard.ADVICE[Alarm.CROWDED]}")
    if _is_on(Alarm.CROWDED, seen):
        return warn("connections", f"{used}; {guard.ADVICE[Alarm.CROWDED]}")
    return ok("connections", used)


def _backup(seen: Vitals, _: Config) -> Finding:
    """Return how old the last backup is."""
    if seen.backup_age is None:
        return ok("backup", "none has been made yet; see docs/operating.md for one every night")
    if seen.regular_age is not None and _is_on(Alarm.OLD_BACKUP, seen):
        return warn(
            "backup",
            f"the last one of every night was made {seen.regular_age / HOUR:.0f} hours ago; "
            f"{guard.ADVICE[Alarm.OLD_BACKUP]}",
        )
    return ok("backup", f"the last one was made {seen.backup_age / HOUR:.0f} hours ago")


_CONDITIONS: Final[Sequence[Callable[[Vitals, Config], Finding | None]]] = (
    _eviction,
    _persistence,
    _replicas,
    _memory,
    _connections,
    _backup,
)


# trials


def trials(tried: Trial) -> Sequence[Finding]:
    """Return how the server did in a trial."""
    return [check(tried) for check in _TRIALS]


def _version(tried: Trial) -> Finding:
    if tried.name is None:
        return warn("version", f"{_UNCHECKED}. Puluc needs Redis 6.2 or newer, or Valkey")
    return ok("version", tried.name)


def _writes(tried: Trial) -> Finding:
    if tried.kept:
        return ok("writes", "a trial key was written, read and deleted")
    return fail("writes", "the server didn't return what was written; see the server's log")


def _clock(tried: Trial) -> Finding:
    if tried.ahead is None:
        return warn("clock", _UNCHECKED)
    if abs(tried.ahead) <= MOST_AHEAD_SECONDS:
        return ok("clock", "agrees with this machine's")
    direction = "ahead of" if tried.ahead > 0 else "behind"
    return warn(
        "clock",
        f"the server's clock is {abs(tried.ahead):.0f} s {direction} this machine's, and games "
        "go by the server's, so players get wrong times if that is wrong; set both by NTP",
    )


def _speed(tried: Trial) -> Finding:
    took = f"a round trip takes {tried.ping * 1000:.1f} ms"
    if tried.ping > SLOW_SECONDS:
        return warn("speed", f"{took}, and a turn makes about five; use a server in this region")
    return ok("speed", took)


_TRIALS: Final[Sequence[Callable[[Trial], Finding]]] = (_version, _writes, _clock, _speed)
