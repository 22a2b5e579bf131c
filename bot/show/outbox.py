"""The outbox: shows boards that are out of date, at once after an act or by a sweep.

An act asks the outbox to show its board now. Sweeps pick up whatever a crash, an unavailable store
or another process left behind; without any such board, there are none. A short lease in the store
keeps two processes from showing the same board.
"""

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import structlog
from prometheus_client import Gauge
from structlog.contextvars import bind_contextvars, get_contextvars

from bot.show.barred import Barred
from bot.show.boards import SHOW_TIME, Boards
from bot.show.delays import Delays, begin_counting
from bot.show.notifying import Notifying
from bot.show.outbound import Barrier, Outbound
from bot.show.presenter import Presenter
from bot.show.pressed import Pressed
from bot.show.reposting import Reposting
from bot.show.retiring import Retiring
from bot.show.threads import Threads
from bot.show.uncertain import UncertainBoards
from bot.show.updating import Updating
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import Clock, Overdue, Store, StoreDown
from bot.work.ending import drain
from bot.work.first import first

SWEEP_SECONDS = 1.0
"""How often to sweep while any board is overdue."""

SWEEP_CONCURRENCY, SWEEP_LIMIT = 8, 100
"""How many boards of a platform a sweep shows concurrently, and in total."""

SWEEP_TIMEOUT = 10.0
"""After so many seconds the next sweep begins, even if some boards are still being shown."""

MAX_SHOWING = 500
"""How many boards of a platform are in progress at most; further ones are left to the sweep."""

log = structlog.get_logger()

OVERDUE = Gauge("puluc_boards_overdue", "Boards that the last sweep found overdue", ["platform"])
DELAY = Gauge("puluc_boards_delay_seconds", "How long the oldest of them has waited", ["platform"])


