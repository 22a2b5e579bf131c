"""The games' own threads: what is said above them, and their end, on platforms that have threads.

Both are dues, so that a crash loses neither. A thread is left open for a while after its game,
because a rematch goes on in it, as does the next game of a match.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import structlog

from bot.show.outbound import (
    Outbound,
    OwnThreads,
    RetryLater,
    Unanswered,
    Unshowable,
)
from bot.show.presenter import Presenter
from bot.show.speaking import language_in
from bot.table.due import Due
from bot.table.pace import HOUR
from bot.table.people import Place, Platform
from bot.table.ports import Clock, CorruptRecord, Shown, Store
from bot.table.table import Status, Table

CAPTION: Final = "caption"
"""The kind of due that says above a thread who plays, and how it stands."""

ARCHIVE: Final = "archive"
"""The kind of due that archives a thread."""

OPEN_SECONDS: Final = HOUR
"""How long a thread stays open after its game, so that those who play again find it."""

NOTED_SECONDS: Final = 1.0
"""How long a caption waits for its message to be noted, of which it is planned before."""

AGAIN_SECONDS: Final = 60.0
"""How long to wait if the platform doesn't answer, or another process serves it."""

log = structlog.get_logger()


class Threads:
    """Plans captions and ends of threads, and handles those that fall due."""

    def __init__(
        self,
        store: Store,
        presenter: Presenter,
        outbounds: Mapping[Platform, Outbound],
        clock: Clock,
    ) -> None:
        self._store = store
        self._presenter = presenter
        self._outbounds = outbounds
        self._clock = clock

    async def plan(self, table: Table, place: Place, before: Shown | None, now: Shown) -> None:
        """Schedule what follows from showing a table, in `now` after `before`, in its own thread.

        Call it before the message is noted, so that a crash cannot skip it.
        """
        threads = self._outbounds[place.platform].own_threads
        if threads is None or not (thread := threads.thread_of(now.message)):
            return
        at, over = self._clock(), table.status is Status.OVER
        moved = before is None or threads.thread_of(before.message) != thread
        if table.position and (moved or over or not table.moves):
            await self._store.schedule(Due(table.id, f"{CAPTION}:{place}", at + NOTED_SECONDS))
        if over:
            await self._store.schedule(Due(table.id, f"{ARCHIVE}:{place}", at + OPEN_SECONDS))

    async def caption(self, due: Due) -> float | None:
        """Say above a thread who plays there, and how it stands; the newest game counts."""
        return await self._try(due, self._caption)

    async def archive(self, due: Due) -> float | None:
        """Archive a thread, unless people play on in it: the end of that game archives it."""
        return await self._try(due, self._archive)

    async def _try(
        self, due: Due, tend: Callable[[Table, Place, str, OwnThreads], Awaitable[None]]
    ) -> float | None:
        """Tend the thread of a due; return when to try again if its platform can't be reached.

        Another process may serve that. Does nothing if the table isn't in a thread of its own.
        """
        place, later = Place.read(due.what.partition(":")[2]), self._clock() + AGAIN_SECONDS
        outbound = self._outbounds.get(place.platform)
        if outbound is None:
            return later
        if (threads := outbound.own_threads) is None:
            return None
        try:
            table = await self._store.load(due.table)
            shown = await self._store.shown(due.table, place)
            if table is not None and shown is not None and threads.thread_of(shown.message):
                await tend(table, place, shown.message, threads)
        except CorruptRecord:
            pass  # reported when its board is shown
        except RetryLater as limit:
            return max(later, self._clock() + limit.seconds)
        except Unanswered:
            return later
        except Unshowable as unshowable:
            log.info("thread.left", table=due.table, what=due.kind, why=unshowable.reason.value)
        return None

    async def _caption(self, table: Table, place: Place, message: str, threads: OwnThreads) -> None:
        others = [each for each in await self._open(place, message, threads) if each.position]
        if table.status is Status.OVER and others:
            return
        settings = await self._store.settings(place)
        outbound = self._outbounds[place.platform]
        language = await language_in(place, table, settings, outbound, self._store)
        page = await self._presenter.page(table, language, settings.look)
        await threads.caption(place, message, page, language=language)

    async def _archive(self, table: Table, place: Place, message: str, threads: OwnThreads) -> None:
        if table.status is Status.OVER and not await self._open(place, message, threads):
            await threads.close_thread(place, message)

    async def _open(self, place: Place, message: str, threads: OwnThreads) -> list[Table]:
        """Return the open tables that are shown in the same thread as a message."""
        found, thread = list[Table](), threads.thread_of(message)
        for table in await self._store.tables_in(place):
            shown = await self._store.shown(table.id, place)
            if shown is not None and threads.thread_of(shown.message) == thread:
                found.append(table)
        return found
