"""Updates and their delivery, by polling and by webhook."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import aiohttp

from telegram_simulator.members import Json
from telegram_simulator.refusals import Refused

BY_DEFAULT = frozenset(
    {"message", "edited_message", "callback_query", "inline_query", "chosen_inline_result"}
    | {"my_chat_member", "guest_message"}
)
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name
POLLED_TWICE = (
    "Conflict: terminated by other getUpdates request; "
    "make sure that only one bot instance is running"
)
HOOKED = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)


@dataclass(eq=False)
class Update:
    """An update for the bot."""

    id: int
    json: Any
    queue: int  # a webhook gets the updates of each queue in order
    copies: int = 1
    sent: bool = False


@dataclass(frozen=True)
class Webhook:
    """The bot's webhook."""

    url: str
    secret: str | None
    connections: int


@dataclass(frozen=True)
class Delivery:
    """How new updates are delivered."""

    times: int = 1
    backwards: bool = False


class Updates:
    """The queue of updates, which the bot polls or receives by webhook."""

    def __init__(self, touch: Callable[[], None]) -> None:
        self._touch = touch
        self._ids = count(900_000_001)
        self._held: list[Update] = []
        self._delivery = Delivery()
        self._poller: asyncio.Future[bool] | None = None  # True: there is a new update
        self._calls: dict[int, asyncio.Task[None]] = {}
        self._session: aiohttp.ClientSession | None = None
        self.pending: list[Update] = []
        self.allowed = BY_DEFAULT
        self.webhook: Webhook | None = None
        self.retry_seconds = 0.1
        self.error: Json = {}
        self.conflicts = 0
        self.listened = False

    def add(self, kind: str, what: Json, queue: int) -> None:
        """Add an update, if the bot wants this kind."""
        if kind not in self.allowed:
            return
        number = next(self._ids)
        update = Update(number, {"update_id": number, kind: what}, queue, self._delivery.times)
        (self._held if self._delivery.backwards else self.pending).append(update)
        self._wake()

    def misinform(self, update: object) -> None:
        """Add an update of any content."""
        number = next(self._ids)
        if isinstance(update, dict):
            update = {"update_id": number} | update
            if update["update_id"] is None:
                del update["update_id"]
        self.pending.append(Update(number, update, number))
        self._wake()

    def _wake(self) -> None:
        if self._poller is not None and not self._poller.done():
            self._poller.set_result(True)
        if self.webhook is not None and self._session is not None:
            for queue in {update.queue for update in self.pending} - self._calls.keys():
                call = self._call(self._session, self.webhook.url, queue)
                self._calls[queue] = asyncio.create_task(call)

    @contextmanager
    def delivering(self, how: Delivery) -> Iterator[None]:
        """Within the context, change the delivery of new updates."""
        before, self._delivery = self._delivery, how
        try:
            yield
        finally:
            self._delivery = before

    def release(self) -> None:
        """Deliver the updates held back, in reverse order."""
        self.pending += reversed(self._held)
        self._held.clear()
        self._wake()

    def allow(self, kinds: list[str] | None) -> None:
        """Set the kinds of updates to deliver from now on; `None` changes nothing."""
        if kinds is not None:
            self.allowed = frozenset(kinds) if kinds else BY_DEFAULT

    # polling

    @property
    def polling(self) -> bool:
        """Whether a client is waiting for updates."""
        return self._poller is not None

    async def poll(self, offset: int, limit: int, seconds: float) -> list[Any]:
        """Confirm the updates sent that are below `offset`, and wait for more."""
        if self.webhook is not None:
            self.conflicts += 1
            raise Refused(409, HOOKED)
        if self._poller is not None and not self._poller.done():
            self._poller.set_result(False)
        mine = self._poller = asyncio.get_running_loop().create_future()
        self.listened = True
        self._confirm(offset)
        try:
            if not self.pending and seconds:
                async with asyncio.timeout(seconds):
                    if not await mine:
                        self.conflicts += 1
                        raise Refused(409, POLLED_TWICE)
        except TimeoutError:
            pass
        finally:
            if self._poller is mine:
                self._poller = None
        given = self.pending[:limit]
        for update in given:
            update.sent = True
        return [update.json for update in given]

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            offset = self.pending[offset].id if len(self.pending) >= -offset else 0
            for update in self.pending:
                update.sent = True
        for update in self.pending:
            if update.sent and update.id < offset:
                self._deliver_less(update)

    def _deliver_less(self, update: Update) -> None:
        """Mark one copy as delivered."""
        update.copies -= 1
        update.sent = False
        if not update.copies:
            self.pending = [one for one in self.pending if one is not update]
            self._touch()

    # webhook

    async def hook(self, webhook: Webhook | None) -> None:
        """Set the webhook, or remove it."""
        for call in self._calls.values():
            call.cancel()
        self._calls.clear()
        if self._session is not None:
            await self._session.close()
            self._session = None
        self.webhook = webhook
        if webhook is not None:
            headers = {SECRET_HEADER: webhook.secret} if webhook.secret else {}
            connector = aiohttp.TCPConnector(limit=webhook.connections)
            self._session = aiohttp.ClientSession(headers=headers, connector=connector)
            self.listened = True
        self._wake()

    async def _call(self, session: aiohttp.ClientSession, url: str, queue: int) -> None:
        """Send the updates of one queue, each until the webhook accepts it."""
        while waiting := [update for update in self.pending if update.queue == queue]:
            try:
                async with session.post(url, json=waiting[0].json) as answer:
                    said = f"Wrong response from the webhook: {answer.status} {answer.reason}"
                    taken = answer.status == 200
            except (aiohttp.ClientError, TimeoutError) as error:
                said, taken = f"Connection failed: {error}", False
            if taken:
                self._deliver_less(waiting[0])
            else:
                now = int(time.time())
                self.error = {"last_error_date": now, "last_error_message": said}
                await asyncio.sleep(self.retry_seconds)
        self._calls.pop(queue, None)
