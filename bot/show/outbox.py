"""The show: boards that some place has yet to see are sent there, at once or by the sweep.

A press nudges; a sweeper looks for whatever a crash, a dead store or another process left.
Two processes never send the same board: a short lease in the store decides. What is new is shown
and noted first; the message that it replaces is retired after that, beside everything else.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace

import structlog

from bot.show.backoff import Backoff
from bot.show.outbound import Barrier, Outbound, RetryLater, Unanswered, Unshowable, spoken
from bot.show.placement import QUICK_SECONDS, is_news, placement, recognized
from bot.show.presenter import Presenter
from bot.show.retiring import Retiring
from bot.table.due import Due
from bot.table.people import Place, Platform
from bot.table.ports import Clock, CorruptRecord, Overdue, Showing, Shown, Store, StoreDown
from bot.table.table import Status, Table, TableId
from engine import Corrupt

SWEEP_SECONDS = 1.0

SWEPT_AT_ONCE, SWEPT_MOST = 8, 100
"""How many boards of a platform a sweep shows at the same time, and in all."""

SWEPT_SECONDS = 10.0
"""After so long the next sweep begins, though some boards are still being shown."""

SHOW_SECONDS = 60.0
"""How long showing one board may take."""

STRAY_SECONDS = 5.0
"""How long a pressed message that seems to be a stray is left: it may have just been posted."""

MOST_PRESSED = 1000
"""Of how many boards it is remembered in which messages they were pressed."""

UNREADABLE_SECONDS = 60.0
"""How long a board rests that this release cannot read; a newer one may be running beside it."""

REPOST = "repost"
"""The kind of what falls due when an edited board waits too long: it is posted anew."""

log = structlog.get_logger()


class Outbox:
    """Shows what is overdue on the platforms that this process serves."""

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
        self._patience: Backoff[Overdue] = Backoff()
        self._pressed: dict[Overdue, Mapping[str, int | None]] = {}
        self._showing: dict[Overdue, asyncio.Task[Barrier | None]] = {}
        self._nudged: set[Overdue] = set()

    def nudge(self, table: TableId, place: Place) -> None:
        """Show a table now, beside whatever the caller goes on with."""
        if place.platform in self._outbounds:
            self._nudged.add(Overdue(table, place))
            self._begin(Overdue(table, place))

    def pressed(self, table: TableId, place: Place, message: str, revision: int | None) -> None:
        """Hear in which message a button was pressed, and retire it if it is a stray.

        `revision` is the one that the button was offered at, where it tells.
        """
        outbound, board = self._outbounds.get(place.platform), Overdue(table, place)
        if outbound is None or outbound.places_itself(place):
            return
        self._pressed[board] = {**self._pressed.pop(board, {}), message: revision}
        if len(self._pressed) > MOST_PRESSED:
            del self._pressed[next(iter(self._pressed))]
        self._begin(board, looks=True)

    async def seen(self, table: TableId, place: Place, seconds: float) -> Barrier | None:
        """Why a board that was nudged cannot be shown; None if it is, or nobody knows yet.

        Known is what this process has tried, within `seconds`.
        """
        task = self._showing.get(Overdue(table, place))
        if task is None:
            return None
        done, _ = await asyncio.wait({task}, timeout=seconds)
        return task.result() if done and not task.cancelled() else None

    async def run(self) -> None:
        """Sweep until cancelled, each platform for itself."""
        await asyncio.gather(*map(self._keep_sweeping, tuple(self._outbounds)))

    async def _keep_sweeping(self, platform: Platform) -> None:
        while True:
            try:
                async with asyncio.timeout(SWEPT_SECONDS):
                    await self._sweep(platform)
            except TimeoutError:
                log.warning("show.slow", platform=platform)
            except Exception:
                # A fault of ours must not end the sweeping: other boards will be overdue.
                log.exception("show.fault")
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Show everything that is overdue, on every platform at once."""
        await asyncio.gather(*map(self._sweep, self._outbounds))

    async def _sweep(self, platform: Platform) -> None:
        # What is being shown may be the oldest: it shall not take the places of the others.
        beside = len(self._showing)
        try:
            waiting = await self._store.overdue(platform, SWEPT_MOST + beside)
        except StoreDown:
            return  # whoever pressed was told; the next sweep finds what is left
        hands = asyncio.Semaphore(SWEPT_AT_ONCE)

        async def show(overdue: Overdue) -> None:
            async with hands:
                await asyncio.wait({self._begin(overdue)})

        await asyncio.gather(*(show(each) for each in waiting if each not in self._showing))

    def _begin(self, overdue: Overdue, *, looks: bool = False) -> "asyncio.Task[Barrier | None]":
        """Show a board beside everything else, unless it is being shown already.

        `looks`: first look whether what was pressed is what is noted, as it nearly always is.
        """
        task = self._showing.get(overdue)
        if task is None:
            task = asyncio.create_task(self._keep_showing(overdue, looks=looks))
            self._showing[overdue] = task
        return task

    async def _keep_showing(self, overdue: Overdue, *, looks: bool) -> Barrier | None:
        """Show a board, and again if it was nudged meanwhile: a nudge is never lost to a lease.

        Returns why it cannot be shown, if it cannot be.
        """
        barrier = None
        try:
            again = not (looks and await self._is_noted(overdue)) or overdue in self._nudged
            while again:
                self._nudged.discard(overdue)
                pressed = self._pressed.get(overdue)
                barrier = await self._try(overdue)
                pressed_since = self._pressed.get(overdue) not in (None, pressed)
                again = overdue in self._nudged or pressed_since
        finally:
            del self._showing[overdue]
        return barrier

    async def drain(self) -> None:
        """Wait for the boards that are being shown; who gives that up ends them, too."""
        try:
            while self._showing:
                await asyncio.wait(self._showing.values())
        finally:
            left = tuple(self._showing.values())
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
            await self._retiring.drain()

    async def retire(self, due: Due) -> None:
        """Retire a message that was replaced a while ago."""
        await self._retiring.take(due)

    async def repost(self, due: Due) -> None:
        """Have a board posted anew that was edited a while ago, if it still waits for a press."""
        place = Place.read(due.what.partition(":")[2])
        table, shown = await self._store.load(due.table), await self._store.shown(due.table, place)
        if table is None or table.status is not Status.PLAYING or table.place != place:
            return
        if shown is None or shown.at == shown.posted:
            return  # it stands in a new message already
        now = self._clock()
        edited = shown.at if shown.revision == table.revision else now  # about to be
        if edited + QUICK_SECONDS > now:
            await self._plan_repost(table, place, edited)
        else:
            # Shown by the sweep: however many fall due at once, presses come first.
            await self._store.mark_overdue(table.id, place)

    async def _try(self, overdue: Overdue) -> Barrier | None:
        """Show one board; where that fails it rests, or is tried again by the next sweep.

        Returns why it cannot be shown, if it cannot be.
        """
        try:
            async with asyncio.timeout(SHOW_SECONDS):
                return await self._show(overdue)
        except StoreDown:
            log.warning("show.waiting", table=overdue.table, why="store")
        except RetryLater as later:
            await self._rest(overdue, later.seconds)
            log.warning("show.waiting", table=overdue.table, why="platform", s=later.seconds)
        except (CorruptRecord, Corrupt):
            await self._rest(overdue, UNREADABLE_SECONDS)
            log.exception("table.corrupt", table=overdue.table)
        except (Unanswered, TimeoutError):
            seconds = self._patience.failed(overdue)
            await self._rest(overdue, seconds)
            log.warning("show.waiting", table=overdue.table, why="no answer", s=seconds)
        except Exception:
            # One board that cannot be shown must not keep the others from being shown.
            await self._rest(overdue, self._patience.failed(overdue))
            log.exception("show.failed", table=overdue.table)
        return None

    async def _rest(self, overdue: Overdue, seconds: float) -> None:
        """Let a board rest, for every process; while the store is away all of them do."""
        try:
            await self._store.rest(overdue.table, overdue.place, seconds)
        except StoreDown:
            log.warning("show.waiting", table=overdue.table, why="store")
        except Exception:
            # The next sweep finds it, or sets aside what is in its way.
            log.exception("show.fault", table=overdue.table)

    async def _show(self, overdue: Overdue) -> Barrier | None:
        """Show the newest revision; again while the table moves on meanwhile."""
        store, id_, place = self._store, overdue.table, overdue.place
        current = False
        while not current:
            async with store.showing(id_, place) as showing:
                # Whoever holds the lease shows it, or the sweep does; or it was shown meanwhile.
                if showing is None:
                    break
                revision, pressed = showing.table.revision, self._pressed.get(overdue, {})
                try:
                    shown, replaced = await self._brought_up(showing, place, pressed)
                except Unshowable as unshowable:
                    await store.give_up(id_, place, revision)
                    log.warning("show.paused", table=id_, why=unshowable.reason.value)
                    return unshowable.reason
                # Noted here and there, so that no crash leaves one out.
                dues = [await self._retiring.plan(id_, place, message) for message in replaced]
                current = await store.mark_shown(id_, place, shown)
                log.info("table.shown", table=id_, rev=revision)
            self._patience.succeeded(overdue)
            self._known(overdue, pressed)
            for due in dues:
                self._retiring.begin(due)
        await self._look_at_pressed(overdue)
        return None

    async def _brought_up(
        self, showing: Showing, place: Place, pressed: Mapping[str, int | None]
    ) -> tuple[Shown, tuple[str, ...]]:
        """Show what is new in a place; return what it shows then, and what is to be retired."""
        table, settings = showing.table, showing.settings
        known, strays = recognized(table, showing.shown, pressed)
        standing = known if known is not None and known.message else None
        if table.place != place:
            left = () if standing is None else (standing.message,)
            return Shown(table.revision, ""), (*strays, *left)
        if standing is not None and standing.revision == table.revision and known != showing.shown:
            return standing, strays  # there was nothing to show, but something to note
        outbound = self._outbounds[place.platform]
        language = spoken(settings, outbound, place)
        page = await self._presenter.page(table, language, settings.look)
        where = placement(table, standing, settings, self._clock())
        self._retiring.make_way(place)
        message = await outbound.show(
            place, page, standing, where, language=language, threaded=settings.thread
        )
        now = self._clock()
        if standing is not None and message == standing.message:
            fresh = replace(standing, revision=table.revision, at=now)
        else:
            fresh = Shown(table.revision, message, now, now)
            strays += () if standing is None else (standing.message,)
        if not outbound.places_itself(place) and _first_edited(standing, fresh):
            await self._plan_repost(table, place, now)
        return fresh, tuple(stray for stray in strays if stray != message)

    def _known(self, overdue: Overdue, pressed: Mapping[str, int | None]) -> None:
        """Forget what was pressed, unless something else was pressed meanwhile."""
        if self._pressed.get(overdue) is pressed:
            del self._pressed[overdue]

    async def _is_noted(self, overdue: Overdue) -> bool:
        """Whether nothing was pressed but the message that is noted; also where nobody can tell."""
        pressed = self._pressed.get(overdue, {})
        try:
            shown = await self._store.shown(overdue.table, overdue.place)
        except StoreDown:
            return True
        if shown is None or pressed.keys() != {shown.message}:
            return False
        self._known(overdue, pressed)
        return True

    async def _look_at_pressed(self, overdue: Overdue) -> None:
        """Have strays retired that were pressed while there was nothing to show here.

        Without the lease nobody knows what is just being posted, and not yet noted.
        """
        pressed = self._pressed.get(overdue)
        if pressed is None:
            return
        shown, news = await self._store.shown(overdue.table, overdue.place), {}
        for message, revision in pressed.items():
            if shown is not None and message == shown.message:
                continue
            if is_news(shown, revision):
                news[message] = revision
            else:
                await self._retiring.plan(overdue.table, overdue.place, message, STRAY_SECONDS)
        self._known(overdue, pressed)
        if news:
            self._pressed.setdefault(overdue, news)

    async def _plan_repost(self, table: Table, place: Place, edited: float) -> None:
        """A board that was edited while the game runs is posted anew if it then waits too long."""
        if table.status is Status.PLAYING:
            at = edited + QUICK_SECONDS
            await self._store.schedule(Due(table.id, f"{REPOST}:{place}", at))


def _first_edited(before: Shown | None, after: Shown) -> bool:
    """Whether a message was edited for the first time: later edits only put a repost off."""
    return before is not None and before.message == after.message and before.at == before.posted
