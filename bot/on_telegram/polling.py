"""Long polling for updates, by one process at a time; updates are confirmed after handling.

Delivery is at least once: an update is requested again until it has been handled, and handlers are
idempotent. A slow chat doesn't hold up the others.

The library's `Updater` is as fast (0.15 ms per update), but confirms updates before they are
handled: killed after 4 of 20, it lost 16; this module loses none. One malformed update makes it
drop the whole batch: it then requested the same updates 3,400 times in six seconds. It handles
updates one by one, so that one chat waits 3 s while another takes 3 s (here: 0.4 s); or, with
`concurrent_updates`, in no order, even within a chat. And it has no lease to prevent several
processes from polling.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import structlog
from telegram import Update
from telegram.error import Conflict, RetryAfter, TelegramError

from bot.inbound.rivals import Rivals
from bot.on_telegram import updates
from bot.on_telegram.flood import retry_seconds
from bot.on_telegram.updates import Listener
from bot.outage import Outage
from bot.table.notes import Notes
from bot.table.people import Platform
from bot.table.ports import StoreDown
from bot.work.ending import end

Handle = Callable[[Update], Awaitable[None]]
Sleep = Callable[[float], Awaitable[None]]

LEASE_SECONDS = 4.8
"""How long other processes wait before they take over from one that has died."""

POLL_SECONDS = 2
"""Long-polling timeout."""

OVERLAP_SECONDS = 0.5
"""How long to wait for running handlers before polling for more updates."""

LATER_SECONDS = 0.01
"""How long after the end of another process's lease to try to get it."""

REST_SECONDS = 1.0
END_SECONDS = 0.8
"""Timeout at shutdown, for each of: running handlers, the last confirmation, and the lease."""

AT_ONCE = 32
"""How many updates are handled concurrently."""

log = structlog.get_logger()


