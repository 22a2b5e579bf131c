"""A trial of a server: its version, clock and speed, and whether it returns what was written."""

import secrets
import time
from dataclasses import dataclass
from statistics import median

from bot.store.link import Link
from bot.store.vitals import permitted

PINGS = 20

KEY = "doctor:trial"
"""Prefix of the key that is written; it is deleted, and expires if that fails."""

KEY_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What a server did. None stands for what it forbids.

    `ahead` is by how many seconds its clock is ahead of this machine's, and `ping` the median round
    trip, in seconds. `kept` tells whether it returned what was written.
    """

    name: str | None
    ahead: float | None
    ping: float
    kept: bool


async def carry_out(link: Link) -> Trial:
    """Try a server that accepts writes. Raises StoreDown."""
    return Trial(
        name=await _name(link),
        ahead=await _ahead(link),
        ping=await _ping(link),
        kept=await _keeps(link),
    )


async def _name(link: Link) -> str | None:
    """Return the server's name and version, such as `Valkey 8.1.0`."""
    info = await permitted(link, lambda: link.redis.info("server")) or {}
    for key, name in (("valkey_version", "Valkey"), ("redis_version", "Redis")):
        if key in info:
            return f"{name} {info[key]}"
    return None


async def _ahead(link: Link) -> float | None:
    before = time.time()
    told = await permitted(link, link.redis.time)
    if told is None:
        return None
    seconds, microseconds = told
    return float(seconds + microseconds / 1e6 - (before + time.time()) / 2)


async def _ping(link: Link) -> float:
    took: list[float] = []
    for _ in range(PINGS):
        began = time.perf_counter()
        await link.run(link.redis.ping)
        took.append(time.perf_counter() - began)
    return median(took)


async def _keeps(link: Link) -> bool:
    """Write a key of its own, read it and delete it; return whether the value was the same."""
    key, value = f"{KEY}:{secrets.token_hex(8)}", secrets.token_bytes(16)
    try:
        await link.run(lambda: link.redis.set(key, value, ex=KEY_SECONDS))
        return bool(await link.run(lambda: link.redis.get(key)) == value)
    finally:
        await link.run(lambda: link.redis.delete(key))
