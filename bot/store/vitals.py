"""The state of the server as it reports it: how full it is, how busy, and whether it keeps data."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from redis.exceptions import ResponseError

from bot.store.link import Link
from bot.table.ports import Down, StoreDown

PROBE = "guard:probe"
PROBE_SECONDS = 60

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """What the server tells about itself. None stands for what it doesn't tell.

    `max_bytes` is 0 if the server sets itself no limit. `saves` tells whether it writes data to
    disk. `refuses` is why it refused a write just now, None if it accepted it.
    """

    used_bytes: int | None = None
    max_bytes: int | None = None
    clients: int | None = None
    max_clients: int | None = None
    policy: str | None = None
    saves: bool | None = None
    replica: bool | None = None
    refuses: Down | None = None

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of what the server doesn't tell; many hosting services restrict commands."""
        optional = ("used_bytes", "max_bytes", "clients", "max_clients", "policy", "saves")
        return tuple(name for name in optional if getattr(self, name) is None)


async def read(link: Link) -> Vitals:
    """Ask the server. Raises StoreDown if it doesn't answer; what it forbids is None."""
    return _vitals(await _info(link), await _configured(link), await _refusal(link))


async def _info(link: Link) -> Mapping[str, Any]:
    """Return the server's report, empty if it is forbidden."""
    return await permitted(link, link.redis.info) or {}


async def _configured(link: Link) -> Mapping[str, str]:
    """Return the settings that the report leaves out, empty if they are forbidden."""
    return await permitted(link, lambda: link.redis.config_get("save", "maxclients")) or {}


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
    """Return why the server refuses writes; only a write shows it for certain."""
    try:
        await link.run(lambda: link.redis.set(PROBE, b"", ex=PROBE_SECONDS))
    except StoreDown as down:
        if down.reason in (Down.FULL, Down.READ_ONLY):
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
        refuses=refuses,
    )


def _saves(info: Mapping[str, Any], configured: Mapping[str, str]) -> bool | None:
    """Return whether the server writes data to disk: every change, or snapshots."""
    if info.get("aof_enabled"):
        return True
    return bool(configured["save"]) if "save" in configured else None


def _number(value: object) -> int | None:
    return int(value) if isinstance(value, int | str) and str(value).isdecimal() else None
