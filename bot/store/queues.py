"""Queues that consist of one sorted set per tag, and quarantine for what can't be read.

A bad entry must not block the others. Keys of the wrong type and unreadable members are moved
to a key of their own, where they are kept for a while so that an operator can inspect them.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import structlog
from redis.exceptions import ResponseError

from bot.store import keys
from bot.store.link import Link
from bot.table.pace import DAY
from bot.table.ports import CorruptRecord

ASIDE_SECONDS = 30 * DAY
"""How long keys and members that were set aside are kept."""

T = TypeVar("T")

log = structlog.get_logger()


class Entry(NamedTuple):
    """A member of a queue, with its set; entries sort by time."""

    at: float
    member: bytes
    key: str


class Queues:
    """Reads queues, and sets unreadable keys and members aside."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._aside = link.script("aside")

    async def look(
        self, names: Sequence[str], first: float | str, last: float | str, limit: int
    ) -> tuple[list[Entry], ...]:
        """Return the first `limit` entries between two times of each set, in the order of `names`.

        Takes one round trip. Sets on a failed node of a cluster count as empty.
        """

        def ranges(pipeline: Any) -> None:
            for key in names:
                pipeline.zrangebyscore(key, first, last, start=0, num=limit, withscores=True)

        found = await self._link.batch(ranges, spared=is_of_wrong_type, partial=True)
        bad = [key for key, answer in zip(names, found, strict=True) if is_of_wrong_type(answer)]
        await asyncio.gather(*(self.set_aside(key) for key in bad))
        return tuple(
            []
            if isinstance(answer, Exception)
            else [Entry(at, member, key) for member, at in answer]
            for key, answer in zip(names, found, strict=True)
        )

    async def read(self, entries: Iterable[Entry], read: Callable[[Entry], T]) -> list[T]:
        """Parse each entry with `read`; set those aside for which it raises ValueError."""
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
        """Set these members aside, or the whole key if it isn't a sorted set."""
        names, arguments = [key, keys.aside(key)], [ASIDE_SECONDS, *members]
        if await self._link.run(lambda: self._aside(names, arguments)):
            log.error("store.set-aside", key=key, into=keys.aside(key), members=len(members))


def is_of_wrong_type(answer: object) -> bool:
    """Whether a reply is the error that a key has the wrong type."""
    return isinstance(answer, ResponseError) and "WRONGTYPE" in str(answer)


@contextmanager
def corrupt_if_wrong_type() -> Iterator[None]:
    """Raise CorruptRecord if a key has the wrong type."""
    try:
        yield
    except ResponseError as error:
        if "WRONGTYPE" not in str(error):
            raise
        raise CorruptRecord(f"a key of the table has the wrong type: {error}") from error
