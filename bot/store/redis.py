"""Tables in Redis or Valkey; `keys` defines the keys."""

import asyncio
import secrets
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, cast
from weakref import WeakValueDictionary

from prometheus_client import Counter
from typing_extensions import override

from bot.store import codec, json_values, keys
from bot.store.agenda import CHANNEL, Agenda, news
from bot.store.boards import GRACE_SECONDS, RedisBoards, settings_of
from bot.store.calls import channel
from bot.store.dues import RedisDues
from bot.store.indexes import RedisIndexes
from bot.store.link import Link
from bot.store.memory import REMEMBERED_OPERATIONS
from bot.store.notes import RedisNotes
from bot.store.preferences import RedisPreferences
from bot.store.queues import corrupt_if_wrong_type
from bot.store.quotas import RedisQuotas
from bot.store.subscriptions import RedisSubscriptions
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.notes import changes_of
from bot.table.people import Place, User
from bot.table.ports import (
    Clock,
    Operation,
    Store,
    Verdict,
)
from bot.table.settings import Settings
from bot.table.table import Table

UNSAFE = Counter("puluc_store_unsafe", "Changes that too few replicas confirmed in time")

_UNSAFE = {
    Verdict.APPLIED: Verdict.APPLIED_UNSAFE,
    Verdict.REPEATED: Verdict.REPEATED_UNSAFE,
}
"""Verdicts for a change that too few replicas have."""


