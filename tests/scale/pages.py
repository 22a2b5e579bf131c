"""Open pages of tables: how long it takes until they show what has been pressed."""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from typing import Final

import aiohttp

from bot.table.ids import TableId
from bot.table.seats import Person
from bot.table.table import Table

OPENING: Final = 16
"""How many pages are opened at once; of very many, a process would ask some to try again."""

CookieOf = Callable[[Person], Mapping[str, str]]
"""Returns the headers with which a person is known."""


class Pages:
    """Pages that are open at tables, each as the first player sees it."""

    def __init__(self, cookie_of: CookieOf) -> None:
        self._cookie_of = cookie_of
        self._opening = asyncio.Semaphore(OPENING)
        self._pressed: dict[tuple[TableId, int], float] = {}
        self.waits: list[float] = []
        """Seconds from each press until the page of its table was told of it."""
        self.bytes = 0
        """What they were told, in all."""

    def pressed(self, table: Table) -> None:
        """Note that somebody presses a button that this revision of a table offers."""
        self._pressed[table.id, table.revision + 1] = time.perf_counter()

    async def open(
        self, session: aiohttp.ClientSession, url: str, table: Table, listening: asyncio.Event
    ) -> None:
        """Look at a table, until cancelled; set the event once the page listens.

        Raises ClientError if the page is refused.
        """
        player = table.seats[0]
        assert isinstance(player, Person)
        headers, at = self._cookie_of(player), f"{url}/g/{table.code}"
        async with self._opening, session.get(f"{at}/state?rows=3", headers=headers) as answer:
            answer.raise_for_status()
            seen = (await answer.json())["seen"]
        forever = aiohttp.ClientTimeout(total=None)
        stream = session.get(f"{at}/events?rows=3&since={seen}", headers=headers, timeout=forever)
        async with stream as events:
            events.raise_for_status()
            listening.set()
            async for line in events.content:
                if line.startswith(b"data: ") and b'"revision"' in line:
                    self._told(table.id, json.loads(line[6:])["revision"], len(line))

    def _told(self, table: TableId, revision: int, size: int) -> None:
        began = self._pressed.pop((table, revision), None)
        if began is not None:
            self.waits.append(time.perf_counter() - began)
            self.bytes += size
