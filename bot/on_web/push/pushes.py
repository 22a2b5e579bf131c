"""Sends notifications to the push services of people's browsers (RFC 8030)."""

import asyncio
from email.utils import parsedate_to_datetime
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

import structlog
from aiohttp import ClientConnectorDNSError, ClientError, ClientSession, ClientTimeout, TCPConnector

from bot.on_web.push.reach import INTERNET, PrivateHostError, Reach, Resolver
from bot.show.outbound import Barrier, RetryLater, Unanswered, Unshowable
from bot.table.ids import fingerprint
from bot.table.pace import DAY, HOUR, MINUTE
from bot.table.people import User
from bot.table.ports import Clock, Store
from bot.table.subscriptions import Subscription

if TYPE_CHECKING:
    from bot.on_web.push.messages import Sender

KEPT_SECONDS: Final = DAY
"""For how long a push service keeps a message for a browser that isn't running."""

TIMEOUT: Final = ClientTimeout(total=8.0)

LONGEST_WAIT: Final = HOUR
"""The maximum time that a push service may ask to wait, in seconds."""

_GONE: Final = (404, 410)
_TOO_MANY: Final = 429
_TEMPORARY: Final = 500

log = structlog.get_logger()


class _Result(Enum):
    SENT = auto()
    REFUSED = auto()  # for good, but the next message may be taken
    GONE = auto()  # the subscription has ended


class Pushes:
    """Sends notifications, and knows for which key browsers subscribe.

    `contact` tells push services who sends them.
    """

    def __init__(
        self, store: Store, clock: Clock, contact: str | None = None, reach: Reach = INTERNET
    ) -> None:
        self.reach = reach
        self._store = store
        self._clock = clock
        self._contact = contact
        self._sender: Sender | None = None
        self._session: ClientSession | None = None

    async def sender(self) -> "Sender":
        """Return who sends notifications, the same in every process. Raises StoreDown."""
        # Loaded once somebody asks for notifications: it takes time and memory.
        from bot.on_web.push.messages import Sender

        if self._sender is None:
            self._sender = Sender(await self._store.secret("push"), self._contact)
        return self._sender

    async def send(self, user: User, text: bytes, topic: str) -> None:
        """Send a text to all browsers of a person, in place of an earlier one of this topic.

        It is enough that one of them gets it: a repetition would be a second notification.
        Raises Unshowable if the person has no browser left, RetryLater and Unanswered.
        """
        subscriptions = await self._store.subscriptions(user)
        sending = (self._send(each, text, topic) for each in subscriptions)
        results = await asyncio.gather(*sending, return_exceptions=True)
        for subscription, result in zip(subscriptions, results, strict=True):
            if result is _Result.GONE:
                await self._store.unsubscribe(user, subscription.endpoint)
                log.info("push.unsubscribed", service=service(subscription))
        if _Result.SENT not in results:
            for failure in results:
                if isinstance(failure, BaseException):
                    raise failure
            if all(result is _Result.GONE for result in results):
                raise Unshowable(Barrier.REFUSED)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    async def _send(self, to: Subscription, text: bytes, topic: str) -> _Result:
        from bot.on_web.push.messages import encrypt

        if not self.reach.includes(to.endpoint):
            return _Result.GONE
        headers = {
            "Authorization": (await self.sender()).authorization(to.endpoint, self._clock()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Topic": fingerprint(topic),
            "Urgency": "normal",
        }
        body = encrypt(text, to)
        try:
            async with self._client().post(
                to.endpoint, data=body, headers=headers, allow_redirects=False
            ) as response:
                status, wait = response.status, response.headers.get("Retry-After", "")
        except ClientConnectorDNSError as error:
            if isinstance(error.os_error, PrivateHostError):
                return _Result.GONE
            raise Unanswered from error
        except (ClientError, TimeoutError, OSError) as error:
            raise Unanswered from error
        if status in _GONE:
            return _Result.GONE
        if status == _TOO_MANY:
            raise RetryLater(self._seconds(wait))
        if status >= _TEMPORARY:
            raise Unanswered
        if status >= 300:
            log.warning("push.refused", service=service(to), status=status)
            return _Result.REFUSED
        return _Result.SENT

    def _client(self) -> ClientSession:
        if self._session is None:
            connector = TCPConnector(resolver=Resolver(self.reach))
            self._session = ClientSession(connector=connector, timeout=TIMEOUT)
        return self._session

    def _seconds(self, wait: str) -> float:
        """Return for how long a push service asks to wait: seconds, or an HTTP date."""
        try:
            seconds = float(wait) if wait.isdecimal() else self._until(wait)
        except ValueError:
            return MINUTE
        return min(max(seconds, 1.0), LONGEST_WAIT)

    def _until(self, date: str) -> float:
        return parsedate_to_datetime(date).timestamp() - self._clock()


def service(subscription: Subscription) -> str:
    """Return the host of the push service, which tells nothing about the person."""
    return subscription.endpoint.split("/")[2]
