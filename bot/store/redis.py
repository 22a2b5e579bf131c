"""Tables in Redis or Valkey; `keys` defines the keys.

Indexes are written before the table they point to; readers remove entries that point nowhere.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import chain, count
from typing import Any, cast
from weakref import WeakValueDictionary

import structlog
from prometheus_client import Counter
from redis.exceptions import ResponseError
from typing_extensions import override

from bot.store import codec, json_values, keys
from bot.store.dues import RedisDues
from bot.store.link import Link, why_down
from bot.store.memory import REMEMBERED_OPERATIONS, last_ended_first, was_played
from bot.store.notes import RedisNotes
from bot.store.preferences import RedisPreferences
from bot.store.queues import Entry, is_of_wrong_type
from bot.store.quotas import RedisQuotas
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.pace import DAY
from bot.table.people import Place, Platform, User
from bot.table.ports import (
    MAX_REST_SECONDS,
    PLAYED_MOST,
    PLAYED_SECONDS,
    Clock,
    CorruptRecord,
    Operation,
    Overdue,
    Showing,
    Shown,
    Store,
    StoreDown,
    Verdict,
    resting_until,
    rests,
)
from bot.table.settings import Settings
from bot.table.table import Status, Table

log = structlog.get_logger()

UNSAFE = Counter("puluc_store_unsafe", "Changes that too few replicas confirmed in time")

_UNSAFE = {
    Verdict.APPLIED: Verdict.APPLIED_UNSAFE,
    Verdict.REPEATED: Verdict.REPEATED_UNSAFE,
}
"""Verdicts for a change that too few replicas have."""

LOADED_AT_ONCE = 200
"""How many tables of an index are loaded in one round trip."""

LEASE_MILLISECONDS = 4_000
RENEWALS = 30
"""How often a lease is renewed: a platform gets about a minute to show a board."""
LOOKS_AHEAD = 60
"""Every this many queries, `overdue` also looks for times left in the future by a clock that was
set back."""


class RedisStore(RedisDues, RedisNotes, RedisPreferences, RedisQuotas, Store):
    """Implements `Store`."""

    def __init__(self, link: Link, clock: Clock = time.time, *, copies: int = 0) -> None:
        """Create the store; a commit is safe once `copies` replicas have it."""
        RedisDues.__init__(self, link)
        RedisNotes.__init__(self, link)
        RedisPreferences.__init__(self, link)
        RedisQuotas.__init__(self, link)
        self._clock = clock
        self._looks = count()
        self._create = link.script("create")
        self._commit = link.copied("commit", copies)
        self._standing = link.script("standing")
        self._mark_shown = link.script("shown")
        self._release = link.script("release")
        self._renew = link.script("renew")
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()

    @override
    async def load(self, table: TableId) -> Table | None:
        with _wrong_types():
            state = await self._link.run(lambda: self._redis.hget(keys.table(table), "s"))
        return None if state is None else codec.read(state)

    @override
    async def create(self, table: Table, operation: Operation, dues: Sequence[Due] = ()) -> bool:
        await self.index(table)
        dirty = keys.dirty(table.id, table.place.platform)
        names = [keys.table(table.id), keys.due(table.id), dirty]
        board = keys.board(table.id, table.place)
        arguments = [codec.write(table), operation, self._clock(), board, *_falling(dues)]
        with _wrong_types():
            return bool(await self._link.run(lambda: self._create(names, arguments), changes=True))

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
        arguments = [
            after.revision - 1,
            codec.write(after),
            operation,
            REMEMBERED_OPERATIONS,
            " ".join(entries),
            keys.YEAR if after.status is Status.OVER else 0,
            self._clock(),
            *(keys.board(after.id, place) for place in places),
            *_falling(dues),
        ]
        # Queue this process's commits to a table here, so that they don't race on the server.
        lock = self._locks.setdefault(after.id, asyncio.Lock())
        with _wrong_types():
            commit = partial(self._commit, names, arguments)
            reply, is_copied = await self._link.run(commit, lock, changes=True)
        verdict = Verdict[reply.decode()]
        if is_copied or verdict not in _UNSAFE:
            return verdict
        UNSAFE.inc()
        return _UNSAFE[verdict]

    @override
    async def applied(self, table: TableId, operation: Operation) -> bool:
        operations = await self._link.run(lambda: self._redis.hget(keys.table(table), "o"))
        return operations is not None and operation.encode() in operations.split()

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
    async def index(self, table: Table) -> None:
        def enter(pipeline: Any) -> None:
            pipeline.set(keys.code(table.code), table.id, ex=keys.YEAR)
            for index in keys.indexes(table):
                pipeline.zadd(index, {table.id: self._clock()})
                pipeline.expire(index, keys.YEAR)
            self._note_past(table, pipeline)

        with _wrong_types():
            await self._link.batch(enter)

    @override
    async def unindex(self, table: Table) -> None:
        def leave(pipeline: Any) -> None:
            pipeline.expire(keys.code(table.code), keys.YEAR)
            for index in keys.indexes(table):
                pipeline.zrem(index, table.id)
            if table.position:
                played, now = keys.played_in(table.place), self._clock()
                pipeline.zadd(played, {table.id: table.touched})
                pipeline.zremrangebyscore(played, "-inf", now - PLAYED_SECONDS)
                pipeline.zremrangebyrank(played, 0, -1 - PLAYED_MOST)
                pipeline.expire(played, PLAYED_SECONDS)
            self._note_past(table, pipeline)

        await self._link.batch(leave)

    def _note_past(self, table: Table, pipeline: Any) -> None:
        """Add a table to the indexes of those who have left it, or of everyone if it is over."""
        for past in keys.past_indexes(table):
            pipeline.zadd(past, {table.id: table.touched})
            pipeline.zremrangebyscore(past, "-inf", self._clock() - keys.YEAR)
            pipeline.expire(past, keys.YEAR)

    @override
    async def erase(self, table: Table) -> None:
        def erase(pipeline: Any) -> None:
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
    async def tables_of(self, user: User) -> tuple[Table, ...]:
        return await self._indexed(keys.of_user(user), lambda table: user in table.people)

    @override
    async def tables_in(self, place: Place) -> tuple[Table, ...]:
        return await self._indexed(keys.in_place(place), lambda table: table.place == place)

    @override
    async def played_in(self, place: Place, *, since: float, limit: int) -> tuple[Table, ...]:
        index = keys.played_in(place)
        (entries,) = await self._link.batch(
            lambda pipeline: pipeline.zrangebyscore(index, f"({since}", "+inf"),
            spared=is_of_wrong_type,
        )
        if is_of_wrong_type(entries):
            await self._queues.set_aside(index)
            return ()
        states = await self._states([keys.table(TableId(id_.decode())) for id_ in entries])
        found = [table for state in states for table in _readable(state)]
        played = (table for table in found if was_played(table, place, since))
        return tuple(sorted(played, key=last_ended_first))[:limit]

    @override
    async def past_of(self, user: User) -> tuple[TableId, ...]:
        index, year_ago = keys.past_of(user), self._clock() - keys.YEAR
        found = await self._link.run(
            lambda: self._redis.zrange(index, "+inf", f"({year_ago}", desc=True, byscore=True)
        )
        return tuple(TableId(id_.decode()) for id_ in found)

    async def _indexed(self, index: str, belongs: Callable[[Table], bool]) -> tuple[Table, ...]:
        """Load the open tables of an index, and remove stale entries from it.

        Entries younger than a day may point to a table that is about to be written or moved here,
        so they are only removed if that table is over.
        """
        (entries,) = await self._link.batch(
            lambda pipeline: pipeline.zrange(index, 0, -1, withscores=True), spared=is_of_wrong_type
        )
        if is_of_wrong_type(entries):
            await self._queues.set_aside(index)
            return ()
        young = self._clock() - DAY
        found: list[Table] = []
        dropped: list[bytes] = []
        for at in range(0, len(entries), LOADED_AT_ONCE):
            some = entries[at : at + LOADED_AT_ONCE]
            stored = [keys.table(TableId(id_.decode())) for id_, _ in some]
            for (id_, since), state in zip(some, await self._states(stored), strict=True):
                for table in _readable(state):
                    if table.status is not Status.OVER and belongs(table):
                        found.append(table)
                    elif table.status is Status.OVER or since < young:
                        dropped.append(id_)
                if state is None and since < young:
                    dropped.append(id_)
        if dropped:
            await self._link.run(lambda: self._redis.zrem(index, *dropped))
        return tuple(sorted(found, key=lambda table: (-table.created, table.id)))

    async def _states(self, stored: Sequence[str]) -> list[Any]:
        """Return what is stored under the keys of tables: bytes, None, or an exception."""

        def look(pipeline: Any) -> None:
            for key in stored:
                pipeline.hget(key, "s")

        return await self._link.batch(look, spared=_is_of_this_entry)

    @override
    async def overdue(self, platform: Platform, limit: int = 100) -> tuple[Overdue, ...]:
        names, now = keys.all_dirty(platform), self._clock()
        found = list(await self._queues.look(names, "-inf", now, limit))
        if next(self._looks) % LOOKS_AHEAD == 0:
            found += await self._queues.look(names, now + MAX_REST_SECONDS, "+inf", limit)
        oldest = sorted(chain.from_iterable(found))[:limit]
        boards = await self._queues.read(oldest, partial(_overdue, platform))

        def look(pipeline: Any) -> None:
            for board in boards:
                pipeline.exists(keys.table(board.table))

        there = await self._link.batch(look) if boards else []
        stands = dict(zip(boards, there, strict=True))
        await asyncio.gather(*(self._forget_board(board) for board in boards if not stands[board]))
        return tuple(board for board in boards if stands[board])

    async def _forget_board(self, board: Overdue) -> None:
        """Drop an overdue board, unless its table has been created in the meantime."""
        names = [keys.table(board.table), keys.dirty(board.table, board.place.platform)]
        arguments = [keys.board(board.table, board.place)]
        await self._link.run(lambda: self._standing(names, arguments))

    @override
    async def rest(self, table: TableId, place: Place, seconds: float) -> None:
        key, board = keys.dirty(table, place.platform), keys.board(table, place)
        until = resting_until(self._clock(), seconds)
        await self._link.run(lambda: self._redis.zadd(key, {board: until}, xx=True))

    @override
    async def shown(self, table: TableId, place: Place) -> Shown | None:
        shown = await self._link.run(lambda: self._redis.hget(keys.table(table), f"shown:{place}"))
        return _shown(shown)

    @override
    async def mark_shown(self, table: TableId, place: Place, shown: Shown) -> bool:
        return await self._settled(table, place, shown.revision, json_values.write_shown(shown))

    @override
    async def give_up(self, table: TableId, place: Place, revision: int) -> None:
        await self._settled(table, place, revision, "")

    async def _settled(self, table: TableId, place: Place, revision: int, note: str) -> bool:
        """Store what a place shows; return whether that is the current revision."""
        names = [keys.table(table), keys.dirty(table, place.platform)]
        board = keys.board(table, place)
        arguments = [f"shown:{place}", revision, note, board, self._clock()]
        return bool(await self._link.run(lambda: self._mark_shown(names, arguments)))

    @override
    async def mark_overdue(self, table: TableId, place: Place) -> None:
        key, board = keys.dirty(table, place.platform), keys.board(table, place)
        await self._link.run(lambda: self._redis.zadd(key, {board: self._clock()}, nx=True))

    @asynccontextmanager
    @override
    async def showing(self, table: TableId, place: Place) -> AsyncIterator[Showing | None]:
        """The lease of a process that dies expires after a few seconds."""
        lease, token = keys.lease(table, place), secrets.token_bytes(8)

        def take(pipeline: Any) -> None:
            pipeline.set(lease, token, nx=True, px=LEASE_MILLISECONDS)
            pipeline.get(lease)  # is our token also if the reply to a first attempt was lost
            pipeline.zscore(keys.dirty(table, place.platform), keys.board(table, place))
            pipeline.hmget(keys.table(table), "s", f"shown:{place}")
            pipeline.getex(keys.settings(place), ex=keys.YEAR)

        try:
            _, holder, since, (state, shown), settings = await self._link.batch(take)
        except (asyncio.CancelledError, StoreDown):
            await self._release_lease(lease, token)  # it may have been acquired
            raise
        if holder != token:
            yield None
            return
        renewing = asyncio.create_task(self._keep_renewing(lease, token))
        try:
            waits = since is not None and not rests(since, self._clock()) and state is not None
            yield _showing(state, shown, settings) if waits else None
        finally:
            renewing.cancel()
            await self._release_lease(lease, token)

    async def _release_lease(self, lease: str, token: bytes) -> None:
        """Release a lease if we hold it; if the store is down it expires by itself."""
        with suppress(StoreDown):
            await self._link.run(lambda: self._release([lease], [token]))

    async def _keep_renewing(self, key: str, token: bytes) -> None:
        """Renew a lease until cancelled, at most `RENEWALS` times."""
        for _ in range(RENEWALS):
            await asyncio.sleep(LEASE_MILLISECONDS / 2_000)
            with suppress(StoreDown):
                await self._link.run(lambda: self._renew([key], [token, LEASE_MILLISECONDS]))

    @override
    async def settings(self, place: Place) -> Settings:
        return _settings(await self._link.run(lambda: self._redis.get(keys.settings(place))))

    @override
    async def change_settings(self, place: Place, settings: Settings) -> None:
        """Keep settings that this release doesn't know."""
        key = keys.settings(place)
        old = await self._link.run(lambda: self._redis.get(key))
        text = json_values.write_settings(settings, "" if old is None else old.decode())
        await self._link.run(lambda: self._redis.set(key, text, ex=keys.YEAR), changes=True)

    @override
    async def forget(self, user: User) -> None:
        """On Telegram, the id of a private chat is that of its user."""
        private = Place(user.platform, user.id)
        gone = (keys.preferences, keys.of_user, keys.past_of)
        names = [*(key(user) for key in gone), keys.settings(private)]

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


