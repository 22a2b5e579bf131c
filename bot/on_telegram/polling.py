"""Updates by long polling: handled first, confirmed afterwards, by one process at a time.

The library's own polling confirms updates before they are handled, so that whatever a crash
interrupts is lost. Here an update is asked for again until it has been handled; handled twice, it
changes nothing.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence

import structlog
from telegram import Bot, Update
from telegram.error import Conflict, RetryAfter, TelegramError

from bot.on_telegram.flood import patience
from bot.table.notes import Notes
from bot.table.ports import StoreDown

Handle = Callable[[Update], Awaitable[None]]

LEASE = "telegram.poller"
LEASE_SECONDS = 5.0
"""How long a process that dies keeps the others from polling."""

POLL_SECONDS = 2
"""How long Telegram waits for an update before it says that there is none."""

REST_SECONDS = 1.0
END_SECONDS = 0.8
"""How long what has begun may take at the end, and then letting go."""

AT_ONCE = 32
"""How many chats are served at the same time."""

log = structlog.get_logger()


class Polling:
    """Asks Telegram for updates while this process holds the lease."""

    def __init__(self, bot: Bot, notes: Notes, handle: Handle, allowed: Sequence[str]) -> None:
        self._bot = bot
        self._notes = notes
        self._handle = handle
        self._allowed = list(allowed)
        self._holder = secrets.token_hex(8)
        self._places = asyncio.Semaphore(AT_ONCE)
        self._next: int | None = None
        self._token = 0

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
        """Confirm what was handled, and let another process poll."""
        with contextlib.suppress(StoreDown, TelegramError, TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                if self._next is not None:
                    await self._bot.get_updates(offset=self._next, limit=1, timeout=0)
        with contextlib.suppress(StoreDown, TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await self._notes.let_go(LEASE, self._holder)

    async def _turn(self) -> None:
        """Handle what has come, if it is this process that polls."""
        token = await self._notes.hold(LEASE, self._holder, LEASE_SECONDS)
        if not token:
            self._next = None
            await asyncio.sleep(REST_SECONDS)
            return
        if token != self._token:
            await self._bot.delete_webhook(drop_pending_updates=False)
            log.info("telegram.polling", token=token)
            self._token, self._next = token, None
        updates = await self._bot.get_updates(
            offset=self._next, timeout=POLL_SECONDS, allowed_updates=self._allowed
        )
        if updates:
            await self._handle_all(updates)

    async def _handle_all(self, updates: Sequence[Update]) -> None:
        """Handle updates: those of one chat in their order, chats beside each other.

        StoreDown if that befell any, and then none of them is confirmed.
        """
        following = max(update.update_id for update in updates) + 1
        handling = [asyncio.create_task(self._in_order(some)) for some in _queues(updates)]
        async with self._keeping():
            try:
                await asyncio.wait(handling)
            except asyncio.CancelledError:
                done, late = await asyncio.wait(handling, timeout=END_SECONDS)
                if not late and not any(task.exception() for task in done):
                    self._next = following
                raise
        for handled in handling:
            handled.result()
        self._next = following

    @contextlib.asynccontextmanager
    async def _keeping(self) -> AsyncIterator[None]:
        """Keep the lease meanwhile; what is handled by two processes is done once all the same."""

        async def keep() -> None:
            while True:
                await asyncio.sleep(LEASE_SECONDS / 3)
                with contextlib.suppress(StoreDown):
                    await self._notes.hold(LEASE, self._holder, LEASE_SECONDS)

        keeping = asyncio.create_task(keep())
        try:
            yield
        finally:
            keeping.cancel()

    async def _in_order(self, updates: Iterable[Update]) -> None:
        async with self._places:
            for update in updates:
                await self._handle(update)


def _queues(updates: Iterable[Update]) -> Iterable[list[Update]]:
    """Updates by where they come from, each in order."""
    queues: dict[object, list[Update]] = {}
    for update in updates:
        queues.setdefault(_source(update), []).append(update)
    return queues.values()


def _source(update: Update) -> object:
    """The chat of an update, or the inline message; who asks, where neither is told."""
    inline = update.callback_query or update.chosen_inline_result
    if inline is not None and inline.inline_message_id is not None:
        return inline.inline_message_id
    source = update.effective_chat or update.effective_user
    return None if source is None else source.id


def _rest(error: Exception) -> float:
    """How long to wait after something went wrong."""
    if isinstance(error, RetryAfter):
        return patience(error)
    if isinstance(error, Conflict):
        log.warning("telegram.conflict")
        return LEASE_SECONDS
    log.warning("telegram.unreached", why=type(error).__name__)
    return REST_SECONDS
