"""The show: boards that some place has yet to see are sent there, at once or by the sweep.

A press nudges; a sweeper looks for whatever a crash, a dead store or another process left.
Two processes never send the same board: a short lease in the store decides. What was posted is
noted before the message that it replaces is retired, so that a crash leaves neither out.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import structlog

from bot.show.outbound import Outbound, RetryLater, Unshowable
from bot.show.page import Page
from bot.show.placement import QUICK_SECONDS, placement
from bot.show.presenter import Presenter
from bot.table.due import Due
from bot.table.people import Place, Platform
from bot.table.ports import Clock, CorruptRecord, Overdue, Showing, Shown, Store, StoreDown
from bot.table.table import Status, Table, TableId
from bot.texts.catalogue import DEFAULT_LANGUAGE
from engine import Corrupt
from renderer.text import Text

SWEEP_SECONDS = 1.0

SWEPT_AT_ONCE, SWEPT_MOST = 8, 100
"""How many boards of a platform a sweep shows at the same time, and in all."""

SWEPT_SECONDS = 10.0
"""After so long the next sweep begins, though some boards are still being shown."""

SHOW_SECONDS = 60.0
"""How long showing one board may take."""

FAILED_SECONDS = 10.0
"""How long a board rests that could not be shown for a reason nobody foresaw."""

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
        self._showing: dict[Overdue, asyncio.Task[None]] = {}
        self._nudged: set[Overdue] = set()

    def nudge(self, table: TableId, place: Place) -> None:
        """Show a table now, beside whatever the caller goes on with."""
        if place.platform in self._outbounds:
            self._nudged.add(Overdue(table, place))
            self._begin(Overdue(table, place))

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

    def _begin(self, overdue: Overdue) -> "asyncio.Task[None]":
        """Show a board beside everything else, unless it is being shown already."""
        task = self._showing.get(overdue)
        if task is None:
            task = self._showing[overdue] = asyncio.create_task(self._keep_showing(overdue))
        return task

    async def _keep_showing(self, overdue: Overdue) -> None:
        """Show a board, and again if it was nudged meanwhile: a nudge is never lost to a lease."""
        again = True
        try:
            while again:
                self._nudged.discard(overdue)
                await self._try(overdue)
                again = overdue in self._nudged
        finally:
            del self._showing[overdue]

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

    async def _try(self, overdue: Overdue) -> None:
        """Show one board; where that fails it rests, or is tried again by the next sweep."""
        try:
            async with asyncio.timeout(SHOW_SECONDS):
                await self._show(overdue)
        except StoreDown:
            log.warning("show.waiting", table=overdue.table, why="store")
        except RetryLater as later:
            await self._rest(overdue, later.seconds)
            log.warning("show.waiting", table=overdue.table, why="platform", s=later.seconds)
        except (CorruptRecord, Corrupt):
            await self._rest(overdue, UNREADABLE_SECONDS)
            log.exception("table.corrupt", table=overdue.table)
        except Exception:
            # One board that cannot be shown must not keep the others from being shown.
            await self._rest(overdue, FAILED_SECONDS)
            log.exception("show.failed", table=overdue.table)

    async def _rest(self, overdue: Overdue, seconds: float) -> None:
        """Let a board rest, for every process; while the store is away all of them do."""
        try:
            await self._store.rest(overdue.table, overdue.place, seconds)
        except StoreDown:
            log.warning("show.waiting", table=overdue.table, why="store")
        except Exception:
            # The next sweep finds it, or sets aside what is in its way.
            log.exception("show.fault", table=overdue.table)

    async def _show(self, overdue: Overdue) -> None:
        """Show the newest revision; again while the table moves on meanwhile."""
        store, (id_, place) = self._store, (overdue.table, overdue.place)
        current = False
        while not current:
            async with store.showing(id_, place) as showing:
                # Whoever holds the lease shows it, or the sweep does; or it was shown meanwhile.
                if showing is None:
                    return
                revision = showing.table.revision
                try:
                    shown = await self._brought_up(showing, place)
                except Unshowable as unshowable:
                    await store.give_up(id_, place, revision)
                    log.warning("show.paused", table=id_, why=unshowable.reason.value)
                    return
                current = await store.mark_shown(id_, place, shown)
                log.info("table.shown", table=id_, rev=revision)

    async def _brought_up(self, showing: Showing, place: Place) -> Shown:
        """Take a place one step further: retire what was replaced, show what is new."""
        table, shown, settings = showing.table, showing.shown, showing.settings
        outbound = self._outbounds[place.platform]
        page = await self._presenter.page(table, DEFAULT_LANGUAGE, settings.look)
        retire = partial(_retire, outbound, place, page=page, delete=settings.delete_old)
        if shown is not None and shown.old:
            await retire(shown.old, note=Text("board.moved-down"))
            shown = replace(shown, old="")
            if shown.revision == table.revision:
                return shown
        standing = shown if shown is not None and shown.message else None
        if table.place != place:
            if standing is not None:
                await retire(standing.message, note=Text("board.moved-away"))
            return Shown(table.revision, "")
        where = placement(table, standing, settings, self._clock())
        message = await outbound.show(place, page, standing, where, threaded=settings.thread)
        now = self._clock()
        if standing is None or message != standing.message:
            replaced = "" if standing is None else standing.message
            fresh = Shown(table.revision, message, now, now, old=replaced)
        else:
            fresh = replace(standing, revision=table.revision, at=now)
        if not outbound.places_itself(place) and _first_edited(standing, fresh):
            await self._plan_repost(table, place, now)
        return fresh

    async def _plan_repost(self, table: Table, place: Place, edited: float) -> None:
        """A board that was edited while the game runs is posted anew if it then waits too long."""
        if table.status is Status.PLAYING:
            at = edited + QUICK_SECONDS
            await self._store.schedule(Due(table.id, f"{REPOST}:{place}", at))


def _first_edited(before: Shown | None, after: Shown) -> bool:
    """Whether a message was edited for the first time: later edits only put a repost off."""
    return before is not None and before.message == after.message and before.at == before.posted


async def _retire(
    outbound: Outbound, place: Place, message: str, *, page: Page, note: Text, delete: bool
) -> None:
    """Retire a message; where that cannot be done it stays as it is, and nothing waits for it."""
    try:
        await outbound.retire(place, message, page, note=note, delete=delete)
    except (RetryLater, StoreDown):
        raise
    except Unshowable as unshowable:
        log.warning("show.left", table=page.table, why=unshowable.reason.value)
    except Exception:
        # The newest board matters more than an old one, whose buttons do nothing any more.
        log.exception("show.left", table=page.table)
