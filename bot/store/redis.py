"""Tables in Redis or Valkey.

All keys of a table carry the tag {t}, so that they lie in one slot and one script changes them
together: `g:{t}:<table>` (hash: v revision, s state, o last operations, shown:<place>),
`m:{t}:<table>` (list: the record, an item a step), `dirty:{t}:<platform>` (sorted set: boards
to be shown). Indexes lie in other slots and are written first; readers drop what leads nowhere.
"""

import asyncio
import secrets
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import chain
from weakref import WeakValueDictionary

import structlog

from bot.store import codec
from bot.store.link import Link
from bot.store.memory import REMEMBERED_OPERATIONS
from bot.table.people import Place, Platform, User
from bot.table.ports import CorruptRecord, Operation, Overdue, Shown, Verdict
from bot.table.table import Status, Table, TableId

log = structlog.get_logger()

SLOTS = 64
LISTED = 100
LEASE_MILLISECONDS = 4_000
DAY = 86_400
RECORD_DAYS = 365
KEEP_DAYS = {Status.OFFERED: 3, Status.PLAYING: 90, Status.OVER: 7}
"""How long a table is kept after its last change."""


class RedisStore:
    """Implements `Store`."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis
        self._create = link.script("create")
        self._commit = link.script("commit")
        self._mark_shown = link.script("shown")
        self._release = link.script("release")
        self._reserve = link.script("reserve")
        self._turns: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()

    async def load(self, table: TableId) -> Table | None:
        """See `Store.load`; CorruptRecord for bytes that are no table."""
        state = await self._link.run(lambda: self._redis.hget(_table(table), "s"))
        return None if state is None else codec.read(state)

    async def create(self, table: Table, operation: Operation) -> bool:
        """See `Store.create`."""
        people = [table.host.user]
        if table.invited is not None:
            people.append(table.invited.user)
        indexes = [*map(_of_user, people), _in_place(table.place)]
        await self._link.run(
            lambda: asyncio.gather(
                self._redis.set(_code(table.code), table.id, ex=RECORD_DAYS * DAY),
                *(self._redis.zadd(index, {table.id: table.created}) for index in indexes),
            )
        )
        keys = [_table(table.id), _dirty(table.id, table.place.platform)]
        arguments = [
            codec.write(table),
            operation,
            KEEP_DAYS[table.status] * DAY,
            time.time(),
            _entry(table.id, table.place),
        ]
        return bool(await self._link.run(lambda: self._create(keys, arguments)))

    async def commit(
        self, after: Table, entries: Sequence[str], operation: Operation, places: Sequence[Place]
    ) -> Verdict:
        """See `Store.commit`."""
        dirty = [_dirty(after.id, place.platform) for place in places]
        keys = [_table(after.id), _record(after.id), *dirty]
        arguments = [
            after.revision - 1,
            codec.write(after),
            operation,
            REMEMBERED_OPERATIONS,
            " ".join(entries),
            KEEP_DAYS[after.status] * DAY,
            RECORD_DAYS * DAY,
            time.time(),
            *(_entry(after.id, place) for place in places),
        ]
        # A line before the server: presses on one table do not race each other in vain.
        async with self._turns.setdefault(after.id, asyncio.Lock()):
            verdict = await self._link.run(lambda: self._commit(keys, arguments))
        return Verdict[verdict.decode()]

    async def applied(self, table: TableId, operation: Operation) -> bool:
        """See `Store.applied`."""
        operations = await self._link.run(lambda: self._redis.hget(_table(table), "o"))
        return operations is not None and operation.encode() in operations.split()

    async def record(self, table: TableId) -> tuple[str, ...]:
        """See `Store.record`."""
        steps = await self._link.run(lambda: self._redis.lrange(_record(table), 0, -1))
        return tuple(chain.from_iterable(step.decode().split() for step in steps))

    async def by_code(self, code: str) -> TableId | None:
        """See `Store.by_code`."""
        table = await self._link.run(lambda: self._redis.get(_code(code)))
        return None if table is None else TableId(table.decode())

    async def join(self, user: User, table: TableId) -> None:
        """See `Store.join`."""
        await self._link.run(lambda: self._redis.zadd(_of_user(user), {table: time.time()}))

    async def tables_of(self, user: User) -> tuple[Table, ...]:
        """See `Store.tables_of`."""
        return await self._indexed(_of_user(user))

    async def tables_in(self, place: Place) -> tuple[Table, ...]:
        """See `Store.tables_in`."""
        return await self._indexed(_in_place(place))

    async def _indexed(self, index: str) -> tuple[Table, ...]:
        """Load the tables of an index, and drop from it those that are gone."""
        ids = [
            TableId(id_.decode())
            for id_ in await self._link.run(lambda: self._redis.zrevrange(index, 0, LISTED - 1))
        ]
        if not ids:
            return ()

        def states() -> Awaitable[list[bytes | None]]:
            pipeline = self._redis.pipeline(transaction=False)
            for id_ in ids:
                pipeline.hget(_table(id_), "s")
            answers: Awaitable[list[bytes | None]] = pipeline.execute()
            return answers

        found = await self._link.run(states)
        gone = [id_ for id_, state in zip(ids, found, strict=True) if state is None]
        if gone:
            # Not the newest: its table may be about to be written.
            old = time.time() - DAY
            await self._link.run(lambda: self._drop(index, gone, old))
        tables = [table for state in found if state for table in _readable(state)]
        return tuple(sorted(tables, key=lambda table: (-table.created, table.id)))

    async def _drop(self, index: str, gone: Sequence[TableId], old: float) -> None:
        scores = await self._redis.zmscore(index, gone)
        dead = [
            id_
            for id_, score in zip(gone, scores, strict=True)
            if score is not None and score < old
        ]
        if dead:
            await self._redis.zrem(index, *dead)

    async def reserve_offer(
        self, user: User, table: TableId, *, now: int, until: int, limit: int
    ) -> bool:
        """See `Store.reserve_offer`."""
        arguments = [table, now, until, limit]
        return bool(await self._link.run(lambda: self._reserve([_offers(user)], arguments)))

    async def offers(self, user: User) -> tuple[TableId, ...]:
        """See `Store.offers`."""
        ids = await self._link.run(lambda: self._redis.zrange(_offers(user), 0, -1))
        return tuple(TableId(id_.decode()) for id_ in ids)

    async def release_offer(self, user: User, table: TableId) -> None:
        """See `Store.release_offer`."""
        await self._link.run(lambda: self._redis.zrem(_offers(user), table))

    async def overdue(self, platform: Platform, limit: int = 100) -> tuple[Overdue, ...]:
        """See `Store.overdue`."""

        def waiting() -> Awaitable[list[list[tuple[bytes, float]]]]:
            pipeline = self._redis.pipeline(transaction=False)
            for slot in range(SLOTS):
                key = f"dirty:{{{slot}}}:{platform}"
                pipeline.zrange(key, 0, limit - 1, withscores=True)
            answers: Awaitable[list[list[tuple[bytes, float]]]] = pipeline.execute()
            return answers

        entries = chain.from_iterable(await self._link.run(waiting))
        oldest = sorted(entries, key=lambda entry: entry[1])[:limit]
        pairs = (entry.decode().split("|", 1) for entry, _ in oldest)
        return tuple(Overdue(TableId(table), Place.read(place)) for table, place in pairs)

    async def shown(self, table: TableId, place: Place) -> Shown | None:
        """See `Store.shown`."""
        shown = await self._link.run(lambda: self._redis.hget(_table(table), f"shown:{place}"))
        if shown is None:
            return None
        revision, message = shown.decode().split("|", 1)
        return Shown(int(revision), message)

    async def mark_shown(self, table: TableId, place: Place, shown: Shown) -> bool:
        """See `Store.mark_shown`."""
        keys = [_table(table), _dirty(table, place.platform)]
        arguments = [
            f"shown:{place}",
            shown.revision,
            f"{shown.revision}|{shown.message}",
            _entry(table, place),
        ]
        return bool(await self._link.run(lambda: self._mark_shown(keys, arguments)))

    async def mark_overdue(self, table: TableId, place: Place) -> None:
        """See `Store.mark_overdue`."""
        key, entry = _dirty(table, place.platform), _entry(table, place)
        await self._link.run(lambda: self._redis.zadd(key, {entry: time.time()}))

    @asynccontextmanager
    async def showing(self, table: TableId, place: Place) -> AsyncIterator[bool]:
        """See `Store.showing`; a holder that dies loses the lease after some seconds."""
        key, token = f"lease:{_tag(table)}:{_entry(table, place)}", secrets.token_bytes(8)
        taken = await self._link.run(
            lambda: self._redis.set(key, token, nx=True, px=LEASE_MILLISECONDS)
        )
        # Taken by oneself, where the answer to a first attempt was lost.
        mine = bool(taken) or await self._link.run(lambda: self._redis.get(key)) == token
        try:
            yield mine
        finally:
            if mine:
                await self._link.run(lambda: self._release([key], [token]))

    async def secret(self, name: str) -> bytes:
        """See `Store.secret`."""
        key = f"secret:{name}"
        await self._link.run(lambda: self._redis.set(key, secrets.token_bytes(32), nx=True))
        secret: bytes = await self._link.run(lambda: self._redis.get(key))
        return secret

    async def ping(self) -> None:
        """See `Store.ping`."""
        await self._link.run(self._redis.ping)

    async def close(self) -> None:
        """See `Store.close`."""
        await self._link.close()


def _readable(state: bytes) -> Iterator[Table]:
    """The table, or nothing where it cannot be read: one such must not hide the others."""
    try:
        yield codec.read(state)
    except CorruptRecord:
        log.exception("table.corrupt")


def _tag(table: TableId) -> str:
    """The hash tag of a table; the same in every process."""
    return f"{{{zlib.crc32(table.encode()) % SLOTS}}}"


def _table(table: TableId) -> str:
    return f"g:{_tag(table)}:{table}"


def _record(table: TableId) -> str:
    return f"m:{_tag(table)}:{table}"


def _dirty(table: TableId, platform: Platform) -> str:
    return f"dirty:{_tag(table)}:{platform}"


def _entry(table: TableId, place: Place) -> str:
    return f"{table}|{place}"


def _of_user(user: User) -> str:
    return f"u:{user}"


def _in_place(place: Place) -> str:
    return f"c:{place}"


def _offers(user: User) -> str:
    return f"offers:{user}"


def _code(code: str) -> str:
    return f"code:{code}"
