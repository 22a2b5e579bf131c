"""Which boards are overdue, what places show, and the leases on boards, in Redis or Valkey."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import chain
from math import inf
from typing import Any

from typing_extensions import override

from bot.store import codec, json_values, keys
from bot.store.agenda import CHANNEL, Agenda, news
from bot.store.link import Link
from bot.store.queues import Entry, Queues
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import (
    MAX_REST_SECONDS,
    Boards,
    Clock,
    Overdue,
    Showing,
    Shown,
    StoreDown,
    resting_until,
    rests,
)
from bot.table.settings import Settings

LEASE_MILLISECONDS = 4_000
RENEWALS = 30
"""How often a lease is renewed: a platform gets about a minute to show a board."""
AHEAD_SECONDS = 60.0
"""How often `overdue` looks also for times left in the future by a clock that was set back, if it
looks at all."""

GRACE_SECONDS = 0.5
"""How long a board is left to the process that has changed it, before all others look for it."""

_NOTHING = "-"
"""What the script takes for a place that shows nothing; what is noted otherwise is JSON."""


class RedisBoards(Boards):
    """Implements `Boards`."""

    def __init__(self, link: Link, clock: Clock, agenda: Agenda) -> None:
        self._link = link
        self._redis = link.redis
        self._agenda = agenda
        self._queues = Queues(link, agenda)
        self._clock = clock
        self._ahead: dict[Platform, float] = {}
        """When to look ahead again on each platform, by the monotonic clock."""
        self._mark_shown = link.script("shown")
        self._release = link.script("let_go")
        self._renew = link.script("renew")

    @override
    async def overdue(self, platform: Platform, limit: int = 100) -> tuple[Overdue, ...]:
        names, now = keys.all_dirty(platform), self._clock()
        found = await self._queues.look(names, now, limit)
        if found and (ticking := time.monotonic()) >= self._ahead.get(platform, -inf):
            self._ahead[platform] = ticking + AHEAD_SECONDS
            found += await self._queues.after(names, now + MAX_REST_SECONDS, limit)
        oldest = sorted(chain.from_iterable(found))[:limit]
        return tuple(await self._queues.read(oldest, partial(_overdue, platform)))

    @override
    async def any_overdue(self, platform: Platform) -> None:
        await self._agenda.wait(keys.all_dirty(platform))

    @override
    async def rest(self, table: TableId, place: Place, seconds: float) -> None:
        key, board = keys.dirty(table, place.platform), keys.board(table, place)
        until = resting_until(self._clock(), seconds)
        await self._link.run(lambda: self._redis.zadd(key, {board: until}, xx=True))

    @override
    async def shown(self, table: TableId, place: Place) -> Shown | None:
        shown = await self._link.run(
            lambda: self._redis.hget(keys.table(table), keys.shown_in(place))
        )
        return _shown(shown)

    @override
    async def mark_shown(self, table: TableId, place: Place, shown: Shown) -> bool:
        return await self._settled(table, place, shown.revision, json_values.write_shown(shown))

    @override
    async def unshow(self, table: TableId, place: Place, revision: int) -> bool:
        return await self._settled(table, place, revision, _NOTHING)

    @override
    async def give_up(self, table: TableId, place: Place, revision: int) -> None:
        await self._settled(table, place, revision, "")

    async def _settled(self, table: TableId, place: Place, revision: int, note: str) -> bool:
        """Store what a place shows; return whether that is the current revision.

        The `note` is empty if it shows what it did before.
        """
        names = [keys.table(table), keys.dirty(table, place.platform)]
        board = keys.board(table, place)
        now = self._clock()
        said = news([(names[1], now + GRACE_SECONDS)])
        arguments = [keys.shown_in(place), revision, note, board, now, CHANNEL, said]
        is_current = bool(await self._link.run(lambda: self._mark_shown(names, arguments)))
        if not is_current:
            self._agenda.expect(said)
        return is_current

    @override
    async def mark_overdue(self, table: TableId, place: Place) -> None:
        key, board, now = keys.dirty(table, place.platform), keys.board(table, place), self._clock()
        await self._queues.put(key, board, now, look=now + GRACE_SECONDS, renew=False)

    @asynccontextmanager
    @override
    async def showing(self, table: TableId, place: Place) -> AsyncIterator[Showing | None]:
        """The lease of a process that dies expires after a few seconds."""
        lease, token = keys.lease(table, place), secrets.token_bytes(8)

        def take(pipeline: Any) -> None:
            pipeline.set(lease, token, nx=True, px=LEASE_MILLISECONDS)
            pipeline.get(lease)  # is our token also if the reply to a first attempt was lost
            pipeline.zscore(keys.dirty(table, place.platform), keys.board(table, place))
            pipeline.hmget(keys.table(table), "s", keys.shown_in(place))
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
            waits = since is not None and not rests(since, self._clock())
            if waits and state is None:
                await self.give_up(table, place, 0)  # it stays if the table has just been created
            yield _showing(state, shown, settings) if waits and state is not None else None
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


def _overdue(platform: Platform, entry: Entry) -> Overdue:
    """Parse an overdue board; raise ValueError if it is malformed or in the wrong set."""
    table, place = entry.member.decode().split("|", 1)
    board = Overdue(TableId(table), Place.read(place), entry.at)
    if board.place.platform != platform or keys.dirty(board.table, platform) != entry.key:
        raise ValueError("the board is in another platform's or table's set")
    return board


def _showing(state: bytes, shown: bytes | None, settings: bytes | None) -> Showing:
    return Showing(codec.read(state), _shown(shown), settings_of(settings))


def _shown(text: bytes | None) -> Shown | None:
    return None if text is None else json_values.read_shown(text.decode())


def settings_of(text: bytes | None) -> Settings:
    """Return the settings of a channel from what is stored, or the usual ones."""
    return Settings() if text is None else json_values.read_settings(text.decode())
