"""What the store holds, read from threads while the bot's processes play."""

import asyncio
import threading
from collections.abc import Coroutine, Iterable
from typing import Any, Self, TypeVar

from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.invites import Invites
from bot.table.people import Place
from bot.table.ports import Clock, Shown
from bot.table.table import Table

T = TypeVar("T")

READ_SECONDS = 20.0


class View:
    """Reads tables and records."""

    def __init__(self, url: str, clock: Clock) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._link = Link(url)
        self._store = RedisStore(self._link, clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._wait(self._link.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(READ_SECONDS)

    def table(self, id_: TableId) -> Table:
        """Return a table that exists."""
        table = self.find(id_)
        assert table is not None, f"table {id_} is gone"
        return table

    def find(self, id_: TableId) -> Table | None:
        """Return a table, None if there is none."""
        return self._wait(self._store.load(id_))

    def record(self, id_: TableId) -> tuple[str, ...]:
        """Return a table's record so far."""
        return self._wait(self._store.record(id_))

    def shown(self, table: TableId, place: Place) -> Shown | None:
        """Return what a place shows of a table, by the store."""
        return self._wait(self._store.shown(table, place))

    def invites(self) -> Invites:
        """Return what makes the secrets of seats."""
        return Invites(self._wait(self._store.secret("ids")))

    def open_tables(self, place: Place) -> tuple[Table, ...]:
        """Return the tables of a place that are not over, newest first."""
        return self._wait(self._store.tables_in(place))

    def sizes(self, ids: Iterable[TableId]) -> list[int]:
        """Return how many bytes the record of each table has as text."""
        return [len(" ".join(self.record(id_))) for id_ in ids]

    def _wait(self, reading: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(reading, self._loop).result(READ_SECONDS)
