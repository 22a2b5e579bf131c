"""The outbox: shows boards that are out of date, at once after an act or by a periodic sweep.

An act tells the outbox to hurry. The sweep picks up whatever a crash, an unavailable store or
another process left behind. A short lease in the store keeps two processes from showing the same
board. The new board is shown and noted first; the message it replaces is retired afterwards, in the
background.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import structlog
from prometheus_client import Counter, Gauge, Histogram
from structlog.contextvars import bind_contextvars, get_contextvars

from bot.metrics import SECONDS
from bot.show.backoff import Backoff
from bot.show.doubts import Doubts
from bot.show.outbound import (
    Barrier,
    Outbound,
    RetryLater,
    Unanswered,
    Unconfirmed,
    Unshowable,
    place_language,
)
from bot.show.page import Page
from bot.show.placement import (
    QUICK_SECONDS,
    Placement,
    calls_on_board,
    is_newer,
    placement,
    reconcile,
)
from bot.show.presenter import Presenter
from bot.show.retiring import Retiring
from bot.table.calls import is_due_soon
from bot.table.due import REFUSED, Due
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Clock, CorruptRecord, Overdue, Showing, Shown, Store, StoreDown
from bot.table.table import Status, Table
from engine import Corrupt

SWEEP_SECONDS = 1.0

SWEEP_CONCURRENCY, SWEEP_LIMIT = 8, 100
"""How many boards of a platform a sweep shows concurrently, and in total."""

SWEEP_TIMEOUT = 10.0
"""After so many seconds the next sweep begins, even if some boards are still being shown."""

SHOW_SECONDS = 60.0
"""The timeout for showing one board."""

STRAY_SECONDS = 5.0
"""How long to wait before retiring a stray message, which may have just been posted."""

MAX_SHOWING = 500
"""How many boards of a platform are in progress at most; further ones are left to the sweep."""

MAX_PRESSED = 1000
"""For how many boards pressed messages are remembered."""

UNREADABLE_SECONDS = 60.0
"""How long a board that this release cannot read is left to a newer one."""

MAX_LEFT = 100
"""How many boards this process's sweeps leave alone; further ones wait longer in all processes."""

REPOST = "repost"
"""The kind of due that reposts a board whose last edit is too long ago."""

log = structlog.get_logger()

SHOW_TIME = Histogram("puluc_show_seconds", "Time to show a board", ["platform"], buckets=SECONDS)
NOT_SHOWN = Counter(
    "puluc_boards_not_shown", "Failed attempts to show a board", ["platform", "reason"]
)
WAITS = Counter(
    "puluc_platform_wait_seconds", "Time for which a platform asked boards to wait", ["platform"]
)
OVERDUE = Gauge("puluc_boards_overdue", "Boards that the last sweep found overdue", ["platform"])


