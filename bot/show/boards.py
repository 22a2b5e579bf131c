"""Shows boards under their leases, and notes in the store what was shown.

The new board is shown and noted first; the message it replaces is retired afterwards, in the
background.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import structlog
from prometheus_client import Histogram
from structlog.contextvars import bind_contextvars

from bot.metrics import SECONDS
from bot.show.barred import Barred
from bot.show.delays import Delays, Failure, count_failure
from bot.show.outbound import Barrier, Unshowable
from bot.show.placement import calls_on_board
from bot.show.pressed import Pressed
from bot.show.retiring import Retiring
from bot.show.threads import Threads
from bot.show.uncertain import UncertainBoards
from bot.show.updating import Updating
from bot.table.due import REFUSED, UNCALLED, UNSHOWN, Due
from bot.table.people import Place
from bot.table.ports import Clock, Overdue, Showing, Shown, Store
from bot.table.table import Status, Table

log = structlog.get_logger()

SHOW_TIME = Histogram("puluc_show_seconds", "Time to show a board", ["platform"], buckets=SECONDS)


class Boards:
    """Shows single boards; `fields` are the log fields of the latest press on each."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        updating: Updating,
        retiring: Retiring,
        barred: Barred,
        pressed: Pressed,
        uncertain: UncertainBoards,
        threads: Threads,
        delays: Delays,
        fields: Mapping[Overdue, Mapping[str, Any]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._updating = updating
        self._retiring = retiring
        self._barred = barred
        self._pressed = pressed
        self._uncertain = uncertain
        self._threads = threads
        self._delays = delays
        self._fields = fields

    async def show(self, board: Overdue) -> Barrier | None:
        """Show the newest revision, and repeat if the table has moved on meanwhile.

        Returns why the board cannot be shown, if so. Raises what the store and `Outbound` raise.
        """
        current = False
        while not current:
            # The task may have begun for an earlier press, or for the sweep.
            bind_contextvars(**self._fields.get(board, {}))
            async with self._store.showing(board.table, board.place) as showing:
                # The holder of the lease or the sweep shows it, or it is up to date.
                if showing is None:
                    break
                began = time.perf_counter()
                table, pressed = showing.table, self._pressed.of(board)
                with self._uncertain.unless_noted(board, showing):
                    try:
                        shown, replaced = await self._updating.update(showing, board.place, pressed)
                    except Unshowable as unshowable:
                        return await self._give_up(showing, board.place, unshowable.reason)
                    with self._known_unless_noted(board, showing, shown):
                        await self._threads.plan(table, board.place, showing.shown, shown)
                        dues, current = await self._note(table, board.place, shown, replaced)
                SHOW_TIME.labels(board.place.platform.value).observe(time.perf_counter() - began)
                log.info("table.shown", table=table.id, rev=table.revision)
            self._delays.shown(board)
            self._barred.shown(board)
            self._pressed.forget(board, pressed)
            for due in dues:
                self._retiring.begin(due)
        await self._pressed.retire_strays(board)
        return None

    @contextmanager
    def _known_unless_noted(self, board: Overdue, showing: Showing, shown: Shown) -> Iterator[None]:
        """Remember a new message that only this process knows of if the block can't note it.

        When the store is back, this process notes it rather than posting it again.
        """
        try:
            yield
        except BaseException:
            if shown.message and (showing.shown is None or shown.message != showing.shown.message):
                self._pressed.note(board, shown.message, shown.revision)
            raise

    async def _give_up(self, showing: Showing, place: Place, reason: Barrier) -> Barrier:
        """Stop showing a revision for now, for this reason. That ends a copy."""
        table = showing.table
        if reason is Barrier.WAITING:
            if calls_on_board(table):
                await self._store.schedule(Due(table.id, f"{UNCALLED}:{place}", self._clock()))
            await self._store.give_up(table.id, place, table.revision)
            log.info("show.waits", table=table.id)
            return reason
        if place == table.place:  # first, so that a crash cannot skip it
            await self._barred.plan(showing, place, reason)
        elif not self._updating.notifies(place):
            kind = UNSHOWN if place.reader is None else REFUSED
            await self._store.schedule(Due(table.id, f"{kind}:{place}", self._clock()))
        await self._store.give_up(table.id, place, table.revision)
        count_failure(place.platform, Failure.UNSHOWABLE)
        log.warning("show.abandoned", table=table.id, why=reason.value)
        return reason

    async def _note(
        self, table: Table, place: Place, shown: Shown, replaced: Sequence[str]
    ) -> tuple[Sequence[Due], bool]:
        """Note what is shown; return the dues of replaced messages, and whether it is current."""
        # Scheduled before the new message is noted, so that a crash cannot skip one.
        drop = place == table.place and calls_on_board(table)
        dues = [
            await self._retiring.schedule(table.id, place, message, drop=drop)
            for message in replaced
        ]
        if not shown.message:
            return dues, await self._store.unshow(table.id, place, shown.revision)
        current = await self._store.mark_shown(table.id, place, shown)
        await self._uncover(table, place, shown.message)
        return dues, current

    async def _uncover(self, table: Table, place: Place, message: str) -> None:
        """Show the game that follows this one again if the end of this one may have covered it.

        In a place of one message, such as a message in inline mode, both are shown in it.
        """
        if table.status is not Status.OVER or not self._updating.places_itself(place):
            return
        for other in await self._store.tables_in(place):
            shown = await self._store.shown(other.id, place)
            if shown is not None and shown.message == message:
                await self._store.mark_overdue(other.id, place)