class Outbox:
    """Shows overdue boards on the platforms that this process serves."""

    def __init__(
        self,
        store: Store,
        presenter: Presenter,
        outbounds: Mapping[Platform, Outbound],
        clock: Clock = time.time,
        url: str | None = None,
    ) -> None:
        self._store = store
        self._outbounds = outbounds
        self._clock = clock
        self.retiring = Retiring(store, outbounds, clock, url)
        self.reposting = Reposting(store, clock)
        self.notifying = Notifying(store, clock)
        self.barred = Barred(store, clock)
        self.threads = Threads(store, presenter, outbounds, clock)
        self._delays = Delays(store, clock)
        self._pressed = Pressed(store, self.retiring)
        self._uncertain = UncertainBoards(store, clock, self._pressed)
        self._showing: dict[Overdue, asyncio.Task[Barrier | None]] = {}
        self._requested: dict[Overdue, Mapping[str, Any]] = {}
        """Boards to be shown, with the log fields of the latest press."""
        self._boards = Boards(
            store,
            clock,
            updating=Updating(
                store,
                presenter,
                outbounds,
                clock,
                self.retiring,
                self.reposting,
                self.notifying,
            ),
            retiring=self.retiring,
            barred=self.barred,
            pressed=self._pressed,
            uncertain=self._uncertain,
            threads=self.threads,
            delays=self._delays,
            fields=self._requested,
        )
        self._closing = False

    def show_now(self, table: TableId, place: Place) -> None:
        """Show a table now, in the background."""
        board = Overdue(table, place)
        if place.platform in self._outbounds and self._has_room(board):
            self._requested[board] = get_contextvars()
            self._begin(board)

    def _has_room(self, board: Overdue) -> bool:
        """Return whether a board is in progress, or may be."""
        if board in self._showing:
            return True
        if self._closing:
            return False
        if len(self._showing) < MAX_SHOWING:
            return True
        platform = board.place.platform
        return sum(one.place.platform == platform for one in self._showing) < MAX_SHOWING

    def pressed(self, table: TableId, place: Place, message: str, revision: int | None) -> None:
        """Note in which message a button was pressed, and retire that message if it is a stray.

        `revision` is the button's revision, None if it carries none.
        """
        outbound, board = self._outbounds.get(place.platform), Overdue(table, place)
        if outbound is None or outbound.places_itself(place):
            return
        self._pressed.note(board, message, revision)
        if self._has_room(board):
            self._begin(board, check=True)

    async def barrier(self, table: TableId, place: Place, seconds: float) -> Barrier | None:
        """Return why a board that was just requested cannot be shown.

        Returns None if it was shown, or on timeout.
        Only knows about attempts by this process.
        """
        task = self._showing.get(Overdue(table, place))
        if task is None:
            return None
        done, _ = await asyncio.wait({task}, timeout=seconds)
        return task.result() if done and not task.cancelled() else None

    async def run(self) -> None:
        """Sweep until cancelled, each platform independently."""
        for platform in self._outbounds:
            begin_counting(platform)
            SHOW_TIME.labels(platform.value)
        await asyncio.gather(*map(self._keep_sweeping, tuple(self._outbounds)))

    async def _keep_sweeping(self, platform: Platform) -> None:
        while True:
            try:
                async with asyncio.timeout(SWEEP_TIMEOUT):
                    await self._sweep(platform)
            except TimeoutError:
                log.warning("sweep.timed-out", platform=platform)
            except Exception:
                # A bug must not stop the sweeps: other boards are waiting.
                log.exception("sweep.failed")
            await asyncio.sleep(SWEEP_SECONDS)
            await first(self._store.any_overdue(platform), self._uncertain.any())

    async def sweep(self) -> None:
        """Show all overdue boards, on all platforms concurrently."""
        await asyncio.gather(*map(self._sweep, self._outbounds))

    async def _sweep(self, platform: Platform) -> None:
        # The oldest boards may be in progress or left to others; they must not use up the limit.
        passed = len(self._showing) + self._delays.left
        try:
            found = await self._store.overdue(platform, SWEEP_LIMIT + passed)
        except StoreDown:
            return  # the next sweep finds what is left
        now = self._clock()
        waiting = [each for each in found if not self._delays.is_left(each, now)]
        OVERDUE.labels(platform.value).set(len(waiting))
        ages = (now - each.since for each in waiting if each.since is not None)
        DELAY.labels(platform.value).set(max(ages, default=0.0))
        slots = asyncio.Semaphore(SWEEP_CONCURRENCY)

        async def show(overdue: Overdue) -> None:
            async with slots:
                await asyncio.wait({self._begin(overdue)})

        shows = (show(each) for each in waiting if each not in self._showing)
        await asyncio.gather(self._uncertain.settle(platform), *shows)

    def _begin(self, overdue: Overdue, *, check: bool = False) -> "asyncio.Task[Barrier | None]":
        """Start to show a board in the background, unless that is in progress.

        With `check`, nothing is shown if only the noted message was pressed, as is almost always
        so.
        """
        task = self._showing.get(overdue)
        if task is None:
            task = asyncio.create_task(self._keep_showing(overdue, check=check))
            self._showing[overdue] = task
        return task

    async def _keep_showing(self, overdue: Overdue, *, check: bool) -> Barrier | None:
        """Show a board, and repeat if it is requested meanwhile, which a lease never swallows.

        Returns why the board cannot be shown, if so.
        """
        barrier = None
        try:
            again = (
                not (check and await self._pressed.is_noted(overdue)) or overdue in self._requested
            )
            while again:
                bind_contextvars(**self._requested.pop(overdue, {}))
                pressed = self._pressed.of(overdue)
                barrier = await self._delays.attempt(overdue, self._boards.show(overdue))
                pressed_since = self._pressed.of(overdue) not in ({}, pressed)
                again = overdue in self._requested or pressed_since
        finally:
            del self._showing[overdue]
        return barrier

    async def drain(self) -> None:
        """Wait for boards in progress; cancelling this cancels them."""
        try:
            await drain(self._showing.values())
        finally:
            await self.retiring.drain()

    async def close(self) -> None:
        """Drain, and begin no more boards: other processes find those of requests that end later.

        A board that is begun while the event loop closes would be cut off with its lease held.
        """
        self._closing = True
        await self.drain()
