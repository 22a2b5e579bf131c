"""The browsers in which people are notified when no page is open (Web Push)."""

from dataclasses import dataclass
from typing import Final, Protocol

from bot.table.people import User

MOST_BROWSERS: Final = 5
"""In how many browsers a person is notified; the one subscribed longest ago gives way."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser's subscription to a push service.

    `endpoint` is the URL that takes messages for the browser. They are encrypted for its public
    `key`, a point of the curve P-256, and with its secret `auth`; both are base64url. `since` is
    when it subscribed or renewed that (Unix seconds).
    """

    endpoint: str
    key: str
    auth: str
    since: int


class Subscriptions(Protocol):
    """Storage of subscriptions, which expire a year after a person's last one.

    Methods may raise StoreDown. Writes are idempotent.
    """

    async def subscriptions(self, user: User) -> tuple[Subscription, ...]:
        """Return a person's subscriptions, the newest first, at most `MOST_BROWSERS`."""
        ...

    async def subscribe(self, user: User, subscription: Subscription) -> None:
        """Store a subscription, or replace the one with the same endpoint."""
        ...

    async def unsubscribe(self, user: User, endpoint: str) -> None:
        """Delete the subscription with this endpoint; does nothing if there is none."""
        ...


def newest(subscriptions: tuple[Subscription, ...]) -> tuple[Subscription, ...]:
    """Return the newest subscriptions, the newest first, at most `MOST_BROWSERS`."""
    ordered = sorted(subscriptions, key=lambda each: (-each.since, each.endpoint))
    return tuple(ordered[:MOST_BROWSERS])
