"""Updates by long polling: handled first, confirmed afterwards, by one process at a time.

The library's own polling confirms updates before they are handled, so that whatever a crash
interrupts is lost. Here an update is asked for again until it has been handled; handled twice, it
changes nothing.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence

import structlog
from telegram import Bot, Update
from telegram.error import Conflict, RetryAfter, TelegramError

from bot.table.notes import Notes
from bot.table.ports import StoreDown

Handle = Callable[[Update], Awaitable[None]]

LEASE = "telegram.poller"
LEASE_SECONDS = 6.0
"""How long a process that dies keeps the others from polling."""

POLL_SECONDS = 4
"""How long Telegram waits for an update before it says that there is none."""

REST_SECONDS = 1.0
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
                    await asyncio.sleep(_patience(error))
        finally:
            await self._end()

    async def _end(self) -> None:
        """Confirm what was handled, and let another process poll."""
        with contextlib.suppress(StoreDown, TelegramError):
            if self._next is not None:
                await self._bot.get_updates(offset=self._next, limit=1, timeout=0)
            await self._notes.let_go(LEASE, self._holder)

    async def _turn(self) -> None:
        """Handle what has come, if it is this process that polls."""
        token = await self._notes.hold(LEASE, self._holder, LEASE_SECONDS)
        if not token:
            self._next = None
            await asyncio.sleep(REST_SECONDS)
            return
        if token != self._token:
            log.info("telegram.polling", token=token)
            self._token, self._next = token, None
        updates = await self._bot.get_updates(
            offset=self._next, timeout=POLL_SECONDS, allowed_updates=self._allowed
        )
        if updates:
            await self._handle_all(updates)
            self._next = updates[-1].update_id + 1

    async def _handle_all(self, updates: Sequence[Update]) -> None:
        """Handle updates: those of one chat in their order, chats beside each other."""
        chats: dict[int, list[Update]] = {}
        for update in updates:
            chat = update.effective_chat
            chats.setdefault(0 if chat is None else chat.id, []).append(update)
        handling = [asyncio.create_task(self._in_order(each)) for each in chats.values()]
        pending = set(handling)
        while pending:
            _, pending = await asyncio.wait(pending, timeout=LEASE_SECONDS / 3)
            await self._notes.hold(LEASE, self._holder, LEASE_SECONDS)
        for handled in handling:
            handled.result()  # the store was away for one: none of these is confirmed

    async def _in_order(self, updates: Sequence[Update]) -> None:
        async with self._places:
            for update in updates:
                try:
                    await self._handle(update)
                except StoreDown:
                    raise
                except Exception:
                    # One that cannot be handled must not keep all later ones from being.
                    log.exception("update.failed", update=update.update_id)


def _patience(error: Exception) -> float:
    """How long to wait after something went wrong."""
    if isinstance(error, RetryAfter):
        after = error.retry_after
        return float(after) if isinstance(after, int) else after.total_seconds()
    if isinstance(error, Conflict):
        log.warning("telegram.conflict")
        return LEASE_SECONDS
    log.warning("telegram.unreached", why=type(error).__name__)
    return REST_SECONDS