def _overdue(platform: Platform, entry: Entry) -> Overdue:
    """Parse an overdue board; raise ValueError if it is malformed or in the wrong set."""
    table, place = entry.member.decode().split("|", 1)
    board = Overdue(TableId(table), Place.read(place))
    if board.place.platform != platform or keys.dirty(board.table, platform) != entry.key:
        raise ValueError("the board is in another platform's or table's set")
    return board


def _showing(state: bytes, shown: bytes | None, settings: bytes | None) -> Showing:
    return Showing(codec.read(state), _shown(shown), _settings(settings))


def _shown(text: bytes | None) -> Shown | None:
    return None if text is None else json_values.read_shown(text.decode())


def _settings(text: bytes | None) -> Settings:
    return Settings() if text is None else json_values.read_settings(text.decode())


def _falling(dues: Sequence[Due]) -> Iterator[object]:
    """Yield the time and member of each due, as the scripts expect them."""
    for due in dues:
        yield from (due.at, keys.falling(due.table, due.what))


@contextmanager
def _wrong_types() -> Iterator[None]:
    """Raise CorruptRecord if a key has the wrong type."""
    try:
        yield
    except ResponseError as error:
        if "WRONGTYPE" not in str(error):
            raise
        raise CorruptRecord(f"a key of the table has the wrong type: {error}") from error


def _is_of_this_entry(error: Exception) -> bool:
    """Whether an error is about one key, as opposed to a store that is down."""
    return why_down(error) is None


def _readable(state: Any) -> Iterator[Table]:
    """Yield the table if it can be read; one corrupt table must not hide the others."""
    try:
        if isinstance(state, Exception):
            raise CorruptRecord(str(state))  # noqa: TRY301 - logged like the others
        if state is not None:
            yield codec.read(state)
    except CorruptRecord as corrupt:
        log.error("table.corrupt", why=str(corrupt))  # noqa: TRY400 - the message is enough
