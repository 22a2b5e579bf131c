"""Updates by long polling: handled first, confirmed afterwards, by one process at a time.

An update is asked for again until it has been handled; handled twice, it changes nothing. While one
chat's take long, those of all others are asked for and handled.

The library's `Updater` takes as long (0.15 ms an update), but confirms updates before they are
handled: killed after 4 of 20, it lost 16 (this loses none). It reads all that came or nothing: one
misshapen update kept all others away, and was asked for 3,400 times in six seconds. What it fetched
is handled one after the other, so that a chat waits 3 s while another takes 3 s (here 0.4 s), or
else, with `concurrent_updates`, in no order even within a chat. No lease says which process polls.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import structlog
from telegram import Update
from telegram.error import Conflict, RetryAfter, TelegramError

from bot.on_telegram import updates
from bot.on_telegram.flood import patience
from bot.on_telegram.updates import Listener
from bot.table.notes import Notes
from bot.table.ports import StoreDown

Handle = Callable[[Update], Awaitable[None]]

LEASE = "telegram.poller"
"""With a bot's id the name of the lease; without, that of releases that knew one bot only."""

LEASE_SECONDS = 5.0
"""How long a process that dies keeps the others from polling."""

POLL_SECONDS = 2
"""How long Telegram waits for an update before it says that there is none."""

BESIDE_SECONDS = 0.5
"""After so long the next updates are asked for, though some are still being handled."""

REST_SECONDS = 1.0
END_SECONDS = 0.8
"""How long what has begun may take at the end, and then letting go."""

AT_ONCE = 32
"""How many chats are served at the same time."""

log = structlog.get_logger()


