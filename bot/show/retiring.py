"""Retires replaced messages, in the background, with retries.

Retiring is scheduled in the store before the new message is noted there, so a crash cannot skip it.
The first attempt starts at once, and nothing waits for it.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

import structlog

from bot.show.outbound import Outbound, Remains, RetryLater, Unanswered, Unshowable
from bot.show.speaking import language_in
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import Clock, CorruptRecord, Store, StoreDown
from bot.table.settings import Settings
from bot.table.table import Table
from bot.work.ending import drain
from engine.text import Text

RETIRE, DROP = "retire", "drop"
"""The kinds of dues for messages that are yet to be retired.

A dropped message was replaced by a reminder and is deleted, whatever the channel's settings.
"""

ATTEMPT_SECONDS = 10.0
"""The timeout of an attempt."""

CRASH_SECONDS = 3.0
"""When another process makes an attempt too, because the first one may have crashed."""

SLOW_SECONDS = 1.0
"""An attempt that has taken this long is cancelled to make room for a new board."""

FIRST_SECONDS, MAX_SECONDS = 1.0, 300.0
"""Limits of the pause between attempts, which equals the time since the first attempt."""

PATIENCE_SECONDS = 3600.0
"""When attempts end. The message then keeps its buttons, which no longer do anything."""

HOME_SECONDS = 10.0
"""How long a board that has moved waits for the one in its new home, to link to it."""

ANY_MESSAGE = "1"
"""Stands for any message of a place, to ask whether messages there have links."""

MOVED_DOWN, MOVED_AWAY = Text("board.moved-down"), Text("board.moved-away")
BELOW = "board.below"
DONE = Text("notice.done")
"""What replaced messages say."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Old:
    """A message to be retired, and since when."""

    place: Place
    since: int
    message: str
    dropped: bool = False

    @property
    def what(self) -> str:
        """The `what` of its due."""
        kind = DROP if self.dropped else RETIRE
        return f"{kind}:{self.place}|{self.since}|{self.message}"

    @classmethod
    def read(cls, what: str) -> "_Old":
        """Parse the `what` of a due."""
        kind, _, rest = what.partition(":")
        place, since, message = rest.split("|", 2)
        return cls(Place.read(place), int(since), message, kind == DROP)


