"""Messages that were replaced are retired: after the new one is shown, beside it, with patience.

What is to be retired is scheduled in the store before the new message is noted there, so that no
crash leaves it out. The first attempt is made at once; nothing ever waits for it.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

import structlog

from bot.show.outbound import Outbound, RetryLater, Unanswered, Unshowable, spoken
from bot.table.due import Due
from bot.table.people import Place, Platform
from bot.table.ports import Clock, CorruptRecord, Store, StoreDown
from bot.table.table import TableId
from engine.text import Text

RETIRE = "retire"
"""The kind of what falls due when a message has yet to be retired."""

ATTEMPT_SECONDS = 10.0
"""How long an attempt may take."""

CRASH_SECONDS = 3.0
"""After so long another process makes an attempt, too: the first may have died with its process."""

SLOW_SECONDS = 1.0
"""What has been tried for so long keeps nothing new waiting."""

FIRST_SECONDS, MOST_SECONDS = 1.0, 300.0
"""An attempt that failed is made again after as long as it has been tried, within these."""

PATIENCE_SECONDS = 3600.0
"""After so long a message is left as it is: its buttons do nothing any more."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Old:
    """A message that is to be retired, and since when."""

    place: Place
    since: int
    message: str

    @property
    def what(self) -> str:
        """How it is called among what falls due."""
        return f"{RETIRE}:{self.place}|{self.since}|{self.message}"

    @classmethod
    def read(cls, what: str) -> "_Old":
        """Read what `what` is."""
        place, since, message = what.removeprefix(f"{RETIRE}:").split("|", 2)
        return cls(Place.read(place), int(since), message)


class Retiring:
    """Retires messages on the platforms that this process serves."""

    def __init__(self, store: Store, outbounds: Mapping[Platform, Outbound], clock: Clock) -> None:
        self._store = store
        self._outbounds = outbounds
        self._clock = clock
        self._going: dict[Due, asyncio.Task[None]] = {}

    async def plan(
        self, table: TableId, place: Place, message: str, after: float = CRASH_SECONDS
    ) -> Due:
        """Have a message retired some seconds later, unless `begin` is called before."""
        now = self._clock()
        due = Due(table, _Old(place, int(now), message).what, now + after)
        await self._store.schedule(due)
        return due

    def begin(self, due: Due) -> None:
        """Retire a message now, beside whatever the caller goes on with."""
        if not any(going.what == due.what for going in self._going):
            task = self._going[due] = asyncio.create_task(self._try(due))
            task.add_done_callback(lambda _: self._going.pop(due, None))

    async def take(self, due: Due) -> None:
        """Take up what has fallen due; leave it to another process where this cannot do it."""
        if _Old.read(due.what).place.platform not in self._outbounds:
            await self._put_off(due, 0, "elsewhere")
            return
        again = replace(due, at=self._clock() + CRASH_SECONDS)
        await self._store.schedule(again)
        self.begin(again)

    def make_way(self, place: Place) -> None:
        """Break slow attempts off that are made in a channel: something is to be shown there.

        A library that tries a refused request again may keep the next one waiting meanwhile. What
        is broken off falls due again.
        """
        soon = self._clock() + CRASH_SECONDS
        for due, task in tuple(self._going.items()):
            slow = soon - due.at >= SLOW_SECONDS
            if slow and _Old.read(due.what).place.channel == place.channel:
                task.cancel()

    async def drain(self) -> None:
        """Wait for attempts that are being made; who gives that up ends them, too."""
        try:
            while self._going:
                await asyncio.wait(tuple(self._going.values()))
        finally:
            left = tuple(self._going.values())
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def _try(self, due: Due) -> None:
        """Retire a message, or have it tried again later."""
        try:
            async with asyncio.timeout(ATTEMPT_SECONDS):
                await self._retire(due.table, _Old.read(due.what))
            await self._store.done(due)
        except StoreDown:
            pass  # it falls due again
        except RetryLater as later:
            await self._put_off(due, later.seconds, "platform")
        except (Unanswered, TimeoutError):
            await self._put_off(due, 0, "no answer")
        except Exception as error:
            log.exception("retire.failed", table=due.table)
            await self._put_off(due, 0, type(error).__name__)

    async def _put_off(self, due: Due, seconds: float, why: str) -> None:
        """Try again later; give up in the end."""
        now = self._clock()
        tried = now - _Old.read(due.what).since
        pause = max(seconds, min(max(tried, FIRST_SECONDS), MOST_SECONDS))
        try:
            if tried + pause > PATIENCE_SECONDS:
                log.warning("retire.left", table=due.table, why=why)
                await self._store.done(due)
            else:
                log.info("retire.waiting", table=due.table, why=why, s=round(pause, 1))
                await self._store.schedule(replace(due, at=now + pause))
        except StoreDown:
            pass  # it falls due again

    async def _retire(self, id_: TableId, old: _Old) -> None:
        shown = await self._store.shown(id_, old.place)
        if shown is not None and shown.message == old.message:
            return  # the message is the one that stands there, after all
        try:
            table = await self._store.load(id_)
        except CorruptRecord:
            table = None  # which is told where it is shown
        moved = table is not None and table.place != old.place
        settings = await self._store.settings(old.place)
        outbound = self._outbounds[old.place.platform]
        try:
            await outbound.retire(
                old.place,
                old.message,
                id_,
                note=Text("board.moved-away" if moved else "board.moved-down"),
                delete=settings.delete_old,
                instead="" if shown is None else shown.message,
                language=spoken(settings, outbound, old.place),
            )
        except Unshowable as unshowable:
            log.warning("retire.left", table=id_, why=unshowable.reason.value)