class Outbox:
    """Shows overdue boards on the platforms that this process serves."""

    def __init__(
        self,
        store: Store,
        presenter: Presenter,
        outbounds: Mapping[Platform, Outbound],
        clock: Clock = time.time,
    ) -> None:
        self._store = store
        self._presenter = presenter
        self._outbounds = outbounds
        self._clock = clock
        self._retiring = Retiring(store, outbounds, clock)
        self._doubts = Doubts(store, clock)
        self._patience: Backoff[Overdue] = Backoff()
        self._pressed: dict[Overdue, Mapping[str, int | None]] = {}
        self._showing: dict[Overdue, asyncio.Task[Barrier | None]] = {}
        self._left: dict[Overdue, float] = {}
        """Boards that this process's sweeps leave alone, and until when."""
        self._hurried: dict[Overdue, Mapping[str, Any]] = {}
        """Boards to be shown, with the log fields of the latest press."""
        self._closing = False

    def hurry(self, table: TableId, place: Place) -> None:
        """Show a table now, in the background."""
        board = Overdue(table, place)
        if place.platform in self._outbounds and self._has_room(board):
            self._hurried[board] = get_contextvars()
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
        self._pressed[board] = {**self._pressed.pop(board, {}), message: revision}
        if len(self._pressed) > MAX_PRESSED:
            del self._pressed[next(iter(self._pressed))]
        if self._has_room(board):
            self._begin(board, check=True)

    async def barrier(self, table: TableId, place: Place, seconds: float) -> Barrier | None:
        """Return why a board that was just hurried cannot be shown.

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

    async def sweep(self) -> None:
        """Show all overdue boards, on all platforms concurrently."""
        await asyncio.gather(*map(self._sweep, self._outbounds))

    async def _sweep(self, platform: Platform) -> None:
        # The oldest boards may be in progress or left to others; they must not use up the limit.
        passed = len(self._showing) + len(self._left)
        try:
            found = await self._store.overdue(platform, SWEEP_LIMIT + passed)
        except StoreDown:
            return  # the next sweep finds what is left
        now = self._clock()
        waiting = [each for each in found if self._left.get(each, now) <= now]
        OVERDUE.labels(platform.value).set(len(waiting))
        slots = asyncio.Semaphore(SWEEP_CONCURRENCY)

        async def show(overdue: Overdue) -> None:
            async with slots:
                await asyncio.wait({self._begin(overdue)})

        shows = (show(each) for each in waiting if each not in self._showing)
        await asyncio.gather(self._doubts.settle(platform), *shows)

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
        """Show a board, and repeat if it is hurried meanwhile, which a lease never swallows.

        Returns why the board cannot be shown, if so.
        """
        barrier = None
        try:
            again = not (check and await self._is_noted(overdue)) or overdue in self._hurried
            while again:
                bind_contextvars(**self._hurried.pop(overdue, {}))
                pressed = self._pressed.get(overdue)
                barrier = await self._try(overdue)
                pressed_since = self._pressed.get(overdue) not in (None, pressed)
                again = overdue in self._hurried or pressed_since
        finally:
            del self._showing[overdue]
        return barrier

    async def drain(self) -> None:
        """Wait for boards in progress; cancelling this cancels them."""
        try:
            while self._showing:
                await asyncio.wait(self._showing.values())
        finally:
            left = tuple(self._showing.values())
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
            await self._retiring.drain()

    async def close(self) -> None:
        """Drain, and begin no more boards: other processes find those of requests that end later.

        A board that is begun while the event loop closes would be cut off with its lease held.
        """
        self._closing = True
        await self.drain()

    async def retire(self, due: Due) -> None:
        """Handle the due of a replaced message."""
        await self._retiring.handle(due)

    async def repost(self, due: Due) -> None:
        """Repost a board that was edited a while ago, if it still waits for a press.

        A reminder that is due soon makes this unnecessary.
        """
        place = Place.read(due.what.partition(":")[2])
        table, shown = await self._store.load(due.table), await self._store.shown(due.table, place)
        if table is None or table.status is not Status.PLAYING or table.place != place:
            return
        if shown is None or shown.at == shown.posted:
            return  # already in a new message
        now = self._clock()
        edited = shown.at if shown.revision == table.revision else now  # about to be edited
        if edited + QUICK_SECONDS > now:
            await self._plan_repost(table, place, edited)
        elif table.clock is None or not is_due_soon(table.clock, now, QUICK_SECONDS):
            # Left to the sweep, so that many reposts at once do not delay presses.
            await self._store.mark_overdue(table.id, place)

    async def _try(self, overdue: Overdue) -> Barrier | None:
        """Show one board; on failure, postpone it or leave it to the next sweep.

        Returns why the board cannot be shown, if so.
        """
        failed = partial(_count, overdue.place.platform)
        try:
            async with asyncio.timeout(SHOW_SECONDS):
                return await self._show(overdue)
        except StoreDown:
            failed("store")
            log.warning("show.postponed", table=overdue.table, why="store")
        except RetryLater as later:
            failed("rate limit")
            WAITS.labels(overdue.place.platform.value).inc(later.seconds)
            await self._rest(overdue, later.seconds)
            log.warning("show.postponed", table=overdue.table, why="platform", s=later.seconds)
        except (CorruptRecord, Corrupt):
            failed("corrupt")
            if not self._leave(overdue, UNREADABLE_SECONDS):
                await self._rest(overdue, UNREADABLE_SECONDS)
            log.exception("table.corrupt", table=overdue.table)
        except Unconfirmed:
            # Resting would also keep newer revisions from being shown.
            failed("no replica")
            log.info("show.unconfirmed", table=overdue.table)
            if not self._leave(overdue, self._patience.failed(overdue)):
                await self._rest(overdue, 0)  # behind all others
        except (Unanswered, TimeoutError):
            failed("no answer")
            seconds = self._patience.failed(overdue)
            await self._rest(overdue, seconds)
            log.warning("show.postponed", table=overdue.table, why="no answer", s=seconds)
        except Exception:
            # One failing board must not stop the others.
            failed("bug")
            await self._rest(overdue, self._patience.failed(overdue))
            log.exception("show.failed", table=overdue.table)
        return None

    def _leave(self, overdue: Overdue, seconds: float) -> bool:
        """Make this process's sweeps leave a board alone for a while, unless they do so with many.

        Other processes, or this one after an act, may show it.
        """
        now = self._clock()
        self._left = {board: until for board, until in self._left.items() if now < until}
        if len(self._left) >= MAX_LEFT:
            return False
        self._left[overdue] = now + seconds
        return True

    async def _rest(self, overdue: Overdue, seconds: float) -> None:
        """Postpone a board, for all processes. If the store is down, all boards wait anyway."""
        try:
            await self._store.rest(overdue.table, overdue.place, seconds)
        except StoreDown:
            log.warning("show.postponed", table=overdue.table, why="store")
        except Exception:
            # The next sweep finds it, or sets the broken entry aside.
            log.exception("show.postpone-failed", table=overdue.table)

    async def _show(self, overdue: Overdue) -> Barrier | None:
        """Show the newest revision, and repeat if the table has moved on meanwhile."""
        store, id_, place = self._store, overdue.table, overdue.place
        current = False
        while not current:
            # The task may have begun for an earlier press, or for the sweep.
            bind_contextvars(**self._hurried.get(overdue, {}))
            async with store.showing(id_, place) as showing:
                # The holder of the lease or the sweep shows it, or it is up to date.
                if showing is None:
                    break
                began = time.perf_counter()
                revision, pressed = showing.table.revision, self._pressed.get(overdue, {})
                with self._doubts.unless_noted(overdue, showing):
                    try:
                        shown, replaced = await self._bring_up_to_date(showing, place, pressed)
                    except Unshowable as unshowable:
                        if place.reader is not None:  # first, so that a crash cannot skip it
                            await store.schedule(Due(id_, f"{REFUSED}:{place}", self._clock()))
                        await store.give_up(id_, place, revision)
                        _count(place.platform, "unshowable")
                        log.warning("show.abandoned", table=id_, why=unshowable.reason.value)
                        return unshowable.reason
                    # Scheduled before the new message is noted, so that a crash cannot skip one.
                    drop = calls_on_board(showing.table)
                    dues = [
                        await self._retiring.schedule(id_, place, message, drop=drop)
                        for message in replaced
                    ]
                    current = await store.mark_shown(id_, place, shown)
                    await self._uncover(showing.table, place, shown.message)
                SHOW_TIME.labels(place.platform.value).observe(time.perf_counter() - began)
                log.info("table.shown", table=id_, rev=revision)
            self._patience.succeeded(overdue)
            self._left.pop(overdue, None)
            self._forget_pressed(overdue, pressed)
            for due in dues:
                self._retiring.begin(due)
        await self._look_at_pressed(overdue)
        return None

    async def _bring_up_to_date(
        self, showing: Showing, place: Place, pressed: Mapping[str, int | None]
    ) -> tuple[Shown, tuple[str, ...]]:
        """Bring a place up to date; return what it shows now, and which messages to retire."""
        table, settings = showing.table, showing.settings
        known, strays = reconcile(table, showing.shown, pressed)
        standing = known if known is not None and known.message else None
        if place not in (table.place, _calling_place(table)):
            left = () if standing is None else (standing.message,)
            return Shown(table.revision, ""), (*strays, *left)
        if standing is not None and standing.revision == table.revision and known != showing.shown:
            return standing, strays  # nothing to show, but what is shown must be noted
        outbound = self._outbounds[place.platform]
        language = place_language(settings, outbound, place)
        if place.reader is None:
            page = await self._presenter.page(table, language, settings.look)
            where = placement(table, standing, settings, self._clock())
        else:
            language, page = await self._notice(table, place.reader)
            again = standing is None or standing.revision < table.calls.revision
            where = Placement.POST if again else Placement.EDIT
        quiet = place.reader is not None or table.silent
        self._retiring.cancel_slow(place)
        message = await outbound.show(
            place, page, standing, where, language=language, threaded=settings.thread
        )
        now = self._clock()
        if standing is not None and message == standing.message:
            # A private reminder leaves the board as it was, so it is not reposted because of it.
            at = standing.at if quiet else now
            fresh = replace(standing, revision=table.revision, at=at)
        else:
            fresh = Shown(table.revision, message, now, now)
            strays += () if standing is None else (standing.message,)
        edited = _first_edited(standing, fresh) and not quiet
        if edited and not outbound.places_itself(place):
            await self._plan_repost(table, place, now)
        return fresh, tuple(stray for stray in strays if stray != message)

    async def _uncover(self, table: Table, place: Place, message: str) -> None:
        """Show the next game of a match again if the end of this one may have covered it.

        In a place of one message, such as a message in inline mode, both are shown in it.
        """
        if table.status is not Status.OVER or table.match is None:
            return
        for other in await self._store.tables_in(place):
            shown = await self._store.shown(other.id, place)
            if shown is not None and shown.message == message:
                await self._store.mark_overdue(other.id, place)

    async def _notice(self, table: Table, reader: User) -> tuple[str, Page]:
        """Return a private reminder, and the language that its reader has used last."""
        language = (await self._store.preferences(reader)).language
        look = (await self._store.settings(table.place)).look
        shown = await self._store.shown(table.id, table.place)
        outbound = self._outbounds.get(table.place.platform)
        link = None
        if outbound is not None and shown is not None and shown.message:
            link = outbound.link(table.place, shown.message)
        return language, await self._presenter.notice(table, language, look, link)

    def _forget_pressed(self, overdue: Overdue, pressed: Mapping[str, int | None]) -> None:
        """Forget the pressed messages, unless others were pressed meanwhile."""
        if self._pressed.get(overdue) is pressed:
            del self._pressed[overdue]

    async def _is_noted(self, overdue: Overdue) -> bool:
        """Return whether only the noted message was pressed; also True if the store is down."""
        pressed = self._pressed.get(overdue, {})
        try:
            shown = await self._store.shown(overdue.table, overdue.place)
        except StoreDown:
            return True
        if shown is None or pressed.keys() != {shown.message}:
            return False
        self._forget_pressed(overdue, pressed)
        return True

    async def _look_at_pressed(self, overdue: Overdue) -> None:
        """Retire strays that were pressed while there was nothing to show here.

        Without the lease, a newer message may have just been posted and not yet noted, so it stays.
        """
        pressed = self._pressed.get(overdue)
        if pressed is None:
            return
        shown, news = await self._store.shown(overdue.table, overdue.place), {}
        for message, revision in pressed.items():
            if shown is not None and message == shown.message:
                continue
            if is_newer(shown, revision):
                news[message] = revision
            else:
                await self._retiring.schedule(overdue.table, overdue.place, message, STRAY_SECONDS)
        self._forget_pressed(overdue, pressed)
        if news:
            self._pressed.setdefault(overdue, news)

    async def _plan_repost(self, table: Table, place: Place, edited: float) -> None:
        """Schedule a repost of a board that was edited during a game."""
        if table.status is Status.PLAYING:
            at = edited + QUICK_SECONDS
            await self._store.schedule(Due(table.id, f"{REPOST}:{place}", at))


def _count(platform: Platform, reason: str) -> None:
    """Count a failed attempt to show a board."""
    NOT_SHOWN.labels(platform.value, reason).inc()


def _calling_place(table: Table) -> Place | None:
    """Return where the player to move is reminded in private, if they are."""
    return table.calls.place if table.status is Status.PLAYING else None


def _first_edited(before: Shown | None, after: Shown) -> bool:
    """Return whether a message was edited for the first time since it was posted."""
    return before is not None and before.message == after.message and before.at == before.posted