class Retiring:
    """Retires messages on the platforms that this process serves.

    `url` is the base of the public pages, where games can be stepped through.
    """

    def __init__(
        self,
        store: Store,
        outbounds: Mapping[Platform, Outbound],
        clock: Clock,
        url: str | None = None,
    ) -> None:
        self._store = store
        self._outbounds = outbounds
        self._clock = clock
        self._url = url
        self._going: dict[Due, asyncio.Task[None]] = {}

    async def schedule(
        self,
        table: TableId,
        place: Place,
        message: str,
        after: float = CRASH_SECONDS,
        *,
        drop: bool = False,
    ) -> Due:
        """Schedule the retirement of a message, in case `begin` does not complete it.

        With `drop`, the message is deleted if the platform allows it.
        """
        now = self._clock()
        due = Due(table, _Old(place, int(now), message, drop).what, now + after)
        await self._store.schedule(due)
        return due

    def begin(self, due: Due) -> None:
        """Start to retire a message in the background, unless an attempt is under way."""
        if not any(going.what == due.what for going in self._going):
            task = self._going[due] = asyncio.create_task(self._try(due))
            task.add_done_callback(lambda _: self._going.pop(due, None))

    async def handle(self, due: Due) -> None:
        """Handle a due.

        Postpones it for other processes if this one does not serve the platform.
        """
        if _Old.read(due.what).place.platform not in self._outbounds:
            await self._put_off(due, 0, "elsewhere")
            return
        again = replace(due, at=self._clock() + CRASH_SECONDS)
        await self._store.schedule(again)
        self.begin(again)

    def cancel_slow(self, place: Place) -> None:
        """Cancel slow attempts in the channel of `place`, where a board is about to be shown.

        A library that retries a rejected request may hold back the channel's next request
        meanwhile. A cancelled attempt is made again when it falls due.
        """
        soon = self._clock() + CRASH_SECONDS
        for due, task in tuple(self._going.items()):
            slow = soon - due.at >= SLOW_SECONDS
            if slow and _Old.read(due.what).place.channel == place.channel:
                task.cancel()

    async def drain(self) -> None:
        """Wait for attempts under way; cancelling this cancels them."""
        await drain(self._going.values())

    async def _try(self, due: Due) -> None:
        """Try to retire a message; postpone it on failure."""
        try:
            async with asyncio.timeout(ATTEMPT_SECONDS):
                await self._retire(due.table, _Old.read(due.what))
            await self._store.done(due)
        except StoreDown:
            pass  # the due will be claimed again
        except RetryLater as later:
            await self._put_off(due, later.seconds, "platform")
        except (Unanswered, TimeoutError):
            await self._put_off(due, 0, "no answer")
        except Exception as error:
            log.exception("retire.failed", table=due.table)
            await self._put_off(due, 0, type(error).__name__)

    async def _put_off(self, due: Due, seconds: float, why: str) -> None:
        """Reschedule the attempt, or give up once `PATIENCE_SECONDS` have passed."""
        now = self._clock()
        tried = now - _Old.read(due.what).since
        pause = max(seconds, min(max(tried, FIRST_SECONDS), MAX_SECONDS))
        try:
            if tried + pause > PATIENCE_SECONDS:
                log.warning("retire.abandoned", table=due.table, why=why)
                await self._store.done(due)
            else:
                log.info("retire.postponed", table=due.table, why=why, s=round(pause, 1))
                await self._store.schedule(replace(due, at=now + pause))
        except StoreDown:
            pass  # the due will be claimed again

    async def _retire(self, id_: TableId, old: _Old) -> None:
        shown = await self._store.shown(id_, old.place)
        if shown is not None and shown.message == old.message:
            return  # the message shows the table after all
        try:
            table = await self._store.load(id_)
        except CorruptRecord:
            table = None  # reported when its board is shown
        settings = await self._store.settings(old.place)
        outbound, note = self._outbounds[old.place.platform], await self._note(table, old)
        try:
            await outbound.retire(
                old.place,
                old.message,
                id_,
                note=note,
                remains=_remains(settings, old, note),
                instead="" if shown is None else shown.message,
                language=await language_in(old.place, table, settings, outbound, self._store),
            )
        except Unshowable as unshowable:
            log.warning("retire.abandoned", table=id_, why=unshowable.reason.value)

    async def _note(self, table: Table | None, old: _Old) -> Text:
        """Return what a replaced message says from now on.

        A board that is shown elsewhere now says where. Raises RetryLater if it is about to be shown
        there.
        """
        if old.place.reader is not None:
            return DONE
        if table is None:
            return MOVED_DOWN
        if old.place in table.shown_in:
            if self._url is None or not table.position:
                return MOVED_DOWN
            return Text(BELOW, page=f"{self._url}/g/{table.code}")
        outbound = self._outbounds.get(table.place.platform)
        if outbound is None or outbound.link(table.place, ANY_MESSAGE) is None:
            return MOVED_AWAY
        shown = await self._store.shown(table.id, table.place)
        if shown is None and self._clock() - old.since < HOME_SECONDS:
            raise RetryLater(FIRST_SECONDS)
        link = None if shown is None else outbound.link(table.place, shown.message)
        return MOVED_AWAY if link is None else Text("board.moved-to", link=link)


def _remains(settings: Settings, old: _Old, note: Text) -> Remains:
    """Return what remains of a message: something where only its note tells where the board is."""
    if old.dropped or note == DONE:
        return Remains.NOTHING
    if not settings.delete_old:
        return Remains.PICTURE
    return Remains.NOTHING if note.key in (MOVED_DOWN.key, BELOW) else Remains.NOTE
