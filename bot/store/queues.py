"""Queues that consist of one sorted set per tag, and quarantine for what can't be read.

A bad entry must not block the others. Keys of the wrong type and unreadable members are moved
to a key of their own, where they are kept for a while so that an operator can inspect them.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

import structlog
from redis.exceptions import ResponseError

from bot.store import keys
from bot.store.agenda import CHANNEL, Agenda, news
from bot.store.link import Link
from bot.table.pace import DAY
from bot.table.ports import CorruptRecord

ASIDE_SECONDS = 30 * DAY
"""How long keys and members that were set aside are kept."""

T = TypeVar("T")

SEEN = 4
"""How many entries of each set are read to learn how many wait."""

_AT: Final = MappingProxyType({"withscores": True})

log = structlog.get_logger()


class Entry(NamedTuple):
    """A member of a queue, with its set; entries sort by time."""

    at: float
    member: bytes
    key: str


class Quarantine:
    """Sets unreadable keys and members aside."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._aside = link.script("aside")

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


class Queues(Quarantine):
    """Looks at queues when the agenda says so, and adds to them."""

    def __init__(self, link: Link, agenda: Agenda) -> None:
        super().__init__(link)
        self._agenda = agenda
        self._put = link.script("put")

    async def look(self, names: Sequence[str], now: float, limit: int) -> list[list[Entry]]:
        """Return the first `limit` entries of each set whose time has come, at least SEEN.

        Looks only at sets that may have some by the agenda; those on a failed node of a cluster
        count as empty. Takes one round trip, and another if there are more than SEEN.
        """
        with self._agenda.looking(names) as looked:
            heads = await self._read([*looked], lambda to, key: to.zrange(key, 0, SEEN - 1, **_AT))
            for key, head in heads.items():
                looked[key] = max(head[0].at, now) if head else inf
            waiting = {
                key: [entry for entry in head if entry.at <= now] for key, head in heads.items()
            }
            long = [key for key, head in waiting.items() if SEEN == len(head) < limit]
            waiting |= await self._read(
                long, lambda to, key: to.zrangebyscore(key, "-inf", now, start=0, num=limit, **_AT)
            )
            return [*waiting.values()]

    async def after(self, names: Sequence[str], at: float, limit: int) -> list[list[Entry]]:
        """Return the first `limit` entries of each set after a time; in one round trip."""
        later = await self._read(
            names,
            lambda to, key: to.zrangebyscore(key, f"({at}", "+inf", start=0, num=limit, **_AT),
        )
        return [*later.values()]

    async def _read(
        self, names: Sequence[str], ask: Callable[[Any, str], object]
    ) -> dict[str, list[Entry]]:
        """Return what is asked of each set that can be read."""
        if not names:
            return {}

        def fill(pipeline: Any) -> None:
            for key in names:
                ask(pipeline, key)

        found = await self._link.batch(fill, spared=is_of_wrong_type, partial=True)
        answers = dict(zip(names, found, strict=True))
        bad = [key for key, answer in answers.items() if is_of_wrong_type(answer)]
        await asyncio.gather(*(self.set_aside(key) for key in bad))
        answers |= {key: [] for key in bad}
        return {
            key: [Entry(at, member, key) for member, at in answer]
            for key, answer in answers.items()
            if not isinstance(answer, Exception)
        }

    async def put(
        self, key: str, member: str, at: float, *, look: float, renew: bool = True
    ) -> None:
        """Add a member to a set, at which all processes are to look at a time.

        A member that is there gets the new time only with `renew`.
        """
        said = news([(key, look)])
        arguments = ["CH" if renew else "NX", at, member, CHANNEL, said]
        await self._link.run(lambda: self._put([key], arguments))
        self._agenda.expect(said)


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
