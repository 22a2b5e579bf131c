"""The state of the store: how full it is, how busy, whether it keeps data, and its last backup."""

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from bot.store import keys
from bot.store.link import Link
from bot.store.notes import RedisNotes
from bot.table.ports import Down, StoreDown

PROBE = "guard:probe"
PROBE_SECONDS = 60

BACKED_UP = "backed-up"
"""The name of the note of when the last backup was made, and the last regular one."""

_WRITE = "return redis.call('SET', KEYS[1], '', 'EX', ARGV[1])"
"""A script, because every move is one: a server may allow writes, and deny scripts."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """What the server tells about itself; of a cluster, the worst of its primaries.

    None stands for what it doesn't tell.

    `max_bytes` is 0 if the server sets itself no limit. `saves` tells whether it writes data to
    disk, and `replicas` how many replicas follow it. `refuses` is why it refused a write just now,
    None if it accepted it. `backup_age` is how many seconds ago the last backup was made, and
    `regular_age` the last of those that are made regularly; None before the first one.
    """

    used_bytes: int | None = None
    max_bytes: int | None = None
    clients: int | None = None
    max_clients: int | None = None
    policy: str | None = None
    saves: bool | None = None
    replica: bool | None = None
    replicas: int | None = None
    refuses: Down | None = None
    backup_age: float | None = None
    regular_age: float | None = None

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of what the server doesn't tell; many hosting services restrict commands."""
        optional = ("used_bytes", "max_bytes", "clients", "max_clients", "policy", "saves")
        return tuple(name for name in optional if getattr(self, name) is None)


async def read(link: Link) -> Vitals:
    """Ask the server, or each primary of the cluster; what it forbids is None.

    Raises StoreDown if one doesn't answer.
    """
    async with AsyncExitStack() as stack:
        opened = link.primaries()
        primaries = await link.run(lambda: stack.enter_async_context(opened))
        refuses = await _refusal(link)
        found = worst([await _one(link, primary, refuses) for primary in primaries])
    last, regular = map(_age, await _backups(link))
    return replace(found, backup_age=last, regular_age=regular)


async def note_backup(link: Link, *, regular: bool) -> None:
    """Note that a backup has just been made, as it is regularly or not. Raises StoreDown."""
    now = int(time.time())
    _, before = await _backups(link)
    await RedisNotes(link).set_note(BACKED_UP, f"{now} {now if regular else before}")


async def _backups(link: Link) -> tuple[int, int]:
    """Return when the last backup was made, and the last regular one; 0 for none."""
    last, regular = (await RedisNotes(link).note(BACKED_UP) or "0 0").split()
    return int(last), int(regular)


def _age(at: int) -> float | None:
    return max(time.time() - at, 0.0) if at else None


async def _one(link: Link, primary: "Redis", refuses: Down | None) -> Vitals:
    """Ask one server: for its report, and for settings that the report leaves out."""
    info = await permitted(link, primary.info) or {}
    # Any, because the library's annotations allow None.
    config_get: Any = primary.config_get
    configured = await permitted(link, lambda: config_get("save", "maxclients")) or {}
    return _vitals(info, configured, refuses)


def worst(seen: Sequence[Vitals]) -> Vitals:
    """Return the values of several servers that leave the least room, or are the most alarming."""
    fullest = max(seen, key=lambda one: _share(one.used_bytes, one.max_bytes))
    busiest = max(seen, key=lambda one: _share(one.clients, one.max_clients))
    policies = sorted({one.policy for one in seen if one.policy}, key="noeviction".__eq__)
    return Vitals(
        used_bytes=fullest.used_bytes,
        max_bytes=fullest.max_bytes,
        clients=busiest.clients,
        max_clients=busiest.max_clients,
        policy=next(iter(policies), None),
        saves=_all(one.saves for one in seen),
        replica=seen[0].replica,
        replicas=min((one.replicas for one in seen if one.replicas is not None), default=None),
        refuses=seen[0].refuses,
    )


def _share(used: int | None, most: int | None) -> tuple[float, int]:
    """Return how much of a limit is used; what has no limit compares by what it uses."""
    return (used or 0) / most if most else 0.0, used or 0


def _all(known: Iterable[bool | None]) -> bool | None:
    """Return False if any value is, None if any is unknown, otherwise True."""
    values = {*known}
    return False if False in values else None if None in values else True


async def permitted(link: Link, command: Callable[[], Awaitable[T]]) -> T | None:
    """Return the reply, None if the server forbids the command or has none of this name.

    A user without this right can still play, so `link` must not log a store that is down.
    """

    async def asked() -> T | None:
        try:
            return await command()
        except ResponseError:
            return None

    return await link.run(asked)


async def _refusal(link: Link) -> Down | None:
    """Return why the server, or any of a cluster, refuses writes; only writes show it."""
    probes = await link.run(lambda: link.one_each([f"{PROBE}:{tag}" for tag in keys.ALL_TAGS]))

    def probe(pipeline: Any) -> None:
        for key in probes:
            pipeline.eval(_WRITE, 1, key, PROBE_SECONDS)

    try:
        await link.batch(probe)
    except StoreDown as down:
        if down.reason in (Down.FULL, Down.READ_ONLY, Down.FORBIDDEN):
            return down.reason
        raise
    return None


def _vitals(info: Mapping[str, Any], configured: Mapping[str, str], refuses: Down | None) -> Vitals:
    policy, role = info.get("maxmemory_policy"), info.get("role")
    max_clients = info.get("maxclients", configured.get("maxclients"))
    return Vitals(
        used_bytes=_number(info.get("used_memory")),
        max_bytes=_number(info.get("maxmemory")),
        clients=_number(info.get("connected_clients")),
        max_clients=_number(max_clients),
        policy=None if policy is None else str(policy),
        saves=_saves(info, configured),
        replica=None if role is None else role != "master",
        replicas=_number(info.get("connected_slaves")),
        refuses=refuses,
    )


def _saves(info: Mapping[str, Any], configured: Mapping[str, str]) -> bool | None:
    """Return whether the server writes data to disk: every change, or snapshots."""
    if info.get("aof_enabled"):
        return True
    return bool(configured["save"]) if "save" in configured else None


def _number(value: object) -> int | None:
    return int(value) if isinstance(value, int | str) and str(value).isdecimal() else None
