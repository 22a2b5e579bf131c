"""Checks of the store: the server at REDIS_URL, or the bundled one."""

import ipaddress
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import aclosing
from typing import Final
from urllib.parse import quote

from bot.config import Config, WrongSetting
from bot.findings import Finding, Level, fail, ok, setting, warn
from bot.ops import disks, guard
from bot.ops.guard import MEGABYTE, Alarm
from bot.ops.stores import configured, described, misfit
from bot.store import launcher, preflight, trial, vitals
from bot.store.dump import INCOMPLETE, is_incomplete
from bot.store.folder import NoServer, socket_path
from bot.store.link import Link
from bot.store.trial import Trial
from bot.store.vitals import Vitals
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
    Down.READ_ONLY: "the server refuses writes: it is a replica or its replicas are missing, or "
    "this user has no rights; set REDIS_URL to a writable one",
    Down.UNSURE: "the server stopped answering; start the doctor again",
}


async def examine(settings: Config) -> AsyncIterator[Finding]:
    """Yield the state of the store. A bundled server that doesn't run isn't started."""
    if settings.redis_url is not None:
        try:
            link = configured(settings, settings.redis_url.get_secret_value())
        except WrongSetting as wrong:
            yield setting(str(wrong))
            return
    else:
        found = list(_bundled(settings))
        for finding in found:
            yield finding
        socket = socket_path(settings.data_folder)
        if not socket.exists() or any(each.level is Level.FAIL for each in found):
            return
        link = Link(f"unix://{quote(str(socket))}", connections=settings.redis_connections)
    try:
        async with aclosing(_server(settings, link)) as findings:
            async for finding in findings:
                yield finding
    except StoreDown as down:
        yield fail("store", _DOWN[down.reason])
    finally:
        await link.close()


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


async def _server(settings: Config, link: Link) -> AsyncGenerator[Finding, None]:
    complaint = await preflight.complaint(link)
    if complaint is not None:
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


def conditions(seen: Vitals, settings: Config) -> Iterator[Finding]:
    """Yield what the server tells about itself, judged as the guard does."""
    alarms = guard.alarms(seen, None, frozenset())
    if seen.policy is None:
        yield warn("eviction", f"{_UNCHECKED}. It must be noeviction")
    elif Alarm.EVICTS in alarms:
        level = Level.FAIL if seen.policy.startswith("allkeys") else Level.WARN
        yield Finding(level, "eviction", f"{seen.policy}: {guard.ADVICE[Alarm.EVICTS]}")
    else:
        yield ok("eviction", seen.policy)
    if seen.saves is None:
        yield warn("persistence", _UNCHECKED)
    elif Alarm.UNSAVED in alarms:
        yield warn("persistence", f"off: {guard.ADVICE[Alarm.UNSAVED]}")
    else:
        yield ok("persistence", "on")
    if settings.redis_wait:
        yield _replicas(seen, settings.redis_wait)
    yield _memory(seen, alarms)
    yield _connections(seen, alarms, settings.redis_connections + _LISTENER)


def _replicas(seen: Vitals, wanted: int) -> Finding:
    """Return whether there are as many replicas as a move waits for."""
    if seen.replicas is None:
        return warn("replicas", _UNCHECKED)
    if seen.replicas < wanted:
        return warn(
            "replicas",
            f"{seen.replicas}, but REDIS_WAIT={wanted}, so every move waits in vain and is called "
            "not yet safe; add replicas, or lower REDIS_WAIT",
        )
    return ok("replicas", f"{seen.replicas}; a move waits for {wanted}")


def _memory(seen: Vitals, alarms: frozenset[Alarm]) -> Finding:
    if seen.used_bytes is None:
        return warn("memory", _UNCHECKED)
    used = f"{seen.used_bytes / MEGABYTE:.1f}"
    if not seen.max_bytes:
        return ok("memory", f"{used} MB used; the server sets no limit")
    full = f"{used} of {seen.max_bytes / MEGABYTE:.1f} MB used"
    for alarm, level in ((Alarm.ALMOST_FULL, Level.FAIL), (Alarm.NEARLY_FULL, Level.WARN)):
        if alarm in alarms:
            return Finding(level, "memory", f"{full}; {guard.ADVICE[alarm]}")
    return ok("memory", full)


def _connections(seen: Vitals, alarms: frozenset[Alarm], own: int) -> Finding:
    """Return how many connections are used; a process of the bot opens `own`."""
    if seen.clients is None or not seen.max_clients:
        return warn("connections", _UNCHECKED)
    used = f"{seen.clients} of {seen.max_clients} used; a process of the bot opens {own}"
    if own > seen.max_clients:
        return fail("connections", f"{used}; {guard.ADVICE[Alarm.CROWDED]}")
    if Alarm.CROWDED in alarms:
        return warn("connections", f"{used}; {guard.ADVICE[Alarm.CROWDED]}")
    return ok("connections", used)


def trials(tried: Trial) -> Iterator[Finding]:
    """Yield how the server did in a trial."""
    if tried.name is None:
        yield warn("version", f"{_UNCHECKED}. Puluc needs Redis 6.2 or newer, or Valkey")
    else:
        yield ok("version", tried.name)
    if tried.kept:
        yield ok("writes", "a trial key was written, read and deleted")
    else:
        yield fail("writes", "the server didn't return what was written; see the server's log")
    if tried.ahead is None:
        yield warn("clock", _UNCHECKED)
    elif abs(tried.ahead) > MOST_AHEAD_SECONDS:
        direction = "ahead of" if tried.ahead > 0 else "behind"
        yield warn(
            "clock",
            f"the server's clock is {abs(tried.ahead):.0f} s {direction} this machine's, and games "
            "go by the server's, so players get wrong times if that is wrong; set both by NTP",
        )
    else:
        yield ok("clock", "agrees with this machine's")
    took = f"a round trip takes {tried.ping * 1000:.1f} ms"
    if tried.ping > SLOW_SECONDS:
        yield warn("speed", f"{took}, and a turn makes about five; use a server in this region")
    else:
        yield ok("speed", took)