class RedisStore(
    RedisBoards,
    RedisDues,
    RedisIndexes,
    RedisNotes,
    RedisPreferences,
    RedisQuotas,
    RedisSubscriptions,
    Store,
):
    """Implements `Store`."""

    def __init__(self, link: Link, clock: Clock = time.time, *, copies: int = 0) -> None:
        """Create the store; a commit is safe once `copies` replicas have it."""
        agenda = Agenda(clock, link.hearing)
        RedisBoards.__init__(self, link, clock, agenda)
        RedisDues.__init__(self, link, agenda)
        RedisIndexes.__init__(self, link, clock)
        RedisNotes.__init__(self, link)
        RedisPreferences.__init__(self, link)
        RedisQuotas.__init__(self, link)
        RedisSubscriptions.__init__(self, link)
        self._clock = clock
        self._create = link.script("create")
        self._commit = link.copied("commit", copies)
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()

    @override
    async def load(self, table: TableId) -> Table | None:
        with corrupt_if_wrong_type():
            state = await self._link.run(lambda: self._redis.hget(keys.table(table), "s"))
        return None if state is None else codec.read(state)

    @override
    async def create(
        self,
        table: Table,
        operation: Operation,
        dues: Sequence[Due] = (),
        entries: Sequence[str] = (),
    ) -> bool:
        await self.index(table)
        dirty = [keys.dirty(table.id, place.platform) for place in table.shown_in]
        names = [keys.table(table.id), keys.record(table.id), keys.due(table.id), *dirty]
        boards = [keys.board(table.id, place) for place in table.shown_in]
        known = keys.remembered(table.id, operation)
        begun, now = " ".join(entries), self._clock()
        said = _news(dues, dirty, now)
        words = [codec.write(table), known, begun, now, CHANNEL, said, _followed(table)]
        words += (*boards, *_falling(dues))
        with corrupt_if_wrong_type():
            new = bool(await self._link.run(lambda: self._create(names, words), changes=True))
        self._agenda.expect(said)
        return new

    @override
    async def commit(
        self,
        after: Table,
        entries: Sequence[str],
        operation: Operation,
        places: Sequence[Place],
        dues: Sequence[Due] = (),
    ) -> Verdict:
        dirty = [keys.dirty(after.id, place.platform) for place in places]
        names = [keys.table(after.id), keys.record(after.id), keys.due(after.id), *dirty]
        now = self._clock()
        said = _news(dues, dirty, now)
        arguments = [
            after.revision - 1,
            codec.write(after),
            keys.remembered(after.id, operation),
            REMEMBERED_OPERATIONS,
            " ".join(entries),
            keys.kept(after),
            now,
            CHANNEL,
            said,
            channel(changes_of(after.id)),
            _followed(after),
            *(keys.board(after.id, place) for place in places),
            *_falling(dues),
        ]
        # Queue this process's commits to a table here, so that they don't race on the server.
        lock = self._locks.setdefault(after.id, asyncio.Lock())
        with corrupt_if_wrong_type():
            commit = partial(self._commit, names, arguments)
            reply, is_copied = await self._link.run(commit, lock, changes=True)
        verdict = Verdict[reply.decode()]
        self._agenda.expect(said)
        if is_copied or verdict not in _UNSAFE:
            return verdict
        UNSAFE.inc()
        return _UNSAFE[verdict]

    @override
    async def applied(self, table: TableId, operation: Operation) -> bool:
        operations = await self._link.run(lambda: self._redis.hget(keys.table(table), "o"))
        known = keys.remembered(table, operation).encode()
        return operations is not None and known in operations.split()

    @override
    async def record(self, table: TableId) -> tuple[str, ...]:
        steps = await self._link.run(lambda: self._redis.lrange(keys.record(table), 0, -1))
        return tuple(chain.from_iterable(step.decode().split() for step in steps))

    @override
    async def by_code(self, code: str) -> TableId | None:
        id_ = await self._link.run(lambda: self._redis.get(keys.code(code)))
        table = None if id_ is None else await self.load(TableId(id_.decode()))
        # An interrupted creation leaves its code behind; the retry gives the table another one.
        return table.id if table is not None and table.code == code else None

    @override
    async def erase(self, table: Table) -> None:
        def erase(pipeline: Any) -> None:
            for place in filter(None, (table.place, table.calls.place)):
                dirty = keys.dirty(table.id, place.platform)
                pipeline.zrem(dirty, keys.board(table.id, place))
            pipeline.delete(keys.table(table.id), keys.record(table.id))
            pipeline.delete(keys.code(table.code))
            for index in (
                *keys.indexes(table),
                *keys.past_indexes(table),
                keys.played_in(table.place),
            ):
                pipeline.zrem(index, table.id)

        await self._link.batch(erase)

    @override
    async def settings(self, place: Place) -> Settings:
        return settings_of(await self._link.run(lambda: self._redis.get(keys.settings(place))))

    @override
    async def change_settings(self, place: Place, settings: Settings) -> None:
        """Keep settings that this release doesn't know."""
        key = keys.settings(place)
        old = await self._link.run(lambda: self._redis.get(key))
        text = json_values.write_settings(settings, "" if old is None else old.decode())
        await self._link.run(lambda: self._redis.set(key, text, ex=keys.YEAR), changes=True)

    @override
    async def forget(self, user: User) -> None:
        """Blocks are found by looking through everyone's preferences: there is no index."""
        await self.unlink(user)
        await self.rename_blocked(user)
        indexes = (keys.of_user(user), keys.past_of(user))
        names = [
            keys.preferences(user),
            keys.subscriptions(user),
            *indexes,
            *map(keys.aside, indexes),
        ]
        names += map(keys.settings, Place.named_after(user))

        def delete(pipeline: Any) -> None:
            for name in names:
                pipeline.delete(name)

        await self._link.batch(delete)

    @override
    async def secret(self, name: str) -> bytes:
        key = f"secret:{name}"
        secret: bytes | None = await self._link.run(lambda: self._redis.get(key))
        if secret is None:  # written only when missing, so that a full store can still start
            await self._link.run(lambda: self._redis.set(key, secrets.token_bytes(32), nx=True))
            secret = await self._link.run(lambda: self._redis.get(key))
        return cast("bytes", secret)

    @override
    async def ping(self) -> None:
        await self._link.run(self._redis.ping)


def _followed(table: Table) -> str:
    """Return the channel of the table that a table follows, whose pages lead to it as it begins.

    It is empty if there is none, or players have moved on for long.
    """
    if table.follows is None or table.chosen:
        return ""
    return channel(changes_of(table.follows))


def _news(dues: Sequence[Due], dirty: Sequence[str], now: float) -> str:
    """Return when all processes are to look at these dues, and at boards that are overdue now."""
    boards = ((key, now + GRACE_SECONDS) for key in dirty)
    return news(chain(((keys.due(due.table), due.at) for due in dues), boards))


def _falling(dues: Sequence[Due]) -> Iterator[object]:
    """Yield the time and member of each due, as the scripts expect them."""
    for due in dues:
        yield from (due.at, keys.falling(due.table, due.what))