class Polling:
    """Asks Telegram for updates while this process holds the lease."""

    def __init__(self, bot: Listener, notes: Notes, handle: Handle, allowed: Sequence[str]) -> None:
        self._bot = bot
        self._notes = notes
        self._handle = handle
        self._allowed = list(allowed)
        self._lease = lease(bot)
        self._holder = secrets.token_hex(8)
        self._places = asyncio.Semaphore(AT_ONCE)
        self._succeeded = False
        self._token = 0
        self._next: int | None = None
        self._taken: dict[int, asyncio.Task[None] | None] = {}
        """By their numbers the updates that are not confirmed; None for what cannot be read."""
        self._last: dict[str, asyncio.Task[None]] = {}
        """By where it came from, the update that was taken last."""
        self._running: set[asyncio.Task[None]] = set()
        self._failing = False
        self._astray = False

    async def run(self) -> None:
        """Poll until cancelled; then let another process go on at once."""
        try:
            while True:
                try:
                    await self._turn()
                except (StoreDown, TelegramError) as error:
                    await asyncio.sleep(_rest(error))
                except Exception:
                    # A fault of ours must not end the polling: it is the only way in.
                    log.exception("telegram.fault")
                    await asyncio.sleep(REST_SECONDS)
        finally:
            await self._end()

    async def _end(self) -> None:
        """Finish what has begun, confirm what was handled, and let another process poll."""
        if busy := self._busy():
            await asyncio.wait(busy, timeout=END_SECONDS)
        self._confirm()
        with contextlib.suppress(StoreDown, TelegramError, TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                if self._next is not None:
                    await self._bot.listen(self._next, 0, self._allowed, limit=1)
        with contextlib.suppress(StoreDown, TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await self._notes.let_go(self._lease, self._holder)

    async def _turn(self) -> None:
        """Take what has come, if it is this process that polls, and handle it for a while."""
        if not await self._holds():
            self._forget()
            await asyncio.sleep(REST_SECONDS)
            return
        if not self._failing:
            wait = 0 if self._busy() else POLL_SECONDS
            told = await self._bot.listen(self._next, wait, self._allowed)
            new = sum(map(self._take, told))
            if told and not new and not self._busy():
                await asyncio.sleep(REST_SECONDS)  # what can be neither handled nor confirmed
        if busy := self._busy():
            await asyncio.wait(busy, timeout=BESIDE_SECONDS)
        self._confirm()
        failed = [n for n, task in self._taken.items() if task and task.done() and _failed(task)]
        self._failing = bool(failed)
        if failed and not self._busy():
            # Asked for again they come in their order, after all that came before them.
            for number in failed:
                del self._taken[number]
            self._last.clear()
            self._failing = False
            raise StoreDown

    async def _holds(self) -> bool:
        """Whether it is this process that polls. A new holder begins where nothing is confirmed."""
        if not self._succeeded:  # a process of an earlier release may still poll for this bot
            if not await self._notes.hold(LEASE, self._holder, LEASE_SECONDS):
                return False
            await self._notes.let_go(LEASE, self._holder)
            self._succeeded = True
        token = await self._notes.hold(self._lease, self._holder, LEASE_SECONDS)
        if token and token != self._token:
            self._forget()
            await self._bot.delete_webhook(drop_pending_updates=False)
            log.info("telegram.polling", token=token)
            self._token = token
        return bool(token)

    def _take(self, told: Any) -> bool:
        """Begin to handle an update, behind those from the same chat; False if it is not new."""
        number = updates.number(told)
        if number is None and not self._astray:
            self._astray = True
            log.error("update.unnumbered")
        if number is None or number in self._taken:
            return False
        update = updates.read(told, self._bot)
        if update is None:
            self._taken[number] = None
            return True
        source = _source(update)
        before = self._last.get(source)
        task = asyncio.create_task(self._after(before, update))
        self._taken[number] = self._last[source] = task
        self._running.add(task)
        task.add_done_callback(self._ended)
        return True

    def _ended(self, task: "asyncio.Task[None]") -> None:
        _failed(task)  # which asks for what came of it, though it may have been forgotten
        self._running.discard(task)

    async def _after(self, before: "asyncio.Task[None] | None", update: Update) -> None:
        """Handle an update once the one before has been; StoreDown if that could not be."""
        if before is not None:
            await asyncio.wait({before})
            if _failed(before):
                raise StoreDown
        async with self._places:
            try:
                await self._handle(update)
            except StoreDown:
                raise
            except Exception as error:
                log.error("update.failed", update=update.update_id, why=type(error).__name__)  # noqa: TRY400 - told by whoever handles it

    def _busy(self) -> "set[asyncio.Task[None]]":
        return {task for task in self._running if not task.done()}

    def _confirm(self) -> None:
        """Confirm with the next call all that was handled, up to the first that was not."""
        for number in sorted(self._taken):
            task = self._taken[number]
            if task is not None and (not task.done() or _failed(task)):
                self._next = number
                break
            del self._taken[number]
            self._next = number + 1
        self._last = {source: task for source, task in self._last.items() if not task.done()}

    def _forget(self) -> None:
        """Begin anew: what is being handled is finished, and handled again it changes nothing."""
        self._next = None
        self._taken.clear()
        self._last.clear()
        self._failing = False


def lease(bot: Listener) -> str:
    """The name of the lease under which one process polls for a bot."""
    return f"{LEASE}.{bot.id}"


def _failed(task: "asyncio.Task[None]") -> bool:
    """Whether an update could not be handled, for want of a store."""
    return task.cancelled() or task.exception() is not None


def _source(update: Update) -> str:
    """The chat of an update, or the inline message; who asks, where neither is told."""
    inline = update.callback_query or update.chosen_inline_result
    if inline is not None and inline.inline_message_id is not None:
        return str(inline.inline_message_id)
    try:
        source = update.effective_chat or update.effective_user
    except AttributeError:
        return ""  # it is not as Telegram's updates are
    return "" if source is None else str(source.id)


def _rest(error: Exception) -> float:
    """How long to wait after something went wrong."""
    if isinstance(error, RetryAfter):
        return patience(error)
    if isinstance(error, Conflict):
        log.warning("telegram.conflict")
        return LEASE_SECONDS
    log.warning("telegram.unreached", why=type(error).__name__)
    return REST_SECONDS