class Polling:
    """Polls for updates while this process holds the lease."""

    def __init__(
        self,
        bot: Listener,
        notes: Notes,
        handle: Handle,
        allowed: Sequence[str],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._bot = bot
        self._notes = notes
        self._handle = handle
        self._allowed = list(allowed)
        self._sleep = sleep
        self._lease = lease(bot)
        self._holder = secrets.token_hex(8)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._token = 0
        self._next: int | None = None
        self._unconfirmed: dict[int, asyncio.Task[None] | None] = {}
        """The tasks of unconfirmed updates, by update id; None for one that can't be parsed."""
        self._last: dict[str, asyncio.Task[None]] = {}
        """The task of the latest update from each source."""
        self._running: set[asyncio.Task[None]] = set()
        self._failing = False
        self._outage = Outage("telegram")
        self._rivals = Rivals(notes, Platform.TELEGRAM)
        self._unnumbered_logged = False
        self.connected = False
        """Whether the latest call succeeded, or another process polls."""

    async def run(self) -> None:
        """Poll until cancelled; then release the lease, so that another process can take over."""
        try:
            while True:
                try:
                    await self._poll()
                except (StoreDown, TelegramError) as error:
                    if isinstance(error, TelegramError):
                        self.connected = False
                    if isinstance(error, Conflict):
                        await self._rivals.met()
                    await self._sleep(self._rest(error))
                except Exception:
                    # Keep polling even after a bug: there's no other source of updates.
                    log.exception("telegram.fault")
                    await self._sleep(REST_SECONDS)
        finally:
            await self._end()

    async def _end(self) -> None:
        """Wait for running handlers, confirm what they handled, and release the lease.

        Handlers that take too long are cancelled: Telegram delivers their updates again, to the
        next holder of the lease.
        """
        if busy := self._busy():
            await asyncio.wait(busy, timeout=END_SECONDS)
        await end(*self._busy())
        self._confirm()
        with contextlib.suppress(StoreDown, TelegramError, TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                if self._next is not None:
                    await self._bot.listen(self._next, 0, self._allowed, limit=1)
        with contextlib.suppress(StoreDown, TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await self._notes.let_go(self._lease, self._holder)

    async def _poll(self) -> None:
        """Get updates, if this process holds the lease, and give their handlers some time."""
        if not await self._holds_lease():
            self._reset()
            self.connected = True
            # Its holder lets go, or dies and renews it no more.
            await self._notes.hears(
                self._lease, await self._notes.left(self._lease) + LATER_SECONDS
            )
            return
        if not self._failing:
            wait = 0 if self._busy() else POLL_SECONDS
            received = await self._bot.listen(self._next, wait, self._allowed)
            self.connected = True
            self._outage.worked()
            new = sum(map(self._start, received))
            if received and not new and not self._busy():
                await self._sleep(REST_SECONDS)  # these can be neither handled nor confirmed
        if busy := self._busy():
            await asyncio.wait(busy, timeout=OVERLAP_SECONDS)
        self._confirm()
        tasks = self._unconfirmed.items()
        failed = [number for number, task in tasks if task and task.done() and _failed(task)]
        self._failing = bool(failed)
        if failed and not self._busy():
            # Telegram will deliver them again, in order.
            for number in failed:
                del self._unconfirmed[number]
            self._last.clear()
            self._failing = False
            raise StoreDown

    async def _holds_lease(self) -> bool:
        """Acquire or renew the lease; a new holder starts at the first unconfirmed update."""
        token = await self._notes.hold(self._lease, self._holder, LEASE_SECONDS)
        if token and token != self._token:
            self._reset()
            await self._bot.delete_webhook(drop_pending_updates=False)
            log.info("telegram.polling", lease=token)
            self._token = token
        return bool(token)

    def _start(self, data: Any) -> bool:
        """Queue an update after those from the same chat; return False if it isn't new."""
        number = updates.number(data)
        if number is None and not self._unnumbered_logged:
            self._unnumbered_logged = True
            log.error("update.unnumbered")
        if number is None or number in self._unconfirmed:
            return False
        update = updates.read(data, self._bot)
        if update is None:
            self._unconfirmed[number] = None
            return True
        source = _source(update)
        before = self._last.get(source)
        task = asyncio.create_task(self._after(before, update))
        self._unconfirmed[number] = self._last[source] = task
        self._running.add(task)
        task.add_done_callback(self._ended)
        return True

    def _ended(self, task: "asyncio.Task[None]") -> None:
        _failed(task)  # retrieves the exception, else asyncio logs a warning
        self._running.discard(task)

    async def _after(self, before: "asyncio.Task[None] | None", update: Update) -> None:
        """Handle an update once `before` has finished. Raises StoreDown if that failed."""
        if before is not None:
            await asyncio.wait({before})
            if _failed(before):
                raise StoreDown
        async with self._slots:
            try:
                await self._handle(update)
            except StoreDown:
                raise
            except Exception as error:
                log.error("update.failed", update=update.update_id, why=type(error).__name__)  # noqa: TRY400 - the handler logs the traceback

    def _busy(self) -> "set[asyncio.Task[None]]":
        return {task for task in self._running if not task.done()}

    def _confirm(self) -> None:
        """Let the next call confirm all updates before the first unhandled one."""
        for number in sorted(self._unconfirmed):
            task = self._unconfirmed[number]
            if task is not None and (not task.done() or _failed(task)):
                self._next = number
                break
            del self._unconfirmed[number]
            self._next = number + 1
        self._last = {source: task for source, task in self._last.items() if not task.done()}

    def _reset(self) -> None:
        """Start from the first unconfirmed update. Running handlers finish; they are idempotent."""
        self._next = None
        self._unconfirmed.clear()
        self._last.clear()
        self._failing = False

    def _rest(self, error: Exception) -> float:
        """Return the seconds to wait after an error. The store logs its own."""
        if isinstance(error, RetryAfter):
            return retry_seconds(error)
        if isinstance(error, Conflict):
            return LEASE_SECONDS
        if isinstance(error, TelegramError):
            self._outage.failed("away", why=type(error).__name__)
        return REST_SECONDS


def lease(bot: Listener) -> str:
    """Return the name of a bot's polling lease."""
    return f"telegram.poller.{bot.id}"


def _failed(task: "asyncio.Task[None]") -> bool:
    """Whether an update couldn't be handled because the store was unavailable."""
    return task.cancelled() or task.exception() is not None


def _source(update: Update) -> str:
    """Return the id of the update's inline message or chat, else of its user."""
    inline = update.callback_query or update.chosen_inline_result
    if inline is not None and inline.inline_message_id is not None:
        return str(inline.inline_message_id)
    try:
        source = update.effective_chat or update.effective_user
    except AttributeError:
        return ""  # a malformed update
    return "" if source is None else str(source.id)
