"""Schedules of due work, in memory and in Redis or Valkey."""

import asyncio
import secrets
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, TypeVar

from prometheus_client import Gauge
from typing_extensions import override

from bot.store import keys
from bot.store.agenda import CHANNEL, Agenda, news
from bot.store.link import Link, Script
from bot.store.queues import SEEN, Entry, Queues
from bot.table.due import LEASE_SECONDS, Due, Dues
from bot.table.ids import TableId
from bot.table.ports import StoreDown

_DUES = "due"
"""The only queue of dues in memory."""

T = TypeVar("T")

WAITING = Gauge("puluc_dues_waiting", "Pieces of due work that wait, at most 4 of each of 64 sets")
DELAY = Gauge("puluc_dues_delay_seconds", "How late the oldest waiting piece of due work is")


def claim_ends(now: float) -> float:
    """Return when a claim made now expires: a time unlike that of any other claim or schedule.

    It is up to a quarter of a second more or less than LEASE_SECONDS from now.
    """
    quarter = int(4 * now) / 4
    return quarter + LEASE_SECONDS + (1 + secrets.randbelow(2**20 - 1)) / 2**22


class MemoryDues(Dues):
    """Implements `Dues`."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._due: dict[tuple[TableId, str], float] = {}
        self._agenda = Agenda(clock)

    @property
    def scheduled(self) -> tuple[Due, ...]:
        """Everything that is scheduled or claimed, by time."""
        return tuple(
            Due(table, what, at)
            for at, table, what in sorted((at, *key) for key, at in self._due.items())
        )

    @override
    async def schedule(self, due: Due) -> None:
        self._due[due.table, due.what] = due.at
        self._agenda.expect(news([(_DUES, due.at)]))

    @override
    async def any_due(self) -> None:
        await self._agenda.wait([_DUES])

    @override
    async def claim(self, now: float, limit: int = 20) -> tuple[Due, ...]:
        until = claim_ends(now)
        waiting = sorted((at, *key) for key, at in self._due.items() if at <= now)[:limit]
        with self._agenda.looking([_DUES]) as looked:
            self._due.update({(table, what): until for _, table, what in waiting})
            looked.update(dict.fromkeys(looked, min(self._due.values(), default=inf)))
        return tuple(Due(table, what, until) for _, table, what in waiting)

    @override
    async def done(self, *dues: Due) -> None:
        for due in dues:
            if self._holds(due):
                del self._due[due.table, due.what]

    @override
    async def renew(self, now: float, *claims: Due) -> tuple[Due, ...]:
        until = claim_ends(now)
        held = set(filter(self._holds, claims))
        await self.release(until, *claims)
        return tuple(replace(claim, at=until) if claim in held else claim for claim in claims)

    @override
    async def release(self, at: float, *claims: Due) -> None:
        self._due.update({(due.table, due.what): at for due in claims if self._holds(due)})
        self._agenda.expect(news([(_DUES, at)]))

    def _holds(self, claim: Due) -> bool:
        return self._due.get((claim.table, claim.what)) == claim.at


class RedisDues(Dues):
    """Implements `Dues` with sorted sets in the tables' hash slots, scored by due time.

    A claim queries the heads of the sets that may have something due, mostly of none. Of those that
    have, it runs one script per set, starting with the one whose head has waited longest. A backlog
    may fill the whole limit, so that backlogs are worked off in large batches; an entry is
    overtaken by at most one such batch of later entries from each set.
    """

    def __init__(self, link: Link, agenda: Agenda) -> None:
        self._link = link
        self._agenda = agenda
        self._queues = Queues(link, agenda)
        self._claim = link.script("claim")
        self._done = link.script("done")
        self._move = link.script("move")

    @override
    async def schedule(self, due: Due) -> None:
        member = keys.falling(due.table, due.what)
        await self._queues.put(keys.due(due.table), member, due.at, look=due.at)

    @override
    async def any_due(self) -> None:
        await self._agenda.wait(keys.all_due())

    @override
    async def claim(self, now: float, limit: int = 20) -> tuple[Due, ...]:
        heads = await self._queues.look(keys.all_due(), now, SEEN)
        WAITING.set(sum(map(len, heads)))
        DELAY.set(max((now - entry.at for head in heads for entry in head), default=0.0))
        until = claim_ends(now)
        taken = await _some(
            self._take(key, now, until, share) for key, share in _shares(heads, limit)
        )
        claimed = [entry for entries in taken for entry in entries]
        return tuple(await self._queues.read(claimed, _read))

    async def _take(self, key: str, now: float, until: float, limit: int) -> list[Entry]:
        members = await self._run(self._claim, key, now, until, limit)
        return [Entry(until, member, key) for member in members]

    @override
    async def done(self, *dues: Due) -> None:
        await asyncio.gather(
            *(self._run(self._done, key, *part) for key, part in _by_set(dues).items())
        )

    @override
    async def renew(self, now: float, *claims: Due) -> tuple[Due, ...]:
        until = claim_ends(now)
        # Of several claims of one due, only the last can still be held.
        last = {keys.falling(claim.table, claim.what): claim for claim in claims}
        renewed = {last[member] for member in await self._moved(until, [*last.values()])}
        return tuple(replace(claim, at=until) if claim in renewed else claim for claim in claims)

    @override
    async def release(self, at: float, *claims: Due) -> None:
        await self._moved(at, claims)

    async def _moved(self, at: float, claims: Sequence[Due]) -> set[str]:
        """Give claims another time; return the members that have it."""
        moved = await _some(
            self._run(self._move, key, at, CHANNEL, news([(key, at)]), *part)
            for key, part in _by_set(claims).items()
        )
        self._agenda.expect(news((keys.due(claim.table), at) for claim in claims))
        return {member.decode() for members in moved for member in members}

    async def _run(self, script: Script, key: str, *arguments: object) -> Any:
        return await self._link.run(lambda: script([key], arguments))


async def _some(calls: Iterable[Awaitable[T]]) -> Sequence[T]:
    """Return what calls for several sets return, except those on a failed node of a cluster.

    Raises StoreDown if none returns.
    """
    found = await asyncio.gather(*calls, return_exceptions=True)
    returned = [each for each in found if not isinstance(each, BaseException)]
    for each in found:
        if isinstance(each, BaseException) and not (returned and isinstance(each, StoreDown)):
            raise each
    return returned


def _by_set(claims: Sequence[Due]) -> Mapping[str, Sequence[object]]:
    """Return members and ends of claims, in turn, by the set that holds them."""
    parts: dict[str, list[object]] = defaultdict(list)
    for due in claims:
        parts[keys.due(due.table)] += [keys.falling(due.table, due.what), due.at]
    return parts


def _shares(heads: Sequence[Sequence[Entry]], limit: int) -> Iterator[tuple[str, int]]:
    """Yield how many entries to claim from which set, given the heads of all sets."""
    for head in sorted(filter(None, heads), key=lambda head: head[0]):
        share = limit if len(head) == SEEN else min(len(head), limit)
        if share:
            yield head[0].key, share
        limit -= share


def _read(entry: Entry) -> Due:
    """Parse a due; raise ValueError if it is malformed or in the wrong set."""
    table, what = entry.member.decode().split("|", 1)
    if keys.due(TableId(table)) != entry.key:
        raise ValueError("the due is in another table's set")
    return Due(TableId(table), what, entry.at)
