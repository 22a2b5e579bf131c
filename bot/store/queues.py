"""Queues that lie in one sorted set for each tag: read together, whatever one of them holds.

A bad entry must not stop the others. What is no sorted set is renamed, and members that cannot be
read are moved, to a key of their own, where they are kept for a while for an operator to look at.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import structlog
from redis.exceptions import ResponseError

from bot.store import keys
from bot.store.link import Link

ASIDE_SECONDS = 30 * 86_400
"""How long what was set aside is kept."""

T = TypeVar("T")

log = structlog.get_logger()


class Entry(NamedTuple):
    """A member of a queue and the set that it lies in; entries sort by their time."""

    at: float
    member: bytes
    key: str


class Queues:
    """Reads queues, and sets aside what cannot be read."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._aside = link.script("aside")

    async def look(
        self, names: Sequence[str], first: float | str, last: float | str, limit: int
    ) -> tuple[list[Entry], ...]:
        """Of each of these sets the first `limit` entries from one time to another.

        The order is that of `names`. Takes one round trip.
        """

        def ranges(pipeline: Any) -> None:
            for key in names:
                pipeline.zrangebyscore(key, first, last, start=0, num=limit, withscores=True)

        found = await self._link.batch(ranges, spared=is_of_wrong_type)
        bad = [key for key, answer in zip(names, found, strict=True) if is_of_wrong_type(answer)]
        await asyncio.gather(*(self.set_aside(key) for key in bad))
        return tuple(
            [] if key in bad else [Entry(at, member, key) for member, at in answer]
            for key, answer in zip(names, found, strict=True)
        )

    async def read(self, entries: Iterable[Entry], read: Callable[[Entry], T]) -> list[T]:
        """What `read` makes of each entry; those for which it raises ValueError are set aside."""
        good: list[T] = []
        bad: dict[str, list[bytes]] = {}
        for entry in entries:
            try:
                good.append(read(entry))
            except ValueError:
                bad.setdefault(entry.key, []).append(entry.member)
        await asyncio.gather(*(self.set_aside(key, *members) for key, members in bad.items()))
        return good

    async def set_aside(self, key: str, *members: bytes) -> None:
        """Set these members aside, or the whole key where it is no sorted set."""
        names, arguments = [key, keys.aside(key)], [ASIDE_SECONDS, *members]
        if await self._link.run(lambda: self._aside(names, arguments)):
            log.error("store.set-aside", key=key, into=keys.aside(key), members=len(members))


def is_of_wrong_type(answer: object) -> bool:
    """Whether an answer is that the key holds something else."""
    return isinstance(answer, ResponseError) and "WRONGTYPE" in str(answer)
