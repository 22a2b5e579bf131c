"""Indexes of tables by person, place and watch code, in Redis or Valkey.

They are written before the table they point to; readers remove entries that point nowhere.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import structlog
from typing_extensions import override

from bot.store import codec, keys
from bot.store.link import Link, why_down
from bot.store.memory import last_ended_first, was_played
from bot.store.queues import Quarantine, corrupt_if_wrong_type, is_of_wrong_type
from bot.table.ids import TableId
from bot.table.pace import DAY
from bot.table.people import Place, User
from bot.table.ports import PLAYED_MOST, PLAYED_SECONDS, Clock, CorruptRecord, Indexes
from bot.table.table import Status, Table

LOADED_AT_ONCE = 200
"""How many tables of an index are loaded in one round trip."""

log = structlog.get_logger()


class RedisIndexes(Indexes):
    """Implements `Indexes`."""

    def __init__(self, link: Link, clock: Clock) -> None:
        self._link = link
        self._redis = link.redis
        self._quarantine = Quarantine(link)
        self._clock = clock

    @override
    async def index(self, table: Table) -> None:
        def enter(pipeline: Any) -> None:
            pipeline.set(keys.code(table.code), table.id, ex=keys.YEAR)
            for index in keys.indexes(table):
                pipeline.zadd(index, {table.id: self._clock()})
                pipeline.expire(index, keys.YEAR)
            self._note_past(table, pipeline)

        with corrupt_if_wrong_type():
            await self._link.batch(enter)

    @override
    async def unindex(self, table: Table) -> None:
        def leave(pipeline: Any) -> None:
            pipeline.expire(keys.code(table.code), keys.kept(table) or keys.YEAR)
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
    async def disconnect(self, table: TableId, user: User) -> None:
        def disconnect(pipeline: Any) -> None:
            for index in (keys.of_user(user), keys.past_of(user)):
                pipeline.zrem(index, table)
            for place in Place.named_after(user):
                for index in (keys.in_place(place), keys.played_in(place)):
                    pipeline.zrem(index, table)
                pipeline.hdel(keys.table(table), keys.shown_in(place))
                pipeline.zrem(keys.dirty(table, place.platform), keys.board(table, place))

        with corrupt_if_wrong_type():
            await self._link.batch(disconnect)

    @override
    async def tables_of(self, user: User) -> tuple[Table, ...]:
        return await self._indexed(keys.of_user(user), lambda table: user in table.people)

    @override
    async def tables_in(self, place: Place) -> tuple[Table, ...]:
        return await self._indexed(keys.in_place(place), lambda table: place in table.shown_in)

    @override
    async def played_in(self, place: Place, *, since: float, limit: int) -> tuple[Table, ...]:
        index = keys.played_in(place)
        (entries,) = await self._link.batch(
            lambda pipeline: pipeline.zrangebyscore(index, f"({since}", "+inf"),
            spared=is_of_wrong_type,
        )
        if is_of_wrong_type(entries):
            await self._quarantine.set_aside(index)
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
            await self._quarantine.set_aside(index)
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
