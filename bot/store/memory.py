"""Tables in memory: the reference implementation of the store, used by fast tests."""

import asyncio
import secrets
import time
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from math import inf

from typing_extensions import override

from bot.store import keys
from bot.store.agenda import news
from bot.store.boards import GRACE_SECONDS
from bot.store.dues import MemoryDues
from bot.store.notes import MemoryNotes
from bot.store.preferences import MemoryPreferences
from bot.store.quotas import MemoryQuotas
from bot.store.subscriptions import MemorySubscriptions
from bot.table.channels import Channels, Message
from bot.table.due import Due
from bot.table.forgetting import names
from bot.table.ids import TableId
from bot.table.notes import changes_of
from bot.table.people import Place, Platform, User
from bot.table.ports import (
    Clock,
    Operation,
    Overdue,
    Showing,
    Shown,
    Store,
    Verdict,
    resting_until,
    rests,
)
from bot.table.settings import Settings
from bot.table.table import Status, Table

REMEMBERED_OPERATIONS = 8


class MemoryStore(
    MemoryDues, MemoryNotes, MemoryPreferences, MemoryQuotas, MemorySubscriptions, Store
):
    """Implements `Store`; nothing outlives the process."""

    def __init__(self, clock: Clock = time.time, ticking: Clock = time.monotonic) -> None:
        """Create the store; gates, counters and leases expire by `ticking`."""
        MemoryDues.__init__(self, clock)
        MemoryNotes.__init__(self, ticking)
        MemoryPreferences.__init__(self)
        MemoryQuotas.__init__(self)
        MemorySubscriptions.__init__(self)
        self._clock = clock
        self._tables: dict[TableId, Table] = {}
        self._records: dict[TableId, list[str]] = {}
        self._operations: dict[TableId, deque[str]] = {}
        self._overdue: dict[Platform, dict[Overdue, float]] = defaultdict(dict)
        self._shown: dict[Overdue, Shown] = {}
        self._showing: set[Overdue] = set()
        self._settings: dict[tuple[Platform, str], Settings] = {}
        self._secrets: dict[str, bytes] = {}

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table, over or not, newest first."""
        return tuple(sorted(self._tables.values(), key=_newest_first))

    @override
    async def load(self, table: TableId) -> Table | None:
        return self._tables.get(table)

    @override
    async def create(
        self,
        table: Table,
        operation: Operation,
        dues: Sequence[Due] = (),
        entries: Sequence[str] = (),
    ) -> bool:
        if table.id in self._tables:
            return await self.applied(table.id, operation)
        self._tables[table.id] = table
        self._records[table.id] = [*entries]
        known = keys.remembered(table.id, operation)
        self._operations[table.id] = deque([known], maxlen=REMEMBERED_OPERATIONS)
        for place in table.shown_in:
            await self.mark_overdue(table.id, place)
        for due in dues:
            await self.schedule(due)
        if table.follows is not None:
            self._calls.call(changes_of(table.follows))
        return True

    @override
    async def commit(
        self,
        after: Table,
        entries: Sequence[str],
        operation: Operation,
        places: Sequence[Place],
        dues: Sequence[Due] = (),
    ) -> Verdict:
        before = self._tables.get(after.id)
        if before is None:
            return Verdict.STALE
        if await self.applied(after.id, operation):
            return Verdict.REPEATED
        if before.revision != after.revision - 1:
            return Verdict.STALE
        self._tables[after.id] = after
        self._records[after.id] += entries
        self._operations[after.id].append(keys.remembered(after.id, operation))
        for place in places:
            await self.mark_overdue(after.id, place)
        for due in dues:
            await self.schedule(due)
        self._calls.call(changes_of(after.id))
        if after.follows is not None and not after.chosen:
            self._calls.call(changes_of(after.follows))
        return Verdict.APPLIED

    @override
    async def applied(self, table: TableId, operation: Operation) -> bool:
        return keys.remembered(table, operation) in self._operations.get(table, ())

    @override
    async def record(self, table: TableId) -> tuple[str, ...]:
        return tuple(self._records.get(table, ()))

    @override
    async def by_code(self, code: str) -> TableId | None:
        return next((table.id for table in self._tables.values() if table.code == code), None)

    @override
    async def index(self, table: Table) -> None:
        """Do nothing: tables in memory are found without an index."""

    @override
    async def unindex(self, table: Table) -> None:
        """Do nothing, likewise."""

    @override
    async def erase(self, table: Table) -> None:
        for stored in (self._tables, self._records, self._operations):
            stored.pop(table.id, None)
        for board in [board for board in self._shown if board.table == table.id]:
            del self._shown[board]
        for boards in self._overdue.values():
            for board in [board for board in boards if board.table == table.id]:
                del boards[board]

    @override
    async def disconnect(self, table: TableId, user: User) -> None:
        for place in Place.named_after(user):
            self._shown.pop(Overdue(table, place), None)
            self._overdue[place.platform].pop(Overdue(table, place), None)

    @override
    async def tables_of(self, user: User) -> tuple[Table, ...]:
        return self._open(table for table in self._tables.values() if user in table.people)

    @override
    async def tables_in(self, place: Place) -> tuple[Table, ...]:
        return self._open(table for table in self._tables.values() if place in table.shown_in)

    @override
    async def played_in(self, place: Place, *, since: float, limit: int) -> tuple[Table, ...]:
        ended = (table for table in self._tables.values() if was_played(table, place, since))
        return tuple(sorted(ended, key=last_ended_first))[:limit]

    @override
    async def past_of(self, user: User) -> tuple[TableId, ...]:
        theirs = [table for table in self._tables.values() if names(table, (user,))]
        past = (t for t in theirs if t.status is Status.OVER or user not in t.people)
        return tuple(table.id for table in sorted(past, key=last_ended_first))

    def _open(self, tables: Iterable[Table]) -> tuple[Table, ...]:
        standing = (table for table in tables if table.status is not Status.OVER)
        return tuple(sorted(standing, key=_newest_first))

    @override
    async def overdue(self, platform: Platform, limit: int = 100) -> tuple[Overdue, ...]:
        boards, now = self._overdue[platform], self._clock()
        waiting = [board for board, since in boards.items() if not rests(since, now)]
        with self._agenda.looking([platform]) as looked:
            soonest = now if waiting else min(boards.values(), default=inf)
            looked.update(dict.fromkeys(looked, soonest))
        waiting.sort(key=boards.__getitem__)
        return tuple(replace(board, since=boards[board]) for board in waiting[:limit])

    @override
    async def any_overdue(self, platform: Platform) -> None:
        await self._agenda.wait([platform])

    @override
    async def rest(self, table: TableId, place: Place, seconds: float) -> None:
        boards, board = self._overdue[place.platform], Overdue(table, place)
        if board in boards:
            boards[board] = resting_until(self._clock(), seconds)

    @override
    async def shown(self, table: TableId, place: Place) -> Shown | None:
        return self._shown.get(Overdue(table, place))

    @override
    async def mark_shown(self, table: TableId, place: Place, shown: Shown) -> bool:
        if table in self._tables:
            self._shown[Overdue(table, place)] = shown
        return await self._settled(table, place, shown.revision)

    @override
    async def unshow(self, table: TableId, place: Place, revision: int) -> bool:
        self._shown.pop(Overdue(table, place), None)
        return await self._settled(table, place, revision)

    @override
    async def give_up(self, table: TableId, place: Place, revision: int) -> None:
        await self._settled(table, place, revision)

    async def _settled(self, table: TableId, place: Place, revision: int) -> bool:
        """Return whether `revision` is the current one, and mark the place accordingly."""
        if table in self._tables and self._tables[table].revision > revision:
            await self.mark_overdue(table, place)
            return False
        self._overdue[place.platform].pop(Overdue(table, place), None)
        return True

    @override
    async def mark_overdue(self, table: TableId, place: Place) -> None:
        now = self._clock()
        self._overdue[place.platform].setdefault(Overdue(table, place), now)
        self._agenda.expect(news([(place.platform, now + GRACE_SECONDS)]))

    @asynccontextmanager
    @override
    async def showing(self, table: TableId, place: Place) -> AsyncIterator[Showing | None]:
        board, found = Overdue(table, place), self._tables.get(table)
        since = self._overdue[place.platform].get(board)
        waits = since is not None and not rests(since, self._clock())
        if waits and found is None:
            await self.give_up(table, place, 0)
        if found is None or not waits or board in self._showing:
            yield None
            return
        self._showing.add(board)
        try:
            yield Showing(found, self._shown.get(board), await self.settings(place))
        finally:
            self._showing.discard(board)

    @override
    async def settings(self, place: Place) -> Settings:
        return self._settings.get((place.platform, place.channel), Settings())

    @override
    async def change_settings(self, place: Place, settings: Settings) -> None:
        self._settings[place.platform, place.channel] = settings

    @override
    async def forget(self, user: User) -> None:
        await self.unlink(user)
        self.rename_blocked(user)
        self._preferences.pop(user, None)
        self._subscriptions.pop(user, None)
        for place in Place.named_after(user):
            self._settings.pop((place.platform, place.channel), None)

    @override
    async def secret(self, name: str) -> bytes:
        return self._secrets.setdefault(name, secrets.token_bytes(32))

    @override
    async def ping(self) -> None:
        """Do nothing: memory is always available."""


def _newest_first(table: Table) -> tuple[int, TableId]:
    return -table.created, table.id


def was_played(table: Table, place: Place, since: float) -> bool:
    """Return whether a table in a place was played at and ended after `since`."""
    played = table.status is Status.OVER and bool(table.position)
    return played and table.place == place and table.touched > since


def last_ended_first(table: Table) -> tuple[int, TableId]:
    """Return what sorts finished tables by when they ended, the last one first."""
    return -table.touched, table.id


class MemoryChannels(Channels):
    """Implements `Channels`; nothing outlives the process."""

    def __init__(self) -> None:
        self._messages: dict[str, dict[str, Message]] = defaultdict(dict)
        self._versions: dict[str, int] = defaultdict(int)
        self._people: dict[str, dict[str, str]] = defaultdict(dict)
        self._names: dict[str, dict[str, str]] = defaultdict(dict)
        self._changed = asyncio.Condition()

    @override
    async def post(
        self,
        channel: str,
        message: str,
        body: str,
        *,
        once: bool = False,
        keep: int = 500,
        safe: bool = False,
    ) -> int:
        messages = self._messages[channel]
        old = messages.get(message)
        if old is not None and (once or old.body == body):
            return old.version
        self._versions[channel] += 1
        version = self._versions[channel]
        messages[message] = Message(message, version if old is None else old.order, version, body)
        while len(messages) > keep:
            del messages[next(iter(messages))]
        async with self._changed:
            self._changed.notify_all()
        return version

    @override
    async def drop(self, channel: str, message: str) -> None:
        if message in self._messages[channel]:
            await self.post(channel, message, "")

    @override
    async def since(self, channel: str, version: int) -> tuple[Message, ...]:
        changed = [m for m in self._messages[channel].values() if m.version > version]
        return tuple(sorted(changed, key=lambda message: message.version))

    @override
    async def version(self, channel: str) -> int:
        return self._versions[channel]

    @override
    async def listen(self, channel: str) -> AsyncGenerator[int, None]:
        seen = self._versions[channel]
        while True:
            async with self._changed:
                while self._versions[channel] == seen:
                    await self._changed.wait()
                seen = self._versions[channel]
            yield seen

    @override
    async def enter(self, channel: str, user: str, name: str) -> bool:
        if self._names[channel].setdefault(name.casefold(), user) != user:
            return False
        self._people[channel][user] = name
        return True

    @override
    async def people(self, channel: str) -> dict[str, str]:
        return dict(self._people[channel])

    @override
    async def channels_of(self, user: str) -> tuple[str, ...]:
        return tuple(channel for channel, people in self._people.items() if user in people)

    @override
    async def leave(self, channel: str, user: str) -> None:
        self._people[channel].pop(user, None)
        names = self._names[channel].items()
        self._names[channel] = {name: owner for name, owner in names if owner != user}
